"""The movement of a club as a plan like others. The judge has to find it sound."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Self

from scorer.contest.families import Family, Impossible, Task
from scorer.contest.movement_files import MAX_BYTES, Reading, read_movement
from scorer.contest.plan import Plan, is_of_teams, judge
from scorer.scoring import Unfit

MAX_KEPT = 20


def _read_text(data: object) -> str:
    """Return a movement, which is longer than other texts."""
    if isinstance(data, str) and len(data) <= MAX_BYTES:
        return data
    raise Unfit("text")


@dataclass(frozen=True, slots=True)
class OwnMovement(Family):
    movement: Annotated[str, _read_text] = ""
    """As `movement_files` reads it."""

    def complete(self, task: Task) -> tuple[Self, Task]:
        reading = _read(self.movement)
        for _line, problem in reading.problems:
            raise Impossible("movement", problem.code, **problem.params)
        if task.contestants not in {reading.contestants, reading.contestants - 1}:
            raise Impossible("contestants", "movement_of", count=reading.contestants)
        most = max(reading.rounds)
        task = task.with_deals(task.rounds_or(most, most))
        plan = self.plan(task)
        if is_of_teams(plan) or not judge(plan).sound:  # the pairs of a team would be one pair at two tables
            raise Impossible("movement", "not_sound")
        return self, task

    def plan(self, task: Task) -> Plan:
        reading = _read(self.movement)
        missing = reading.contestants if task.contestants < reading.contestants else 0
        whole = reading.plan(task.per_round or 1, missing=missing)
        return Plan(whole.rounds[: task.rounds])


@lru_cache(MAX_KEPT)
def _read(movement: str) -> Reading:
    return read_movement(movement.encode())
