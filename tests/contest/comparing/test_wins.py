"""Meetings won, then the points or the difference."""

from fractions import Fraction

import pytest

from scorer.contest.comparing.wins import Wins
from scorer.contest.earlier_rounds import EarlierRounds
from tests.contest.playing import extra, rank, ranked, result, tied_by

BY_POINTS = Wins(by="points")


def counts(comparison: Wins, *lines: object, contestant: int = 1) -> tuple[Fraction, ...]:
    """What one contestant is ranked by."""
    results = [each for each in lines if hasattr(each, "contestants")]
    extras = [each for each in lines if not hasattr(each, "contestants")]
    ranking = rank(comparison, results, extras)
    return next(each.standing.ranks_by for each in ranking.places if each.standing.contestant == contestant)


def test_a_win_is_two_a_draw_one_and_a_loss_nothing() -> None:
    lines = [result((1, 2), [900, 700], round=1), result((1, 2), [800, 800], round=2), result((1, 3), [0, 9], round=3)]
    assert ranked(Wins(), lines) == [(1, 1, 3), (2, 3, 2), (3, 2, 1)]
    assert rank(Wins(), lines).scores == ((2, 0), (1, 1), (0, 2))


def test_a_pool_of_four_with_two_for_a_win_and_one_for_a_loss() -> None:
    """FNASCE: who is level goes by the difference of all parties."""
    pool = [
        result((1, 2), [1010, 790], round=1),
        result((3, 4), [1510, 490], round=1),
        result((1, 3), [700, 1300], round=2),
        result((2, 4), [1600, 1000], round=2),
        result((1, 4), [1000, 1100], round=3),
        result((2, 3), [1200, 900], round=3),
    ]
    ranking = rank(Wins(loss=1), pool)
    assert [(each.place, each.standing.contestant, *each.standing.ranks_by) for each in ranking.places] == [
        (1, 3, 5, 1320),
        (2, 2, 5, 680),
        (3, 1, 4, -480),
        (4, 4, 4, -1520),
    ]
    assert tied_by(ranking) == dict.fromkeys((1, 2, 3, 4), "difference")


def test_an_adjustment_is_part_of_the_points_of_its_round_and_may_change_who_has_won() -> None:
    lines = [result((1, 2), [900, 800], round=1), result((1, 2), [500, 400], round=2)]
    adjustment = extra(2, adjustment=162, round=1)
    assert counts(Wins(), *lines, adjustment) == (2, 100 - 62)
    assert counts(Wins(), *lines, adjustment, contestant=2) == (2, 62 - 100)
    assert counts(BY_POINTS, *lines, adjustment, contestant=2) == (2, 800 + 162 + 400)
    assert rank(Wins(), lines, [adjustment]).scores == ((0, 2), (2, 0))


def test_by_points_the_points_made_count_and_not_those_of_the_opponents() -> None:
    lines = [result((1, 2), [1200, 1100], round=1), result((3, 4), [900, 100], round=1)]
    assert [each[1] for each in ranked(BY_POINTS, lines)] == [1, 3, 2, 4]
    assert [each[1] for each in ranked(Wins(), lines)] == [3, 1, 2, 4]
    assert set(tied_by(rank(BY_POINTS, lines)).values()) == {"points"}


def test_the_deals_of_a_meeting_are_added_up_first() -> None:
    """A match of three boards is one win, whoever won more of them."""
    match = [
        result((1, 2), 50, deal=1, round=1),
        result((2, 1), 400, deal=2, round=1),
        result((1, 2), 420, deal=3, round=1),
    ]
    ranking = rank(Wins(), match)
    assert [(each.standing.contestant, *each.standing.ranks_by) for each in ranking.places] == [
        (1, 2, 140),
        (2, 0, -140),
    ]
    assert ranking.scores == ((2, 0), (0, 2), (2, 0))
    assert ranking.places[0].standing.deals == 3


def test_the_same_contestants_meet_again_in_another_round_or_another_match() -> None:
    assert counts(Wins(), result((1, 2), 10, round=1), result((1, 2), 10, round=2))[0] == 4
    assert counts(Wins(), result((1, 2), 10, match="A"), result((1, 2), 10, match="B"))[0] == 4
    assert counts(Wins(), result((1, 2), 10, deal=1), result((1, 2), 10, deal=2))[0] == 2


def test_what_was_not_played_wins_and_loses_nothing() -> None:
    lines = [result((1, 2), not_played=True, round=1)]
    assert rank(Wins(loss=1), lines).scores == ((None, None),)
    assert ranked(Wins(loss=1), lines) == [(1, 1, 0), (1, 2, 0)]


def test_each_side_wins_or_loses_by_what_it_is_deemed_to_have_got() -> None:
    assert rank(Wins(), [result((1, 2), split=[50, -50])]).scores == ((2, 2),)
    assert rank(Wins(), [result((1, 2), split=[0, 50])]).scores == ((1, 0),)
    both = [result((1, 2), split=[50, -50], deal=1, round=1), result((1, 2), -30, deal=2, round=1)]
    assert rank(Wins(), both).scores == ((2, 2), (2, 2))
    assert counts(Wins(), *both, contestant=2) == (2, 160)


def test_a_weighted_score_is_its_mean() -> None:
    assert rank(Wins(), [result((1, 2), weighted=[["1/3", 200], ["2/3", -100]])]).scores == ((1, 1),)


def test_a_bye_is_a_win_with_what_its_line_says_or_the_mean_of_the_meetings() -> None:
    met = (result((1, 2), [900, 700], round=1), result((1, 3), [800, 900], round=2))
    assert counts(Wins(), *met, extra(1, bye=True, round=3)) == (4, 150)
    assert counts(Wins(), *met, extra(1, bye=True, round=3), extra(1, bye=True, round=4)) == (6, 200)
    assert counts(Wins(), *met, extra(1, bye=True, round=3, points=1000)) == (4, 1100)
    assert counts(BY_POINTS, *met, extra(1, bye=True, round=3)) == (4, 2550)
    assert counts(Wins(win=3, bye=1), *met, extra(1, bye=True)) == (4, 150)
    assert counts(Wins(bye=0), extra(1, bye=True)) == (0, 0)


def test_what_is_ruled_changes_the_score() -> None:
    """A point of a ruling is one of the score, and not one of those that were made at a table."""
    met = result((1, 2), [900, 700])
    assert counts(Wins(), met, extra(1, penalty=1, unit="points"), extra(1, carry=4)) == (5, 200)


def test_at_larger_tables_whoever_has_the_most_wins_and_the_others_count_with_their_mean() -> None:
    assert rank(Wins(), [result((1, 2, 3, 4), [9, 4, 9, 4])]).scores == ((2, 0, 2, 0),)
    assert rank(Wins(), [result((1, 2, 3), [5, 5, 5])]).scores == ((1, 1, 1),)
    assert counts(Wins(), result((1, 2, 3, 4), [12, -4, -5, -3])) == (2, 16)


def test_nobody_wins_alone() -> None:
    assert [(each.field, each.code) for each in Wins().result_problems(result((1,), [5]))] == [
        ("contestants", "too_few_contestants")
    ]


@pytest.mark.parametrize("split", [False, True])
def test_a_swiss_draw_counts_wins_in_the_same_way(*, split: bool) -> None:
    first = result((1, 2), split=[30, -10], round=1) if split else result((1, 2), 30, round=1)
    results = (
        first,
        result((3, 4), 0, round=1),
        result((1, 3), -5, deal=7, round=2),
        result((3, 1), 9, deal=8, round=2),
    )
    extras = (extra(5, bye=True, round=1), extra(5, bye=True, round=2))
    scores = {one: score for _place, one, score in ranked(Wins(), results, *extras)}
    assert EarlierRounds((), results, extras).wins() == scores
