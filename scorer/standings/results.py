"""What each table brought home to whom: all that the leaderboards know, read a season and a game at a time.

What was read is kept in memory under the versions of the tables that it covers. Whatever changes a score, a seat, a
variant or the state of a table gives the table a new version, so that nobody sees an old board.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cached_property, partial
from typing import Any, NamedTuple

from django.db.models import Count, Q, Sum

from scorer.club.models import Season
from scorer.db.versioned_cache import VersionedCache
from scorer.play.models import Score, Seat, Table, VersionKey
from scorer.registry import GameConfig, get_game
from scorer.scoring.ranking import beaten, places

MOST_UNITS = 500
"""So many seasons of a game are kept in memory. A look at all time goes through all of them, and would find none there
if they were one too many: fifty seasons of five games are 250."""


class Part(NamedTuple):
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

    @cached_property
    def credited(self) -> tuple[tuple[int, int], ...]:
        """The players whose place it is, each with his side."""
        return tuple((part.player, part.side) for part in self.parts if part.credited)

    @property
    def opponents(self) -> int:
        return len(self.totals) - 1

    def won(self, side: int) -> bool:
        """First, alone or shared, and ahead of somebody."""
        return self.places[side] == 1 and self.beaten[side] > self.opponents / 2


Unit = tuple[int, str]
"""A season and a game."""

_kept: VersionedCache[dict[int, "Read"]] = VersionedCache(MOST_UNITS)
"""By table."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of a table that had this mark; no result where it has no score, or was cancelled."""

    version_key: VersionKey
    result: Result | None


def results_of(versions: Mapping[Unit, Hashable]) -> list[Result]:
    """The tables of these seasons and games that have a score, in the order in which they were opened."""
    read = (table for unit, version in versions.items() for table in _tables(unit, version))
    found = [table.result for table in read if table.result]
    return sorted(found, key=lambda result: (result.opened, result.number))


def versions_of(seasons: Iterable[Season]) -> dict[Unit, Hashable]:
    """What changes whenever something about the tables of a season and game does: a version only grows, and where a
    table has gone or been restored, the eras add up to another sum. A game that was taken away is left out."""
    rows = (
        Table.objects.installed()
        .filter(season__in=list(seasons))
        .values_list("season_id", "game")
        .annotate(tables=Count("version"), versions=Sum("version"), eras=Sum("era"))
        .order_by("season_id", "game")
    )
    return {(season, game): tuple(marks) for season, game, *marks in rows}


def results_now(tables: Collection[int]) -> dict[Unit, list[Result]]:
    """Of these tables as they are in the transaction that is running. It may be taken back: nothing is kept."""
    units = Table.objects.installed().filter(pk__in=tables).values_list("season_id", "game").distinct().order_by()
    return {(season, slug): list(_results(season, get_game(slug), {"table__in": tables})) for season, slug in units}


def _tables(unit: Unit, version: Hashable) -> Iterable[Read]:
    return _kept.get(unit, version, partial(_read, *unit)).values()


def _read(season: int, slug: str, before: Mapping[int, Read] | None) -> dict[int, Read]:
    """Of what was read `before`, only the tables that have changed since are read again."""
    # The marks first: if a hand comes in between, the next reader finds another version and reads again.
    rows = Table.objects.filter(season=season, game=slug).values_list("pk", "era", "version")
    version_keys = {pk: (era, version) for pk, era, version in rows}
    kept = {pk: read for pk, read in (before or {}).items() if version_keys.get(pk) == read.version_key}
    changed = {"table__in": [pk for pk in version_keys if pk not in kept]} if kept else {}
    found = {result.table: result for result in _results(season, get_game(slug), changed)}
    return {pk: kept.get(pk) or Read(version_key, found.get(pk)) for pk, version_key in version_keys.items()}


def _results(season: int, game: GameConfig, changed: Mapping[str, Any]) -> Iterable[Result]:
    """`changed` narrows it to some tables."""
    of_tables = {"table__season": season, "table__game": game.slug, **changed}
    positions = dict(Seat.objects.filter(**of_tables).values_list("pk", "position"))
    sums = (
        Score.objects.filter(season=season, game=game.slug, **changed)
        .values_list("table_id", "seat_id", "player_id")
        .annotate(total=Sum("points"), rows=Count("points"), hands=Count("played", filter=Q(played=True)))
        .order_by()
    )
    seats: dict[int, list[_Sum]] = {}
    for table, seat, player, points, rows, hands in sums:
        if seat in positions:
            seats.setdefault(table, []).append(_Sum(player, positions[seat], points, rows, hands))
    standing = game.table_model.objects.filter(**of_tables).exclude(table__state=Table.State.CANCELLED)
    columns = [f"table__{name}" for name in ("number", "size", "opened_at", "closed_at")]
    variant_names = [field.name for field in fields(game.rules.Variant)]
    for row in standing.values_list("table_id", *columns, *variant_names):
        table, number, size, opened, closed, *variant = row
        if table in seats:
            totals, parts = _share(seats[table], game.rules.sides(size))
            yield Result(table, number, game.slug, tuple(variant), opened, closed, totals, parts)


class _Sum(NamedTuple):
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
    parts: list[Part] = []
    for place, side in enumerate(sides):
        of_side = [(seat, at[position]) for position in side if position in at for seat in at[position]]
        if len(of_side) == len(side):  # nobody came later: everybody has one seat
            parts += [Part(seat.player, place, seat.points, seat.hands, credited=True) for seat, _all in of_side]
        else:
            parts += _added_up(place, of_side)
    return totals, tuple(parts)


def _added_up(place: int, seats: Sequence[tuple[_Sum, Sequence[_Sum]]]) -> Iterable[Part]:
    """One part a player of a side, whatever seats he had there; each seat comes with all those of its position."""
    parts: dict[int, Part] = {}
    for seat, of_position in seats:
        before = parts.get(seat.player, Part(seat.player, place, 0, 0, credited=False))
        parts[seat.player] = Part(
            seat.player,
            place,
            before.points + seat.points,
            before.hands + seat.hands,
            before.credited or seat.player == _who_sat_most(of_position),
        )
    return parts.values()


def _who_sat_most(seats: Sequence[_Sum]) -> int | None:
    """The player with more than half of the lines of a position. One who came back has had several seats there."""
    rows: Counter[int] = Counter()
    for seat in seats:
        rows[seat.player] += seat.rows
    player, most = max(rows.items(), key=lambda item: item[1])
    return player if 2 * most > rows.total() else None
