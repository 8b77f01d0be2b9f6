"""Scored deals with their sources."""

from games.bridge.rules.entry import Entry, Honours
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
    _example(_("Doubled into game"), Entry(11, 2, "S", "X", "N", 9), 570),
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
