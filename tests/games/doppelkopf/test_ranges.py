"""The ranges of Augen: their limits, that every number in them is worth the same, and how they are shown."""

from dataclasses import replace
from itertools import product

import pytest

from games.doppelkopf import rules
from games.doppelkopf.rules import PRESETS, problems, replay, warnings
from games.doppelkopf.rules.ranges import augen_of, ranges
from scorer.scoring import dump, judge
from tests.games.doppelkopf.hands import extras, hand, of_range
from tests.games.doppelkopf.reference import WORDS

HOUSE, DDV = PRESETS["house"], PRESETS["ddv"]
BIS = replace(HOUSE, boundary="bis")


def test_the_ranges_end_at_the_steps_of_the_ladder():
    under = [(0, 0), (1, 29), (30, 59), (60, 89), (90, 119), (120, 120), (121, 150), (151, 180), (181, 210), (211, 239)]
    assert [(part.lowest, part.highest) for part in ranges(HOUSE)] == [*under, (240, 240)]
    assert ranges(DDV) == ranges(replace(DDV, boundary="bis")) == ranges(HOUSE)
    up_to = [(0, 0), (1, 30), (31, 60), (61, 90), (91, 119), (120, 120), (121, 149), (150, 179), (180, 209), (210, 239)]
    assert [(part.lowest, part.highest) for part in ranges(BIS)] == [*up_to, (240, 240)]


@pytest.mark.parametrize("variant", [HOUSE, BIS, DDV], ids=["house", "bis", "ddv"])
@pytest.mark.parametrize("kind", ["normal", "damen"])
def test_every_hand_of_a_range_is_worth_the_same_whatever_was_announced(variant, kind):
    for part in ranges(variant):
        for re, kontra in product(WORDS, WORDS):
            entries = [hand(augen, re, kontra, kind=kind) for augen in range(part.lowest, part.highest + 1)]
            entries.append(of_range(part.highest, re, kontra, kind=kind))
            assert len({replay([entry], variant, 4)[0].points for entry in entries}) == 1, (part, re, kontra)


@pytest.mark.parametrize("variant", [HOUSE, BIS, DDV], ids=["house", "bis", "ddv"])
def test_a_range_accepts_the_sonderpunkte_that_any_of_its_numbers_accepts(variant):
    """Up to two Doppelkopf tricks of a party."""
    made = [extras(*counts) for counts in product(range(3), range(3), range(2))]
    for part in ranges(variant):
        for re, kontra in [(one, extras()) for one in made] + [(extras(), one) for one in made]:
            both = {"re_extras": re, "kontra_extras": kontra}
            numbers = [hand(augen, **both) for augen in range(part.lowest, part.highest + 1)]
            some = any(not problems(entry, variant, 4) for entry in numbers)
            assert some == (problems(of_range(part.highest, **both), variant, 4) == ())


@pytest.mark.parametrize(("variant", "highest"), [(HOUSE, 150), (BIS, 149), (DDV, 150), (HOUSE, 89), (BIS, 90)])
def test_a_range_is_entered_by_its_highest_number(variant, highest):
    assert problems(of_range(highest), variant, 4) == ()
    for augen in (highest - 1, highest + 1):
        assert [(found.field, found.code) for found in problems(of_range(augen), variant, 4)] == [
            ("re_augen", "augen_no_range")
        ]
        assert problems(hand(augen), variant, 4) == ()


@pytest.mark.parametrize("highest", [0, 120, 240])
def test_a_range_of_one_number_is_that_number(highest):
    assert augen_of(of_range(highest), HOUSE) == augen_of(hand(highest), HOUSE)


def test_the_reasons_and_warnings_say_the_range():
    for augen, words, code, params in [
        (150, ("-", "-"), "re_won_range", {"augen": "121–150"}),
        (150, ("k90", "-"), "kontra_won_range", {"augen": "90–119"}),
        (150, ("k90", "k90"), "nobody_won", {"re": "121–150", "kontra": "90–119"}),
    ]:
        first = replay([of_range(augen, *words)], DDV, 4)[0].reasons[0]
        assert (first.code, first.params) == (code, params)
    far = warnings([of_range(119, "k90")], DDV, 4)[0]
    assert (far.code, far.params) == ("re_missed_by_far", {"augen": "90–119"})
    room = problems(of_range(29, re_extras=extras(0, 1)), HOUSE, 4)[0]
    assert (room.code, room.params) == ("extras_augen", {"augen": "1–29", "least": 40})


def test_the_hand_format_says_that_only_the_range_is_known():
    line = {"kind": "normal", "re": [1, 3], "re_augen": 150, "augen_exact": False}
    judged = judge(rules, line, HOUSE, 4)
    assert judged.entry == of_range(150)
    assert dump(judged.entry) == line
    assert "augen_exact" not in dump(hand(150))
