"""The sum of the points of all meetings, of which each counts up to a limit. A bye counts, too.

Without a limit and without byes, that is the total.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from scorer.contest.comparing.meeting import BYE_POINTS, MOST, OfMeetings
from scorer.contest.ranking import Setting
from scorer.contest.results import Extra, Meeting


@dataclass(frozen=True, slots=True)
class Points(OfMeetings):
    name: ClassVar[str] = "points"
    byes: ClassVar[bool] = True

    most: int | None = None
    bye_points: int | None = None

    @property
    def choosable(self) -> tuple[Setting, ...]:
        return (MOST, BYE_POINTS)

    def worth(self, meeting: Meeting) -> Mapping[int, Fraction]:
        return {number: self.points_made(meeting, number) for number in meeting.seen}

    def extra_worth(self, extra: Extra, made: Sequence[Fraction]) -> Fraction:
        return self.bye_made(extra, made) if extra.kind == "bye" else extra.points
