from itertools import product
from random import Random
from typing import get_args

import pytest

from games.tarot import labels, rules
from games.tarot.rules import EXAMPLES, Entry, Variant
from games.tarot.rules.entry import (
    CONTRACTS,
    OUDLERS,
    SIZES,
    SLAMS,
    Characters,
    Handful,
    Player,
    SideName,
)
from scorer.registry import get_game
from scorer.registry.words import COMMON_PROBLEMS
from scorer.scoring import coerce
from tests.games.tarot import test_checks
from tests.games.tarot.entries import FIVE, GOOD, HOUSE, MORT, THROWN_IN, deal, level, player
from tests.games.tarot.test_one_for_one import often_level

OF_EVERY_GAME = COMMON_PROBLEMS.keys() - labels.PROBLEMS.keys()
OF_THE_FORM = {"points_sum", "owner_21", "owner_excuse", "owner_petit"}
NAMES = {"seat": "Chloé"}


pytestmark = pytest.mark.usefixtures("english")


def every_reason():
    for contract, slam, petit, points in product(
        CONTRACTS, (None, *SLAMS), (None, *get_args(SideName)), (30.5, 41, 91)
    ):
        handfuls = tuple(Handful(seat, size) for seat, size in enumerate(SIZES, start=1))
        entry = Entry(
            kind="taker",
            taker=1,
            partner=2,
            contract=contract,
            oudlers=2,
            points=points,
            petit_au_bout=petit,
            handfuls=handfuls,
            slam=slam,
        )
        yield from rules.replay([entry], HOUSE, 5)[0].reasons
    yield from rules.replay([THROWN_IN], HOUSE, 4)[0].reasons
    for seed in range(400):
        entry, sides = often_level(Random(seed))
        if not all(side.trickless for side in sides):
            yield from rules.replay([entry], HOUSE, len(sides))[0].reasons
    for example, variant in product(EXAMPLES, (HOUSE, Variant(stake_floor="zero"))):
        yield from rules.replay([example.entry], variant, example.seats)[0].reasons
    nothing = deal(player(22, "21"), player(21, "excuse"), player(22, "petit", handfuls=("triple",)), player(22))
    yield from rules.replay([nothing], HOUSE, 4)[0].reasons
    petit = deal(player(50, "21", "excuse", "petit", petit_au_bout=True), player(20), player(14), player(0))
    yield from rules.replay([petit], HOUSE, 4)[0].reasons


def marked(test):
    """The cases (entry, seats, found) that a test runs through."""
    (mark,) = (mark for mark in test.pytestmark if mark.name == "parametrize")
    return mark.args[1]


def every_problem():
    refused = (
        test_checks.test_a_deal_with_a_taker_is_refused_for_each_fault_at_its_field,
        test_checks.test_a_one_for_one_deal_is_refused_for_each_fault_at_its_field,
    )
    for test in refused:
        for entry, seats, _ in marked(test):
            yield from rules.problems(entry, HOUSE, seats)
    court = Characters(K=1)
    for tied in (player(17), player(17, characters=court)):
        yield from rules.problems(level(tied, tied), HOUSE, 4)
    for entry, seats, _ in marked(test_checks.test_improbable_values_ask_for_a_second_look):
        yield from rules.warnings([entry, entry], HOUSE, seats)
    excuse = Player(points=4, oudlers=("excuse",))
    yield from rules.warnings([deal(player(83, "21", "petit"), excuse, player(0), player(0))], HOUSE, 4)
    yield from rules.warnings([FIVE], MORT, 5)
    out = coerce(Entry(kind="taker", taker=1, contract="garde", oudlers=2, points=49, sitting_out=(5,)))[0]
    yield from rules.warnings([out, out], MORT, 5)


def test_every_reason_has_its_sentence_and_no_sentence_is_idle():
    met = {(reason.code, tuple(reason.params.items())) for reason in every_reason()}
    assert {code for code, _ in met} == set(labels.REASONS)
    for code, params in met:
        assert "%" not in str(labels.REASONS[code] % {**dict(params), **NAMES})


def test_every_problem_and_warning_has_its_sentence_and_no_sentence_is_idle():
    found = [problem for problem in every_problem() if problem.code not in OF_EVERY_GAME]
    assert {problem.code for problem in found} | OF_THE_FORM == set(labels.PROBLEMS)
    for problem in found:
        assert "%" not in str(labels.PROBLEMS[problem.code] % {**problem.params, **NAMES})


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        ("garde", {"sum": "(25 + 8) × 2 × 3"}, "Garde: (25 + 8) × 2 × 3"),
        (
            "contract_failed",
            {"points": 40.5, "n": 0, "needed": 56, "by": 16},
            "0 oudlers need 56: failed with 40.5",
        ),
        (
            "difference",
            {"points": 45.5, "n": 2, "needed": 41, "sign": "+", "by": 4.5},
            "45.5 points with 2 oudlers, 41 needed: difference +4.5",
        ),
        (
            "stake",
            {"rate": "−2", "stake": "33", "sum": "25 + 5 + 3", "times": 4},
            "Rate −2 × stake 33 (25 + 5 + 3) × 4",
        ),
        ("handful_double", {"sum": "30 × 4 × 2", **NAMES}, "Double handful of Chloé: 30 × 4 × 2"),
    ],
)
def test_sentences_read_well(code, params, sentence):
    assert str(labels.REASONS[code] % params) == sentence


def test_every_part_of_a_player_has_its_label():
    assert set(labels.FIELDS) == {*Entry.__dataclass_fields__, "owners"}
    assert set(labels.PLAYER_FIELDS) == set(Player.__dataclass_fields__)
    assert set(labels.CHARACTERS) == set(Characters.__dataclass_fields__)
    assert set(labels.SIZES) == set(SIZES)
    assert set(labels.OUDLERS) == set(OUDLERS)


def test_the_sheet_has_no_notices():
    assert labels.NOTICES == {}
    assert get_game("tarot").rules.notices([100, -100, 0, 0], None, HOUSE, 4) == ()
    assert rules.problems(GOOD, HOUSE, 4) == ()
