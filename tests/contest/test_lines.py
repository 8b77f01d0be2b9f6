"""Plans and results as lines of JSON."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.draws import Draw
from scorer.contest.families import Task
from scorer.contest.lines import RESTING, SITTING, Reader, in_json, shown, written
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.past import Extra, Result
from scorer.contest.plan import Plan, Resting, Round, Sitting, judge
from tests.contest.judging import made

LINES: list[Any] = [
    {"round": 1, "station": 1, "contestants": [1, 8], "deals": [1, 2, 3]},
    {"round": 1, "station": 2, "contestants": [2, 9], "deals": [1, 2, 3], "copy": 2},
    {"round": 1, "resting": [7]},
    {"round": 2, "station": 1, "contestants": [3, 7, 9, 12]},
]


def taken(*lines: Any) -> Reader:
    reader = Reader()
    assert [problem for line in lines for problem in reader.take(line)] == []
    return reader


def test_a_plan_is_read_as_it_is_written() -> None:
    plan = taken(*LINES).plan()
    assert plan.rounds[0] == Round(1, (Sitting(1, (1, 8), (1, 2, 3)), Sitting(2, (2, 9), (1, 2, 3), 2)), (Resting(7),))
    assert plan.rounds[1] == Round(2, (Sitting(1, (3, 7, 9, 12)),))
    assert list(written(plan)) == LINES


@pytest.mark.parametrize("plan", [made(Mitchell(even="web"), 23, 8, 2), made(Draw(sizes=(4, 5)), 18, 2)])
def test_whole_plans_come_back(plan: Plan) -> None:
    found = taken(*written(plan)).plan()
    assert list(written(found)) == list(written(plan))


def test_rounds_may_be_told_in_any_order() -> None:
    assert [each.number for each in taken(LINES[3], LINES[0]).plan().rounds] == [1, 2]


def test_a_whole_number_may_have_a_point() -> None:
    assert taken({"round": 1.0, "station": 1.0, "contestants": [1.0, 2]}).plan().rounds[0].sittings[0].contestants == (
        1,
        2,
    )


RESULTS = {
    "points of the first side": (
        {"contestants": [3, 12], "points": 420},
        Result((3, 12), (Fraction(420), Fraction(-420))),
    ),
    "of each": (
        {"round": 2, "contestants": [3, 7, 9, 12], "points": [12, -4, -4.5, -3.5]},
        Result((3, 7, 9, 12), (Fraction(12), Fraction(-4), Fraction(-9, 2), Fraction(-7, 2)), 2),
    ),
    "split": (
        {"deal": 7, "contestants": [3, 12], "split": [420, 50]},
        Result((3, 12), (Fraction(420), Fraction(-50)), deal=7),
    ),
    "weighted": (
        {"deal": 7, "contestants": [3, 12], "weighted": [[0.6, 620], ["2/5", -100]]},
        Result((3, 12), (Fraction(332), Fraction(-332)), deal=7),
    ),
    "artificial": ({"deal": 7, "contestants": [3, 12], "average": [60, 40]}, Result((3, 12), deal=7)),
    "not played": ({"deal": 7, "contestants": [3, 12], "not_played": True}, Result((3, 12), deal=7)),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_read(name: str) -> None:
    line, result = RESULTS[name]
    assert taken(line).past().results == (result,)


EXTRAS = {
    "a bye": ({"contestant": 9, "bye": True, "round": 3, "points": 12}, Extra(9, Fraction(12), bye=True, round=3)),
    "carried over": ({"contestant": 5, "carry": 12.5}, Extra(5, Fraction(25, 2))),
    "a penalty in points": ({"contestant": 5, "penalty": 10, "unit": "points"}, Extra(5, Fraction(-10))),
    "a penalty in tops": ({"contestant": 5, "penalty": 10, "unit": "top"}, Extra(5, Fraction(0))),
    "a handicap": ({"contestant": 5, "handicap": 2}, Extra(5, Fraction(0))),
}


@pytest.mark.parametrize("name", EXTRAS)
def test_what_somebody_has_from_no_table_is_read(name: str) -> None:
    line, extra = EXTRAS[name]
    assert taken(line).past().extras == (extra,)


BAD = [
    ([1], "", "object"),
    ({"round": 1}, "", "no_plan_line"),
    ({"station": 1, "contestants": [1, 2]}, "round", "required"),
    ({"round": 0, "station": 1, "contestants": [1, 2]}, "round", "whole_number"),
    ({"round": 1, "station": "1", "contestants": [1, 2]}, "station", "whole_number"),
    ({"round": 1, "station": 1}, "contestants", "required"),
    ({"round": 1, "station": 1, "contestants": 7}, "contestants", "list"),
    ({"round": 1, "station": 1, "contestants": [1, [2]]}, "contestants", "whole_number"),
    ({"round": 1, "station": 1, "contestants": [1, 0]}, "contestants", "whole_number"),
    ({"round": 1, "station": 1, "contestants": [1, 2], "deal": [1]}, "deal", "unknown"),
    ({"round": 1, "station": 1, "contestants": [1, 2], "deals": ["x"]}, "deals", "whole_number"),
    ({"round": 1, "resting": None}, "resting", "list"),
    ({"round": 1, "resting": [True]}, "resting", "whole_number"),
    ({"contestants": [1, 2], "points": "many"}, "points", "number"),
    ({"contestants": [1, 2], "points": True}, "points", "number"),
    ({"contestants": [1, 2], "points": 1e400}, "points", "number"),
    ({"contestants": [1, 2, 3], "points": 7}, "contestants", "two_sides"),
    ({"contestants": [1, 2, 3], "points": [7, 7]}, "points", "list"),
    ({"contestants": [1, 2, 3], "split": [7, 7]}, "contestants", "two_sides"),
    ({"contestants": [1, 2], "split": 7}, "split", "list"),
    ({"contestants": [1, 2], "weighted": [7]}, "weighted", "list"),
    ({"contestants": [1, 2], "weighted": [["1/0", 7]]}, "weighted", "number"),
    ({"contestants": [1, 1], "points": 7}, "contestants", "number_twice"),
    ({"contestants": [1, 2], "round": 1.5}, "round", "whole_number"),
    ({"contestant": 0, "bye": True}, "contestant", "whole_number"),
    ({"contestant": 1, "carry": "much"}, "carry", "number"),
]


@pytest.mark.parametrize(("line", "field", "code"), BAD)
def test_what_is_wrong_is_told_at_its_field_and_the_line_passed_over(line: Any, field: str, code: str) -> None:
    reader = Reader()
    assert [(problem.field, problem.code) for problem in reader.take(line)] == [(field, code)]
    assert (reader.plan(), reader.past().results, reader.past().extras) == (Plan(()), (), ())


def test_the_judge_gets_numbers_that_are_none() -> None:
    reader = Reader()
    assert reader.take_planned({"round": 1, "station": 1, "contestants": [0, "x"], "deals": [1.5]}) == []
    assert in_json(judge(reader.plan()))["defects"] == [
        {"code": "unknown_number", "round": 1, "contestant": 0},
        {"code": "unknown_number", "round": 1, "contestant": "x"},
        {"code": "unknown_number", "round": 1, "deal": 1.5},
    ]


def test_results_are_passed_over_where_a_plan_is_judged() -> None:
    reader = Reader()
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
    assert in_json(judge(plan)) == {
        "sound": False,
        "defects": [
            {"code": "deal_again", "round": 2, "contestant": 1, "deal": 2},
            {"code": "deal_again", "round": 2, "contestant": 2, "deal": 2},
        ],
        "warnings": [
            {"code": "shared", "round": 1, "deals": [1, 2], "stations": [1, 2]},
            {"code": "met_again", "round": 2, "contestants": [1, 2]},
        ],
        "balance": in_json(judge(plan))["balance"],
    }


NUMBERS = st.sampled_from([None, True, 0, 1, 2, 3, 1.0, 1.5, -1, "x", "1/3", 10**30, 1e308])
VALUES = NUMBERS | st.lists(NUMBERS | st.lists(NUMBERS, max_size=2), max_size=4)
FIELDS = st.sampled_from([*SITTING, *RESTING, "contestant", "points", "split", "weighted", "average", "bye", "penalty"])
ANY_LINES = st.lists(st.dictionaries(FIELDS, VALUES, max_size=6) | VALUES, max_size=5)


@given(lines=ANY_LINES)
def test_whatever_comes_is_read_judged_and_drawn_from(lines: list[Any]) -> None:
    planned, past = Reader(), Reader()
    for line in lines:
        planned.take_planned(line)
        past.take(line)
    assert json.dumps(in_json(judge(planned.plan())))
    for by in ("standing", "swiss"):
        settled, task = Draw(by=by).coerce(Task(5, past=past.past(), evening=28))
        assert judge(settled.plan(task)).sound


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        (Fraction(1, 3), 0.3333),
        (Fraction(1, 20000), 0.0001),
        (Fraction(-1, 20000), -0.0001),
        (Fraction(-1, 20001), 0.0),
        (Fraction(42, 13), 3.2308),
        (Fraction(7), 7.0),
    ],
)
def test_four_decimals_are_shown_and_halves_go_away_from_zero(value: Fraction, seen: float) -> None:
    assert shown(value) == seen
    assert not str(shown(value)).startswith("-0.0") or seen
