"""The sum of all points."""

from fractions import Fraction

from scorer.contest.comparing.total import Total
from tests.contest.playing import extra, rank, ranked, result, standing_of

PARTIES = [
    result((1, 2), [1040, 960], round=1),
    result((3, 4), [700, 1300], round=1),
    result((1, 3), [1200, 800], round=2),
    result((2, 4), [1100, 900], round=2),
]


def test_a_village_concours_goes_by_the_points_of_all_parties() -> None:
    assert ranked(Total(), PARTIES) == [(1, 1, 2240), (2, 4, 2200), (3, 2, 2060), (4, 3, 1500)]


def test_a_result_is_worth_its_points() -> None:
    lines = [
        result((1, 2, 3, 4), [12, -4, -4.5, -3.5]),
        result((1, 2), 420, deal=1),
        result((1, 2), split=[420, 50], deal=2),
        result((1, 2), weighted=[[0.6, 620], ["2/5", -100]], deal=3),
        result((1, 2), not_played=True, deal=4),
    ]
    assert rank(Total(), lines).scores == (
        (12, -4, Fraction(-9, 2), Fraction(-7, 2)),
        (420, -420),
        (420, -50),
        (332, -332),
        (None, None),
    )


def test_byes_penalties_and_what_was_brought_along_are_added_and_a_handicap_is_not() -> None:
    extras = [
        extra(9, bye=True, points=1000, round=1),
        extra(9, bye=True, round=2),
        extra(9, penalty=160, unit="points"),
        extra(9, carry=2.5),
        extra(9, handicap=50),
    ]
    assert ranked(Total(), [], *extras) == [(1, 9, Fraction("842.5"))]


def test_the_deals_are_the_results_that_were_played() -> None:
    ranking = rank(Total(), [*PARTIES, result((1, 2), not_played=True, round=3)], [extra(9, bye=True)])
    assert [standing_of(ranking, one).deals for one in (1, 2, 9)] == [2, 2, 0]
    assert standing_of(ranking, 1).percent is None
