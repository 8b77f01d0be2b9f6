"""Fractions over a common denominator: Python compares and adds whole numbers much faster."""

import math
from collections.abc import Iterable
from fractions import Fraction


def over_common_denominator(values: Iterable[Fraction | int]) -> tuple[list[int], int]:
    """Return the numerators of the values over their least common denominator, and this denominator."""
    ratios = [value.as_integer_ratio() for value in values]
    common = math.lcm(*{denominator for _numerator, denominator in ratios})
    return [numerator * (common // denominator) for numerator, denominator in ratios], common
