"""Round robin: everybody meets everybody once, two at a table. With an odd number, each contestant rests once.

The rounds follow the circle method: one contestant stays, the others go round it, and contestants who sit opposite
each other meet. All tables of a round play the same deals, each with its own copy.
"""

from dataclasses import dataclass
from typing import Self

from scorer.contest.families import MAX_CONTESTANTS, Family, Task, within
from scorer.contest.plan import NOBODY, Plan, Round, Sitting


@dataclass(frozen=True, slots=True)
class RoundRobin(Family):
    def complete(self, task: Task) -> tuple[Self, Task]:
        contestants = within("contestants", task.contestants, 2, MAX_CONTESTANTS)
        most = contestants - 1 if contestants % 2 == 0 else contestants
        return self, task.with_deals(task.rounds_or(most, most))

    def plan(self, task: Task) -> Plan:
        return Plan(tuple(self._round(task, number) for number in range(1, (task.rounds or 0) + 1)))

    def _round(self, task: Task, number: int) -> Round:
        deals = task.deals(number)
        # Who rests is at the last table, so that the other stations have no gap.
        couples = sorted(circle(task.contestants, number - 1), key=lambda couple: max(couple) > task.contestants)
        sittings = []
        for station, couple in enumerate(couples, start=1):
            there = tuple(contestant if contestant <= task.contestants else NOBODY for contestant in couple)
            sittings.append(Sitting(station, there, deals, station if deals else 1))
        return Round.of(number, sittings)


def circle(contestants: int, turn: int) -> list[tuple[int, int]]:
    """Return the couples of a round, where turn 0 is the first round.

    With an odd number of contestants, whoever meets the number after the last contestant rests. Each contestant is
    first in every other of its rounds, or nearly so.
    """
    seats = contestants + contestants % 2
    going = seats - 1
    couples = [(seats, turn + 1) if turn % 2 else (turn + 1, seats)]
    for step in range(1, seats // 2):
        first, second = (turn + step) % going + 1, (turn - step) % going + 1
        couples.append((first, second) if step % 2 else (second, first))
    return couples
