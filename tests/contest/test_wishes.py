"""Wishes for a seat: the numbers of a movement, and the tables of a draw."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.draws import Draw
from scorer.contest.families import Task
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.plan import Plan, judge
from scorer.contest.wishes import Wishes, arranged, numbers_for, unmet

WISHES: Any = st.dictionaries(st.integers(1, 10), st.sampled_from(["table", "first", "second"]))


def planned(family: Any, contestants: int, rounds: int | None = None) -> Plan:
    completed, task = family.complete(Task(contestants, rounds=rounds, evening=28))
    plan: Plan = completed.plan(task)
    return plan


def missed(plan: Plan, wishes: Wishes) -> dict[int, int]:
    numbers = numbers_for(plan, wishes)
    return {number: unmet(plan, numbers.get(number, number), wish) for number, wish in wishes.items()}


@pytest.mark.parametrize(
    ("wishes", "numbers"),
    [
        ({}, {}),
        ({3: "table"}, {}),
        ({3: "first", 9: "second"}, {}),
        ({9: "table"}, {9: 1, 1: 9}),
        ({9: "first", 10: "table"}, {10: 1, 1: 10, 9: 2, 2: 9}),
        ({1: "second"}, {1: 6, 6: 1}),
        ({9: "table", 1: "table"}, {9: 2, 2: 9}),
    ],
)
def test_in_a_mitchell_who_wishes_for_a_table_or_a_side_gets_a_number_that_has_it(
    wishes: Wishes, numbers: dict[int, int]
) -> None:
    plan = planned(Mitchell(), 10)
    assert numbers_for(plan, wishes) == numbers
    assert not any(missed(plan, wishes).values())


def test_a_howell_has_one_table_at_which_a_pair_stays() -> None:
    plan = planned(Howell(), 8)
    assert numbers_for(plan, {3: "table"}) == {3: 8, 8: 3}
    assert missed(plan, {3: "table", 5: "table"})[3] == 0
    assert missed(plan, {3: "table", 5: "table"})[5] > 0


def test_a_switched_round_is_not_played_on_the_side_that_was_wished_for() -> None:
    assert missed(planned(Mitchell(switch=1), 10), {2: "first"}) == {2: 1}


@given(WISHES)
def test_numbers_are_exchanged_and_nobody_loses_one(wishes: Wishes) -> None:
    numbers = numbers_for(planned(Mitchell(), 10), wishes)
    assert sorted(numbers) == sorted(numbers.values())
    assert all(number != other for number, other in numbers.items())


@given(WISHES, st.sampled_from([(Draw(sizes=(2,)), 10), (Draw(sizes=(4, 5, 3)), 9)]))
def test_a_draw_keeps_its_meetings_and_its_deals(wishes: Wishes, drawn: tuple[Draw, int]) -> None:
    plan = planned(*drawn, 4)
    seated = arranged(plan, wishes, {})
    assert judge(seated).sound
    for before, after in zip(plan.rounds, seated.rounds, strict=True):
        assert {frozenset(there.contestants) for there in before.sittings} == {
            frozenset(there.contestants) for there in after.sittings
        }
        assert [(there.station, there.deals, there.copy) for there in before.sittings] == [
            (there.station, there.deals, there.copy) for there in after.sittings
        ]
        assert before.resting == after.resting


def test_in_a_draw_the_tables_come_to_whoever_stays() -> None:
    plan = planned(Draw(sizes=(4,)), 16, 4)
    wishes: Wishes = {7: "table"}
    assert unmet(plan, 7, "table") > 0
    assert unmet(arranged(plan, wishes, {}), 7, "table") == 0
    later = arranged(plan, wishes, {7: 3})
    assert all(
        7 in next(there for there in round_.sittings if there.station == 3).contestants for round_ in later.rounds
    )


def test_in_a_draw_of_two_sides_tables_are_turned() -> None:
    plan = planned(Draw(sizes=(2,)), 10, 4)
    seated = arranged(plan, {2: "second", 7: "first"}, {})
    assert (unmet(seated, 2, "second"), unmet(seated, 7, "first")) == (0, 0)
    assert arranged(plan, {}, {}) == plan
