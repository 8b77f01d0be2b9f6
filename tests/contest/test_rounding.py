"""How values are rounded where they are shown."""

from fractions import Fraction

import pytest

from scorer.contest.rounding import four_decimals


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
