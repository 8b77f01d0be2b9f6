"""A faultless entry of a hand that was played, with its game value and its seats filled in."""

from typing import Final, NamedTuple

from games.preferans.rules.entry import BETL, Counter, Defence, Entry, Role, defence_of
from scorer.scoring import at_play

# Source text, section 1.
VALUE: Final[dict[int, int]] = {2: 4, 3: 6, 4: 8, 5: 10, 6: 12, 7: 14}
IN_HAND: Final = 2
TIMES: Final[dict[Counter, int]] = {"none": 1, "counter": 2, "double_counter": 4}


def game_value(level: int, counter: Counter, *, in_hand: bool) -> int:
    """The two points for playing in hand are multiplied too."""
    return (VALUE[level] + IN_HAND * in_hand) * TIMES[counter]


class Played(NamedTuple):
    """Three players by their places 0, 1, 2, in the order of their `seats`."""

    level: int
    in_hand: bool
    counter: Counter
    defence: Defence
    seats: tuple[int, ...]
    roles: tuple[Role, ...]
    tricks: tuple[int, ...]
    """All 0 where nobody followed."""

    @property
    def is_betl(self) -> bool:
        return self.level == BETL

    @property
    def value(self) -> int:
        return game_value(self.level, self.counter, in_hand=self.in_hand)

    @property
    def taken(self) -> int:
        """The declarer's tricks."""
        return self.tricks[self.roles.index("declarer")]

    @property
    def defended(self) -> int:
        """The defenders' tricks together."""
        return sum(self.tricks) - self.taken

    def seat_of(self, role: Role) -> int:
        """The seat of the one player who has this role."""
        return self.seats[self.roles.index(role)]


def played(entry: Entry, seats: int) -> Played | None:
    """None for a hand passed out. Raises ValueError for an entry that the rules refuse."""
    if entry.passed_out:
        return None
    defence = defence_of(entry.roles or ())
    if entry.level is None or entry.roles is None or defence is None:
        raise ValueError("no contract, or nobody to play it")
    return Played(
        entry.level,
        entry.in_hand,
        entry.counter,
        defence,
        at_play(entry.sitting_out, seats),
        entry.roles,
        entry.tricks or (0,) * len(entry.roles),
    )
