"""The contestants of an event."""

from collections.abc import Iterable

from scorer.events.models import Contestant, Event


def contestants_by_number(event: Event) -> dict[int, Contestant]:
    found = event.contestants.with_players()
    return {contestant.number: contestant for contestant in found}


def named(numbers: Iterable[int], people: dict[int, Contestant]) -> list[Contestant]:
    return [people[number] for number in numbers]
