"""A hand that was played, with its game value and the seats of its players."""

from typing import Final, NamedTuple

from games.preferans.rules.entry import BETL, Counter, Defence, Entry, Role, defence_of
from scorer.scoring import at_play

# Club's text, section 1.
VALUE: Final[dict[int, int]] = {2: 4, 3: 6, 4: 8, 5: 10, 6: 12, 7: 14}
IN_HAND: Final = 2
TIMES: Final[dict[Counter, int]] = {"none": 1, "counter": 2, "double_counter": 4}


def game_value(level: int, counter: Counter, *, in_hand: bool) -> int:
    """Return the game value in score points. The counter also multiplies the two points for playing in hand."""
    return (VALUE[level] + IN_HAND * in_hand) * TIMES[counter]


class Played(NamedTuple):
    """A hand of three players. `roles` and `tricks` are in the order of their `seats`."""

    level: int
    in_hand: bool
    counter: Counter
    defence: Defence
    seats: tuple[int, ...]
    roles: tuple[Role, ...]
    tricks: tuple[int, ...]
    """All 0 if nobody followed."""
    refa: int = 1
    """By what a refa multiplies the game value."""

    @property
    def is_betl(self) -> bool:
        return self.level == BETL

    @property
    def value(self) -> int:
        return game_value(self.level, self.counter, in_hand=self.in_hand) * self.refa

    @property
    def declarer(self) -> int:
        """The declarer's seat."""
        return self.seat_of("declarer")

    @property
    def taken(self) -> int:
        """The declarer's tricks."""
        return self.tricks[self.roles.index("declarer")]

    @property
    def defended(self) -> int:
        """The defenders' tricks together."""
        return sum(self.tricks) - self.taken

    def seat_of(self, role: Role) -> int:
        """Return the seat of the only player with this role."""
        return self.seats[self.roles.index(role)]


def played(entry: Entry, seats: int) -> Played | None:
    """Return the hand of an entry, or None if it was passed out. Raises ValueError if the entry has problems."""
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
