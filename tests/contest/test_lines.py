"""Plans and results as lines of JSON."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bridge.rules.events import EVENTS
from scorer.contest.comparing.matchpoints import Matchpoints
from scorer.contest.draws import Draw
from scorer.contest.families import Family, Task
from scorer.contest.lines import PlanReader, plan_lines, verdict_line
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.plan import Plan, Resting, Round, Sitting, judge
from scorer.contest.ranking import Comparison
from scorer.contest.results import Extra, Result
from tests.contest.judging import made

LINES: list[Any] = [
    {"round": 1, "station": 1, "contestants": [1, 8], "deals": [1, 2, 3]},
    {"round": 1, "station": 2, "contestants": [2, 9], "deals": [1, 2, 3], "copy": 2},
    {"round": 1, "resting": [7]},
    {"round": 2, "station": 1, "contestants": [3, 7, 9, 12]},
    {"round": 2, "station": 2, "contestants": [1, 8], "late": True},
]


def taken(*lines: Any) -> PlanReader:
    reader = PlanReader()
    assert [problem for line in lines for problem in reader.take(line)] == []
    return reader


def test_a_plan_is_read_as_it_is_written() -> None:
    plan = taken(*LINES).plan()
    assert plan.rounds[0] == Round(1, (Sitting(1, (1, 8), (1, 2, 3)), Sitting(2, (2, 9), (1, 2, 3), 2)), (Resting(7),))
    assert plan.rounds[1] == Round(2, (Sitting(1, (3, 7, 9, 12)), Sitting(2, (1, 8), late=True)))
    assert list(plan_lines(plan)) == LINES


@pytest.mark.parametrize(("family", "numbers"), [(Mitchell(even="web"), (23, 8, 2)), (Draw(sizes=(4, 5)), (18, 2))])
def test_whole_plans_come_back(family: Family, numbers: tuple[int, ...]) -> None:
    plan = made(family, *numbers)
    found = taken(*plan_lines(plan)).plan()
    assert list(plan_lines(found)) == list(plan_lines(plan))


def test_rounds_may_be_told_in_any_order() -> None:
    assert [each.number for each in taken(LINES[3], LINES[0]).plan().rounds] == [1, 2]


def test_a_whole_number_may_have_a_point() -> None:
    assert taken({"round": 1.0, "station": 1.0, "contestants": [1.0, 2]}).plan().rounds[0].sittings[0].contestants == (
        1,
        2,
    )


BAD = [
    ([1], "", "not_json"),
    ({"round": 1}, "", "no_plan_line"),
    ({"station": 1, "contestants": [1, 2]}, "round", "required"),
    ({"round": 0, "station": 1, "contestants": [1, 2]}, "round", "number_range"),
    ({"round": 1, "station": "1", "contestants": [1, 2]}, "station", "whole_number"),
    ({"round": 1, "station": 1}, "contestants", "required"),
    ({"round": 1, "station": 1, "contestants": 7}, "contestants", "list"),
    ({"round": 1, "station": 1, "contestants": [1, [2]]}, "contestants", "whole_number"),
    ({"round": 1, "station": 1, "contestants": [1, 0]}, "contestants", "number_range"),
    ({"round": 1, "station": 1, "contestants": [1, 2], "deal": [1]}, "deal", "unknown"),
    ({"round": 1, "station": 1, "contestants": [1, 2], "deals": ["x"]}, "deals", "whole_number"),
    ({"round": 1, "resting": None}, "resting", "list"),
    ({"round": 1, "resting": [True]}, "resting", "whole_number"),
    ({"contestants": [1, 2], "points": "many"}, "points", "number"),
    ({"contestant": 0, "bye": True}, "contestant", "number_range"),
]


@pytest.mark.parametrize(("line", "field", "code"), BAD)
def test_what_is_wrong_is_told_at_its_field_and_the_line_passed_over(line: Any, field: str, code: str) -> None:
    reader = PlanReader()
    assert [(problem.field, problem.code) for problem in reader.take(line)] == [(field, code)]
    assert (reader.plan(), reader.earlier().results, reader.earlier().extras) == (Plan(()), (), ())


def test_the_judge_gets_numbers_that_are_none() -> None:
    reader = PlanReader()
    assert reader.take_planned({"round": 1, "station": 1, "contestants": [0, "x"], "deals": [1.5]}) == []
    assert verdict_line(judge(reader.plan()))["defects"] == [
        {"code": "unknown_number", "round": 1, "contestant": 0},
        {"code": "unknown_number", "round": 1, "contestant": "x"},
        {"code": "unknown_number", "round": 1, "deal": 1.5},
    ]


def test_results_are_passed_over_where_a_plan_is_judged() -> None:
    reader = PlanReader()
    assert reader.take_planned({"contestants": "whatever", "points": []}) == []
    assert reader.take_planned({"contestant": 5, "penalty": 10}) == []
    assert reader.plan() == Plan(())


def test_a_verdict_in_json() -> None:
    plan = taken(
        {"round": 1, "station": 1, "contestants": [1, 2], "deals": [1, 2]},
        {"round": 1, "station": 2, "contestants": [3, 4], "deals": [1, 2]},
        {"round": 2, "station": 1, "contestants": [1, 2], "deals": [2, 3]},
        {"round": 2, "resting": [3, 4]},
    ).plan()
    assert verdict_line(judge(plan)) == {
        "sound": False,
        "defects": [
            {"code": "deal_again", "round": 2, "contestant": 1, "deal": 2},
            {"code": "deal_again", "round": 2, "contestant": 2, "deal": 2},
        ],
        "warnings": [
            {"code": "shared", "round": 1, "deals": [1, 2], "stations": [1, 2]},
            {"code": "met_again", "round": 2, "contestants": [1, 2]},
        ],
        "balance": verdict_line(judge(plan))["balance"],
    }


NUMBERS = st.sampled_from([None, True, 0, 1, 2, 3, 1.0, 1.5, -1, "x", "1/3", 10**30, 1e308])
VALUES = NUMBERS | st.lists(NUMBERS | st.lists(NUMBERS, max_size=2), max_size=4)
FIELDS = st.sampled_from(
    [
        "round",
        "station",
        "contestants",
        "deals",
        "copy",
        "section",
        "resting",
        "contestant",
        "points",
        "split",
        "weighted",
        "average",
        "bye",
        "penalty",
        "deal",
        "late",
        "imps",
        "unit",
    ]
)
ANY_LINES = st.lists(st.dictionaries(FIELDS, VALUES, max_size=6) | VALUES, max_size=5)


def test_results_and_rulings_of_the_rounds_so_far_are_read_beside_the_plan() -> None:
    earlier = taken(
        LINES[0],
        {"round": 1, "contestants": [1, 8], "points": 420},
        {"contestant": 9, "bye": True, "round": 1},
    ).earlier()
    assert earlier.results == (Result((1, 8), (Fraction(420), Fraction(-420)), 1),)
    assert earlier.extras == (Extra(9, "bye", round=1),)
    assert len(earlier.rounds) == 1


@given(lines=ANY_LINES)
def test_whatever_comes_is_read_judged_and_drawn_from(lines: list[Any]) -> None:
    planned, earlier = PlanReader(), PlanReader()
    for line in lines:
        planned.take_planned(line)
        earlier.take(line)
    assert json.dumps(verdict_line(judge(planned.plan())))
    for by in ("standing", "swiss"):
        family, task = Draw(by=by).complete(Task(5, earlier=earlier.earlier(), evening=28))
        assert judge(family.plan(task)).sound


@pytest.mark.parametrize("comparison", [*EVENTS.comparisons, *EVENTS.team_comparisons], ids=lambda one: one.name)
@given(lines=ANY_LINES)
def test_whatever_comes_is_drawn_from_by_each_comparison(comparison: Comparison, lines: list[Any]) -> None:
    reader = PlanReader(comparison)
    for line in lines:
        reader.take(line)
    family, task = Draw(by="comparison").complete(Task(5, earlier=reader.earlier(), evening=28))
    assert judge(family.plan(task)).sound


def test_what_the_comparison_refuses_is_no_result_of_the_rounds_so_far() -> None:
    reader = PlanReader(Matchpoints())
    assert [problem.code for problem in reader.take({"contestants": [1, 2], "imps": 17})] == ["no_imps"]
    assert [problem.code for problem in reader.take({"contestant": 1, "penalty": 2, "unit": "vp"})] == ["choice"]
    assert (reader.earlier().results, reader.earlier().extras) == ((), ())
