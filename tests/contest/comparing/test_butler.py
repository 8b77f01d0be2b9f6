"""Butler: what is published of it, and what holds for every field."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bridge.rules.scales import IMPS
from scorer.contest.comparing.butler import Butler
from tests.contest.comparing.naive_imps import imps, naive_datum
from tests.contest.playing import board, extra, firsts, rank, result, seconds, standing_of

BUTLER = Butler(IMPS)
ZERO = Fraction(0)


def datum(points: list[Any], butler: Butler = BUTLER, side: int = 0) -> Fraction:
    return butler.datum(board(points), side)


def test_one_at_each_end_is_left_out() -> None:
    """The NBB's example: the mean is 302.5, and the datum 300."""
    butler, points = Butler(IMPS, drop=1), [450, 420, -800, -50, 420, 420]
    assert datum(points, butler) == 300
    assert firsts(rank(butler, board(points))) == [4, 3, -15, -8, 3, 3]


def test_nothing_is_left_out_unless_somebody_says_so() -> None:
    """The digest of bridge: the mean of 620, 620, 650 and -100 is 447.5."""
    points = [620, 620, 650, -100]
    assert datum(points) == 450
    assert firsts(rank(BUTLER, board(points))) == [5, 5, 5, -11]
    assert datum(points, Butler(IMPS, drop=1)) == 620
    assert firsts(rank(Butler(IMPS, drop=1), board(points))) == [0, 0, 1, -12]


@pytest.mark.parametrize(
    ("points", "to", "rounded"),
    [([300, 310], 10, 310), ([-300, -310], 10, -310), ([300, 309], 10, 300), ([5, 0], 1, 3), ([120, 130], 50, 150)],
)
def test_exact_halves_of_a_datum_are_rounded_away_from_zero(points: list[int], to: int, rounded: int) -> None:
    assert datum(points, Butler(IMPS, to=to)) == rounded


@pytest.mark.parametrize(
    ("butler", "left_out"),
    [
        (Butler(IMPS, drop_share=Fraction(1, 10)), {9: 0, 10: 1, 19: 1, 20: 2}),
        (Butler(IMPS, drop_share=Fraction(1, 7)), {4: 0, 6: 0, 7: 1, 13: 1, 14: 2}),
        (Butler(IMPS, drop_share=Fraction(1, 7), share_rounding="nearest"), {3: 0, 4: 1, 10: 1, 11: 2}),
        (Butler(IMPS, drop_share=Fraction(1, 7), share_rounding="up"), {1: 0, 2: 0, 3: 1, 7: 1, 8: 2}),
        (Butler(IMPS, drop=1, drop_share=Fraction(1, 10)), {2: 0, 3: 1, 19: 1, 20: 2}),
        (Butler(IMPS, drop=2), {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 9: 2}),
    ],
)
def test_a_share_or_a_number_is_left_out_and_something_remains(butler: Butler, left_out: dict[int, int]) -> None:
    assert {count: butler.dropped(count) for count in left_out} == left_out


def test_a_cap_holds_for_each_result() -> None:
    assert firsts(rank(Butler(IMPS, cap=3), board([420, -50, 170]))) == [3, -3, 0]


def test_missing_artificial_and_unplayed_results_are_not_in_the_datum() -> None:
    found = rank(BUTLER, board([420, 400, {"average": [60, 40]}, {"not_played": True}]))
    assert found.scores == ((0, 0), (0, 0), (3, -3), (None, None))


def test_the_own_average_replaces_an_artificial_score_that_it_exceeds() -> None:
    boards = [*board([1000, 0]), *board([{"average": [60, 40]}, 0], deal=2)]
    assert rank(BUTLER, boards).scores[2] == (11, -11)
    assert rank(Butler(IMPS, own_average=False), boards).scores[2] == (3, -3)


def test_a_weighted_score_is_in_the_datum_by_its_weights_and_each_part_is_turned_into_imps() -> None:
    """The datum is (400 + 0.5 * 600 + 0.5 * 0) / 2 = 350."""
    found = rank(BUTLER, board([400, {"weighted": [[0.5, 600], [0.5, 0]]}]))
    assert found.scores == ((2, -2), (Fraction(6 - 8, 2), 1))


def test_parts_of_a_weighted_score_may_be_left_out() -> None:
    """Of 0 (half), 100, 200, 600 (half): one of three results is left out at each end."""
    weighted = {"weighted": [[0.5, 600], [0.5, 0]]}
    assert datum([100, weighted, 200], Butler(IMPS, drop=1)) == 150


def test_a_split_score_has_a_datum_for_each_side() -> None:
    points = [{"split": [420, 50]}, 400]
    assert datum(points) == 410
    assert datum(points, side=1) == -230  # (50 + 400) / 2 = 225
    assert rank(BUTLER, board(points)).scores == ((0, 5), (0, -5))


def test_groups_of_a_fouled_deal_have_a_datum_each() -> None:
    boards = [*board([420, 400]), result((3, 103), 1000, deal=1, group="turned")]
    assert firsts(rank(BUTLER, boards)) == [0, 0, 0]


def test_what_comes_from_no_table_is_in_imps() -> None:
    found = rank(BUTLER, board([420, 0]), [extra(1, penalty=2, unit="imps"), extra(2, carry=1.5)])
    assert standing_of(found, 1).score == 5 - 2
    assert standing_of(found, 2).score == -5 + Fraction(3, 2)


@pytest.mark.parametrize(
    ("butler", "field"),
    [
        (Butler(IMPS, drop=-1), "drop"),
        (Butler(IMPS, to=0), "to"),
        (Butler((0,)), "imp_scale"),
        (Butler(IMPS, cap=0), "cap"),
    ],
)
def test_settings_that_make_no_sense_are_refused(butler: Butler, field: str) -> None:
    assert [problem.field for problem in butler.settings_problems()] == [field]


POINTS = st.lists(st.integers(-300, 300).map(lambda tens: tens * 10), min_size=1, max_size=14)


@given(points=POINTS, drop=st.integers(0, 3), to=st.sampled_from([1, 10, 20]), cap=st.sampled_from([None, 17]))
def test_scores_are_those_of_the_plain_definition(points: list[int], drop: int, to: int, cap: int | None) -> None:
    butler = Butler(IMPS, drop=drop, to=to, cap=cap)
    expected = naive_datum(points, butler.dropped(len(points)), to)
    found = rank(butler, board(points))
    assert datum(points, butler) == expected
    assert firsts(found) == [imps(Fraction(each - expected), cap) for each in points]
    assert seconds(found) == [-each for each in firsts(found)]


@given(points=POINTS, drop=st.integers(0, 2))
def test_a_better_result_is_never_worth_less(points: list[int], drop: int) -> None:
    by_points = sorted(zip(points, firsts(rank(Butler(IMPS, drop=drop), board(points))), strict=True))
    scores = [score for _points, score in by_points]
    assert scores == sorted(scores)
