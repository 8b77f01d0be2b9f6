"""The seats of a table: their order, the usual sides, and who sits out where a table has more seats than players."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from scorer.scoring.model import Problem, Sides


def after(position: int, seats: int, steps: int = 1) -> int:
    """Return the next position in the order of play, or the one after so many steps. After the last comes 1."""
    return (position - 1 + steps) % seats + 1


def pairs(seats: int) -> Sides:
    """Return sides of two partners who sit opposite each other: 1 and 3, 2 and 4."""
    half = seats // 2
    return tuple((position, position + half) for position in range(1, half + 1))


def alone(seats: int) -> Sides:
    """Return a side for each seat."""
    return tuple((position,) for position in range(1, seats + 1))


def at_play(sitting_out: Collection[int], seats: int) -> tuple[int, ...]:
    """Return the seats that play, in order."""
    return tuple(seat for seat in range(1, seats + 1) if seat not in sitting_out)


def sitting_out_problems(sitting_out: Sequence[int], seats: int, counts: Collection[int]) -> Iterator[Problem]:
    """Yield what is wrong with `sitting_out`. `counts` are the numbers of players who may sit out."""
    most = max(counts)
    if len(sitting_out) not in counts:
        yield Problem("sitting_out", "how_many_sit_out", {"n": most}) if most else Problem("sitting_out", "all_play")
    yield from seat_problems("sitting_out", sitting_out, seats)


def turn_problems(entries: Sequence[Any], seats: int) -> Iterator[Problem]:
    """Ask about the last of these hands if the dealer, who sits out, was not the next after that of the hand before."""
    *_earlier, before, last = (None, *entries)
    if before and before.sitting_out and last.sitting_out:
        turn = after(before.sitting_out[0], seats)
        if last.sitting_out[0] != turn:
            yield Problem("sitting_out", "out_of_turn", {"seat": turn})


def seat_problems(field: str, chosen: Sequence[int], seats: int) -> Iterator[Problem]:
    """Yield what is wrong with a field that names several seats."""
    if any(not 1 <= seat <= seats for seat in chosen):
        yield Problem(field, "no_such_seat", {"last": seats})
    if len({*chosen}) < len(chosen):
        yield Problem(field, "seat_twice")
