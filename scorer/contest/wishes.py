"""Wishes for a seat: who gets which number of a movement, and who sits where in a draw, so that most of them are met.

In a movement, the numbers differ: only some stay at one table or on one side. In a draw they do not, but its tables
can be exchanged, and turned where there are two sides.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from scorer.contest.plan import SIDES, Plan, Round, Sitting

Wish = Literal["table", "first", "second"]
"""The same table in all rounds, or always the first or the second side."""
Wishes = Mapping[int, Wish]
"""By the number of the contestant."""


def unmet(plan: Plan, number: int, wish: Wish) -> int:
    """Return in how many of the rounds that a contestant plays its wish is not met."""
    seats = [
        (sitting.station, sitting.contestants.index(number) if len(sitting.contestants) == SIDES else None)
        for round_ in plan.rounds
        for sitting in round_.sittings
        if number in sitting.contestants
    ]
    if wish == "table":
        return len(seats) - max(Counter(station for station, _side in seats).values(), default=0)
    return sum(side != ("first", "second").index(wish) for _station, side in seats)


def numbers_for(plan: Plan, wishes: Wishes, sections: Mapping[int, int] | None = None) -> dict[int, int]:
    """Return the new number of each contestant who gets another one. Two at a time exchange theirs.

    Tables come first, since fewer numbers stay at one. Among equal wishes, the lower number chooses first. With
    `sections`, by number, everybody stays in their own.
    """
    section_of = (sections or {}).get
    held = {number: number for round_ in plan.rounds for number in round_.contestants()}
    free = set(held)
    for number, wish in sorted(wishes.items(), key=lambda item: (item[1] != "table", item[0])):
        there = (place for place in free if section_of(place) == section_of(number))
        best = min(there, key=lambda place: (unmet(plan, place, wish), place != held[number], place))
        other = next(contestant for contestant, place in held.items() if place == best)
        held[number], held[other] = best, held[number]
        free.remove(best)
    return {number: place for number, place in held.items() if number != place}


def arranged(plan: Plan, wishes: Wishes, stations: Mapping[int, int]) -> Plan:
    """Return a draw with its tables where those sit who wish for one, and turned for those who wish for a side.

    `stations` says where contestants have sat so far. Deals and copies stay where they are.
    """
    homes = dict(stations)
    return Plan(tuple(replace(round_, sittings=_arranged(round_, wishes, homes)) for round_ in plan.rounds))


def _arranged(round_: Round, wishes: Wishes, homes: dict[int, int]) -> tuple[Sitting, ...]:
    there = {sitting.station for sitting in round_.sittings}
    at: dict[int, tuple[int, ...]] = {}
    for contestants, number in _wishing_for_tables(round_, wishes):
        home = homes.get(number)
        if home in there and home not in at and contestants not in at.values():
            at[home] = contestants
    others = (sitting.contestants for sitting in round_.sittings if sitting.contestants not in at.values())
    for station in sorted(there - at.keys()):
        at[station] = next(others)
    for station, contestants in at.items():
        for number in contestants:
            homes.setdefault(number, station)
    return tuple(replace(sitting, contestants=_turned(at[sitting.station], wishes)) for sitting in round_.sittings)


def _wishing_for_tables(round_: Round, wishes: Wishes) -> Iterator[tuple[tuple[int, ...], int]]:
    for sitting in round_.sittings:
        yield from ((sitting.contestants, number) for number in sitting.contestants if wishes.get(number) == "table")


def _turned(contestants: tuple[int, ...], wishes: Wishes) -> tuple[int, ...]:
    if len(contestants) != SIDES:
        return contestants

    def met(sides: tuple[int, ...]) -> int:
        return sum(wishes.get(number) == side for number, side in zip(sides, ("first", "second"), strict=True))

    return max(contestants, contestants[::-1], key=met)
