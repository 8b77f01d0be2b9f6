"""Exact values are rounded here when they are shown, and nowhere else."""

import math
from fractions import Fraction

SHOWN = 10**4


def four_decimals(value: Fraction) -> float:
    """Round a value for a line of JSON. Exact halves are rounded away from zero (docs/event-format.md)."""
    scaled = abs(value) * SHOWN
    whole = math.floor(scaled + Fraction(1, 2))
    return math.copysign(whole / SHOWN, value) if whole else 0.0
