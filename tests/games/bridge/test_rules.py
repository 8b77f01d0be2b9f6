import json
from dataclasses import asdict, fields
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bridge import rules
from games.bridge.rules import PRESETS, Entry
from games.bridge.rules.boards import board_dealer, board_vulnerability
from games.bridge.rules.contract import contract_of
from scorer.scoring import dump, judge, load
from tests.games.bridge.published import CYCLE, DOUBLED_PART_SCORES, published

DUPLICATE = PRESETS["duplicate"]
STRAINS, DOUBLED, DECLARERS = ("C", "D", "H", "S", "NT"), ("", "X", "XX"), "NESW"


def outcome(entry):
    assert rules.problems(entry, DUPLICATE, 4) == ()
    (found,) = rules.replay([entry], DUPLICATE, 4)
    return found


def lines(entry, seat=1):
    return [
        (reason.code, reason.points, dict(reason.params)) for reason in outcome(entry).reasons if reason.seat == seat
    ]


def codes(entry):
    return [code for code, _, _ in lines(entry)]


def faults(entry):
    return {(problem.field, problem.code) for problem in rules.problems(entry, DUPLICATE, 4)}


def doubts(*entries):
    return {(problem.field, problem.code) for problem in rules.warnings(entries, DUPLICATE, 4)}


@cache
def every_result():
    """All 35 contracts x doubling x vulnerability x tricks, declared by South: entry, outcome, published score."""
    entries, scores = [], []
    for level, strain, doubled, vulnerable, tricks in product(range(1, 8), STRAINS, DOUBLED, (False, True), range(14)):
        entries.append(
            Entry(1, level, strain, doubled, "S", tricks, vulnerable="both" if vulnerable else "none"),
        )
        scores.append(published(level, strain, doubled, tricks, vulnerable=vulnerable))
    return list(zip(entries, rules.replay(entries, DUPLICATE, 4), scores, strict=True))


contracts = st.builds(
    Entry,
    board=st.integers(1, 9999),
    level=st.integers(1, 7),
    strain=st.sampled_from(STRAINS),
    doubled=st.sampled_from(DOUBLED),
    declarer=st.sampled_from(DECLARERS),
    tricks=st.integers(0, 13),
    vulnerable=st.sampled_from([None, "none", "NS", "EW", "both"]),
)
entries = contracts | st.builds(Entry, board=st.integers(1, 9999), passed_out=st.just(True))
garbage = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 15)
    | st.floats()
    | st.text(max_size=4)
    | st.binary(max_size=2)
    | st.sampled_from([*STRAINS, *DOUBLED, *DECLARERS, "none", "both"])
    | st.builds(object),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=3,
)


# The tables


def test_every_result_of_every_contract_scores_as_published():
    for entry, found, score in every_result():
        assert found.points == (score, -score, score, -score), entry


def test_there_are_2940_results_and_219_scores():
    scores = {found.points[0] for _, found, _ in every_result()}
    assert len(every_result()) == 2940
    assert len(scores) == 219
    assert (min(scores), max(scores)) == (-7600, 3160)


def test_nine_doubled_contracts_stay_part_scores():
    found = {
        f"{level}{strain}{doubled}"
        for level, strain, doubled in product(range(1, 8), STRAINS, ("X", "XX"))
        if "part_score" in codes(Entry(1, level, strain, doubled, "S", level + 6))
    }
    assert found == set(DOUBLED_PART_SCORES.split())


def test_undoubled_games_start_at_3nt_4h_4s_5c_5d():
    first = {
        strain: min(level for level in range(1, 8) if "game" in codes(Entry(1, level, strain, "", "S", level + 6)))
        for strain in STRAINS
    }
    assert first == {"NT": 3, "H": 4, "S": 4, "C": 5, "D": 5}


@pytest.mark.parametrize("board", sorted(CYCLE))
def test_the_board_gives_dealer_and_vulnerability_every_sixteen_boards(board):
    assert len(CYCLE) == 16
    for number in (board, board + 16, board + 32, board + 9600):
        assert (board_dealer(number), board_vulnerability(number)) == CYCLE[board]


# Who scores


@pytest.mark.parametrize("declarer", DECLARERS)
@pytest.mark.parametrize(("board", "vulnerable"), [(1, ""), (2, "NS"), (3, "EW"), (4, "NESW")])
def test_only_the_vulnerability_of_declarers_side_counts(board, vulnerable, declarer):
    made = 620 if declarer in vulnerable else 420
    down = -100 if declarer in vulnerable else -50
    seat = DECLARERS.index(declarer)
    for tricks, score in ((10, made), (9, down)):
        points = outcome(Entry(board, 4, "S", "", declarer, tricks)).points
        assert points[seat] == points[(seat + 2) % 4] == score
        assert points[(seat + 1) % 4] == points[(seat + 3) % 4] == -score


def test_an_entered_vulnerability_replaces_that_of_the_board():
    assert outcome(Entry(4, 3, "NT", "", "N", 9, vulnerable="EW")).points[0] == 400
    assert outcome(Entry(1, 3, "NT", "", "N", 9, vulnerable="NS")).points[0] == 600


def test_a_board_passed_out_scores_0_for_everybody_and_says_so():
    passed = outcome(Entry(8, passed_out=True))
    assert passed.points == (0, 0, 0, 0)
    assert [(reason.seat, reason.code) for reason in passed.reasons] == [(seat, "passed_out") for seat in (1, 2, 3, 4)]


# Why this score


def test_a_doubled_game_gives_its_reasons_line_by_line():
    assert lines(Entry(1, 2, "S", "X", "N", 9)) == [
        ("contract_tricks", 120, {"n": 2, "each": 60}),
        ("overtricks_doubled", 100, {"n": 1, "each": 100}),
        ("game", 300, {}),
        ("doubled_made", 50, {}),
    ]


def test_a_vulnerable_slam_in_no_trump_gives_its_reasons_to_both_sides():
    entry = Entry(4, 6, "NT", "", "W", 13)
    expected = [
        ("contract_tricks_no_trump", 190, {"first": 40, "n": 5, "each": 30}),
        ("overtricks", 30, {"n": 1, "each": 30}),
        ("game_vulnerable", 500, {}),
        ("small_slam_vulnerable", 750, {}),
    ]
    assert lines(entry, 4) == lines(entry, 2) == expected
    assert lines(entry, 1) == lines(entry, 3) == [(code, -points, params) for code, points, params in expected]


def test_one_no_trump_is_one_trick_of_forty():
    assert lines(Entry(1, 1, "NT", "XX", "N", 7))[0] == ("contract_tricks", 160, {"n": 1, "each": 160})


def test_a_defeat_is_one_line():
    assert lines(Entry(4, 3, "NT", "X", "N", 5)) == [("undertricks_doubled_vulnerable", -1100, {"n": 4})]


def test_the_numbers_in_a_reason_multiply_to_its_points():
    for entry, found, _ in every_result():
        for reason in found.reasons:
            if reason.seat == 1 and "each" in reason.params:
                product_of = reason.params.get("first", 0) + reason.params["n"] * reason.params["each"]
                assert product_of == reason.points, (entry, reason)


def test_the_reasons_name_doubling_and_vulnerability():
    vulnerable, other = set(), set()
    for entry, found, _ in every_result():
        codes_here = {reason.code for reason in found.reasons}
        (vulnerable if entry.vulnerable == "both" else other).update(codes_here)
        for code in codes_here:
            assert ("redoubled" in code) <= (entry.doubled == "XX"), (entry, code)
            assert ("doubled" in code and "redoubled" not in code) <= (entry.doubled == "X"), (entry, code)
    assert not {code for code in other if code.endswith("_vulnerable")}
    assert vulnerable & other == {
        "contract_tricks",
        "contract_tricks_no_trump",
        "overtricks",
        "part_score",
        "doubled_made",
        "redoubled_made",
    }


@settings(max_examples=300)
@given(st.lists(entries, max_size=6))
def test_a_sheet_adds_up_seat_by_seat_and_to_zero(sheet):
    outcomes = rules.replay(sheet, DUPLICATE, 4)
    assert len(outcomes) == len(sheet)
    for entry, found in zip(sheet, outcomes, strict=True):
        assert rules.replay([entry], DUPLICATE, 4) == [found]
        assert sum(found.points) == 0
        assert found.points[0] == found.points[2]
        assert found.points[1] == found.points[3]
        assert all(-7600 <= points <= 7600 and points % 10 == 0 for points in found.points)
        for seat, points in enumerate(found.points, 1):
            assert sum(reason.points for reason in found.reasons if reason.seat == seat) == points
        assert (found.carry, found.sitting_out) == (None, ())


@settings(max_examples=200)
@given(contracts)
def test_one_trick_more_never_scores_less(entry):
    if entry.tricks == 13:
        return
    better = Entry(**{**asdict(entry), "tricks": entry.tricks + 1})
    seat = DECLARERS.index(entry.declarer)
    assert outcome(better).points[seat] > outcome(entry).points[seat]


# What is refused

PLAYED = {"board": 1, "level": 4, "strain": "S", "declarer": "S", "tricks": 10}


def test_an_empty_entry_lacks_board_contract_declarer_and_result():
    assert faults(Entry()) == {(name, "required") for name in ("board", "level", "strain", "declarer", "tricks")}


@pytest.mark.parametrize("name", PLAYED)
def test_each_missing_field_is_reported(name):
    assert faults(Entry(**{**PLAYED, name: None})) == {(name, "required")}


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("board", 0, "board_range"),
        ("board", -3, "board_range"),
        ("board", 10_000, "board_range"),
        ("level", 0, "level_range"),
        ("level", 8, "level_range"),
        ("tricks", -1, "tricks_range"),
        ("tricks", 14, "tricks_range"),
        ("board", True, "whole_number"),
        ("level", "4", "whole_number"),
        ("level", 3.5, "whole_number"),
        ("tricks", float("nan"), "whole_number"),
        ("strain", "N", "choice"),
        ("strain", ["S"], "choice"),
        ("doubled", "XXX", "choice"),
        ("declarer", 1, "choice"),
        ("declarer", "s", "choice"),
        ("passed_out", 1, "true_false"),
        ("vulnerable", "ns", "choice"),
    ],
)
def test_a_wrong_value_is_reported_at_its_field(name, value, code):
    assert faults(Entry(**{**PLAYED, name: value})) == {(name, code)}


@pytest.mark.parametrize(("board", "level", "tricks"), [(1, 1, 0), (9999, 7, 13)])
def test_the_limits_themselves_are_accepted(board, level, tricks):
    assert faults(Entry(**{**PLAYED, "board": board, "level": level, "tricks": tricks})) == set()


def test_a_board_passed_out_needs_its_number():
    assert faults(Entry(passed_out=True)) == {("board", "required")}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("level", 1),
        ("strain", "C"),
        ("doubled", "X"),
        ("declarer", "N"),
        ("tricks", 0),
        ("vulnerable", "none"),
    ],
)
def test_a_board_passed_out_has_no_other_values(name, value):
    assert faults(Entry(**{"board": 8, "passed_out": True, name: value})) == {(name, "passed_out_empty")}


def test_all_problems_are_reported_at_once():
    assert faults(Entry(board=0, level=8, doubled="Y", declarer=2, tricks=14)) == {
        ("board", "board_range"),
        ("level", "level_range"),
        ("strain", "required"),
        ("doubled", "choice"),
        ("declarer", "choice"),
        ("tricks", "tricks_range"),
    }
    assert faults(Entry(board=0, level=8, strain="S", tricks=14, passed_out=True)) == {
        ("board", "board_range"),
        ("level", "level_range"),
        ("level", "passed_out_empty"),
        ("strain", "passed_out_empty"),
        ("tricks", "tricks_range"),
        ("tricks", "passed_out_empty"),
    }


def test_a_json_line_is_judged_as_a_whole():
    judged = judge(rules, {"board": "7", "level": 8, "suit": "S", "tricks": 14}, DUPLICATE, 4)
    assert judged.entry is None
    assert {(problem.field, problem.code) for problem in judged.problems} == {
        ("board", "whole_number"),
        ("suit", "unknown"),
        ("level", "level_range"),
        ("strain", "required"),
        ("declarer", "required"),
        ("tricks", "tricks_range"),
    }


@settings(max_examples=300)
@given(st.fixed_dictionaries({field.name: garbage for field in fields(Entry)}))
def test_the_judge_never_raises_and_what_it_accepts_can_be_scored(values):
    entry = Entry(**values)
    found = rules.problems(entry, DUPLICATE, 4)
    assert all(problem.field.split(".")[0] in values for problem in found)
    assert len(set(map(repr, found))) == len(found)
    if not found:
        judged = judge(rules, dump(entry), DUPLICATE, 4)
        assert len(rules.replay([judged.entry], DUPLICATE, 4)) == 1


def test_an_entry_with_problems_cannot_be_scored():
    with pytest.raises(ValueError, match="problems"):
        rules.replay([Entry(board=1, level=4)], DUPLICATE, 4)


@settings(max_examples=300)
@given(entries)
def test_an_entry_survives_json(entry):
    assert rules.problems(entry, DUPLICATE, 4) == ()
    assert load(Entry, json.loads(json.dumps(dump(entry)))) == (entry, [])


# What is improbable


def test_an_ordinary_evening_has_no_warnings():
    sheet = [Entry(board, 4, "S", "X", "S", 10) for board in range(1, 37)]
    for count in range(1, 37):
        assert doubts(*sheet[:count]) == set()


def test_a_contract_for_all_the_tricks_asks_for_a_second_look():
    assert doubts(Entry(1, 7, "S", "", "S", 13)) == {("level", "seven_level")}
    assert doubts(Entry(1, 6, "S", "", "S", 13)) == set()


def test_a_redouble_asks_for_a_second_look():
    assert doubts(Entry(1, 4, "S", "XX", "S", 10)) == {("doubled", "redoubled")}


def test_five_down_asks_for_a_second_look_and_four_down_does_not():
    assert doubts(Entry(1, 4, "S", "", "S", 5)) == {("tricks", "far_down")}
    assert doubts(Entry(1, 4, "S", "", "S", 6)) == set()


@pytest.mark.parametrize(("level", "tricks"), [(1, 12), (1, 13), (2, 13)])
def test_five_overtricks_ask_for_a_second_look(level, tricks):
    assert doubts(Entry(1, level, "H", "", "S", tricks)) == {("tricks", "many_overtricks")}
    assert doubts(Entry(1, level + 1, "H", "", "S", 11)) == set()


def test_a_board_that_is_on_the_sheet_already_asks_for_a_second_look():
    first, again = Entry(5, 1, "C", "", "N", 7), Entry(5, passed_out=True)
    assert doubts(first, Entry(6, passed_out=True), again) == {("board", "board_again")}
    assert doubts(first, again, Entry(6, passed_out=True)) == set()


def test_a_board_far_ahead_asks_for_a_second_look():
    assert doubts(Entry(77, passed_out=True)) == {("board", "board_far_ahead")}
    assert doubts(Entry(41, passed_out=True), Entry(77, passed_out=True)) == set()
    assert doubts(Entry(40, passed_out=True), Entry(77, passed_out=True)) == {("board", "board_far_ahead")}


def test_another_vulnerability_than_the_boards_asks_for_a_second_look():
    assert doubts(Entry(7, 4, "S", "", "S", 10, vulnerable="none")) == {("vulnerable", "vulnerable_differs")}
    assert doubts(Entry(7, 4, "S", "", "S", 10, vulnerable="both")) == set()


def test_all_warnings_come_at_once():
    assert doubts(Entry(50, 4, "S", "", "S", 10), Entry(50, 7, "C", "XX", "N", 0, vulnerable="both")) == {
        ("board", "board_again"),
        ("vulnerable", "vulnerable_differs"),
        ("level", "seven_level"),
        ("doubled", "redoubled"),
        ("tricks", "far_down"),
    }


# The sheet


def test_north_and_south_add_up_together_against_east_and_west():
    assert rules.sides(4) == ((1, 3), (2, 4))


def test_nothing_is_carried_over_or_announced():
    assert rules.remembers(DUPLICATE) is False
    assert rules.notices([420, -420, 420, -420], None, DUPLICATE, 4) == ()


def test_the_form_starts_with_the_next_board():
    seven, three = Entry(7, passed_out=True), Entry(3, passed_out=True)
    assert rules.initial_values([], 1, DUPLICATE, 4) == {"board": 1}
    assert rules.initial_values([seven], 4, DUPLICATE, 4) == {"board": 8}
    assert rules.initial_values([seven, three], 4, DUPLICATE, 4) == {"board": 4}
    assert rules.initial_values([Entry(9999, passed_out=True)], 1, DUPLICATE, 4) == {"board": 1}


def test_the_board_says_who_deals_whosever_turn_it_is():
    assert [rules.dealer(Entry(board, passed_out=True), 3) for board in (1, 2, 3, 4, 5)] == [1, 2, 3, 4, 1]
    assert rules.dealer(Entry(), 3) == 3


def test_the_deal_goes_round():
    assert [rules.next_dealer(Entry(1, passed_out=True), dealer, 4) for dealer in (1, 2, 3, 4)] == [2, 3, 4, 1]


@pytest.mark.parametrize("seed", range(20))
def test_an_imagined_evening_has_no_problems(seed):
    random, sheet = Random(seed), []
    for board in range(1, 29):
        entry = rules.random_entry(random, sheet, DUPLICATE, 4, board_dealer(board))
        assert entry.board == board
        assert rules.problems(entry, DUPLICATE, 4) == ()
        sheet.append(entry)
        assert doubts(*sheet) <= {("tricks", "many_overtricks")}


def test_imagined_boards_are_as_varied_as_a_clubs():
    random = Random(7)
    boards = [rules.random_entry(random, [], DUPLICATE, 4, 1) for _ in range(2000)]
    played = [contract for contract in map(contract_of, boards) if contract]
    assert 0 < len(boards) - len(played) < 100
    assert 0.55 < sum(contract.over >= 0 for contract in played) / len(played) < 0.8
    assert {contract.strain for contract in played} == set(STRAINS)
    assert {contract.declarer for contract in played} == set(DECLARERS)
    assert {contract.doubled for contract in played} == {"", "X"}
