"""Matchpoints: a result gets 2 for each result of the same deal that it beats, and 1 for each that is equal.

E is how many results a deal should have, A is how many it has, and M is the matchpoints among these. The top, which is
the most that a result can be worth, is 2 (E - 1). A percentage is of the tops of the deals that a contestant has
played.

    A < E, and in each group of a fouled deal    Neuberg: (M + 1) E / A - 1
    the same, A <= 3 and A <= E / 3              "whitebook": 60 % + 5 % (M - (A - 1)) of the top, for both sides
    split                                        each side is compared by what it is deemed to have got
    weighted                                     each part has its matchpoints, and these are weighted; others are
                                                 compared with each part, by its weight
    artificial                                   so many percent of the top; it is no result for the others
    not played                                   no score and no top; it is no result for the others

The contestant's own percentage on the deals without an artificial score replaces an artificial score of more than 50 %
if it is higher, and one of less than 50 % if it is lower (Law 12C2c).

Sources: Laws 78A, 12C1c, 12C2; the club's text on events, A2.1.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, get_args

from scorer.contest.comparing.of_deals import OWN_AVERAGE, OfDeals, Sums, whole_parts
from scorer.contest.plan import SIDES
from scorer.contest.ranking import Scores, Setting, Standing
from scorer.contest.results import Extra, Result, ScoreUnit, Unit

WHOLE = 100
SMALL = 3
"""A small group has at most this many results, and at most one in this many of those that there should be."""

SmallGroups = Literal["whitebook", "neuberg"]


class InTops(OfDeals):
    """What is counted in matchpoints, and ranked by their percentage of the tops."""

    units: ClassVar[tuple[Unit, ...]] = ("top", "percent", "points")
    unit: ClassVar[ScoreUnit] = "matchpoints"

    def measure(self, expected: int) -> int:
        return top(expected)

    def artificial(self, percent: Fraction) -> Fraction:
        return percent / WHOLE

    def extra_worth(self, extra: Extra, sums: Sums) -> Fraction:
        """Return what an extra adds. A top is the mean of the tops that were played."""
        number, amount = extra.contestant, extra.signed
        if extra.unit == "percent":
            return amount / WHOLE * sums.measures[number]
        if extra.unit == "top":
            return amount / WHOLE * sums.measures[number] / max(1, sums.deals[number])
        return extra.points_in(self.unit)

    def standing(self, number: int, sums: Sums, field: int | None) -> Standing:
        score, tops = sums.scores[number], int(sums.measures[number])
        if not tops:
            return Standing(number, score, sums.deals[number], (), field=field)
        percent, carried = WHOLE * score / tops, WHOLE * sums.carried[number] / tops
        return Standing(number, score, sums.deals[number], (percent,), percent, tops, carried, field)


@dataclass(frozen=True, slots=True)
class Matchpoints(InTops):
    name: ClassVar[str] = "matchpoints"

    own_average: bool = True
    small_groups: SmallGroups = "whitebook"
    winners: int = 1

    @property
    def choosable(self) -> tuple[Setting, ...]:
        return (Setting("small_groups", choices=get_args(SmallGroups)), OWN_AVERAGE)

    def score_group(self, results: Sequence[Result], expected: int) -> Sequence[Scores]:
        sides = (score_side(results, side, expected, self.small_groups) for side in range(SIDES))
        return list(zip(*sides, strict=True))


def top(expected: int) -> int:
    return 2 * (expected - 1)


def neuberg(matchpoints: Fraction, actual: int, expected: int) -> Fraction:
    return (matchpoints + 1) * expected / actual - 1


def small_group(matchpoints: Fraction, actual: int, expected: int) -> Fraction:
    return (60 + 5 * (matchpoints - (actual - 1))) / WHOLE * top(expected)


def score_side(results: Sequence[Result], side: int, expected: int, small_groups: SmallGroups) -> list[Fraction]:
    """Return what one side gets for each result. All of them are of the same cards."""
    actual = len(results)
    small = small_groups == "whitebook" and actual <= SMALL and actual * SMALL <= expected
    factored = small_group if small else neuberg
    numerators, denominator = _matchpoints(results, side)
    worth = {numerator: Fraction(numerator, denominator) for numerator in set(numerators)}
    if actual < expected:
        worth = {numerator: factored(matchpoints, actual, expected) for numerator, matchpoints in worth.items()}
    return [worth[numerator] for numerator in numerators]


def _matchpoints(results: Sequence[Result], side: int) -> tuple[list[int], int]:
    """Return the matchpoints of each result over a common denominator, and this denominator.

    Whole numbers are counted much faster than fractions. Each result equals itself, which would give it 1 matchpoint
    too many, so 1 is taken off again.
    """
    shares, one, _unit = whole_parts(results, side)
    times: Counter[int] = Counter()
    for share in shares:
        for weight, points in share:
            times[points] += weight
    won = _beaten(times)
    return [sum(weight * won[points] for weight, points in share) - one * one for share in shares], one * one


def _beaten(times: Mapping[int, int]) -> dict[int, int]:
    """Return what each number of points gets: twice what it beats, and once what it equals."""
    won, below = {}, 0
    for points in sorted(times):
        won[points] = 2 * below + times[points]
        below += times[points]
    return won
