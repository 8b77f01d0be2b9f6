"""What is counted in hands: the games, how they were defended, and what became of those who followed."""

from collections.abc import Callable, Iterator
from typing import Final

from games.preferans.rules.entry import DEFENCES, LEVELS, Entry, Role
from games.preferans.rules.lines import DECLARER_NEEDS, lines_of
from games.preferans.rules.played import Played, played
from games.preferans.rules.variant import Variant
from scorer.scoring import Case, Statistic

DEFENDING: Final[tuple[Role, ...]] = ("follow", "call", "counter")
"""The roles that may fail. Who was called, or follows beside a counter, does not pay: see _defenders."""


def _is_made(hand: Played) -> bool:
    if hand.defence == "nobody":
        return True
    return hand.taken == 0 if hand.is_betl else hand.taken >= DECLARER_NEEDS


def _by(group: Callable[[Played], str]) -> Callable[[Entry, Variant, int], Iterator[Case]]:
    def cases(entry: Entry, _variant: Variant, seats: int) -> Iterator[Case]:
        hand = played(entry, seats)
        if hand:
            yield Case(group(hand), (hand.declarer,), _is_made(hand))

    return cases


def _defenders(entry: Entry, _variant: Variant, seats: int) -> Iterator[Case]:
    """Who followed, called or countered succeeded if it cost them nothing."""
    hand = played(entry, seats)
    for place, role in enumerate(hand.roles if hand else ()):
        if hand and role in DEFENDING and (role == "counter" or hand.defence != "counter"):
            yield Case(role, (hand.seats[place],), all(line.points >= 0 for line in lines_of(hand, place)))


STATISTICS: Final = (
    Statistic("level", tuple(map(str, LEVELS)), _by(lambda hand: str(hand.level))),
    Statistic("defence", tuple(DEFENCES.values()), _by(lambda hand: hand.defence)),
    Statistic("role", DEFENDING, _defenders),
)
