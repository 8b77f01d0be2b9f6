"""The form asks only what a game needs, and gives the entry that was meant."""

from dataclasses import replace

import pytest

from games.skat.forms import HandForm
from games.skat.rules import PRESETS, Entry, Variant
from scorer.play import services
from scorer.play.table_context import TableContext
from tests.factories import make_players, make_table
from tests.games import filled

pytestmark = pytest.mark.django_db

ALL_RULES = Variant(ramsch=True, kontra=True, bock=True)
GRAND = {"kind": "grand", "declarer": "1", "matadors": "2", "in_hand": "on", "result": "won"}


@pytest.fixture
def table_at(club):
    def context(seats=3, variant=PRESETS["isko"]):
        return TableContext(make_table(club, "skat", variant=variant, players=make_players(club, seats)))

    return context


@pytest.mark.parametrize(
    ("values", "entry"),
    [
        (GRAND, Entry("grand", 1, 2, in_hand=True, result="won")),
        (GRAND | {"matadors": "-3", "announced": "schwarz"}, Entry("grand", 1, -3, True, "schwarz", "won")),
        (
            {"kind": "null", "declarer": "3", "announced": "ouvert", "result": "lost", "bid": "46"},
            Entry("null", 3, announced="ouvert", result="lost", bid=46),
        ),
        (
            {"kind": "C", "declarer": "2", "matadors": "-1", "result": "won", "kontra": "re", "bock_event": "on"},
            Entry("C", 2, -1, result="won", kontra="re", bock_event=True),
        ),
        (
            {"kind": "ramsch", "loser": "2", "result": "jungfrau", "augen": "70"},
            Entry("ramsch", loser=2, result="jungfrau", augen=70),
        ),
        ({"passed_out": "on"}, Entry(passed_out=True)),
    ],
)
def test_what_is_typed_is_the_hand_that_was_meant(table_at, values, entry):
    assert filled.entry_of(HandForm, table_at(variant=ALL_RULES), values) == entry


def test_the_form_asks_for_no_house_rule_that_the_table_does_not_play(table_at):
    plain = HandForm(table_context=table_at())
    assert plain.fields.keys().isdisjoint({"kontra", "bock_event", "loser", "augen"})
    assert "ramsch" not in dict(plain.fields["kind"].widget.choices)
    house = HandForm(table_context=table_at(variant=ALL_RULES))
    assert house.fields.keys() >= {"kontra", "bock_event", "loser", "augen"}


def test_the_dealer_of_a_table_of_four_rests_and_has_no_key(table_at):
    context = table_at(4)
    form = HandForm(table_context=context)
    assert form["sitting_out"].value() == 1
    keys = {key.choice.data["value"]: key.when for key in form.keys_of["declarer"]}
    assert keys[1] == '{"sitting_out":["2","3","4"]}'
    assert filled.entry_of(HandForm, context, GRAND | {"declarer": "2", "sitting_out": "1"}).sitting_out == (1,)
    assert filled.entry_of(HandForm, context, {"passed_out": "on", "sitting_out": "1"}).sitting_out == (1,)


def test_the_next_dealer_rests_in_the_next_hand(table_at):
    context = table_at(4)
    services.record_hand(context.table, Entry("C", 2, 1, result="won", sitting_out=(1,)), by=None, key=None)
    form = HandForm(table_context=TableContext(context.table))
    assert form["sitting_out"].value() == 2


def test_a_key_is_there_for_the_games_that_have_its_value(table_at):
    form = HandForm(table_context=table_at(variant=ALL_RULES))
    results = {key.choice.data["value"]: key.when for key in form.keys_of["result"]}
    assert '"null"' in results["won"]
    assert '"ramsch"' in results["lost"]
    assert results["jungfrau"] == '{"kind":["ramsch"]}'
    assert '"null"' not in results["schneider"]
    announced = {key.choice.data["value"]: key.when for key in form.keys_of["announced"]}
    assert '"null"' in announced["ouvert"]
    assert '"null"' not in announced["schneider"]


def test_a_wrong_value_is_told_beside_its_field(table_at):
    context = table_at()
    form = filled.typed(HandForm, context, GRAND | {"in_hand": "", "announced": "schneider", "bid": "19"})
    assert set(form.errors) == {"announced", "bid"}
    assert form.errors["bid"] == ["19 is no bid. The nearest one below is 18."]


@pytest.mark.parametrize(
    "entry",
    [
        Entry("grand", 1, -2, in_hand=True, announced="schneider", result="schneider", bid=120),
        Entry("null", 1, result="won"),
        Entry("ramsch", loser=1, augen=60, result="lost", bock_event=True),
        Entry("ramsch", loser=1, result="durchmarsch"),
        Entry("C", 1, 7, result="won", kontra="kontra"),
        Entry(passed_out=True),
    ],
)
def test_the_form_shows_a_hand_as_it_was_entered(table_at, entry):
    for seats in (3, 4):
        hand = replace(entry, sitting_out=(2,) if seats == 4 else ())
        context = table_at(seats, ALL_RULES)
        shown = filled.shown_by(HandForm(table_context=context, initial=HandForm.initial_of(hand) | {"dealer": 2}))
        assert filled.entry_of(HandForm, context, shown) == hand


def test_the_head_says_that_a_hand_counts_double(table_at):
    context = table_at(variant=ALL_RULES)
    assert HandForm(table_context=context).head.stakes == ""
    services.record_hand(context.table, Entry(passed_out=True, bock_event=True), by=None, key=None)
    assert HandForm(table_context=TableContext(context.table)).head.stakes == "Bock × 2"
