"""Sections: several plans side by side in one room. They share the deals, and each section has its own copy of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from scorer.contest.plan import NOBODY, Plan, Resting, Round, Sitting


def split(contestants: int, sections: int) -> list[int]:
    """Return how many contestants each section has.

    The sections have whole tables of two and are as even as possible. An odd contestant is in the last section.
    """
    tables, larger = divmod((contestants + 1) // 2, sections)
    sizes = [2 * (tables + (number < larger)) for number in range(sections)]
    if contestants % 2:
        sizes[-1] -= 1
    return sizes


def joined(plans: Sequence[Plan]) -> Plan:
    """Return one plan of all sections, which must have equally many rounds.

    Stations and contestants are numbered through all sections, without the gap that a missing pair leaves among the
    contestants. The copies of a section follow those of the section before.
    """
    rounds = [Round(planned.number, ()) for planned in plans[0].rounds]
    contestants = stations = copies = 0
    for section, plan in enumerate(plans, start=1):
        numbers = sorted({number for planned in plan.rounds for number in planned.contestants()})
        names = {NOBODY: NOBODY} | {number: contestants + place for place, number in enumerate(numbers, start=1)}
        moved = partial(_moved, names=names, section=section, stations=stations, copies=copies)
        for place, planned in enumerate(plan.rounds):
            there = rounds[place]
            sittings = (*there.sittings, *map(moved, planned.sittings))
            resting = (
                Resting(names[rest.contestant], rest.half_table and moved(rest.half_table)) for rest in planned.resting
            )
            rounds[place] = replace(there, sittings=sittings, resting=(*there.resting, *resting))
        contestants += len(numbers)
        used = list(_places(plan))
        stations += max(sitting.station for sitting in used)
        copies += max(sitting.copy for sitting in used)
    return Plan(tuple(rounds))


def _moved(sitting: Sitting, *, names: Mapping[int, int], section: int, stations: int, copies: int) -> Sitting:
    return Sitting(
        stations + sitting.station,
        tuple(names[number] for number in sitting.contestants),
        sitting.deals,
        copies + sitting.copy,
        section,
    )


def _places(plan: Plan) -> Iterator[Sitting]:
    """Yield all sittings, including those where somebody waits."""
    for planned in plan.rounds:
        yield from planned.sittings
        yield from (resting.half_table for resting in planned.resting if resting.half_table)
