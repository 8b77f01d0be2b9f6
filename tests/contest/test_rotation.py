"""The movement of four players at a table who keep their seat and change tables."""

from collections import Counter
from itertools import chain, combinations

import pytest

from scorer.contest.families import Impossible, Task
from scorer.contest.plan import Plan, judge
from scorer.contest.rotation import MOST_ROUNDS, Rotation, known_rounds, shifts


def planned(players: int, rounds: int | None = None, *, barometer: bool = False) -> Plan:
    family, task = Rotation(barometer=barometer).complete(Task(players, rounds, evening=20))
    return family.plan(task)


def meetings(plan: Plan) -> Counter[tuple[int, ...]]:
    tables = (sitting.contestants for planned in plan.rounds for sitting in planned.sittings)
    return Counter(chain.from_iterable(combinations(sorted(there), 2) for there in tables))


@pytest.mark.parametrize("tables", [*range(5, 31), 100])
def test_nobody_meets_again_plays_a_deal_again_or_changes_seats(tables: int) -> None:
    players = 4 * tables
    plan = planned(players, known_rounds(players))
    assert len(plan.rounds) == known_rounds(players) >= 5
    verdict = judge(plan)
    assert (verdict.defects, verdict.warnings) == ((), ())
    assert max(meetings(plan).values()) == 1
    for round_ in plan.rounds:
        assert sorted(chain.from_iterable(sitting.contestants for sitting in round_.sittings)) == [
            *range(1, players + 1)
        ]
        for sitting in round_.sittings:
            assert [(number - 1) // tables for number in sitting.contestants] == [0, 1, 2, 3]


@pytest.mark.parametrize("players", range(6, 121))
def test_every_number_has_a_plan_of_five_rounds(players: int) -> None:
    plan = planned(players)
    verdict = judge(plan)
    assert len(plan.rounds) == 5
    assert verdict.defects == ()
    rests = Counter(resting.contestant for round_ in plan.rounds for resting in round_.resting)
    assert sum(rests.values()) == 5 * (players % 4)
    assert max(rests.values(), default=0) - min((rests[number] for number in range(1, players + 1)), default=0) <= 1


def test_sixteen_players_are_drawn_without_a_repeat_and_all_play_the_same_at_once() -> None:
    plan = planned(16)
    assert max(meetings(plan).values()) == 1
    for number, round_ in enumerate(plan.rounds, start=1):
        assert {sitting.deals for sitting in round_.sittings} == {tuple(range(4 * number - 3, 4 * number + 1))}
        assert [sitting.copy for sitting in round_.sittings] == [1, 2, 3, 4]


def test_as_a_barometer_all_tables_play_the_same_deals() -> None:
    moving, barometer = planned(24), planned(24, barometer=True)
    for one, other in zip(moving.rounds, barometer.rounds, strict=True):
        assert [sitting.contestants for sitting in one.sittings] == [sitting.contestants for sitting in other.sittings]
        assert len({sitting.deals for sitting in other.sittings}) == 1
        assert len({sitting.deals for sitting in one.sittings}) == 6


def test_a_shorter_movement_is_the_beginning_of_a_longer_one() -> None:
    for tables in MOST_ROUNDS:
        assert shifts(tables, 3) == shifts(tables, 5)[:3]


def test_too_few_players_and_too_many_rounds_have_no_plan() -> None:
    with pytest.raises(Impossible):
        planned(3)
    with pytest.raises(Impossible):
        planned(20, 16)
