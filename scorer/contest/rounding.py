"""How exact values are rounded, where they are shown. Nothing else rounds."""

import math
from fractions import Fraction

SHOWN = 10**4


def four_decimals(value: Fraction) -> float:
    """In lines of JSON: exact halves away from zero (docs/event-format.md)."""
    scaled = abs(value) * SHOWN
    whole = math.floor(scaled + Fraction(1, 2))
    return math.copysign(whole / SHOWN, value) if whole else 0.0
