"""The parties of a sitting as players keep them on paper: two columns whose sums start anew after each party."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.belote.rules.entry import Entry
from games.belote.rules.parties import Standing
from games.belote.rules.scoring import replay
from games.belote.rules.variant import Variant
from scorer.scoring import PaperLine, pairs


@dataclass(frozen=True, slots=True)
class Cell:
    """What is written for one side after a hand. `took` is whether it bid the contract."""

    took: bool
    gained: int
    total: int


@dataclass(frozen=True, slots=True)
class Line:
    """One hand. `litige` are its points that wait for the winner of another."""

    hand: int
    entry: Entry
    cells: tuple[Cell, Cell]
    litige: int


@dataclass(slots=True)
class Paper:
    """One party."""

    is_belle: bool
    standing: Standing
    """After its last hand so far."""
    lines: list[Line] = field(default_factory=list)

    @property
    def columns(self) -> list[tuple[int, int, bool]]:
        """The total of each side, the parties that it has won in the match, and whether it has won this one."""
        now = self.standing
        return [(now.points[side], now.won[side], now.is_over and now.leader == side) for side in (0, 1)]


def on_paper(lines: Sequence[PaperLine], variant: Variant, seats: int, *, closed: bool = False) -> list[Paper]:
    return papers([line.entry for line in lines if line.entry], variant, seats)


def papers(entries: Sequence[Entry], variant: Variant, seats: int) -> list[Paper]:
    """Return the parties in order. There is none before its first hand."""
    parties: list[Paper] = []
    before = Standing()
    for hand, (entry, outcome) in enumerate(zip(entries, replay(entries, variant, seats), strict=True), start=1):
        now: Standing = outcome.carry
        if not parties or before.is_over:
            parties.append(Paper(now.is_belle(variant), now))
        ours, theirs = (
            Cell(entry.bidder in side, outcome.points[side[0] - 1], total)
            for side, total in zip(pairs(seats), now.points, strict=True)
        )
        litige = max(now.waiting + now.lapsed - before.waiting, 0)
        parties[-1].lines.append(Line(hand, entry, (ours, theirs), litige))
        parties[-1].standing = before = now
    return parties
