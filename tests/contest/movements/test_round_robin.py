"""Round robins: everybody meets everybody once."""

from itertools import combinations

import pytest

from scorer.contest.families import Impossible, Task
from scorer.contest.movements.round_robin import RoundRobin
from tests.contest.judging import made, meetings, rests, sound


@pytest.mark.parametrize("contestants", range(2, 61))
def test_everybody_meets_everybody_once(contestants: int) -> None:
    plan = made(RoundRobin(), contestants)
    verdict = sound(plan)
    assert [warning for warning in verdict.warnings if warning.code != "one_direction"] == []
    assert dict(meetings(plan)) == dict.fromkeys(combinations(range(1, contestants + 1), 2), 1)
    assert sorted(rests(plan)) == (list(range(1, contestants + 1)) if contestants % 2 else [])
    assert set(rests(plan).values()) <= {1}


@pytest.mark.parametrize("contestants", range(2, 61))
def test_everybody_is_first_as_often_as_second_or_nearly(contestants: int) -> None:
    firsts = dict.fromkeys(range(1, contestants + 1), 0)
    for each in made(RoundRobin(), contestants).rounds:
        for sitting in each.sittings:
            firsts[sitting.contestants[0]] += 1
            firsts[sitting.contestants[1]] -= 1
    assert max(map(abs, firsts.values())) <= 1


def test_all_tables_play_the_deals_of_the_round_from_copies_of_their_own() -> None:
    third = made(RoundRobin(), 6, per_round=8).rounds[2]
    assert [(each.station, each.deals, each.copy) for each in third.sittings] == [
        (station, tuple(range(17, 25)), station) for station in (1, 2, 3)
    ]


def test_it_may_be_shorter_but_not_longer() -> None:
    assert len(made(RoundRobin(), 8, 3).rounds) == 3
    with pytest.raises(Impossible):
        RoundRobin().complete(Task(8, 8))
    with pytest.raises(Impossible):
        RoundRobin().complete(Task(1))
