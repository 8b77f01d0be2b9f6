"""The Serbian record beside the points: bule, supe and refe.

Each player starts with the same number of bule, which count down. A declarer who makes the contract writes off the game
value, and one who fails adds it; so does a defender who fails. For each trick, a defender writes the game value as supe
against the declarer. If nobody bids, every player gets a refa. A declarer with an open refa plays it: that hand counts
double, and the refa is crossed off. A player whose bule are negative is "under the hat". The record ends once all bule
add up to zero.

A player's settlement is: own supe - supe of others against them - 10 x bule. The settlements add up to zero if the bule
do.

Source: digest section 4, from programs of Serbian clubs, and pages of clubs and leagues.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from games.preferans.rules.entry import SPADES, Entry
from games.preferans.rules.variant import Variant

# Digest section 4.
BULE_TIMES: Final = 10
"""What one of the bule is worth in the settlement."""
REFA_TIMES: Final = 2
"""By what a refa multiplies the game value."""
DOUBLE_FALL: Final = 2
"""How many times the game value a declarer falls in a double fall."""
EVEN: Final = 2
"""Every game value is a multiple of it, so every player's bule are too."""


@dataclass(frozen=True, slots=True)
class Record:
    """The record after some of its hands. Tuples are by seat.

    It stays as it is when it has ended; the next hand belongs to a new one (`current`).
    """

    number: int
    bule: tuple[int, ...]
    supe: tuple[tuple[int, ...], ...]
    """`supe[0][2]` is what seat 1 has written against seat 3."""
    refe: tuple[int, ...]
    """Those that are open."""
    written: int = 0
    """How many refe have been written for each player."""

    @property
    def left(self) -> int:
        return sum(self.bule)

    @property
    def has_ended(self) -> bool:
        return self.left <= 0

    @property
    def settlement(self) -> tuple[int, ...]:
        return tuple(
            sum(own) - sum(row[seat] for row in self.supe) - BULE_TIMES * self.bule[seat]
            for seat, own in enumerate(self.supe)
        )

    @property
    def result(self) -> tuple[int, ...]:
        """The settlement against its mean, in whole points that add up to zero: everybody bears the same share of the
        bule that are left. Where whole points cannot be shared, those who have the least bear one more.
        """
        settlement = self.settlement
        share, rest = divmod(sum(settlement), len(settlement))
        bear_more = sorted(range(len(settlement)), key=lambda seat: settlement[seat])[:rest]
        return tuple(own - share - (seat in bear_more) for seat, own in enumerate(settlement))

    def may_write_refa(self, variant: Variant) -> bool:
        if variant.refe is not None and self.written >= variant.refe:
            return False
        return variant.refe_under_hat or min(self.bule) >= 0

    def plays_refa(self, seat: int, level: int, variant: Variant) -> bool:
        """Return whether the declarer at `seat` plays a refa in a game at this level."""
        return self.refe[seat - 1] > 0 and (variant.refa_played == "always" or level != SPADES)


@dataclass(frozen=True, slots=True)
class Writing:
    """What one hand writes down."""

    bule: Mapping[int, int] = field(default_factory=dict)
    """By seat; negative is good."""
    supe: Mapping[int, int] = field(default_factory=dict)
    """By the seat that writes them, against the declarer."""
    declarer: int | None = None
    plays_refa: bool = False
    """Whether the declarer crosses off a refa."""
    refa_for_all: bool = False


def start(variant: Variant, seats: int, number: int = 1) -> Record:
    """Return a record without hands. Everybody starts with the same even number of bule.

    If `variant.bule` is for all together and cannot be shared like that, each share is rounded down.
    """
    share = variant.bule if variant.bule_for == "player" else max(EVEN, variant.bule // seats // EVEN * EVEN)
    return Record(number, (share,) * seats, ((0,) * seats,) * seats, (0,) * seats)


def current(carry: Record | None, variant: Variant, seats: int) -> Record:
    """Return the record that the next hand is written in. `carry` is that of the outcome before it, or None."""
    if carry is None:
        return start(variant, seats)
    return start(variant, seats, carry.number + 1) if carry.has_ended else carry


def is_uncountered_spades(entry: Entry, variant: Variant) -> bool:
    """Return whether the hand was not played out, because nobody said the counter that spades need."""
    return (
        variant.forces_counter
        and not entry.passed_out
        and entry.level == SPADES
        and not entry.in_hand
        and entry.counter == "none"
    )


def limited(
    moves: Mapping[int, int], declarer: int, value: int, now: Record, variant: Variant
) -> tuple[dict[int, int], int]:
    """Apply the rules of the last hand to the bule that a hand moves, by seat.

    Return the bule, and the value of the supe, which is that of the game unless the last hand limits it.
    """
    moved = dict(moves)
    if moved[declarer] > 0 and variant.double_fall and value > now.left:
        moved[declarer] *= DOUBLE_FALL
    beyond = -(now.left + sum(moved.values()))
    if beyond <= 0 or variant.last_hand == "full":
        return moved, value
    moved[declarer] += beyond
    return moved, value - beyond if variant.last_hand == "value" else value


def after(now: Record, writing: Writing) -> Record:
    """Return the record with what a hand writes."""
    supe, refe = [list(row) for row in now.supe], [own + writing.refa_for_all for own in now.refe]
    if writing.declarer is not None:
        place = writing.declarer - 1
        refe[place] -= writing.plays_refa
        for seat, points in writing.supe.items():
            supe[seat - 1][place] += points
    return replace(
        now,
        bule=tuple(own + writing.bule.get(seat, 0) for seat, own in enumerate(now.bule, start=1)),
        supe=tuple(map(tuple, supe)),
        refe=tuple(refe),
        written=now.written + writing.refa_for_all,
    )
