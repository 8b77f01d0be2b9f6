"""What all families of plans have in common: the task that they are given, and the error if it has no solution."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Protocol, Self

from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.plan import Plan
from scorer.scoring import Param, Problem

MAX_CONTESTANTS = 400
MAX_DEALS = 100
"""No game has more deals in one round."""
MAX_DEFAULT_ROUNDS = 13
"""More rounds leave a single deal for each. So a longer movement is curtailed unless it is asked for."""


class Impossible(Exception):
    """No such plan exists. The field of the problem is a field of the task or a setting of the family."""

    def __init__(self, field: str, code: str, **params: Param) -> None:
        self.problem = Problem(field, code, params)
        super().__init__(self.problem)


@dataclass(frozen=True, slots=True)
class Task:
    contestants: int
    rounds: int | None = None
    per_round: int | None = None
    evening: int | None = None
    """How many deals an evening has if deals are numbered; None if they are only counted."""
    seed: int = 1
    earlier: EarlierRounds = field(default_factory=EarlierRounds)
    squads: Mapping[int, str] = field(default_factory=dict)
    """The squad of each contestant that has one. A draw keeps its members apart."""

    def rounds_or(self, usual: int, most: int) -> int:
        """Return how many rounds are asked for, or else the usual number. Raise Impossible above `most`."""
        return within("rounds", usual if self.rounds is None else self.rounds, 1, most)

    def with_deals(self, rounds: int, *, of: int | None = None) -> Self:
        """Return the task with this many rounds, and with the number of deals in each.

        Unless the task says otherwise, a round has as many deals as the rounds before. If there are none, it has as
        many as fill the evening, which is taken to have this many rounds, or `of` rounds if that is given.
        """
        per_round = self.per_round
        if per_round is None and self.evening is not None:
            per_round = self.earlier.per_round() or max(1, self.evening // (of or rounds))
        if per_round is not None:
            within("per_round", per_round, 1, MAX_DEALS)
        return replace(self, rounds=rounds, per_round=per_round)

    def deals(self, number: int) -> tuple[int, ...]:
        """Return the deals of a set. Sets are numbered from 1. They follow those of the earlier rounds, if any."""
        if self.evening is None or self.per_round is None:
            return ()
        first = self.earlier.last_deal() + (number - 1) * self.per_round + 1
        return tuple(range(first, first + self.per_round))


class Family(Protocol):
    """One way of planning: a frozen dataclass of settings. None stands for what suits the number best."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def complete(self, task: Task) -> tuple[Self, Task]:
        """Return the settings and the task with everything filled in. Raise Impossible if there is no such plan."""

    def plan(self, task: Task) -> Plan:
        """Return the plan of a completed task."""


def moved_up(number: int, steps: int, ring: int, last: int) -> int:
    """Return the number that follows after so many steps: in a ring from 1 to `ring`, or in one of those after it.

    Numbers above `last` stay, and so does NOBODY.
    """
    if not 1 <= number <= last:
        return number
    before = (number - 1) // ring * ring
    return before + (number - 1 - before + steps) % ring + 1


def within(field: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise Impossible(field, "number_range", least=least, most=most)
    return value
