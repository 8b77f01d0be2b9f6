"""`manage.py score` prints one line for each line it reads."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from scorer.registry import GameConfig, all_games
from scorer.registry.json_commands import MAX_BYTES
from scorer.scoring import dump, jsonlines
from tests.contract.conftest import sheet_of
from tests.json_commands import RunCommand, in_lines

MADE = '{"board": 7, "level": 4, "strain": "S", "doubled": "", "declarer": "S", "tricks": 10}'
PASSED = '{"board": 8, "passed_out": true}'
GAMES = ", ".join(game.slug for game in all_games())


@pytest.fixture
def run_score(run_command: RunCommand) -> Any:
    def run(text: str | bytes, game: str = "bridge", *options: str) -> tuple[list[dict[str, Any]], int]:
        """Return the lines and the exit status."""
        return run_command("score", game, *options, text=text)[:2]

    return run


def test_a_hand_is_printed_with_points_and_reasons(run_score: Any) -> None:
    found, status = run_score(MADE)
    assert status == 0
    assert found[0]["points"] == [620, -620, 620, -620]
    assert found[0]["reasons"][0] == {
        "code": "contract_tricks",
        "seat": 1,
        "points": 120,
        "text": "4 contract tricks × 30",
    }
    assert (found[0]["problems"], found[0]["warnings"]) == ([], [])


def test_the_keys_are_in_the_documented_order(run_score: Any) -> None:
    found, _status = run_score(f'{MADE}\n{{"board": 0, "passed_out": true}}')
    for answer in found:
        assert list(answer) == ["points", "reasons", "problems", "warnings"]
    assert list(found[0]["reasons"][0]) == ["code", "seat", "points", "text"]
    assert found[1]["points"] is None
    assert found[1]["reasons"] == []
    assert found[1]["problems"] == [
        {"field": "board", "code": "board_range", "text": "Boards are numbered from 1 to 9999."}
    ]


def test_a_hand_with_a_warning_is_scored(run_score: Any) -> None:
    found, status = run_score('{"board": 1, "level": 7, "strain": "C", "declarer": "N", "tricks": 13}')
    assert status == 0
    assert found[0]["points"][0] == 1440
    assert [warning["code"] for warning in found[0]["warnings"]] == ["seven_level"]
    assert list(found[0]["warnings"][0]) == ["field", "code", "text"]


def test_the_same_board_may_come_twice(run_score: Any) -> None:
    found, _status = run_score(f"{PASSED}\n{PASSED}\n")
    assert [answer["warnings"] for answer in found] == [[], []]


OPEN, CLOSED = "[" * 30_000, "]" * 30_000
BAD_LINES: list[tuple[str | bytes, str, str]] = [
    ("", "", "not_json"),
    ("   ", "", "not_json"),
    ("4 spades made", "", "not_json"),
    ('{"board": 1', "", "not_json"),
    (MADE + MADE, "", "not_json"),
    ("{'board': 1}", "", "not_json"),
    ('{"board": NaN}', "", "not_json"),
    ('{"board": -Infinity, "passed_out": true}', "", "not_json"),
    ("NaN", "", "not_json"),
    ('{"board": ' + "9" * 5000 + "}", "", "not_json"),
    (OPEN, "", "not_json"),
    (OPEN + CLOSED, "", "not_json"),
    ('{"board": ' + OPEN + CLOSED + "}", "", "not_json"),
    (b"\xff\xfe", "", "not_json"),
    (b'{"board": 1, "declarer": "\xe9"}', "", "not_json"),
    (MADE.encode("utf-16-le").replace(b"\n", b""), "", "not_json"),
    (b"\x00", "", "not_json"),
    (b"\xef\xbb\xbf" + PASSED.encode(), "", "not_json"),
    ('{"board": 1, "board": 2, "passed_out": true}', "", "named_twice"),
    ('{"board": 1, "passed_out": true, "extra": {"a": 1, "a": 1}}', "", "named_twice"),
    ("[]", "", "object"),
    (f"[{MADE}]", "", "object"),
    ("null", "", "object"),
    ("7", "", "object"),
    ('"7"', "", "object"),
    ("true", "", "object"),
    ('{"board": 1e308, "passed_out": true}', "board", "whole_number"),
    ('{"board": 1e999, "passed_out": true}', "board", "whole_number"),
    ('{"board": 4.0, "passed_out": true}', "board", "whole_number"),
    ('{"board": true, "passed_out": true}', "board", "whole_number"),
    ('{"board": "8", "passed_out": true}', "board", "whole_number"),
    ('{"board": [[[[8]]]], "passed_out": true}', "board", "whole_number"),
    ('{"board": ' + "9" * 4000 + ', "passed_out": true}', "board", "out_of_range"),
    ('{"board": -1, "passed_out": true}', "board", "board_range"),
    ('{"board": 8, "passed_out": 1}', "passed_out", "true_false"),
    ('{"passed_out": true}', "board", "required"),
    ('{"board": 8, "passed_out": true, "boards": 9}', "boards", "unknown"),
    ('{"board": 8, "passed_out": true, "": 9}', "", "unknown"),
    ('{"board": 8, "passed_out": true, "\\ud800": 9}', "\ud800", "unknown"),
    ('{"board": 8, "passed_out": true, "100%s": 9}', "100%s", "unknown"),
    ('{"board": 8, "passed_out": true, "' + "x" * 500 + '": 9}', "x" * 40, "unknown"),
    ('{"adjustment": [-3, 1, 1, 1], "why": "revoke"}', "adjustment", "unknown"),
    ('{"total": [1, 1, 1, 1], "why": "book"}', "total", "unknown"),
    (" " * MAX_BYTES + PASSED, "", "too_long"),
    ("x" * (MAX_BYTES + 1), "", "too_long"),
    ("x" * 1_000_000, "", "too_long"),
]


@pytest.mark.parametrize(("line", "field", "code"), BAD_LINES, ids=[str(place) for place in range(len(BAD_LINES))])
def test_a_bad_line_is_reported_and_the_rest_is_scored(
    line: str | bytes, field: str, code: str, run_score: Any
) -> None:
    line = line.encode() if isinstance(line, str) else line
    found, status = run_score(MADE.encode() + b"\n" + line + b"\n" + PASSED.encode())
    assert status == 1
    assert len(found) == 3
    assert (found[1]["points"], found[1]["reasons"], found[1]["warnings"]) == (None, [], [])
    problem = found[1]["problems"][0]
    assert (problem["field"], problem["code"]) == (field, code)
    assert problem["text"]
    assert found[0]["points"] == [620, -620, 620, -620]
    assert found[2]["points"] == [0, 0, 0, 0]


def test_all_problems_of_a_line_are_reported_at_once(run_score: Any) -> None:
    found, _status = run_score('{"board": 0, "level": 8, "strain": "P", "declarer": 2, "tricks": 14, "x": 1}')
    fields = [problem["field"] for problem in found[0]["problems"]]
    assert sorted(fields) == ["board", "declarer", "level", "strain", "tricks", "x"]


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("\n", 1), (PASSED, 1), (PASSED + "\n", 1), (PASSED + "\n\n", 2), (PASSED + "\r\n" + PASSED + "\r\n", 2)],
)
def test_every_line_has_a_line_of_output(text: str, count: int, run_score: Any) -> None:
    found, _status = run_score(text)
    assert len(found) == count


def test_a_line_may_be_exactly_as_long_as_the_limit(run_score: Any) -> None:
    longest = PASSED + " " * (MAX_BYTES - len(PASSED))
    for end in ("", "\n", "\r\n"):
        found, status = run_score(longest + end)
        assert (status, len(found)) == (0, 1)


def test_a_line_that_is_too_long_is_not_held_in_memory() -> None:
    class Counting(io.BytesIO):
        largest = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            self.largest = max(self.largest, len(line))
            return line

    file = Counting(b"x" * 1_000_000 + b"\n{}")
    assert list(jsonlines.lines(file, MAX_BYTES)) == [None, b"{}"]
    assert file.largest <= MAX_BYTES + 2


def test_an_earlier_hand_matters_in_a_variant_with_memory(run_score: Any) -> None:
    litige = '{"bidder": 2, "value": 80, "trump": "H", "points": 81}'
    after = '{"bidder": 1, "value": 80, "trump": "H", "points": 130}'
    alone = run_score(after, "belote")[0][0]["points"]
    carried = [answer["points"] for answer in run_score(f"{litige}\n\n{after}", "belote", "--variant", "ffb")[0]]
    fresh = run_score(after, "belote", "--variant", "ffb")[0][0]["points"]
    assert alone[0] > 0
    assert carried[1] is None
    assert carried[2] != fresh


PRESETS = [(game, preset, seats) for game in all_games() for preset in game.rules.PRESETS for seats in game.seat_counts]


@pytest.mark.parametrize(("game", "preset", "seats"), PRESETS, ids=lambda each: getattr(each, "slug", str(each)))
def test_a_session_is_scored_as_at_its_table(game: GameConfig, preset: str, seats: int, run_score: Any) -> None:
    variant = game.rules.PRESETS[preset]
    entries = sheet_of(game, variant, seats, 25)
    found, status = run_score(in_lines(*map(dump, entries)), game.slug, "--variant", preset, "--players", str(seats))
    assert status == 0
    assert [scored(answer) for answer in found] == [
        (outcome.points, [(reason.code, reason.seat, reason.points) for reason in outcome.reasons])
        for outcome in game.rules.replay(entries, variant, seats)
    ]


def scored(answer: dict[str, Any]) -> tuple[tuple[int, ...], list[tuple[str, int, int]]]:
    reasons = [(reason["code"], reason["seat"], reason["points"]) for reason in answer["reasons"]]
    return tuple(answer["points"]), reasons


FOR_330 = '{"bidder": 1, "value": 80, "trump": "H", "points": 0, "capot": "opponent"}'
MADE_110 = '{"bidder": 1, "value": 110, "trump": "H", "points": 113}'
LITIGE = '{"bidder": 1, "value": 80, "trump": "H", "points": 81}'


@pytest.mark.parametrize(
    ("at_end", "litige", "next_hand"),
    [
        ("dropped", "Litige at 81 each: the 80 points that wait lapse with the game", 220),
        ("carried", "Litige at 81 each: these points wait for the winner of the next hand", 300),
    ],
)
def test_a_party_of_belote_is_won_by_a_litige(at_end: str, litige: str, next_hand: int, run_score: Any) -> None:
    session = f"{FOR_330}\n{MADE_110}\n{MADE_110}\n{LITIGE}\n{MADE_110}"
    settings = ("--set", "target=500", f"litige_at_end={at_end}")
    found, status = run_score(session, "belote", "--variant", "parties", *settings)
    assert status == 0
    assert [answer["points"][:2] for answer in found[3:]] == [[0, 80], [next_hand, 50]]
    marks = {(reason["seat"], reason["text"]) for reason in found[3]["reasons"] if not reason["points"]}
    assert marks == {(1, litige), (3, litige), (2, "Game 1 won by 510 : 440"), (4, "Game 1 won by 510 : 440")}


def test_a_hand_after_120_augen_is_a_bock_hand_where_the_house_rules_say_so(run_score: Any) -> None:
    even = '{"kind": "normal", "re": [1, 3], "re_augen": 120}'
    won = '{"kind": "normal", "re": [1, 3], "re_augen": 130}'
    alone = run_score(f"{even}\n{won}", "doppelkopf")[0][1]["points"]
    doubled = run_score(f"{even}\n{won}", "doppelkopf", "--set", "bock_after_120=true")[0][1]["points"]
    assert doubled == [2 * points for points in alone]


def test_a_setting_may_be_left_empty(run_score: Any) -> None:
    def third_refa(limit: str) -> bool:
        answers = run_score('{"passed_out": true}\n' * 3, "preferans", "--variant", "bule", "--set", limit)[0]
        return bool(answers[2]["reasons"] == answers[1]["reasons"])

    assert third_refa("refe=")
    assert not third_refa("refe=2")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_example_of_the_rules_scores_as_stated(game: GameConfig, run_score: Any) -> None:
    for example in game.rules.EXAMPLES:
        entries = [*example.before, example.entry]
        text = "\n".join(json.dumps(dump(entry)) for entry in entries)
        found, status = run_score(text, game.slug, "--variant", example.variant, "--players", str(example.seats))
        assert status == 0
        assert found[-1]["points"] == list(example.points)
        totals = [0] * example.seats
        for reason in found[-1]["reasons"]:
            totals[reason["seat"] - 1] += reason["points"]
        assert totals == found[-1]["points"]


def test_entries_can_come_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(f"{MADE}\n{PASSED}\n")
    call_command("score", "bridge", str(file))
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(
    "order",
    [
        "GAME --variant NAME --players N FILE",
        "GAME --variant NAME FILE",
        "GAME FILE --variant NAME",
        "--variant NAME GAME FILE",
        "--players N GAME --variant NAME FILE",
        "GAME --players N FILE --variant NAME",
        "GAME --variant NAME --set litige=fails target=1500 FILE",
        "GAME FILE --set litige=fails --variant NAME",
    ],
)
def test_options_may_be_given_anywhere(order: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text('{"bidder": 1, "value": 90, "trump": "H", "points": 95}\n')
    values = {"GAME": "belote", "NAME": "ffb", "N": "4", "FILE": str(file)}
    call_command("score", *(values.get(word, word) for word in order.split()))
    points = json.loads(capsys.readouterr().out)["points"]
    assert points[0] == 190  # points made and contract, rounded; the house rules give 95


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no-such-game"], GAMES),
        (["auth"], GAMES),
        (["belote", "--variant", "duplicate"], "house, ffb"),
        (["bridge", "--players", "5"], "Choose one of: 4"),
        (["belote", "--set", "target=99"], "target: Expected a number from 100 to 100000"),
        (["belote", "--set", "litige=waits", "match=1"], "match: .* litige: Choose one of: carry, fails"),
        (["belote", "--set", "target", "parties=one"], "NAME=VALUE"),
        (["bridge", "no-such-file"], "No such file"),
        (["bridge", "."], "directory"),
    ],
)
def test_an_unknown_name_lists_the_known_ones(arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said) as refused:
        call_command("score", *arguments)
    assert refused.value.returncode == 2


def manage(**options: Any) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "manage.py", "score", "bridge"]
    return subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)


def test_output_does_not_wait_for_the_next_line() -> None:
    with manage() as program:
        assert program.stdin
        assert program.stdout
        for _hand in range(2):
            program.stdin.write(MADE.encode() + b"\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["points"][0] == 620
        rest, _none = program.communicate(b"\n")
    assert json.loads(rest)["problems"][0]["code"] == "not_json"
    assert program.returncode == 1


def test_a_closed_pipe_is_no_error() -> None:
    with manage(stderr=subprocess.PIPE) as program:
        assert program.stdout
        program.stdout.close()
        program.stdout = None
        _none, errors = program.communicate(f"{MADE}\n".encode() * 5)
    assert errors == b""
