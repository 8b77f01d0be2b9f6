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
from math import isqrt
from typing import ClassVar, Literal, get_args

from scorer.contest.comparing.imp_scale import CAP, ImpScale, ImpsOfDeals, imps_of
from scorer.contest.comparing.of_deals import OWN_AVERAGE, whole_parts
from scorer.contest.ranking import Scores, Setting
from scorer.contest.results import Result

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

    @property
    def choosable(self) -> tuple[Setting, ...]:
        return (Setting("divide", choices=get_args(Divide)), CAP, OWN_AVERAGE)

    def score_group(self, results: Sequence[Result], expected: int) -> Sequence[Scores]:
        return self.both_sides(results, Fraction(expected, len(results)) / divisor_of(self.divide, expected))

    def measure(self, expected: int) -> Fraction:
        return comparisons(expected) / divisor_of(self.divide, expected)

    def imps_of_side(self, results: Sequence[Result], side: int) -> tuple[list[int], int]:
        """Return the sum of the IMPs of each result against the others, and how many parts make an IMP.

        Each number of points is compared once with each other number, however many results have it. A result is
        compared with itself, too, which adds up to 0.
        """
        shares, one, unit = whole_parts(results, side)
        times: Counter[int] = Counter()
        for share in shares:
            for weight, points in share:
                times[points] += weight
        won = _against_all(times, tuple(least * unit for least in self.imp_scale), self.cap)
        return [sum(weight * won[points] for weight, points in share) for share in shares], one * one


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
