"""Exact values: they are added as whole numbers, which is much faster, and rounded only when they are shown."""

import math
from collections.abc import Iterable
from fractions import Fraction

SHOWN = 10**4


def over_common_denominator(values: Iterable[Fraction | int]) -> tuple[list[int], int]:
    """Return the numerators of the values over their least common denominator, and this denominator."""
    ratios = [value.as_integer_ratio() for value in values]
    common = math.lcm(*{denominator for _numerator, denominator in ratios})
    return [numerator * (common // denominator) for numerator, denominator in ratios], common


def four_decimals(value: Fraction) -> float:
    """Round a value for a line of JSON. Exact halves are rounded away from zero (docs/event-format.md)."""
    scaled = abs(value) * SHOWN
    whole = math.floor(scaled + Fraction(1, 2))
    return math.copysign(whole / SHOWN, value) if whole else 0.0
