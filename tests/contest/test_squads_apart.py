"""Draws keep the members of a squad apart, and on a league day one of each squad of a group is at each table."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from scorer.contest.draws import MATCH_DAYS, Draw, league_groups
from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.families import Impossible, Task
from scorer.contest.plan import Plan
from tests.contest.judging import meetings, sound
from tests.contest.test_draws import FOURS, drawn, played, repeats

MANY = (6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 19, 20, 23, 24, 27, 32, 36, 40, 50, 60, 61, 80, 100, 119, 120)


def of_four(contestants: int) -> dict[int, str]:
    """Four in each squad, who have signed up one after the other. The last one may be smaller."""
    return {number: f"Squad {(number - 1) // 4:02}" for number in range(1, contestants + 1)}


def mates(plan: Plan, squads: dict[int, str]) -> int:
    """How often members of a squad meet."""
    return sum(times for (one, other), times in meetings(plan).items() if squads.get(one) == squads.get(other))


def unavoidable(squads: dict[int, str], tables: int) -> int:
    """How many members of a squad must meet in a round, if each squad is spread over the tables evenly."""
    met = 0
    for members in Counter(squads.values()).values():
        often, more = divmod(members, tables)
        met += more * (often + 1) * often // 2 + (tables - more) * often * (often - 1) // 2
    return met


@pytest.mark.parametrize("sizes", [FOURS, (4, 3), (3,), (2,)])
@pytest.mark.parametrize("contestants", MANY)
def test_members_of_a_squad_do_not_meet_where_they_need_not(contestants: int, sizes: tuple[int, ...]) -> None:
    squads = of_four(contestants)
    try:
        plan = drawn(Draw(sizes=sizes), contestants, 3, squads=squads)
    except Impossible:
        pytest.skip("there are no such tables")
    assert sound(plan)
    playing = sum(len(sitting.contestants) for sitting in plan.rounds[0].sittings)
    if playing == contestants:
        tables = len(plan.rounds[0].sittings)
        assert mates(plan, squads) == sum(unavoidable(squads, tables) for _round in plan.rounds)


@pytest.mark.parametrize("contestants", [16, 20, 24, 60, 120])
def test_nobody_else_meets_again_either_in_four_rounds(contestants: int) -> None:
    plan = drawn(Draw(sizes=FOURS), contestants, 4, squads=of_four(contestants))
    assert (mates(plan, of_four(contestants)), repeats(plan)) == (0, 0)


@pytest.mark.parametrize("sizes", [(2,), FOURS])
def test_a_draw_by_standing_keeps_them_apart_too(sizes: tuple[int, ...]) -> None:
    squads, earlier = of_four(24), EarlierRounds()
    draw = Draw(by="standing", sizes=sizes)
    for number in range(1, 5):
        plan = drawn(draw, 24, 1, squads=squads, earlier=earlier, seed=number)
        assert mates(plan, squads) == 0
        earlier = played(earlier, plan, Random(number))


def test_whoever_has_no_squad_may_meet_anybody() -> None:
    squads = of_four(8) | dict.fromkeys(range(9, 17), "")
    plan = drawn(Draw(sizes=FOURS), 16, 4, squads=squads)
    assert repeats(plan) == 0
    assert not any(times for couple, times in meetings(plan).items() if couple in combinations(range(1, 5), 2))


@pytest.mark.parametrize("squads", [4, 8, 12, 16, 32])
@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_on_a_league_day_one_of_each_squad_of_a_group_is_at_each_table(squads: int, rounds: int) -> None:
    squad_of = of_four(4 * squads)
    plan = drawn(Draw(sizes=FOURS, day=1), 4 * squads, rounds, squads=squad_of)
    assert sound(plan)
    groups = {frozenset(squad_of[number] for number in at.contestants) for turn in plan.rounds for at in turn.sittings}
    assert sorted(map(len, groups)) == [4] * (squads // 4)
    assert (repeats(plan), mates(plan, squad_of)) == (0, 0)


def test_sixteen_squads_meet_all_others_on_five_days() -> None:
    squads = of_four(64)
    met = Counter[frozenset[str]]()
    for day in range(1, MATCH_DAYS + 1):
        groups = league_groups(squads, range(1, 65), day)
        assert sorted(number for group in groups for number in group) == list(range(1, 65))
        for group in groups:
            met.update(map(frozenset, combinations(sorted({squads[number] for number in group}), 2)))
    assert len(met) == 16 * 15 // 2
    assert set(met.values()) == {1}


def test_the_groups_go_by_the_names_of_the_squads_whoever_comes_first() -> None:
    squads = of_four(64)
    turned = {65 - number: squad for number, squad in squads.items()}
    for day in (1, 4):
        named = [
            {frozenset(those[number] for number in group) for group in league_groups(those, those.keys(), day)}
            for those in (squads, turned)
        ]
        assert named[0] == named[1]


@pytest.mark.parametrize("squads", [1, 2, 3, 5, 6, 7, 9, 11, 13, 17])
def test_a_league_day_of_another_number_of_squads_still_seats_everybody(squads: int) -> None:
    squad_of = of_four(4 * squads)
    groups = league_groups(squad_of, squad_of.keys(), 2)
    assert sorted(number for group in groups for number in group) == sorted(squad_of)


def test_a_league_day_goes_on_without_those_who_have_left() -> None:
    squads = of_four(32)
    plan = drawn(Draw(sizes=FOURS, day=1, absent=(3,)), 32, 2, squads=squads)
    assert {number for turn in plan.rounds for at in turn.sittings for number in at.contestants} == set(squads) - {3}


def test_the_match_day_is_a_number_from_1() -> None:
    with pytest.raises(Impossible) as refused:
        Draw(sizes=FOURS, day=0).complete(Task(16))
    assert refused.value.problem.field == "day"
