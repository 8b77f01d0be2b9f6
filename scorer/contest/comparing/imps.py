"""The IMPs of matches. A match is what its boards add up to, or what its lines say.

Sources: Laws 78B, 12C2; the club's text on events, A2.2 to A2.4.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from scorer.contest.comparing.imp_scale import ImpScale, artificial_imps, imps_of, scale_problems
from scorer.contest.comparing.matches import OfMatches
from scorer.contest.results import ScoreUnit, Unit
from scorer.scoring import Problem


@dataclass(frozen=True, slots=True)
class Imps(OfMatches):
    name: ClassVar[str] = "imps"
    units: ClassVar[tuple[Unit, ...]] = ("imps", "points")
    unit: ClassVar[ScoreUnit] = "imps"
    imps: ClassVar[bool] = True

    imp_scale: ImpScale

    def settings_problems(self) -> list[Problem]:
        return scale_problems(self.imp_scale)

    def board_worth(self, points: Fraction) -> Fraction:
        return Fraction(imps_of(points, self.imp_scale))

    def artificial(self, percent: Fraction) -> Fraction:
        return artificial_imps(percent)
