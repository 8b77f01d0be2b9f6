"""Meetings won, drawn and lost. Ties are broken by the points made, or by how many more they are than the opponents'.

If meetings are matches of several games, ties are broken by the games in the same way, and then by the points.

A bye is a win unless the settings say otherwise. It adds to the points or the difference what its line or the settings
say, or else the mean of the contestant's meetings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, get_args

from scorer.contest.comparing.meeting import BYE_POINTS, MOST, Made, OfMeetings
from scorer.contest.ranking import Setting
from scorer.contest.results import Extra, Meeting, Result, partner_at
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
    most: int | None = None
    bye_points: int | None = None
    games: bool = False
    partners: bool = False
    """Whether the first plays with the third at a table of four, against the others."""

    @property
    def choosable(self) -> tuple[Setting, ...]:
        return (Setting("by", choices=get_args(TieBreak)), MOST, BYE_POINTS)

    def result_problems(self, result: Result) -> list[Problem]:
        alone = len(result.contestants) < OPPONENTS
        return [Problem("contestants", "too_few_contestants", {"least": OPPONENTS})] if alone else []

    def tie_breaks(self) -> tuple[str, ...]:
        return ("games", self.by) if self.games else (self.by,)

    def worth(self, meeting: Meeting) -> Mapping[int, Fraction]:
        outcome_worth = {"win": Fraction(self.win), "draw": Fraction(self.draw), "loss": Fraction(self.loss)}
        return {number: outcome_worth[outcome] for number, outcome in meeting.outcomes().items()}

    def extra_worth(self, extra: Extra, worth: Sequence[Fraction]) -> Fraction:  # noqa: ARG002  # a bye is a win
        return Fraction(self.win if self.bye is None else self.bye) if extra.kind == "bye" else extra.points

    def points_of(self, meeting: Meeting, contestant: int) -> Fraction:
        """Return the points or the difference. Several opponents count with their mean."""
        return self._counted(meeting, contestant, meeting.seen[contestant])

    def made_in(self, meeting: Meeting, contestant: int) -> Made:
        points = self.points_made(meeting, contestant)
        if not self.games:
            return (points,)
        won = {number: Fraction(meeting.games.get(number, 0)) for number in meeting.seen}
        return self._counted(meeting, contestant, won), points

    def _counted(self, meeting: Meeting, contestant: int, points: Mapping[int, Fraction]) -> Fraction:
        own = points[contestant]
        if self.by == "points":
            return own
        partner = partner_at(meeting.contestants, contestant) if self.partners else None
        others = [made for other, made in points.items() if other not in {contestant, partner}]
        return own - sum(others, Fraction(0)) / len(others)
