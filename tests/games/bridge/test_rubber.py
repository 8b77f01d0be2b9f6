"""Rubber and Chicago, by the Laws of Contract Bridge and against a paper sheet that shares nothing with the rules."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from games.bridge.rules import PRESETS, Entry, Variant, next_dealer, notices, problems, replay, warnings
from games.bridge.rules.entry import DECLARERS, DOUBLED, STRAINS, Honours
from games.bridge.rules.rubber import Standing, current, vulnerability
from scorer.events.forms.events import EventRulesForm
from scorer.registry import get_game
from tests.games.bridge.paper import Paper, difference_of, last_of

RUBBER, CHICAGO, CHICAGO_DUPLICATE = PRESETS["rubber"], PRESETS["chicago"], PRESETS["chicago_duplicate"]
PASSED = Entry(passed_out=True)


def deal(contract: str, result: int = 0, honours: str = "") -> Entry:
    """`deal("4SX N", -1, "W 100")` is four spades doubled by North, one down, with 100 honours in West's hand."""
    bid, declarer = contract.split()
    suit = bid[1:].rstrip("X")
    seat, _, points = honours.partition(" ")
    held = (Honours(seat, int(points)),) if honours else ()
    doubled = bid[1 + len(suit) :]
    return Entry(None, int(bid[0]), suit, doubled, declarer, int(bid[0]) + 6 + result, honours=held)


def worth(entries: Sequence[Entry], variant: Variant = RUBBER) -> list[int]:
    """Return what each deal is worth to N–S."""
    return [outcome.points[0] for outcome in replay(entries, variant, 4)]


def standing(entries: Sequence[Entry], variant: Variant = RUBBER) -> Standing:
    """Return where the next deal starts from."""
    return current(replay(entries, variant, 4)[-1].carry if entries else None, variant)


def told(entries: Sequence[Entry], variant: Variant = RUBBER) -> list[tuple[str, int | None]]:
    """Return the codes of the notices, with the side each is about."""
    outcomes = replay(entries, variant, 4)
    return [(one.code, one.side) for one in notices([0] * 4, outcomes[-1].carry if outcomes else None, variant, 4)]


WORKED = [
    deal("2S N", 1),
    deal("3NT E"),
    deal("4HX N", -1),
    deal("4S S"),
    deal("1NT E", 2),
    deal("6D S", 0, "S 100"),
]
WORKED_CHICAGO = [deal("2C N"), deal("2H S"), deal("1NT E", 1), deal("2S W")]

honours = st.builds(Honours, st.sampled_from(DECLARERS), st.just(150))
contracts = st.builds(
    Entry,
    level=st.integers(1, 7),
    strain=st.sampled_from(STRAINS),
    doubled=st.sampled_from(DOUBLED),
    declarer=st.sampled_from(DECLARERS),
    tricks=st.integers(0, 13),
    honours=st.just(()) | st.tuples(honours),
)
made = contracts.map(lambda entry: replace(entry, tricks=min(13, (entry.level or 0) + 6)))
sessions = st.lists(contracts | made | st.just(PASSED), max_size=20)


# The worked examples


def test_the_worked_rubber_is_won_by_1380_points() -> None:
    assert worth(WORKED) == [90, -100, -100, 120, -100, 1470]
    paper = last_of(WORKED)
    assert [column.total for column in paper.columns] == [1680, 300]
    assert sum(worth(WORKED)) == paper.difference == 1380


def test_the_last_deal_of_the_worked_rubber_gives_its_reasons() -> None:
    found = [(one.code, one.points) for one in replay(WORKED, RUBBER, 4)[-1].reasons if one.seat == 1]
    assert found == [
        ("contract_tricks", 120),
        ("small_slam_vulnerable", 750),
        ("honours", 100),
        ("rubber_two_one", 500),
    ]


def test_the_second_worked_rubber_is_won_by_1090_points() -> None:
    """The digest, section 6."""
    assert sum(worth([deal("2H N", 1), deal("3NT E"), deal("4SX S"), deal("6D W")])) == -1090


def test_the_worked_chicago_is_lost_by_230_points() -> None:
    assert worth(WORKED_CHICAGO, CHICAGO) == [40, 360, -70, -560]
    assert sum(worth(WORKED_CHICAGO, CHICAGO)) == -230


def test_a_part_score_that_completes_no_game_scores_100_in_deal_4_only() -> None:
    assert worth([*WORKED_CHICAGO[:3], deal("1S W")], CHICAGO)[-1] == -130
    assert worth([deal("1S W")], CHICAGO) == [-30]


# Below the line


def test_the_part_scores_of_both_sides_end_with_a_game() -> None:
    assert standing([deal("2S N"), deal("1H E"), deal("2H S")]).below == (0, 0)
    assert standing([deal("2S N"), deal("1H E"), deal("2H S")]).games == (1, 0)


def test_overtricks_do_not_count_towards_a_game() -> None:
    assert standing([deal("1S N", 5)]) == Standing(1, 1, below=(30, 0), ahead=180)


def test_doubled_tricks_count_double_below_the_line() -> None:
    assert standing([deal("2SX N")]).games == (1, 0)


def test_a_side_is_vulnerable_once_it_has_won_a_game() -> None:
    games = [deal("4S N"), deal("4S E")]
    assert [vulnerability(standing(games[:n]), RUBBER) for n in (0, 1, 2)] == ["none", "NS", "both"]
    assert [worth([*games[:n], deal("4S W", -1)])[-1] for n in (0, 1, 2)] == [50, 50, 100]


@pytest.mark.parametrize(("games", "bonus"), [(["4S N", "4S N"], 700), (["4S N", "4S E", "4S N"], 500)])
def test_the_rubber_is_worth_700_or_500(games: list[str], bonus: int) -> None:
    assert worth([deal(contract) for contract in games])[-1] == 120 + bonus


def test_the_next_deal_after_a_rubber_begins_another() -> None:
    entries = [deal("4S N"), deal("4S N")]
    assert standing(entries) == Standing(2)
    assert worth([*entries, deal("2S N", -1)])[-1] == -50


def test_a_deal_that_is_passed_out_changes_nothing_in_a_rubber() -> None:
    assert worth([deal("2S N"), PASSED, deal("2H N")]) == [60, 0, 60]
    assert standing([deal("2S N"), PASSED]).below == (60, 0)


# Honours


@pytest.mark.parametrize(("held", "points"), [("N 100", 100), ("S 150", 150), ("E 100", -100), ("W 150", -150)])
def test_honours_count_for_the_side_that_held_them_whoever_played(held: str, points: int) -> None:
    for variant in (RUBBER, CHICAGO, CHICAGO_DUPLICATE):
        assert worth([deal("4S N", 0, held)], variant)[0] - worth([deal("4S N")], variant)[0] == points
        assert worth([deal("4S N", -3, held)], variant) == [-150 + points]


# Chicago


@pytest.mark.parametrize(
    ("setting", "expected"),
    [("dealer", ["none", "EW", "NS", "both"]), ("opponents", ["none", "NS", "EW", "both"])],
)
def test_the_number_of_the_deal_says_who_is_vulnerable_in_chicago(setting: Any, expected: list[str]) -> None:
    for variant in (CHICAGO, CHICAGO_DUPLICATE):
        rules = replace(variant, chicago_vulnerable=setting)
        sheet = [deal("1S N"), deal("1S N", -1), deal("1S E", -1), deal("1S E"), deal("1S N")]
        assert [vulnerability(standing(sheet[:n], rules), rules) for n in range(5)] == [*expected, "none"]


def test_the_four_deals_after_a_chicago_begin_with_nothing() -> None:
    assert standing([deal("1S N")] * 4, CHICAGO) == Standing(2)


def test_a_deal_that_is_passed_out_is_dealt_again_in_chicago() -> None:
    assert standing([deal("1S N"), PASSED], CHICAGO) == standing([deal("1S N")], CHICAGO)
    assert [next_dealer(PASSED, 2, 4, variant) for variant in (RUBBER, CHICAGO, CHICAGO_DUPLICATE)] == [3, 2, 2]
    assert next_dealer(deal("1S N"), 4, 4, CHICAGO) == 1


def test_a_game_in_chicago_takes_both_part_scores_with_it() -> None:
    assert worth([deal("2S N"), deal("2S E"), deal("2S N"), deal("2S E")], CHICAGO) == [60, -60, 60 + 500, -60 - 100]


def test_chicago_as_at_duplicate_carries_nothing() -> None:
    entries = [deal("2S N"), deal("2S N"), deal("4S N"), deal("3NT E")]
    assert worth(entries, CHICAGO_DUPLICATE) == [110, 110, 620, -600]


# The end of an unfinished rubber


@pytest.mark.parametrize(
    ("entries", "north_south"),
    [
        ([], []),
        ([deal("4S N")], [300]),
        ([deal("4S E")], [-300]),
        ([deal("4S N"), deal("4S E")], []),
        ([deal("1S N")], [100]),
        ([deal("1S N"), deal("1S E")], []),
        ([deal("4S N"), deal("1S E")], [300, -100]),
        ([deal("4S N"), deal("1S N")], [300, 100]),
        ([deal("4S N"), deal("4S N")], []),
    ],
)
def test_an_unfinished_rubber_scores_the_only_game_and_the_only_part_score(
    entries: list[Entry], north_south: list[int]
) -> None:
    carry = replay(entries, RUBBER, 4)[-1].carry if entries else None
    found = [notice.closing for notice in notices([0] * 4, carry, RUBBER, 4) if notice.closing]
    assert found == [(points, -points, points, -points) for points in north_south]


def test_the_only_part_score_is_50_by_older_editions() -> None:
    older = replace(RUBBER, unfinished_part_score="50")
    carry = replay([deal("1S E")], older, 4)[-1].carry
    assert [one.closing for one in notices([0] * 4, carry, older, 4) if one.closing] == [(-50, 50, -50, 50)]


@pytest.mark.parametrize("variant", [CHICAGO, CHICAGO_DUPLICATE])
def test_closing_adds_nothing_to_chicago(variant: Variant) -> None:
    carry = replay([deal("1S N")], variant, 4)[-1].carry
    assert not any(notice.closing for notice in notices([0] * 4, carry, variant, 4))


# What the sheet says


def test_the_sheet_says_where_the_rubber_stands() -> None:
    assert told([]) == [("rubber_none", None)]
    assert told([deal("1S N"), deal("2S E")]) == [("rubber_none", None), ("below", 1), ("below", 2)]
    assert told([deal("4S E")]) == [("rubber_ew", None), ("unfinished_game", 2)]
    assert told([deal("4S E"), deal("4S E")]) == [("rubber_over", 2)]
    assert told([deal("1S N")], CHICAGO) == [("chicago_deal_ew", None), ("below", 1)]
    assert told([deal("1S N")] * 4, CHICAGO) == [("chicago_over", None)]


# What is written down


@pytest.mark.parametrize("preset", ["rubber", "chicago", "chicago_duplicate"])
def test_a_deal_has_no_board_and_no_vulnerability(preset: str) -> None:
    entry = replace(deal("4S N"), board=1, vulnerable="none")
    found = problems(entry, PRESETS[preset], 4)
    assert [(one.field, one.code) for one in found] == [("board", "no_board"), ("vulnerable", "no_board")]


def test_a_board_has_no_honours() -> None:
    entry = replace(deal("4S N", 0, "N 100"), board=1)
    assert [(one.field, one.code) for one in problems(entry, PRESETS["duplicate"], 4)] == [("honours", "no_honours")]


@pytest.mark.parametrize(
    ("contract", "held", "field", "code"),
    [
        ("4S N", (Honours("N", 100), Honours("N", 100)), "honours", "honours_once"),
        ("4S N", (Honours("N", 50),), "honours.0.points", "honours_points"),
        ("4S N", (Honours("N"),), "honours.0.points", "required"),
        ("4S N", (Honours(None, 100),), "honours.0.seat", "required"),
        ("3NT N", (Honours("N", 100),), "honours.0.points", "honours_no_trump"),
    ],
)
def test_impossible_honours_are_refused(contract: str, held: tuple[Honours, ...], field: str, code: str) -> None:
    found = problems(replace(deal(contract), honours=held), RUBBER, 4)
    assert [(one.field, one.code) for one in found] == [(field, code)]


def test_a_deal_that_is_passed_out_has_no_honours() -> None:
    found = problems(replace(PASSED, honours=(Honours("N", 150),)), RUBBER, 4)
    assert [(one.field, one.code) for one in found] == [("honours", "passed_out_empty")]


def test_what_is_improbable_about_a_contract_is_asked_in_a_rubber_too() -> None:
    assert [one.code for one in warnings([deal("7SXX N", -6)], RUBBER, 4)] == ["seven_level", "redoubled", "far_down"]
    assert warnings([deal("2S N"), deal("2S N")], RUBBER, 4) == ()


def test_the_command_scores_a_rubber_line_by_line(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    lines = [
        {"level": 2, "strain": "S", "declarer": "N", "tricks": 9},
        {"level": 3, "strain": "NT", "declarer": "E", "tricks": 9},
        {"level": 6, "strain": "D", "declarer": "S", "tricks": 12, "honours": [{"seat": "S", "points": 100}]},
    ]
    file = tmp_path / "rubber.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    call_command("score", "bridge", str(file), variant="rubber")
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["points"][0] for answer in answers] == [90, -100, 120 + 500 + 100]
    assert "Honours of S" in [reason["text"] for reason in answers[-1]["reasons"]]


# Whole sessions


@given(sessions)
def test_the_deals_add_up_to_the_difference_on_paper(entries: list[Entry]) -> None:
    assert sum(worth(entries)) == difference_of(entries)


@given(sessions)
def test_what_closing_adds_is_that_of_the_paper(entries: list[Entry]) -> None:
    carry = replay(entries, RUBBER, 4)[-1].carry if entries else None
    added = sum(notice.closing[0] for notice in notices([0] * 4, carry, RUBBER, 4) if notice.closing)
    paper = last_of(entries) if entries else Paper()
    assert added == paper.unfinished()


@given(sessions, st.sampled_from(sorted(PRESETS.keys() - {"duplicate"})))
def test_what_one_side_wins_the_other_loses(entries: list[Entry], preset: str) -> None:
    for outcome in replay(entries, PRESETS[preset], 4):
        north, east, south, west = outcome.points
        assert (north, east) == (south, west) == (north, -north)
        for seat in (1, 2, 3, 4):
            assert sum(one.points for one in outcome.reasons if one.seat == seat) == outcome.points[seat - 1]


@given(sessions)
def test_a_rubber_stays_within_its_bounds(entries: list[Entry]) -> None:
    """The most of one deal: 7 tricks of 30 + 10 redoubled, grand slam, insult, honours and the rubber."""
    for outcome in replay(entries, RUBBER, 4):
        now = outcome.carry
        assert isinstance(now, Standing)
        assert max(now.games) <= 2
        assert sum(now.games) <= 3
        assert max(now.below) < 100
        assert abs(outcome.points[0]) <= 7600 + 150


@given(sessions, st.integers(0, 20))
def test_an_earlier_deal_matters_only_through_the_standing(entries: list[Entry], place: int) -> None:
    before, later = entries[:place], entries[place:]
    carry = replay(before, RUBBER, 4)[-1].carry if before else None
    assert worth(entries)[len(before) :] == [one.points[0] for one in replay(later, RUBBER, 4, carry)]


def test_events_are_played_at_duplicate_only() -> None:
    form = EventRulesForm(game=get_game("bridge"))
    assert [name for name, _label in form.fields["preset"].choices] == ["duplicate"]
