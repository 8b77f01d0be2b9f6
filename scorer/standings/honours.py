"""The roll of honour: who has won the finished events and championships of a club."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from scorer.club.models import Club
from scorer.club.names import sort_key
from scorer.events.models import Contestant, Event
from scorer.standings.boards import display_names
from scorer.standings.championships import row_of, with_boards
from scorer.standings.event_results import EventResult
from scorer.standings.models import Championship
from scorer.standings.results import results_of, season_versions


@dataclass(frozen=True, slots=True)
class Winner:
    name: str
    percent: float | None


@dataclass(frozen=True, slots=True)
class Honour:
    """An event with its winners. A field of its own, such as a section or one side of a Mitchell, has its own ones."""

    event: Event
    sessions: int
    fields: Sequence[Sequence[Winner]]
    """The winners of each field. Several of one field are equal."""
    contestants: int


@dataclass(frozen=True, slots=True)
class Title:
    """A championship that is over, with its winners. Several on one board are equal."""

    championship: Championship
    boards: Sequence[tuple[str, Sequence[str]]]
    """Who is ranked, and the names of the winners."""


@dataclass(frozen=True, slots=True)
class Honours:
    years: Sequence[int]
    """All years in which an event has finished, the newest first."""
    year: int | None
    """The year that is shown."""
    honours: Sequence[Honour]
    """The newest first."""


def honours_of(club: Club, year: int | None) -> Honours:
    """Return the honours of a year, or of the last one in which there are any."""
    results = [result for result in results_of(season_versions(club.seasons.all())) if isinstance(result, EventResult)]
    by_year: dict[int, dict[int, list[EventResult]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        by_year[result.event.day.year][result.event.pk].append(result)
    years = sorted(by_year, reverse=True)
    shown = year if year in by_year else next(iter(years), None)
    if shown is None:
        return Honours([], None, [])
    of_year = by_year[shown].values()
    names = _names(chain.from_iterable(of_year))
    honours = [
        Honour(
            fields[0].event,
            fields[0].sessions,
            [_winners(field, names) for field in fields],
            sum(len(field.contestants) for field in fields),
        )
        for fields in of_year
    ]
    return Honours(years, shown, sorted(honours, key=lambda honour: (honour.event.day, honour.event.pk), reverse=True))


def titles_of(club: Club, year: int) -> list[Title]:
    """Return the championships that are over and whose last event was in this year, the newest first."""
    found = [
        (boards.last_day, championship, boards)
        for championship, boards in with_boards(club.championships.over().in_year(year), club)
        if boards.last_day and boards.last_day.year == year
    ]
    names = display_names(club) if found else {}
    titles = []
    for _day, championship, boards in sorted(found, key=lambda item: item[0], reverse=True):
        won = [
            (of, sorted((row_of(ranked, names).name for ranked in board if ranked.place == 1), key=sort_key))
            for of, board in boards.places.items()
        ]
        if any(winners for _of, winners in won):
            titles.append(Title(championship, [(of, winners) for of, winners in won if winners]))
    return titles


def _winning_sides(result: EventResult) -> list[int]:
    return [side for side, place in enumerate(result.places) if place == 1]


def _names(results: Iterable[EventResult]) -> dict[int, str]:
    """Return the names of the winners by the id of the contestant."""
    won = [result.ids[side] for result in results for side in _winning_sides(result)]
    return {row.pk: str(row) for row in Contestant.objects.filter(pk__in=won).with_players()}


def _winners(result: EventResult, names: Mapping[int, str]) -> list[Winner]:
    return [Winner(names[result.ids[side]], result.percents[side]) for side in _winning_sides(result)]
