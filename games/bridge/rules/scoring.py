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

The other side's score is the negative of it. At duplicate honours do not count, and nothing carries over.

A rubber has no premium for part-score or game. A deal is worth what it changes in the difference of the two columns,
above and below the line, so that all deals add up to it:

    honours in one hand       four of the trump honours 100, all five 150; at no trump four aces 150
    the rubber                two games to none 700, two to one 500

Chicago has, besides all but the rubber:

    the deal that completes a game          300, vulnerable 500
    a part-score in deal 4 without a game   100

Source: the club's text, "Gewonnenes Spiel" and "Verlorenes Spiel", with the same numbers as the Laws of Duplicate
Bridge 2017, Law 77; for rubber and Chicago the Laws of Contract Bridge (2014) and their appendix. Where the club's
text leaves gaps or contradicts itself (docs/rules/bridge.md says more):

- It gives doubled trick points for every trick from the seventh on. Its own example (2S doubled, 9 tricks: 570)
  doubles only the contract tricks and gives the premium for the overtrick. So do the Law and this module.
- It calls every doubled part-score a game. A game is 100 or more after doubling; nine doubled contracts are below.
- A slam premium is added to the game premium, as in its example of 6NT. A grand slam must be bid, not only made.
- "Each further" undertrick is added to the total of three.
- It does not mention a board that is passed out: 0 for both sides, a result like any other (Law 77).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.bridge.rules import rubber
from games.bridge.rules.contract import Contract, contract_of, side_of
from games.bridge.rules.entry import DECLARERS, Doubled, Entry, Strain
from games.bridge.rules.rubber import GAME_FROM, Standing
from games.bridge.rules.variant import Variant
from scorer.scoring import Outcome, Reason, ScoreLine

# The club's text, table "Stichpunkte": points of a trick, and how doubling multiplies the tricks that were bid.
TRICK: Mapping[Strain, int] = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
FIRST_TRICK_NO_TRUMP = 40
MULTIPLIER: Mapping[Doubled, int] = {"": 1, "X": 2, "XX": 4}


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

# The Laws of Contract Bridge: the premiums of the rubber by the games of the other side, and of Chicago in deal 4.
RUBBER = {0: Premium("rubber_two_nil", 700), 1: Premium("rubber_two_one", 500)}
LAST_PART_SCORE = Premium("last_part_score", 100)


class Item(NamedTuple):
    """A line of the score of a deal, with the index of the side that gets it: 0 is N–S, 1 is E–W."""

    side: int
    line: ScoreLine
    below: bool = False
    """Whether it is written below the line, where it counts towards a game."""


def replay(entries: Sequence[Entry], variant: Variant, seats: int, carry: Standing | None = None) -> list[Outcome]:
    """`carry` is a Standing. At duplicate it is always None, because each board is scored by itself.

    The result of a deal of a rubber or of Chicago is what it changes in the hundreds of its difference.
    """
    outcomes = []
    for entry in entries:
        now = None if variant.has_boards else rubber.current(carry, variant)
        items, after = deal_score(entry, now, variant)
        carry = after
        result = rubber.result_of(now.ahead, after.ahead, seats) if now and after else ()
        outcomes.append(Outcome.of(_reasons(items, seats), seats, carry=carry, result=result))
    return outcomes


def deal_score(entry: Entry, now: Standing | None, variant: Variant) -> tuple[tuple[Item, ...], Standing | None]:
    """Return the score of a deal item by item, and the standing after it. `now` is None for a board."""
    contract = contract_of(entry, rubber.vulnerability(now, variant) if now else None)
    if contract is None:
        return (), now if now is None or variant.is_chicago else replace(now, deals=now.deals + 1)
    side = side_of(contract.declarer)
    items = [Item(side, line) for line in _lines(contract, with_level=not variant.has_line)]
    if now is None:
        return tuple(items), None
    after = replace(now, deals=now.deals + 1)
    items += [
        Item(
            side_of(honours.seat),
            ScoreLine("honours", honours.points or 0, {"seat": DECLARERS.index(honours.seat) + 1}),
        )
        for honours in entry.honours
        if honours.seat
    ]
    if variant.has_line and contract.over >= 0:
        items[0] = items[0]._replace(below=True)
        after = after.with_contract_tricks(side, items[0].line.points)
        items += [Item(side, ScoreLine(*premium)) for premium in _completed(contract, now, after, variant)]
    gained = sum(item.line.points if item.side == rubber.NORTH_SOUTH else -item.line.points for item in items)
    return tuple(items), replace(after, ahead=now.ahead + gained)


def _completed(contract: Contract, now: Standing, after: Standing, variant: Variant) -> Iterator[Premium]:
    """Yield the premium of the deal that completes a rubber, or in Chicago a game, or that is the last."""
    if not variant.is_chicago:
        if after.has_ended(variant):
            yield RUBBER[min(after.games)]
    elif after.games != now.games:
        yield GAME[contract.vulnerable]
    elif after.has_ended(variant):
        yield LAST_PART_SCORE


def breakdown(contract: Contract) -> tuple[ScoreLine, ...]:
    """Return the score of declarer's side at duplicate, line by line. A defeat is negative."""
    return _lines(contract, with_level=True)


def _lines(contract: Contract, *, with_level: bool) -> tuple[ScoreLine, ...]:
    """Return the score of declarer's side, with or without the premium for part-score or game."""
    if contract.over < 0:
        down = -contract.over
        penalty = UNDERTRICKS[contract.doubled][contract.vulnerable]
        return (ScoreLine(penalty.code, -penalty.points(down), {"n": down}),)
    tricks = _contract_tricks(contract)
    parts = [tricks]
    if contract.over:
        parts.append(_overtricks(contract))
    if with_level:
        parts.append(ScoreLine(*(GAME[contract.vulnerable] if tricks.points >= GAME_FROM else PART_SCORE)))
    if contract.level in SLAM:
        parts.append(ScoreLine(*SLAM[contract.level][contract.vulnerable]))
    if contract.doubled:
        parts.append(ScoreLine(*MADE_DOUBLED[contract.doubled]))
    return tuple(parts)


def _contract_tricks(contract: Contract) -> ScoreLine:
    multiplier = MULTIPLIER[contract.doubled]
    worth = TRICK[contract.strain] * multiplier
    if contract.strain != "NT":
        return ScoreLine("contract_tricks", contract.level * worth, {"n": contract.level, "each": worth})
    first, further = FIRST_TRICK_NO_TRUMP * multiplier, contract.level - 1
    if not further:
        return ScoreLine("contract_tricks", first, {"n": 1, "each": first})
    return ScoreLine("contract_tricks_no_trump", first + further * worth, {"first": first, "n": further, "each": worth})


def _overtricks(contract: Contract) -> ScoreLine:
    """If the contract was doubled, an overtrick scores a premium instead of trick points."""
    code, worth = "overtricks", TRICK[contract.strain]
    if contract.doubled:
        code, worth = OVERTRICK_DOUBLED[contract.doubled][contract.vulnerable]
    return ScoreLine(code, contract.over * worth, {"n": contract.over, "each": worth})


def _reasons(items: Sequence[Item], seats: int) -> Iterator[Reason]:
    """One side gets the points of each item, and the other loses as many."""
    for seat in range(1, seats + 1):
        if not items:
            yield Reason("passed_out", seat, 0)
        yield from (item.line.reason(seat, 1 if (seat - 1) % 2 == item.side else -1) for item in items)
