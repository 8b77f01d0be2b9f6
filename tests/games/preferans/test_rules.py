import json
import math
from dataclasses import fields, replace
from functools import cache
from itertools import permutations, product
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.preferans.rules import PRESETS, Entry
from games.preferans.rules.entry import BETL, COUNTERS, LEVELS, Role
from games.preferans.rules.played import played
from scorer.registry import get_game
from scorer.scoring import Notice, Problem, dump, judge, load
from tests.games.preferans import reference

rules = get_game("preferans").rules

HOUSE = PRESETS["house"]
ROLES = get_args(Role)
GOOD = Entry(level=4, roles=("declarer", "follow", "follow"), tricks=(6, 2, 2))
FOURTH_OUT = replace(GOOD, sitting_out=(4,))

SPLITS = [(taken, won, 10 - taken - won) for taken in range(11) for won in range(11 - taken)]
ALONE = [(taken, 10 - taken, 0) for taken in range(11)]
BETLS = [(taken, won, other) for taken, won, other in product((0, 1), (0, 3, 9), (0, 6)) if taken + won + other <= 10]


def turned(roles, tricks):
    """Yield the same hand with its players in every order."""
    for order in permutations(range(3)):
        yield tuple(roles[place] for place in order), tricks and tuple(tricks[place] for place in order)


def every_play(level):
    """Yield counter, roles and tricks of every possible hand at this level."""
    if level == BETL:
        met: list = [("none", ("follow", "follow"), BETLS), *((c, ("counter", "follow"), BETLS) for c in COUNTERS[1:])]
    else:
        met = [
            ("none", ("pass", "pass"), [None]),
            ("none", ("follow", "pass"), ALONE),
            ("none", ("follow", "follow"), SPLITS),
            ("none", ("call", "called"), SPLITS),
            *((counter, ("counter", "follow"), SPLITS) for counter in COUNTERS[1:]),
        ]
    found: dict = {}
    for counter, defenders, splits in met:
        for tricks in splits:
            for roles, won in turned(("declarer", *defenders), tricks):
                found[counter, roles, won] = None
    return list(found)


@cache
def every_hand():
    """Return every possible entry of a table of three with its outcome."""
    entries = [
        Entry(level=level, in_hand=in_hand, counter=counter, roles=roles, tricks=tricks)
        for level in LEVELS
        for in_hand, (counter, roles, tricks) in product((False, True), every_play(level))
    ]
    return list(zip(entries, rules.replay(entries, HOUSE, 3), strict=True))


def scored(entry, seats=3):
    assert rules.problems(entry, HOUSE, seats) == ()
    return rules.replay([entry], HOUSE, seats)[0].points


def faults(entry, seats=3):
    return {(problem.field, problem.code) for problem in rules.problems(entry, HOUSE, seats)}


def warned(*entries, seats=3):
    assert not any(rules.problems(entry, HOUSE, seats) for entry in entries)
    return {(problem.field, problem.code) for problem in rules.warnings(entries, HOUSE, seats)}


def story(entry, seat, seats=3):
    (outcome,) = rules.replay([entry], HOUSE, seats)
    return [(r.code, r.points, dict(r.params)) for r in outcome.reasons if r.seat == seat]


def assert_reasons_add_up(outcome):
    for seat, points in enumerate(outcome.points, start=1):
        mine = [reason.points for reason in outcome.reasons if reason.seat == seat]
        assert bool(mine) == (seat not in outcome.sitting_out)
        assert sum(mine) == points


# The tables


def test_every_hand_scores_as_the_published_tables_say():
    assert len(every_hand()) == 14_550 + 348
    for entry, outcome in every_hand():
        value = reference.value(entry.level, entry.counter, in_hand=entry.in_hand)
        shares = reference.in_game_values(entry.level, entry.roles, entry.tricks)
        assert outcome.points == tuple(share * value for share in shares), entry


def test_every_hand_is_free_of_problems():
    hands = [entry for entry, _ in every_hand() if entry.level in (4, 6) and not entry.in_hand]
    assert [entry for entry in hands if rules.problems(entry, HOUSE, 3)] == []


def test_every_hand_has_reasons_that_add_up():
    for _, outcome in every_hand():
        assert_reasons_add_up(outcome)


def test_the_rules_page_shows_the_published_game_values():
    shown = rules.tables(HOUSE)
    assert [level for level, _ in shown["values"]] == list(reference.VALUES)
    for level, row in shown["values"]:
        assert dict(zip(shown["columns"], row, strict=True)) == {
            column: reference.VALUES[level][place] for column, place in reference.COLUMNS.items()
        }
    assert (shown["stake"], shown["betl_share"], shown["in_hand"], shown["betl"]) == (10, 5, 2, 6)
    assert shown["times"] == (("none", 1), ("counter", 2), ("double_counter", 4))
    needs = ("declarer_needs", "follower_needs", "together_need", "counter_needs")
    assert tuple(shown[name] for name in needs) == (6, 2, 4, 5)


# What can never happen


def of_role(entry, outcome, *roles):
    return [points for role, points in zip(entry.roles, outcome.points, strict=True) if role in roles]


def test_no_follower_or_caller_fails_if_the_declarer_does():
    beaten = [(entry, outcome) for entry, outcome in every_hand() if of_role(entry, outcome, "declarer")[0] < 0]
    assert beaten
    for entry, outcome in beaten:
        assert min(of_role(entry, outcome, "follow", "call", "counter")) >= 0, entry


def test_under_a_counter_exactly_one_of_declarer_and_counter_player_fails():
    countered = [(entry, outcome) for entry, outcome in every_hand() if entry.counter != "none"]
    assert {entry.level for entry, _ in countered} == set(LEVELS)
    for entry, outcome in countered:
        declarer, counter = of_role(entry, outcome, "declarer", "counter")
        assert (declarer < 0) != (counter < 0), entry
        assert declarer
        assert counter


def test_a_single_follower_fails_only_when_the_declarer_has_nine_or_ten():
    alone = [
        (entry, outcome) for entry, outcome in every_hand() if sorted(entry.roles) == ["declarer", "follow", "pass"]
    ]
    failed = {max(entry.tricks) for entry, outcome in alone if of_role(entry, outcome, "follow")[0] < 0}
    assert failed == {9, 10}
    for entry, outcome in alone:
        assert (of_role(entry, outcome, "follow")[0] < 0) == (entry.tricks[entry.roles.index("declarer")] >= 9)


def test_a_player_who_passed_was_called_or_follows_a_counter_never_scores():
    for entry, outcome in every_hand():
        idle = ("pass", "called", "follow") if entry.counter != "none" else ("pass", "called")
        assert not any(of_role(entry, outcome, *idle)), entry


def test_followers_of_a_betl_without_counter_never_fail():
    for entry, outcome in every_hand():
        if entry.level == BETL and entry.counter == "none":
            assert min(of_role(entry, outcome, "follow")) >= 0


def test_a_declarer_always_wins_or_loses_ten_game_values():
    for entry, outcome in every_hand():
        value = reference.value(entry.level, entry.counter, in_hand=entry.in_hand)
        assert abs(of_role(entry, outcome, "declarer")[0]) == 10 * value
        assert all(points % value == 0 and abs(points) <= 10 * value for points in outcome.points)


def test_only_the_sum_counts_where_tricks_count_together():
    sums = {}
    for entry, outcome in every_hand():
        if "call" in entry.roles or "counter" in entry.roles:
            taken = entry.tricks[entry.roles.index("declarer")]
            taken = min(taken, 1) if entry.level == BETL else taken
            sums.setdefault((entry.level, entry.in_hand, entry.counter, entry.roles, taken), set()).add(outcome.points)
    assert len(sums) > 1000
    assert {len(points) for points in sums.values()} == {1}


# Examples and reasons


def test_the_reasons_of_a_plain_hand_count_its_tricks():
    assert story(replace(GOOD, tricks=(6, 4, 0)), 1) == [("made", 80, {"n": 6, "value": 8, "times": 10})]
    assert story(replace(GOOD, tricks=(6, 4, 0)), 2) == [("tricks", 32, {"n": 4, "value": 8})]
    assert story(replace(GOOD, tricks=(6, 4, 0)), 3) == [("tricks_safe", 0, {"n": 0, "value": 8, "together": 4})]
    assert story(replace(GOOD, tricks=(6, 3, 1)), 3) == [("tricks_safe", 8, {"n": 1, "value": 8, "together": 4})]
    assert story(replace(GOOD, tricks=(5, 3, 2)), 1) == [("failed", -80, {"n": 5, "value": 8, "times": 10})]


def test_the_reasons_of_a_failure_are_the_tricks_and_the_penalty():
    both = replace(GOOD, tricks=(7, 3, 0))
    assert story(both, 2) == [("tricks", 24, {"n": 3, "value": 8})]
    assert story(both, 3) == [
        ("tricks", 0, {"n": 0, "value": 8}),
        ("both_failed", -80, {"together": 4, "need": 2, "value": 8, "times": 10}),
    ]
    alone = Entry(level=3, roles=("pass", "declarer", "follow"), tricks=(0, 9, 1))
    assert story(alone, 1) == [("passed", 0, {})]
    assert story(alone, 3) == [
        ("tricks", 6, {"n": 1, "value": 6}),
        ("alone_failed", -60, {"need": 2, "value": 6, "times": 10}),
    ]
    call = Entry(level=3, roles=("called", "declarer", "call"), tricks=(1, 7, 2))
    assert story(call, 1) == [("called", 0, {"seat": 3})]
    assert story(call, 3) == [
        ("tricks_together", 18, {"n": 3, "value": 6}),
        ("together_failed", -60, {"need": 4, "value": 6, "times": 10}),
    ]


def test_after_a_counter_the_reasons_of_the_declarer_explain_the_game_value():
    hand = Entry(
        level=2,
        in_hand=True,
        counter="double_counter",
        roles=("counter", "follow", "declarer"),
        tricks=(1, 4, 5),
        sitting_out=(1,),
    )
    value = ("value_in_hand_times", 0, {"base": 4, "extra": 2, "times": 4, "value": 24})
    assert story(hand, 1, 4) == []
    assert story(hand, 2, 4) == [("tricks_together", 120, {"n": 5, "value": 24})]
    assert story(hand, 3, 4) == [("other_follower", 0, {"seat": 2})]
    assert story(hand, 4, 4) == [value, ("failed", -240, {"n": 5, "value": 24, "times": 10})]


def test_the_reasons_of_a_betl_say_who_gets_what():
    betl = Entry(level=6, in_hand=True, roles=("declarer", "follow", "follow"), tricks=(1, 0, 0))
    value = ("value_in_hand", 0, {"base": 12, "extra": 2, "value": 14})
    assert story(betl, 1) == [value, ("betl_failed", -140, {"value": 14, "times": 10})]
    assert story(betl, 2) == story(betl, 3) == [("betl_failed", 70, {"value": 14, "times": 5})]
    made = replace(betl, tricks=(0, 0, 0), in_hand=False)
    assert story(made, 1) == [("betl_made", 120, {"value": 12, "times": 10})]
    assert story(made, 2) == [("betl_nothing", 0, {})]
    countered = replace(made, counter="counter", roles=("declarer", "follow", "counter"))
    assert story(countered, 1)[0] == ("value_times", 0, {"base": 12, "times": 2, "value": 24})
    assert story(countered, 2) == [("other_follower", 0, {"seat": 3})]
    assert story(countered, 3) == [("betl_made", -240, {"value": 24, "times": 10})]


def test_a_hand_nobody_follows_is_won_without_tricks():
    hand = Entry(level=5, roles=("pass", "pass", "declarer"))
    assert scored(hand) == (0, 0, 100)
    assert story(hand, 3) == [("nobody_followed", 100, {"value": 10, "times": 10})]


def test_a_betl_fails_however_many_tricks_the_declarer_had():
    betl = Entry(level=6, roles=("declarer", "follow", "follow"))
    assert {scored(replace(betl, tricks=(taken, 0, 10 - taken))) for taken in range(1, 11)} == {(-120, 60, 60)}


def test_a_hand_passed_out_scores_nothing():
    assert scored(Entry(passed_out=True)) == (0, 0, 0)
    outcome = rules.replay([Entry(passed_out=True, sitting_out=(2,))], HOUSE, 4)[0]
    assert (outcome.points, outcome.sitting_out) == ((0, 0, 0, 0), (2,))
    assert [(reason.code, reason.seat) for reason in outcome.reasons] == [("passed_out", seat) for seat in (1, 3, 4)]
    assert played(Entry(passed_out=True), 3) is None


def test_an_entry_with_problems_has_no_score():
    for entry in (Entry(level=4), replace(GOOD, level=None), replace(GOOD, roles=("declarer", "call", "pass"))):
        assert rules.problems(entry, HOUSE, 3)
        with pytest.raises(ValueError, match="nobody to play it"):
            rules.replay([entry], HOUSE, 3)


# The table of four


@pytest.mark.parametrize("out", [1, 2, 3, 4])
def test_at_a_table_of_four_the_three_at_play_score_as_at_a_table_of_three(out):
    plays = [
        Entry(level=level, counter=counter, roles=roles, tricks=tricks)
        for level in (4, 6)
        for counter, roles, tricks in every_play(level)
    ]
    three = rules.replay(plays, HOUSE, 3)
    four = rules.replay([replace(entry, sitting_out=(out,)) for entry in plays], HOUSE, 4)
    for of_three, of_four in zip(three, four, strict=True):
        points = list(of_three.points)
        points.insert(out - 1, 0)
        assert of_four.points == tuple(points)
        assert of_four.sitting_out == (out,)
        assert_reasons_add_up(of_four)


def test_the_dealer_of_four_sits_out_and_the_deal_goes_round():
    assert rules.initial_values([], 3, HOUSE, 4) == {"sitting_out": (3,)}
    assert rules.initial_values([], 3, HOUSE, 3) == {}
    assert rules.dealer(GOOD, 3) == 3
    assert rules.dealer(replace(GOOD, sitting_out=(2,)), 3) == 2
    assert [rules.next_dealer(GOOD, dealer, 4) for dealer in (1, 2, 3, 4)] == [2, 3, 4, 1]
    assert [rules.next_dealer(Entry(passed_out=True), dealer, 3) for dealer in (1, 2, 3)] == [2, 3, 1]


def test_everybody_plays_alone_and_no_hand_remembers_another():
    assert rules.sides(3) == ((1,), (2,), (3,))
    assert rules.sides(4) == ((1,), (2,), (3,), (4,))
    assert not rules.remembers(HOUSE)
    assert {outcome.carry for outcome in rules.replay([GOOD, GOOD], HOUSE, 3)} == {None}


def test_the_sheet_says_that_its_totals_need_not_add_up_to_zero():
    assert rules.notices([80, 16, 16], None, HOUSE, 3) == (Notice("not_zero", {"points": 112}, explains=True),)
    assert rules.notices([80, -40, -40], None, HOUSE, 3) == ()
    assert rules.notices([0, 0, 0, 0], None, HOUSE, 4) == ()


# What is refused


def roles(*names):
    return replace(GOOD, roles=names)


def countered(*names):
    return replace(roles("declarer", *names), counter="counter")


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (Entry(), {("level", "required"), ("roles", "required"), ("tricks", "required")}),
        (replace(GOOD, level=1), {("level", "level_range")}),
        (replace(GOOD, level=8), {("level", "level_range")}),
        (replace(GOOD, level="4"), {("level", "whole_number")}),
        (replace(GOOD, in_hand=1), {("in_hand", "true_false")}),
        (replace(GOOD, counter="kontra"), {("counter", "choice")}),
        (replace(GOOD, passed_out="no"), {("passed_out", "true_false")}),
        (replace(GOOD, tricks=None), {("tricks", "required")}),
        (replace(GOOD, tricks=(6, 4)), {("tricks", "three_tricks")}),
        (replace(GOOD, tricks=(6, 2)), {("tricks", "three_tricks"), ("tricks", "tricks_sum")}),
        (replace(GOOD, tricks=(6, 2, 1, 1)), {("tricks", "three_tricks")}),
        (replace(GOOD, tricks=(6, 2, 1)), {("tricks", "tricks_sum")}),
        (replace(GOOD, tricks=(6, 2, 3)), {("tricks", "tricks_sum")}),
        (replace(GOOD, tricks=(6, 5, -1)), {("tricks.2", "tricks_range")}),
        (replace(GOOD, tricks=(11, 0, -1)), {("tricks.0", "tricks_range"), ("tricks.2", "tricks_range")}),
        (replace(GOOD, tricks=(6, "2", 2)), {("tricks.1", "whole_number")}),
        (replace(GOOD, tricks=6), {("tricks", "list")}),
        (roles("declarer", "follow"), {("roles", "three_roles")}),
        (roles("declarer", "follow", "follow", "pass"), {("roles", "three_roles")}),
        (roles("declarer", "follow", "leads"), {("roles.2", "choice")}),
        (roles("follow", "follow", "pass"), {("roles", "no_declarer")}),
        (roles("declarer", "declarer", "follow"), {("roles.1", "one_declarer")}),
        (roles("declarer", "declarer", "declarer"), {("roles.1", "one_declarer"), ("roles.2", "one_declarer")}),
        (roles("declarer", "pass", "call"), {("roles.1", "other_calls")}),
        (roles("declarer", "follow", "call"), {("roles.1", "other_calls")}),
        (roles("declarer", "call", "call"), {("roles.1", "other_calls"), ("roles.2", "other_calls")}),
        (roles("declarer", "called", "pass"), {("roles.2", "other_called")}),
        (roles("declarer", "called", "follow"), {("roles.2", "other_called")}),
        (roles("declarer", "called", "called"), {("roles.1", "other_called"), ("roles.2", "other_called")}),
        (roles("declarer", "follow", "counter"), {("counter", "countered")}),
        (countered("follow", "follow"), {("roles", "who_countered")}),
        (countered("counter", "counter"), {("roles.1", "one_counter"), ("roles.2", "one_counter")}),
        (countered("counter", "pass"), {("roles.2", "counter_all_play")}),
        (
            countered("follow", "pass"),
            {("roles", "who_countered"), ("roles.2", "counter_all_play")},
        ),
        (countered("call", "counter"), {("roles.1", "counter_no_call")}),
        (countered("counter", "called"), {("roles.2", "counter_no_call")}),
        (
            countered("call", "called"),
            {("roles", "who_countered"), ("roles.1", "counter_no_call"), ("roles.2", "counter_no_call")},
        ),
        (
            countered("pass", "pass"),
            {("roles", "who_countered"), ("roles.1", "counter_all_play"), ("roles.2", "counter_all_play")},
        ),
        (roles("declarer", "pass", "pass"), {("tricks", "nobody_followed")}),
        (replace(roles("declarer", "pass", "pass"), tricks=(10, 0, 0)), {("tricks", "nobody_followed")}),
        (replace(roles("declarer", "follow", "pass"), tricks=(7, 2, 1)), {("tricks.2", "passed_no_tricks")}),
        (
            Entry(level=6, roles=("declarer", "pass", "pass")),
            {("roles.1", "betl_all_play"), ("roles.2", "betl_all_play"), ("tricks", "required")},
        ),
        (
            Entry(level=6, roles=("call", "called", "declarer"), tricks=(0, 0, 1)),
            {("roles.0", "betl_all_play"), ("roles.1", "betl_all_play")},
        ),
        (Entry(level=6, roles=("follow", "pass", "declarer"), tricks=(0, 3, 1)), {("roles.1", "betl_all_play")}),
        (Entry(level=6, roles=("follow", "follow", "declarer")), {("tricks", "required")}),
        (Entry(level=6, roles=("follow", "follow", "declarer"), tricks=(9, 2, 0)), {("tricks", "tricks_sum")}),
        (
            Entry(level=6, roles=("follow", "follow", "declarer"), tricks=(9, 2)),
            {("tricks", "three_tricks"), ("tricks", "tricks_sum")},
        ),
        (Entry(level=6, roles=("follow", "follow", "declarer"), tricks=(0, 0, -1)), {("tricks.2", "tricks_range")}),
        (replace(GOOD, sitting_out=(1,)), {("sitting_out", "all_play")}),
        (replace(GOOD, sitting_out=(4,)), {("sitting_out", "all_play"), ("sitting_out", "no_such_seat")}),
        (
            replace(GOOD, passed_out=True, in_hand=True, counter="counter"),
            {(name, "passed_out_empty") for name in ("level", "in_hand", "counter", "roles", "tricks")},
        ),
        (Entry(passed_out=True, sitting_out=(1,)), {("sitting_out", "all_play")}),
        (
            Entry(level=9, counter="counter", roles=("declarer", "declarer", "pass"), tricks=(4, 12, 4)),
            {
                ("level", "level_range"),
                ("roles", "who_countered"),
                ("roles.1", "one_declarer"),
                ("roles.2", "counter_all_play"),
                ("tricks.1", "tricks_range"),
            },
        ),
    ],
)
def test_all_problems_are_reported_at_once_each_at_its_field(entry, found):
    assert faults(entry) == found


@pytest.mark.parametrize(
    ("sitting_out", "found"),
    [
        ((1,), set()),
        ((), {("sitting_out", "how_many_sit_out")}),
        ((1, 2), {("sitting_out", "how_many_sit_out")}),
        ((2, 2), {("sitting_out", "how_many_sit_out"), ("sitting_out", "seat_twice")}),
        ((0,), {("sitting_out", "no_such_seat")}),
        ((5,), {("sitting_out", "no_such_seat")}),
        ((True,), {("sitting_out.0", "whole_number"), ("sitting_out", "how_many_sit_out")}),
    ],
)
def test_exactly_one_of_four_sits_out(sitting_out, found):
    assert faults(replace(GOOD, sitting_out=sitting_out), seats=4) == found


def test_a_hand_of_four_passed_out_may_say_who_sat_out():
    assert faults(Entry(passed_out=True), seats=4) == set()
    assert faults(Entry(passed_out=True, sitting_out=(4,)), seats=4) == set()
    assert faults(Entry(passed_out=True, sitting_out=(4, 1)), seats=4) == {("sitting_out", "how_many_sit_out")}
    assert faults(Entry(passed_out=True, sitting_out=(5,)), seats=4) == {("sitting_out", "no_such_seat")}


def test_only_the_hands_of_the_tables_are_accepted():
    """Every other combination of three roles and a counter is refused."""
    for level in (4, 6):
        possible = {(counter, trio) for counter, trio, _ in every_play(level)}
        for counter, trio in product(COUNTERS, product(ROLES, repeat=3)):
            tricks = None if level != BETL and trio.count("pass") == 2 else (10, 0, 0)
            if "pass" in trio or level == BETL:
                tricks = tricks and tuple(10 * (role == "declarer") for role in trio)
            entry = Entry(level=level, counter=counter, roles=trio, tricks=tricks)
            assert (faults(entry) == set()) == ((counter, trio) in possible), entry


def test_the_judge_reads_the_hand_format():
    line = {"level": 4, "in_hand": False, "counter": "none", "roles": ["declarer", "follow", "follow"]}
    judged = judge(rules, line | {"tricks": [6, 2, 2]}, HOUSE, 3)
    assert rules.replay([judged.entry], HOUSE, 3)[0].points == (80, 16, 16)
    line = {"level": 2, "roles": ["pass", "declarer", "pass"], "tricks": None, "sitting_out": [2]}
    assert rules.replay([judge(rules, line, HOUSE, 4).entry], HOUSE, 4)[0].points == (0, 0, 40, 0)
    line = {"level": 4, "roles": ["declarer", "follow", "dealer"], "tricks": [6, 2, 1], "refa": True}
    assert {(p.field, p.code) for p in judge(rules, line, HOUSE, 3).problems} == {
        ("refa", "unknown"),
        ("roles.2", "choice"),
        ("tricks", "tricks_sum"),
    }


# What asks for a second look


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        ([GOOD], set()),
        ([replace(GOOD, tricks=(4, 3, 3))], set()),
        ([replace(GOOD, tricks=(3, 4, 3))], {("tricks", "few_tricks")}),
        ([replace(GOOD, tricks=(8, 1, 1))], set()),
        ([replace(GOOD, tricks=(9, 1, 0))], {("tricks", "many_tricks")}),
        ([Entry(level=4, roles=("declarer", "pass", "pass"))], set()),
        ([Entry(level=4, roles=("declarer", "pass", "pass"))] * 2, set()),
        ([replace(GOOD, counter="counter", roles=("declarer", "counter", "follow"))], set()),
        (
            [replace(GOOD, counter="double_counter", roles=("declarer", "counter", "follow"))],
            {("counter", "double_counter")},
        ),
        ([replace(GOOD, level=6, tricks=(0, 0, 0))], set()),
        ([replace(GOOD, level=6, tricks=(1, 0, 0))], set()),
        ([replace(GOOD, level=6, tricks=(2, 0, 0))], {("tricks", "betl_ends")}),
        ([GOOD, GOOD], {("tricks", "same_as_before")}),
        ([GOOD, replace(GOOD, in_hand=True), GOOD], set()),
        ([Entry(passed_out=True)] * 2, set()),
    ],
)
def test_improbable_values_ask_for_a_second_look(entries, found):
    assert warned(*entries) == found


def test_somebody_who_sits_out_of_turn_asks_for_a_second_look():
    two, out = replace(GOOD, sitting_out=(2,)), Entry(passed_out=True)
    assert warned(replace(GOOD, sitting_out=(1,)), two, seats=4) == set()
    assert warned(FOURTH_OUT, replace(GOOD, sitting_out=(1,)), seats=4) == set()
    assert warned(FOURTH_OUT, two, seats=4) == {("sitting_out", "out_of_turn")}
    assert rules.warnings([FOURTH_OUT, two], HOUSE, 4) == (Problem("sitting_out", "out_of_turn", {"seat": 1}),)
    assert warned(FOURTH_OUT, out, two, seats=4) == set()
    assert warned(FOURTH_OUT, out, seats=4) == set()


# Anything at all

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 12),
    st.floats(),
    st.text(max_size=5),
    st.lists(st.integers(-1, 11), max_size=4),
    st.lists(st.sampled_from(ROLES), min_size=2, max_size=4),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.sampled_from([*COUNTERS, *ROLES, math.nan, math.inf, 10**30, b"x", object(), (object(), 7), (None,) * 3]),
)


@settings(max_examples=400)
@given(st.fixed_dictionaries({}, optional={field.name: JUNK for field in fields(Entry)}), st.sampled_from([3, 4]))
def test_no_entry_makes_the_judge_raise(values, seats):
    entry = Entry(**values)
    found = rules.problems(entry, HOUSE, seats)
    assert len(set(map(repr, found))) == len(found)
    if not found:
        assert_reasons_add_up(rules.replay([replace(entry, **tuples(entry))], HOUSE, seats)[0])


def tuples(entry):
    """Lists in place of tuples are accepted."""
    return {
        field.name: tuple(found) for field in fields(Entry) if isinstance(found := getattr(entry, field.name), list)
    }


@pytest.mark.parametrize("name", ["in_hand", "counter", "sitting_out", "passed_out"])
@pytest.mark.parametrize("entry", [GOOD, Entry(passed_out=True)])
def test_none_is_a_missing_value_where_it_is_not_a_choice(entry, name):
    assert (name, "required") in [
        (one.field, one.code) for one in rules.problems(replace(entry, **{name: None}), HOUSE, 3)
    ]


PLAYS = [(level, *play) for level in (4, 6, 7) for play in every_play(level)]


@settings(max_examples=300)
@given(st.sampled_from(PLAYS), st.booleans(), st.sampled_from([(), (1,), (2,), (3,), (4,)]))
def test_an_entry_survives_the_hand_format(play, in_hand, sitting_out):
    level, counter, trio, tricks = play
    entry = Entry(level, in_hand, counter, trio, tricks, sitting_out)
    assert judge(rules, json.loads(json.dumps(dump(entry))), HOUSE, 4 if sitting_out else 3).entry == entry


@settings(max_examples=80)
@given(st.integers(0, 10**9), st.sampled_from([3, 4]))
def test_imagined_hands_have_no_problems_and_follow_the_deal(seed, seats):
    random, entries, turn = Random(seed), [], 1
    for _ in range(6):
        entry = rules.random_entry(random, entries, HOUSE, seats, turn)
        entries.append(entry)
        assert faults(entry, seats) == set()
        assert {code for field, code in warned(*entries, seats=seats) if field == "sitting_out"} == set()
        assert rules.dealer(entry, turn) == turn
        assert (entry.sitting_out == (turn,)) == (seats == 4)
        turn = rules.next_dealer(entry, turn, seats)
    for outcome in rules.replay(entries, HOUSE, seats):
        assert_reasons_add_up(outcome)


def test_imagined_evenings_have_every_kind_of_hand():
    random = Random(1)
    entries = [rules.random_entry(random, [], HOUSE, 3, 1) for _ in range(600)]
    assert {entry.level for entry in entries} == {None, *LEVELS}
    assert {entry.counter for entry in entries} == set(COUNTERS)
    assert {role for entry in entries for role in entry.roles or ()} == set(ROLES)
    assert {entry.in_hand for entry in entries} == {False, True}
    declared = [outcome for entry, outcome in zip(entries, rules.replay(entries, HOUSE, 3), strict=True) if entry.roles]
    failed = sum(
        reason.code in ("failed", "betl_failed") and reason.points < 0 for o in declared for reason in o.reasons
    )
    assert 0.1 < failed / len(declared) < 0.35


def test_a_table_keeps_no_record_unless_its_house_rules_say_so():
    assert {name: variant.keeps_record for name, variant in PRESETS.items()} == {"house": False, "bule": True}
    assert load(rules.Variant, {}) == (HOUSE, [])
