"""Any movement within 50 ms of processor time."""

import time

import pytest

from scorer.contest.families import Family, Task
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.howell import _cells as cells_of_howell
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.movements.round_robin import RoundRobin

LARGEST = {
    "mitchell": (Mitchell(), Task(60, 15, 2, 30)),
    "web": (Mitchell(even="web"), Task(60, 29, 2, 30)),
    "weave": (Mitchell(even="weave"), Task(56, 28, 2, 30)),
    "howell": (Howell(), Task(30, 29, 2, 30)),
    "28 pairs": (Howell(), Task(28, 27, 2, 30)),
    "round robin": (RoundRobin(), Task(60, 59, 2, 30)),
}


@pytest.mark.parametrize("name", LARGEST)
def test_the_largest_movements_are_made_in_no_time(name: str) -> None:
    family, task = LARGEST[name]
    cells_of_howell.cache_clear()
    assert min(seconds(family, task) for _again in range(3)) < 0.05


def seconds(family: Family, task: Task) -> float:
    began = time.process_time()
    family, task = family.complete(task)
    family.plan(task)
    return time.process_time() - began
