"""Whether a result looks as if it had been written down for the other side."""

from collections.abc import Sequence
from statistics import median

# The limits are our own, from no rule book: part-scores go either way too often to ask about them.
LEAST_OTHERS = 4
"""With fewer results, nobody knows what is usual."""
LEAST_GAP = 600
"""How far the points are from the median of the others, at least: game to one side is 800 from game to the other."""
NEARER = 4
"""How many times nearer to it the result would be if it were turned, at least. Another vulnerability moves it a bit."""
MOST_ALIKE = 5
"""At most one in so many other results may have gone to the same side."""


def is_likely_turned(points: int, others: Sequence[int]) -> bool:
    """`points` are those of the side that played the hand, `others` those of the same side in all other results.

    A hand that was lost is never asked about: it may be a sacrifice, and its points say nothing about who played it.
    """
    if not may_look_turned(points) or len(others) < LEAST_OTHERS:
        return False
    alike = sum(other > 0 for other in others)
    usual = median(others)
    gap, turned = points - usual, abs(-points - usual)
    return alike * MOST_ALIKE <= len(others) and gap >= LEAST_GAP and turned * NEARER <= gap


def may_look_turned(points: int) -> bool:
    """Whether it is worth reading the others: turned, it has to be nearly as far from 0 as they are."""
    return 2 * points * NEARER >= LEAST_GAP * (NEARER - 1)
