from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from games.skat import labels
from games.skat.description import describe
from games.skat.rules import PRESETS, Entry, Variant, notices, problems, replay, warnings
from games.skat.rules.entry import Announced, Kind, Kontra, Result
from scorer.registry.description import Subject
from scorer.registry.words import COMMON_PROBLEMS

pytestmark = pytest.mark.usefixtures("english")

OF_EVERY_GAME = COMMON_PROBLEMS.keys() - labels.PROBLEMS.keys()
ISKO, PLAIN, PUB = PRESETS.values()
ALL_RULES = Variant(ramsch=True, kontra=True, bock=True, deals_each=1)
GOOD = Entry("C", 1, 1, result="won")
RAMSCH = Entry("ramsch", loser=2, augen=55, result="lost")
NAMES = {1: "Ada", 2: "Boris", 3: "Chloé", 4: "Dirk"}


def every_reason():
    hands = [
        Entry(passed_out=True),
        replace(GOOD, bock_event=True, kontra="kontra"),
        replace(GOOD, result="lost", kontra="re"),
        replace(GOOD, in_hand=True, announced="schneider"),
        replace(GOOD, bid=30),
        RAMSCH,
        replace(RAMSCH, result="jungfrau"),
        replace(RAMSCH, result="durchmarsch", augen=None),
    ]
    for outcome in replay(hands, ALL_RULES, 3):
        yield from outcome.reasons


def every_problem():
    refused = [
        Entry("C", 2, 12, announced="schneider", result="jungfrau", bid=19, kontra="re", sitting_out=(2,)),
        Entry("ramsch", loser=1, augen=120, result="durchmarsch", declarer=1),
        Entry("C", 1, 1, result="won", bid=264),
        Entry("C", passed_out=True),
    ]
    for entry in refused:
        yield from problems(entry, ISKO, 4)
    for entry in (Entry("C", 1, 1, in_hand=True, announced="schwarz", result="won"), replace(GOOD, bid=30)):
        yield from warnings([entry], ALL_RULES, 3)
    yield from warnings([GOOD] * 4, ALL_RULES, 3)
    resting = replace(GOOD, declarer=3, sitting_out=(1,))
    yield from warnings([resting, replace(resting, sitting_out=(4,))], ISKO, 4)


def test_every_reason_has_its_sentence_and_no_sentence_is_idle():
    reasons = list(every_reason())
    assert {reason.code for reason in reasons} == set(labels.REASONS)
    for reason in reasons:
        assert "%" not in str(labels.REASONS[reason.code] % {"seat": "Ada", **reason.params})


def test_every_problem_and_warning_has_its_sentence_and_no_sentence_is_idle():
    found = [problem for problem in every_problem() if problem.code not in OF_EVERY_GAME]
    assert {problem.code for problem in found} == set(labels.PROBLEMS)
    for problem in found:
        assert "%" not in str(labels.PROBLEMS[problem.code] % problem.params)


def test_every_notice_has_its_sentence_and_no_sentence_is_idle():
    hands = [replace(GOOD, bock_event=True), GOOD, GOOD]
    carries = [outcome.carry for outcome in replay(hands, ALL_RULES, 3)]
    said = [notice for carry in carries for notice in notices((0, 0, 0), carry, ALL_RULES, 3)]
    assert {notice.code for notice in said} == set(labels.NOTICES)
    for notice in said:
        assert "%" not in str(labels.NOTICES[notice.code] % {"seat": "Ada", **notice.params})


def test_every_field_and_choice_has_its_label():
    assert set(labels.FIELDS) == set(Entry.__dataclass_fields__)
    of_choices = {"kind": Kind, "announced": Announced, "result": Result, "kontra": Kontra}
    assert {name: {*words} for name, words in labels.CHOICES.items()} == {
        name: {*get_args(codes)} for name, codes in of_choices.items()
    }


@pytest.mark.parametrize("name", ["ramsch", "kontra", "bock"])
def test_each_house_rule_says_what_it_does(name):
    assert name in labels.VARIANT_FIELDS
    assert len(str(labels.VARIANT_HELP[name])) > 80


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (GOOD, "♣ with 1 Ada won"),
        (Entry("grand", 2, -2, result="lost_schneider"), "Grand without 2 Boris lost · own Schneider"),
        (
            Entry("H", 1, -3, in_hand=True, announced="schneider", result="won"),
            "♥ Hand without 3 Ada lost · Schneider announced",
        ),
        (Entry("D", 1, 1, result="won", bid=33), "♦ with 1 Ada lost · overbid: 33"),
        (replace(GOOD, bid=24, kontra="re", bock_event=True), "♣ with 1 Ada won · bid 24 · Re · starts a Bock round"),
        (
            Entry("S", 1, 1, in_hand=True, announced="ouvert", result="schwarz"),
            "♠ Ouvert Hand with 1 Ada won · Schwarz",
        ),
        (Entry("null", 3, announced="ouvert", result="won", sitting_out=(4,)), "Null Ouvert Chloé won · Dirk sits out"),
        (RAMSCH, "Ramsch Boris 55 Augen"),
        (replace(RAMSCH, result="jungfrau"), "Ramsch Boris 55 Augen · Jungfrau"),
        (replace(RAMSCH, result="durchmarsch", augen=None), "Ramsch Boris · Durch­marsch"),
        (Entry(passed_out=True), "Nobody bid"),
    ],
)
def test_a_hand_is_described_as_players_say_it(entry, text):
    assert describe(Subject(entry, NAMES, ISKO)).text == text


def test_the_value_reads_as_it_is_counted():
    (reason, *_) = replay([Entry("grand", 1, 2, in_hand=True, result="won")], ISKO, 3)[0].reasons
    assert labels.REASONS["value"] % reason.params == "Matadors 2, game and steps 2: 4 × 24 = 96"


def test_no_house_rule_is_on_where_the_order_is_played():
    for variant, name in product((ISKO, PLAIN), ("ramsch", "kontra", "bock")):
        assert not getattr(variant, name)
        assert getattr(PUB, name)
