import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from games.tarot.rules import EXAMPLES, Entry, Variant
from games.tarot.rules.entry import Handful
from scorer.registry import get_game
from scorer.scoring import dump, load
from tests.games.tarot import reference
from tests.games.tarot.entries import (
    FIVE,
    GOOD,
    HOUSE,
    MORT,
    PLAIN,
    THROWN_IN,
    assert_reasons_add_up,
    deal,
    faults,
    player,
    said,
    scored,
)

rules = get_game("tarot").rules

CONTRACTS = ("petite", "garde", "garde_sans", "garde_contre")
HALVES = [half / 2 for half in range(183)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.caption)
def test_the_examples_have_no_warnings_but_of_a_rare_slam(example):
    assert {problem.code for problem in rules.warnings([example.entry], HOUSE, example.seats)} <= {"slam_rare"}


def test_all_ten_and_all_fourteen_worked_deals_of_the_digest_are_there():
    assert [example.entry.kind for example in EXAMPLES] == ["taker"] * 10 + ["one_for_one"] * 14


# Deals with a taker


@pytest.mark.parametrize(("seats", "partner"), [(3, None), (4, None), (5, 3), (5, 2)])
def test_every_contract_oudlers_and_half_point_scores_as_the_reference_does(seats, partner):
    for contract, oudlers, points, petit in product(CONTRACTS, range(4), HALVES, (None, "attack", "defence")):
        if (petit, oudlers) in (("attack", 0), ("defence", 3)):
            continue
        entry = Entry(
            kind="taker",
            taker=2,
            partner=partner,
            contract=contract,
            oudlers=oudlers,
            points=points,
            petit_au_bout=petit,
        )
        due = reference.pay(reference.unit(contract, oudlers, points, petit), seats, 2, partner)
        outcome = rules.replay([entry], HOUSE, seats)[0]
        assert dict(enumerate(outcome.points, start=1)) == due, entry


def test_every_slam_and_every_handful_scores_as_the_reference_does():
    sizes = (None, "single", "double", "triple")
    for contract, slam, size, points in product(CONTRACTS, reference.SLAM, sizes, (0, 4, 36, 40.5, 41, 80, 86.5, 87)):
        for seat in (1, 3):
            entry = replace(
                FIVE,
                contract=contract,
                points=points,
                slam=slam,
                handfuls=(Handful(seat, size),) if size else (),
            )
            handfuls = (size,) if size else ()
            due = reference.pay(reference.unit(contract, 2, points, None, handfuls, slam), 5, 1, 2)
            if slam in ("made", "announced_made") and points < 86.5 and contract != "garde_contre":
                assert faults(entry, 5) == {("slam", "slam_points")}
            else:
                assert dict(enumerate(scored(entry, 5), start=1)) == due


def test_a_handful_goes_to_the_side_that_wins_whoever_showed_it():
    shown = replace(GOOD, handfuls=(Handful(3, "single"),))
    assert scored(shown) == (258, -86, -86, -86)
    assert scored(replace(shown, points=33)) == (-258, 86, 86, 86)


def test_several_handfuls_add_up():
    shown = (Handful(1, "single"), Handful(4, "single"))
    assert scored(replace(GOOD, handfuls=shown)) == (3 * 106, -106, -106, -106)


def test_the_story_of_a_deal_with_a_taker():
    entry = replace(GOOD, petit_au_bout="defence", handfuls=(Handful(4, "single"),), slam="announced_failed")
    ending = ("contract_made", 0, {"points": 49, "n": 2, "needed": 41, "by": 8})
    assert said(entry, 1) == [
        ending,
        ("garde", 198, {"sum": "(25 + 8) × 2 × 3"}),
        ("petit_au_bout_defence", -60, {"sum": "10 × 2 × 3"}),
        ("handful_single", 60, {"sum": "20 × 3", "seat": 4}),
        ("slam_announced_failed", -600, {"sum": "200 × 3"}),
    ]
    assert said(entry, 4) == [
        ending,
        ("garde", -66, {"sum": "(25 + 8) × 2"}),
        ("petit_au_bout_defence", 20, {"sum": "10 × 2"}),
        ("handful_single", -20, {"sum": "20", "seat": 4}),
        ("slam_announced_failed", 200, {"sum": "200"}),
    ]


def test_half_a_point_goes_to_the_side_that_wins():
    assert said(replace(GOOD, points=40.5), 1, 3)[0] == (
        "contract_failed",
        0,
        {"points": 40.5, "n": 2, "needed": 41, "by": 1},
    )
    assert scored(replace(GOOD, points=41), 3) == (100, -50, -50)
    assert scored(replace(GOOD, points=40.5), 3) == (-104, 52, 52)
    assert scored(replace(GOOD, points=41.5), 3) == (104, -52, -52)


def test_four_play_at_a_table_of_five_when_one_sits_out():
    outcome = rules.replay([replace(GOOD, sitting_out=(3,))], HOUSE, 5)[0]
    assert outcome.points == (198, -66, 0, -66, -66)
    assert outcome.sitting_out == (3,)
    assert_reasons_add_up(outcome, 5)


def test_a_deal_thrown_in_scores_nothing():
    for seats in (3, 4, 5, 6):
        assert scored(THROWN_IN, seats) == (0,) * seats
    assert scored(Entry(passed_out=True, sitting_out=(2,)), 5) == (0,) * 5


# The sheet


def test_a_form_starts_with_the_kind_the_dog_the_pairs_and_who_sits_out():
    assert rules.initial_values([], 3, HOUSE, 4) == {"kind": "taker", "sitting_out": (), "dog_cards": 6, "teams": None}
    assert rules.initial_values([], 3, MORT, 5) == {"kind": "taker", "sitting_out": (3,), "dog_cards": 6, "teams": None}
    assert rules.initial_values([], 3, MORT, 4) == {"kind": "taker", "sitting_out": (), "dog_cards": 6, "teams": None}
    assert rules.initial_values([], 3, HOUSE, 6) == {
        "kind": "one_for_one",
        "sitting_out": (),
        "dog_cards": 6,
        "teams": None,
    }
    assert rules.initial_values([], 1, HOUSE, 5)["dog_cards"] == 3
    before = deal(player(45, "21", "excuse", "petit"), player(20), player(15), player(5), player(2), dog=8)
    assert rules.initial_values([before, FIVE], 1, HOUSE, 5)["dog_cards"] == 8
    pairs = deal(player(45, "21", "excuse", "petit"), player(20), player(15), player(7), teams=((2, 4), (3, 5)))
    assert rules.initial_values([pairs, GOOD], 1, MORT, 5)["teams"] == pairs.teams
    assert rules.initial_values([pairs, GOOD], 2, MORT, 5)["teams"] is None


def test_the_deal_goes_round():
    assert rules.dealer(GOOD, 3) == 3
    assert [rules.next_dealer(entry, 4, 5) for entry in (FIVE, THROWN_IN, replace(GOOD, sitting_out=(5,)))] == [5] * 3
    assert rules.next_dealer(GOOD, 4, 4) == 1


def test_each_is_alone_and_nothing_is_carried_over():
    assert rules.sides(5) == ((1,), (2,), (3,), (4,), (5,))
    assert not rules.remembers(HOUSE)
    assert rules.notices([500, -500, 0, 0], None, HOUSE, 4) == ()
    assert [outcome.carry for outcome in rules.replay([GOOD, deal(*PLAIN)], HOUSE, 4)] == [None, None]


def test_the_tables_show_what_is_scored_with():
    shown = rules.tables(HOUSE)
    assert dict(shown["needed"]) == reference.NEEDED
    assert dict(shown["contracts"]) == reference.TIMES
    assert shown["handfuls"][1] == ("double", 30, (15, 13, 10, 8))
    assert shown["dealings"] == ((3, 24, 6), (4, 18, 6), (5, 15, 3), (5, 14, 8), (6, 12, 6))
    assert dict(shown["cards"]) == {"oudler": 4.5, "K": 4.5, "Q": 3.5, "C": 2.5, "J": 1.5, "other": 0.5}
    rates = {(n, k): list(row) for n, rows in shown["rates"] for k, row in rows}
    assert rates == reference.RATES
    assert len(get_game("tarot").examples_of(HOUSE)) == 24
    assert len(get_game("tarot").examples_of(Variant(stake_floor="zero"))) < 24


# Any entry


def test_imagined_deals_have_neither_problems_nor_warnings_and_every_kind_occurs():
    kinds = set()
    for seats, variant in product((3, 4, 5, 6), (HOUSE, MORT)):
        random, entries, dealer = Random(seats), [], 1
        for _ in range(150):
            entry = rules.random_entry(random, entries, variant, seats, dealer)
            entries.append(entry)
            assert rules.problems(entry, variant, seats) == ()
            assert rules.warnings(entries, variant, seats) == ()
            assert entry.sitting_out == ((dealer,) if variant.mort and seats == 5 else ())
            assert load(Entry, json.loads(json.dumps(dump(entry)))) == (entry, [])
            kinds.add((seats, entry.kind))
            dealer = rules.next_dealer(entry, dealer, seats)
        for outcome in rules.replay(entries, variant, seats):
            assert_reasons_add_up(outcome, seats)
    assert kinds >= set(product((3, 4, 5), ("taker", "one_for_one", None))) | {(6, "one_for_one")}


def test_the_reference_rounds_halves_up_below_zero_too():
    assert reference.up(Fraction(-25, 2)) == -12
    assert reference.up(Fraction(9, 2)) == 5
