"""A scale turns the places at each table of each round into points. Ties are broken by the points made there.

Contestants who are level at a table get the mean of what their places are worth.

In events, each place is worth one point more than the one behind it, and tables of all sizes give the same on average,
so that nobody gains by sitting at a larger or a smaller one: 4, 3, 2, 1 and 4.5, 3.5, 2.5, 1.5, 0.5.

Source: a German club (Wemmetsweil) gives 3, 1, -1, -3 at tables of four and 4, 2, 0, -2, -4 at tables of five
(the club's text on events, B1), which is the same with two points between places around 0. Sizes for which no scale was
found follow the same rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from scorer.contest.comparing.meeting import OfMeetings
from scorer.contest.results import Meeting, Result
from scorer.scoring import HalfPoints, Problem

Scale = tuple[HalfPoints, ...]
"""What each place at a table is worth, from the first place on."""
FOUR: Scale = (HalfPoints(4), HalfPoints(3), HalfPoints(2), HalfPoints(1))


def even_scale(size: int) -> Scale:
    """Return a scale with one point between places and the mean of 4, 3, 2, 1."""
    first = (size - len(FOUR)) / 2 + FOUR[0]
    return tuple(HalfPoints(first - place) for place in range(size))


@dataclass(frozen=True, slots=True)
class Places(OfMeetings):
    name: ClassVar[str] = "places"

    scale: Scale = FOUR
    """The scale for tables that have as many contestants as it has places."""
    scale_2: Scale = ()
    scale_3: Scale = ()
    scale_4: Scale = ()
    scale_5: Scale = ()
    scale_6: Scale = ()

    @classmethod
    def at_tables_of(cls, *sizes: int) -> Self:
        """Return the comparison with a scale for tables of these sizes."""
        return cls(**{f"scale_{size}": even_scale(size) for size in sizes})

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

    def worth(self, meeting: Meeting) -> Mapping[int, Fraction]:
        return {number: self._worth(meeting, number) for number in meeting.seen}

    def _sized(self) -> Mapping[int, Scale]:
        return {2: self.scale_2, 3: self.scale_3, 4: self.scale_4, 5: self.scale_5, 6: self.scale_6}

    def _scale(self, size: int) -> Scale:
        """Return the scale for a size, or else the common one if it fits.

        A common one that is not the usual 4, 3, 2, 1 was set by somebody, and goes before what a game has for the size.
        """
        common = self.scale if len(self.scale) == size else ()
        sized = self._sized().get(size, ())
        return common or sized if self.scale != FOUR else sized or common

    def _worth(self, meeting: Meeting, contestant: int) -> Fraction:
        """Return what the contestant's place at the table is worth: the mean of the places that it shares."""
        points = meeting.seen[contestant]
        better = sum(other > points[contestant] for other in points.values())
        level = sum(other == points[contestant] for other in points.values())
        scale = self._scale(len(points))[better : better + level]
        return sum(map(Fraction, scale), Fraction(0)) / level
