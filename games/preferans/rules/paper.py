"""The record as players keep it on paper: for each player the bule in the middle and supe on both sides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from games.preferans.rules import record
from games.preferans.rules.entry import AT_PLAY
from games.preferans.rules.record import Record
from games.preferans.rules.scoring import replay
from games.preferans.rules.variant import Variant
from scorer.scoring import PaperLine, after, scored_lines

MarkKind = Literal["number", "refa", "hat"]


@dataclass(slots=True)
class Mark:
    """A number, the triangle of a refa, or the hat of a player whose bule fall below 0."""

    kind: MarkKind
    number: int = 0
    crossed: bool = False
    """Whether the refa has been played, or the bule are no longer below 0."""


@dataclass(slots=True)
class Column:
    """What is written down for one player."""

    seat: int
    bule: list[Mark]
    supe: dict[int, list[Mark]]
    """By the seat they are written against, from the left neighbour on: running sums."""
    settlement: int = 0
    points: int = 0
    """Those of the sheet."""

    @property
    def left(self) -> tuple[int, list[Mark]]:
        return next(iter(self.supe.items()))

    @property
    def others(self) -> list[tuple[int, list[Mark]]]:
        """The supe to the right of the bule. At a table of four these are two columns."""
        return list(self.supe.items())[1:]


@dataclass(slots=True)
class Paper:
    """One record. `columns` are in the order of the seats."""

    number: int
    columns: list[Column]
    left: int
    """All bule together."""

    @property
    def rows(self) -> list[list[Column]]:
        """The columns as they fit beside each other on a phone: three, or two by two."""
        per_row = AT_PLAY if len(self.columns) == AT_PLAY else 2
        return [self.columns[first : first + per_row] for first in range(0, len(self.columns), per_row)]

    def write(self, before: Record, now: Record) -> None:
        """Write what has changed from one record to the next."""
        self.left = now.left
        for column in self.columns:
            place = column.seat - 1
            _write_bule(column.bule, before.bule[place], now.bule[place])
            _write_refe(column.bule, before.refe[place], now.refe[place])
            for other, marks in column.supe.items():
                if now.supe[place][other - 1] != before.supe[place][other - 1]:
                    marks.append(Mark("number", now.supe[place][other - 1]))
            column.settlement = now.result[place]


def _write_bule(marks: list[Mark], before: int, now: int) -> None:
    if before == now:
        return
    if (before < 0) != (now < 0):
        marks.append(Mark("hat", crossed=now >= 0))
    marks.append(Mark("number", now))


def _write_refe(marks: list[Mark], before: int, now: int) -> None:
    if now > before:
        marks.append(Mark("refa"))
    elif now < before:
        next(mark for mark in marks if mark.kind == "refa" and not mark.crossed).crossed = True


def on_paper(lines: Sequence[PaperLine], variant: Variant, seats: int, *, closed: bool = False) -> Mapping[str, Any]:
    drawn = papers(lines, variant, seats)
    return {"papers": drawn, "settled": settled(drawn)}


def papers(lines: Sequence[PaperLine], variant: Variant, seats: int) -> list[Paper]:
    """Return the records of a table in order. A line without an entry changes the points only."""
    before = record.start(variant, seats)
    records = [_blank(before)]
    for line in scored_lines(lines, replay, variant, seats):
        if line.outcome:
            now, before = line.outcome.carry, record.current(before, variant, seats)
            if before.number > records[-1].number:
                records.append(_blank(before))
            records[-1].write(before, now)
            before = now
        for column, gained in zip(records[-1].columns, line.points, strict=True):
            column.points += gained
    return records


def settled(papers: Sequence[Paper]) -> tuple[int, ...]:
    """Return the settlement of all records together, by seat."""
    by_paper = ([column.settlement for column in paper.columns] for paper in papers)
    return tuple(map(sum, zip(*by_paper, strict=True)))


def _blank(start: Record) -> Paper:
    seats = len(start.bule)
    columns = []
    for seat, bule in enumerate(start.bule, start=1):
        others: dict[int, list[Mark]] = {after(seat, seats, steps): [] for steps in range(1, seats)}
        columns.append(Column(seat, [Mark("number", bule)], others))
    return Paper(start.number, columns, start.left)
