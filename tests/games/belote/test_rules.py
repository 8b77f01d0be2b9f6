import json
import math
from dataclasses import fields, replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.belote.rules import PRESETS, Entry, Variant
from games.belote.rules.checks import MAX_DECLARATIONS
from games.belote.rules.entry import PerSide, Trick
from games.belote.rules.parties import Standing
from games.belote.rules.tally import Tally, tally
from scorer.registry import get_game
from scorer.scoring import Notice, Problem, dump, judge, load
from tests.games.belote import reference
from tests.games.belote.play import play
from tests.games.belote.rounds import ALL, PARTED, SPADES_LOW, split

rules = get_game("belote").rules

HOUSE, FFB = PRESETS["house"], PRESETS["ffb"]
FAILS = replace(FFB, litige="fails")
VALUES = range(80, 161, 10)
COINCHES = ("none", "coinche", "surcoinche")
SIDES = (None, "contracting", "opponent")
SPLITS = [points for points in range(163) if points not in (1, 161)]
GOOD = Entry(bidder=1, value=100, trump="H", points=112)


def hand(value, points, coinche="none", belote=None, **more):
    return Entry(bidder=1, value=value, trump="H", coinche=coinche, points=points, belote=belote, **more)


def scored(variant, *entries):
    """Return the points of both sides in the last hand, in which seat 1 bid. Checks that partners score the same."""
    points = rules.replay(entries, variant, 4)[-1].points
    assert points[:2] == points[2:]
    return points[:2]


def faults(entry, variant=HOUSE):
    return {(problem.field, problem.code) for problem in rules.problems(entry, variant, 4)}


def warned(variant, *entries):
    return {(problem.field, problem.code) for problem in rules.warnings(entries, variant, 4)}


def assert_reasons_add_up(outcome):
    for seat in (1, 2, 3, 4):
        mine = [reason for reason in outcome.reasons if reason.seat == seat]
        assert mine
        assert sum(reason.points for reason in mine) == outcome.points[seat - 1]
        partner = [reason for reason in outcome.reasons if reason.seat == (seat + 1) % 4 + 1]
        assert [(r.code, r.params, r.points) for r in mine] == [(r.code, r.params, r.points) for r in partner]


# The house rules


@pytest.mark.parametrize(("value", "points", "coinche", "belote", "ours", "theirs"), reference.HOUSE_CASES)
def test_the_cases_of_the_digest(value, points, coinche, belote, ours, theirs):
    assert scored(HOUSE, hand(value, points, coinche, belote)) == (ours, theirs)


def test_every_split_every_contract_and_every_multiplier_scores_as_the_reference_does():
    entries = [hand(*line) for line in product(VALUES, SPLITS, COINCHES, SIDES)]
    assert len(entries) == 9 * 161 * 3 * 3
    for entry, outcome in zip(entries, rules.replay(entries, HOUSE, 4), strict=True):
        ours, theirs = reference.house(entry.value, entry.points, entry.coinche, entry.belote)
        assert outcome.points == (ours, theirs, ours, theirs)
        assert ours + theirs == 162 * reference.TIMES[entry.coinche] + (20 if entry.belote else 0)
        assert outcome.carry is None


@pytest.mark.parametrize("bidder", [1, 2, 3, 4])
def test_both_partners_of_the_bidder_score_and_both_opponents(bidder):
    points = rules.replay([replace(GOOD, bidder=bidder)], HOUSE, 4)[0].points
    assert points == ((112, 50, 112, 50) if bidder in (1, 3) else (50, 112, 50, 112))


def test_the_reasons_of_a_coinched_failure_say_what_happened():
    reasons = rules.replay([hand(100, 90, "coinche", "contracting")], HOUSE, 4)[0].reasons
    assert [(r.code, r.points, dict(r.params)) for r in reasons if r.seat in (1, 2)] == [
        ("contract_failed", 0, {"points": 90, "value": 100}),
        ("belote", 20, {"points": 20, "n": 1}),
        ("whole_round_times", 324, {"points": 162, "times": 2}),
    ]


def test_a_passed_out_hand_scores_nothing():
    for variant in PRESETS.values():
        outcome = rules.replay([Entry(passed_out=True)], variant, 4)[0]
        assert outcome.points == (0, 0, 0, 0)
        assert_reasons_add_up(outcome)


# The federation's rules


def belote_counts(side):
    return int(side == "contracting"), int(side == "opponent")


@pytest.mark.parametrize(("variant", "declared"), [(FFB, (0, 0)), (FFB, (20, 0)), (FFB, (0, 50)), (FAILS, (0, 0))])
def test_every_hand_of_the_federation_scores_as_the_reference_does(variant, declared):
    for value, points, coinche, belote in product((*VALUES, "capot", "generale"), SPLITS, COINCHES, SIDES):
        for capot in {162: (None, "contracting", "bidder"), 0: (None, "opponent")}.get(points, (None,)):
            entry = hand(value, points, coinche, belote, capot=capot, declarations=PerSide(*declared))
            outcome = rules.replay([entry], variant, 4)[0]
            ours, theirs, waiting = reference.ffb(
                value, points, coinche, belote_counts(belote), capot, declared, litige=variant.litige
            )
            assert outcome.points == (ours, theirs, ours, theirs), entry
            assert outcome.carry == (Standing(waiting) if variant is FFB else None)
            assert ours % 10 == theirs % 10 == 0


def test_every_belote_counts_in_tout_atout_and_is_kept():
    entry = Entry(bidder=1, value=100, trump="TA", points=72, belotes=PerSide(2, 1))
    assert scored(FFB, entry) == (210, 110)
    assert scored(FFB, replace(entry, points=70)) == (40, 280)
    assert scored(FFB, replace(entry, points=70, coinche="coinche")) == (40, 560)
    assert scored(FFB, replace(entry, coinche="coinche")) == (2 * (160 + 40 + 100), 20)


def test_rounding_is_to_the_nearest_ten_and_five_goes_up():
    assert scored(FFB, hand(80, 94)) == (170, 70)
    assert scored(FFB, hand(80, 95)) == (180, 70)
    assert scored(FFB, hand(80, 97)) == (180, 70)
    assert scored(FFB, hand(80, 98)) == (180, 60)


def test_a_capot_takes_the_opponents_declarations_but_not_their_belote():
    entry = hand(90, 162, capot="contracting", belote="opponent", declarations=PerSide(opponent=50))
    assert scored(FFB, entry) == (390, 20)
    assert scored(FFB, replace(entry, capot=None)) == (250, 70)


def test_declarations_alone_can_make_a_contract_but_not_against_a_capot_of_252():
    entry = hand(80, 0, capot="opponent", declarations=PerSide(contracting=200))
    assert scored(FFB, entry) == (0, 250 + 200 + 80)
    assert scored(FFB, replace(entry, declarations=PerSide(contracting=300))) == (380, 250)


def test_points_of_a_litige_wait_until_somebody_wins():
    litige, lost, out = hand(80, 81), hand(90, 81), Entry(passed_out=True)
    outcomes = rules.replay([litige, out, litige, lost, lost], FFB, 4)
    assert [outcome.carry.waiting for outcome in outcomes] == [80, 80, 160, 0, 0]
    assert [outcome.points[:2] for outcome in outcomes] == [(0, 80), (0, 0), (0, 80), (0, 410), (0, 250)]


def test_points_of_a_litige_are_not_multiplied_and_a_coinched_litige_neither():
    litige = hand(80, 71, "surcoinche", "contracting")
    assert scored(FFB, litige) == (0, 90)
    assert scored(FFB, litige, hand(120, 124, "coinche")) == (560 + 90, 0)
    assert scored(FFB, litige, hand(120, 110, "coinche", "opponent")) == (0, 600 + 90)


def test_level_totals_below_the_contract_are_no_litige():
    assert scored(FFB, hand(100, 81)) == (0, 260)
    assert scored(FFB, hand(90, 71, belote="contracting")) == (0, 90)
    assert scored(FFB, hand(100, 71, belote="contracting")) == (20, 260)


def test_level_totals_fail_where_the_variant_says_so():
    assert scored(FAILS, hand(80, 81), hand(80, 81)) == (0, 240)
    assert not rules.remembers(FAILS)
    assert rules.remembers(FFB)
    assert not rules.remembers(HOUSE)


def test_the_sheet_can_be_replayed_in_pieces():
    entries = [hand(80, 81), hand(90, 91), hand(80, 81), Entry(passed_out=True), hand(80, 80)]
    whole = rules.replay(entries, FFB, 4)
    for cut in range(1, len(entries)):
        first = rules.replay(entries[:cut], FFB, 4)
        assert first + rules.replay(entries[cut:], FFB, 4, first[-1].carry) == whole


# Hands entered card by card


def cards_of(tricks, **more):
    return Entry(bidder=1, value=100, trump="H", tricks=tricks, **more)


def test_partners_share_a_belote_by_the_house_rules_but_not_by_the_federations():
    entry = cards_of(split(*PARTED, last=SPADES_LOW, tricks=PARTED, held={"KH": 2, "QH": 4}))
    assert tally(entry, HOUSE) == Tally(162, PerSide(opponent=1), None)
    assert tally(entry, FFB) == Tally(162, PerSide(), "bidder")
    assert scored(HOUSE, entry) == (162, 20)
    assert scored(FFB, entry) == (350, 0)
    assert scored(FFB, replace(entry, value="generale")) == (750, 0)
    assert scored(FFB, replace(entry, value="generale", bidder=3)) == (0, 750)
    assert scored(FFB, replace(entry, value="capot", bidder=3)) == (500, 0)


@settings(max_examples=100)
@given(
    st.integers(0, 10**9),
    st.sampled_from(["C", "D", "H", "S", "SA", "TA"]),
    st.integers(1, 4),
    st.sampled_from([*VALUES, "capot", "generale"]),
    st.sampled_from(COINCHES),
)
def test_cards_and_points_of_the_same_hand_score_the_same(seed, trump, bidder, value, coinche):
    _, played, _ = play(seed, trump)
    tricks = tuple(Trick(leader, cards) for leader, cards in played)
    by_cards = Entry(bidder=bidder, value=value, trump=trump, coinche=coinche, tricks=tricks)
    for variant in (HOUSE, FFB):
        if variant is HOUSE and (trump in ("SA", "TA") or isinstance(value, str)):
            continue
        found = tally(by_cards, variant)
        by_points = replace(by_cards, tricks=None, points=found.points, capot=found.capot)
        if trump == "TA":
            by_points = replace(by_points, belotes=found.belotes)
        else:
            side = {(1, 0): "contracting", (0, 1): "opponent", (0, 0): None}
            by_points = replace(by_points, belote=side[found.belotes.contracting, found.belotes.opponent])
        assert faults(by_cards, variant) == faults(by_points, variant) == set()
        assert rules.replay([by_cards], variant, 4) == rules.replay([by_points], variant, 4)
        assert by_cards == load(Entry, json.loads(json.dumps(dump(by_cards))))[0]


def test_nothing_is_tallied_without_points_or_without_trump():
    with pytest.raises(ValueError, match="neither points nor tricks"):
        tally(Entry(), HOUSE)
    with pytest.raises(ValueError, match="cards need a bidder and a trump"):
        tally(Entry(tricks=split(last=SPADES_LOW)), HOUSE)


# What is refused


def test_an_empty_entry_is_refused_for_all_missing_fields_at_once():
    assert faults(Entry()) == {(name, "required") for name in ("bidder", "value", "trump", "points")}


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (replace(GOOD, value=85), {("value", "value_range")}),
        (replace(GOOD, value=70), {("value", "value_range")}),
        (replace(GOOD, value=170), {("value", "value_range")}),
        (replace(GOOD, bidder=0), {("bidder", "no_such_seat")}),
        (replace(GOOD, bidder=5), {("bidder", "no_such_seat")}),
        (replace(GOOD, points=1), {("points", "points_impossible")}),
        (replace(GOOD, points=161), {("points", "points_impossible")}),
        (replace(GOOD, points=163), {("points", "points_range")}),
        (replace(GOOD, points=-2), {("points", "points_range")}),
        (replace(GOOD, coinche="triple"), {("coinche", "choice")}),
        (replace(GOOD, trump="X"), {("trump", "choice")}),
        (replace(GOOD, belote="both"), {("belote", "choice")}),
        (
            Entry(bidder=1, value=85, trump="SA", points=163, belote="opponent", coinche=True),
            {("value", "value_range"), ("trump", "trump_house"), ("points", "points_range"), ("coinche", "choice")},
        ),
        (replace(GOOD, value="capot"), {("value", "value_house")}),
        (replace(GOOD, trump="TA"), {("trump", "trump_house")}),
        (replace(GOOD, points=162, capot="contracting"), {("capot", "capot_house")}),
        (replace(GOOD, declarations=PerSide(20)), {("declarations", "declarations_house")}),
        (replace(GOOD, belotes=PerSide(1, 1)), {("belotes", "belotes_only_ta")}),
        (
            Entry(passed_out=True, bidder=1, value=80, points=0, coinche="coinche", tricks=()),
            {(name, "passed_out_empty") for name in ("bidder", "value", "points", "coinche", "tricks")},
        ),
        (
            Entry(passed_out=True, trump="C", belote="opponent", capot="opponent", declarations=PerSide(1)),
            {(name, "passed_out_empty") for name in ("trump", "belote", "capot", "declarations")},
        ),
    ],
)
def test_the_house_refuses_each_fault_at_its_field(entry, found):
    assert faults(entry) == found


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (replace(GOOD, value=85), {("value", "value_range")}),
        (replace(GOOD, value="slam"), {("value", "whole_number")}),
        (replace(GOOD, capot="contracting"), {("capot", "capot_points")}),
        (replace(GOOD, capot="bidder", points=0), {("capot", "capot_points")}),
        (replace(GOOD, capot="opponent", points=162), {("capot", "capot_points")}),
        (replace(GOOD, trump="SA", belote="opponent"), {("belote", "belote_sa")}),
        (replace(GOOD, trump="TA", belote="opponent"), {("belote", "belote_ta")}),
        (replace(GOOD, trump="SA", belotes=PerSide(1)), {("belotes", "belotes_only_ta")}),
        (replace(GOOD, belotes=PerSide(0, 1)), {("belotes", "belotes_only_ta")}),
        (replace(GOOD, trump="TA", belotes=PerSide(2, 3)), {("belotes", "belotes_range")}),
        (replace(GOOD, trump="TA", belotes=PerSide(-1, 3)), {("belotes", "belotes_range")}),
        (replace(GOOD, declarations=PerSide(10)), {("declarations.contracting", "declarations_sum")}),
        (replace(GOOD, declarations=PerSide(0, 30)), {("declarations.opponent", "declarations_sum")}),
        (replace(GOOD, declarations=PerSide(0, 45)), {("declarations.opponent", "declarations_sum")}),
        (replace(GOOD, declarations=PerSide(-20)), {("declarations.contracting", "declarations_range")}),
        (replace(GOOD, declarations=PerSide(560)), {("declarations.contracting", "declarations_range")}),
        (replace(GOOD, declarations=PerSide(20, 50)), {("declarations", "declarations_both")}),
        (replace(GOOD, declarations=PerSide("20", 50)), {("declarations.contracting", "whole_number")}),
    ],
)
def test_the_federations_rules_refuse_each_fault_at_its_field(entry, found):
    assert faults(entry, FFB) == found


@pytest.mark.parametrize("points", [0, 20, 40, 50, 60, 70, 80, 90, 100, 110, 120, MAX_DECLARATIONS])
def test_possible_sums_of_declarations_are_accepted(points):
    assert faults(replace(GOOD, declarations=PerSide(opponent=points)), FFB) == set()


ROUND = split(*ALL, last=SPADES_LOW)


def altered(number, **changes):
    return (*ROUND[:number], replace(ROUND[number], **changes), *ROUND[number + 1 :])


@pytest.mark.parametrize(
    ("tricks", "found"),
    [
        ((), {("tricks", "eight_tricks")}),
        (ROUND[:7], {("tricks", "eight_tricks")}),
        ((*ROUND, ROUND[0]), {("tricks", "eight_tricks"), *((f"tricks.8.cards.{n}", "card_twice") for n in range(4))}),
        (altered(2, cards=ROUND[2].cards[:3]), {("tricks.2.cards", "four_cards")}),
        (
            altered(3, cards=(*ROUND[3].cards[:3], "JH")),
            {("tricks.3.cards.3", "card_twice")},
        ),
        (
            altered(7, cards=(*ROUND[7].cards[:3], "1H")),
            {("tricks.7.cards.3", "no_such_card")},
        ),
        (altered(0, leader=None), {("tricks.0.leader", "required")}),
        (altered(0, leader=5), {("tricks.0.leader", "no_such_seat")}),
        (altered(1, leader=2), {("tricks.1.leader", "winner_leads")}),
        (
            (*altered(0, leader=None, cards=("ZZ", "JH", "JH"))[:6], ROUND[6]),
            {
                ("tricks", "eight_tricks"),
                ("tricks.0.leader", "required"),
                ("tricks.0.cards", "four_cards"),
                ("tricks.0.cards.0", "no_such_card"),
                ("tricks.0.cards.2", "card_twice"),
            },
        ),
    ],
)
def test_tricks_are_refused_card_by_card(tricks, found):
    for variant in (HOUSE, FFB):
        assert faults(cards_of(tricks), variant) == found


def test_points_are_refused_beside_the_cards():
    entry = cards_of(ROUND, points=162, belote="contracting")
    assert faults(entry) == {("points", "cards_tell"), ("belote", "cards_tell")}
    entry = replace(cards_of(ROUND), trump="TA", capot="bidder", belotes=PerSide(1))
    assert {("capot", "cards_tell"), ("belotes", "cards_tell")} <= faults(entry, FFB)


def test_a_wrong_leader_is_refused_with_the_name_of_the_right_one():
    wrong = [p for p in rules.problems(cards_of(altered(7, leader=3)), HOUSE, 4) if p.code == "winner_leads"]
    assert wrong == [Problem("tricks.7.leader", "winner_leads", {"seat": 1})]


def test_ill_typed_tricks_are_not_also_missing_points():
    assert faults(cards_of("JH")) == {("tricks", "list")}
    assert faults(cards_of((Trick("1", ()),))) == {("tricks.0.leader", "whole_number")}


def test_the_judge_reads_the_hand_format():
    line = {"bidder": 2, "value": 90, "trump": "H", "coinche": "none", "points": 95, "belote": "contracting"}
    judged = judge(rules, line, HOUSE, 4)
    assert rules.replay([judged.entry], HOUSE, 4)[0].points == (67, 115, 67, 115)
    judged = judge(rules, {"bidder": 2, "value": 85, "points": 161, "surcoinche": True}, HOUSE, 4)
    assert {(p.field, p.code) for p in judged.problems} == {
        ("surcoinche", "unknown"),
        ("value", "value_range"),
        ("trump", "required"),
        ("points", "points_impossible"),
    }
    tricks = [{"leader": t.leader, "cards": list(t.cards)} for t in ROUND]
    judged = judge(rules, {"bidder": 1, "value": "generale", "trump": "H", "tricks": tricks}, FFB, 4)
    assert rules.replay([judged.entry], FFB, 4)[0].points == (750, 0, 750, 0)


# What asks for a second look


@pytest.mark.parametrize(
    ("variant", "entries", "found"),
    [
        (HOUSE, [GOOD], set()),
        (HOUSE, [hand(150, 152)], {("value", "high_contract")}),
        (FFB, [hand("capot", 152)], {("value", "high_contract")}),
        (FFB, [hand("capot", 0)], {("value", "high_contract")}),
        (HOUSE, [hand(100, 112, "surcoinche")], {("coinche", "surcoinche")}),
        (HOUSE, [hand(100, 40)], set()),
        (HOUSE, [hand(100, 39)], {("points", "missed_by_far")}),
        (HOUSE, [hand(100, 162)], set()),
        (FFB, [hand(100, 162)], {("capot", "no_capot")}),
        (FFB, [hand(100, 162, capot="bidder")], set()),
        (FFB, [hand(100, 0)], {("capot", "no_capot"), ("points", "missed_by_far")}),
        (FFB, [hand(100, 112, declarations=PerSide(0, 200))], {("declarations", "high_declarations")}),
        (HOUSE, [GOOD, GOOD], {("points", "same_as_before")}),
        (HOUSE, [GOOD, replace(GOOD, bidder=2)], set()),
        (HOUSE, [cards_of(ROUND), cards_of(ROUND)], {("tricks", "same_as_before")}),
        (HOUSE, [Entry(passed_out=True)] * 2, set()),
    ],
)
def test_improbable_values_ask_for_a_second_look(variant, entries, found):
    assert not any(rules.problems(entry, variant, 4) for entry in entries)
    assert warned(variant, *entries) == found


# The table


def test_a_target_reached_names_the_winners_and_offers_to_close():
    assert rules.notices([980, 990, 980, 990], None, HOUSE, 4) == ()
    reached = Notice("target_reached", {"target": 1000, "seat": 2}, side=2, ends=True)
    assert rules.notices([980, 1000, 980, 1000], None, HOUSE, 4) == (reached,)
    assert rules.notices([1010, 1100, 1010, 1100], None, HOUSE, 4) == (reached,)


def test_a_draw_above_the_target_plays_on():
    assert rules.notices([1010] * 4, None, HOUSE, 4) == (Notice("target_level", {"target": 1000}),)


def test_without_a_target_a_table_never_ends():
    assert rules.notices([9000, 10, 9000, 10], None, replace(HOUSE, target=None), 4) == ()


def test_waiting_points_are_announced():
    waiting = Notice("litige_waiting", {"points": 80})
    assert rules.notices([0] * 4, Standing(80), FFB, 4) == (waiting,)
    assert rules.notices([0] * 4, Standing(), FFB, 4) == ()
    first = Notice("target_reached", {"target": 2000, "seat": 1}, side=1, ends=True)
    assert rules.notices([2000, 0, 2000, 0], Standing(80), FFB, 4) == (first, waiting)


def test_the_deal_goes_round():
    assert [rules.next_dealer(GOOD, dealer, 4) for dealer in (1, 2, 3, 4)] == [2, 3, 4, 1]
    assert rules.dealer(GOOD, 3) == 3
    assert rules.initial_values([GOOD], 3, HOUSE, 4) == {}
    assert rules.sides(4) == ((1, 3), (2, 4))


def test_the_presets_are_those_of_the_clubs():
    assert dict(PRESETS) == {
        "house": Variant("house", 1000, "carry"),
        "ffb": Variant("ffb", 2000, "carry"),
        "parties": Variant("ffb", 1000, "carry", "best_of_three", "dropped"),
    }
    assert next(iter(PRESETS)) == "house"
    for variant in (*PRESETS.values(), Variant("ffb", None, "fails")):
        assert load(Variant, json.loads(json.dumps(dump(variant)))) == (variant, [])


def test_the_rules_page_shows_the_constants_in_use():
    house, ffb = rules.tables(HOUSE), rules.tables(FFB)
    assert house["columns"] == ("trump", "plain")
    assert house["cards"][4] == ("J", (20, 2))
    assert ffb["cards"][0] == ("A", (11, 11, 19, 6))
    assert "capot_base" not in house
    assert (ffb["base"], ffb["capot_base"], ffb["capot_points"]) == (160, 250, 252)


# Anything at all

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.sampled_from([80, 100, 160, 0, 162, 1, "H", "SA", "TA", "coinche", "contracting", "bidder", "capot", 10**30]),
    st.sampled_from([math.nan, math.inf, ROUND, PerSide(1, 1), (Trick(), 7), Trick(1, ("JH", 7)), b"x", object()]),
)


@settings(max_examples=400)
@given(st.fixed_dictionaries({}, optional={field.name: JUNK for field in fields(Entry)}), st.sampled_from([HOUSE, FFB]))
def test_no_entry_makes_the_judge_raise(values, variant):
    entry = Entry(**values)
    found = rules.problems(entry, variant, 4)
    assert len(set(map(repr, found))) == len(found)
    if not found:
        assert_reasons_add_up(rules.replay([entry], variant, 4)[0])


@settings(max_examples=200)
@given(st.integers(0, 10**9), st.sampled_from([HOUSE, FFB, FAILS]))
def test_imagined_hands_are_faultless_and_their_reasons_add_up(seed, variant):
    random, entries = Random(seed), []
    for number in range(5):
        entries.append(rules.random_entry(random, entries, variant, 4, number % 4 + 1))
        assert faults(entries[-1], variant) == set()
        rules.warnings(entries, variant, 4)
    for entry, outcome in zip(entries, rules.replay(entries, variant, 4), strict=True):
        assert_reasons_add_up(outcome)
        total = outcome.points[0] + outcome.points[1]
        assert min(outcome.points) >= 0
        if variant is HOUSE and not entry.passed_out:
            assert total - 162 * reference.TIMES[entry.coinche] in (0, 20)
        assert load(Entry, json.loads(json.dumps(dump(entry)))) == (entry, [])


ENTRIES = st.builds(
    hand,
    st.sampled_from([80, 80, 90, 110]),
    st.sampled_from([71, 81, 91, 80, 112]),
    st.sampled_from(COINCHES),
    st.sampled_from(SIDES),
)


@settings(max_examples=200)
@given(st.lists(ENTRIES, max_size=8))
def test_waiting_points_follow_the_reference_through_a_sheet(entries):
    waiting = 0
    for entry, outcome in zip(entries, rules.replay(entries, FFB, 4), strict=True):
        ours, theirs, waiting = reference.ffb(
            entry.value, entry.points, entry.coinche, belote_counts(entry.belote), waiting=waiting
        )
        assert (outcome.points[:2], outcome.carry) == ((ours, theirs), Standing(waiting))
        assert_reasons_add_up(outcome)
