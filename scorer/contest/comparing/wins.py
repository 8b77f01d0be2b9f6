"""Meetings won, drawn and lost. Ties are broken by the points made, or by how many more they are than the opponents'.

A bye is a win unless the settings say otherwise. It adds to the points or the difference what its line says, or else
the mean of the contestant's meetings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, get_args

from scorer.contest.comparing.meeting import OfMeetings
from scorer.contest.ranking import Setting
from scorer.contest.results import Extra, Meeting, Result
from scorer.scoring import HalfPoints, Problem

OPPONENTS = 2
TieBreak = Literal["difference", "points"]
WIN, DRAW, LOSS = HalfPoints(2), HalfPoints(1), HalfPoints(0)


@dataclass(frozen=True, slots=True)
class Wins(OfMeetings):
    name: ClassVar[str] = "wins"
    byes: ClassVar[bool] = True

    win: HalfPoints = WIN
    draw: HalfPoints = DRAW
    loss: HalfPoints = LOSS
    bye: HalfPoints | None = None
    """None means as much as a win."""
    by: TieBreak = "difference"

    @property
    def choosable(self) -> tuple[Setting, ...]:
        return (Setting("by", choices=get_args(TieBreak)),)

    def result_problems(self, result: Result) -> list[Problem]:
        alone = len(result.contestants) < OPPONENTS
        return [Problem("contestants", "too_few_contestants", {"least": OPPONENTS})] if alone else []

    def tie_breaks(self) -> tuple[str, ...]:
        return (self.by,)

    def worth(self, meeting: Meeting) -> Mapping[int, Fraction]:
        outcome_worth = {"win": Fraction(self.win), "draw": Fraction(self.draw), "loss": Fraction(self.loss)}
        return {number: outcome_worth[outcome] for number, outcome in meeting.outcomes().items()}

    def extra_worth(self, extra: Extra) -> Fraction:
        return Fraction(self.win if self.bye is None else self.bye) if extra.kind == "bye" else extra.points

    def points_made(self, meeting: Meeting, contestant: int) -> Fraction:
        """Return the points or the difference made in a meeting. Several opponents count with their mean."""
        points = meeting.seen[contestant]
        own = points[contestant]
        return own if self.by == "points" else own - (sum(points.values()) - own) / (len(points) - 1)
