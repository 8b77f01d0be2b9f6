"""The score of each side as lines that add up, before they become the reasons of its seats."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.scoring import Param, ScoreLine


@dataclass(frozen=True, slots=True)
class ScoreLines:
    """The lines of both sides. `waiting` are the points of litiges that the winner of the next hand gets."""

    contracting: tuple[ScoreLine, ...]
    opponent: tuple[ScoreLine, ...]
    waiting: int = 0


def times(code: str, points: int, multiplier: int, **more: Param) -> ScoreLine:
    """Return a line of `points` times `multiplier`. Its code ends in "_times" unless the multiplier is 1."""
    if multiplier == 1:
        return ScoreLine(code, points, {"points": points, **more})
    return ScoreLine(f"{code}_times", points * multiplier, {"points": points, "times": multiplier, **more})


def total(lines: Iterable[ScoreLine]) -> int:
    return sum(line.points for line in lines)
