"""Board-a-match: each board of a match is won, drawn or lost, whatever the difference.

A board is worth 2, 1 or 0 (Europe), or 1, 1/2 or 0 (America): half of what winning it is worth to those who are level.
An artificial score is a percentage of that.

Sources: Laws 78A, 12C2; the club's text on events, A1.6, and its text on the rules, 5.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from scorer.contest.comparing.matches import OfMatches
from scorer.scoring import HalfPoints

WHOLE = 100
WIN = HalfPoints(2)


@dataclass(frozen=True, slots=True)
class BoardAMatch(OfMatches):
    name: ClassVar[str] = "board_a_match"

    win: HalfPoints = WIN

    def board_worth(self, points: Fraction) -> Fraction:
        return Fraction(self.win) * (1 + (points > 0) - (points < 0)) / 2

    def artificial(self, percent: Fraction) -> Fraction:
        return Fraction(self.win) * percent / WHOLE
