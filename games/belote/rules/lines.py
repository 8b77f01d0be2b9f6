"""One side's share of a hand as lines that add up, before they become reasons of seats."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from scorer.scoring import Param, Params


@dataclass(frozen=True, slots=True)
class ScoreLine:
    code: str
    points: int = 0
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScoreLines:
    """The lines of both sides; `waiting` is what a litige leaves to the next hand's winner."""

    contracting: tuple[ScoreLine, ...]
    opponent: tuple[ScoreLine, ...]
    waiting: int = 0


def times(code: str, points: int, multiplier: int, **more: Param) -> ScoreLine:
    """`points`, multiplied; the line has a code of its own once there is something to multiply."""
    if multiplier == 1:
        return ScoreLine(code, points, {"points": points, **more})
    return ScoreLine(f"{code}_times", points * multiplier, {"points": points, "times": multiplier, **more})


def total(lines: Iterable[ScoreLine]) -> int:
    return sum(line.points for line in lines)
