"""Matches of squads of four: one plays alone against three of the other and, at a second table, the reverse.

Both tables of a match have the same deals, and no other table has them. Each member of a squad keeps a seat, in the
order of their numbers. In the first round those of the first seat play alone, in the second round those of the second
seat, and so on; so everybody does once in four rounds. Whoever plays alone is meant to be the taker.

Each deal has two results of each seat. So the differences from the mean of a seat add up, for a whole squad, to what
its taker made more than the other one: half of (own less other) for the taker, and as much again for the three others.

If the squads are odd in number, one of them rests in each round.

Source: the club's text on events, B2 (quadrettes).
"""

from dataclasses import dataclass
from typing import ClassVar, Self

from scorer.contest.families import MAX_CONTESTANTS, Family, Impossible, Task, within
from scorer.contest.movements.round_robin import circle
from scorer.contest.plan import Plan, Resting, Round, Sitting

SEATS = 4
MAX_ROUNDS = 100

Squad = list[int]
"""The numbers of its members, by seat."""


@dataclass(frozen=True, slots=True)
class Quadrettes(Family):
    minds_squads: ClassVar = True
    squad_size: ClassVar = SEATS
    intended: ClassVar = frozenset({"met_again", "shared"})

    @property
    def notes(self) -> tuple[str, ...]:
        return "one_against_three", "shared_in_a_match"

    def complete(self, task: Task) -> tuple[Self, Task]:
        within("contestants", task.contestants, 2 * SEATS, MAX_CONTESTANTS)
        if any(len(squad) != SEATS for squad in _squads(task)):
            raise Impossible("contestants", "squads_of", count=SEATS)
        return self, task.with_deals(task.rounds_or(SEATS, MAX_ROUNDS))

    def plan(self, task: Task) -> Plan:
        squads = _squads(task)
        return Plan(tuple(_round(task, squads, number) for number in range(task.rounds or 0)))


def _squads(task: Task) -> list[Squad]:
    """Return the members of each squad. Without squads, each four numbers in a row are one."""
    members: dict[str | int, Squad] = {}
    for number in range(1, task.contestants + 1):
        squad = task.squads.get(number, "") if task.squads else (number - 1) // SEATS
        members.setdefault(squad, []).append(number)
    return list(members.values())


def _round(task: Task, squads: list[Squad], number: int) -> Round:
    """Return the round that comes so many rounds after the first."""
    alone, meetings = number % SEATS, len(squads) - 1 + len(squads) % 2
    couples = circle(len(squads), number % meetings)
    matches = [couple for couple in couples if max(couple) <= len(squads)]
    resting = [Resting(one) for couple in couples if couple not in matches for one in squads[min(couple) - 1]]
    sittings: list[Sitting] = []
    for match, (first, second) in enumerate(matches):
        deals = task.deals(number * len(matches) + match + 1)
        for attacking, defending in ((first, second), (second, first)):
            there = tuple(squads[(attacking if seat == alone else defending) - 1][seat] for seat in range(SEATS))
            sittings.append(Sitting(len(sittings) + 1, there, deals))
    return Round(number + 1, tuple(sittings), tuple(resting))
