"""What all families of plans have in common: the task that they are given, and the error if it has no solution."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
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
    """One way of planning: a frozen dataclass of settings. None stands for what suits the number best.

    It says itself what is special about its rounds. Whoever plans or plays them asks that, never which family it is.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]
    is_drawn: ClassVar[bool] = False
    """Whether rounds are drawn for whoever is there, so that a draw can be repeated, or two can change places in it.

    Its setting `absent` has the numbers of those who are not there.
    """
    eliminates: ClassVar[bool] = False
    """Whether whoever loses a match is out. Then each match needs a winner, and the bracket decides the places."""
    usual_rounds: ClassVar[int | None] = None
    """How many rounds an evening has, unless another number is asked for. None if that depends on the contestants."""
    section_tables: ClassVar[tuple[int, int] | None] = None
    """The fewest and the most tables of one section of several. None if contestants are never divided."""
    minds_squads: ClassVar[bool] = False
    """Whether the plan depends on the squads of the task."""
    squad_size: ClassVar[int | None] = None
    """How many members each squad must have, where a match is one of whole squads."""
    intended: ClassVar[frozenset[str]] = frozenset()
    """Which warnings of the judge are no faults, but the point of it."""
    sizes: tuple[int, ...] = ()
    """How many contestants a table may have, where that can be chosen."""
    barometer: bool = False
    """Whether all tables play the same deals in each round because the director wants it."""
    switch: int = 0
    """How many of the last rounds are arrow-switched."""
    together: int | None = None
    """How many rounds are planned before the first one although those after them are drawn from results."""
    day: int | None = None
    """The number of the match day, where it is one of a league."""

    @property
    def by_standing(self) -> bool:
        """Whether the next draw goes by `standings`."""
        return False

    @property
    def is_steered(self) -> bool:
        """Whether each round is drawn from the results of those before."""
        return self.eliminates or self.by_standing

    @property
    def variant(self) -> str:
        """What it is called besides the name of its format; "" with the usual settings."""
        return ""

    @property
    def notes(self) -> tuple[str, ...]:
        """What contestants should know of its rounds, as codes."""
        return ()

    @property
    def can_be_barometer(self) -> bool:
        return "barometer" in self.__dataclass_fields__

    def as_barometer(self) -> Self:
        """Return it as a barometer, or itself if it cannot be played so."""
        return replace(self, barometer=True) if self.can_be_barometer else self

    def variants(self, *, by_side: bool, day: int | None) -> tuple[Self, ...]:  # noqa: ARG002  # for those that have any
        """Return it with other settings that are worth proposing too.

        `by_side`: the comparison can rank each side by itself. `day` is the match day in a league of squads.
        """
        return ()

    def standings(self, earlier: EarlierRounds) -> dict[int, Fraction]:  # noqa: ARG002  # for draws by standing
        """Return what the next draw goes by: more of it is better. Whoever has nothing yet is not there."""
        return {}

    def planned_at_once(self, rounds: int) -> int:
        """Return how many of the rounds are planned before the first one starts."""
        return min(rounds, self.together or 1) if self.is_steered else rounds

    def rounds_needed(self, contestants: int) -> int | None:  # noqa: ARG002  # most have as many as there is time for
        """Return how many rounds it has whatever is asked for. None if the number can be chosen."""
        return None

    def switched(self, contestants: int, rounds: int, switch: int | None) -> Self:  # noqa: ARG002  # for a Mitchell
        """Return it with so many switched rounds, or the best number of them, if it is switched at all."""
        return self

    def complete(self, task: Task) -> tuple[Self, Task]:
        """Return the settings and the task with everything filled in. Raise Impossible if there is no such plan.

        The task may ask for all rounds of an event, also where each is drawn by itself, unless `rounds_needed` says how
        many it has.
        """

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
