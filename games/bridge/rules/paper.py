"""A rubber or a Chicago as players keep it on paper: two columns, above and below the line, and who owes how much."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.bridge.rules import rubber
from games.bridge.rules.entry import Entry
from games.bridge.rules.rubber import SIDES, Standing
from games.bridge.rules.scoring import deal_score
from games.bridge.rules.variant import Variant
from scorer.scoring import PaperLine


@dataclass(frozen=True, slots=True)
class Mark:
    """A number on the paper. `deal` is that of its deal, or None for what an unfinished rubber is worth."""

    points: int
    deal: int | None


@dataclass(slots=True)
class Paper:
    """One rubber, or four deals of Chicago. Pairs are (N–S, E–W)."""

    number: int
    first: int
    """The number of its first deal."""
    above: tuple[list[Mark], list[Mark]] = field(default_factory=lambda: ([], []))
    """The first is written next to the line, the next above it, and so on."""
    games: list[tuple[list[Mark], list[Mark]]] = field(default_factory=lambda: [([], [])])
    """What is below the line. A line is drawn after each but the last, which is not finished."""
    has_ended: bool = False

    def write(self, side: int, points: int, deal: int | None, *, below: bool = False) -> None:
        """Write down points for a side, or for the other one if they are negative."""
        if below:
            self.games[-1][side].append(Mark(points, deal))
        elif points:
            self.above[side if points > 0 else 1 - side].append(Mark(abs(points), deal))

    @property
    def rows(self) -> list[tuple[list[Mark], list[Mark]]]:
        """What is below the line game by game, without an empty place for another one after the end."""
        return self.games[:-1] if self.has_ended and not any(self.games[-1]) else self.games

    @property
    def totals(self) -> tuple[int, int]:
        north_south, east_west = (sum(mark.points for mark in self._marks(side)) for side in SIDES)
        return north_south, east_west

    @property
    def ahead(self) -> tuple[int, int]:
        """By how much each side is ahead; negative for the one that is behind."""
        north_south, east_west = self.totals
        return north_south - east_west, east_west - north_south

    @property
    def hundreds(self) -> tuple[int, int]:
        """The same as it is settled."""
        north_south = rubber.hundreds(self.ahead[0])
        return north_south, -north_south

    @property
    def settled(self) -> tuple[tuple[int, int], ...]:
        """By side: by how much it is ahead, exactly and in hundreds."""
        return tuple(zip(self.ahead, self.hundreds, strict=True))

    def _marks(self, side: int) -> Iterator[Mark]:
        yield from self.above[side]
        for game in self.games:
            yield from game[side]


def on_paper(lines: Sequence[PaperLine], variant: Variant, seats: int, *, closed: bool) -> Mapping[str, Any]:
    drawn = papers([line.entry for line in lines if line.entry], variant, closed=closed)
    return {"papers": drawn, "settled": settled(drawn)}


def papers(entries: Sequence[Entry], variant: Variant, *, closed: bool) -> list[Paper]:
    """Return the sheets of a session in order. If it is `closed`, the last has what an unfinished rubber is worth."""
    sheets: list[Paper] = []
    carry = None
    for number, entry in enumerate(entries, start=1):
        now = rubber.current(carry, variant)
        if len(sheets) < now.number:
            sheets.append(Paper(now.number, number))
        paper = sheets[-1]
        items, carry = deal_score(entry, now, variant)
        for item in items:
            paper.write(item.side, item.line.points, number, below=item.below)
        standing = carry or Standing()
        if standing.games != now.games:
            paper.games.append(([], []))
        paper.has_ended = standing.has_ended(variant)
    if closed:
        for _code, side, points in rubber.unfinished(carry or Standing(), variant):
            sheets[-1].write(side, points, None)
    return sheets


def settled(papers: Sequence[Paper]) -> tuple[int, int]:
    """Return the hundreds of all rubbers together."""
    north_south = sum(paper.hundreds[0] for paper in papers)
    return north_south, -north_south
