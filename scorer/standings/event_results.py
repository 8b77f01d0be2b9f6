"""The results of finished events. Each field of an event is one result, in which everybody met everybody else."""

import math
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from django.db.models import Count, Sum

from scorer.club.models import Player
from scorer.contest.comparing.total import Total
from scorer.contest.ranking import Ranked
from scorer.db.versioned_cache import VersionedCache, sized
from scorer.events.models import Contestant, Event, Sitting, SittingSide
from scorer.events.results.event_results import EventResults, PlayedResults
from scorer.events.results.rows import SittingRow, read_events
from scorer.registry import GameConfig, get_game
from scorer.standings.result import Part, Result, variant_columns, variant_values

MAX_CACHED = 500
"""The number of seasons of a game whose events are cached, as for tables (scorer.standings.results)."""

A_BATCH = 20
"""Events that are read together."""


@dataclass(frozen=True)
class EventResult(Result):
    """The result of one field of an event, by contestant. `table` is the id of the event; totals are places below 0.

    Its parts have no points: those of its tables count where the comparison is the total, and nowhere else.
    """

    is_event: ClassVar[bool] = True

    event: Event
    contestants: tuple[int, ...]
    """Their numbers."""
    percents: tuple[float | None, ...]


_cache: VersionedCache[dict[int, "_Cached"]] = VersionedCache("season events", sized(MAX_CACHED))
"""By event id, for a season and game."""


@dataclass(frozen=True, slots=True)
class _Cached:
    version: Hashable
    results: tuple[EventResult, ...]


def event_results(unit: tuple[int, str], version: Hashable) -> list[EventResult]:
    """Return the results of all finished events of a season and game."""
    cached = _cache.get(unit, version, partial(_update, *unit))
    return [result for kept in cached.values() for result in kept.results]


def read_event_results(tables: Collection[int]) -> list[EventResult]:
    """Read the results of the finished events that these tables belong to. Nothing is cached."""
    return [result for of_event in _results(finished_events(tables)) for result in of_event]


def finished_events(tables: Collection[int]) -> list[Event]:
    sittings = Sitting.objects.filter(table__in=tables)
    return list(Event.objects.installed().finished().filter(planned_rounds__sittings__in=sittings).distinct())


def scored_otherwise(tables: Collection[int]) -> dict[int, bool]:
    """Return whether the points of tables count for nothing by themselves, by the id of each table of an event."""
    if not tables:
        return {}
    rows = Sitting.objects.filter(table__in=tables).values_list("table_id", "round__event__comparison")
    return {table: comparison != Total.name for table, comparison in rows if table}


def _update(season: int, slug: str, before: Mapping[int, _Cached] | None) -> dict[int, _Cached]:
    """Read the events that have changed since `before` was read, and take over the rest."""
    finished = Event.objects.finished().filter(season=season, game=slug)
    versions = finished.annotate(
        tables=Sum("planned_rounds__sittings__table__version"),
        eras=Sum("planned_rounds__sittings__table__era"),
        count=Count("planned_rounds__sittings__table"),
    )
    keys = {pk: tuple(key) for pk, *key in versions.order_by().values_list("pk", "version", "tables", "eras", "count")}
    kept = {pk: read for pk, read in (before or {}).items() if keys.get(pk) == read.version}
    changed = list(finished.filter(pk__in=keys.keys() - kept.keys())) if keys.keys() - kept.keys() else []
    results = dict(zip((event.pk for event in changed), _results(changed), strict=True))
    return {pk: kept.get(pk) or _Cached(key, results[pk]) for pk, key in keys.items()}


def _results(events: list[Event]) -> Iterable[tuple[EventResult, ...]]:
    """Yield the results of each event."""
    for start in range(0, len(events), A_BATCH):
        batch = events[start : start + A_BATCH]
        read = read_events(batch)
        people: dict[int, dict[int, Contestant]] = {event.pk: {} for event in batch}
        for contestant in Contestant.objects.filter(event__in=batch).with_players():
            people[contestant.event_id][contestant.number] = contestant
        lined_up = _line_ups([event for event in batch if event.of_teams])
        variants = _variants(batch, {pk: rows.planned for pk, rows in read.items()})
        for event in batch:
            results = EventResults(event, played=PlayedResults(event, read[event.pk]))
            yield tuple(_fields(results, people[event.pk], variants.get(event.pk, ()), lined_up))


LineUps = Mapping[int, Sequence[SittingSide]]
"""By the id of a team: its sides at the tables that have been opened."""


def _line_ups(events: Collection[Event]) -> LineUps:
    lined_up: dict[int, list[SittingSide]] = {}
    if events:
        sides = SittingSide.objects.filter(sitting__round__event__in=events).exclude(sitting__table=None)
        for side in sides.with_players().select_related("contestant__event", "sitting__round"):
            lined_up.setdefault(side.contestant_id, []).append(side)
    return lined_up


def _variants(events: Iterable[Event], sittings: Mapping[int, list[SittingRow]]) -> dict[int, tuple[Hashable, ...]]:
    """Return what the variants of the first tables of events have in their columns, as for other tables."""
    by_game: dict[str, dict[int, int]] = {}
    for event in events:
        for sitting in sittings[event.pk][:1]:
            by_game.setdefault(event.game, {})[sitting.table_id or 0] = event.pk
    variants: dict[int, tuple[Hashable, ...]] = {}
    for slug, firsts in by_game.items():
        game: GameConfig = get_game(slug)
        rows = game.table_model.objects.filter(table__in=firsts).values_list("table_id", *variant_columns(game))
        variants |= {firsts[table]: variant_values(game, *values) for table, *values in rows}
    return variants


def _fields(
    results: EventResults, people: Mapping[int, Contestant], variant: tuple[Hashable, ...], lined_up: LineUps
) -> Iterable[EventResult]:
    event, times = results.event, [sitting.round for sitting in results.sittings]
    together: dict[Hashable, list[Ranked]] = {}
    for ranked in results.ranking.places:
        if ranked.place is None:
            continue  # it has played too little to be compared with the others
        together.setdefault((ranked.section, ranked.standing.field), []).append(ranked)
    rounds: dict[int, set[int]] = {}
    for line in results.lines:
        for number in line.result.contestants:
            rounds.setdefault(number, set()).add(line.sitting.round.number)
    opened = min((time.started_at for time in times if time.started_at), default=None)
    closed = event.finished_at or max((time.ended_at for time in times if time.ended_at), default=None)
    counts_deals = event.comparison != Total.name
    for field in together.values() if opened else ():
        if not any(ranked.standing.ranks_by for ranked in field):
            continue  # nothing has been compared
        numbers = [ranked.standing.contestant for ranked in field]
        parts = [
            part
            for side, ranked in enumerate(field)
            for part in _parts(
                people[numbers[side]],
                rounds.get(numbers[side], set()),
                side,
                counts_deals * ranked.standing.deals,
                lined_up,
            )
        ]
        percents = (ranked.standing.percent for ranked in field)
        yield EventResult(
            event.pk,
            0,
            event.game,
            variant,
            opened,  # type: ignore[arg-type]  # checked above
            closed,
            tuple(-(ranked.place or 0) for ranked in field),
            tuple(parts),
            event,
            tuple(numbers),
            tuple(None if percent is None else float(percent) for percent in percents),
        )


def _parts(contestant: Contestant, rounds: set[int], side: int, deals: int, lined_up: LineUps) -> Iterable[Part]:
    """Yield a part for everybody who played for a contestant. Whoever played most of its rounds is credited."""
    played = Counter(player.pk for number in rounds for player in _players_in(contestant, number, lined_up))
    for player, count in played.items():
        yield Part(player, side, 0, math.ceil(deals * count / len(rounds)), credited=2 * count > len(rounds))


def _players_in(contestant: Contestant, number: int, lined_up: LineUps) -> Iterable[Player]:
    """Return who played for a contestant in a round. Of a team, some may have sat out."""
    if contestant.pk not in lined_up:
        return contestant.players_in(number)
    sides = (side for side in lined_up[contestant.pk] if side.sitting.round.number == number)
    return (player for side in sides for player in side.players_of(side.contestant.event, number).values())
