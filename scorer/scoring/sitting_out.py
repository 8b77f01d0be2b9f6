"""Hands with fewer players than the table has seats: who plays, and what can be wrong about who sits out."""

from collections.abc import Collection, Iterator, Sequence

from scorer.scoring.model import Problem


def at_play(sitting_out: Collection[int], seats: int) -> tuple[int, ...]:
    """Return the seats that play, in order."""
    return tuple(seat for seat in range(1, seats + 1) if seat not in sitting_out)


def sitting_out_problems(sitting_out: Sequence[int], seats: int, counts: Collection[int]) -> Iterator[Problem]:
    """Yield what is wrong with `sitting_out`. `counts` are the numbers of players who may sit out."""
    most = max(counts)
    if len(sitting_out) not in counts:
        yield Problem("sitting_out", "how_many_sit_out", {"n": most}) if most else Problem("sitting_out", "all_play")
    yield from seat_problems("sitting_out", sitting_out, seats)


def seat_problems(field: str, chosen: Sequence[int], seats: int) -> Iterator[Problem]:
    """Yield what is wrong with a field that names several seats."""
    if any(not 1 <= seat <= seats for seat in chosen):
        yield Problem(field, "no_such_seat", {"last": seats})
    if len({*chosen}) < len(chosen):
        yield Problem(field, "seat_twice")
