"""Results and rulings as lines of JSON, and the ranking that comes out."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.comparing.matchpoints import Matchpoints
from scorer.contest.comparing.places import Places
from scorer.contest.comparing.total import Total
from scorer.contest.comparing.wins import Wins
from scorer.contest.ranking import Comparison
from scorer.contest.result_lines import EXTRA, KINDS, ResultReader
from scorer.contest.results import Extra, Result

SPLIT = Result((3, 12), (Fraction(420), Fraction(-50)), deal=7, split=True)
WEIGHTED = Result(
    (3, 12),
    (Fraction(332), Fraction(-332)),
    deal=7,
    weighted=((Fraction(3, 5), Fraction(620)), (Fraction(2, 5), Fraction(-100))),
)
# The examples of docs/event-format.md.
LINES: dict[str, tuple[dict[str, Any], Result | Extra]] = {
    "points of the first side": (
        {"deal": 7, "contestants": [3, 12], "points": 420},
        Result((3, 12), (Fraction(420), Fraction(-420)), deal=7),
    ),
    "points of each": (
        {"round": 2, "contestants": [3, 7, 9, 12], "points": [12, -4, -4.5, -3.5]},
        Result((3, 7, 9, 12), (Fraction(12), Fraction(-4), Fraction(-9, 2), Fraction(-7, 2)), 2),
    ),
    "one sat out": (
        {"round": 2, "contestants": [3, 7, 9, 12, 5], "points": [12, -4, -4, -4, None]},
        Result((3, 7, 9, 12, 5), tuple(map(Fraction, (12, -4, -4, -4, 0))), 2, sat_out=(5,)),
    ),
    "one sat out and has points": (
        {"round": 2, "contestants": [3, 7, 9, 5], "points": [-72, 0, 0, 30], "sat_out": [5]},
        Result((3, 7, 9, 5), tuple(map(Fraction, (-72, 0, 0, 30))), 2, sat_out=(5,)),
    ),
    "a game that was lost": (
        {"round": 2, "contestants": [3, 7, 9], "points": [-98, 40, 40], "lost": [3]},
        Result((3, 7, 9), tuple(map(Fraction, (-98, 40, 40))), 2, lost=(3,)),
    ),
    "split": ({"deal": 7, "contestants": [3, 12], "split": [420, 50]}, SPLIT),
    "weighted": ({"deal": 7, "contestants": [3, 12], "weighted": [[0.6, 620], [0.4, -100]]}, WEIGHTED),
    "weights in fractions": ({"deal": 7, "contestants": [3, 12], "weighted": [["3/5", 620], ["2/5", -100]]}, WEIGHTED),
    "artificial": (
        {"deal": 7, "contestants": [3, 12], "average": [60, 40]},
        Result((3, 12), deal=7, average=(Fraction(60), Fraction(40))),
    ),
    "not played": ({"deal": 7, "contestants": [3, 12], "not_played": True}, Result((3, 12), deal=7)),
    "null is not there": (
        {"deal": 7, "contestants": [3, 12], "not_played": True, "round": None, "group": None},
        Result((3, 12), deal=7),
    ),
    "false is not there": (
        {"deal": 7, "contestants": [3, 12], "points": 0, "not_played": False},
        Result((3, 12), (Fraction(0), Fraction(0)), deal=7),
    ),
    "whatever else belongs to it": (
        {
            "deal": 7,
            "contestants": [3, 12],
            "points": 1,
            "round": 2.0,
            "section": "A",
            "group": 2,
            "match": "M",
            "expected": 13,
        },
        Result((3, 12), (Fraction(1), Fraction(-1)), 2, 7, group=2, match="M", expected=13, section="A"),
    ),
    "a penalty": ({"contestant": 5, "penalty": 10, "unit": "top"}, Extra(5, "penalty", Fraction(10), "top")),
    "carried over": ({"contestant": 5, "carry": 12.5}, Extra(5, "carry", Fraction(25, 2))),
    "carried over, in percent": (
        {"contestant": 5, "carry": "23/4", "unit": "percent"},
        Extra(5, "carry", Fraction(23, 4), "percent"),
    ),
    "a handicap": ({"contestant": 5, "handicap": 2}, Extra(5, "handicap", Fraction(2))),
    "a bye": (
        {"contestant": 9, "bye": True, "round": 3, "points": 12},
        Extra(9, "bye", Fraction(12), round=3),
    ),
    "no standing": ({"contestant": 9, "without_standing": True}, Extra(9, "without_standing")),
    "a bye without points": ({"contestant": 9, "bye": True}, Extra(9, "bye")),
}


@pytest.mark.parametrize("name", LINES)
def test_a_line_is_read(name: str) -> None:
    line, meant = LINES[name]
    reader = ResultReader(Total() if len(line.get("contestants", ())) > 2 else Matchpoints())
    assert reader.take(line) == []
    assert [*reader.results, *reader.extras] == [meant]


def test_lines_of_a_plan_are_passed_over() -> None:
    reader = ResultReader(Matchpoints())
    assert reader.take({"round": 1, "station": 1, "contestants": [1, 8], "deals": [1, 2, 3]}) == []
    assert reader.take({"round": 1, "resting": [7]}) == []
    assert list(reader.ranking_lines()) == []


BAD: list[tuple[Any, list[tuple[str, str]]]] = [
    (7, [("", "not_json")]),
    ({"round": 1}, [("", "no_plan_line")]),
    ({"deal": 1, "contestants": [1, 2]}, [("", "one_of")]),
    ({"deal": 1, "contestants": [], "points": 3}, [("contestants", "required")]),
    ({"deal": 1, "contestants": [1, 1], "points": 3}, [("contestants", "number_twice")]),
    ({"deal": 1, "contestants": [1, "2"], "points": 3}, [("contestants", "whole_number")]),
    ({"deal": 1, "contestants": [1, 2, 3], "points": 3}, [("contestants", "two_sides")]),
    ({"deal": 1, "contestants": [1, 2, 3], "points": [3, 3, 3]}, [("contestants", "not_two_sides")]),
    ({"deal": 1, "contestants": [1, 2], "points": [3]}, [("points", "as_many")]),
    ({"deal": 1, "contestants": [1, 2], "points": "420"}, [("points", "number")]),
    ({"deal": 1, "contestants": [1, 2], "points": None}, [("points", "number")]),
    ({"deal": 1, "contestants": [1, 2], "points": True}, [("points", "number")]),
    ({"deal": 1, "contestants": [1, 2], "points": 1e400}, [("points", "number")]),
    ({"deal": 1, "contestants": [1, 2], "points": 3, "average": [60, 40]}, [("average", "one_of")]),
    ({"deal": 1, "contestants": [1, 2], "split": 3}, [("split", "list")]),
    ({"deal": 1, "contestants": [1, 2], "split": [1, 2, 3]}, [("split", "as_many")]),
    ({"deal": 1, "contestants": [1, 2], "points": 3, "sides": [2]}, [("sides", "as_many")]),
    ({"deal": 1, "contestants": [1, 2], "points": 3, "sides": [2, 3]}, [("sides", "choice")]),
    ({"deal": 1, "contestants": [1, 2], "points": [3, 0], "sat_out": [3]}, [("sat_out", "choice")]),
    ({"deal": 1, "contestants": [1, 2], "points": [3, 0], "sat_out": [2, 2]}, [("sat_out", "number_twice")]),
    ({"deal": 1, "contestants": [1, 2], "points": [3, 0], "won": [3]}, [("won", "choice")]),
    ({"deal": 1, "contestants": [1, 2], "points": [3, 0], "lost": 1}, [("lost", "list")]),
    ({"deal": 1, "contestants": [1, 2], "weighted": [[1]]}, [("weighted", "weights")]),
    ({"deal": 1, "contestants": [1, 2], "weighted": []}, [("weighted", "weights")]),
    ({"deal": 1, "contestants": [1, 2], "weighted": [["1/0", 7]]}, [("weighted", "number")]),
    ({"deal": 1, "contestants": [1, 2], "weighted": [[0.6, 1], [0.5, 2]]}, [("weighted", "weights")]),
    ({"deal": 1, "contestants": [1, 2], "weighted": [[1.5, 1], [-0.5, 2]]}, [("weighted", "weights")]),
    ({"deal": 1, "contestants": [1, 2], "average": [60, 140]}, [("average", "number_range")]),
    ({"deal": 1, "contestants": [1, 2], "average": 60}, [("average", "list")]),
    ({"deal": 1, "contestants": [1, 2], "not_played": 1}, [("not_played", "true_false")]),
    ({"contestants": [1, 2], "points": 3}, [("deal", "required")]),
    ({"deal": 0, "contestants": [1, 2], "points": 3}, [("deal", "number_range")]),
    ({"deal": 1, "contestants": [1, 2], "points": 3, "group": []}, [("group", "text_or_number")]),
    ({"deal": 1, "contestants": [1, 2], "points": 3, "section": "x" * 41}, [("section", "text_or_number")]),
    ({"deal": 1, "contestants": [1, 2], "points": 3, "expected": 0}, [("expected", "number_range")]),
    ({"deal": 1, "contestants": [1, 2], "points": 3, "expected": 1e300}, [("expected", "number_range")]),
    ({"deal": 1, "contestants": [1, 2], "points": 3, "pints": 3}, [("pints", "unknown")]),
    ({"contestant": 5}, [("", "one_of")]),
    ({"contestant": 0, "carry": 1}, [("contestant", "number_range")]),
    ({"contestant": 5, "carry": "much"}, [("carry", "number")]),
    ({"contestant": 5, "carry": 1, "handicap": 1}, [("handicap", "one_of")]),
    ({"contestant": 5, "penalty": 1}, [("unit", "required")]),
    ({"contestant": 5, "penalty": 1, "unit": "tops"}, [("unit", "choice")]),
    ({"contestant": 5, "penalty": 1, "unit": "imps"}, [("unit", "choice")]),
    ({"contestant": 5, "handicap": 1, "unit": "points"}, [("unit", "unknown")]),
    ({"contestant": 5, "bye": "yes"}, [("bye", "true_false")]),
    ({"contestant": 5, "without_standing": 1}, [("without_standing", "true_false")]),
    ({"contestant": 5, "without_standing": True, "points": 3}, [("points", "unknown")]),
    ({"contestant": 5, "bye": True, "points": "x"}, [("points", "number")]),
    (
        {"contestants": [1, 0], "points": "x", "round": "1", "expected": 2.5, "unit": "top"},
        [
            ("unit", "unknown"),
            ("contestants", "number_range"),
            ("points", "number"),
            ("round", "whole_number"),
            ("expected", "whole_number"),
            ("deal", "required"),
        ],
    ),
]


@pytest.mark.parametrize(("line", "wrong"), BAD)
def test_all_that_is_wrong_is_told_at_its_field_and_the_line_passed_over(
    line: Any, wrong: list[tuple[str, str]]
) -> None:
    reader = ResultReader(Matchpoints())
    assert [(problem.field, problem.code) for problem in reader.take(line)] == wrong
    assert (reader.results, reader.extras) == ([], [])


def test_only_matchpoints_know_averages() -> None:
    line = {"contestants": [1, 2], "average": [60, 40]}
    for comparison in (Total(), Wins()):
        assert [(each.field, each.code) for each in ResultReader(comparison).take(line)] == [("average", "no_average")]


def test_only_matchpoints_know_tops_and_percent() -> None:
    for unit in ("top", "percent"):
        (problem,) = ResultReader(Total()).take({"contestant": 5, "penalty": 1, "unit": unit})
        assert (problem.field, problem.code, problem.params) == ("unit", "choice", {"choices": "points"})


def test_a_table_without_a_scale_is_told() -> None:
    (problem,) = ResultReader(Places()).take({"contestants": [1, 2, 3], "points": [1, 2, 3]})
    assert (problem.field, problem.code, problem.params) == ("contestants", "no_scale", {"size": 3})


def test_nobody_has_two_results_of_a_deal() -> None:
    reader = ResultReader(Matchpoints())
    assert reader.take({"deal": 7, "contestants": [3, 12], "points": 420}) == []
    (problem,) = reader.take({"deal": 7, "contestants": [4, 12], "points": 420})
    assert (problem.field, problem.code, problem.params) == ("contestants", "deal_again", {"contestant": 12, "deal": 7})
    assert reader.take({"deal": 8, "contestants": [4, 12], "points": 420}) == []


def test_the_lines_of_a_deal_agree_how_many_results_it_should_have() -> None:
    reader = ResultReader(Matchpoints())
    assert reader.take({"deal": 7, "contestants": [1, 2], "points": 420, "expected": 3}) == []
    assert reader.take({"deal": 7, "contestants": [3, 4], "points": 420}) == []
    (problem,) = reader.take({"deal": 7, "contestants": [5, 6], "points": 420, "expected": 4})
    assert (problem.field, problem.code, problem.params) == ("expected", "expected_differs", {"deal": 7, "expected": 3})
    assert reader.take({"deal": 8, "contestants": [5, 6], "points": 420, "expected": 4}) == []


def test_a_total_may_have_several_results_of_a_deal() -> None:
    reader = ResultReader(Total())
    line = {"deal": 7, "contestants": [3, 12], "points": 420}
    assert [reader.take(line), reader.take(line)] == [[], []]
    assert [line["score"] for line in reader.ranking_lines() if "place" in line] == [840, -840]


def test_result_lines_come_out_as_they_came_in_with_scores_and_then_the_ranking() -> None:
    reader = ResultReader(Matchpoints())
    lines = [
        {"deal": 7, "contestants": [3, 12], "points": 420, "section": "A"},
        {"deal": 7, "contestants": [4, 11], "not_played": True},
        {"contestant": 3, "penalty": 10, "unit": "percent"},
    ]
    for line in lines:
        assert reader.take(line) == []
    assert list(reader.ranking_lines()) == [
        lines[0] | {"scores": [1, 1]},
        lines[1] | {"scores": [None, None]},
        {"place": 1, "contestant": 12, "score": 1, "percent": 50, "deals": 1},
        {"place": 2, "contestant": 3, "score": 0.8, "percent": 40, "deals": 1},
        {"place": 3, "contestant": 4, "score": 0, "percent": None, "deals": 0},
        {"place": 3, "contestant": 11, "score": 0, "percent": None, "deals": 0},
    ]


def test_fields_tie_breaks_and_handicaps_are_on_the_lines_that_have_them() -> None:
    fields = ResultReader(Matchpoints(winners=2))
    fields.take({"deal": 7, "contestants": [3, 12], "points": 420})
    fields.take({"contestant": 3, "handicap": 2.5})
    assert list(fields.ranking_lines())[1:] == [
        {
            "place": 1,
            "contestant": 3,
            "score": 0,
            "percent": None,
            "deals": 1,
            "field": 1,
            "with_handicap": {"place": 1, "percent": None},
        },
        {
            "place": 1,
            "contestant": 12,
            "score": 0,
            "percent": None,
            "deals": 1,
            "field": 2,
            "with_handicap": {"place": 1, "percent": None},
        },
    ]
    wins = ResultReader(Wins())
    wins.take({"contestants": [3, 12], "points": 420})
    wins.take({"contestants": [4, 11], "points": 50})
    wins.take({"contestant": 4, "handicap": 1})
    assert list(wins.ranking_lines())[2] == {
        "place": 1,
        "contestant": 3,
        "score": 2,
        "deals": 1,
        "tied_by": "difference",
        "with_handicap": {"place": 2, "score": 2},
    }


VALUES = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 2, 3, 12, 1.0, 1.5, -1, "x", "1/3", "2/3", "points", 10**30, 1e308]),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    [
        *KINDS,
        "contestants",
        "round",
        "deal",
        "section",
        "sections",
        "sides",
        "group",
        "match",
        "expected",
        "contestant",
        "unit",
        *EXTRA,
        "station",
    ]
)
ANY_LINES = st.lists(st.dictionaries(FIELDS, VALUES, max_size=6) | VALUES, max_size=6)
COMPARISONS = st.sampled_from([Total(), Wins(), Places(), Matchpoints(), Matchpoints(winners=2)])


@given(lines=ANY_LINES, comparison=COMPARISONS)
def test_whatever_comes_is_told_or_ranked(lines: list[Any], comparison: Any) -> None:
    reader = ResultReader(comparison)
    good = [line for line in lines if not reader.take(line)]
    out = list(reader.ranking_lines())
    assert len([line for line in out if "scores" in line]) == len(reader.results) <= len(good)
    named = {one for result in reader.results for one in result.contestants} | {
        each.contestant for each in reader.extras
    }
    assert {line["contestant"] for line in out if "place" in line} == named


@pytest.mark.parametrize("comparison", [Total(), Wins(), Places(scale=(5, 4, 3, 2, 1))])
def test_a_deal_that_somebody_sat_out_counts_for_the_others(comparison: Comparison) -> None:
    results = ResultReader(comparison)
    table = {"round": 1, "contestants": [1, 2, 3, 4, 5]}
    for points in ([3, -1, -1, -1, None], [None, 3, -1, -1, -1]):
        assert results.take(table | {"points": points}) == []
    first, second, *ranking = results.ranking_lines()
    assert [score is None for score in first["scores"]] == [False, False, False, False, True]
    assert [score is None for score in second["scores"]] == [True, False, False, False, False]
    assert {line["contestant"]: line["deals"] for line in ranking} == {1: 1, 2: 2, 3: 2, 4: 2, 5: 1}


def test_points_of_somebody_who_sat_out_count_but_not_as_a_deal() -> None:
    results = ResultReader(Total())
    table = {"round": 1, "contestants": [1, 2, 3, 4], "points": [-72, 0, 0, 30], "sat_out": [4]}
    assert results.take(table) == []
    line, *ranking = results.ranking_lines()
    assert line["scores"] == [-72, 0, 0, 30]
    assert {line["contestant"]: (line["score"], line["deals"]) for line in ranking} == {
        4: (30, 0),
        2: (0, 1),
        3: (0, 1),
        1: (-72, 1),
    }


@pytest.mark.parametrize("points", [[None, 5], [None, None, 5], [None, None, None, None]])
def test_a_deal_is_played_by_two_at_least(points: list[int | None]) -> None:
    [problem] = ResultReader(Total()).take({"contestants": list(range(1, len(points) + 1)), "points": points})
    assert (problem.field, problem.code) == ("points", "number")
