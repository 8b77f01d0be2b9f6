"""How a sheet of Doppelkopf continues from hand to hand: the dealer, who sits out, Pflichtsoli, and the round.

A table is one round of the list (digest section 6): a number of hands and, in some variants, a Pflichtsolo of every
player. The sheet reminds and asks, but forbids nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.doppelkopf.rules.bock import TIMES, Rounds
from games.doppelkopf.rules.entry import AT_PLAY, Entry, is_duty, is_solo
from games.doppelkopf.rules.variant import Variant
from scorer.scoring import Fields, Notice, after

RESTING: Final = {4: (), 5: (0,), 6: (0, 3), 7: (0, 3, 4)}
"""By the number of seats: how far from the dealer the players sit who sit out (digest section 6)."""


@dataclass(frozen=True, slots=True)
class Carry:
    """What the next hand needs to know about the hands before it."""

    hands: int = 0
    bock: Rounds = ()
    duty_done: tuple[int, ...] = ()
    """The seats that have played their Pflichtsolo, in the order in which they did."""


def duty_done_after(duty_done: tuple[int, ...], entry: Entry) -> tuple[int, ...]:
    """Return `duty_done` with the soloist of this hand, if it was a Pflichtsolo."""
    soloist = entry.re[0] if is_duty(entry) and entry.re else None
    return duty_done if soloist is None or soloist in duty_done else (*duty_done, soloist)


def duty_done(entries: Iterable[Entry]) -> tuple[int, ...]:
    """Return the seats that have played their Pflichtsolo."""
    seats: tuple[int, ...] = ()
    for entry in entries:
        seats = duty_done_after(seats, entry)
    return seats


def owing(duty_done: Sequence[int], variant: Variant, seats: int) -> tuple[int, ...]:
    """Return the seats that still owe a Pflichtsolo in this list."""
    if variant.duty_per != "list":
        return ()
    return tuple(seat for seat in range(1, seats + 1) if seat not in duty_done)


def remembers(variant: Variant) -> bool:
    """The counts of the list do not affect points, but the notices need them."""
    return variant.has_bock_rounds or variant.pflichtsolo or variant.length(AT_PLAY) is not None


def notices(totals: Sequence[int], carry: Carry | None, variant: Variant, seats: int) -> tuple[Notice, ...]:
    """Return the notices about Bock, the round, Pflichtsoli and the sum of all totals.

    Every hand adds up to 0, so only adjustments can change that sum.
    """
    now = carry or Carry()
    owed = owing(now.duty_done, variant, seats)
    return (*_bock(now), *_round(now, owed, variant, seats), *_owed(owed, seats), *_zero_sum(totals))


def declarers(entry: Entry, seats: int) -> Sequence[int]:
    return entry.re or ()


def has_paper(variant: Variant) -> bool:
    return True


def initial_values(entries: Sequence[Entry], turn: int, variant: Variant, seats: int) -> Fields:
    return {"sitting_out": resting(turn, seats)} if seats > AT_PLAY else {}


def resting(dealer: int, seats: int) -> tuple[int, ...]:
    """Return the seats that sit out if this seat deals, lowest first."""
    return tuple(sorted(after(dealer, seats, steps) for steps in RESTING[seats]))


def next_dealer(entry: Entry, dealer: int, seats: int, variant: Variant | None = None) -> int:
    """Return the next seat. After a Pflichtsolo, but not after a Vorführung, it is the same one (digest section 6)."""
    return dealer if is_solo(entry) and entry.duty == "pflicht" else after(dealer, seats)


def _bock(now: Carry) -> Iterator[Notice]:
    if now.bock:
        yield Notice("bock_hands", {"n": max(now.bock), "times": TIMES ** len(now.bock)})


def _round(now: Carry, owed: Sequence[int], variant: Variant, seats: int) -> Iterator[Notice]:
    hands = variant.length(seats)
    if hands is None:
        return
    left = hands - now.hands
    if left <= 0:
        yield Notice("round_over", {"n": hands}, ends=True)
        return
    yield Notice("hands_left", {"n": left})
    if owed and left <= len(owed):
        yield Notice("vorfuehrung", {"n": len(owed)})


def _owed(owed: Sequence[int], seats: int) -> Iterator[Notice]:
    if len(owed) == seats:
        yield Notice("all_owe")
        return
    for seat in owed:
        yield Notice("owes", {"seat": seat}, side=seat)


def _zero_sum(totals: Sequence[int]) -> Iterator[Notice]:
    total = sum(totals)
    if total:
        yield Notice("zero_sum_off", {"sum": total}, explains=True)
    elif any(totals):
        yield Notice("zero_sum", explains=True)
