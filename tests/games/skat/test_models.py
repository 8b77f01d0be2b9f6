from dataclasses import replace

import pytest

from games.skat.models import SkatHand, SkatTable
from games.skat.rules import PRESETS, Entry, Variant
from scorer.play import services
from tests.factories import make_players, make_table
from tests.games.conftest import assert_kept_or_refused

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

ALL_RULES = Variant(ramsch=True, kontra=True, bock=True)
CLUBS = Entry("C", 1, -11, result="lost_schneider", bid=18, kontra="re", bock_event=True)
GRAND = Entry("grand", 2, 4, in_hand=True, announced="ouvert", result="schwarz")
NULL = Entry("null", 3, announced="ouvert", result="won")
RAMSCH = Entry("ramsch", loser=1, augen=55, result="jungfrau")
DURCHMARSCH = Entry("ramsch", loser=1, result="durchmarsch")
PASSED_OUT = Entry(passed_out=True, bock_event=True)
HANDS = [CLUBS, GRAND, NULL, RAMSCH, DURCHMARSCH, PASSED_OUT]


@pytest.fixture
def saved(club):
    def save(entry, seats=None):
        players = make_players(club, seats or 3 + len(entry.sitting_out))
        table = make_table(club, "skat", variant=ALL_RULES, players=players)
        return services.record_hand(table, entry, by=None, key=None).hand

    return save


def test_a_hand_that_nobody_bid_need_not_say_who_rested(saved):
    assert SkatHand.objects.get(hand=saved(PASSED_OUT, seats=4)).entry == PASSED_OUT


@pytest.mark.parametrize("variant", [*PRESETS.values(), ALL_RULES])
def test_a_table_keeps_its_variant(club, variant):
    assert SkatTable.objects.get(table=make_table(club, "skat", variant=variant)).variant == variant


AT_FOUR = replace(CLUBS, sitting_out=(2,))
IMPOSSIBLE = [
    (CLUBS, {"kind": "X"}, "skat_one_kind_of_hand"),
    (CLUBS, {"kind": None}, "skat_one_kind_of_hand"),
    (CLUBS, {"declarer": None}, "skat_one_kind_of_hand"),
    (CLUBS, {"matadors": None}, "skat_one_kind_of_hand"),
    (CLUBS, {"result": None}, "skat_one_kind_of_hand"),
    (CLUBS, {"loser": 2, "augen": 30}, "skat_one_kind_of_hand"),
    (CLUBS, {"augen": 50}, "skat_one_kind_of_hand"),
    (CLUBS, {"passed_out": True}, "skat_one_kind_of_hand"),
    (NULL, {"matadors": 1}, "skat_one_kind_of_hand"),
    (RAMSCH, {"bid": 18}, "skat_one_kind_of_hand"),
    (PASSED_OUT, {"in_hand": True}, "skat_one_kind_of_hand"),
    (CLUBS, {"declarer": 5}, "skat_declarer_in_range"),
    (RAMSCH, {"loser": 0}, "skat_loser_in_range"),
    (AT_FOUR, {"sitting_out": 5}, "skat_sitting_out_in_range"),
    (AT_FOUR, {"sitting_out": 1}, "skat_declarer_does_not_rest"),
    (RAMSCH, {"sitting_out": 1}, "skat_loser_does_not_rest"),
    (CLUBS, {"matadors": 12}, "skat_matadors_of_C"),
    (CLUBS, {"matadors": 0}, "skat_matadors_not_0"),
    (GRAND, {"matadors": -5}, "skat_matadors_of_grand"),
    (CLUBS, {"announced": "schneider"}, "skat_announced_in_hand"),
    (NULL, {"announced": "schwarz"}, "skat_announced_in_null"),
    (GRAND, {"announced": "loud"}, "skat_announced_known"),
    (CLUBS, {"kontra": "sub"}, "skat_kontra_known"),
    (CLUBS, {"result": "jungfrau"}, "skat_result_of_"),
    (NULL, {"result": "schneider"}, "skat_result_of_null"),
    (RAMSCH, {"result": "won"}, "skat_result_of_ramsch"),
    (CLUBS, {"bid": 19}, "skat_bid_a_value"),
    (RAMSCH, {"augen": 121}, "skat_augen_in_range"),
    (RAMSCH, {"augen": None}, "skat_augen_of_a_ramsch"),
    (DURCHMARSCH, {"augen": 120}, "skat_augen_of_a_durchmarsch"),
]


def test_a_hand_comes_back_as_it_was_written_and_an_impossible_one_is_refused(saved):
    resting = [replace(entry, sitting_out=(4,)) for entry in HANDS]
    assert_kept_or_refused(saved, SkatHand.objects.all(), IMPOSSIBLE, *HANDS, *resting)
