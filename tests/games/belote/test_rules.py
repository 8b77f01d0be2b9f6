import json
import math
from dataclasses import asdict, fields, replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.belote import rules
from games.belote.rules import EXAMPLES, PRESETS, Entry, Variant
from games.belote.rules.checks import MOST_DECLARATIONS
from games.belote.rules.entry import PerSide, Trick
from games.belote.rules.tally import Tally, tally
from scorer.scoring import Notice, Problem, Rules, dump, judge, read
from tests.games.belote import reference
from tests.games.belote.play import play
from tests.games.belote.rounds import ALL, PARTED, SPADES_LOW, split

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
    """The last hand's contracting side and opponents, seat 1 bidding; both partners checked."""
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


@pytest.mark.parametrize("variant", [FFB, FAILS])
@pytest.mark.parametrize("declared", [(0, 0), (20, 0), (0, 50)])
def test_every_hand_of_the_federation_scores_as_the_reference_does(variant, declared):
    for value, points, coinche, belote in product((*VALUES, "capot", "generale"), SPLITS, COINCHES, SIDES):
        for capot in {162: (None, "contracting", "bidder"), 0: (None, "opponent")}.get(points, (None,)):
            entry = hand(value, points, coinche, belote, capot=capot, declarations=PerSide(*declared))
            outcome = rules.replay([entry], variant, 4)[0]
            ours, theirs, waiting = reference.ffb(
                value, points, coinche, belote_counts(belote), capot, declared, litige=variant.litige
            )
            assert outcome.points == (ours, theirs, ours, theirs), entry
            assert outcome.carry == (waiting if variant is FFB else None)
            assert ours % 10 == theirs % 10 == 0


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.variant}: {example.points}")
def test_the_examples_score_as_their_sources_say(example):
    entries = [*example.before, example.entry]
    variant = PRESETS[example.variant]
    assert not any(rules.problems(entry, variant, 4) for entry in entries)
    assert rules.replay(entries, variant, 4)[-1].points == example.points


def test_every_belote_counts_in_tout_atout_and_is_kept():
    entry = Entry(bidder=1, value=100, trump="TA", points=72, belotes=PerSide(2, 1))
    assert scored(FFB, replace(entry, points=70)) == (210, 110)  # litige? no: 110 against 112
