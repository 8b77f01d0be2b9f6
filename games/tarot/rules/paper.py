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
from scorer.scoring import Outcome, PaperLine

Part = Literal["", "taker", "partner"]


@dataclass(frozen=True, slots=True)
class Cell:
    """`gained` is None for who sat out, and for who has no part in an adjustment."""

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
    def cross_sum(self) -> int:
        """The sum of all totals. Every deal adds up to zero, so only an adjustment can change it."""
        return sum(self.totals)


def paper(lines: Sequence[PaperLine], variant: Variant, seats: int) -> Paper:
    outcomes = iter(replay([line.entry for line in lines if line.entry], variant, seats))
    rows: list[Row] = []
    totals, number = [0] * seats, 0
    for line in lines:
        outcome = None if line.entry is None else next(outcomes)
        points = line.points if outcome is None else outcome.points
        totals = [total + own for total, own in zip(totals, points, strict=True)]
        if outcome is None:
            cells = (Cell(own or None, total) for own, total in zip(points, totals, strict=True))
            rows.append(Row(tuple(cells)))
        else:
            number += 1
            rows.append(_deal(line.entry, outcome, totals, number))
    return Paper(tuple(rows), tuple(totals))


def _deal(entry: Entry, outcome: Outcome, totals: Sequence[int], number: int) -> Row:
    cells = tuple(
        Cell(None if seat in outcome.sitting_out else own, total, _part(seat, entry))
        for seat, (own, total) in enumerate(zip(outcome.points, totals, strict=True), start=1)
    )
    return Row(cells, number, entry, _value(entry, outcome))


def _part(seat: int, entry: Entry) -> Part:
    if seat == entry.taker:
        return "taker"
    return "partner" if seat == entry.partner else ""


def _value(entry: Entry, outcome: Outcome) -> int | None:
    """Return what each defender pays."""
    if entry.taker is None:
        return None
    defenders = (
        seat
        for seat in range(1, len(outcome.points) + 1)
        if seat not in (entry.taker, entry.partner, *outcome.sitting_out)
    )
    return -outcome.points[next(defenders) - 1]
