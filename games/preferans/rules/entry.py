"""What is written down for one hand of preferans, and the words that its fields choose from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

Role = Literal["declarer", "follow", "pass", "call", "called", "counter"]
Counter = Literal["none", "counter", "double_counter"]
Defence = Literal["nobody", "one", "both", "call", "counter"]

ROLES: Final[tuple[Role, ...]] = ("declarer", "follow", "pass", "call", "called", "counter")
COUNTERS: Final[tuple[Counter, ...]] = ("none", "counter", "double_counter")

LEVELS: Final = (2, 3, 4, 5, 6, 7)
"""Spades, diamonds, hearts, clubs, betl, sans."""
BETL: Final = 6

AT_PLAY: Final = 3
TRICKS: Final = 10

DEFENCES: Final[Mapping[tuple[Role, Role], Defence]] = {
    ("pass", "pass"): "nobody",
    ("follow", "pass"): "one",
    ("follow", "follow"): "both",
    ("call", "called"): "call",
    ("counter", "follow"): "counter",
}
"""What the two defenders can do, in either order; first the one who scores, where only one does.

In betl only "both" and "counter": nobody may pass.
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A hand that was played, or `passed_out`: nobody bid, and nothing else but who sat out."""

    level: int | None = None
    """2 to 7: spades, diamonds, hearts, clubs, betl, sans."""
    in_hand: bool = False
    """Played without the two cards of the talon."""
    counter: Counter = "none"
    """Who said the counter has that role; the other defender then has the role "follow"."""
    roles: tuple[Role, ...] | None = None
    """Of the three at play, in the order of their seats."""
    tricks: tuple[int, ...] | None = None
    """Of the three at play, in the order of their seats; None where nobody followed.

    They add up to ten. Of two defenders whose tricks count together any split will do. In betl only the declarer's
    number tells: 0 made, 1 failed.
    """
    sitting_out: tuple[int, ...] = ()
    """At a table of four the seat of the dealer, who did not play. May be left out when passed out."""
    passed_out: bool = False


def defence_of(roles: Sequence[Role]) -> Defence | None:
    """How the declarer was met; None where these are not a declarer and two defenders who go together."""
    if len(roles) != AT_PLAY or roles.count("declarer") != 1:
        return None
    one, other = (role for role in roles if role != "declarer")
    return DEFENCES.get((one, other)) or DEFENCES.get((other, one))
