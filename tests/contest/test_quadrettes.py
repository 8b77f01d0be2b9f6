"""Squads of four at two tables with the same deals: one against three of the other, and the reverse."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import chain
from random import Random

import pytest

from scorer.contest.comparing.seats import SeatDifference
from scorer.contest.families import Impossible, Task
from scorer.contest.plan import Plan, judge
from scorer.contest.quadrettes import Quadrettes
from scorer.contest.results import Result
from tests.contest.playing import rank


def planned(squads: int, rounds: int | None = None, names: dict[int, str] | None = None) -> Plan:
    family, task = Quadrettes().complete(Task(4 * squads, rounds, evening=20, squads=names or {}))
    return family.plan(task)


def squad(number: int) -> int:
    return (number - 1) // 4


@pytest.mark.parametrize("squads", range(2, 31))
def test_one_plays_alone_against_three_and_the_same_seat_of_the_other_squad_plays_the_same_deals(squads: int) -> None:
    plan = planned(squads)
    assert len(plan.rounds) == 4
    assert judge(plan).defects == ()
    all_deals = [sitting.deals for round_ in plan.rounds for sitting in round_.sittings]
    assert set(Counter(chain.from_iterable(all_deals)).values()) == {2}
    for number, round_ in enumerate(plan.rounds):
        assert [sitting.station for sitting in round_.sittings] == list(range(1, 2 * (squads // 2) + 1))
        assert len(round_.resting) == 4 * (squads % 2)
        assert sorted(round_.contestants()) == list(range(1, 4 * squads + 1))
        for first, second in zip(round_.sittings[::2], round_.sittings[1::2], strict=True):
            assert first.deals == second.deals
            for seat in range(4):
                assert [(one - 1) % 4 for one in (first.contestants[seat], second.contestants[seat])] == [seat, seat]
            for one, other in ((first, second), (second, first)):
                alone, (defending,) = (
                    squad(one.contestants[number]),
                    {squad(member) for seat, member in enumerate(one.contestants) if seat != number},
                )
                assert alone != defending == squad(other.contestants[number])


@pytest.mark.parametrize("squads", range(2, 12))
def test_squads_meet_all_others_before_any_again(squads: int) -> None:
    rounds = squads - 1 + squads % 2
    met = Counter(
        frozenset(map(squad, sitting.contestants))
        for round_ in planned(squads, rounds).rounds
        for sitting in round_.sittings
    )
    assert set(met.values()) == {2}
    assert len(met) == squads * (squads - 1) // 2


def test_the_differences_of_the_seats_add_up_to_what_the_taker_of_a_squad_makes_more() -> None:
    plan, random = planned(6), Random(1)
    results, takers = [], defaultdict[int, list[tuple[int, Fraction]]](list)
    for number, round_ in enumerate(plan.rounds):
        for sitting in round_.sittings:
            for deal in sitting.deals:
                unit = Fraction(random.randrange(-300, 301))
                points = tuple(3 * unit if seat == number else -unit for seat in range(4))
                results.append(Result(sitting.contestants, points, number + 1, deal))
                takers[deal].append((squad(sitting.contestants[number]), 3 * unit))
    expected: Counter[int] = Counter()
    for (one, made), (other, made_by_other) in takers.values():
        expected[one] += made - made_by_other
        expected[other] += made_by_other - made
    scores: Counter[int] = Counter()
    for place in rank(SeatDifference(limit=10_000), results).places:
        scores[squad(place.standing.contestant)] += place.standing.score
    assert scores == expected
    assert any(expected.values())


def test_squads_are_those_of_the_event_in_the_order_of_their_members() -> None:
    names = {number: "Lions" if number % 2 else "Tigers" for number in range(1, 9)}
    first, second = planned(2, names=names).rounds[0].sittings
    assert {first.contestants, second.contestants} == {(1, 4, 6, 8), (2, 3, 5, 7)}


@pytest.mark.parametrize(
    "task",
    [
        Task(4),
        Task(10),
        Task(8, squads={number: "Lions" if number < 4 else "Tigers" for number in range(1, 9)}),
        Task(8, squads=dict.fromkeys(range(1, 5), "Lions") | dict.fromkeys(range(5, 8), "Tigers")),
        Task(8, 101),
    ],
    ids=["one squad", "no squads of four", "three and five", "somebody without a squad", "too many rounds"],
)
def test_other_squads_have_no_plan(task: Task) -> None:
    with pytest.raises(Impossible):
        Quadrettes().complete(task)
