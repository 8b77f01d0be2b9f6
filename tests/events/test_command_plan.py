"""`manage.py plan` makes whole plans and next rounds, and reports what is wrong with a plan."""

import os
import subprocess
import sys
from collections import Counter
from functools import partial
from itertools import combinations, product
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scorer.registry import GameConfig, all_games
from tests.json_commands import RunCommand, in_lines

ROOT = Path(__file__).resolve().parents[2]
WITH_EVENTS = [game for game in all_games() if game.events]


@pytest.fixture
def run_plan(run_command: RunCommand) -> RunCommand:
    return partial(run_command, "plan")


def test_a_mitchell_is_printed_by_station_and_round(run_plan: RunCommand) -> None:
    lines, status, _err = run_plan("bridge", "mitchell", "--contestants", "13", "--rounds", "7", "--per-round", "4")
    assert status == 0
    assert lines[0] == {"round": 1, "station": 1, "contestants": [1, 8], "deals": [1, 2, 3, 4]}
    assert lines[6] == {"round": 1, "resting": [7]}
    assert list(lines[0]) == ["round", "station", "contestants", "deals"]
    assert len(lines) == 7 * 7


def test_settings_are_given_by_name(run_plan: RunCommand) -> None:
    web = run_plan("bridge", "mitchell", "--contestants", "24", "--rounds", "9", "--set", "even=web", "switch=1")[0]
    assert {line.get("copy") for line in web} == {None, 2}
    assert web[-1]["contestants"][0] > 12
    one_by_one = run_plan(
        "bridge", "mitchell", "--contestants", "24", "--rounds", "9", "--set", "even=web", "--set", "switch=1"
    )[0]
    assert one_by_one == web


def test_chosen_settings_are_printed_to_standard_error(run_plan: RunCommand) -> None:
    assert run_plan("bridge", "mitchell", "--contestants", "15")[2] == (
        "Chosen: rounds=8, per-round=3, even=weave, switch=0, missing=ew.\n"
    )
    assert run_plan("bridge", "howell", "--contestants", "8", "--rounds", "6", "--per-round", "4")[2] == ""
    assert run_plan("doppelkopf", "draw", "--contestants", "18", "--rounds", "2")[2] == (
        "Chosen: by=random, sizes=4,5, seed=1.\n"
    )


def test_38_players_at_tables_of_four_and_five_meet_nobody_twice_in_eight_rounds(run_plan: RunCommand) -> None:
    lines, status, _err = run_plan(
        "tarot",
        "draw",
        "--contestants",
        "38",
        "--rounds",
        "8",
        "--seed",
        "5",
        "--set",
        "by=random",
        "--set",
        "sizes=4,5",
    )
    assert status == 0
    met = [couple for line in lines for couple in combinations(sorted(line["contestants"]), 2)]
    assert len(met) == len(set(met)) == 8 * (7 * 6 + 2 * 10)


PERFECT = {(8, 7), (13, 13), (21, 21), (24, 23), (25, 25)}
"""Players and rounds in which everybody has everybody as partner once and as opponent twice."""
MOST_OFTEN = 4
"""How often two players oppose each other in the published movements that are not perfect, such as 12 in 11 rounds."""
INDIVIDUALS = {8: 7, 12: 11, 13: 13, 16: 15, 20: 19, 21: 21, 22: 22, 23: 23, 24: 23, 25: 25, 26: 26, 27: 27, 28: 13}


@pytest.mark.parametrize("whole", [False, True], ids=["as usual", "as long as can be"])
@pytest.mark.parametrize("players", INDIVIDUALS)
def test_individuals_have_no_partner_and_no_board_twice(players: int, whole: bool, run_plan: RunCommand) -> None:
    """By what is printed alone: who sits where, and with which boards. The two tables of 8 have to share theirs."""
    rounds = ["--rounds", str(INDIVIDUALS[players])] if whole else []
    lines, status, _err = run_plan("bridge", "individual", "--contestants", str(players), "--per-round", "2", *rounds)
    assert status == 0
    everybody = set(range(1, players + 1))
    partners, opponents, played, at = (Counter[tuple[int, int]]() for _count in range(4))
    boards: Counter[tuple[int, int, int]] = Counter()
    for line in lines:
        at.update((line["round"], player) for player in line.get("contestants") or line["resting"])
        if "resting" in line:
            continue
        north, east, south, west = line["contestants"]
        partners.update([(min(pair), max(pair)) for pair in ((north, south), (east, west))])
        opponents.update([(min(pair), max(pair)) for pair in product((north, south), (east, west))])
        played.update(product(line["contestants"], line["deals"]))
        boards.update((line["round"], line.get("copy", 1), deal) for deal in line["deals"])
    last = max(line["round"] for line in lines)
    assert at == Counter(product(range(1, last + 1), everybody))
    assert max(partners.values()) == max(played.values()) == 1
    assert max(boards.values()) == (2 if players == 8 else 1)
    how_often = {opponents[couple] for couple in combinations(sorted(everybody), 2)}
    assert how_often == {2} if (players, last) in PERFECT else max(how_often) <= MOST_OFTEN
    counts = Counter(player for player, _deal in played)
    assert counts.keys() == everybody
    assert max(counts.values()) - min(counts.values()) <= 2 * (2 if players % 4 else 0)


@pytest.mark.parametrize("name", ["draw", "round_robin"])
@pytest.mark.parametrize("game", WITH_EVENTS, ids=lambda game: game.slug)
def test_every_game_with_events_offers_draws_and_round_robins(
    game: GameConfig, name: str, run_plan: RunCommand
) -> None:
    lines, status, _err = run_plan(game.slug, name, "--contestants", "12", "--rounds", "3")
    assert status == 0
    assert {line["round"] for line in lines} == {1, 2, 3}
    assert run_plan("--check", text=in_lines(*lines))[0][0]["sound"]


@pytest.mark.parametrize("name", ["nonsense"])
def test_an_unknown_format_is_an_error(name: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("plan", "bridge", name, "--contestants", "8")
    assert refused.value.returncode == 1
    known = "mitchell, howell, individual, round_robin, swiss, teams, draw, knockout"
    assert str(refused.value) == f"Unknown format: {name}. Choose one of: {known}."


REFUSED = {
    "no game": ([], "Name a game, a format and --contestants, or a plan to --check."),
    "no number": (["bridge", "howell"], "Name a game, a format and --contestants, or a plan to --check."),
    "too few": (["bridge", "howell", "--contestants", "2"], "contestants: Expected a number from 3 to 30."),
    "too many rounds": (
        ["bridge", "howell", "--contestants", "8", "--rounds", "8"],
        "rounds: Expected a number from 1 to 7.",
    ),
    "no deals": (
        ["bridge", "howell", "--contestants", "8", "--per-round", "0"],
        "per_round: Expected a number from 1 to 100.",
    ),
    "a weave of ten": (
        ["bridge", "mitchell", "--contestants", "20", "--set", "even=weave"],
        "even: A weave needs a number of tables that can be divided by four.",
    ),
    "a web of eight": (
        ["bridge", "mitchell", "--contestants", "16", "--set", "even=web"],
        "even: A web needs at least 10 tables.",
    ),
    "three for tables of four": (
        ["doppelkopf", "draw", "--contestants", "3"],
        "contestants: At least 4 contestants are needed.",
    ),
    "settings of another format": (
        ["bridge", "howell", "--contestants", "8", "--set", "even=web"],
        "even: There is no field with this name.",
    ),
    "settings that are none": (
        ["bridge", "mitchell", "--contestants", "16", "--set", "even=odd", "switch=few"],
        "even: Choose one of: relay, skip, weave, web. switch: Expected a whole number.",
    ),
    "a setting without a value": (
        ["bridge", "mitchell", "--contestants", "16", "--set", "web"],
        "Write a setting as NAME=VALUE.",
    ),
    "sizes in words": (
        ["doppelkopf", "draw", "--contestants", "16", "--set", "sizes=four"],
        "sizes.0: Expected a whole number.",
    ),
    "a movement that goes on": (
        ["bridge", "howell", "--contestants", "8", "--past", "nowhere"],
        "Only a draw can continue from --past.",
    ),
    "an unknown comparison": (
        ["belote", "draw", "--contestants", "8", "--past", "nowhere", "--rank-by", "vp"],
        "Unknown comparison: vp. Choose one of: wins, points, total, places.",
    ),
    "an impossible setting of a comparison": (
        ["bridge", "swiss", "--contestants", "8", "--rank-by", "vp", "--rank-set", "pool=7"],
        "pool: Choose one of: 10, 20.",
    ),
    "an unknown game": (
        ["whist", "draw", "--contestants", "8"],
        f"Unknown game: whist. Choose one of: {', '.join(game.slug for game in all_games())}.",
    ),
    "a file that is not there": (
        ["bridge", "draw", "--contestants", "8", "--past", "/nowhere"],
        "Cannot read /nowhere: No such file or directory.",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_impossible_arguments_are_refused_with_a_message(name: str) -> None:
    arguments, sentence = REFUSED[name]
    with pytest.raises(CommandError) as refused:
        call_command("plan", *arguments)
    assert str(refused.value) == sentence


def test_the_next_round_is_drawn_from_the_rounds_so_far_and_their_results(run_plan: RunCommand, tmp_path: Path) -> None:
    first = run_plan("belote", "draw", "--contestants", "9", "--set", "by=swiss")[0]
    bye = first[-1]["resting"][0]
    results = [
        {"round": 1, "contestants": line["contestants"], "points": [1200, 800]} for line in first if "station" in line
    ]
    past = tmp_path / "past.jsonl"
    past.write_text(in_lines(*first, *results))
    second, status, _err = run_plan(
        "belote", "draw", "--contestants", "9", "--set", "by=swiss", "--past", str(past), "--rounds", "1"
    )
    assert status == 0
    assert {line["round"] for line in second} == {2}
    assert second[-1]["resting"] != [bye]
    winners = {line["contestants"][0] for line in first if "station" in line} | {bye}
    losers = set(range(1, 10)) - winners
    mixed = [line for line in second if "station" in line and len(winners & set(line["contestants"])) == 1]
    assert second[-1]["resting"][0] in losers
    assert len(mixed) == 1  # five have a win, and one of them meets a loser


def test_a_swiss_round_goes_by_the_standing_in_a_comparison(run_plan: RunCommand, tmp_path: Path) -> None:
    """1 wins two boards and loses one by more points: it has lost by points, and won by matchpoints."""
    first = run_plan("bridge", "swiss", "--contestants", "4", "--per-round", "3")[0]
    (one, two), (three, four) = (line["contestants"] for line in first)
    points = {(one, two): [-1000, 50, 50], (three, four): [-1100, -50, -50]}
    results = [
        {"round": 1, "deal": deal, "contestants": [*both], "points": at[deal - 1]}
        for both, at in points.items()
        for deal in (1, 2, 3)
    ]
    past = tmp_path / "past.jsonl"
    past.write_text(in_lines(*first, *results))
    arguments = ["bridge", "swiss", "--contestants", "4", "--past", str(past)]
    for options, leaders in (
        ([], {two, four}),
        (["--rank-by", "matchpoints"], {one, four}),
        (["--rank-by", "vp", "--rank-set", "scale=matchpoints"], {one, four}),
    ):
        second, status, _err = run_plan(*arguments, *options)
        assert status == 0
        assert set(second[0]["contestants"]) == leaders


def test_a_bad_line_of_the_past_is_reported_and_the_rest_counts(run_plan: RunCommand, tmp_path: Path) -> None:
    past = tmp_path / "past.jsonl"
    past.write_text(
        '{"round": 1, "station": 1, "contestants": [1, 2]}\nnonsense\n{"contestants": [3, "x"], "points": 1}\n'
    )
    lines, status, _err = run_plan("belote", "draw", "--contestants", "4", "--past", str(past))
    assert status == 1
    assert lines[:2] == [
        {"line": 2, "problems": [{"field": "", "code": "not_json", "text": "This line is not a JSON object."}]},
        {
            "line": 3,
            "problems": [{"field": "contestants", "code": "whole_number", "text": "Expected a whole number."}],
        },
    ]
    assert {frozenset(line["contestants"]) for line in lines[2:]} in (
        {frozenset({1, 3}), frozenset({2, 4})},
        {frozenset({1, 4}), frozenset({2, 3})},
    )


def test_an_unsound_plan_exits_with_status_1(run_plan: RunCommand) -> None:
    (verdict,), status, _err = run_plan(
        "--check",
        text=in_lines(
            {"round": 1, "station": 1, "contestants": [1, 2], "deals": [1]},
            {"round": 1, "station": 2, "contestants": [1, 3], "deals": [2]},
        ),
    )
    assert status == 1
    assert verdict["sound"] is False
    assert verdict["defects"] == [{"code": "two_places", "round": 1, "contestant": 1}]
    assert list(verdict) == ["sound", "defects", "warnings", "balance"]


def test_the_balance_is_rounded_to_four_decimals(run_plan: RunCommand) -> None:
    lines = run_plan("bridge", "mitchell", "--contestants", "14", "--set", "switch=1")[0]
    assert run_plan("--check", text=in_lines(*lines))[0][0]["balance"] == {"mean": 3.2308, "sd": 1.0491}


def test_a_plan_is_read_from_a_file(run_plan: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "plan.jsonl"
    file.write_text(in_lines({"round": 1, "station": 1, "contestants": [1, 2]}))
    assert run_plan("--check", str(file))[0][0]["sound"]


def test_a_bad_line_of_a_plan_is_reported_and_the_rest_is_judged(run_plan: RunCommand) -> None:
    lines, status, _err = run_plan(
        "--check", text='{"round": 1, "station": 1, "contestants": [1, 2]}\n\n[]\n{"round": 1, "station": 2}\n'
    )
    assert status == 1
    assert [line.get("line") for line in lines] == [3, 4, None]
    assert [problem["code"] for problem in lines[1]["problems"]] == ["required"]
    assert lines[2]["sound"]


def test_the_same_arguments_print_the_same_plan_in_every_process() -> None:
    command = [sys.executable, ROOT / "manage.py", "plan", "doppelkopf", "draw", "--contestants", "18", "--rounds", "3"]
    printed = {
        subprocess.run(
            command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_the_movement_of_a_club_becomes_a_plan(run_plan: RunCommand, tmp_path: Path) -> None:
    movement = tmp_path / "movement.txt"
    movement.write_text("cyclic 3\n2-1:3 3-4:3")
    lines, status, _err = run_plan("--movement", str(movement), "--per-round", "2")
    assert status == 0
    assert lines[0] == {"round": 1, "station": 1, "contestants": [2, 1], "deals": [5, 6]}
    assert run_plan("--check", text=in_lines(*lines))[0][0]["sound"]


def test_a_movement_that_is_wrong_or_unsound_is_an_error(run_plan: RunCommand, tmp_path: Path) -> None:
    movement = tmp_path / "movement.txt"
    movement.write_text("1-2:1\n1-2 3-4:2")
    lines, status, _err = run_plan("--movement", str(movement))
    assert status == 1
    sentence = "“1-2” is no table. Write those who play and the set, as in 1-8:3."
    assert lines == [{"line": 2, "problems": [{"field": "", "code": "no_table", "text": sentence}]}]
    movement.write_text("1-2:1\n1-2:1")
    lines, status, _err = run_plan("--movement", str(movement))
    assert (len(lines), status) == (2, 1)
    with pytest.raises(CommandError, match="per_round: Expected a number from 1 to 100"):
        call_command("plan", "--movement", str(movement), "--per-round", "0")
