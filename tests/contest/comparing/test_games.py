"""Meetings that are matches of several games: the games count first, then the points."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from scorer.contest.bracket import bracket_of
from scorer.contest.comparing.places import Places
from scorer.contest.comparing.points import Points
from scorer.contest.comparing.wins import Wins
from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.families import Impossible, Task
from scorer.contest.knockout import Knockout
from scorer.contest.ranking import Comparison
from scorer.contest.result_lines import ResultReader
from scorer.contest.results import Extra, Result
from tests.contest.playing import extra, rank, ranked, result, tied_by

BY_DIFFERENCE, BY_POINTS = Wins(games=True), Wins(games=True, by="points")


def match(pair: tuple[int, int], games: list[int], points: list[int], round_: int = 1) -> list[Result]:
    """As the site has it: the hands, and a line with the games."""
    return [result(pair, points, round=round_), result(pair, round=round_, games=games)]


def ranks(comparison: Comparison, *lines: Result, extras: Sequence[Extra] = ()) -> dict[int, tuple[Fraction, ...]]:
    places = rank(comparison, lines, extras).places
    return {each.standing.contestant: each.standing.ranks_by for each in places}


def test_whoever_wins_more_games_wins_although_the_other_has_more_points() -> None:
    lines = match((1, 2), [2, 1], [2100, 2900])
    assert ranks(BY_DIFFERENCE, *lines) == {1: (2, 1, -800), 2: (0, -1, 800)}
    assert ranks(BY_POINTS, *lines) == {1: (2, 2, 2100), 2: (0, 1, 2900)}
    assert ranks(Points(games=True), *lines) == {1: (2, 2100), 2: (1, 2900)}


def test_each_line_has_the_score_of_the_match() -> None:
    lines = match((1, 2), [2, 1], [2100, 2900])
    assert rank(BY_DIFFERENCE, lines).scores == ((2, 0), (2, 0))
    assert rank(Points(games=True), lines).scores == ((2, 1), (2, 1))


@pytest.mark.parametrize(("points", "won"), [([900, 400], (2, 0)), ([400, 900], (0, 2)), ([900, 900], (1, 1))])
def test_a_match_that_was_not_finished_counts_as_it_stands(points: list[int], won: tuple[int, int]) -> None:
    """The games first, then the points."""
    level = match((1, 2), [1, 1], points)
    assert rank(BY_DIFFERENCE, level).scores[0] == won
    assert rank(BY_DIFFERENCE, match((1, 2), [1, 0], points)).scores[0] == (2, 0)
    assert rank(BY_DIFFERENCE, [result((1, 2), points, round=1)]).scores[0] == won


def test_a_result_may_have_only_games_or_both_in_one_line() -> None:
    assert ranks(BY_DIFFERENCE, result((1, 2), round=1, games=[0, 2])) == {2: (2, 2, 0), 1: (0, -2, 0)}
    assert ranks(BY_DIFFERENCE, result((1, 2), [0, 2000], round=1, games=[0, 2])) == {
        2: (2, 2, 2000),
        1: (0, -2, -2000),
    }


def test_games_break_ties_before_points() -> None:
    lines = [*match((1, 2), [2, 1], [3000, 1000]), *match((3, 4), [2, 0], [2000, 1900])]
    assert ranked(BY_DIFFERENCE, lines) == [(1, 3, 2), (2, 1, 2), (3, 2, 0), (4, 4, 0)]
    assert tied_by(rank(BY_DIFFERENCE, lines)) == dict.fromkeys((1, 2, 3, 4), "games")
    same = [*match((1, 2), [2, 1], [3000, 1000]), *match((3, 4), [2, 1], [2000, 1900])]
    assert tied_by(rank(BY_DIFFERENCE, same)) == dict.fromkeys((1, 2, 3, 4), "difference")
    assert tied_by(rank(Points(games=True), same)) == dict.fromkeys((1, 2, 3, 4), "points")


def test_partners_are_no_opponents() -> None:
    """In a mêlée the first plays with the third."""
    lines = [result((1, 2, 3, 4), [900, 500, 900, 500], round=1), result((1, 2, 3, 4), round=1, games=[2, 0, 2, 0])]
    made = ranks(Wins(games=True, partners=True), *lines)
    assert made == {1: (2, 2, 400), 3: (2, 2, 400), 2: (0, -2, -400), 4: (0, -2, -400)}


def test_a_bye_has_the_mean_of_the_other_matches() -> None:
    lines = [*match((1, 2), [2, 0], [2000, 1000]), *match((1, 3), [0, 2], [500, 1500], round_=2)]
    bye = extra(2, bye=True, round=2)
    assert ranks(BY_DIFFERENCE, *lines, extras=[bye])[2] == (2, -4, -2000)
    assert ranks(Wins(games=True, bye_points=600), *lines, extras=[bye])[2] == (2, -4, -1000 + 600)
    assert ranks(Points(games=True, bye_points=600), *lines, extras=[bye])[2] == (0, 1600)
    assert ranks(Points(games=True), *lines, extras=[extra(1, bye=True, round=3)])[1] == (3, 2500 + 1250)


def test_a_cap_is_one_on_the_points_of_a_match() -> None:
    lines = match((1, 2), [2, 0], [2400, 300])
    assert ranks(Wins(games=True, most=1000), *lines) == {1: (2, 2, 1000), 2: (0, -2, -1000)}


def test_an_adjustment_is_one_of_points_and_wins_no_game() -> None:
    lines = match((1, 2), [1, 1], [900, 800])
    assert rank(BY_DIFFERENCE, lines, [extra(2, adjustment=162, round=1)]).scores[0] == (0, 2)
    assert rank(BY_DIFFERENCE, match((1, 2), [2, 1], [900, 800]), [extra(2, adjustment=162, round=1)]).scores[0] == (
        2,
        0,
    )


def test_comparisons_that_do_not_count_games_refuse_them() -> None:
    line = {"contestants": [1, 2], "games": [2, 0], "round": 1}
    for comparison in (Wins(), Points(), Places.at_tables_of(2)):
        assert [problem.code for problem in ResultReader(comparison).take(line)] == ["no_games"]
    assert ResultReader(BY_DIFFERENCE).take(line) == []


@pytest.mark.parametrize(("games", "code"), [([2], "as_many"), ([2, -1], "number_range"), ("2:1", "list")])
def test_games_are_a_number_for_each_contestant(games: object, code: str) -> None:
    line = {"contestants": [1, 2], "games": games, "round": 1}
    assert [problem.code for problem in ResultReader(BY_DIFFERENCE).take(line)] == [code]


def test_a_knock_out_goes_by_games_and_then_by_points() -> None:
    """Whatever the comparison of the event. A match that is level in both needs the director's word."""
    for comparison in (BY_DIFFERENCE, Points(games=True)):
        family, task = Knockout().complete(Task(4))
        rounds = family.plan(task).rounds
        lines = [*match((1, 4), [1, 2], [2900, 2100]), *match((2, 3), [1, 1], [700, 900])]
        earlier = EarlierRounds(rounds, tuple(lines), (), comparison)
        (semis,) = bracket_of(range(1, 5), earlier)
        assert [(each.contestants, each.scores, each.winner) for each in semis] == [
            ((1, 4), (1, 2), 4),
            ((2, 3), (700, 900), 3),
        ]
        level = EarlierRounds(rounds, (*match((1, 4), [1, 1], [5, 5]), *match((2, 3), [2, 0], [7, 9])), (), comparison)
        family, task = Knockout().complete(Task(4, earlier=earlier))
        assert [sitting.contestants for sitting in family.plan(task).rounds[0].sittings] == [(4, 3)]
        with pytest.raises(Impossible, match="undecided"):
            Knockout().complete(Task(4, earlier=level))


def test_without_games_everything_is_as_it_is_without_the_setting() -> None:
    lines = [result((1, 2), [900, 700], round=1), result((1, 3), [0, 9], round=2)]
    assert rank(Wins(games=True), lines).scores == rank(Wins(), lines).scores
