"""Barometers: all tables of a round play the same deals, whatever the movement."""

import pytest

from scorer.contest.families import Family
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.movements.round_robin import RoundRobin
from scorer.contest.plan import is_barometer
from tests.contest.judging import made, meetings, rests, sound, warned

FAMILIES = [Mitchell(barometer=True), Mitchell(switch=1, barometer=True), Howell(barometer=True), RoundRobin()]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("pairs", range(4, 25))
def test_everybody_plays_the_deals_of_the_round_each_table_with_its_own_copy(family: Family, pairs: int) -> None:
    plan = made(family, pairs, per_round=2)
    verdict = sound(plan)
    assert is_barometer(plan)
    assert set(warned(verdict)) <= {"one_direction"}
    assert set(meetings(plan).values()) == {1}
    assert max(rests(plan).values(), default=1) == 1
    for planned in plan.rounds:
        assert {sitting.deals for sitting in planned.sittings} == {(2 * planned.number - 1, 2 * planned.number)}
        assert len({sitting.copy for sitting in planned.sittings}) == len(planned.sittings)


@pytest.mark.parametrize("tables", [4, 6, 10])
def test_a_mitchell_of_an_even_number_of_tables_needs_no_other_way_round(tables: int) -> None:
    """Neither relay nor skip: all pairs meet, as no boards move."""
    plan = made(Mitchell(even="skip", barometer=True), 2 * tables)
    assert (len(plan.rounds), len(meetings(plan))) == (tables, tables * tables)


@pytest.mark.parametrize("family", [Mitchell(), Howell()])
def test_other_movements_are_no_barometers(family: Family) -> None:
    assert not is_barometer(made(family, 10))
