"""The results of tables and events: everything that leaderboards need, read one season and game at a time.

Results are cached under the versions of their tables and events. Whatever changes a score, a seat, a variant or the
state of a table also changes its version, so that nobody sees an outdated board.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from django.db.models import CharField, Count, F, Q, Sum, Value

from scorer.club.models import Season
from scorer.db.versioned_cache import VersionedCache, sized
from scorer.events.models import Event
from scorer.play.models import Hand, Score, Seat, Table, VersionKey
from scorer.registry import GameConfig, get_game
from scorer.standings.event_results import event_results, finished_events, read_event_results, scored_otherwise
from scorer.standings.result import Part, Result, variant_columns, variant_values

MAX_CACHED = 500
"""The number of seasons of a game that are cached.

A board of all time goes through all of them, and would find none in the cache if there were one too many. Fifty seasons
of five games make 250.
"""


SeasonGame = tuple[int, str]
"""The id of a season and the slug of a game."""

_cache: VersionedCache[dict[int, "TableResult"]] = VersionedCache("season results", sized(MAX_CACHED))
"""By table id."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """The cached result of a table at a version. It is None if the table has no scores or was cancelled."""

    version_key: VersionKey
    result: Result | None


def results_of(versions: "Mapping[SeasonGame, Version]") -> list[Result]:
    """Return the results of all tables with scores and of all finished events, in the order of opening."""
    results: list[Result] = []
    for unit, version in versions.items():
        tables = _cache.get(unit, version, partial(_update, *unit)).values()
        results += (table.result for table in tables if table.result)
        if version.events:
            results += event_results(unit, version)
    return sorted(results, key=lambda result: (result.opened, result.number))


class Version(NamedTuple):
    """Of all tables of a season and game, and of its finished events if there are any."""

    tables: tuple[Any, ...] = ()
    events: tuple[Any, ...] = ()


def season_versions(seasons: Iterable[Season]) -> dict[SeasonGame, Version]:
    """Return a version for each season and game that changes whenever anything about their tables or finished events
    does.

    The version of a table or an event only grows. If one was removed or restored, the sum of the eras changes. Games
    that are no longer installed are left out.
    """
    ids = [season.pk for season in seasons]
    tables = Table.objects.installed().filter(season__in=ids)
    events = Event.objects.installed().finished().filter(season__in=ids)
    rows = _marks(tables, "tables", F("era")).union(_marks(events, "events", F("link") % MAX_MARK), all=True)
    versions: dict[SeasonGame, Version] = {}
    for season, game, kind, *marks in sorted(rows):
        versions[season, game] = versions.get((season, game), Version())._replace(**{kind: tuple(marks)})
    return versions


MAX_MARK = 10**9
"""A sum of larger random numbers might be too large for the database."""


def _marks(rows: Any, kind: str, era: Any) -> Any:
    """`era` has random numbers, which tell one row from any other."""
    kinds = rows.order_by().values_list("season_id", "game", Value(kind, output_field=CharField()))
    return kinds.annotate(rows=Count("version"), versions=Sum("version"), eras=Sum(era))


def read_results(tables: Collection[int]) -> dict[SeasonGame, list[Result]]:
    """Read the results of tables within the current transaction. It may be rolled back, so nothing is cached."""
    units = Table.objects.installed().filter(pk__in=tables).values_list("season_id", "game").distinct().order_by()
    results: dict[SeasonGame, list[Result]] = {
        (season, slug): list(_results(season, get_game(slug), {"table__in": tables})) for season, slug in units
    }
    for result in read_event_results(tables):
        results[result.event.season_id, result.game].append(result)
    return results


def ids_of_results(tables: Collection[int]) -> set[int]:
    """Return the ids of the results that these tables are part of: their own, and those of finished events."""
    return {*tables, *(sessions[-1].pk for sessions in finished_events(tables))}


def _update(season: int, slug: str, before: Mapping[int, TableResult] | None) -> dict[int, TableResult]:
    """Read the tables that have changed since `before` was read, and take over the rest."""
    # The version keys are read first: if a hand is saved in between, the next reader finds a new version and reads
    # again.
    rows = Table.objects.filter(season=season, game=slug).values_list("pk", "era", "version")
    version_keys = {pk: (era, version) for pk, era, version in rows}
    kept = {pk: read for pk, read in (before or {}).items() if version_keys.get(pk) == read.version_key}
    changed = {"table__in": [pk for pk in version_keys if pk not in kept]} if kept else {}
    results = {result.table: result for result in _results(season, get_game(slug), changed)}
    return {pk: kept.get(pk) or TableResult(version_key, results.get(pk)) for pk, version_key in version_keys.items()}


def _results(season: int, game: GameConfig, changed: Mapping[str, Any]) -> Iterable[Result]:
    """`changed` is a filter for some of the tables."""
    in_game = {"table__season": season, "table__game": game.slug, **changed}
    read = list(Seat.objects.filter(**in_game).values_list("pk", "position", "result"))
    positions = {seat: position for seat, position, _result in read}
    counted = {seat: result for seat, _position, result in read if result is not None}
    sums = list(
        Score.objects.filter(season=season, game=game.slug, **changed)
        .values_list("table_id", "seat_id", "player_id")
        .annotate(total=Sum("points"), rows=Count("points"), hands=Count("played", filter=Q(played=True)))
        .order_by()
    )
    has_unplayed = any(rows > hands for *_seat, rows, hands in sums)
    resting = _resting_points(season, game, changed) if has_unplayed else {}
    seats: dict[int, list[_SeatSum]] = {}
    for table, seat, player, points, rows, hands in sums:
        if seat in positions:
            result, of_rests = (counted[seat], 0) if seat in counted else (points, resting.get(seat, 0))
            seats.setdefault(table, []).append(_SeatSum(player, positions[seat], result, rows, hands, of_rests))
    standing = game.table_model.objects.filter(**in_game).exclude(
        Q(table__state=Table.State.CANCELLED) | Q(table__sealed=True)
    )
    columns = [f"table__{name}" for name in ("has_occasion", "number", "opened_at", "closed_at")]
    rows = list(standing.values_list("table_id", *columns, *variant_columns(game)))
    of_occasions = [table for table, has_occasion, *_rest in rows if has_occasion]
    of_events = scored_otherwise(of_occasions)
    for row in rows:
        table, _has_occasion, number, opened, closed, *variant = row
        if table in seats and not of_events.get(table):
            totals, parts = _totals_and_parts(seats[table], game.rules.sides(variant[0]))
            if table in of_events:  # who was beaten is decided by the whole event
                parts = tuple(part._replace(credited=False) for part in parts)
            yield Result(table, number, game.slug, variant_values(game, *variant), opened, closed, totals, parts)


def _resting_points(season: int, game: GameConfig, changed: Mapping[str, Any]) -> dict[int, int]:
    """Return what each seat has scored in hands in which it sat out."""
    scores = Score.objects.filter(season=season, game=game.slug, played=False, hand__kind=Hand.Kind.PLAYED, **changed)
    return dict(scores.order_by().values_list("seat").annotate(Sum("points")))


class _SeatSum(NamedTuple):
    """The sums of one seat. `points` are its result, and `rows` the number of its rows in the ledger, hands or not.

    `resting` are those of its points that it has from hands in which it sat out.
    """

    player: int
    position: int
    points: int
    rows: int
    hands: int
    resting: int


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
            parts += [
                Part(seat.player, place, seat.points, seat.hands, credited=True, resting=seat.resting)
                for seat, _all in seats_of_side
            ]
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
            before.resting + seat.resting,
        )
    return parts.values()


def _who_sat_most(seats: Sequence[_SeatSum]) -> int | None:
    """Return the player who has more than half of the rows of a position, adding up several seats of one player."""
    rows: Counter[int] = Counter()
    for seat in seats:
        rows[seat.player] += seat.rows
    player, most = max(rows.items(), key=lambda item: item[1])
    return player if 2 * most > rows.total() else None
