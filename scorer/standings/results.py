"""What each table brought home to whom: all that the leaderboards know, read a season and a game at a time.

What was read is kept in memory under the versions of the tables that it covers. Whatever changes a score, a seat, a
variant or the state of a table gives the table a new version, so that nobody sees an old board.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, Q, Sum

from scorer.club.models import Season
from scorer.play.models import Score, Seat, Table
from scorer.registry import GameConfig, get_game
from scorer.scoring.ranking import beaten, places
from scorer.standings.memory import Memory

MOST_UNITS = 200
"""So many seasons of a game are kept in memory; of an ordinary club that is every one it ever had."""


@dataclass(frozen=True, slots=True)
class Part:
    """One player's part in a table. `side` is a place in the table's totals.

    `credited`: the table's place is his, since he sat most of its hands at one position.
    """

    player: int
    side: int
    points: int
    hands: int
    credited: bool


@dataclass(frozen=True)
class Result:
    """One table. `totals` go by side; `variant` are the values of its fields, in their order."""

    table: int
    number: int
    game: str
    variant: tuple[Hashable, ...]
    opened: datetime
    closed: datetime | None
    totals: tuple[int, ...]
    parts: tuple[Part, ...]

    @cached_property
    def places(self) -> tuple[int, ...]:
        return places(self.totals)

    @cached_property
    def beaten(self) -> tuple[float, ...]:
        """Opponents by side that it finished ahead of; a level one counts half."""
        return beaten(self.totals)

    @property
    def opponents(self) -> int:
        return len(self.totals) - 1

    def won(self, side: int) -> bool:
        """First, alone or shared, and ahead of somebody."""
        return self.places[side] == 1 and self.beaten[side] > self.opponents / 2


Unit = tuple[int, str]
"""A season and a game."""

_kept: Memory[tuple[Result, ...]] = Memory(MOST_UNITS)


def results_of(versions: Mapping[Unit, Hashable]) -> list[Result]:
    """The tables of these seasons and games that have a score, in the order in which they were opened."""
    found = [result for unit, version in versions.items() for result in _results(unit, version)]
    return sorted(found, key=lambda result: (result.opened, result.number))


def versions_of(seasons: Iterable[Season]) -> dict[Unit, Hashable]:
    """What changes whenever something about the tables of a season and game does. Tables are never deleted, and a
    version only grows. A game that was taken away is left out."""
    rows = (
        Table.objects.installed()
        .filter(season__in=list(seasons))
        .values_list("season_id", "game")
        .annotate(tables=Count("version"), versions=Sum("version"))
        .order_by("season_id", "game")
    )
    return {(season, game): (tables, versions) for season, game, tables, versions in rows}


def _results(unit: Unit, version: Hashable) -> tuple[Result, ...]:
    # Read after the version: if a hand comes in between, the next reader finds another version and reads again.
    season, slug = unit
    return _kept.get(unit, version, lambda _before: tuple(_read(season, get_game(slug))))


def _read(season: int, game: GameConfig) -> Iterable[Result]:
    of_tables: dict[str, Any] = {"table__season": season, "table__game": game.slug}
    names = [field.name for field in fields(game.rules.Variant)]
    variants = {row[0]: row[1:] for row in game.table_model.objects.filter(**of_tables).values_list("table_id", *names)}
    positions = dict(Seat.objects.filter(**of_tables).values_list("pk", "position"))
    sums = (
        Score.objects.filter(season=season, game=game.slug)
        .values_list("table_id", "seat_id", "player_id")
        .annotate(total=Sum("points"), rows=Count("points"), hands=Count("played", filter=Q(played=True)))
        .order_by()
    )
    seats: dict[int, list[_Sum]] = {}
    for table, seat, player, points, rows, hands in sums:
        if seat in positions:
            seats.setdefault(table, []).append(_Sum(player, positions[seat], points, rows, hands))
    tables = Table.objects.standing().filter(season=season, game=game.slug)
    for table, number, size, opened, closed in tables.values_list("pk", "number", "size", "opened_at", "closed_at"):
        if table in seats and table in variants:
            totals, parts = _share(seats[table], game.rules.sides(size))
            yield Result(table, number, game.slug, variants[table], opened, closed, totals, parts)


@dataclass(frozen=True, slots=True)
class _Sum:
    """What one seat has. `rows` are its lines in the ledger, hands or not."""

    player: int
    position: int
    points: int
    rows: int
    hands: int


def _share(seats: Sequence[_Sum], sides: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], tuple[Part, ...]]:
    at: dict[int, list[_Sum]] = {}
    for seat in seats:
        at.setdefault(seat.position, []).append(seat)
    totals = tuple(sum(seat.points for seat in at.get(side[0], ())) for side in sides)
    parts: dict[tuple[int, int], Part] = {}
    for place, side in enumerate(sides):
        for position in side:
            lines = sum(seat.rows for seat in at.get(position, ()))
            for seat in at.get(position, ()):
                before = parts.get((seat.player, place), Part(seat.player, place, 0, 0, credited=False))
                parts[seat.player, place] = Part(
                    seat.player,
                    place,
                    before.points + seat.points,
                    before.hands + seat.hands,
                    before.credited or 2 * seat.rows > lines,
                )
    return totals, tuple(parts.values())
