"""How entry fees are paid out by place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.prizes import prizes, read_group_shares, read_shares


@pytest.mark.parametrize(
    ("places", "shares", "paid"),
    [
        ([1, 2, 3, 4], [50, 30, 20], [5000, 3000, 2000, 0]),
        ([1, 1, 3, 4], [50, 30, 20], [4000, 4000, 2000, 0]),
        ([1, 2, 3, 3], [50, 30, 20], [5000, 3000, 1000, 1000]),
        ([1, 2, 2, 2], [50, 30], [5000, 1000, 1000, 1000]),
        ([1, 1, 1], [100], [3333, 3333, 3333]),
        ([1, 2, None], [60], [6000, 0, 0]),
        ([1, 2], [], [0, 0]),
    ],
)
def test_whoever_shares_a_place_shares_what_the_places_get(
    places: list[int | None], shares: list[int], paid: list[int]
) -> None:
    assert prizes(places, 10_000, shares) == paid


@given(
    st.lists(st.integers(1, 20), max_size=20).map(sorted),
    st.integers(0, 10**9),
    st.sampled_from([[], [100], [50, 30, 20], [40, 30, 20, 10], [1, 1]]),
)
def test_never_more_is_paid_than_the_shares_and_little_less(lots: list[int], pool: int, shares: list[int]) -> None:
    places = [lots.index(lot) + 1 for lot in lots]
    paid = sum(prizes(places, pool, shares))
    promised = pool * sum(shares[: len(places)]) / 100
    assert promised - len(places) <= paid <= promised


@pytest.mark.parametrize("text", ["60 50", "20 30", "0", "-5", "ten", "1.5 1", "10 " * 11, "4 " * 21])
def test_shares_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"[\d -]"):
        read_shares(text)


def test_shares_are_read_with_commas_and_signs() -> None:
    assert read_shares("50%, 30 %; 20") == read_shares("50 30 20") == [50, 30, 20]
    assert read_shares("") == []


def test_prizes_are_paid_in_whole_units() -> None:
    assert prizes([1, 2, 2], 2_050, [50, 30], unit=100) == [1_000, 300, 300]


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("", {}),
        ("junior 10; women 5 5", {"junior": [10], "women": [5, 5]}),
        ("junior 10 %, 5% women;", {"junior": [10], "women": [5]}),
        ("Over 60: 10; U20 5", {"Over 60": [10], "U20": [5]}),
    ],
)
def test_the_shares_of_groups_are_read(text: str, shares: dict[str, list[int]]) -> None:
    assert read_group_shares(text) == shares


@pytest.mark.parametrize("text", ["junior", "10", ": 10", "a 5 10", "a 10; A 5", "a 60; b 50", "a: x", "a 0"])
def test_groups_without_a_share_or_with_impossible_ones_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=text[-1]):
        read_group_shares(text)
