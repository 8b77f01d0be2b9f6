"""Seats in order: who comes after whom, and who adds up together."""

from scorer.scoring.model import Sides


def after(position: int, seats: int) -> int:
    """The next position in the order of play, from the last one back to 1."""
    return position % seats + 1


def pairs(seats: int) -> Sides:
    """Partners opposite each other: 1 and 3 against 2 and 4."""
    half = seats // 2
    return tuple((position, position + half) for position in range(1, half + 1))


def alone(seats: int) -> Sides:
    return tuple((position,) for position in range(1, seats + 1))
