"""What is written down for one hand of preferans, and the values of its fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from scorer.scoring import HandKind, HandKinds, Limits

Role = Literal["declarer", "follow", "pass", "call", "called", "counter"]
Counter = Literal["none", "counter", "double_counter"]
Defence = Literal["nobody", "one", "both", "call", "counter"]

COUNTERS: Final[tuple[Counter, ...]] = get_args(Counter)

LEVELS: Final = (2, 3, 4, 5, 6, 7)
"""Spades, diamonds, hearts, clubs, betl, sans."""
LIMITS: Final[Limits] = {"level": (LEVELS[0], LEVELS[-1])}
SPADES: Final = 2
BETL: Final = 6

AT_PLAY: Final = 3
TRICKS: Final = 10
STOP: Final = 5
"""Where house rules say so, play stops at so many tricks of the defenders, because then the declarer has failed."""

DEFENCES: Final[Mapping[tuple[Role, Role], Defence]] = {
    ("pass", "pass"): "nobody",
    ("follow", "pass"): "one",
    ("follow", "follow"): "both",
    ("call", "called"): "call",
    ("counter", "follow"): "counter",
}
"""What the two defenders can do, in either order. If only one of them scores, that one is first.

In betl nobody may pass, so only "both" and "counter" are possible.
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A hand that was played, or one that nobody bid (`passed_out`) with no other value than who sat out."""

    level: int | None = None
    """2 to 7: spades, diamonds, hearts, clubs, betl, sans."""
    in_hand: bool = False
    """Played without the two cards of the talon."""
    counter: Counter = "none"
    """The defender who said it has the role "counter", and the other one the role "follow"."""
    roles: tuple[Role, ...] | None = None
    """The roles of the three at play, in the order of their seats."""
    tricks: tuple[int, ...] | None = None
    """The tricks of the three at play, in the order of their seats. None if nobody followed.

    They add up to ten; those that were not played because play stopped are the declarer's. If the tricks of two
    defenders count together, their split does not matter. In betl only the declarer's number matters: 0 for made, 1 for
    failed.
    """
    sitting_out: tuple[int, ...] = ()
    """At a table of four, the seat of the dealer, who did not play. It can be left out if the hand was passed out."""
    passed_out: bool = False


HAND_KINDS: Final[HandKinds] = {
    "passed_out": HandKind(required=("passed_out",), allowed=("sitting_out",)),
    "played": HandKind(required=("level", "roles"), allowed=("in_hand", "counter", "tricks", "sitting_out")),
}


def defence_of(roles: Sequence[Role]) -> Defence | None:
    """Return what the defenders did. None if these are not the roles of a declarer and two matching defenders."""
    if len(roles) != AT_PLAY or roles.count("declarer") != 1:
        return None
    first, second = (role for role in roles if role != "declarer")
    return DEFENCES.get((first, second)) or DEFENCES.get((second, first))
