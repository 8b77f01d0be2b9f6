"""What comparisons of deals have in common: each result is compared with the others of its deal.

An artificial score is no result for the others. The contestant's own average on the deals without an artificial score
replaces one of more than 50 % if it is higher, and one of less than 50 % if it is lower (Law 12C2c).
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any, ClassVar

from scorer.contest.ranking import (
    Compared,
    Comparison,
    Scores,
    Setting,
    Standing,
    exact_sum,
    over_common_denominator,
)
from scorer.contest.results import Extra, Name, Result, everybody
from scorer.scoring import Problem

FIELDS = (1, 2)
AVERAGE = 50
ONE = Fraction(1)
UNPLAYED: Scores = (None, None)
OWN_AVERAGE = Setting("own_average", choices=(True, False))
MAX_KEPT = 200
"""Deals whose scores are kept in memory: those of some evenings, and of what their results were before."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What the results of one deal are worth. Results that are artificial or were not played have no score here."""

    scores: tuple[Scores, ...]
    """By side. Partners who compete alone have the score of their side."""
    measure: int | Fraction
    """What scores and artificial scores of the deal are measured by: the top, or what one IMP at each comparison adds
    up to.
    """


class Sums:
    """What contestants have from all deals in which they have a score."""

    def __init__(self, results: Sequence[Result], scores: Sequence[Scores], measures: Sequence[Any]) -> None:
        won: defaultdict[int, list[Fraction]] = defaultdict(list)
        measured: defaultdict[int, list[int | Fraction]] = defaultdict(list)
        for result, result_scores, measure in zip(results, scores, measures, strict=True):
            for contestant, score in zip(result.contestants, result_scores, strict=True):
                if score is not None:
                    won[contestant].append(score)
                    measured[contestant].append(measure)
        self.scores = defaultdict(Fraction, {number: exact_sum(shares) for number, shares in won.items()})
        self.measures = defaultdict(Fraction, {number: exact_sum(wholes) for number, wholes in measured.items()})
        self.deals = Counter({number: len(shares) for number, shares in won.items()})
        self.carried = defaultdict[int, Fraction](Fraction)
        """What was carried over. The scores have it too, once the extras are in."""

    def averages(self) -> dict[int, Fraction]:
        """Return the mean score of each contestant, in parts of what its deals are measured by."""
        return {number: self.scores[number] / measure for number, measure in self.measures.items() if measure}


class OfDeals(Comparison):
    averages: ClassVar[bool] = True
    own_average: bool

    @property
    def by_deal(self) -> bool:
        return True

    def settings_problems(self) -> list[Problem]:
        if self.winners in FIELDS:
            return []
        return [Problem("winners", "number_range", {"least": FIELDS[0], "most": FIELDS[-1]})]

    def result_problems(self, result: Result) -> list[Problem]:
        return [] if result.has_two_sides else [Problem("contestants", "not_two_sides")]

    def score_group(self, results: Sequence[Result], expected: int) -> Sequence[Scores]:
        """Score the played results of a deal that are of the same cards. It should have so many in all its groups."""
        raise NotImplementedError

    def measure(self, expected: int) -> int | Fraction:
        """Return what a deal is measured by that should have so many results."""
        raise NotImplementedError

    def extra_worth(self, extra: Extra, sums: Sums) -> Fraction:  # noqa: ARG002  # only a top depends on the sums
        """Return what an extra adds, once all deals are in."""
        return extra.points_in(self.unit)

    def standing(self, number: int, sums: Sums, field: int | None) -> Standing:
        score, deals = sums.scores[number], sums.deals[number]
        return Standing(number, score, deals, (score,) if deals else (), field=field)

    def of_contestants(self, scores: Scores, result: Result) -> Scores:
        """Return the score of each contestant, from those that `score_group` gives to a result."""
        return scores * result.players_a_side

    def scored(self, results: Sequence[Result]) -> tuple[list[Scores], list[Any]]:
        """Return the scores of each result, and what its deal is measured by."""
        deals: defaultdict[int | None, list[int]] = defaultdict(list)
        for number, result in enumerate(results):
            deals[result.deal].append(number)
        usual = max(map(len, deals.values()), default=0)
        scores = [UNPLAYED] * len(results)
        measures: list[Any] = [None] * len(results)
        for numbers in deals.values():
            deal = score_deal(self, tuple([results[number] for number in numbers]), usual)
            for number, by_side in zip(numbers, deal.scores, strict=True):
                scores[number], measures[number] = self.of_contestants(by_side, results[number]), deal.measure
        artificial = [number for number, result in enumerate(results) if result.average]
        own = Sums(results, scores, measures).averages() if artificial and self.own_average else {}
        for number in artificial:
            result = results[number]
            scores[number] = tuple(
                measures[number] * awarded_average(percent, self.artificial(percent), own.get(contestant))
                for contestant, percent in zip(result.contestants, result.average, strict=True)
            )
        return scores, measures

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        scores, measures = self.scored(results)
        sums = Sums(results, scores, measures)
        added = tuple(self.extra_worth(extra, sums) for extra in extras)
        for extra, points in zip(extras, added, strict=True):
            sums.scores[extra.contestant] += points
            if extra.kind == "carry":
                sums.carried[extra.contestant] += points
        fields = self.fields_of(results)
        standings = (self.standing(number, sums, fields.get(number)) for number in everybody(results, extras))
        tops = tuple(measures) if self.in_percent else ()
        return Compared(tuple(scores), tuple(standings), added, tops, measures=tuple(measures))

    def fields_of(self, results: Sequence[Result]) -> dict[int, Any]:
        fields: dict[int, Any] = {}
        for result in reversed(results if self.winners == len(FIELDS) else ()):
            fields.update(zip(result.contestants, result.sides or FIELDS * result.players_a_side, strict=True))
        return fields


@lru_cache(MAX_KEPT)
def score_deal(comparison: OfDeals, results: tuple[Result, ...], usual: int) -> Deal:
    """Score all results of one deal. A new result changes only its own deal, so that the others are kept.

    The results say how many there should be, or else there should be as many as usual, but never fewer than there are.
    """
    groups: defaultdict[Name | None, list[int]] = defaultdict(list)
    for number, result in enumerate(results):
        if result.points is not None:
            groups[result.group].append(number)
    stated = next((result.expected for result in results if result.expected is not None), usual)
    expected = max(stated, sum(map(len, groups.values())))
    scores = [UNPLAYED] * len(results)
    for numbers in groups.values():
        group = comparison.score_group([results[number] for number in numbers], expected)
        for number, by_side in zip(numbers, group, strict=True):
            scores[number] = by_side
    return Deal(tuple(scores), comparison.measure(expected))


def awarded_average(percent: Fraction, awarded: Fraction, own: Fraction | None) -> Fraction:
    """Return what an artificial score of so many percent is worth.

    `own` is the contestant's own average; None if there is no other deal, or if it does not count.
    """
    if own is None or percent == AVERAGE:
        return awarded
    return max(awarded, own) if percent > AVERAGE else min(awarded, own)


def parts_of(result: Result, side: int) -> Sequence[tuple[Fraction, Fraction]]:
    """Return what one side got, as weights with points."""
    if result.weighted:
        return [(weight, -points if side else points) for weight, points in result.weighted]
    return [(ONE, result.points[side])] if result.points else []


def whole_parts(results: Sequence[Result], side: int) -> tuple[list[list[tuple[int, int]]], int, int]:
    """Return what one side got at each result, as weights with points, in whole numbers.

    With them come how many of these make one result, and how many make one point.
    """
    if not any(result.weighted for result in results):
        points, unit = over_common_denominator(result.points[side] for result in results if result.points)
        return [[(1, scaled)] for scaled in points], 1, unit
    shares = [parts_of(result, side) for result in results]
    weights, one = over_common_denominator(weight for share in shares for weight, _points in share)
    points, unit = over_common_denominator(points for share in shares for _weight, points in share)
    whole = zip(weights, points, strict=True)
    return [list(islice(whole, len(share))) for share in shares], one, unit
