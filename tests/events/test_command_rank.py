"""`manage.py rank` reads results, and prints scores and a ranking."""

import json
import os
import random
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scorer.registry import GameConfig, all_games
from tests.json_commands import RunCommand, in_lines

ROOT = Path(__file__).resolve().parents[2]
WITH_EVENTS = [game for game in all_games() if game.events]


@pytest.fixture
def run_rank(run_command: RunCommand) -> RunCommand:
    return partial(run_command, "rank")


BOARD = [
    {"deal": 7, "contestants": [1, 11], "points": 650},
    {"deal": 7, "contestants": [2, 12], "points": -100},
    {"deal": 7, "contestants": [3, 13], "points": -100},
]


def test_results_are_printed_with_scores_and_then_the_ranking(run_rank: RunCommand) -> None:
    lines, status, _err = run_rank("bridge", "matchpoints", text=in_lines(*BOARD))
    assert status == 0
    assert lines[:3] == [
        {"deal": 7, "contestants": [1, 11], "points": 650, "scores": [4, 0]},
        {"deal": 7, "contestants": [2, 12], "points": -100, "scores": [1, 3]},
        {"deal": 7, "contestants": [3, 13], "points": -100, "scores": [1, 3]},
    ]
    assert lines[3:6] == [
        {"place": 1, "contestant": 1, "score": 4, "percent": 100, "deals": 1},
        {"place": 2, "contestant": 12, "score": 3, "percent": 75, "deals": 1},
        {"place": 2, "contestant": 13, "score": 3, "percent": 75, "deals": 1},
    ]
    assert [list(line) for line in (lines[0], lines[3])] == [
        ["deal", "contestants", "points", "scores"],
        ["place", "contestant", "score", "percent", "deals"],
    ]


def test_printed_numbers_are_rounded_to_four_decimals(run_rank: RunCommand) -> None:
    """182.5 of 288 is 63.3681 percent, as documented."""
    boards = [
        {"deal": deal, "contestants": [table, 100 + table], "points": -table}
        for deal in range(1, 25)
        for table in range(1, 8)
    ]
    penalty = {"contestant": 1, "penalty": 105.5, "unit": "points"}
    lines = run_rank("bridge", "matchpoints", text=in_lines(*boards, penalty))[0]
    assert {"score": 182.5, "percent": 63.3681, "deals": 24}.items() <= next(
        line for line in lines if line.get("contestant") == 1
    ).items()


def test_settings_and_file_may_be_given_in_any_order(run_rank: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(in_lines(*BOARD))
    ways = [
        ("bridge", "matchpoints", str(file), "--set", "winners=2", "own_average=false"),
        ("bridge", "matchpoints", "--set", "winners=2", "own_average=false", str(file)),
        ("bridge", "matchpoints", "--set", "winners=2", "--set", "own_average=false", str(file)),
        ("bridge", "matchpoints", "--set", "winners=2", "--set", "own_average=false", "--", str(file)),
        ("--set", "winners=2", "own_average=false", "--", "bridge", "matchpoints", str(file)),
    ]
    first, *others = (run_rank(*way) for way in ways)
    assert [(line["place"], line["contestant"], line["field"]) for line in first[0][3:]] == [
        (1, 1, 1),
        (2, 2, 1),
        (2, 3, 1),
        (1, 12, 2),
        (1, 13, 2),
        (3, 11, 2),
    ]
    assert all(other == first for other in others)


def test_a_plan_and_rulings_may_be_among_the_lines(run_rank: RunCommand) -> None:
    lines, status, _err = run_rank(
        "belote",
        "wins",
        "--set",
        "by=points",
        text=in_lines(
            {"round": 1, "station": 1, "contestants": [1, 2]},
            {"round": 1, "resting": [3]},
            {"round": 1, "contestants": [1, 2], "points": [1200, 800]},
            {"contestant": 3, "bye": True, "round": 1, "points": 1000},
            {"contestant": 2, "carry": 2},
        ),
    )
    assert status == 0
    assert lines == [
        {"round": 1, "contestants": [1, 2], "points": [1200, 800], "scores": [2, 0]},
        {"place": 1, "contestant": 1, "score": 2, "deals": 1, "tied_by": "points"},
        {"place": 2, "contestant": 3, "score": 2, "deals": 0, "tied_by": "points"},
        {"place": 3, "contestant": 2, "score": 2, "deals": 1, "tied_by": "points"},
    ]


def test_scales_are_lists(run_rank: RunCommand) -> None:
    lines, status, _err = run_rank(
        "doppelkopf",
        "places",
        "--set",
        "scale=3,1,-1,-3",
        "scale_5=4,2.5,0,-2,-4",
        text=in_lines(
            {"round": 1, "contestants": [1, 2, 3, 4], "points": [12, -4, -4, -4]},
            {"round": 1, "contestants": [5, 6, 7, 8, 9], "points": [4, 3, 2, 1, -10]},
        ),
    )
    assert status == 0
    assert [line["scores"] for line in lines[:2]] == [[3, -1, -1, -1], [4, 2.5, 0, -2, -4]]


def test_all_problems_of_a_line_are_reported_and_the_rest_is_ranked(run_rank: RunCommand) -> None:
    text = in_lines(BOARD[0]) + "nonsense\n\n" + in_lines({"contestants": [5, 0], "points": "x"}, *BOARD[1:])
    lines, status, _err = run_rank("bridge", "matchpoints", text=text)
    assert status == 1
    assert lines[:2] == [
        {"line": 2, "problems": [{"field": "", "code": "not_json", "text": "This line is not a JSON object."}]},
        {
            "line": 4,
            "problems": [
                {
                    "field": "contestants",
                    "code": "number_range",
                    "text": "Expected a number from 1 to 1000000000.",
                },
                {"field": "points", "code": "number", "text": "Expected a number."},
                {"field": "deal", "code": "required", "text": "Please fill this in."},
            ],
        },
    ]
    assert lines[2:] == run_rank("bridge", "matchpoints", text=in_lines(*BOARD))[0]


def test_a_table_without_a_scale_is_a_bad_line(run_rank: RunCommand) -> None:
    lines, status, _err = run_rank(
        "doppelkopf",
        "places",
        text=in_lines({"contestants": [1, 2, 3], "points": [1, 2, 3]}),
    )
    assert status == 1
    assert lines == [
        {
            "line": 1,
            "problems": [
                {"field": "contestants", "code": "no_scale", "text": "There is no scale for a table of 3."},
            ],
        }
    ]


def test_options_that_make_no_sense_are_refused_together(run_rank: RunCommand) -> None:
    with pytest.raises(CommandError) as refused:
        run_rank("bridge", "matchpoints", "--minimum", "101", "--squad-best", "0")
    assert refused.value.returncode == 1
    assert str(refused.value) == (
        "minimum: Expected a number from 0 to 100. squad_best: Expected a number from 1 to 1000000000."
    )


def test_no_results_give_no_ranking(run_rank: RunCommand) -> None:
    assert run_rank("bridge", "matchpoints") == ([], 0, "")


@pytest.mark.parametrize("game", WITH_EVENTS, ids=lambda game: game.slug)
def test_every_game_with_events_ranks_its_draws(game: GameConfig, run_rank: RunCommand) -> None:
    table = {"round": 1, "contestants": [1, 2, 3, 4], "points": [3, 2, 1, 0]}
    for name in ("total", "wins", "places"):
        lines, status, _err = run_rank(game.slug, name, text=in_lines(table))
        assert status == 0
        assert [line["contestant"] for line in lines[1:]] == [1, 2, 3, 4]


@pytest.mark.parametrize("name", ["individual", "teams", "knockout", "nonsense"])
def test_an_unknown_comparison_is_an_error(name: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("rank", "bridge", name)
    assert refused.value.returncode == 1
    assert str(refused.value) == (
        f"Unknown comparison: {name}. Choose one of: "
        "matchpoints, cross_imps, butler, vp, total, wins, places, imps, board_a_match."
    )


REFUSED = {
    "settings that are none": (
        ["bridge", "matchpoints", "--set", "winners=3", "own_average=maybe", "small_groups=tiny"],
        1,
        (
            "own_average: Expected true or false. small_groups: Choose one of: whitebook, neuberg. "
            "winners: Expected a number from 1 to 2."
        ),
    ),
    "settings of another comparison": (
        ["bridge", "total", "--set", "winners=2"],
        1,
        "winners: There is no field with this name.",
    ),
    "a scale that is too short": (
        ["doppelkopf", "places", "--set", "scale_5=4,3,2,1"],
        1,
        "scale_5: A scale for tables of 5 needs 5 numbers.",
    ),
    "a scale in words": (
        ["doppelkopf", "places", "--set", "scale=four,three"],
        1,
        (
            "scale.0: Expected a number in halves, such as 40 or 40.5. "
            "scale.1: Expected a number in halves, such as 40 or 40.5."
        ),
    ),
    "a setting without a value": (
        ["bridge", "matchpoints", "--set", "winners", "own_average=true"],
        1,
        "Write a setting as NAME=VALUE.",
    ),
    "an unknown game": (
        ["whist", "total"],
        2,
        f"Unknown game: whist. Choose one of: {', '.join(game.slug for game in all_games())}.",
    ),
    "a file that is not there": (
        ["bridge", "matchpoints", "--set", "winners=2", "/nowhere"],
        2,
        "Cannot read /nowhere: No such file or directory.",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_impossible_arguments_are_refused_with_a_message(name: str) -> None:
    arguments, status, sentence = REFUSED[name]
    with pytest.raises(CommandError) as refused:
        call_command("rank", *arguments)
    assert str(refused.value) == sentence
    assert refused.value.returncode == status


def program(*arguments: str, text: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "manage.py", *arguments]
    return subprocess.run(
        command, env=os.environ | environment, input=text, capture_output=True, text=True, check=False, timeout=60
    )


def test_another_program_plans_plays_and_ranks_an_evening() -> None:
    """A Mitchell with a pair that sits out. The same lines give the same output in every process."""
    planned = program("plan", "bridge", "mitchell", "--contestants", "13", "--rounds", "7", "--per-round", "4", text="")
    plan = [json.loads(line) for line in planned.stdout.splitlines()]
    chance = random.Random(1)
    results = [
        {"deal": deal, "contestants": line["contestants"], "points": chance.choice([-620, -100, 50, 110, 420, 450])}
        for line in plan
        for deal in line.get("deals", ())
    ]
    text = in_lines(*plan, *results)
    first, second = (
        program("rank", "bridge", "matchpoints", "--set", "winners=2", text=text, PYTHONHASHSEED=seed) for seed in "12"
    )
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == second.stdout
    out = [json.loads(line) for line in first.stdout.splitlines()]
    assert [line["deal"] for line in out[: len(results)]] == [line["deal"] for line in results]
    ranking = out[len(results) :]
    assert sorted(line["contestant"] for line in ranking) == list(range(1, 14))
    assert {(line["field"], line["deals"]) for line in ranking} == {(1, 24), (2, 28)}
    for line in out[: len(results)]:
        assert sum(line["scores"]) == pytest.approx(10)


def test_another_program_sees_the_exit_status_and_never_a_traceback() -> None:
    bad = program("rank", "bridge", "matchpoints", text='{"deal": 1}\n\xff\n[[[[\n')
    assert bad.returncode == 1
    assert [json.loads(line)["line"] for line in bad.stdout.splitlines()] == [1, 2, 3]
    unknown = program("rank", "bridge", "knockout", text="")
    assert (unknown.returncode, unknown.stdout) == (1, "")
    assert unknown.stderr.count("\n") == 1


def test_another_program_ranks_each_section_by_itself() -> None:
    lines = [
        {"deal": 1, "contestants": [one, one + 1], "points": points, "section": section}
        for section, one, points in ((1, 1, 50), (1, 3, 100), (2, 5, 420), (2, 7, -50))
    ]
    together, apart = (
        [
            json.loads(line)
            for line in program("rank", "bridge", "matchpoints", *more, text=in_lines(*lines)).stdout.splitlines()
        ]
        for more in ((), ("--by-section",))
    )
    assert [line["scores"] for line in together[:4]] == [[2, 4], [4, 2], [6, 0], [0, 6]]
    assert [line["scores"] for line in apart[:4]] == [[0, 2], [2, 0], [2, 0], [0, 2]]
    assert [(line["section"], line["place"], line["contestant"]) for line in apart[4:]] == [
        (1, 1, 2), (1, 1, 3), (1, 3, 1), (1, 3, 4), (2, 1, 5), (2, 1, 8), (2, 3, 6), (2, 3, 7),
    ]  # fmt: skip
