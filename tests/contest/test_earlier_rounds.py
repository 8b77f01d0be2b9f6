"""What a draw knows of the rounds before it."""

from fractions import Fraction

from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.plan import Resting, Round, Sitting
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
