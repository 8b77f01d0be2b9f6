"""Cross-IMPs: a result gets the IMPs of its difference to each other result of the same deal.

E is how many results a deal should have, and A how many it has. If they are fewer, each counts E / A times (the White
Book's factor frequencies). The sum is then divided:

    comparisons    by E - 1, so that a score is in IMPs for each comparison
    results        by E
    none           by nothing
    sqrt           by the square root of E (E - 1) / 2: "XIMPQ" of the White Book, which leads to victory points

A split score counts for each side among what that side got. A weighted one is the weighted sum of the IMPs of its
parts, and counts for the others by its weights. With a cap, no comparison is worth more than that (Poland: 17).

The square root, which is not rational, is taken to 20 decimals, so that equal results stay exactly equal.

Sources: Laws 78B, 12C1c, 12C2; the club's text on events, A2.2.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import ClassVar, Literal

from scorer.contest.comparing.imp_scale import ImpScale, ImpsOfDeals, imps_of
from scorer.contest.comparing.of_deals import UNPLAYED, Deal, grouped, whole_parts
from scorer.contest.ranking import Scores
from scorer.contest.results import Result

MAX_KEPT = 200
"""Deals whose scores are kept in memory: those of some evenings, and of what their results were before."""
ROOT_PARTS = 10**20

Divide = Literal["comparisons", "results", "none", "sqrt"]


@dataclass(frozen=True, slots=True)
class CrossImps(ImpsOfDeals):
    name: ClassVar[str] = "cross_imps"

    imp_scale: ImpScale
    divide: Divide = "comparisons"
    cap: int | None = None
    own_average: bool = True
    winners: int = 1

    def score_deal(self, results: tuple[Result, ...], usual: int) -> Deal:
        return score_deal(results, usual, self.imp_scale, self.divide, self.cap)


@lru_cache(MAX_KEPT)
def score_deal(
    results: tuple[Result, ...], usual: int, scale: ImpScale, divide: Divide = "comparisons", cap: int | None = None
) -> Deal:
    """Score all results of one deal. A new result changes only its own deal, so that the others are kept."""
    groups, expected = grouped(results, usual)
    divisor = divisor_of(divide, expected)
    scores: list[Scores] = [UNPLAYED] * len(results)
    for numbers in groups:
        here = [results[number] for number in numbers]
        first, parts = _sums(here, 0, scale, cap)
        second = _sums(here, 1, scale, cap)[0] if any(result.split for result in here) else [-imps for imps in first]
        factor = Fraction(expected, len(here) * parts) / divisor
        worth = {imps: factor * imps for imps in {*first, *second}}
        for number, *both in zip(numbers, first, second, strict=True):
            scores[number] = worth[both[0]], worth[both[1]]
    return Deal(tuple(scores), comparisons(expected) / divisor)


def comparisons(expected: int) -> int:
    """Return with how many others each result is compared. Where there is only one, an average is that of two."""
    return max(1, expected - 1)


def divisor_of(divide: Divide, expected: int) -> Fraction:
    """Return what the sum over all comparisons is divided by."""
    match divide:
        case "comparisons":
            return Fraction(comparisons(expected))
        case "results":
            return Fraction(expected)
        case "none":
            return Fraction(1)
        case "sqrt":
            return Fraction(isqrt(expected * comparisons(expected) * ROOT_PARTS**2 // 2), ROOT_PARTS)


def _sums(results: Sequence[Result], side: int, scale: ImpScale, cap: int | None) -> tuple[list[int], int]:
    """Return the sum of the IMPs of each result against the others, for one side, and how many parts make an IMP.

    Each number of points is compared once with each other number, however many results have it. A result is compared
    with itself, too, which adds up to 0.
    """
    shares, one, unit = whole_parts(results, side)
    times: Counter[int] = Counter()
    for share in shares:
        for weight, points in share:
            times[points] += weight
    won = _against_all(times, tuple(least * unit for least in scale), cap)
    return [sum(weight * won[points] for weight, points in share) for share in shares], one * one


def _against_all(times: Mapping[int, int], scale: ImpScale, cap: int | None) -> dict[int, int]:
    """Return the IMPs of each number of points against all of them, each as many times as it occurs."""
    numbers = sorted(times)
    won = dict.fromkeys(numbers, 0)
    for place, higher in enumerate(numbers):
        for lower in numbers[:place]:
            imps = imps_of(higher - lower, scale, cap)
            won[higher] += imps * times[lower]
            won[lower] -= imps * times[higher]
    return won
