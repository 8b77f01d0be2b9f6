"""Fractions in parts: whole numbers are compared and added much faster."""

import math
from collections.abc import Iterable
from fractions import Fraction


def in_parts(values: Iterable[Fraction | int]) -> tuple[list[int], int]:
    """Return each value in parts of the same size, and how many of these make one."""
    ratios = [value.as_integer_ratio() for value in values]
    whole = math.lcm(*{denominator for _numerator, denominator in ratios})
    return [numerator * (whole // denominator) for numerator, denominator in ratios], whole
