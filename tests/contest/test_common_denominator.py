"""What fractions are in parts, they are as fractions."""

from fractions import Fraction
from math import gcd

from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.common_denominator import over_common_denominator


@given(st.lists(st.fractions(max_denominator=60) | st.integers(-9, 9)))
def test_so_many_parts_are_the_value_and_no_larger_parts_would_do(values: list[Fraction | int]) -> None:
    parts, whole = over_common_denominator(values)
    assert [Fraction(each, whole) for each in parts] == values
    assert gcd(whole, *parts) == 1


def test_no_values_have_no_parts() -> None:
    assert over_common_denominator([]) == ([], 1)
