"""Defaults for the functions of `Rules` that most games implement alike.

A game's `rules` package has only those that it does differently: the registry adds the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorer.scoring.judging import kind_of  # noqa: F401  # the default of that name
from scorer.scoring.model import Fields, HandKinds, Notice, PaperLine, Problem, ResultUnit
from scorer.scoring.seats import after

HAND_KINDS: HandKinds = {}


def warnings(
    entries: Sequence[Any], variant: Any, seats: int, later: Sequence[Any] = (), carry: Any = None
) -> tuple[Problem, ...]:
    """Return none: no entry is improbable."""
    return ()


def remembers(variant: Any) -> bool:
    """Return False: each hand is scored by itself."""
    return False


def result_unit(variant: Any) -> ResultUnit:
    """Return points: the hands add up to the result."""
    return ResultUnit.POINTS


def current_points(carry: Any, seats: int) -> tuple[int, ...]:
    """Return zeros: there are no games."""
    return (0,) * seats


def notices(totals: Sequence[int], carry: Any, variant: Any, seats: int) -> tuple[Notice, ...]:
    """Return none: the sheet shows only its hands."""
    return ()


def initial_values(entries: Sequence[Any], turn: int, variant: Any, seats: int) -> Fields:
    """Return none: nothing is known about a hand before it is played."""
    return {}


def dealer(entry: Any, turn: int) -> int:
    """Return the seat whose turn it is: the entry does not tell who dealt."""
    return turn


@dataclass(frozen=True)
class DealerSitsOut:
    """The other defaults of a game whose dealer sits out at a table that has more than `at_play` seats."""

    at_play: int

    def initial_values(self, _entries: Sequence[Any], turn: int, _variant: Any, seats: int) -> Fields:
        return {"sitting_out": (turn,)} if seats > self.at_play else {}

    def dealer(self, entry: Any, turn: int) -> Any:
        return entry.sitting_out[0] if entry.sitting_out else turn


def deal(entry: Any) -> int | None:
    """Return None: deals are not numbered."""
    return None


def deal_fields(deal: int) -> Fields:
    """Return none: deals are not numbered."""
    return {}


def declarers(entry: Any, seats: int) -> Sequence[int]:
    """Return none: nobody plays against the others."""
    return ()


def has_paper(variant: Any) -> bool:
    """Return False: paper would look like the sheet."""
    return False


def on_paper(lines: Sequence[PaperLine], variant: Any, seats: int, *, closed: bool) -> None:
    """Return None: there is nothing to draw."""


def next_dealer(entry: Any, dealer: int, seats: int, variant: Any = None) -> int:
    """Return the next seat: the deal goes round, whatever happened in the hand."""
    return after(dealer, seats)
