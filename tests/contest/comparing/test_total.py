"""The sum of all points."""

from fractions import Fraction

from scorer.contest.comparing.total import Total
from tests.contest.playing import extra, places_of, rank, ranked, result, standing_of, tied_by

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


SKAT = [
    result((1, 2, 3), [100, 40, 100], won=[1], round=1),
    result((1, 2, 3), [50, 60, 50], won=[1], lost=[3], round=1),
    result((4, 5, 6), [100, 100, 150], won=[4], lost=[5], round=1),
    result((4, 5, 6), [50, 50, 0], won=[4], lost=[4], round=1),
]
"""All but 2 have 150 points. 1 and 4 won two games, and 4 lost one; 3 and 5 lost one, and 6 none."""


def test_equal_points_share_a_place_unless_games_are_counted() -> None:
    assert places_of(rank(Total(), SKAT)) == {1: 1, 2: 6, 3: 1, 4: 1, 5: 1, 6: 1}


def test_of_equal_points_more_games_won_go_first_and_then_fewer_lost() -> None:
    ranking = rank(Total(ties="games"), SKAT)
    assert places_of(ranking) == {1: 1, 4: 2, 6: 3, 3: 4, 5: 4, 2: 6}
    assert tied_by(ranking) == {1: "won", 4: "won", 6: "won", 3: "won", 5: "won"}
    assert tied_by(rank(Total(ties="games"), [result((1, 2), [5, 5], lost=[2])])) == {1: "lost", 2: "lost"}


def test_the_lot_decides_between_those_who_are_still_level_and_is_always_the_same() -> None:
    places = [places_of(rank(Total(ties="games", lot=seed), SKAT)) for seed in range(20)]
    assert {frozenset(found.items()) for found in places} == {
        frozenset({1: 1, 4: 2, 6: 3, 3: first, 5: 9 - first, 2: 6}.items()) for first in (4, 5)
    }
    assert places == [places_of(rank(Total(ties="games", lot=seed), SKAT[::-1])) for seed in range(20)]
    assert tied_by(rank(Total(ties="games", lot=1), [result((1, 2), [5, 5])])) == {1: "lot", 2: "lot"}


def test_an_adjustment_is_part_of_its_round_when_the_best_round_decides() -> None:
    lines = [
        result((1, 2), [100, 80], round=1),
        result((1, 2), [0, 70], round=2),
    ]
    adjustments = [extra(1, adjustment=-20, round=1), extra(2, adjustment=-70, round=2)]
    ranking = rank(Total(ties="best_round"), lines, adjustments)
    assert places_of(ranking) == {1: 1, 2: 1}
    ranking = rank(Total(ties="best_round"), lines, [extra(1, adjustment=50, round=2)])
    assert [standing_of(ranking, one).ranks_by for one in (1, 2)] == [(150, 100), (150, 80)]
    ranking = rank(Total(ties="best_round"), lines, [extra(1, adjustment=50, round=1)])
    assert standing_of(ranking, 1).ranks_by == (150, 150)


SOLOS = [
    result((1, 2, 3, 4), [9, -3, -3, -3], won=[1], round=1),
    result((1, 2, 3, 4), [-9, 3, 3, 3], lost=[1], round=1),
    result((1, 2, 3, 4), [2, 2, -2, -2], round=2),
    result((1, 2, 3, 4), [-2, -2, 2, 2], round=2),
]
"""All have 0 points, and 1 has won a solo."""


def test_more_solos_won_break_ties() -> None:
    ranking = rank(Total(ties="solos"), SOLOS)
    assert ranked(Total(ties="solos"), SOLOS) == [(1, 1, 0), (2, 2, 0), (2, 3, 0), (2, 4, 0)]
    assert tied_by(ranking) == dict.fromkeys(range(1, 5), "solos")


def test_the_best_round_breaks_ties() -> None:
    lines = [
        result((1, 2), [5, 1], round=1),
        result((1, 2), [-5, 2], round=2),
        result((1, 2), [1, -2], round=2),
        result((3, 4), [1, 1], round=1),
    ]
    assert ranked(Total(ties="best_round"), lines) == [(1, 1, 1), (2, 2, 1), (2, 3, 1), (2, 4, 1)]
    assert tied_by(rank(Total(ties="best_round"), lines))[1] == "best_round"


def test_the_best_deal_breaks_ties() -> None:
    lines = [
        result((1, 2, 3, 4), [30, -10, -10, -10], round=1),
        result((1, 2, 3, 4), [-20, -20, 20, 20], round=1),
        result((1, 2, 3, 4), [-5, 15, 5, -15], round=2),
        result((1, 2, 3, 4), [-5, 15, -15, 5], round=2),
    ]
    ranking = rank(Total(ties="best_deal"), lines)
    assert ranked(Total(ties="best_deal"), lines) == [(1, 1, 0), (2, 3, 0), (2, 4, 0), (4, 2, 0)]
    assert tied_by(ranking) == dict.fromkeys(range(1, 5), "best_deal")


def test_a_deal_that_somebody_sat_out_is_not_the_best_one() -> None:
    lines = [result((1, 2), [-3, -5], round=1), result((1, 2), [-2, 0], round=1, sat_out=[2])]
    assert ranked(Total(ties="best_deal"), lines) == [(1, 1, -5), (2, 2, -5)]


def test_a_total_without_tie_breaks_shares_the_place() -> None:
    assert [place for place, _number, _score in ranked(Total(), SOLOS)] == [1, 1, 1, 1]
