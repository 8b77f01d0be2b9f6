"""League points for the places at each table, where a result below zero is worth less. The settlement breaks ties.

    first     3; 4 if the first one is the only one whose result is not negative
    second    2; 1 if the result is negative
    others    0

A result of 0 is not negative. Those who are level share the points of their places: two first ones have (3 + 2) / 2
each. At a table of four, where the dealer sits out in turn, the fourth has 0 like the third: what a place is worth does
not depend on the size of the table.

Sources: a Serbian league, in the digest of its game's rules, section 6; the club's text on events, B4. The first breaks
ties by the settlement, the second by "bula". The record counts bule down, so that fewer are better, and the result of a
table is its settlement. So it is the settlement that decides, and that is negative or not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from scorer.contest.comparing.meeting import OfMeetings
from scorer.contest.results import Meeting, Result
from scorer.scoring import Problem

FIRST, ONLY_POSITIVE = 3, 4
SECOND, NEGATIVE_SECOND = 2, 1
FEWEST = 3
"""How many sit at a table at least. With two, nobody would be third."""


@dataclass(frozen=True, slots=True)
class League(OfMeetings):
    name: ClassVar[str] = "league"

    def result_problems(self, result: Result) -> list[Problem]:
        few = len(result.contestants) < FEWEST
        return [Problem("contestants", "too_few_contestants", {"least": FEWEST})] if few else []

    def tie_breaks(self) -> tuple[str, ...]:
        return ("points",)

    def worth(self, meeting: Meeting) -> Mapping[int, Fraction]:
        return {number: _worth(meeting.seen[number], number) for number in meeting.seen}


def _worth(points: Mapping[int, Fraction], contestant: int) -> Fraction:
    own = points[contestant]
    better = sum(other > own for other in points.values())
    level = sum(other == own for other in points.values())
    scale = _scale(sorted(points.values(), reverse=True))
    return Fraction(sum(scale[better : better + level]), level)


def _scale(results: list[Fraction]) -> list[int]:
    """Return what each place is worth at a table with these results, the best first."""
    best, second, *others = results
    first = ONLY_POSITIVE if best >= 0 > second else FIRST
    return [first, NEGATIVE_SECOND if second < 0 else SECOND, *(0 for _other in others)]
