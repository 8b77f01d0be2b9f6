"""The results of tables: everything that leaderboards need, read one season and game at a time.

Results are cached under the versions of their tables. Whatever changes a score, a seat, a variant or the state of a
table also changes its version, so that nobody sees an outdated board.
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

MAX_CACHED = 500
"""The number of seasons of a game that are cached.

A board of all time goes through all of them, and would find none in the cache if there were one too many. Fifty seasons
of five games make 250.
"""


class Part(NamedTuple):
    """One player's result at a table. `side` is an index into the table's totals.

    `credited` means that the rank of the side counts for the player, who sat at one position for most of its hands.
    """

    player: int
    side: int
    points: int
    hands: int
    credited: bool


@dataclass(frozen=True)
class Result:
    """The result of one table. `totals` go by side; `variant` has the values of the variant's fields in order."""

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
        """By side, the number of opponents it finished ahead of. A tie counts half."""
        return beaten(self.totals)

    @cached_property
    def credited(self) -> tuple[tuple[int, int], ...]:
        """The players who are credited with the rank of their side, each with the side."""
        return tuple((part.player, part.side) for part in self.parts if part.credited)

    @property
    def opponents(self) -> int:
        return len(self.totals) - 1

    def won(self, side: int) -> bool:
        """Whether the side came first, alone or tied, and ahead of somebody."""
        return self.places[side] == 1 and self.beaten[side] > self.opponents / 2


SeasonGame = tuple[int, str]
"""The id of a season and the slug of a game."""

_cache: VersionedCache[dict[int, "TableResult"]] = VersionedCache(MAX_CACHED)
"""By table id."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """The cached result of a table at a version. It is None if the table has no scores or was cancelled."""

    version_key: VersionKey
    result: Result | None


def results_of(versions: Mapping[SeasonGame, Hashable]) -> list[Result]:
    """Return the results of all tables with scores, in the order of opening."""
    read = (table for unit, version in versions.items() for table in _table_results(unit, version))
    found = [table.result for table in read if table.result]
    return sorted(found, key=lambda result: (result.opened, result.number))


def season_versions(seasons: Iterable[Season]) -> dict[SeasonGame, Hashable]:
    """Return a version for each season and game that changes whenever anything about their tables does.

    The version of a table only grows. If a table was removed or restored, the sum of the eras changes. Games that are
    no longer installed are left out.
    """
    rows = (
        Table.objects.installed()
        .filter(season__in=list(seasons))
        .values_list("season_id", "game")
        .annotate(tables=Count("version"), versions=Sum("version"), eras=Sum("era"))
        .order_by("season_id", "game")
    )
    return {(season, game): tuple(marks) for season, game, *marks in rows}


def read_results(tables: Collection[int]) -> dict[SeasonGame, list[Result]]:
    """Read the results of tables within the current transaction. It may be rolled back, so nothing is cached."""
    units = Table.objects.installed().filter(pk__in=tables).values_list("season_id", "game").distinct().order_by()
    return {(season, slug): list(_results(season, get_game(slug), {"table__in": tables})) for season, slug in units}


def _table_results(unit: SeasonGame, version: Hashable) -> Iterable[TableResult]:
    return _cache.get(unit, version, partial(_update, *unit)).values()


def _update(season: int, slug: str, before: Mapping[int, TableResult] | None) -> dict[int, TableResult]:
    """Read the tables that have changed since `before` was read, and take over the rest."""
    # The version keys are read first: if a hand is saved in between, the next reader finds a new version and reads
    # again.
    rows = Table.objects.filter(season=season, game=slug).values_list("pk", "era", "version")
    version_keys = {pk: (era, version) for pk, era, version in rows}
    kept = {pk: read for pk, read in (before or {}).items() if version_keys.get(pk) == read.version_key}
    changed = {"table__in": [pk for pk in version_keys if pk not in kept]} if kept else {}
    found = {result.table: result for result in _results(season, get_game(slug), changed)}
    return {pk: kept.get(pk) or TableResult(version_key, found.get(pk)) for pk, version_key in version_keys.items()}


def _results(season: int, game: GameConfig, changed: Mapping[str, Any]) -> Iterable[Result]:
    """`changed` is a filter for some of the tables."""
    in_game = {"table__season": season, "table__game": game.slug, **changed}
    positions = dict(Seat.objects.filter(**in_game).values_list("pk", "position"))
    sums = (
        Score.objects.filter(season=season, game=game.slug, **changed)
        .values_list("table_id", "seat_id", "player_id")
        .annotate(total=Sum("points"), rows=Count("points"), hands=Count("played", filter=Q(played=True)))
        .order_by()
    )
    seats: dict[int, list[_SeatSum]] = {}
    for table, seat, player, points, rows, hands in sums:
        if seat in positions:
            seats.setdefault(table, []).append(_SeatSum(player, positions[seat], points, rows, hands))
    standing = game.table_model.objects.filter(**in_game).exclude(
        Q(table__state=Table.State.CANCELLED) | Q(table__sealed=True)
    )
    columns = [f"table__{name}" for name in ("number", "size", "opened_at", "closed_at")]
    variant_names = [field.name for field in fields(game.rules.Variant)]
    for row in standing.values_list("table_id", *columns, *variant_names):
        table, number, size, opened, closed, *variant = row
        if table in seats:
            totals, parts = _totals_and_parts(seats[table], game.rules.sides(size))
            yield Result(table, number, game.slug, tuple(variant), opened, closed, totals, parts)


class _SeatSum(NamedTuple):
    """The sums of one seat. `rows` is the number of its rows in the ledger, whether they are hands or not."""

    player: int
    position: int
    points: int
    rows: int
    hands: int


def _totals_and_parts(
    seats: Sequence[_SeatSum], sides: Sequence[Sequence[int]]
) -> tuple[tuple[int, ...], tuple[Part, ...]]:
    at: dict[int, list[_SeatSum]] = {}
    for seat in seats:
        at.setdefault(seat.position, []).append(seat)
    totals = tuple(sum(seat.points for seat in at.get(side[0], ())) for side in sides)
    parts: list[Part] = []
    for place, side in enumerate(sides):
        seats_of_side = [(seat, at[position]) for position in side if position in at for seat in at[position]]
        if len(seats_of_side) == len(side):  # no substitutes: every position has one seat
            parts += [Part(seat.player, place, seat.points, seat.hands, credited=True) for seat, _all in seats_of_side]
        else:
            parts += _parts_by_player(place, seats_of_side)
    return totals, tuple(parts)


def _parts_by_player(place: int, seats: Sequence[tuple[_SeatSum, Sequence[_SeatSum]]]) -> Iterable[Part]:
    """Add up the seats of each player of a side. Each seat comes with all seats of its position."""
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


def _who_sat_most(seats: Sequence[_SeatSum]) -> int | None:
    """Return the player who has more than half of the rows of a position, adding up several seats of one player."""
    rows: Counter[int] = Counter()
    for seat in seats:
        rows[seat.player] += seat.rows
    player, most = max(rows.items(), key=lambda item: item[1])
    return player if 2 * most > rows.total() else None
