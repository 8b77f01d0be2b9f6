"""The marque of clubs: a column for each player, with what the deal was worth to the player and the running total.

Beside each deal are its contract and its value, which is what each defender pays, or gets if it is negative. The taker
has a ring around the figure, and a partner who was called has a line below it. The points of a line add up to zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from games.tarot.rules.entry import Entry
from games.tarot.rules.scoring import replay
from games.tarot.rules.variant import Variant
from scorer.scoring import PaperLine, ScoredLine, scored_lines

Part = Literal["", "taker", "partner"]


@dataclass(frozen=True, slots=True)
class Cell:
    """`gained` is None for a player who sat out or has no part in an adjustment."""

    gained: int | None
    total: int
    part: Part = ""


@dataclass(frozen=True, slots=True)
class Row:
    cells: tuple[Cell, ...]
    number: int | None = None
    """None for an adjustment, which has no `entry` either."""
    entry: Entry | None = None
    value: int | None = None
    """None if the deal has no taker."""


@dataclass(frozen=True, slots=True)
class Paper:
    rows: tuple[Row, ...]
    totals: tuple[int, ...]

    @property
    def sum_of_totals(self) -> int:
        """The sum of all totals. Every deal adds up to zero, so only an adjustment can change it."""
        return sum(self.totals)


def on_paper(lines: Sequence[PaperLine], variant: Variant, seats: int, *, closed: bool = False) -> Paper:
    scored = list(scored_lines(lines, replay, variant, seats))
    return Paper(tuple(map(_row, scored)), scored[-1].totals if scored else (0,) * seats)


def _row(line: ScoredLine) -> Row:
    cells = [Cell(gained, total, _part(seat, line.entry)) for seat, (gained, total) in enumerate(line.cells, start=1)]
    return Row(tuple(cells), line.number, line.entry, _value(line.entry, cells))


def _part(seat: int, entry: Entry | None) -> Part:
    if entry is None or seat not in (entry.taker, entry.partner):
        return ""
    return "taker" if seat == entry.taker else "partner"


def _value(entry: Entry | None, cells: Sequence[Cell]) -> int | None:
    """Return what each defender pays."""
    if entry is None or entry.taker is None:
        return None
    return next(-cell.gained for cell in cells if cell.gained is not None and not cell.part)
