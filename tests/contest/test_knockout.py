"""Knock-outs: byes for the best seeds, and whoever wins goes on."""

from fractions import Fraction

import pytest

from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.families import Impossible, Task
from scorer.contest.knockout import Knockout
from scorer.contest.plan import Plan, Round, judge
from scorer.contest.results import Extra, Result


def following(contestants: int, rounds: list[Round], results: list[Result], extras: tuple[Extra, ...] = ()) -> Round:
    earlier = EarlierRounds(tuple(rounds), tuple(results), extras)
    family, task = Knockout().complete(Task(contestants, None, 2, 28, earlier=earlier))
    return family.plan(task).rounds[0]


def result(match: tuple[int, ...], points: int) -> Result:
    return Result(match, (Fraction(points), Fraction(-points)))


def matches(round_: Round) -> list[tuple[int, ...]]:
    return [sitting.contestants for sitting in round_.sittings]


def played(contestants: int, *, upsets: bool = False) -> list[Round]:
    """A whole knock-out in which the better seed wins every match, or with `upsets` loses it."""
    rounds: list[Round] = []
    results: list[Result] = []
    for _round in range((contestants - 1).bit_length()):
        rounds.append(following(contestants, rounds, results))
        results += [result(match, -10 if (match[0] < match[1]) == upsets else 10) for match in matches(rounds[-1])]
    with pytest.raises(Impossible, match="all_rounds_drawn"):
        following(contestants, rounds, results)
    return rounds


@pytest.mark.parametrize("upsets", [False, True])
@pytest.mark.parametrize("contestants", range(2, 71))
def test_every_number_has_byes_to_the_next_power_of_two_and_a_final(contestants: int, *, upsets: bool) -> None:
    rounds = played(contestants, upsets=upsets)
    places = 2 ** (contestants - 1).bit_length()
    byes = [resting.contestant for resting in rounds[0].resting]
    assert byes == list(range(1, places - contestants + 1))
    assert [len(round_.sittings) for round_ in rounds[1:]] == [places // 2**k for k in range(2, len(rounds) + 1)]
    assert len(rounds[-1].sittings) == 1
    assert {finding.code for finding in judge(Plan(tuple(rounds))).warnings} <= {"rests_again", "one_direction"}
    assert judge(Plan(tuple(rounds))).sound


@pytest.mark.parametrize("contestants", range(4, 71))
def test_the_best_two_meet_in_the_final(contestants: int) -> None:
    assert sorted(matches(played(contestants)[-1])[0]) == [1, 2]


def test_the_first_round_of_six() -> None:
    first = following(6, [], [])
    assert sorted(map(sorted, matches(first))) == [[3, 6], [4, 5]]
    assert [resting.contestant for resting in first.resting] == [1, 2]
    assert [sitting.copy for sitting in first.sittings] == [1, 2]


def test_both_rooms_and_what_is_carried_over_decide() -> None:
    first = following(4, [], [])
    rooms = [result((1, 4), 100), result((4, 1), 130), result((2, 3), 10)]
    assert matches(following(4, [first], rooms)) == [(4, 2)]
    carried = (Extra(1, "carry", Fraction(70), round=1), Extra(1, "carry", Fraction(900), round=2))
    assert matches(following(4, [first], rooms, carried)) == [(1, 2)]
    imps = [Result((1, 4), imps=Fraction(-3)), result((2, 3), 10)]
    assert matches(following(4, [first], imps)) == [(4, 2)]


@pytest.mark.parametrize("points", [[], [0]])
def test_a_match_that_nobody_has_won_is_named(points: list[int]) -> None:
    first = following(4, [], [])
    results = [result((2, 3), 10), *(result((1, 4), made) for made in points)]
    with pytest.raises(Impossible) as refused:
        following(4, [first], results)
    assert (refused.value.problem.code, refused.value.problem.params) == (
        "undecided",
        {"round": 1, "first": 1, "second": 4},
    )


@pytest.mark.parametrize(("contestants", "rounds"), [(1, None), (401, None), (8, 2), (8, 0)])
def test_other_numbers_are_refused(contestants: int, rounds: int | None) -> None:
    with pytest.raises(Impossible):
        Knockout().complete(Task(contestants, rounds))
