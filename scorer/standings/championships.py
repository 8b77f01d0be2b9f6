"""The boards of championships, from the results of finished events. They are kept until one of these changes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any

from django.db.models import Prefetch

from scorer.club.hidden_names import HiddenName
from scorer.club.models import Club, Player, Season
from scorer.club.names import join_names, sort_key
from scorer.contest.championships import Finish, Place, rank_championship
from scorer.db.ids import random_id
from scorer.db.versioned_cache import VersionedCache, sized
from scorer.events.models import Event
from scorer.standings.boards import display_names
from scorer.standings.event_results import EventResult, event_results, whole_event
from scorer.standings.models import Championship, ChampionshipsQuerySet, LeftOut
from scorer.standings.results import SeasonGame, Version, season_versions

MAX_CACHED = 100
"""The number of championships whose boards are cached."""

MAX_PERCENTAGES = 20_000
"""As many as whole seasons have different ones."""

A_PAIR = 2
HUNDREDTH = Decimal("0.01")

Who = tuple[int, ...]
"""The id of a player, or the ids of a pair in ascending order."""


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a championship, and what they were made of."""

    places: Mapping[str, Sequence[Place[Who]]]
    """By who is ranked."""
    events: Mapping[int, EventResult]
    """By id, one field of each event that counts, in the order in which they were played."""
    key: int = field(default_factory=random_id)
    """Names them in the cache of rendered pages."""

    @property
    def last_day(self) -> date | None:
        """The day of the last of these events."""
        return max((result.event.day for result in self.events.values()), default=None)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a board."""

    name: str
    ranked: Place[Who]
    has_page: bool
    """Whether the reader may see what makes up the line: not if somebody of it is hidden from them."""

    @property
    def who(self) -> Who:
        return self.ranked.who

    @property
    def value(self) -> float:
        return float(self.ranked.value)

    @property
    def worths(self) -> list[tuple[float, bool]]:
        """What each event is worth, in the order in which they were played, and whether it counts."""
        return [(float(result.worth), result.counts) for result in self.ranked.events]


_cache: VersionedCache[Boards] = VersionedCache("championships", sized(MAX_CACHED))


def boards_of(championship: Championship) -> Boards:
    seasons = [championship.season] if championship.season else championship.club.seasons.all()
    return _kept_boards(championship, season_versions(seasons), championship.left_out.select_related("event"))


def with_boards(
    championships: ChampionshipsQuerySet,
    club: Club,
    seasons: Sequence[Season] = (),
    versions: Mapping[SeasonGame, Version] = MappingProxyType({}),
) -> list[tuple[Championship, Boards]]:
    """Return championships of a club, each with its boards. This takes as many queries for many as for one.

    `versions` are those of `seasons` if the caller has them already. Those of other seasons are read if need be.
    """
    left_out = Prefetch("left_out", LeftOut.objects.select_related("event"))
    rows = list(championships.select_related("season", "club").prefetch_related(left_out))
    if any(row.season not in seasons for row in rows):
        versions = {**versions, **season_versions(season for season in club.seasons.all() if season not in seasons)}
    return [(row, _kept_boards(row, versions, row.left_out.all())) for row in rows]


def _kept_boards(
    championship: Championship, all_versions: Mapping[SeasonGame, Version], rows: Iterable[LeftOut]
) -> Boards:
    versions = {
        unit: version
        for unit, version in all_versions.items()
        if version.events and championship.season_id in (None, unit[0])
    }
    left_out = frozenset(whole_event(row.event) for row in rows)
    version = championship.columns, left_out, tuple(versions.items())
    return _cache.get(championship.pk, version, partial(_compute, championship, versions, left_out))


def rows_of(championship: Championship, boards: Boards, of: str) -> list[Row]:
    """Return the lines of a board. Those who share a place, or have none, are ordered by name."""
    names = display_names(championship.club)
    return sorted((row_of(ranked, names) for ranked in boards.places[of]), key=_order)


def row_of(ranked: Place[Who], names: Mapping[int, str]) -> Row:
    """`names` are those that the reader sees."""
    own = [names.get(player, "") for player in ranked.who]
    has_page = not any(isinstance(name, HiddenName) for name in own)
    return Row(join_names(sorted(own, key=sort_key) if len(own) > 1 else own, " & "), ranked, has_page)


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """How a player stands in a championship, alone or in a pair."""

    championship: Championship
    ranked: Place[Who]
    field: int
    """How many have a place."""
    partner: str
    """Empty for a player alone."""

    @property
    def who(self) -> Who:
        return self.ranked.who

    @property
    def has_page(self) -> bool:
        """Whether the reader may see what makes up the line."""
        return not isinstance(self.partner, HiddenName)


def places_of(player: Player, seasons: Sequence[Season], versions: Mapping[SeasonGame, Version]) -> list[OwnPlace]:
    """Return how a player stands in the championships of these seasons: first in those that go on, then the newest."""
    club = player.club
    found = with_boards(club.championships.in_seasons(seasons), club, seasons, versions)
    newest = sorted(found, key=lambda item: (not item[0].is_over, item[1].last_day or date.min), reverse=True)
    names = display_names(club) if found else {}
    return [
        OwnPlace(
            championship,
            ranked,
            sum(other.place is not None for other in board),
            next((names.get(pk, "") for pk in ranked.who if pk != player.pk), ""),
        )
        for championship, boards in newest
        for board in boards.places.values()
        for ranked in board
        if player.pk in ranked.who
    ]


def _order(row: Row) -> tuple[Any, ...]:
    place = row.ranked.place
    return place is None, place or -row.ranked.value, sort_key(row.name), row.who


def events_in(championship: Championship) -> list[Event]:
    """Return the events of its games and period that count or will count, the newest first. Several sessions are one
    event: the last of them.
    """
    events = championship.club.events.installed().filter(rehearsal=False).exclude(state=Event.State.CANCELLED)
    last = {(event.season_id, whole_event(event)): event for event in events.order_by("session")}
    found = [event for event in last.values() if championship.covers(event)]
    return sorted(found, key=lambda event: (event.day, event.pk), reverse=True)


def _compute(
    championship: Championship, versions: Mapping[SeasonGame, Version], left_out: frozenset[int], _before: Boards | None
) -> Boards:
    results = [
        result
        for unit, version in versions.items()
        for result in event_results(unit, version)
        if championship.covers(result.event) and whole_event(result.event) not in left_out
    ]
    results.sort(key=lambda result: (result.event.day, result.opened, result.event.pk))
    ranked: dict[str, Sequence[Place[Who]]] = {
        of: rank_championship(championship.rule, _finishes(results, of)) for of in championship.boards
    }
    return Boards(ranked, {result.event.pk: result for result in results})


def _finishes(results: Iterable[EventResult], of: Championship.Of) -> Iterator[Finish[Who]]:
    """Yield how everybody has done who is credited with a place: who played most of the event."""
    for result in results:
        sharing = Counter(result.places)
        for who, side in _pairs(result) if of == Championship.Of.PAIRS else _players(result):
            place = result.places[side]
            yield Finish(
                who, result.event.pk, place, sharing[place], len(result.places), _as_shown(result.percents[side])
            )


def _players(result: EventResult) -> Iterator[tuple[Who, int]]:
    return (((player,), side) for player, side in result.credited)


def _pairs(result: EventResult) -> Iterator[tuple[Who, int]]:
    """A team is no pair, even if only two of it have played most of the event."""
    if result.event.of_teams:
        return
    by_side: dict[int, list[int]] = {}
    for player, side in result.credited:
        by_side.setdefault(side, []).append(player)
    for side, players in by_side.items():
        if len(players) == A_PAIR:
            yield tuple(sorted(players)), side


@lru_cache(MAX_PERCENTAGES)
def _as_shown(percent: float | None) -> Fraction | None:
    """Return a percentage with the two decimals that rankings show, so that anybody can check the average."""
    return None if percent is None else Fraction(Decimal(repr(percent)).quantize(HUNDREDTH, ROUND_HALF_UP))
