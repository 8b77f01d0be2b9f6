"""Who stands where, from what each has. More is better."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

Total = TypeVar("Total", float, tuple[Fraction, ...])
"""What each has: a number, or several of which the first counts most."""


def places(totals: Sequence[Total]) -> tuple[int, ...]:
    """The place of each; those who are level share the better one, and the next place stays empty: 1, 2, 2, 4."""
    first: dict[Total, int] = {}
    for place, total in enumerate(sorted(totals, reverse=True), start=1):
        first.setdefault(total, place)
    return tuple(first[total] for total in totals)


def beaten(totals: Sequence[float]) -> tuple[float, ...]:
    """How many of the others each has finished ahead of; whoever is level counts half."""
    return tuple(
        sum((other < total) + (other == total) / 2 for other in totals) - 0.5  # less half of oneself
        for total in totals
    )
