"""Finds what is improbable about a hand, or not in the order of the sheet."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from games.preferans.rules.entry import Entry
from games.preferans.rules.played import Played, played
from games.preferans.rules.record import Record
from games.preferans.rules.variant import Variant
from scorer.scoring import Problem, after

FEW_TRICKS: Final = 3
MANY_TRICKS: Final = 9
"""Of a declarer whom somebody follows. These limits are our own, from no rule book."""


def warnings(
    entries: Sequence[Entry],
    variant: Variant,
    seats: int,
    later: Sequence[Entry] = (),
    carry: Hashable = None,
) -> tuple[Problem, ...]:
    *before, entry = entries
    hand = played(entry, seats)
    last = before[-1] if before else None
    return (
        *_out_of_turn(entry, last, seats),
        *(_odd(hand) if hand else ()),
        *_repeated(entry, last),
        *_another_record(carry),
    )


def _out_of_turn(entry: Entry, last: Entry | None, seats: int) -> Iterator[Problem]:
    """The dealer sits out, so each player in turn should."""
    if last and last.sitting_out and entry.sitting_out:
        turn = after(last.sitting_out[0], seats)
        if entry.sitting_out[0] != turn:
            yield Problem("sitting_out", "out_of_turn", {"seat": turn})


def _odd(hand: Played) -> Iterator[Problem]:
    if hand.counter == "double_counter":
        yield Problem("counter", "double_counter")
    if hand.is_betl:
        if hand.taken > 1:
            yield Problem("tricks", "betl_ends", {"n": hand.taken})
    elif hand.defence != "nobody":
        if hand.taken <= FEW_TRICKS:
            yield Problem("tricks", "few_tricks", {"n": hand.taken})
        if hand.taken >= MANY_TRICKS:
            yield Problem("tricks", "many_tricks", {"n": hand.taken})


def _repeated(entry: Entry, last: Entry | None) -> Iterator[Problem]:
    """Ask about a hand that equals the last one. Hands without tricks are often equal."""
    if entry == last and entry.tricks is not None:
        yield Problem("tricks", "same_as_before")


def _another_record(carry: Hashable) -> Iterator[Problem]:
    """Ask about a hand after the end of the record. It begins another one."""
    if isinstance(carry, Record) and carry.has_ended:
        yield Problem("level", "another_record", {"number": carry.number + 1})
