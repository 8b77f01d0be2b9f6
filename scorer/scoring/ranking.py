"""Ranks by total. More is better."""

from collections.abc import Sequence
from typing import TypeVar

Total = TypeVar("Total", float, tuple[int, ...])
"""A number, or several of which the first counts most."""


def places(totals: Sequence[Total]) -> tuple[int, ...]:
    """Return the place of each total. Equal totals share the better place, and the next one stays empty: 1, 2, 2, 4."""
    first: dict[Total, int] = {}
    for place, total in enumerate(sorted(totals, reverse=True), start=1):
        first.setdefault(total, place)
    return tuple(first[total] for total in totals)


def beaten(totals: Sequence[float]) -> tuple[float, ...]:
    """Return how many of the others each total beats. An equal total counts half."""
    return tuple(
        sum((other < total) + (other == total) / 2 for other in totals) - 0.5  # for being equal to itself
        for total in totals
    )
