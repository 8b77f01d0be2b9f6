"""Sessions that are added up, and what is carried from them."""

from fractions import Fraction

import pytest

from scorer.contest.comparing.total import Total
from scorer.contest.comparing.wins import Wins
from scorer.contest.ranking import Standing
from scorer.contest.sessions import ByEntry, add_up, can_be_added_up, carried_over

ADA, BORIS, CHLOE = 11, 12, 13


def scored(**scores: int) -> ByEntry:
    entries = {"ada": ADA, "boris": BORIS, "chloe": CHLOE}
    return {entries[name]: Standing(1, Fraction(score), 4, (Fraction(score),)) for name, score in scores.items()}


def in_percent(**scores: tuple[int, int]) -> ByEntry:
    """Matchpoints and tops."""
    entries = {"ada": ADA, "boris": BORIS, "chloe": CHLOE}
    return {
        entries[name]: Standing(1, Fraction(score), 4, (Fraction(100 * score, top),), Fraction(100 * score, top), top)
        for name, (score, top) in scores.items()
    }


def test_scores_are_added_up_and_whoever_has_missed_a_session_has_the_others() -> None:
    totals = add_up([scored(ada=10, boris=30, chloe=-5), scored(ada=20, chloe=35)])
    assert [(total.place, total.entry, total.value) for total in totals] == [
        (1, ADA, 30),
        (1, BORIS, 30),
        (1, CHLOE, 30),
    ]
    assert [standing and standing.score for standing in totals[1].sessions] == [30, None]


def test_percentages_are_averaged_exactly_and_whoever_has_missed_a_session_has_no_place() -> None:
    sessions = [in_percent(ada=(1, 3), boris=(1, 2), chloe=(9, 10)), in_percent(ada=(2, 3), boris=(1, 2))]
    totals = add_up(sessions, mean=True)
    assert [(total.place, total.entry, total.value) for total in totals] == [
        (1, ADA, 50),
        (1, BORIS, 50),
        (None, CHLOE, 90),
    ]


def test_a_share_is_carried_over_exactly_as_if_nobody_had_sat_out() -> None:
    carried = carried_over([in_percent(ada=(10, 20), boris=(10, 30))], Fraction(50, 100))
    assert carried == {ADA: Fraction(15, 2), BORIS: 5}
    sums = carried_over([scored(ada=-7), scored(ada=2, boris=1)], Fraction(1, 3))
    assert sums == {ADA: Fraction(-5, 3), BORIS: Fraction(1, 3)}


@pytest.mark.parametrize(("other", "fits"), [(Total(), True), (Wins(), False)])
def test_points_of_one_comparison_are_not_added_to_those_of_another(other: Total | Wins, fits: bool) -> None:
    assert can_be_added_up(Total(), other) is fits
