"""The score of one board of duplicate bridge.

Made: contract tricks + overtricks + level premium + slam premium + premium for a doubled contract.

                                     undoubled      doubled      redoubled
    each contract trick   C D            20            40            80
                          H S            30            60           120
                          NT first       40            80           160
                          NT further     30            60           120
    each overtrick                   as a trick    100 / 200     200 / 400     not vulnerable / vulnerable
    the contract made                    -             50           100

                                     not vulnerable   vulnerable
    part-score (contract tricks < 100)     50             50
    game (contract tricks >= 100)         300            500
    small slam, level 6, besides          500            750
    grand slam, level 7, besides         1000           1500

Defeated: the other side gets, by declarer's vulnerability:

                            not vulnerable             vulnerable
                           -      X     XX          -      X     XX
    one down              50    100    200        100    200    400
    two down             100    300    600        200    500   1000
    three down           150    500   1000        300    800   1600
    each further          50    300    600        100    300    600

The other side's score is the negative of it. Honours do not count, and nothing carries over, as in a rubber.

Source: the club's text, "Gewonnenes Spiel" and "Verlorenes Spiel", with the same numbers as the Laws of Duplicate
Bridge 2017, Law 77. Where the club's text leaves gaps or contradicts itself (docs/rules/bridge.md says more):

- It gives doubled trick points for every trick from the seventh on. Its own example (2S doubled, 9 tricks: 570)
  doubles only the contract tricks and gives the premium for the overtrick. So do the Law and this module.
- It calls every doubled part-score a game. A game is 100 or more after doubling; nine doubled contracts are below.
- A slam premium is added to the game premium, as in its example of 6NT. A grand slam must be bid, not only made.
- "Each further" undertrick is added to the total of three.
- It does not mention a board that is passed out: 0 for both sides, a result like any other (Law 77).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.bridge.rules.boards import board_vulnerability
from games.bridge.rules.contract import Contract, contract_of
from games.bridge.rules.entry import (
    DECLARERS,
    MAX_BOARD,
    MAX_LEVEL,
    MAX_TRICKS,
    MIN_LEVEL,
    Doubled,
    Entry,
    Strain,
)
from games.bridge.rules.variant import Variant
from scorer.scoring import Outcome, Problem, Reason, ScoreLine, coerce
from scorer.scoring.judging import without_repeats

# The club's text, table "Stichpunkte": points of a trick, and how doubling multiplies the tricks that were bid.
TRICK: Mapping[Strain, int] = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
FIRST_TRICK_NO_TRUMP = 40
MULTIPLIER: Mapping[Doubled, int] = {"": 1, "X": 2, "XX": 4}

# The club's text, "Vollspiel": the points of the tricks bid that make a game.
GAME_FROM = 100


class Premium(NamedTuple):
    """A line of the table "Prämien", with the code of its reason."""

    code: str
    points: int


# The club's text, table "Prämien", by declarer's vulnerability if that matters.
PART_SCORE = Premium("part_score", 50)
GAME = {False: Premium("game", 300), True: Premium("game_vulnerable", 500)}
SLAM = {
    6: {False: Premium("small_slam", 500), True: Premium("small_slam_vulnerable", 750)},
    7: {False: Premium("grand_slam", 1000), True: Premium("grand_slam_vulnerable", 1500)},
}
MADE_DOUBLED: Mapping[Doubled, Premium] = {
    "X": Premium("doubled_made", 50),
    "XX": Premium("redoubled_made", 100),
}
OVERTRICK_DOUBLED: Mapping[Doubled, Mapping[bool, Premium]] = {
    "X": {False: Premium("overtricks_doubled", 100), True: Premium("overtricks_doubled_vulnerable", 200)},
    "XX": {False: Premium("overtricks_redoubled", 200), True: Premium("overtricks_redoubled_vulnerable", 400)},
}


class Penalty(NamedTuple):
    """A column of the table "Faller": the totals for one, two and three down, and the points of each further trick."""

    code: str
    totals: tuple[int, int, int]
    further: int

    def points(self, down: int) -> int:
        most = len(self.totals)
        return self.totals[min(down, most) - 1] + max(0, down - most) * self.further


# The club's text, table "Faller", by declarer's vulnerability.
UNDERTRICKS: Mapping[Doubled, Mapping[bool, Penalty]] = {
    "": {
        False: Penalty("undertricks", (50, 100, 150), 50),
        True: Penalty("undertricks_vulnerable", (100, 200, 300), 100),
    },
    "X": {
        False: Penalty("undertricks_doubled", (100, 300, 500), 300),
        True: Penalty("undertricks_doubled_vulnerable", (200, 500, 800), 300),
    },
    "XX": {
        False: Penalty("undertricks_redoubled", (200, 600, 1000), 600),
        True: Penalty("undertricks_redoubled_vulnerable", (400, 1000, 1600), 600),
    },
}

# Limits of what is improbable. They are our own, from no rule book.
FAR_DOWN = 5
MANY_OVERTRICKS = 5
FAR_AHEAD = 36
"""As many boards as a long evening has."""


def problems(entry: Entry, variant: Variant, seats: int) -> tuple[Problem, ...]:
    entry, wrong = coerce(entry)
    return without_repeats(
        [*wrong, *_out_of_range(entry), *(_beside_passed_out(entry) if entry.passed_out else _missing(entry))]
    )


def warnings(
    entries: Sequence[Entry], variant: Variant, seats: int, later: Sequence[Entry] = ()
) -> tuple[Problem, ...]:
    *before, entry = entries
    contract = contract_of(entry)
    return (*_odd_board(entry, [*before, *later]), *(_odd_contract(contract) if contract else ()))


def replay(entries: Sequence[Entry], variant: Variant, seats: int, carry: None = None) -> list[Outcome]:
    """Each board is scored by itself, so `carry` is always None."""
    return [Outcome.of(_reasons(entry, seats), seats) for entry in entries]


def breakdown(contract: Contract) -> tuple[ScoreLine, ...]:
    """Return the score of declarer's side, line by line. A defeat is negative."""
    if contract.over < 0:
        down = -contract.over
        penalty = UNDERTRICKS[contract.doubled][contract.vulnerable]
        return (ScoreLine(penalty.code, -penalty.points(down), {"n": down}),)
    tricks = _contract_tricks(contract)
    parts = [tricks]
    if contract.over:
        parts.append(_overtricks(contract))
    level = GAME[contract.vulnerable] if tricks.points >= GAME_FROM else PART_SCORE
    parts.append(ScoreLine(*level))
    if contract.level in SLAM:
        parts.append(ScoreLine(*SLAM[contract.level][contract.vulnerable]))
    if contract.doubled:
        parts.append(ScoreLine(*MADE_DOUBLED[contract.doubled]))
    return tuple(parts)


def _contract_tricks(contract: Contract) -> ScoreLine:
    multiplier = MULTIPLIER[contract.doubled]
    each = TRICK[contract.strain] * multiplier
    if contract.strain != "NT":
        return ScoreLine("contract_tricks", contract.level * each, {"n": contract.level, "each": each})
    first, further = FIRST_TRICK_NO_TRUMP * multiplier, contract.level - 1
    if not further:
        return ScoreLine("contract_tricks", first, {"n": 1, "each": first})
    return ScoreLine("contract_tricks_no_trump", first + further * each, {"first": first, "n": further, "each": each})


def _overtricks(contract: Contract) -> ScoreLine:
    """If the contract was doubled, an overtrick scores a premium instead of trick points."""
    code, each = "overtricks", TRICK[contract.strain]
    if contract.doubled:
        code, each = OVERTRICK_DOUBLED[contract.doubled][contract.vulnerable]
    return ScoreLine(code, contract.over * each, {"n": contract.over, "each": each})


def _reasons(entry: Entry, seats: int) -> Iterator[Reason]:
    """Declarer and dummy get the points of each line, and the other two lose as many."""
    contract = contract_of(entry)
    if contract is None:
        yield from (Reason("passed_out", seat, 0) for seat in range(1, seats + 1))
        return
    declarer, lines = DECLARERS.index(contract.declarer) + 1, breakdown(contract)
    for seat in range(1, seats + 1):
        sign = 1 if (seat - declarer) % 2 == 0 else -1
        yield from (line.reason(seat, sign) for line in lines)


def _out_of_range(entry: Entry) -> Iterator[Problem]:
    if entry.board is not None and not 1 <= entry.board <= MAX_BOARD:
        yield Problem("board", "board_range", {"most": MAX_BOARD})
    if entry.level is not None and not MIN_LEVEL <= entry.level <= MAX_LEVEL:
        yield Problem("level", "level_range")
    if entry.tricks is not None and not 0 <= entry.tricks <= MAX_TRICKS:
        yield Problem("tricks", "tricks_range")


def _missing(entry: Entry) -> Iterator[Problem]:
    for name in ("board", "level", "strain", "declarer", "tricks"):
        if getattr(entry, name) is None:
            yield Problem(name, "required")


def _beside_passed_out(entry: Entry) -> Iterator[Problem]:
    """Report any other values of a board that was passed out."""
    if entry.board is None:
        yield Problem("board", "required")
    for name in ("level", "strain", "doubled", "declarer", "tricks", "vulnerable"):
        if getattr(entry, name) not in (None, ""):
            yield Problem(name, "passed_out_empty")


def _odd_board(entry: Entry, others: Sequence[Entry]) -> Iterator[Problem]:
    boards = [other.board or 0 for other in others]
    board = entry.board or 0
    if board in boards:
        yield Problem("board", "board_again", {"board": board})
    if board > max(boards, default=0) + FAR_AHEAD:
        yield Problem("board", "board_far_ahead", {"board": board})
    if entry.vulnerable not in (None, board_vulnerability(board)):
        yield Problem("vulnerable", "vulnerable_differs", {"board": board})


def _odd_contract(contract: Contract) -> Iterator[Problem]:
    if contract.level == MAX_LEVEL:
        yield Problem("level", "seven_level")
    if contract.doubled == "XX":
        yield Problem("doubled", "redoubled")
    if -contract.over >= FAR_DOWN:
        yield Problem("tricks", "far_down", {"n": -contract.over})
    if contract.over >= MANY_OVERTRICKS:
        yield Problem("tricks", "many_overtricks", {"n": contract.over})
