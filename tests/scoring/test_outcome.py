"""The points of a hand and the reasons that add up to them."""

import pytest

from scorer.scoring import Outcome, Reason

WON = Reason("won", 2, 30)
RESTED = Reason("rested", 1, 10)


def test_a_seat_that_sits_out_has_no_reasons() -> None:
    with pytest.raises(ValueError, match="rested"):
        Outcome.of([WON, RESTED], 4, sitting_out=(1,))


def test_a_seat_that_sits_out_scores_if_the_game_says_so() -> None:
    outcome = Outcome.of([WON, RESTED], 4, sitting_out=(1,), also_scoring=(1,))
    assert outcome.points == (10, 30, 0, 0)
    assert [outcome.scores(seat) for seat in (1, 2, 3, 4)] == [True] * 4


def test_a_seat_that_sits_out_and_does_not_score_has_no_score() -> None:
    outcome = Outcome.of([WON], 4, sitting_out=(1,))
    assert [outcome.scores(seat) for seat in (1, 2, 3, 4)] == [False, True, True, True]


def test_only_a_seat_that_sits_out_scores_nonetheless() -> None:
    with pytest.raises(ValueError, match=r"\(3,\)"):
        Outcome.of([WON], 4, sitting_out=(1,), also_scoring=(3,))
