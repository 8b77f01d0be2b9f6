"""League points, which depend on whether a result is negative."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.comparing.league import League
from tests.contest.playing import rank, ranked, result, tied_by

RESULTS = st.lists(st.integers(-300, 300) | st.sampled_from([0, 0, -1, 1]), min_size=3, max_size=4)


def in_order(results: Sequence[int], order: Sequence[int]) -> dict[int, int]:
    """What each of those at a table has if they are ranked in this order."""
    positive = sum(points >= 0 for points in results)
    worth = dict.fromkeys(order, 0)
    worth[order[0]] = 4 if positive == 1 else 3
    worth[order[1]] = 2 if results[order[1]] >= 0 else 1
    return worth


def league_points(results: Sequence[int]) -> tuple[Fraction, ...]:
    """The mean over all orders that are right, which is what those who are level share."""
    right = [
        order
        for order in permutations(range(len(results)))
        if all(results[one] >= results[two] for one, two in pairwise(order))
    ]
    sums = [sum(in_order(results, order)[place] for order in right) for place in range(len(results))]
    return tuple(Fraction(points, len(right)) for points in sums)


@pytest.mark.parametrize(
    ("settlements", "points"),
    [
        ([120, 40, -160], [3, 2, 0]),
        ([160, -40, -120], [4, 1, 0]),
        ([-40, 160, -120], [1, 4, 0]),
        ([70, 0, -70], [3, 2, 0]),
        ([80, 80, -160], [2.5, 2.5, 0]),
        ([160, -80, -80], [4, 0.5, 0.5]),
        ([0, 0, 0], [Fraction(5, 3)] * 3),
        ([-10, -20, -30], [3, 1, 0]),  # after adjustments
        ([-10, -10, -30], [2, 2, 0]),
        ([90, 30, -40, -80], [3, 2, 0, 0]),
        ([160, -30, -50, -80], [4, 1, 0, 0]),
        ([160, -60, -60, -40], [4, 0, 0, 1]),
        ([160, -60, -50, -50], [4, 0, 0.5, 0.5]),
    ],
)
def test_places_and_signs_make_the_league_points(settlements: list[int], points: list[Fraction]) -> None:
    contestants = range(1, len(settlements) + 1)
    assert rank(League(), [result(contestants, settlements)]).scores == (tuple(points),)
    assert league_points(settlements) == tuple(points)


@given(RESULTS)
def test_who_is_level_shares_and_a_table_has_four_or_five_points(settlements: list[int]) -> None:
    (points,) = rank(League(), [result(range(1, len(settlements) + 1), settlements)]).scores
    assert points == league_points(settlements)
    assert all(0 <= share <= 4 for share in points)
    if sum(settlements) == 0:
        assert sum(points) == 5
    for one, own in zip(settlements, points, strict=True):
        assert all(own >= share for other, share in zip(settlements, points, strict=True) if one > other)


def test_level_in_league_points_the_settlements_decide() -> None:
    lines = [result((1, 2, 3), [90, 10, -100], round=1), result((4, 5, 6), [60, 20, -80], round=1)]
    ranking = rank(League(), lines)
    assert [ranked.standing.contestant for ranked in ranking.places] == [1, 4, 5, 2, 6, 3]
    assert set(tied_by(ranking)) == set(range(1, 7))
    assert ranked(League(), [*lines, result((1, 2, 3), [-90, -10, 100], round=2)])[0] == (1, 3, 4)


def test_tables_of_two_have_no_third_place() -> None:
    (problem,) = League().result_problems(result((1, 2), [10, -10]))
    assert (problem.code, problem.params) == ("too_few_contestants", {"least": 3})
