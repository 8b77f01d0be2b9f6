"""Scored hands with their sources, and boards that a club might play."""

from collections.abc import Sequence
from random import Random

from games.bridge.rules.boards import next_board
from games.bridge.rules.contract import BOOK
from games.bridge.rules.entry import DECLARERS, HONOURS, MAX_TRICKS, Entry, Honours, Strain
from games.bridge.rules.variant import Variant
from scorer.scoring import Example
from scorer.scoring import gettext_noop as _


def _example(caption: str, entry: Entry, north_south: int) -> Example:
    return Example(caption, entry, _points(north_south), "duplicate")


def _points(north_south: int) -> tuple[int, ...]:
    return (north_south, -north_south, north_south, -north_south)


def _session(variant: str, *deals: tuple[str, Entry, int]) -> tuple[Example, ...]:
    """Return an example for each deal of a session, after those before it."""
    entries = tuple(entry for _caption, entry, _north_south in deals)
    return tuple(
        Example(caption, entry, _points(north_south), variant, before=entries[:index])
        for index, (caption, entry, north_south) in enumerate(deals)
    )


# On boards 1, 8 and 11 nobody is vulnerable, on boards 4, 7 and 10 both sides are.
BOARDS: tuple[Example, ...] = (
    _example(_("A part-score"), Entry(1, 3, "S", "", "S", 11), 200),
    _example(_("A game"), Entry(1, 4, "S", "", "N", 11), 450),
    _example(_("Small slam with all the tricks"), Entry(8, 6, "NT", "", "S", 13), 1020),
    _example(
        _("Doubled into game"),
        Entry(11, 2, "S", "X", "N", 9),
        570,
    ),
    _example(_("Board 7, both sides vulnerable"), Entry(7, 4, "S", "", "S", 10), 620),
    _example(_("A board that is passed out"), Entry(8, passed_out=True), 0),
    _example(_("The same contract, with nobody vulnerable"), Entry(7, 4, "S", "", "S", 10, vulnerable="none"), 420),
    _example(_("Redoubled game, vulnerable"), Entry(4, 4, "H", "XX", "E", 10), -1080),
    _example(_("1NT doubled stays a part-score"), Entry(8, 1, "NT", "X", "W", 9), -380),
    _example(_("Three down doubled, vulnerable"), Entry(7, 3, "NT", "X", "N", 6), -800),
    _example(_("Game in a minor with an overtrick"), Entry(1, 5, "D", "", "S", 12), 420),
    _example(_("Grand slam one down, vulnerable"), Entry(10, 7, "S", "", "E", 12), 100),
    _example(_("Redoubled into game, vulnerable"), Entry(4, 2, "D", "XX", "N", 8), 760),
    _example(_("The most that can be won"), Entry(7, 1, "NT", "XX", "S", 13), 3160),
    _example(_("The most that can be lost"), Entry(7, 7, "C", "XX", "W", 0), 7600),
)

# Event rules, part C, "Rubber, worked": N–S 1680, E–W 300.
RUBBER = _session(
    "rubber",
    (_("Deal 1, nobody vulnerable: 60 below the line, 30 above"), Entry(None, 2, "S", "", "N", 9), 90),
    (_("Deal 2: game for E–W, and the 60 of N–S no longer count"), Entry(None, 3, "NT", "", "E", 9), -100),
    (_("Deal 3, E–W vulnerable: one down doubled"), Entry(None, 4, "H", "X", "N", 9), -100),
    (_("Deal 4: game for N–S, and now both sides are vulnerable"), Entry(None, 4, "S", "", "S", 10), 120),
    (_("Deal 5: 40 below the line, 60 above"), Entry(None, 1, "NT", "", "E", 9), -100),
    (
        _("Deal 6: 120, small slam 750, honours 100, and the rubber 2 : 1 for 500"),
        Entry(None, 6, "D", "", "S", 12, honours=(Honours("S", 100),)),
        1470,
    ),
)

# Event rules, part C, "Chicago with part-scores carried, worked": N–S 400, E–W 630.
CHICAGO = _session(
    "chicago",
    (_("Deal 1, nobody vulnerable: a part-score of 40"), Entry(None, 2, "C", "", "N", 8), 40),
    (_("Deal 2, E–W vulnerable: 60, with the 40 a game for 300"), Entry(None, 2, "H", "", "S", 8), 360),
    (_("Deal 3, N–S vulnerable: a part-score of 40, and an overtrick"), Entry(None, 1, "NT", "", "E", 8), -70),
    (_("Deal 4, all vulnerable: 60, with the 40 a game for 500"), Entry(None, 2, "S", "", "W", 8), -560),
)
CHICAGO_WITHOUT_GAME = Example(
    _("Deal 4, if E–W had made only one: 30, and 100 for the part-score"),
    Entry(None, 1, "S", "", "W", 7),
    _points(-130),
    "chicago",
    before=CHICAGO[-1].before,
)

# The digest, section 7, option B: each deal as at duplicate.
CHICAGO_DUPLICATE = _session(
    "chicago_duplicate",
    (_("Deal 1, nobody vulnerable: a part-score as at duplicate"), Entry(None, 2, "C", "", "N", 8), 90),
    (_("Deal 2, E–W vulnerable: nothing is carried over"), Entry(None, 2, "H", "", "S", 8), 110),
    (
        _("Deal 3, N–S vulnerable: game and honours"),
        Entry(None, 4, "H", "", "N", 10, honours=(Honours("S", 150),)),
        770,
    ),
    (_("Deal 4, all vulnerable: one down"), Entry(None, 3, "NT", "", "W", 8), 100),
)

EXAMPLES: tuple[Example, ...] = (*BOARDS, *RUBBER, *CHICAGO, CHICAGO_WITHOUT_GAME, *CHICAGO_DUPLICATE)

# Roughly how a club's boards end, in percent. These are our own estimates for the demo, from no source.
PASSED_OUT = 2
CONTRACTS: dict[tuple[int, Strain], int] = {
    (1, "C"): 1, (1, "D"): 1, (1, "H"): 2, (1, "S"): 2, (1, "NT"): 9,
    (2, "C"): 2, (2, "D"): 3, (2, "H"): 6, (2, "S"): 8, (2, "NT"): 4,
    (3, "C"): 3, (3, "D"): 3, (3, "H"): 4, (3, "S"): 4, (3, "NT"): 16,
    (4, "C"): 1, (4, "D"): 1, (4, "H"): 10, (4, "S"): 11, (4, "NT"): 1,
    (5, "C"): 2, (5, "D"): 2, (5, "H"): 1, (5, "S"): 1,
    (6, "C"): 1, (6, "D"): 1, (6, "H"): 1, (6, "S"): 1, (6, "NT"): 1,
}  # fmt: skip
OVER = {-4: 1, -3: 3, -2: 9, -1: 20, 0: 31, 1: 22, 2: 10, 3: 4}
DOUBLED_DOWN, DOUBLED_MADE = 20, 3
WITH_HONOURS = 8


def imagine(random: Random, entries: Sequence[Entry], variant: Variant, seats: int, dealer: int) -> Entry:
    """Return the next deal, with a contract and result of an ordinary evening."""
    board = next_board(entries[-1].board if entries else None) if variant.has_boards else None
    if random.randrange(100) < PASSED_OUT:
        return Entry(board, passed_out=True)
    ((level, strain),) = random.choices(list(CONTRACTS), list(CONTRACTS.values()))
    (over,) = random.choices(list(OVER), list(OVER.values()))
    tricks = min(level + BOOK + over, MAX_TRICKS)
    doubled = random.randrange(100) < (DOUBLED_DOWN if over < 0 else DOUBLED_MADE)
    declarer = random.choice(DECLARERS)
    honours: tuple[Honours, ...] = ()
    if not variant.has_boards and random.randrange(100) < WITH_HONOURS:
        honours = (Honours(random.choice(DECLARERS), HONOURS[-1] if strain == "NT" else random.choice(HONOURS)),)
    return Entry(board, level, strain, "X" if doubled else "", declarer, tricks, honours=honours)
