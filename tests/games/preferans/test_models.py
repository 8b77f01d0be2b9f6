from dataclasses import replace
from itertools import product

import pytest

from games.preferans.models import PreferansHand
from games.preferans.rules import Entry
from scorer.play import services
from tests.factories import make_players, make_table
from tests.games.conftest import assert_kept_or_refused

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

BOTH = Entry(level=4, roles=("declarer", "follow", "follow"), tricks=(6, 3, 1))
NOBODY = Entry(level=7, in_hand=True, roles=("pass", "declarer", "pass"))
COUNTER = Entry(level=2, counter="counter", roles=("follow", "counter", "declarer"), tricks=(0, 5, 5))
BETL = Entry(level=6, roles=("follow", "declarer", "follow"), tricks=(0, 1, 0))
PASSED_OUT = Entry(passed_out=True)
THREE = [BOTH, NOBODY, COUNTER, BETL, PASSED_OUT]


@pytest.fixture
def saved(club):
    def save(entry, seats=None):
        table = make_table(club, "preferans", players=make_players(club, seats or 3 + len(entry.sitting_out)))
        return services.record_hand(table, entry, by=None, key=None).hand

    return save


def test_a_hand_comes_back_whoever_sat_out(club):
    table = make_table(club, "preferans", players=make_players(club, 4))
    for played, seat in product(THREE, (1, 2, 3, 4)):
        entry = replace(played, sitting_out=(seat,))
        detail = PreferansHand.objects.get(hand=services.record_hand(table, entry, by=None, key=None).hand)
        assert detail.entry == entry
        assert getattr(detail, f"role_{seat}") is None
        assert detail.sitting_out == seat


def test_a_hand_that_nobody_bid_need_not_say_who_sat_out(saved):
    assert PreferansHand.objects.get(hand=saved(PASSED_OUT, seats=4)).entry == PASSED_OUT


IMPOSSIBLE = [
    (BOTH, {"level": 8}, "preferans_level_in_range"),
    (BOTH, {"level": None}, "preferans_one_kind_of_hand"),
    (COUNTER, {"counter": "kontra"}, "preferans_counter_known"),
    (BOTH, {"passed_out": True}, "preferans_one_kind_of_hand"),
    (PASSED_OUT, {"in_hand": True}, "preferans_one_kind_of_hand"),
    (PASSED_OUT, {"role_2": "pass"}, "preferans_one_kind_of_hand"),
    (PASSED_OUT, {"sitting_out": 5}, "preferans_sitting_out_in_range"),
    (PASSED_OUT, {"sitting_out": 0}, "preferans_sitting_out_in_range"),
    (NOBODY, {"role_3": None}, "preferans_three_at_play"),
    (NOBODY, {"role_4": "pass"}, "preferans_three_at_play"),
    (NOBODY, {"sitting_out": 2}, "preferans_three_at_play"),
    (replace(NOBODY, sitting_out=(2,)), {"sitting_out": None}, "preferans_three_at_play"),
    (NOBODY, {"role_3": "sleeps"}, "preferans_role_3_known"),
    (NOBODY, {"role_1": "declarer"}, "preferans_one_declarer"),
    (NOBODY, {"role_2": "pass"}, "preferans_one_declarer"),
    (COUNTER, {"counter": "none"}, "preferans_counter_said_by_one"),
    (COUNTER, {"role_1": "counter"}, "preferans_counter_said_by_one"),
    (BOTH, {"counter": "double_counter"}, "preferans_counter_said_by_one"),
    (BOTH, {"tricks_3": None, "tricks_2": 4}, "preferans_tricks_of_those_at_play"),
    (BOTH, {"tricks_4": 0}, "preferans_tricks_of_those_at_play"),
    (BOTH, {"tricks_1": None, "tricks_2": None, "tricks_3": None}, "preferans_tricks_of_those_at_play"),
    (NOBODY, {"tricks_1": 0, "tricks_2": 10, "tricks_3": 0}, "preferans_tricks_of_those_at_play"),
    (BOTH, {"tricks_1": 7}, "preferans_tricks_add_up"),
    (BOTH, {"tricks_1": 0}, "preferans_tricks_add_up"),
    (BETL, {"tricks_1": 10}, "preferans_tricks_add_up"),
]


def test_a_hand_comes_back_as_it_was_written_and_an_impossible_one_is_refused(saved):
    assert_kept_or_refused(saved, PreferansHand.objects.all(), IMPOSSIBLE)
