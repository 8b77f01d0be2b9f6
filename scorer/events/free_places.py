"""Free places: those of contestants who are missing or have left, in the rounds that have not started."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.contest.plan import NOBODY
from scorer.events.models import Contestant, Event, HalfTable


@dataclass(frozen=True, slots=True)
class FreePlace:
    """The place of a contestant who is missing, in all rounds that have not started."""

    section: int
    number: int
    """The number of the contestant who has left; NOBODY if none ever had the place."""
    halves: tuple[HalfTable, ...]
    """Where it would play, by round. In all other rounds it would rest."""


def free_place(event: Event) -> FreePlace | None:
    """Return the place that a late contestant gets: the one with the most rounds left to play."""
    present = present_contestants(event)
    found: dict[tuple[int, int], list[HalfTable]] = {}
    for half in half_tables_to_come(event):
        away = [number for number in half.numbers if number not in present]
        if len(away) == 1:
            found.setdefault((half.section, away[0]), []).append(half)
    if not found:
        return None
    section, number = max(found, key=lambda place: (len(found[place]), place[1] == NOBODY, -place[0], -place[1]))
    return FreePlace(section, number, tuple(found[section, number]))


def present_contestants(event: Event) -> dict[int, Contestant]:
    there = event.contestants.filter(left_after=None).with_players()
    return {one.number: one for one in there}


def half_tables_to_come(event: Event) -> Iterable[HalfTable]:
    found = HalfTable.objects.filter(round__event=event, round__started_at=None).select_related("round")
    return found.order_by("round__number", "station")
