"""The results of finished events. Each field of an event is one result, in which everybody met everybody else.

Sessions of a season whose scores are added up are one event: their total so far is one result, which counts on the day
of the last of them. A final is an event of its own, since others have played in the qualifying.
"""

import math
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import chain, groupby
from typing import ClassVar, NamedTuple

from django.db.models import Count, Q, Sum

from scorer.club.models import Player
from scorer.contest.ranking import Ranked
from scorer.contest.sessions import add_up
from scorer.db.versioned_cache import VersionedCache, sized
from scorer.events.models import Contestant, Event, Sitting, SittingSide
from scorer.events.results.event_results import EventResults
from scorer.events.results.played import PlayedResults
from scorer.events.results.rows import SittingRow, read_events
from scorer.events.results.sessions import by_entry, is_mean
from scorer.registry import GameConfig, all_games, get_game
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
    """Of several sessions, the last one."""
    contestants: tuple[int, ...]
    """Their numbers; of several sessions, in the last one in which each took part."""
    ids: tuple[int, ...]
    """Their ids, likewise."""
    percents: tuple[float | None, ...]
    sessions: int = 1


def whole_event(event: Event) -> int:
    """Return what all sessions of an event have in common: the number of their series, or the id of the only one."""
    return event.series or event.pk


_cache: VersionedCache[dict[int, "_Cached"]] = VersionedCache("season events", sized(MAX_CACHED))
"""By event, with all of its sessions, for a season and game."""


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


def finished_events(tables: Collection[int]) -> list[list[Event]]:
    """Return the finished events that these tables belong to, each with all of its sessions of the season."""
    finished = Event.objects.installed().finished()
    sittings = Sitting.objects.filter(table__in=tables)
    events = {event.pk: event for event in finished.filter(planned_rounds__sittings__in=sittings).distinct()}
    wholes = {(event.season_id, whole_event(event)) for event in events.values()}
    if any(event.series for event in events.values()):
        others = finished.filter(series__in=[series for _season, series in wholes])
        events |= {event.pk: event for event in others if (event.season_id, event.series) in wholes}
    return _with_sessions(events.values())


def _with_sessions(events: Iterable[Event]) -> list[list[Event]]:
    """Put the sessions of each event together, in order."""
    ordered = sorted(events, key=lambda event: (event.season_id, whole_event(event), event.session))
    return [list(group) for _key, group in groupby(ordered, lambda event: (event.season_id, whole_event(event)))]


def scored_otherwise(tables: Collection[int]) -> dict[int, bool]:
    """Return whether the points of tables count for nothing by themselves, by the id of each table of an event."""
    if not tables:
        return {}
    rows = Sitting.objects.filter(table__in=tables).values_list("table_id", "round__event__comparison")
    return {table: comparison not in _adding_points() for table, comparison in rows if table}


@cache
def _adding_points() -> frozenset[str]:
    """Return the names of the comparisons that add up the points of the tables as they are."""
    offers = [game.events for game in all_games() if game.events]
    return frozenset(known.name for offer in offers for known in offer.comparisons if known.adds_points)


def _update(season: int, slug: str, before: Mapping[int, _Cached] | None) -> dict[int, _Cached]:
    """Read the events of which a session has changed since `before` was read, and take over the rest."""
    finished = Event.objects.finished().filter(season=season, game=slug)
    versions = finished.annotate(
        tables=Sum("planned_rounds__sittings__table__version"),
        eras=Sum("planned_rounds__sittings__table__era"),
        count=Count("planned_rounds__sittings__table"),
    )
    keys: dict[int, tuple[Hashable, ...]] = {}
    rows = versions.order_by("session", "pk").values_list("series", "pk", "version", "tables", "eras", "count")
    for series, pk, *marks in rows:
        keys[series or pk] = (*keys.get(series or pk, ()), pk, *marks)
    kept = {whole: read for whole, read in (before or {}).items() if keys.get(whole) == read.version}
    changed = keys.keys() - kept.keys()
    events = finished.filter(Q(series__in=changed) | Q(pk__in=changed)) if changed else ()
    together = _with_sessions(events)
    results = dict(zip((whole_event(sessions[-1]) for sessions in together), _results(together), strict=True))
    return {whole: kept.get(whole) or _Cached(key, results[whole]) for whole, key in keys.items()}


class _Session(NamedTuple):
    results: EventResults
    people: Mapping[int, Contestant]
    """By number."""

    @property
    def event(self) -> Event:
        return self.results.event


def _results(events: Sequence[Sequence[Event]]) -> Iterable[tuple[EventResult, ...]]:
    """Yield the results of each event, which comes with all of its sessions."""
    for start in range(0, len(events), A_BATCH):
        batch = events[start : start + A_BATCH]
        sessions = [*chain(*batch)]
        read = read_events(sessions)
        people: dict[int, dict[int, Contestant]] = {session.pk: {} for session in sessions}
        for contestant in Contestant.objects.filter(event__in=sessions).with_players():
            people[contestant.event_id][contestant.number] = contestant
        lined_up = _line_ups([session for session in sessions if session.of_teams])
        variants = _variants(sessions, {pk: rows.planned for pk, rows in read.items()})
        for event in batch:
            together = [
                _Session(
                    EventResults(session, played=PlayedResults(session, read[session.pk])),
                    people[session.pk],
                )
                for session in event
            ]
            variant = variants.get(event[-1].pk, ())
            found = _fields(together[0], variant, lined_up) if len(event) == 1 else _total(together, variant, lined_up)
            yield tuple(found)


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


def _fields(session: _Session, variant: tuple[Hashable, ...], lined_up: LineUps) -> Iterable[EventResult]:
    """Yield the result of each field of an event that has only one session."""
    together: dict[Hashable, list[Ranked]] = {}
    for ranked in session.results.ranking.places:
        if ranked.place is None:
            continue  # it has played too little to be compared with the others
        together.setdefault((ranked.section, ranked.standing.field), []).append(ranked)
    rounds = _rounds_played(session.results)
    for field in together.values():
        if not any(ranked.standing.ranks_by for ranked in field):
            continue  # nothing has been compared
        sides = []
        for ranked in field:
            standing = ranked.standing
            played = session.people[standing.contestant], rounds.get(standing.contestant, set())
            sides.append(_Side(ranked.place or 0, standing.percent, _counted(session.event, standing.deals), [played]))
        yield from _result([session], sides, variant, lined_up)


def _total(sessions: Sequence[_Session], variant: tuple[Hashable, ...], lined_up: LineUps) -> Iterable[EventResult]:
    """Yield the result of all sessions of an event, as the page of all sessions has it: in one field."""
    mean = is_mean(sessions[-1].event)
    rounds = [_rounds_played(session.results) for session in sessions]
    by_session = [{person.own_entry: person for person in session.people.values()} for session in sessions]
    standings = [
        by_entry(session.results, {number: person.own_entry for number, person in session.people.items()})
        for session in sessions
    ]
    sides = []
    for total in add_up(standings, mean=mean, minimum=sessions[-1].results.minimum):
        played = [
            (people[total.entry], of_session.get(people[total.entry].number, set()))
            for people, of_session in zip(by_session, rounds, strict=True)
            if total.entry in people
        ]
        if total.place:
            deals = _counted(sessions[-1].event, total.deals)
            sides.append(_Side(total.place, total.value if mean else None, deals, played))
    yield from _result(sessions, sides, variant, lined_up)


class _Side(NamedTuple):
    """A contestant of a field. `played` has it as it was in each of its sessions, with the rounds that it played."""

    place: int
    percent: Fraction | None
    deals: int
    played: Sequence[tuple[Contestant, Collection[int]]]


def _result(
    sessions: Sequence[_Session], sides: Sequence[_Side], variant: tuple[Hashable, ...], lined_up: LineUps
) -> Iterable[EventResult]:
    """Yield the result of a field, unless nothing was played."""
    last = sessions[-1].event
    times = [sitting.round for sitting in sessions[-1].results.sittings]
    opened = min((time.started_at for time in times if time.started_at), default=None)
    if opened is None or not sides:
        return
    yield EventResult(
        last.pk,
        0,
        last.game,
        variant,
        opened,
        last.finished_at or max((time.ended_at for time in times if time.ended_at), default=None),
        tuple(-side.place for side in sides),
        tuple(_credited_once(part for index, side in enumerate(sides) for part in _parts(side, index, lined_up))),
        last,
        tuple(side.played[-1][0].number for side in sides),
        tuple(side.played[-1][0].pk for side in sides),
        tuple(None if side.percent is None else float(side.percent) for side in sides),
        len(sessions),
    )


def _counted(event: Event, deals: int) -> int:
    """Return how many deals count with the event: none where they count with its tables."""
    return 0 if event.comparison in _adding_points() else deals


def _rounds_played(results: EventResults) -> dict[int, set[int]]:
    rounds: dict[int, set[int]] = {}
    for line in results.lines:
        for number in line.result.contestants:
            rounds.setdefault(number, set()).add(line.sitting.round.number)
    return rounds


def _parts(side: _Side, index: int, lined_up: LineUps) -> Iterable[Part]:
    """Yield a part for everybody who played for a contestant. Whoever played most of its rounds is credited."""
    played = Counter(
        player.pk
        for contestant, rounds in side.played
        for number in rounds
        for player in _players_in(contestant, number, lined_up)
    )
    all_rounds = sum(len(rounds) for _contestant, rounds in side.played)
    for player, count in played.items():
        yield Part(player, index, 0, math.ceil(side.deals * count / all_rounds), credited=2 * count > all_rounds)


def _credited_once(parts: Iterable[Part]) -> Iterable[Part]:
    """Credit whoever has changed partners between sessions with the better place only. The best place comes first."""
    credited: set[int] = set()
    for part in parts:
        yield part._replace(credited=part.credited and part.player not in credited)
        if part.credited:
            credited.add(part.player)


def _players_in(contestant: Contestant, number: int, lined_up: LineUps) -> Iterable[Player]:
    """Return who played for a contestant in a round. Of a team, some may have sat out."""
    if contestant.pk not in lined_up:
        return contestant.players_in(number)
    sides = (side for side in lined_up[contestant.pk] if side.sitting.round.number == number)
    return (player for side in sides for player in side.players_of(side.contestant.event, number).values())
