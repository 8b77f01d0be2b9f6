import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.ranking import beaten, places

TOTALS = st.lists(st.integers(-50, 50), min_size=1, max_size=7)


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ([30, 20, 10], (1, 2, 3)),
        ([10, 30, 20], (3, 1, 2)),
        ([20, 20, 10], (1, 1, 3)),
        ([30, 20, 20, 10], (1, 2, 2, 4)),
        ([-5, -5, -5], (1, 1, 1)),
        ([7], (1,)),
    ],
)
def test_equal_totals_share_the_better_place_and_the_next_stays_empty(
    totals: list[int], expected: tuple[int, ...]
) -> None:
    assert places(totals) == expected


def test_an_equal_opponent_is_half_beaten() -> None:
    assert beaten([30, 20, 20, 10]) == (3.0, 1.5, 1.5, 0.0)
    assert beaten([0, 0]) == (0.5, 0.5)


@given(TOTALS)
def test_somebody_is_first_and_more_points_never_rank_lower(totals: list[int]) -> None:
    found = places(totals)
    assert min(found) == 1
    for one, mine in zip(totals, found, strict=True):
        for other, theirs in zip(totals, found, strict=True):
            assert (one > other) == (mine < theirs)


@given(TOTALS)
def test_every_pair_shares_one_point(totals: list[int]) -> None:
    assert sum(beaten(totals)) == len(totals) * (len(totals) - 1) / 2
