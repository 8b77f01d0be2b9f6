"""Parties (French: parties) to a target, as parts of one sitting.

The first side with the target's points wins the party. If both reach it with one hand, the higher total wins; if they
are level, they play on. Then the sums start anew.

One party is a match, or two won parties of at most three, the third of which is the belle, or the match has no end. The
next hand after a match begins another one.

Source: digest section 5, option 10, and the usage of clubs ("la première, la revanche et la belle").
"""

from dataclasses import dataclass, replace
from typing import Final

from games.belote.rules.variant import Parties, Variant

Pair = tuple[int, int]
"""A number for seats 1 and 3, and one for seats 2 and 4."""

WINS: Final[dict[Parties, int]] = {"one": 1, "best_of_three": 2}
"""The won parties that decide a match."""
BELLE: Final = 3
"""Of a match, the party that is called so."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A sitting after some of its hands. Without parties only `waiting` is kept.

    It stays as it is when a party is over; the next hand belongs to a new one.
    """

    waiting: int = 0
    """Points from litiges that wait for a winner."""
    number: int = 1
    """Of the party, in the whole sitting."""
    points: Pair = (0, 0)
    """Of the party."""
    won: Pair = (0, 0)
    """The parties that each side has won in this match."""
    is_over: bool = False
    """Whether the last hand has ended the party."""
    lapsed: int = 0
    """Points from litiges that waited when it ended, and that nobody gets."""

    @property
    def leader(self) -> int:
        """The index of the side with more points in the party. If it is over, that side has won it."""
        return int(self.points[1] > self.points[0])

    def result(self, seats: int) -> tuple[int, ...]:
        """Return by seat whether the last hand has won a party."""
        won = self.leader if self.is_over else None
        return tuple(int((seat - 1) % 2 == won) for seat in range(1, seats + 1))

    def is_belle(self, variant: Variant) -> bool:
        """Whether the party decides a match in which each side has won one."""
        return variant.parties == "best_of_three" and sum(self.won) + (not self.is_over) == BELLE

    def is_decided(self, variant: Variant) -> bool:
        """Whether the match is over."""
        return max(self.won) == WINS.get(variant.parties)


def after(last: Standing, gained: Pair, waiting: int, variant: Variant) -> Standing:
    """Return the standing after a hand that `gained` the sides so many points. `waiting` points wait after it."""
    if not variant.has_parties:
        return Standing(waiting)
    points = gained if last.is_over else _sum(last.points, gained)
    won = (0, 0) if last.is_decided(variant) else last.won
    now = Standing(waiting, last.number + last.is_over, points, won)
    if max(points) < (variant.target or 0) or points[0] == points[1]:
        return now
    lapsed = waiting if variant.litige_at_end == "dropped" else 0
    won = _sum(won, (0, 1) if now.leader else (1, 0))
    return replace(now, waiting=waiting - lapsed, won=won, is_over=True, lapsed=lapsed)


def _sum(first: Pair, second: Pair) -> Pair:
    return first[0] + second[0], first[1] + second[1]
