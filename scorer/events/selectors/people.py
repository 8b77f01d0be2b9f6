"""The contestants of an event, and what they may see."""

from collections.abc import Iterable

from scorer.club.rights import ALLOWED, ClubAct, Roles
from scorer.events.models import Contestant, Event, Sitting


def contestants_by_number(event: Event) -> dict[int, Contestant]:
    found = event.contestants.prefetch_related("players__player__merged_into")
    return {contestant.number: contestant for contestant in found}


def named(numbers: Iterable[int], people: dict[int, Contestant]) -> list[Contestant]:
    return [people[number] for number in numbers]


def may_see_results(event: Event, roles: Roles) -> bool:
    """While deals are still to be played elsewhere, only directors."""
    if event.state == Event.State.FINISHED or not roles.isdisjoint(ALLOWED[ClubAct.EVENTS]):
        return True
    return not Sitting.objects.filter(round__event=event, first_deal__isnull=False).exists()
