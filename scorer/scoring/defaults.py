"""What most games do alike: defaults for the parts of `Rules` that a game may have nothing of its own for.

A game's package `rules` imports by name those that it uses.
"""

from collections.abc import Sequence
from typing import Any

from scorer.scoring.model import Fields, Notice, Problem
from scorer.scoring.turns import after


def warnings(entries: Sequence[Any], variant: Any, seats: int, later: Sequence[Any] = ()) -> tuple[Problem, ...]:
    """No entry is improbable."""
    return ()


def remembers(variant: Any) -> bool:
    """Every hand is scored alone."""
    return False


def notices(totals: Sequence[int], carry: Any, variant: Any, seats: int) -> tuple[Notice, ...]:
    """The sheet has nothing to say beside its hands."""
    return ()


def initial_values(entries: Sequence[Any], turn: int, variant: Any, seats: int) -> Fields:
    """Nothing is known of a hand before it is played."""
    return {}


def dealer(entry: Any, turn: int) -> int:
    """An entry does not tell who dealt."""
    return turn


def next_dealer(entry: Any, dealer: int, seats: int) -> int:
    """The deal goes round, whatever happened in the hand."""
    return after(dealer, seats)
