from dataclasses import replace
from itertools import product

import pytest

from games.preferans import labels, rules
from games.preferans.rules import PRESETS, Entry
from games.preferans.rules.entry import LEVELS
from scorer.registry.words import COMMON_PROBLEMS

OF_EVERY_GAME = COMMON_PROBLEMS.keys() - labels.PROBLEMS.keys()
HOUSE, BULE = PRESETS["house"], PRESETS["bule"]


pytestmark = pytest.mark.usefixtures("english")


def every_reason():
    met = [
        ("none", ("pass", "pass"), [None]),
        ("none", ("follow", "pass"), [(8, 2, 0), (9, 1, 0), (10, 0, 0)]),
        ("none", ("follow", "follow"), [(5, 3, 2), (6, 4, 0), (7, 3, 0)]),
        ("none", ("call", "called"), [(6, 4, 0), (7, 3, 0)]),
        ("counter", ("counter", "follow"), [(5, 5, 0), (6, 4, 0), (1, 9, 0)]),
    ]
    entries = [Entry(passed_out=True)]
    for level, in_hand, (counter, defenders, splits) in product((4, 6), (False, True), met):
        results = [(0, 0, 0), (1, 0, 0)] if level == 6 else splits
        entries += [Entry(level, in_hand, counter, ("declarer", *defenders), tricks) for tricks in results]
    faultless = [entry for entry in entries if not rules.problems(entry, HOUSE, 3)]
    for outcome in rules.replay(faultless, HOUSE, 3):
        yield from outcome.reasons
    alone = Entry(2, roles=("declarer", "pass", "pass"))
    failed = Entry(2, in_hand=True, roles=("declarer", "follow", "follow"), tricks=(5, 3, 2))
    for spades in ("refa", "pass", "refa_or_fail"):
        variant = replace(BULE, bule=2, refe=1, spades=spades, double_fall=True)
        for outcome in rules.replay([alone, alone, failed, failed], variant, 3):
            yield from outcome.reasons


def every_problem():
    refused = [
        (4, Entry(level=8, roles=("pass", "follow"), tricks=(11, 2))),
        (3, Entry(passed_out=True, level=4, sitting_out=(5,))),
        (3, Entry(4, roles=("declarer", "declarer", "counter"), tricks=(1, 2, 3))),
        (3, Entry(4, roles=("declarer", "call", "follow"))),
        (3, Entry(4, roles=("declarer", "called", "follow"))),
        (3, Entry(4, counter="counter", roles=("declarer", "call", "pass"))),
        (3, Entry(4, counter="counter", roles=("declarer", "counter", "counter"))),
        (3, Entry(4, roles=("declarer", "pass", "pass"), tricks=(10, 0, 0))),
        (3, Entry(4, roles=("declarer", "follow", "pass"), tricks=(8, 1, 1))),
        (3, Entry(6, roles=("declarer", "follow", "pass"), tricks=(1, 0, 0))),
    ]
    for seats, entry in refused:
        yield from rules.problems(entry, HOUSE, seats)
    doubled = Entry(4, counter="double_counter", roles=("declarer", "counter", "follow"), tricks=(9, 1, 0))
    yield from rules.warnings([doubled, doubled], HOUSE, 3)
    refused = Entry(2, roles=("declarer", "follow", "follow"), tricks=(4, 3, 3))
    yield from rules.problems(refused, replace(BULE, spades="refa", stop_at_five=True), 3)
    ended = [Entry(7, roles=("declarer", "pass", "pass"))]
    carry = rules.replay(ended, replace(BULE, bule=2), 3)[-1].carry
    yield from rules.warnings([*ended, doubled], replace(BULE, bule=2), 3, carry=carry)
    few = Entry(4, roles=("declarer", "follow", "follow"), tricks=(1, 5, 4), sitting_out=(1,))
    yield from rules.warnings([few, Entry(6, roles=few.roles, tricks=(2, 0, 0), sitting_out=(1,))], HOUSE, 4)
    yield from rules.warnings([few], HOUSE, 4)


def test_every_reason_has_its_sentence_and_no_sentence_is_idle():
    met = {(reason.code, tuple(reason.params.items())) for reason in every_reason()}
    assert {code for code, _ in met} == set(labels.REASONS)
    for code, params in met:
        assert "%" not in str(labels.REASONS[code] % dict(params))


def test_every_problem_and_warning_has_its_sentence_and_no_sentence_is_idle():
    found = [problem for problem in every_problem() if problem.code not in OF_EVERY_GAME]
    assert {problem.code for problem in found} == set(labels.PROBLEMS)
    for problem in found:
        assert "%" not in str(labels.PROBLEMS[problem.code] % problem.params)


def test_every_notice_has_its_sentence_and_no_sentence_is_idle():
    found = [*rules.notices([80, 16, 16], None, HOUSE, 3)]
    for seats, out in ((3, ()), (4, (4,))):
        hands = [Entry(passed_out=True), Entry(7, roles=("declarer", "pass", "pass"), sitting_out=out)]
        for outcome in rules.replay(hands, replace(BULE, bule=2), seats):
            found += rules.notices([0] * seats, outcome.carry, BULE, seats)
    assert set(labels.NOTICES) == {said.code for said in found}
    for said in found:
        assert "%" not in str(labels.NOTICES[said.code] % {"side": "Ada", **said.params})
    assert str(labels.NOTICES["not_zero"] % found[0].params).startswith("The totals add up to 112.")


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        (
            "value_in_hand_times",
            {"base": 4, "extra": 2, "times": 4, "value": 24},
            "Game value (4 + 2 in hand) × 4 = 24",
        ),
        ("made", {"n": 6, "value": 8, "times": 10}, "Made with 6 tricks: 8 × 10"),
        ("tricks", {"n": 1, "value": 8}, "1 trick × 8"),
        ("tricks", {"n": 0, "value": 8}, "0 tricks × 8"),
        ("called", {"seat": "Chloé"}, "Called: the tricks count for Chloé"),
        ("together_failed", {"need": 5, "value": 8, "times": 10}, "Failed, fewer than 5 tricks together: 8 × 10"),
    ],
)
def test_a_reason_reads_as_a_sentence(code, params, sentence):
    assert labels.REASONS[code] % params == sentence


def test_every_game_that_can_be_bid_has_its_word():
    assert tuple(labels.CHOICES["level"]) == LEVELS
