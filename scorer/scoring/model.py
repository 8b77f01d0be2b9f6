"""The words that every game's rules speak: reasons, problems, outcomes.

Seats are numbered 1 to N in the order of play. Points are whole score points unless a name says otherwise.
"""

import dataclasses
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

Param = int | float | str | None
Params = Mapping[str, Param]

Fields = Mapping[str, object]
"""Field names of an entry and what they start with."""

Sides = tuple[tuple[int, ...], ...]
"""Who adds up together: ((1, 3), (2, 4)) for pairs, ((1,), (2,), (3,)) where each is alone."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of "why this score": `points` that `seat` gets for `code`. labels.py has the sentence."""

    code: str
    seat: int
    points: int
    params: Params = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong, or improbable, with an entry.

    `field` is a field of the entry; inside objects and lists it is dotted, with numbers from 0: "players.2.points".
    """

    field: str
    code: str
    params: Params = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Notice:
    """What the sheet says beside its hands: a target reached, points that wait for the next hand.

    `side` is the first seat of the side meant, or None; `ends` offers to close the table. What `explains` says why the
    totals are right as they are, and stands at the head of the hands, out of the entry's way.
    """

    code: str
    params: Params = dataclasses.field(default_factory=dict)
    side: int | None = None
    ends: bool = False
    explains: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The points of one hand by seat (0 for who sat out), with the reasons that add up to them.

    `carry` is all that later hands need to know of this one and those before it; None where a game has no memory.
    """

    points: tuple[int, ...]
    reasons: tuple[Reason, ...] = ()
    sitting_out: tuple[int, ...] = ()
    carry: Hashable = None

    @classmethod
    def of(
        cls, reasons: Iterable[Reason], seats: int, *, sitting_out: tuple[int, ...] = (), carry: Hashable = None
    ) -> Self:
        """The outcome whose points are the sum of its reasons, so that they cannot disagree."""
        reasons = tuple(reasons)
        points = [0] * seats
        for reason in reasons:
            points[reason.seat - 1] += reason.points
        return cls(tuple(points), reasons, sitting_out, carry)


def gettext_noop(text: str) -> str:
    """`text` as it is. Marks it for the catalogues: rules import no Django, so the page that shows it translates it."""
    return text


@dataclass(frozen=True, slots=True)
class Example:
    """A scored hand with its source, as data: tests check it, the rules page shows it.

    `source` says in English where the points are from: a literal within `gettext_noop`.
    """

    source: str
    entry: Any
    points: tuple[int, ...]
    variant: str
    seats: int = 4
    before: tuple[Any, ...] = ()
    """The hands played before it at the same table, where the game carries something over."""
