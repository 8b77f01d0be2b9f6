"""Butler: a result gets the IMPs of its difference to the datum, which is the mean of the results of its deal.

The datum is rounded to `to` points, with exact halves away from zero. So many of the highest and of the lowest results
are left out of it: `drop`, or the share `drop_share` of the results if these are more. How a share is rounded differs,
and for the seventh that the German handbook leaves out it is nowhere said, so that it is a setting. At least one result
remains, two if their number is even. One's own result stays in the datum.

    weighted    each part counts for the datum by its weight, and has its IMPs, which are weighted
    split       each side has a datum of what that side got

Groups of a fouled deal have a datum each. With a cap, no result is worth more than that (Poland: 17).

Sources: Laws 78B, 12C1c, 12C2; the White Book and BBO (nothing left out), NBB (one), a program of clubs (10 %); the
club's text on events, A2.2.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar, Literal, get_args

from scorer.contest.comparing.imp_scale import CAP, ImpScale, ImpsOfDeals, imps_of
from scorer.contest.comparing.of_deals import OWN_AVERAGE, whole_parts
from scorer.contest.ranking import Scores, Setting
from scorer.contest.results import Result
from scorer.contest.values import share
from scorer.scoring import Problem

HALF = Fraction(1, 2)
MAX_DROP, MAX_TO = 100, 1000
SHARES = ("0", "1/10", "1/7")
"""None, and those of a program of clubs and of the German handbook."""
Share = Annotated[Fraction, share]
Rounding = Literal["down", "nearest", "up"]


@dataclass(frozen=True, slots=True)
class Butler(ImpsOfDeals):
    name: ClassVar[str] = "butler"

    imp_scale: ImpScale
    drop: int = 0
    drop_share: Share = Fraction(0)
    share_rounding: Rounding = "down"
    to: int = 10
    cap: int | None = None
    own_average: bool = True
    winners: int = 1

    @property
    def choosable(self) -> tuple[Setting, ...]:
        return (
            Setting("drop", most=MAX_DROP),
            Setting("drop_share", choices=SHARES),
            Setting("share_rounding", choices=get_args(Rounding)),
            Setting("to", least=1, most=MAX_TO),
            CAP,
            OWN_AVERAGE,
        )

    def settings_problems(self) -> list[Problem]:
        problems = super(Butler, self).settings_problems()
        if not 0 <= self.drop <= MAX_DROP:
            problems.append(Problem("drop", "number_range", {"least": 0, "most": MAX_DROP}))
        if not 1 <= self.to <= MAX_TO:
            problems.append(Problem("to", "number_range", {"least": 1, "most": MAX_TO}))
        return problems

    def score_group(self, results: Sequence[Result], expected: int) -> Sequence[Scores]:  # noqa: ARG002  # a datum is of the results there are
        return self.both_sides(results)

    def measure(self, expected: int) -> int:  # noqa: ARG002  # an artificial score is always that of one comparison
        return 1

    def imps_of_side(self, results: Sequence[Result], side: int) -> tuple[list[int], int]:
        shares, one, unit = whole_parts(results, side)
        datum = self.datum(results, side) * unit
        scale = tuple(least * unit for least in self.imp_scale)
        different = {points for parts in shares for _weight, points in parts}
        imps = {points: imps_of(points - datum, scale, self.cap) for points in different}
        return [sum(weight * imps[points] for weight, points in parts) for parts in shares], one

    def dropped(self, count: int) -> int:
        """Return how many of so many results are left out at each end."""
        wanted = count * self.drop_share
        rounded = {"down": math.floor(wanted), "nearest": math.floor(wanted + HALF), "up": math.ceil(wanted)}
        return min(max(self.drop, rounded[self.share_rounding]), (count - 1) // 2)

    def datum(self, results: Sequence[Result], side: int) -> int:
        """Return what the results of one side are compared with."""
        shares, one, unit = whole_parts(results, side)
        first = self.dropped(len(results)) * one
        last = len(results) * one - first
        kept, below = 0, 0
        for points, weight in sorted((points, weight) for parts in shares for weight, points in parts):
            kept += points * max(0, min(below + weight, last) - max(below, first))
            below += weight
        return self._rounded(Fraction(kept, unit * (last - first)))

    def _rounded(self, mean: Fraction) -> int:
        rounded = math.floor(abs(mean) / self.to + HALF) * self.to
        return -rounded if mean < 0 else rounded
