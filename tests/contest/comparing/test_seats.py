"""Deals compared seat by seat, in matchpoints and by the difference from the mean."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.comparing.seats import LARGEST_LIMIT, SeatDifference, SeatMatchpoints
from tests.contest.playing import extra, rank, result, standing_of

GARDE = [
    ([318, -106, -106, -106], [6, 0, 0, 0]),
    ([-126, 42, 42, 42], [0, 6, 6, 6]),
    ([150, -50, -50, -50], [3, 3, 3, 3]),
    ([150, -50, -50, -50], [3, 3, 3, 3]),
]
"""A deal at four tables where the first seat takes it, with what each seat gets of a top of 6."""


def at_tables(points: Sequence[Sequence[int]], deal: int = 1, **fields: Any) -> list[Any]:
    """Table n has the players 4n - 3 to 4n."""
    return [
        result(range(4 * table + 1, 4 * table + 5), list(by_seat), deal=deal, **fields)
        for table, by_seat in enumerate(points)
    ]


DEALS = st.lists(
    st.lists(st.integers(-900, 900), min_size=3, max_size=3).map(lambda points: [-sum(points), *points]),
    min_size=1,
    max_size=9,
)


def test_each_seat_has_two_for_what_it_beats_and_one_for_what_is_equal() -> None:
    ranking = rank(SeatMatchpoints(), at_tables([points for points, _worth in GARDE]))
    assert [list(scores) for scores in ranking.scores] == [worth for _points, worth in GARDE]
    assert standing_of(ranking, 1).percent == 100
    assert standing_of(ranking, 2).percent == 0
    assert ranking.tops == (6, 6, 6, 6)


def test_the_difference_is_that_to_the_mean_of_the_seat_up_to_a_limit() -> None:
    """The first seat has 123 on average, the others -41."""
    lines = at_tables([points for points, _worth in GARDE])
    assert rank(SeatDifference(), lines).scores == (
        (195, -65, -65, -65),
        (-249, 83, 83, 83),
        (27, -9, -9, -9),
        (27, -9, -9, -9),
    )
    assert rank(SeatDifference(limit=100), lines).scores[:2] == ((100, -65, -65, -65), (-100, 83, 83, 83))


@given(DEALS)
def test_everybody_together_has_half_the_tops(deal: list[list[int]]) -> None:
    ranking = rank(SeatMatchpoints(), at_tables(deal))
    top = 2 * (len(deal) - 1)
    for seat in range(4):
        assert sum(scores[seat] for scores in ranking.scores) == Fraction(len(deal) * top, 2)
    assert all(0 <= share <= top for scores in ranking.scores for share in scores)
    for seat in range(4):
        for points, scores in zip(deal, ranking.scores, strict=True):
            others = [other[seat] for other in deal]
            own = points[seat]
            assert scores[seat] == sum((own > other) * 2 + (own == other) for other in others) - 1


@given(DEALS)
def test_differences_of_a_seat_add_up_to_zero_and_so_do_those_of_a_table(deal: list[list[int]]) -> None:
    ranking = rank(SeatDifference(limit=LARGEST_LIMIT), at_tables(deal))
    assert all(sum(scores[seat] for scores in ranking.scores) == 0 for seat in range(4))
    assert all(sum(scores) == 0 for scores in ranking.scores)


@given(DEALS, st.integers(1, 400))
def test_no_difference_is_more_than_the_limit(deal: list[list[int]], limit: int) -> None:
    free = rank(SeatDifference(limit=LARGEST_LIMIT), at_tables(deal)).scores
    for scores, uncut in zip(rank(SeatDifference(limit=limit), at_tables(deal)).scores, free, strict=True):
        assert all(abs(share) <= limit for share in scores)
        assert all(share == max(-limit, min(limit, whole)) for share, whole in zip(scores, uncut, strict=True))


@pytest.mark.parametrize(
    ("comparison", "worth"),
    [(SeatMatchpoints(), [Fraction(12, 5), 2, 2, 2]), (SeatDifference(), [60, 0, 0, 0])],
    ids=["matchpoints", "difference"],
)
def test_an_artificial_score_is_a_share_of_the_top_or_of_the_limit(comparison: Any, worth: list[Fraction]) -> None:
    """Of three tables, so that the top is 4. The others are compared among themselves."""
    lines = [
        *at_tables([[30, -10, -10, -10], [30, -10, -10, -10]]),
        result((9, 10, 11, 12), None, deal=1, average=[60, 50, 50, 50]),
    ]
    ranking = rank(comparison, lines)
    assert list(ranking.scores[2]) == worth
    expected = [2, 2, 2, 2] if isinstance(comparison, SeatMatchpoints) else [0, 0, 0, 0]
    assert [list(scores) for scores in ranking.scores[:2]] == [expected, expected]


def test_a_deal_that_was_not_played_has_no_score_and_neuberg_makes_up_for_it() -> None:
    lines = [
        *at_tables([[30, -10, -10, -10], [-30, 10, 10, 10]]),
        result((9, 10, 11, 12), None, deal=1, not_played=True),
    ]
    ranking = rank(SeatMatchpoints(), lines)
    assert ranking.scores[2] == (None, None, None, None)
    assert ranking.scores[0] == (Fraction(7, 2), Fraction(1, 2), Fraction(1, 2), Fraction(1, 2))


def test_a_penalty_is_in_the_unit_of_the_score() -> None:
    lines = at_tables([[30, -10, -10, -10], [-30, 10, 10, 10]])
    assert standing_of(rank(SeatMatchpoints(), lines, [extra(1, penalty=25, unit="top")]), 1).percent == 75
    assert standing_of(rank(SeatDifference(), lines, [extra(1, penalty=25, unit="points")]), 1).score == 5


def test_tables_with_other_numbers_of_players_are_compared_by_themselves() -> None:
    fours = at_tables([[30, -10, -10, -10], [-30, 10, 10, 10]])
    threes = [result((9, 10, 11), [20, -10, -10], deal=1), result((12, 13, 14), [20, -10, -10], deal=1)]
    ranking = rank(SeatMatchpoints(), [*fours, *threes])
    assert ranking.scores[2] == ranking.scores[3]
    assert rank(SeatDifference(), [*fours, *threes]).scores[2] == (0, 0, 0)


def test_they_are_measured_by_the_same_top_as_the_other_tables() -> None:
    """As with the groups of a fouled deal, Neuberg makes up for the results that each size lacks."""
    fours = at_tables([[30, -10, -10, -10], [-30, 10, 10, 10]])
    ranking = rank(SeatMatchpoints(), [*fours, result((9, 10, 11), [20, -10, -10], deal=1)])
    assert ranking.scores == (
        (Fraction(7, 2), *[Fraction(1, 2)] * 3),
        (Fraction(1, 2), *[Fraction(7, 2)] * 3),
        (2, 2, 2),
    )
    assert standing_of(ranking, 9).percent == 50


def test_split_and_weighted_scores_are_of_two_sides() -> None:
    split = result((1, 2, 3, 4), None, deal=1, split=[30, -30])
    assert [problem.code for problem in SeatMatchpoints().result_problems(split)] == ["each_alone"]
    assert SeatMatchpoints().result_problems(result((1, 2, 3, 4), [3, -1, -1, -1], deal=1)) == []
