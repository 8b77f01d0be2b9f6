"""Whoever rests because an opponent is missing waits at a table, with the deals that it would play there."""

from dataclasses import replace

import pytest

from scorer.contest.families import Family
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.movements.round_robin import RoundRobin
from scorer.contest.plan import NOBODY, Plan, Round
from tests.contest.judging import made, sound, warned

FAMILIES: list[Family] = [
    Mitchell(),
    Mitchell(switch=1),
    Mitchell(missing="ns"),
    Mitchell(missing="ew"),
    Howell(),
    RoundRobin(),
]


def filled(plan: Plan, newcomer: int, since: int = 1) -> Plan:
    """The plan with a contestant more, who takes every place that is free from one round on."""
    return Plan(tuple(_filled(each, newcomer) if each.number >= since else each for each in plan.rounds))


def _filled(each: Round, newcomer: int) -> Round:
    waited = [resting.half_table for resting in each.resting if resting.half_table]
    taken = [replace(sitting, contestants=tuple(one or newcomer for one in sitting.contestants)) for sitting in waited]
    return replace(each, sittings=(*each.sittings, *taken), resting=())


@pytest.mark.parametrize("family", FAMILIES, ids=repr)
@pytest.mark.parametrize("contestants", range(3, 30, 2))
def test_a_late_contestant_takes_the_rest(family: Family, contestants: int) -> None:
    plan = made(family, contestants)
    for each in plan.rounds:
        (resting,) = each.resting
        assert resting.half_table
        assert set(resting.half_table.contestants) == {NOBODY, resting.contestant}
        assert resting.half_table.station not in {sitting.station for sitting in each.sittings}
    whole = sound(filled(plan, 99))
    assert "met_again" not in warned(whole)


def test_it_is_the_plan_for_one_more() -> None:
    for family in (Mitchell(), Mitchell(switch=1), Howell()):
        of_14 = {(each.number, sitting) for each in made(family, 14).rounds for sitting in each.sittings}
        of_13 = {(each.number, sitting) for each in filled(made(family, 13), 14).rounds for sitting in each.sittings}
        assert of_13 == of_14
