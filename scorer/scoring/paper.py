"""The lines of a sheet with their points, for games that draw it as players keep it on paper."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.scoring.model import Outcome, PaperLine


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A line of the sheet with its points, and the totals after it, by seat."""

    points: tuple[int, ...]
    totals: tuple[int, ...]
    entry: Any = None
    """None for an adjustment or an old evening, like `number` and `outcome`."""
    number: int | None = None
    """Of the hand, among those that count."""
    outcome: Outcome | None = None

    @property
    def cells(self) -> Iterator[tuple[int | None, int]]:
        """By seat: what it gained, or None if it has no score for it, and its total."""
        for seat, (gained, total) in enumerate(zip(self.points, self.totals, strict=True), start=1):
            took_part = self.outcome.scores(seat) if self.outcome else bool(gained)
            yield gained if took_part else None, total


def scored_lines(
    lines: Sequence[PaperLine], replay: Callable[[list[Any], Any, int], list[Outcome]], variant: Any, seats: int
) -> Iterator[ScoredLine]:
    """Yield the lines in order. `replay` is that of the game's rules."""
    outcomes = iter(replay([line.entry for line in lines if line.entry], variant, seats))
    totals, number = (0,) * seats, 0
    for line in lines:
        outcome = next(outcomes) if line.entry else None
        points = outcome.points if outcome else line.points
        totals = tuple(total + own for total, own in zip(totals, points, strict=True))
        number += outcome is not None
        yield ScoredLine(points, totals, line.entry, number if outcome else None, outcome)
