"""What a draw knows of the rounds before it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.bridge.rules.scales import IMPS, PERCENT_LIMITS
from scorer.contest.comparing.butler import Butler
from scorer.contest.comparing.cross_imps import CrossImps
from scorer.contest.comparing.matchpoints import Matchpoints
from scorer.contest.comparing.total import Total
from scorer.contest.comparing.vp import Vp
from scorer.contest.comparing.wins import Wins
from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.plan import Resting, Round, Sitting
from scorer.contest.ranking import Comparison
from scorer.contest.results import Extra, Result


def points(*values: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))


ROUND = Round(1, (Sitting(1, (1, 2), (1, 2, 3)), Sitting(2, (3, 4), (1, 2, 3), 2)), (Resting(5),))


def test_a_sitting_and_the_results_of_its_deals_are_one_meeting() -> None:
    results = (
        Result((1, 2), points(100, -100), round=1),
        Result((1, 2), points(-30, 30), deal=2),
        Result((2, 1), points(0, 0)),
    )
    earlier = EarlierRounds((ROUND,), results)
    assert earlier.met() == {(1, 2): 1, (3, 4): 1}
    assert earlier.meetings()[0].seen[1] == {1: 70, 2: -70}


def test_results_without_a_plan_are_meetings_too() -> None:
    earlier = EarlierRounds(results=(Result((1, 2, 3), points(5, 5, -10), 1), Result((1, 2, 4), points(1, 1, 1), 2)))
    assert earlier.met() == {(1, 2): 2, (1, 3): 1, (2, 3): 1, (1, 4): 1, (2, 4): 1}
    assert earlier.last_round() == 2


def test_a_result_belongs_to_the_round_of_its_deal() -> None:
    again = Round(2, (Sitting(1, (1, 2), (4, 5, 6)),))
    earlier = EarlierRounds(
        (ROUND, again), (Result((1, 2), points(10, -10), deal=5), Result((1, 2), points(-10, 10), deal=1))
    )
    assert [meeting.seen.get(1) for meeting in earlier.meetings()] == [{1: -10, 2: 10}, None, {1: 10, 2: -10}]
    assert earlier.met()[1, 2] == 2


def test_total_points_are_those_of_all_lines() -> None:
    earlier = EarlierRounds(
        (ROUND,),
        (Result((1, 2), points(10, -10), 1), Result((3, 4), None, 1)),
        (Extra(1, "penalty", Fraction(3)), Extra(5, "bye", Fraction(12), round=1), Extra(1, "handicap", Fraction(50))),
    )
    assert earlier.totals() == {1: 7, 2: -10, 5: 12}


def test_a_win_is_two_a_draw_one_and_a_bye_a_win() -> None:
    earlier = EarlierRounds((ROUND,), (Result((1, 2), points(10, -10), 1), Result((3, 4), points(0, 0), 1)))
    assert earlier.wins() == {1: 2, 2: 0, 3: 1, 4: 1, 5: 2}


def test_what_is_not_known_yet_wins_nothing() -> None:
    assert EarlierRounds((ROUND,), (Result((1, 2), None, 1),)).wins() == {5: 2}


def test_partners_win_together_and_the_best_of_four_alone() -> None:
    earlier = EarlierRounds(
        results=(Result((1, 2, 3, 4), points(9, 4, 9, 4), 1), Result((5, 6, 7, 8), points(1, 2, 3, -6), 1))
    )
    assert earlier.wins() == {1: 2, 2: 0, 3: 2, 4: 0, 5: 0, 6: 0, 7: 2, 8: 0}


def test_a_bye_in_the_plan_and_among_the_results_is_one() -> None:
    earlier = EarlierRounds((ROUND,), extras=(Extra(5, "bye", round=1), Extra(4, "bye", round=2)))
    assert earlier.byes() == {5: 1, 4: 1}
    assert earlier.wins() == {5: 2, 4: 2}


def test_the_deals_go_on_from_the_highest() -> None:
    assert EarlierRounds((ROUND,), (Result((1, 2), None, deal=9),)).last_deal() == 9
    assert (EarlierRounds().last_round(), EarlierRounds().last_deal()) == (0, 0)


SWISS_PAIRS = Vp(IMPS, PERCENT_LIMITS, scale="matchpoints")
FIRST_IS_BEHIND = (  # 1 has the most points, and loses two of three boards to 2
    *(Result((1, 2), points(*both), 1, deal) for deal, both in enumerate([(620, -620), (-50, 50), (-50, 50)], start=1)),
    *(Result((3, 4), points(*both), 1, deal) for deal, both in enumerate([(600, -600), (100, -100), (100, -100)], 1)),
)


def test_standings_are_those_of_the_comparison() -> None:
    by_wins = EarlierRounds((ROUND,), FIRST_IS_BEHIND)
    assert (by_wins.wins()[1], by_wins.wins()[2]) == (2, 0)
    percentages = replace(by_wins, comparison=Matchpoints()).standings()
    assert (percentages[1], percentages[2]) == (Fraction(100, 3), Fraction(200, 3))
    victory_points = replace(by_wins, comparison=SWISS_PAIRS).standings()
    assert victory_points == {1: 2, 2: 18, 3: 18, 4: 2, 5: 12}  # 66.67 % of three boards; a bye is 12
    assert by_wins.standings() == by_wins.wins()


def test_a_bye_is_the_mean_of_the_others_where_the_comparison_gives_nothing_for_it() -> None:
    assert EarlierRounds((ROUND,), FIRST_IS_BEHIND, comparison=Matchpoints()).standings()[5] == 50
    assert EarlierRounds((ROUND,), comparison=Matchpoints()).standings() == {5: 0}


def test_a_bye_of_the_plan_and_of_the_results_counts_once() -> None:
    bye = Extra(5, "bye", Fraction(14), round=1)
    assert EarlierRounds((ROUND,), FIRST_IS_BEHIND, (bye,), SWISS_PAIRS).standings()[5] == 14


LATE = Round(1, (replace(ROUND.sittings[0], late=True), ROUND.sittings[1]), ROUND.resting)


@pytest.mark.parametrize(
    ("comparison", "drawn"),
    [
        (None, 1),
        (Wins(), 1),
        (Total(), 0),
        (Matchpoints(), 50),
        (CrossImps(IMPS), 0),
        (Butler(IMPS), 0),
        (SWISS_PAIRS, 10),
    ],
)
@pytest.mark.parametrize("played", [0, 1, 2])
def test_a_late_match_counts_as_a_draw_whatever_is_in_so_far(
    comparison: Comparison | None, drawn: int, played: int
) -> None:
    results = (*FIRST_IS_BEHIND[:played], *FIRST_IS_BEHIND[3:])
    standings = EarlierRounds((LATE,), results, comparison=comparison).standings()
    assert (standings[1], standings[2]) == (drawn, drawn)


def test_a_late_match_without_numbered_deals_is_level_in_points() -> None:
    late = Round(1, (Sitting(1, (1, 2), late=True), Sitting(2, (3, 4))))
    results = (Result((1, 2), points(90, 72), 1), Result((3, 4), points(100, 62), 1))
    assert EarlierRounds((late,), results).wins() == {1: 1, 2: 1, 3: 2, 4: 0}
    assert EarlierRounds((late,), results).totals() == {1: 0, 2: 0, 3: 100, 4: 62}


def test_a_late_match_has_been_met_and_its_boards_are_played() -> None:
    earlier = EarlierRounds((LATE,), FIRST_IS_BEHIND[3:])
    assert earlier.met()[1, 2] == 1
    assert earlier.last_deal() == 3
