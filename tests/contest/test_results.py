"""Results of one meeting belong together, and each contestant sees them as it is deemed to have got them."""

from fractions import Fraction

from scorer.contest.results import Meeting, meetings
from tests.contest.playing import extra, result


def test_results_of_one_round_between_the_same_contestants_are_one_meeting() -> None:
    results = [
        result((1, 2), 10, round=1, deal=1),
        result((3, 4), 5, round=1, deal=1),
        result((2, 1), 30, round=1, deal=2),
        result((1, 2), 7, round=2, deal=3),
    ]
    met, of_result = meetings(results)
    assert of_result == [0, 1, 0, 2]
    assert met[0].seen == {1: {1: -20, 2: 20}, 2: {1: -20, 2: 20}}


def test_a_split_result_is_seen_otherwise_by_each_side() -> None:
    split = result((1, 2), split=[420, 50])
    assert split.points == (420, -50)
    assert Meeting.of((1, 2), [split]).seen == {1: {1: 420, 2: -420}, 2: {1: 50, 2: -50}}


def test_a_meeting_without_points_is_not_known() -> None:
    assert Meeting.of((1, 2), [result((1, 2), not_played=True)]).seen == {}
    assert Meeting.of((1, 2), []).outcomes() == {}


def test_what_a_ruling_adds_to_points() -> None:
    assert extra(1, penalty=5, unit="points").points == -5
    assert extra(1, penalty=5, unit="top").points == 0
    assert extra(1, carry="1/2").points == Fraction(1, 2)
    assert extra(1, bye=True).points == 0
    assert extra(1, handicap=3).points == 0
