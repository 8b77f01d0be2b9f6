"""Results that look as if they had been written down for the other side, on boards as clubs play them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.turned import LEAST_OTHERS, is_likely_turned, may_look_turned

POINTS = st.integers(-300, 300).map(lambda tens: 10 * tens)


@pytest.mark.parametrize(
    ("points", "others"),
    [
        (420, [-420, -420, -450, -420]),  # 4♠ by the other side nearly everywhere
        (420, [-420, -450, -420, 50, -480, -420, -450]),  # one went down
        (420, [-620, -620, -650, -620, -620]),  # the others were vulnerable, this side is not
        (620, [-420, -420, -450, -420]),
        (400, [-400, -430, -400, -400, -460]),
        (980, [-980, -480, -980, -1010, -980]),
        (1430, [-1430, -680, -1430, -1460, -1430, -680]),
        (450, [-420, 420, -450, -420, -420, -480, -420, -450, -420, -420]),  # two tables made the mistake
    ],
)
def test_a_game_entered_for_the_other_side_is_asked_about(points: int, others: list[int]) -> None:
    assert is_likely_turned(points, others)


@pytest.mark.parametrize(
    ("points", "others"),
    [
        (420, [-420, -420, -450]),  # too few
        (420, [420, 450, 420, 420]),  # as everybody
        (-50, [420, 450, 420, 420]),  # game went down
        (-50, [-420, -450, -420, -420]),  # the other side was kept out of its game
        (-500, [420, 450, 420, 420]),  # a doubled game went down
        (-300, [-420, -450, -420, -420]),  # a sacrifice that paid
        (-800, [-420, -450, -420, -420]),  # one that did not
        (140, [-110, -140, -110, -120]),  # part-scores go either way
        (110, [-140, -170, -140, -140]),
        (420, [-420, 420, -450, 450, -420, 420]),  # a wild board: both sides make game
        (420, [-420, -420, 420, -450]),
        (0, [420, 450, 420, 420]),  # passed out
        (420, [0, 0, 0, 0, 0]),
        (420, [50, 100, 50, -110]),
        (420, [-50, -100, -50, -50]),  # the only table to make it: the others played it, too, and went down
        (1430, [680, 680, 650, 680]),  # only this table bid the slam
        (470, [-110, -140, -600, -150, -110]),  # a doubled part-score that was made
    ],
)
def test_results_that_players_have_are_not_asked_about(points: int, others: list[int]) -> None:
    assert not is_likely_turned(points, others)


@given(POINTS, st.lists(POINTS, max_size=12))
def test_nobody_is_asked_about_a_lost_hand_or_what_several_others_have(points: int, others: list[int]) -> None:
    asked = is_likely_turned(points, others)
    assert asked == is_likely_turned(points, others[::-1])
    if asked:
        assert points > 0
        assert len(others) >= LEAST_OTHERS
        assert may_look_turned(points)
        assert not is_likely_turned(-points, others)
        assert sum(other > 0 for other in others) * 5 <= len(others)


@given(st.lists(POINTS, min_size=1, max_size=12))
def test_nobody_is_asked_about_the_usual_result(others: list[int]) -> None:
    assert not any(is_likely_turned(other, [other] * len(others)) for other in others)
