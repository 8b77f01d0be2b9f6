"""The Spielzettel of clubs: a column of running totals for each player, with marks for solos and Bock.

Whoever plays a solo has a ring around the figure. The hands of a Bock round are marked as soon as the round is known,
so those still to come are empty lines. Below the totals it says who has played the Pflichtsolo, and in which hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.doppelkopf.rules import bock
from games.doppelkopf.rules.bock import TIMES
from games.doppelkopf.rules.entry import Entry, Kind, is_duty, is_solo
from games.doppelkopf.rules.scoring import replay
from games.doppelkopf.rules.sheet import Carry
from games.doppelkopf.rules.variant import Variant
from scorer.scoring import PaperLine, ScoredLine, scored_lines


@dataclass(frozen=True, slots=True)
class Cell:
    total: int
    changed: bool = True
    """False for a player who sat out or has no part in an adjustment."""
    ring: bool = False
    """Whether this is the soloist."""


@dataclass(frozen=True, slots=True)
class Row:
    cells: tuple[Cell, ...]
    number: int | None = None
    """None for an adjustment."""
    value: int | None = None
    """What the hand is worth to the winners, or to each opponent of a soloist; None for an adjustment."""
    times: int = 1
    """How many times a Bock hand counts."""
    solo: Kind | None = None
    duty: bool = False
    """Whether it is the soloist's Pflichtsolo."""


@dataclass(frozen=True, slots=True)
class Duty:
    """The Pflichtsolo of a player: the number of the hand, and the kind of solo."""

    number: int
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class Paper:
    rows: tuple[Row, ...]
    coming: tuple[int, ...]
    """The Bock hands to come: how many times each counts."""
    totals: tuple[int, ...]
    duties: tuple[Duty | None, ...]
    """By seat; empty if nobody has to play a Pflichtsolo."""

    @property
    def has_marks(self) -> bool:
        """Whether there is anything to put into the column of the marks."""
        return bool(self.coming) or any(row.solo or row.times > 1 or row.number is None for row in self.rows)


def on_paper(lines: Sequence[PaperLine], variant: Variant, seats: int, *, closed: bool = False) -> Paper:
    rows: list[Row] = []
    duties: list[Duty | None] = [None] * seats
    totals = (0,) * seats
    now = Carry()
    for line in scored_lines(lines, replay, variant, seats):
        totals = line.totals
        if line.number is None or line.outcome is None:
            rows.append(Row(tuple(Cell(total, gained is not None) for gained, total in line.cells)))
            continue
        rows.append(_hand(line, bock.times(line.entry, now.bock, variant)))
        now = line.outcome.carry or Carry()
        if is_duty(line.entry) and duties[line.entry.re[0] - 1] is None:
            duties[line.entry.re[0] - 1] = Duty(line.number, line.entry.kind)
    coming = tuple(TIMES ** sum(left > hand for left in now.bock) for hand in range(max(now.bock, default=0)))
    return Paper(tuple(rows), coming, totals, tuple(duties) if variant.duty_per == "list" else ())


def _hand(line: ScoredLine, times: int) -> Row:
    entry: Entry = line.entry
    solo = is_solo(entry)
    soloist = entry.re if solo and entry.re else ()
    cells = [
        Cell(total, gained is not None, seat in soloist) for seat, (gained, total) in enumerate(line.cells, start=1)
    ]
    worth = min(abs(gained) for gained, _total in line.cells if gained is not None)
    return Row(tuple(cells), line.number, worth, times, entry.kind if solo else None, is_duty(entry))
