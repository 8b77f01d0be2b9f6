"""Sessions that are added up, and what is carried from them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scorer.contest.comparing.total import Total
from scorer.contest.comparing.wins import Wins
from scorer.contest.ranking import Standing
from scorer.contest.sessions import add_up, can_be_added_up, carried_over

ADA, BORIS, CHLOE = 11, 12, 13


def scored(**scores: int) -> dict[int, Standing]:
    entries = {"ada": ADA, "boris": BORIS, "chloe": CHLOE}
    return {entries[name]: Standing(1, Fraction(score), 4, (Fraction(score),)) for name, score in scores.items()}


def in_percent(**scores: tuple[int, int]) -> dict[int, Standing]:
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


def test_what_was_carried_raises_the_mean_by_as_much_as_the_session_to_which_it_came() -> None:
    """Ada has 60 % and 50 %, and brings 5 %: 55 + 5, although it stands in her first session only."""
    first = in_percent(ada=(65, 100), boris=(58, 100))
    first[ADA] = replace(first[ADA], carried=Fraction(5))
    (ada, boris) = add_up([first, in_percent(ada=(20, 40), boris=(23, 40))], mean=True)
    assert (ada.entry, ada.value, ada.carried) == (ADA, 60, 5)
    assert (boris.entry, boris.value, boris.carried) == (BORIS, Fraction(231, 4), 0)
    (alone, _boris) = add_up([first], mean=True)
    assert alone.value == 65


def test_whoever_has_played_too_few_deals_of_all_sessions_has_no_place() -> None:
    """Too few in one session are no harm if the others make up for it."""
    first, second = scored(ada=10, boris=30, chloe=20), scored(ada=10, boris=5)
    first[BORIS] = replace(first[BORIS], deals=1)
    totals = add_up([first, second], minimum=Fraction(60, 100))
    assert [(total.place, total.entry, total.deals, total.needed) for total in totals] == [
        (1, BORIS, 5, 0),
        (2, ADA, 8, 0),
        (None, CHLOE, 4, 5),
    ]


def test_a_share_of_the_scores_is_carried_over_exactly() -> None:
    sums = carried_over([scored(ada=-7), scored(ada=2, boris=1)], Fraction(1, 3))
    assert sums == {ADA: Fraction(-5, 3), BORIS: Fraction(1, 3)}


def test_percentages_carry_a_share_of_what_they_are_above_50_and_longer_sessions_count_more() -> None:
    qualifying = in_percent(ada=(12, 20), boris=(10, 30), chloe=(15, 30))
    assert carried_over([qualifying], Fraction(1, 2)) == {ADA: 5, BORIS: Fraction(-25, 3), CHLOE: 0}
    longer = in_percent(ada=(30, 60), boris=(45, 60))
    assert carried_over([qualifying, longer], Fraction(1)) == {ADA: Fraction(10, 3), BORIS: Fraction(100, 9), CHLOE: 0}


def test_a_share_of_a_mean_is_a_share_of_what_the_ranking_says() -> None:
    """Sessions of another length count alike, and what was carried into them counts whole."""
    first, second = in_percent(ada=(25, 30)), in_percent(ada=(30, 60))
    assert carried_over([first, second], Fraction(1, 2)) == {ADA: Fraction(50, 9)}
    assert carried_over([first, second], Fraction(1, 2), mean=True) == {ADA: Fraction(25, 3)}
    first[ADA] = replace(first[ADA], carried=Fraction(4))
    assert carried_over([first, second], Fraction(1, 2), mean=True) == {ADA: Fraction(28, 3)}


@pytest.mark.parametrize(("teams", "finalists", "against_each", "in_the_final"), [(8, 4, 8, 16), (10, 5, 6, 4)])
def test_scores_are_carried_in_proportion_by_the_formula_of_the_english_bridge_union(
    teams: int, finalists: int, against_each: int, in_the_final: int
) -> None:
    """All play all, A2.4: half of the score, times the boards against finalists of all boards of the qualifying, times
    the boards against each in the final and in the qualifying."""
    qualifying, against_finalists = against_each * (teams - 1), against_each * (finalists - 1)
    score = Fraction(93)
    by_formula = score / 2 * against_finalists / qualifying * in_the_final / against_each
    played = {ADA: Standing(1, score, qualifying, (score,))}
    final = in_the_final * (finalists - 1)
    assert carried_over([played], Fraction(1, 2), final) == {ADA: by_formula}


@pytest.mark.parametrize(("other", "fits"), [(Total(), True), (Wins(), False)])
def test_points_of_one_comparison_are_not_added_to_those_of_another(other: Total | Wins, fits: bool) -> None:
    assert can_be_added_up(Total(), other) is fits
