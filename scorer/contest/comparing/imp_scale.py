"""Turn differences of points into IMPs by a scale, which a game brings along."""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from scorer.contest.comparing.of_deals import AVERAGE, ONE, OfDeals
from scorer.contest.ranking import Scores, Setting
from scorer.contest.results import Result, ScoreUnit, Unit
from scorer.scoring import Problem

ImpScale = tuple[int, ...]
"""The least difference that is worth 1, 2, 3 ... IMPs."""
CAP = Setting("cap", least=1, most=24)
"""24 IMPs are the most that there are (Law 78B)."""
TEN_PERCENT = 3
"""Average plus, which is 10 % more than average at matchpoints, is 3 IMPs (Law 12C2, the White Book)."""


def imps_of(difference: Fraction | int, scale: ImpScale, cap: int | None = None) -> int:
    if difference < 0:
        return -imps_of(-difference, scale, cap)
    worth = bisect_right(scale, int(difference))
    return worth if cap is None else min(worth, cap)


def artificial_imps(percent: Fraction) -> Fraction:
    """Return what an artificial score is worth: 3 IMPs for 60 %, 0 for 50 %, -3 for 40 %, others in proportion."""
    return (percent - AVERAGE) * TEN_PERCENT / 10


def scale_problems(scale: ImpScale) -> list[Problem]:
    rises = bool(scale) and scale[0] > 0 and all(lower < higher for lower, higher in pairwise(scale))
    return [] if rises else [Problem("imp_scale", "not_rising")]


class ImpsOfDeals(OfDeals):
    """What cross-IMPs and Butler have in common."""

    units: ClassVar[tuple[Unit, ...]] = ("imps", "points")
    unit: ClassVar[ScoreUnit] = "imps"
    imp_scale: ImpScale
    cap: int | None

    def settings_problems(self) -> list[Problem]:
        problems = [*super().settings_problems(), *scale_problems(self.imp_scale)]
        if self.cap is not None and self.cap < 1:
            problems.append(Problem("cap", "number_range", {"least": 1, "most": len(self.imp_scale)}))
        return problems

    def artificial(self, percent: Fraction) -> Fraction:
        return artificial_imps(percent)

    def imps_of_side(self, results: Sequence[Result], side: int) -> tuple[list[int], int]:
        """Return the IMPs of each result for one side, and how many parts make an IMP."""
        raise NotImplementedError

    def both_sides(self, results: Sequence[Result], factor: Fraction = ONE) -> Sequence[Scores]:
        """Return the IMPs of each result for both sides, times a factor. If none is split, they are opposite."""
        first, parts = self.imps_of_side(results, 0)
        split = any(result.split for result in results)
        second = self.imps_of_side(results, 1)[0] if split else [-imps for imps in first]
        part = factor / parts
        worth = {imps: part * imps for imps in {*first, *second}}
        return [(worth[one], worth[other]) for one, other in zip(first, second, strict=True)]
