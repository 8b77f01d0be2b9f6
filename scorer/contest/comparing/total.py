"""The sum of all points."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from scorer.contest.ranking import Compared, Comparison, Standing
from scorer.contest.results import Extra, Result, deals_played, everybody


@dataclass(frozen=True, slots=True)
class Total(Comparison):
    name: ClassVar[str] = "total"

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        sums: defaultdict[int, Fraction] = defaultdict(Fraction)
        for result in results:
            for contestant, points in zip(result.contestants, result.points or (), strict=result.points is not None):
                sums[contestant] += points
        for extra in extras:
            sums[extra.contestant] += extra.points
        deals = deals_played(results)
        return Compared(
            tuple(result.by_contestant for result in results),
            tuple(
                Standing(number, sums[number], deals[number], (sums[number],)) for number in everybody(results, extras)
            ),
            tuple(extra.points for extra in extras),
        )
