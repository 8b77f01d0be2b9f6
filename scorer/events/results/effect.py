"""What a change would do to results and ranking: the change is made, its effect is read, and it is rolled back."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from scorer.events.contestants import ContestantRow, rows_of
from scorer.events.models import Event, deals_text
from scorer.events.results.event_results import EventResults, ResultLine
from scorer.events.results.lines import points_of
from scorer.events.results.ranking import StandingRow, fields_of


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
    deals: str


@dataclass(frozen=True, slots=True)
class Effect:
    results: list[ResultChange]
    places: list[PlaceChange]
    """Those whose place or score changes, as they are ranked after the change."""
    repeated_deals: list[RepeatedDeals]


def effect_of(event: Event, change: Callable[[], object], people: dict[int, ContestantRow]) -> Effect:
    """Return what a change would do. A ValidationError of the change is passed on."""
    before = _State(event, people)
    with transaction.atomic():
        change()
        after = _State(event, people)
        transaction.set_rollback(True)
    return _difference(before, after)


class _State:
    def __init__(self, event: Event, people: dict[int, ContestantRow]) -> None:
        results = EventResults(event)
        self.repeated_deals = _repeated_deals(results, people)
        self.results = {(line.sitting.pk, line.hand or -(line.result.deal or 0)): line for line in results.lines}
        self.outcomes = {key: _outcome(line, people) for key, line in self.results.items()}
        self.standings = {one.contestant.number: one for field in fields_of(results, people) for one in field.standings}


def _outcome(line: ResultLine, people: dict[int, ContestantRow]) -> Outcome:
    contestants = rows_of(line.result.contestants, people)
    return Outcome(line.result.deal, list(zip(contestants, points_of(line.result), strict=True)))


def _repeated_deals(results: EventResults, people: dict[int, ContestantRow]) -> list[RepeatedDeals]:
    found: list[RepeatedDeals] = []
    played: set[tuple[int, int]] = set()
    for sitting in results.planned:
        for number in sitting.contestants:
            if any((number, deal) in played for deal in sitting.deals):
                found.append(
                    RepeatedDeals(people[number], sitting.round.number, sitting.station, deals_text(sitting.deals))
                )
            played.update((number, deal) for deal in sitting.deals)
    return found


def _difference(before: _State, after: _State) -> Effect:
    results = []
    for key, line in (before.results | after.results).items():
        old, new = before.outcomes.get(key), after.outcomes.get(key)
        if old != new:
            results.append(ResultChange(line.sitting.round.number, line.sitting.station, old, new))
    ranked = before.standings | after.standings
    numbers = [*after.standings, *(number for number in before.standings if number not in after.standings)]
    changes = [
        PlaceChange(ranked[number].contestant, before.standings.get(number), after.standings.get(number))
        for number in numbers
    ]
    places = [change for change in changes if change.before != change.after]
    return Effect(results, places, [one for one in after.repeated_deals if one not in before.repeated_deals])
