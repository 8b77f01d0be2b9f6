"""Fractions over a common denominator, and how values are rounded where they are shown."""

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.ranking import over_common_denominator
from scorer.contest.values import four_decimals


@given(st.lists(st.fractions(max_denominator=60) | st.integers(-9, 9)))
def test_so_many_parts_are_the_value_and_no_larger_parts_would_do(values: list[Fraction | int]) -> None:
    parts, whole = over_common_denominator(values)
    assert [Fraction(each, whole) for each in parts] == values
    assert gcd(whole, *parts) == 1


def test_no_values_have_no_parts() -> None:
    assert over_common_denominator([]) == ([], 1)


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        (Fraction(1, 3), 0.3333),
        (Fraction(1, 20000), 0.0001),
        (Fraction(-1, 20000), -0.0001),
        (Fraction(-1, 20001), 0.0),
        (Fraction(42, 13), 3.2308),
        (Fraction(7), 7.0),
    ],
)
def test_four_decimals_are_shown_and_halves_go_away_from_zero(value: Fraction, seen: float) -> None:
    assert four_decimals(value) == seen
    assert not str(four_decimals(value)).startswith("-0.0") or seen
