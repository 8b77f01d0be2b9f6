"""What a game counts in its hands for the fun of it, such as contracts by strain."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple


class Case(NamedTuple):
    """What a hand counts for in a statistic: one of its groups, and the seats that did it together.

    They have the same points, and no other case of the statistic in this hand.
    """

    group: str
    seats: tuple[int, ...]
    made: bool
    """Whether they succeeded: a contract was made, a game won."""


@dataclass(frozen=True, slots=True)
class Statistic:
    name: str
    groups: tuple[str, ...]
    """In the order in which they are shown."""
    cases: Callable[[Any, Any, int], Iterable[Case]]
    """(entry, variant, seats): the cases of a hand without problems; no case if it is about something else."""
