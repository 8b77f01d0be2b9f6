"""What a change does to results and ranking (`scorer.web.previews` makes it, and rolls it back)."""

from collections.abc import Collection
from dataclasses import dataclass

from scorer.events.contestants import ContestantRow, rows_of
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.events.results.lines import points_of
from scorer.events.results.played import ResultLine
from scorer.events.results.ranking import StandingRow, standing_row
from scorer.play import services as play


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result as it is shown: which deal, and the points of each contestant."""

    deal: int | None
    points: list[tuple[ContestantRow, float | None]]


@dataclass(frozen=True, slots=True)
class ResultChange:
    round: int
    station: int
    before: Outcome | None
    after: Outcome | None


@dataclass(frozen=True, slots=True)
class PlaceChange:
    contestant: ContestantRow
    before: StandingRow | None
    after: StandingRow | None


@dataclass(frozen=True, slots=True)
class RepeatedDeals:
    """A contestant is to play deals that it has played already."""

    contestant: ContestantRow
    round: int
    station: int
    deals: range


@dataclass(frozen=True, slots=True)
class Effect:
    results: list[ResultChange]
    places: list[PlaceChange]
    """Those whose place or score changes, as they are ranked after the change."""
    repeated_deals: list[RepeatedDeals]


class EventReader:
    """Locks and reads an event, and those of its tables that a change affects."""

    def __init__(self, event: Event, tables: Collection[int], people: dict[int, ContestantRow]) -> None:
        self.event, self.tables, self.people = event, tables, people

    def __call__(self) -> list["EventState"]:
        event = Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=self.event.pk)
        versions = [table.version_key for table in play.lock_all(self.tables).values()]
        return [EventState(f"{event.version} {versions}", EventResults(event), self.people)]


class EventState:
    def __init__(self, fingerprint: str, results: EventResults, people: dict[int, ContestantRow]) -> None:
        self.fingerprint = fingerprint
        self.repeated_deals = _repeated_deals(results, people)
        self.results = {(line.sitting.pk, line.hand or -(line.result.deal or 0)): line for line in results.lines}
        self.outcomes = {key: _outcome(line, people) for key, line in self.results.items()}
        unit = results.comparison.unit
        self.standings = {
            ranked.standing.contestant: standing_row(ranked, people, unit) for ranked in results.ranking.places
        }

    def changes_since(self, before: "EventState") -> Effect:
        results = []
        for key, line in (before.results | self.results).items():
            old, new = before.outcomes.get(key), self.outcomes.get(key)
            if old != new:
                results.append(ResultChange(line.sitting.round.number, line.sitting.station, old, new))
        ranked = self.standings | before.standings
        changes = [
            PlaceChange(ranked[number].contestant, before.standings.get(number), self.standings.get(number))
            for number in ranked
        ]
        places = [change for change in changes if change.before != change.after]
        return Effect(results, places, [deal for deal in self.repeated_deals if deal not in before.repeated_deals])


def _outcome(line: ResultLine, people: dict[int, ContestantRow]) -> Outcome:
    contestants = rows_of(line.result.contestants, people)
    return Outcome(line.result.deal, list(zip(contestants, points_of(line.result), strict=True)))


def _repeated_deals(results: EventResults, people: dict[int, ContestantRow]) -> list[RepeatedDeals]:
    repeated: list[RepeatedDeals] = []
    played: set[tuple[int, int]] = set()
    for sitting in results.planned:
        for number in sitting.contestants:
            if any((number, deal) in played for deal in sitting.deals):
                repeated.append(RepeatedDeals(people[number], sitting.round.number, sitting.station, sitting.deals))
            played.update((number, deal) for deal in sitting.deals)
    return repeated
