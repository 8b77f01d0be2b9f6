"""The order of the seats, and the usual sides."""

from scorer.scoring.model import Sides


def after(position: int, seats: int) -> int:
    """Return the next position in the order of play. After the last comes 1."""
    return position % seats + 1


def pairs(seats: int) -> Sides:
    """Return sides of two partners who sit opposite each other: 1 and 3, 2 and 4."""
    half = seats // 2
    return tuple((position, position + half) for position in range(1, half + 1))


def alone(seats: int) -> Sides:
    """Return a side for each seat."""
    return tuple((position,) for position in range(1, seats + 1))
