"""What a change does to a table: the points of its lines, its totals and its ranking, before and after.

Two readings of the ledger are compared, so that one computation serves every kind of change.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from scorer.play import selectors
from scorer.play.models import Score, Seat, Table
from scorer.play.setting import Setting


@dataclass(frozen=True, slots=True)
class Place:
    """A total with its rank: of a side; of a player where players have changed seats."""

    who: str
    before: int
    after: int
    rank_before: int
    rank_after: int


@dataclass(frozen=True, slots=True)
class Gain:
    """What a line of the sheet gives to somebody; None where it gives nothing."""

    who: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Effect:
    table: Table
    places: tuple[Place, ...]
    """The best after the change first."""
    lines: tuple[tuple[int, tuple[Gain, ...]], ...]
    """The lines whose points change, by number, each with those whose points they are."""


@dataclass(frozen=True, slots=True)
class Book:
    """A reading of one table's ledger."""

    table: Table
    seats: tuple[Seat, ...]
    rows: tuple[tuple[int, int, int], ...]
    """The id of a seat, the number of a line, the points."""

    @classmethod
    def of(cls, table: Table) -> Self:
        """Reads the table anew too: the caller's may be older than the ledger."""
        seats = Seat.objects.filter(table=table).select_related("player")
        rows = Score.objects.filter(table=table).values_list("seat", "hand__number", "points")
        return cls(Table.objects.select_related("club").get(pk=table.pk), tuple(seats), tuple(rows))

    @property
    def seating(self) -> set[tuple[int, int, int, int | None]]:
        return {(seat.position, seat.player_id, seat.since, seat.until) for seat in self.seats}

    def points(self, parties: Iterable[int], *, by_player: bool) -> dict[int, dict[int, int]]:
        """Points by line for each party: a player's id, or the first position of a side, which speaks for all of it."""
        found: dict[int, dict[int, int]] = {party: {} for party in parties}
        party_at = {seat.pk: seat.player_id if by_player else seat.position for seat in self.seats}
        for seat, number, points in self.rows:
            if party_at[seat] in found:
                found[party_at[seat]][number] = points
        return found


def effect(before: Book, after: Book) -> Effect:
    """What has changed at one table between two readings."""
    by_player = before.seating != after.seating
    names = _players(before, after) if by_player else _sides(after.table)
    old, new = (book.points(names, by_player=by_player) for book in (before, after))
    ranked = zip(names.items(), _ranked(old), _ranked(new), strict=True)
    places = [
        Place(name, sum(old[party].values()), sum(new[party].values()), rank_before, rank_after)
        for (party, name), rank_before, rank_after in ranked
    ]
    lines = []
    for number in sorted({number for points in (old, new) for of_party in points.values() for number in of_party}):
        gains = [Gain(name, old[party].get(number), new[party].get(number)) for party, name in names.items()]
        changed = tuple(gain for gain in gains if gain.before != gain.after)
        if changed:
            lines.append((number, changed))
    return Effect(after.table, tuple(sorted(places, key=lambda place: place.rank_after)), tuple(lines))


def _ranked(points: Mapping[int, Mapping[int, int]]) -> list[int]:
    """The rank of each party by the sum of its lines, 1 for the most; who is level shares a rank."""
    sums = [sum(lines.values()) for lines in points.values()]
    return [1 + sum(other > own for other in sums) for own in sums]


def _players(*books: Book) -> dict[int, str]:
    return {seat.player_id: seat.player.shown for book in books for seat in book.seats}


def _sides(table: Table) -> dict[int, str]:
    setting = Setting(table)
    totals = selectors.totals_of(setting, {})
    return {
        side[0]: f"{total.name} · {total.players}" if total.players else total.name
        for (side, _name), total in zip(setting.sides, totals, strict=True)
    }
