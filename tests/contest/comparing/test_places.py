"""Places at the tables, by a scale."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scorer.contest.comparing.places import Places, even_scale
from scorer.scoring import HalfPoints
from tests.contest.playing import extra, rank, ranked, result, tied_by

WEMMETSWEIL = Places(scale=(3, 1, -1, -3), scale_5=(4, 2, 0, -2, -4))


def test_the_first_of_four_gets_four_and_the_last_one() -> None:
    assert rank(Places(), [result((3, 7, 9, 12), [2, 10, -4, -8])]).scores == ((3, 4, 2, 1),)


def test_tables_of_four_and_of_five_have_scales_of_their_own() -> None:
    """Wemmetsweil: 3 1 -1 -3 and 4 2 0 -2 -4."""
    lines = [result((1, 2, 3, 4), [40, 0, -10, -30]), result((5, 6, 7, 8, 9), [9, 8, 7, -4, -20])]
    assert rank(WEMMETSWEIL, lines).scores == ((3, 1, -1, -3), (4, 2, 0, -2, -4))


def test_who_is_level_at_a_table_gets_the_mean_of_the_places() -> None:
    lines = [result((1, 2, 3, 4), [10, 10, 0, -20]), result((5, 6, 7, 8), [5, 5, 5, -15])]
    assert rank(WEMMETSWEIL, lines).scores == ((2, 2, -1, -3), (1, 1, 1, -3))
    assert rank(Places(), [result((1, 2, 3, 4), [0, 0, 0, 0])]).scores == ((Fraction(5, 2),) * 4,)


def test_level_in_places_the_points_decide() -> None:
    """A day of the Bundesliga: 4, 3, 2, 1 in each group, then the points."""
    lines = [result((1, 2, 3, 4), [493, 20, -13, -500]), result((5, 6, 7, 8), [120, 40, -60, -100])]
    ranking = rank(Places(), lines)
    assert [each.standing.contestant for each in ranking.places] == [1, 5, 6, 2, 3, 7, 8, 4]
    assert [each.place for each in ranking.places] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert set(tied_by(ranking)) == set(range(1, 9))


def test_the_hands_of_a_table_are_added_up_first_and_rounds_are_apart() -> None:
    hands = [
        result((1, 2, 3, 4), [30, -10, -10, -10], round=1, deal=1),
        result((4, 3, 2, 1), [60, -20, -20, -20], round=1, deal=2),
        result((1, 2, 3, 4), [-30, 10, 10, 10], round=2, deal=3),
    ]
    ranking = rank(Places(), hands)
    assert ranking.scores == ((3, Fraction(3, 2), Fraction(3, 2), 4), (4, 1.5, 1.5, 3), (1, 3, 3, 3))
    assert ranked(Places(), hands)[0] == (1, 4, 7)


def test_a_league_of_three_at_a_table() -> None:
    """preferans.org: 3, 2, 1 without what a negative result costs; who is level shares."""
    lines = [result((1, 2, 3), [120, 120, -240], round=1), result((4, 5, 6), [10, 0, -10], round=1)]
    assert rank(Places(scale=(3, 2, 1)), lines).scores == ((Fraction(5, 2), Fraction(5, 2), 1), (3, 2, 1))


def test_rulings_change_the_score() -> None:
    missed = [extra(9, penalty=3, unit="points"), extra(9, carry=1), extra(9, bye=True, points=2)]
    assert ranked(Places(), [], *missed) == [(1, 9, 0)]


def test_each_of_two_sides_has_the_place_that_it_is_deemed_to_have() -> None:
    assert rank(Places(scale=(2, 0)), [result((1, 2), split=[50, -50])]).scores == ((2, 2),)


@pytest.mark.parametrize(
    ("comparison", "size", "refused"),
    [
        (Places(), 4, False),
        (Places(), 5, True),
        (Places(), 3, True),
        (WEMMETSWEIL, 5, False),
        (Places(scale=(3, 2, 1)), 4, True),
        (Places(scale=(), scale_4=(4, 3, 2, 1)), 4, False),
        (Places(), 7, True),
    ],
)
def test_a_table_without_a_scale_is_refused(comparison: Places, size: int, *, refused: bool) -> None:
    found = comparison.result_problems(result(range(1, size + 1), [0] * size))
    assert [(each.field, each.code, each.params) for each in found] == (
        [("contestants", "no_scale", {"size": size})] if refused else []
    )


def test_a_scale_for_a_size_goes_before_the_common_one() -> None:
    assert rank(Places(scale_4=(1, 0, 0, 0)), [result((1, 2, 3, 4), [9, 8, 7, 6])]).scores == ((1, 0, 0, 0),)


def test_a_scale_has_a_number_for_each_place() -> None:
    assert [(each.field, each.params) for each in Places(scale_3=(3, 2, 1), scale_5=(4, 3)).settings_problems()] == [
        ("scale_5", {"size": 5})
    ]
    assert WEMMETSWEIL.settings_problems() == []


@pytest.mark.parametrize(
    ("size", "scale"),
    [
        (2, (3, 2)),
        (3, (3.5, 2.5, 1.5)),
        (4, (4, 3, 2, 1)),
        (5, (4.5, 3.5, 2.5, 1.5, 0.5)),
        (6, (5, 4, 3, 2, 1, 0)),
    ],
)
def test_in_events_nobody_gains_by_the_size_of_a_table(size: int, scale: tuple[float, ...]) -> None:
    """As in Wemmetsweil, where 3 1 -1 -3 and 4 2 0 -2 -4 have one mean, and one distance between places."""
    assert even_scale(size) == scale
    points = list(range(size, 0, -1))
    assert rank(Places.at_tables_of(2, 3, 5, 6), [result(range(1, size + 1), points)]).scores == (scale,)


def test_what_somebody_sets_goes_before_the_scale_of_a_game() -> None:
    table = result((1, 2, 3, 4, 5), [9, 8, 7, 6, 5])
    own = replace(Places.at_tables_of(5), scale=tuple(map(HalfPoints, (5, 4, 3, 2, 1))))
    assert rank(own, [table]).scores == ((5, 4, 3, 2, 1),)
    assert rank(replace(own, scale=(HalfPoints(1),)), [table]).scores == ((4.5, 3.5, 2.5, 1.5, 0.5),)
