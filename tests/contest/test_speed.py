"""Any movement within 50 ms of processor time; any comparison in not much more time than matchpoints."""

import time

import pytest

from games.bridge.rules.scales import IMPS, PERCENT_LIMITS
from scorer.contest.comparing.vp import Vp
from scorer.contest.families import Family, Task
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.howell import _cells as cells_of_howell
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.movements.round_robin import RoundRobin
from scorer.contest.ranking import Comparison, rank
from scorer.contest.result_lines import read_result
from scorer.contest.results import Result
from tests.bench.contests import LARGE, Lines, compared, forget, teams

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


def results_of(lines: Lines) -> list[Result]:
    return [read_result(line)[0] for line in lines]


OF_MATCHPOINTS, *OTHERS = [(comparison, results_of(lines)) for comparison, lines in compared(40, 27)]
TEAMS = Vp(IMPS, PERCENT_LIMITS), results_of(teams(*LARGE))


@pytest.mark.parametrize(("compared", "times"), [*((other, 1.5) for other in OTHERS), (TEAMS, 4)])
def test_forty_tables_are_ranked_nearly_as_fast_as_by_matchpoints(
    compared: tuple[Comparison, list[Result]], times: float
) -> None:
    """And 64 teams with 8 rounds of 8 boards in four times that: the fastest of several, taken in turns."""
    pairs = [(ranking_seconds(*OF_MATCHPOINTS), ranking_seconds(*compared)) for _again in range(40)]
    usual, other = (min(seconds) for seconds in zip(*pairs, strict=True))
    assert other < times * usual


def ranking_seconds(comparison: Comparison, results: list[Result]) -> float:
    forget()
    began = time.process_time()
    rank(comparison, results)
    return time.process_time() - began
