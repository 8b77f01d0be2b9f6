"""A scale turns the places at each table of each round into points. Ties are broken by the points made there.

Contestants who are level at a table get the mean of what their places are worth.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from scorer.contest.comparing.meeting import compared
from scorer.contest.ranking import Compared, Comparison
from scorer.contest.results import Extra, Meeting, Result, meetings
from scorer.scoring import HalfPoints, Problem

Scale = tuple[HalfPoints, ...]
"""What each place at a table is worth, from the first place on."""


@dataclass(frozen=True, slots=True)
class Places(Comparison):
    name: ClassVar[str] = "places"
    by_meeting: ClassVar[bool] = True

    scale: Scale = (HalfPoints(4), HalfPoints(3), HalfPoints(2), HalfPoints(1))
    """The scale for tables that have as many contestants as it has places."""
    scale_2: Scale = ()
    scale_3: Scale = ()
    scale_4: Scale = ()
    scale_5: Scale = ()
    scale_6: Scale = ()

    def settings_problems(self) -> list[Problem]:
        return [
            Problem(f"scale_{size}", "scale_length", {"size": size})
            for size, scale in self._sized().items()
            if len(scale) not in {0, size}
        ]

    def result_problems(self, result: Result) -> list[Problem]:
        size = len(result.contestants)
        return [] if self._scale(size) else [Problem("contestants", "no_scale", {"size": size})]

    def tie_breaks(self) -> tuple[str, ...]:
        return ("points",)

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        met, meeting_of = meetings(results)
        worth = [{number: self._worth(meeting, number) for number in meeting.seen} for meeting in met]
        scores: defaultdict[int, Fraction] = defaultdict(Fraction)
        points_made: defaultdict[int, Fraction] = defaultdict(Fraction)
        for meeting, shares in zip(met, worth, strict=True):
            for number, share in shares.items():
                scores[number] += share
                points_made[number] += meeting.seen[number][number]
        for extra in extras:
            scores[extra.contestant] += extra.points
        added = [extra.points for extra in extras]
        return compared(results, extras, [worth[index] for index in meeting_of], scores, points_made, added=added)

    def _sized(self) -> Mapping[int, Scale]:
        return {2: self.scale_2, 3: self.scale_3, 4: self.scale_4, 5: self.scale_5, 6: self.scale_6}

    def _scale(self, size: int) -> Scale:
        return self._sized().get(size) or (self.scale if len(self.scale) == size else ())

    def _worth(self, meeting: Meeting, contestant: int) -> Fraction:
        """Return what the contestant's place at the table is worth: the mean of the places that it shares."""
        points = meeting.seen[contestant]
        better = sum(other > points[contestant] for other in points.values())
        level = sum(other == points[contestant] for other in points.values())
        scale = self._scale(len(points))[better : better + level]
        return sum(map(Fraction, scale), Fraction(0)) / level
