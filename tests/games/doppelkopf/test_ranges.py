"""The keys for the Augen: what stands on them, and that a finer number would change nothing."""

from dataclasses import replace
from itertools import product

import pytest

from games.doppelkopf.rules import PRESETS, problems, replay
from games.doppelkopf.rules.ranges import ranges
from tests.games.doppelkopf.hands import extras, hand
from tests.games.doppelkopf.reference import WORDS

HOUSE, DDV = PRESETS["house"], PRESETS["ddv"]
BIS = replace(HOUSE, boundary="bis")


def test_the_ranges_are_cut_by_the_ladder():
    under = [(0, 0), (1, 29), (30, 59), (60, 89), (90, 119), (120, 120), (121, 150), (151, 180), (181, 210), (211, 239)]
    assert [(part.lowest, part.highest) for part in ranges(HOUSE)] == [*under, (240, 240)]
    assert ranges(DDV) == ranges(replace(DDV, boundary="bis")) == ranges(HOUSE)
    up_to = [(0, 0), (1, 30), (31, 60), (61, 90), (91, 119), (120, 120), (121, 149), (150, 179), (180, 209), (210, 239)]
    assert [(part.lowest, part.highest) for part in ranges(BIS)] == [*up_to, (240, 240)]


@pytest.mark.parametrize("variant", [HOUSE, BIS, DDV], ids=["house", "bis", "ddv"])
@pytest.mark.parametrize("kind", ["normal", "damen"])
def test_every_hand_of_a_range_is_worth_the_same_whatever_was_said(variant, kind):
    for part in ranges(variant):
        for re, kontra in product(WORDS, WORDS):
            points = {
                replay([hand(augen, re, kontra, kind=kind)], variant, 4)[0].points
                for augen in range(part.lowest, part.highest + 1)
            }
            assert len(points) == 1, (part, re, kontra)


@pytest.mark.parametrize("variant", [HOUSE, BIS, DDV], ids=["house", "bis", "ddv"])
def test_the_augen_that_stand_for_a_range_leave_room_for_its_sonderpunkte(variant):
    """Up to two Doppelkopf tricks of a party; who has seen more counts the Augen."""
    made = [extras(*counts) for counts in product(range(3), range(3), range(2))]
    for part in ranges(variant):
        assert part.value in part
        for re, kontra in [(one, extras()) for one in made] + [(extras(), one) for one in made]:
            entries = [
                hand(augen, re_extras=re, kontra_extras=kontra) for augen in range(part.lowest, part.highest + 1)
            ]
            if any(not problems(entry, variant, 4) for entry in entries):
                assert problems(replace(entries[0], re_augen=part.value), variant, 4) == ()
