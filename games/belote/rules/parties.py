"""Parties (French: parties) to a target, as parts of one sitting.

The first side with the target's points wins the party. If both reach it with one hand, the higher total wins; if they
are level, they play on. Then the sums start anew.

One party is a match, or two won parties of at most three, the third of which is the belle, or the match has no end. The
next hand after a match begins another one.

Source: digest section 5, option 10, and the usage of clubs ("la première, la revanche et la belle").
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Final

from games.belote.rules.variant import Parties, Variant

Pair = tuple[int, int]
"""A number for seats 1 and 3, and one for seats 2 and 4."""

WINS: Final[dict[Parties, int]] = {"one": 1, "best_of_three": 2}
"""The won parties that decide a match."""


@dataclass(frozen=True, slots=True)
class Party:
    """A party that is over. Its last hand is number `hand` of the sitting."""

    number: int
    points: Pair
    hand: int
    is_belle: bool = False
    lapsed: int = 0
    """Points from litiges that waited when it ended, and that nobody gets."""

    @property
    def winner(self) -> int:
        """The index of the side that won it."""
        return int(self.points[1] > self.points[0])


@dataclass(frozen=True, slots=True)
class Standing:
    """A sitting after some of its hands. Without parties only `waiting` is kept.

    It stays as it is when a party is over; the next hand belongs to a new one.
    """

    waiting: int = 0
    """Points from litiges that wait for a winner."""
    hands: int = 0
    points: Pair = (0, 0)
    """Of the party that is played."""
    ended: tuple[Party, ...] = ()
    won: Pair = (0, 0)
    """The parties that each side has won in this match."""

    @property
    def just_ended(self) -> Party | None:
        """The party that the last hand has ended."""
        return self.ended[-1] if self.ended and self.ended[-1].hand == self.hands else None

    @property
    def number(self) -> int:
        """The number of the party that the last hand belongs to."""
        return len(self.ended) + (self.just_ended is None)

    def is_belle(self, variant: Variant) -> bool:
        """Whether the party that is played decides a match in which each side has won one."""
        return variant.parties == "best_of_three" and self.just_ended is None and self.won == (1, 1)

    def is_decided(self, variant: Variant) -> bool:
        """Whether the match is over."""
        return max(self.won) == WINS.get(variant.parties)


def of(carry: Hashable) -> Standing:
    """Return the `carry` of an outcome, or the standing before the first hand."""
    return carry if isinstance(carry, Standing) else Standing()


def after(last: Standing, gained: Pair, waiting: int, variant: Variant) -> Standing:
    """Return the standing after a hand that `gained` the sides so many points. `waiting` points wait after it."""
    if not variant.has_parties:
        return Standing(waiting)
    now = last if last.just_ended is None else _begun_anew(last, variant)
    hands, points = now.hands + 1, _sum(now.points, gained)
    if max(points) < (variant.target or 0) or points[0] == points[1]:
        return replace(now, waiting=waiting, hands=hands, points=points)
    lapsed = waiting if variant.litige_at_end == "dropped" else 0
    is_belle = variant.parties == "best_of_three" and now.won == (1, 1)
    party = Party(len(now.ended) + 1, points, hands, is_belle, lapsed)
    won = _sum(now.won, (0, 1) if party.winner else (1, 0))
    return Standing(waiting - lapsed, hands, points, (*now.ended, party), won)


def _begun_anew(last: Standing, variant: Variant) -> Standing:
    return replace(last, points=(0, 0), won=(0, 0) if last.is_decided(variant) else last.won)


def _sum(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]
