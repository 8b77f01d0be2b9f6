"""The judge of plans: every defect and every warning, each shown by the smallest plan that has it."""

from fractions import Fraction
from typing import Any

import pytest

from scorer.contest.plan import Balance, Finding, Plan, Resting, Round, Sitting, balance, judge


def sitting(station: int, *contestants: Any, deals: tuple[Any, ...] = (), copy: int = 1) -> Sitting:
    return Sitting(station, contestants, deals, copy)


def plan(*rounds: list[Sitting | int]) -> Plan:
    """A round is its sittings, and the numbers of those who rest."""
    return Plan(
        tuple(
            Round(
                number,
                tuple(each for each in there if isinstance(each, Sitting)),
                tuple(Resting(each) for each in there if isinstance(each, int)),
            )
            for number, there in enumerate(rounds, start=1)
        )
    )


def test_a_plan_of_four_who_meet_once_is_sound() -> None:
    verdict = judge(plan([sitting(1, 1, 2), sitting(2, 3, 4)], [sitting(1, 1, 3), sitting(2, 2, 4)]))
    assert verdict.sound
    assert (verdict.defects, verdict.warnings) == ((), ())


def test_an_empty_plan_is_sound() -> None:
    assert judge(Plan(())).sound


DEFECTS = {
    "twice at one table": (plan([sitting(1, 1, 1)]), [Finding("two_places", 1, (1,))]),
    "at two tables": (plan([sitting(1, 1, 2), sitting(2, 1, 3)]), [Finding("two_places", 1, (1,))]),
    "at a table and at rest": (plan([sitting(1, 1, 2), 2]), [Finding("two_places", 1, (2,))]),
    "at rest twice": (plan([sitting(1, 1, 2), 3, 3]), [Finding("two_places", 1, (3,))]),
    "a deal again, for both": (
        plan([sitting(1, 1, 2, deals=(7, 8))], [sitting(1, 1, 2, deals=(8, 9))]),
        [Finding("deal_again", 2, (1,), (8,)), Finding("deal_again", 2, (2,), (8,))],
    ),
    "a deal again from another copy": (
        plan([sitting(1, 1, 2, deals=(7,)), 3], [sitting(1, 1, 3, deals=(7,), copy=2), 2]),
        [Finding("deal_again", 2, (1,), (7,))],
    ),
    "a deal a third time is one defect": (
        plan([sitting(1, 1, 2, deals=(7,))], [sitting(1, 1, 2, deals=(7,))], [sitting(1, 1, 2, deals=(7,))]),
        [Finding("deal_again", 2, (1,), (7,)), Finding("deal_again", 2, (2,), (7,))],
    ),
    "nobody opposite": (plan([sitting(1, 1), sitting(2, 2, 3)]), [Finding("no_opponent", 1, (1,))]),
    "an empty table": (plan([sitting(1)]), [Finding("no_opponent", 1)]),
    "neither playing nor resting": (
        plan([sitting(1, 1, 2), sitting(2, 3, 4)], [sitting(1, 1, 3), 4]),
        [Finding("missing", 2, (2,))],
    ),
    "nought": (plan([sitting(1, 0, 2)]), [Finding("unknown_number", 1, (0,))]),
    "below nought, at rest": (plan([sitting(1, 1, 2), -3]), [Finding("unknown_number", 1, (-3,))]),
    "a half": (plan([sitting(1, 1.5, 2)]), [Finding("unknown_number", 1, (1.5,))]),
    "a word": (plan([sitting(1, "A", 2)]), [Finding("unknown_number", 1, ("A",))]),
    "true is not one": (plan([sitting(1, True, 2), 1]), [Finding("unknown_number", 1, (True,))]),
    "no number of a deal": (plan([sitting(1, 1, 2, deals=(0,))]), [Finding("unknown_number", 1, (), (0,))]),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_found_and_nothing_else(name: str) -> None:
    faulty, defects = DEFECTS[name]
    verdict = judge(faulty)
    assert list(verdict.defects) == defects
    assert not verdict.sound


WARNINGS = {
    "one set at two tables": (
        plan([sitting(1, 1, 2, deals=(1, 2)), sitting(4, 3, 4, deals=(1, 2))]),
        [Finding("shared", 1, deals=(1, 2), stations=(1, 4))],
    ),
    "a part of a set at two tables": (
        plan([sitting(1, 1, 2, deals=(1, 2)), sitting(4, 3, 4, deals=(2, 3))]),
        [Finding("shared", 1, deals=(2,), stations=(1, 4))],
    ),
    "opponents again": (plan([sitting(1, 1, 2)], [sitting(1, 2, 1)]), [Finding("met_again", 2, (1, 2))]),
    "two of four again": (
        plan([sitting(1, 1, 2, 3, 4), 5, 6, 7], [sitting(1, 4, 5, 6, 1), 2, 3, 7]),
        [Finding("met_again", 2, (1, 4)), Finding("rests_again", 2, (7,))],
    ),
    "always N-S among those who change": (
        plan(
            [sitting(1, 1, 2, deals=(1,)), sitting(2, 3, 4, deals=(2,))],
            [sitting(1, 1, 3, deals=(3,)), sitting(2, 4, 2, deals=(4,))],
        ),
        [Finding("one_direction", contestants=(1,)), Finding("one_direction", contestants=(2,))],
    ),
    "a second rest": (
        plan([sitting(1, 1, 2), 3], [sitting(1, 2, 4), 3, 1], [sitting(1, 1, 4), 2, 3]),
        [
            Finding("rests_again", 2, (3,)),
            Finding("rests_again", 3, (3,)),
        ],
    ),
}


@pytest.mark.parametrize("name", WARNINGS)
def test_a_warning_is_given_and_no_other(name: str) -> None:
    doubtful, warnings = WARNINGS[name]
    assert list(judge(doubtful).warnings) == warnings


def test_copies_are_not_shared() -> None:
    verdict = judge(plan([sitting(1, 1, 2, deals=(1,)), sitting(2, 3, 4, deals=(1,), copy=2)]))
    assert verdict.warnings == ()


def test_nobody_changes_sides_in_two_fields() -> None:
    verdict = judge(
        plan(
            [sitting(1, 1, 3, deals=(1,)), sitting(2, 2, 4, deals=(2,))],
            [sitting(1, 1, 4, deals=(2,)), sitting(2, 2, 3, deals=(1,))],
        )
    )
    assert verdict.warnings == ()


def test_sides_mean_nothing_where_deals_are_only_counted() -> None:
    assert judge(plan([sitting(1, 1, 2), sitting(2, 3, 4)], [sitting(1, 1, 3), sitting(2, 4, 2)])).warnings == ()


def test_who_is_nowhere_in_the_plan_is_absent_and_not_missing() -> None:
    assert judge(plan([sitting(1, 1, 2), sitting(2, 4, 5)], [sitting(1, 1, 4), sitting(2, 2, 5)])).sound


def test_the_balance_of_two_tables_by_hand() -> None:
    """Both play one set: opponents + 1; 1 and 3 sat the same way + 1, as did 2 and 4; opposite ways - 1."""
    found = balance(plan([sitting(1, 1, 2, deals=(1,)), sitting(2, 3, 4, deals=(1,), copy=2)]))
    values = [1, 1, 1, 1, -1, -1]
    mean = sum(values) / 6
    assert found.mean == pytest.approx(mean)
    assert found.sd == pytest.approx((sum((value - mean) ** 2 for value in values) / 6) ** 0.5)


def test_a_set_counts_once_however_many_deals_it_has() -> None:
    one = balance(plan([sitting(1, 1, 2, deals=(1,)), sitting(2, 3, 4, deals=(1,))]))
    four = balance(plan([sitting(1, 1, 2, deals=(1, 2, 3, 4)), sitting(2, 3, 4, deals=(1, 2, 3, 4))]))
    assert one == four


def test_fields_are_compared_each_by_itself() -> None:
    """In a whole Mitchell, everybody on a side plays the same deals and opponents, and sits opposite the other side."""
    mitchell = plan(
        [sitting(1, 1, 4, deals=(1,)), sitting(2, 2, 5, deals=(2,)), sitting(3, 3, 6, deals=(3,))],
        [sitting(1, 1, 6, deals=(2,)), sitting(2, 2, 4, deals=(3,)), sitting(3, 3, 5, deals=(1,))],
        [sitting(1, 1, 5, deals=(3,)), sitting(2, 2, 6, deals=(1,)), sitting(3, 3, 4, deals=(2,))],
    )
    assert balance(mitchell).sd > 0
    assert balance(mitchell, [{1, 2, 3}, {4, 5, 6}]) == Balance(Fraction(3), 0.0)
    assert balance(mitchell, [{1, 2, 3, 4, 5, 6}]) == balance(mitchell)


def test_without_deals_nobody_is_compared() -> None:
    found = balance(plan([sitting(1, 1, 2, 3), sitting(2, 4, 5)]))
    assert (found.mean, found.sd) == (0, 0)
