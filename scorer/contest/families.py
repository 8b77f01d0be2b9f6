"""What every way of planning has in common: what is asked of it, and how it says that it cannot be done."""

from dataclasses import dataclass, replace
from typing import Protocol, Self

from scorer.contest.plan import Plan
from scorer.scoring import Param, Problem

MOST_CONTESTANTS = 400
MOST_DEALS = 100
"""More are not played in one round, of any game."""


class Impossible(Exception):
    """There is no such plan; the problem's field is one of the task, or a setting of the family."""

    def __init__(self, field: str, code: str, **params: Param) -> None:
        self.problem = Problem(field, code, params)
        super().__init__(self.problem)


@dataclass(frozen=True, slots=True)
class Task:
    contestants: int
    rounds: int | None = None
    per_round: int | None = None
    evening: int | None = None
    """How many deals an evening has, where they are numbered; None where they are only counted."""
    seed: int = 1

    def with_deals(self, rounds: int) -> Self:
        """The same with so many rounds, and as many deals in each as fill the evening."""
        per_round = self.per_round
        if per_round is None and self.evening is not None:
            per_round = max(1, self.evening // rounds)
        if per_round is not None:
            within("per_round", per_round, 1, MOST_DEALS)
        return replace(self, rounds=rounds, per_round=per_round)

    def deals(self, number: int) -> tuple[int, ...]:
        """The deals of a set, which are numbered from 1."""
        if self.evening is None or self.per_round is None:
            return ()
        return tuple(range((number - 1) * self.per_round + 1, number * self.per_round + 1))


class Family(Protocol):
    """One way of planning. Its fields are its settings, and None stands for what suits the number best."""

    def settle(self, task: Task) -> tuple[Self, Task]:
        """Settings and task with nothing left open. Raises Impossible for what cannot be planned."""

    def plan(self, task: Task) -> Plan:
        """The plan of a settled task."""


def within(field: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise Impossible(field, "number_range", least=least, most=most)
    return value
