"""The sum of the points of all meetings, of which each counts up to a limit. A bye counts, too.

Without a limit and without byes, that is the total. If meetings are matches of several games, it is the sum of the
games won, and the points break ties.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from scorer.contest.comparing.meeting import BYE_POINTS, MOST, OfMeetings, mean
from scorer.contest.ranking import Setting
from scorer.contest.results import Extra, Meeting


@dataclass(frozen=True, slots=True)
class Points(OfMeetings):
    name: ClassVar[str] = "points"
    byes: ClassVar[bool] = True

    most: int | None = None
    bye_points: int | None = None
    games: bool = False

    @property
    def choosable(self) -> tuple[Setting, ...]:
        return (MOST, BYE_POINTS)

    def tie_breaks(self) -> tuple[str, ...]:
        return ("points",) if self.games else ()

    def worth(self, meeting: Meeting) -> Mapping[int, Fraction]:
        return {number: self._worth(meeting, number) for number in meeting.seen}

    def extra_worth(self, extra: Extra, worth: Sequence[Fraction]) -> Fraction:
        if extra.kind != "bye":
            return extra.points
        return mean(worth) if self.games else self.bye_points_of(extra, worth)

    def _worth(self, meeting: Meeting, contestant: int) -> Fraction:
        return Fraction(meeting.games.get(contestant, 0)) if self.games else self.points_made(meeting, contestant)
