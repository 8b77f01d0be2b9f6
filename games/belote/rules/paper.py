"""The parties of a sitting as players keep them on paper: two columns whose sums start anew after each party."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.belote.rules import parties
from games.belote.rules.entry import Entry
from games.belote.rules.parties import Pair, Party
from games.belote.rules.scoring import replay
from games.belote.rules.variant import Variant
from scorer.scoring import pairs


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

    number: int
    is_belle: bool
    lines: list[Line] = field(default_factory=list)
    won: Pair = (0, 0)
    """The parties that each side has won in the match, this one included."""
    ended: Party | None = None

    @property
    def columns(self) -> list[tuple[int, int, bool]]:
        """The total of each side, the parties that it has won, and whether it has won this one."""
        totals = [cell.total for cell in self.lines[-1].cells]
        winner = self.ended and self.ended.winner
        return [(totals[side], self.won[side], side == winner) for side in (0, 1)]


def papers(entries: Sequence[Entry], variant: Variant, seats: int) -> list[Paper]:
    """Return the parties in order. There is none before its first hand."""
    found: list[Paper] = []
    before = parties.of(None)
    for hand, (entry, outcome) in enumerate(zip(entries, replay(entries, variant, seats), strict=True), start=1):
        now = parties.of(outcome.carry)
        ended = now.just_ended
        if not found or before.just_ended:
            found.append(Paper(now.number, ended.is_belle if ended else now.is_belle(variant)))
        ours, theirs = (
            Cell(entry.bidder in side, outcome.points[side[0] - 1], total)
            for side, total in zip(pairs(seats), now.points, strict=True)
        )
        litige = now.waiting + (ended.lapsed if ended else 0) - before.waiting
        found[-1].lines.append(Line(hand, entry, (ours, theirs), max(litige, 0)))
        found[-1].won, found[-1].ended = now.won, ended
        before = now
    return found
