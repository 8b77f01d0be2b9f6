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

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any, ClassVar, Literal

from scorer.contest.plan import SIDES
from scorer.contest.ranking import Compared, Comparison, Scores, Standing, over_common_denominator
from scorer.contest.results import Extra, Result, Unit, everybody
from scorer.scoring import Problem

FIELDS = (1, 2)
AVERAGE, WHOLE = 50, 100
SMALL = 3
"""A small group has at most this many results, and at most one in this many of those that there should be."""
UNPLAYED: Scores = (None, None)
MAX_KEPT = 200
"""Deals whose scores are kept in memory: those of some evenings, and of what their results were before."""

SmallGroups = Literal["whitebook", "neuberg"]


@dataclass(frozen=True, slots=True)
class Matchpoints(Comparison):
    name: ClassVar[str] = "matchpoints"
    units: ClassVar[tuple[Unit, ...]] = ("top", "percent", "points")
    by_deal: ClassVar[bool] = True
    averages: ClassVar[bool] = True

    own_average: bool = True
    small_groups: SmallGroups = "whitebook"
    winners: int = 1
    """With two, each side is ranked by itself. A contestant belongs to the side of its first result, or to the one that
    this result says.
    """

    def settings_problems(self) -> list[Problem]:
        if self.winners in FIELDS:
            return []
        return [Problem("winners", "number_range", {"least": FIELDS[0], "most": FIELDS[-1]})]

    def result_problems(self, result: Result) -> list[Problem]:
        return [] if len(result.contestants) == SIDES else [Problem("contestants", "not_two_sides")]

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        deals: defaultdict[int | None, list[int]] = defaultdict(list)
        for number, result in enumerate(results):
            deals[result.deal].append(number)
        usual = max(map(len, deals.values()), default=0)
        scores, artificial, sums = [UNPLAYED] * len(results), [], _Sums()
        tops: list[int | None] = [None] * len(results)
        for numbers in deals.values():
            deal = score_deal(tuple([results[number] for number in numbers]), usual, self.small_groups)
            for number, result_scores in zip(numbers, deal.scores, strict=True):
                scores[number], tops[number] = result_scores, deal.top
                if results[number].points is not None:
                    sums.add(results[number].contestants, result_scores, deal.top)
            artificial += [(number, deal.top) for number in numbers if results[number].average]
        own = sums.percentages() if artificial and self.own_average else {}
        for number, deal_top in artificial:
            result = results[number]
            scores[number] = awarded = tuple(
                deal_top * artificial_percentage(percent, own.get(contestant)) / WHOLE
                for contestant, percent in zip(result.contestants, result.average, strict=True)
            )
            sums.add(result.contestants, awarded, deal_top)
        added = tuple(sums.worth(extra) for extra in extras)
        for extra, points in zip(extras, added, strict=True):
            sums.scores[extra.contestant] += points
        fields = self._fields(results)
        standings = (sums.standing(number, fields.get(number)) for number in everybody(results, extras))
        return Compared(tuple(scores), tuple(standings), added, tuple(tops))

    def _fields(self, results: Sequence[Result]) -> dict[int, Any]:
        fields: dict[int, Any] = {}
        for result in reversed(results if self.winners == len(FIELDS) else ()):
            fields.update(zip(result.contestants, result.sides or FIELDS, strict=True))
        return fields


@dataclass(frozen=True, slots=True)
class Deal:
    """What the results of one deal are worth. Results that are artificial or were not played have no score here."""

    top: int
    scores: tuple[Scores, ...]


@lru_cache(MAX_KEPT)
def score_deal(results: tuple[Result, ...], usual: int, small_groups: SmallGroups) -> Deal:
    """Score all results of one deal.

    The results say how many there should be, or else there should be as many as usual, but never fewer than there are.
    A new result changes only its own deal, so that the others are not scored again.
    """
    groups: defaultdict[str | int | None, list[int]] = defaultdict(list)
    for number, result in enumerate(results):
        if result.points is not None:
            groups[result.group].append(number)
    stated = next((result.expected for result in results if result.expected is not None), usual)
    expected = max(stated, sum(map(len, groups.values())))
    scores = [UNPLAYED] * len(results)
    for numbers in groups.values():
        here = [results[number] for number in numbers]
        sides = (_score_side(here, side, expected, small_groups) for side in range(SIDES))
        for number, both in zip(numbers, zip(*sides, strict=True), strict=True):
            scores[number] = both
    return Deal(top(expected), tuple(scores))


def top(expected: int) -> int:
    return 2 * (expected - 1)


def neuberg(matchpoints: Fraction, actual: int, expected: int) -> Fraction:
    return (matchpoints + 1) * expected / actual - 1


def small_group(matchpoints: Fraction, actual: int, expected: int) -> Fraction:
    return (60 + 5 * (matchpoints - (actual - 1))) / WHOLE * top(expected)


def artificial_percentage(percent: Fraction, own: Fraction | None) -> Fraction:
    """Return what an artificial score is worth. `own` is None if there is no other deal or if it does not count."""
    if own is None or percent == AVERAGE:
        return percent
    return max(percent, own) if percent > AVERAGE else min(percent, own)


def _score_side(results: Sequence[Result], side: int, expected: int, small_groups: SmallGroups) -> list[Fraction]:
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
    if not any(result.weighted for result in results):
        points, _denominator = over_common_denominator(result.points[side] for result in results if result.points)
        won = _beaten(Counter(points))
        return [won[scaled] - 1 for scaled in points], 1
    shares = [_shares(result, side) for result in results]
    weights, denominator = over_common_denominator(weight for share in shares for weight, _points in share)
    points, _denominator = over_common_denominator(points for share in shares for _weight, points in share)
    times: Counter[int] = Counter()
    for weight, scaled in zip(weights, points, strict=True):
        times[scaled] += weight
    won = _beaten(times)
    weighted = (weight * won[scaled] for weight, scaled in zip(weights, points, strict=True))
    squared = denominator * denominator  # a weight times a weight
    return [sum(islice(weighted, len(share))) - squared for share in shares], squared


def _beaten(times: Mapping[int, int]) -> dict[int, int]:
    """Return what each number of points gets: twice what it beats, and once what it equals."""
    won, below = {}, 0
    for points in sorted(times):
        won[points] = 2 * below + times[points]
        below += times[points]
    return won


def _shares(result: Result, side: int) -> Sequence[tuple[Fraction | int, Fraction]]:
    """Return what one side got, with the weights."""
    if result.weighted:
        return [(weight, -points if side else points) for weight, points in result.weighted]
    return [(1, result.points[side])] if result.points else []


class _Sums:
    """What contestants have from all deals."""

    def __init__(self) -> None:
        self.scores: defaultdict[int, Fraction] = defaultdict(Fraction)
        self.tops: defaultdict[int, int] = defaultdict(int)
        self.deals: defaultdict[int, int] = defaultdict(int)

    def add(self, contestants: Sequence[int], scores: Scores, deal_top: int) -> None:
        for contestant, score in zip(contestants, scores, strict=True):
            self.scores[contestant] += score or 0
            self.tops[contestant] += deal_top
            self.deals[contestant] += 1

    def percentages(self) -> dict[int, Fraction]:
        return {number: WHOLE * self.scores[number] / tops for number, tops in self.tops.items() if tops}

    def worth(self, extra: Extra) -> Fraction:
        """Return what an extra adds, once all deals are in. A top is the mean of the tops that were played."""
        number, amount = extra.contestant, extra.amount or Fraction(0)
        if extra.unit == "percent":
            return -amount / WHOLE * self.tops[number]
        if extra.unit == "top":
            return -amount / WHOLE * self.tops[number] / max(1, self.deals[number])
        return extra.points

    def standing(self, number: int, field: int | None) -> Standing:
        score, tops = self.scores[number], self.tops[number]
        percent = WHOLE * score / tops if tops else None
        ranks_by = () if percent is None else (percent,)
        return Standing(number, score, self.deals[number], ranks_by, percent, tops or None, field)
