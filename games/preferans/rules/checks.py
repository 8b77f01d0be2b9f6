"""Finds what is wrong with an entry, all problems at once, and what is improbable (digest section 7)."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.preferans.rules.entry import AT_PLAY, BETL, HAND_KINDS, LIMITS, STOP, TRICKS, Entry, Role, defence_of
from games.preferans.rules.played import Played, played
from games.preferans.rules.record import Record, is_uncountered_spades
from games.preferans.rules.variant import Variant
from scorer.scoring import (
    Problem,
    coerce,
    kind_of,
    kind_problems,
    limit_problems,
    repeat_problems,
    sitting_out_problems,
    turn_problems,
    without_repeats,
)


def problems(entry: Entry, variant: Variant, seats: int) -> tuple[Problem, ...]:
    entry, wrong = coerce(entry)
    of_play = () if entry.passed_out else _played(entry, variant)
    of_its_kind = kind_problems(entry, HAND_KINDS, kind_of(entry))
    return without_repeats([*wrong, *of_its_kind, *of_play, *_sitting_out(entry, seats)])


def _played(entry: Entry, variant: Variant) -> Iterator[Problem]:
    yield from limit_problems(entry, LIMITS)
    yield from _roles(entry)
    yield from _counter(entry)
    yield from _spades(entry, variant)
    yield from _tricks(entry)
    yield from _stopped(entry, variant)


def _sitting_out(entry: Entry, seats: int) -> Iterator[Problem]:
    """A hand that was passed out scores nothing, so it does not have to say who sat out."""
    resting = seats - AT_PLAY
    yield from sitting_out_problems(entry.sitting_out, seats, (0, resting) if entry.passed_out else (resting,))


def _counter(entry: Entry) -> Iterator[Problem]:
    """Check that a counter has the player who said it, and the other way round."""
    if entry.roles is None:
        return
    said = "counter" in entry.roles
    if said and entry.counter == "none":
        yield Problem("counter", "countered")
    if entry.counter != "none" and not said:
        yield Problem("roles", "who_countered")


def _spades(entry: Entry, variant: Variant) -> Iterator[Problem]:
    if is_uncountered_spades(entry, variant) and defence_of(entry.roles or ()) not in (None, "nobody"):
        yield Problem("roles", "spades_need_counter")


def _roles(entry: Entry) -> Iterator[Problem]:
    if entry.roles is None:
        return
    if len(entry.roles) != AT_PLAY:
        yield Problem("roles", "three_roles", {"n": len(entry.roles), "needed": AT_PLAY})
    declarers = [place for place, role in enumerate(entry.roles) if role == "declarer"]
    if not declarers:
        yield Problem("roles", "no_declarer")
    for place in declarers[1:]:
        yield Problem(f"roles.{place}", "one_declarer")
    yield from _defenders(entry, entry.roles)


def _defenders(entry: Entry, roles: tuple[Role, ...]) -> Iterator[Problem]:
    defenders = [place for place, role in enumerate(roles) if role != "declarer"]
    for place in defenders:
        code = _alone(entry, roles[place])
        if code is None and len(defenders) == AT_PLAY - 1:
            code = _beside(roles[place], *(roles[other] for other in defenders if other != place))
        if code:
            yield Problem(f"roles.{place}", code)


def _alone(entry: Entry, role: Role) -> str | None:
    """Return the code of what is wrong with a defender's role, whatever the other defender does."""
    if entry.level == BETL and role in ("pass", "call", "called"):
        return "betl_all_play"
    if entry.counter != "none" or "counter" in (entry.roles or ()):
        return {"pass": "counter_all_play", "call": "counter_no_call", "called": "counter_no_call"}.get(role)
    return None


def _beside(role: Role, other: Role) -> str | None:
    """Return the code of what is wrong with a defender's role beside that of the other defender."""
    if role == "counter":
        return "one_counter" if other == "counter" else None
    if other == "call" and role != "called":
        return "other_calls"
    if other == "called" and role != "call":
        return "other_called"
    return None


def _tricks(entry: Entry) -> Iterator[Problem]:
    is_betl, defence = entry.level == BETL, defence_of(entry.roles or ())
    everybody_plays = is_betl or entry.counter != "none"
    played_out = everybody_plays or defence != "nobody"
    if entry.tricks is None:
        if played_out:
            yield Problem("tricks", "required")
        return
    if not played_out:
        yield Problem("tricks", "nobody_followed")
        return
    if len(entry.tricks) != AT_PLAY:
        yield Problem("tricks", "three_tricks", {"n": len(entry.tricks), "needed": AT_PLAY})
    outside = [place for place, number in enumerate(entry.tricks) if not 0 <= number <= TRICKS]
    for place in outside:
        yield Problem(f"tricks.{place}", "tricks_range", {"most": TRICKS})
    together = sum(entry.tricks)
    if not outside and (together > TRICKS or (together < TRICKS and not is_betl)):
        yield Problem("tricks", "tricks_sum", {"n": together, "needed": TRICKS})
    if defence == "one" and not everybody_plays:
        for place, (role, number) in enumerate(zip(entry.roles or (), entry.tricks, strict=False)):
            if role == "pass" and number:
                yield Problem(f"tricks.{place}", "passed_no_tricks")


def _stopped(entry: Entry, variant: Variant) -> Iterator[Problem]:
    """Check that play stopped when the defenders had enough tricks. The declarer has the rest."""
    tricks, roles = entry.tricks or (), entry.roles or ()
    if not variant.stop_at_five or entry.level == BETL or not len(tricks) == len(roles) == AT_PLAY:
        return
    defended = sum(number for role, number in zip(roles, tricks, strict=True) if role != "declarer")
    if STOP < defended <= TRICKS:
        yield Problem("tricks", "stop_at_five", {"n": defended, "most": STOP})


# What is improbable

FEW_TRICKS: Final = 3
MANY_TRICKS: Final = 9
"""Of a declarer whom somebody follows. These limits are our own, from no rule book."""


def warnings(
    entries: Sequence[Entry], variant: Variant, seats: int, later: Sequence[Entry] = (), carry: Record | None = None
) -> tuple[Problem, ...]:
    hand = played(entries[-1], seats)
    return (
        *turn_problems(entries, seats),
        *(_odd(hand) if hand else ()),
        *(repeat_problems(entries, "tricks") if entries[-1].tricks else ()),  # hands without tricks are often equal
        *_another_record(carry),
    )


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


def _another_record(carry: Record | None) -> Iterator[Problem]:
    """Ask about a hand after the end of the record. It begins another one."""
    if carry and carry.has_ended:
        yield Problem("level", "another_record", {"number": carry.number + 1})
