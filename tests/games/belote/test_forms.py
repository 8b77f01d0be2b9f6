import pytest

from games.belote.forms import PointsForm
from games.belote.rules import EXAMPLES, PRESETS, Entry
from games.belote.rules.entry import PerSide
from scorer.play.setting import Setting
from tests.factories import make_table

pytestmark = pytest.mark.django_db

HOUSE_HAND = {"bidder": "2", "value": "90", "trump": "H", "coinche": "none", "points": "95", "belote": "contracting"}


@pytest.fixture
def house(club):
    return Setting(make_table(club, "belote"))


@pytest.fixture
def ffb(club):
    return Setting(make_table(club, "belote", variant=PRESETS["ffb"]))


def typed(kind, setting, values):
    start = kind(setting=setting)
    hidden = {name: start[name].value() for name in ("key", "number", "layout")}
    return kind({**hidden, **values}, setting=setting)


def entry_of(kind, setting, values):
    form = typed(kind, setting, values)
    assert form.is_valid(), form.errors
    return form.entry


def shown_by(form):
    """What a browser would send back of a form untouched."""
    values = {name: form[name].value() for name in form.fields}
    return {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value is not None and value is not False
    }


def test_the_contract_and_the_points_make_a_hand(house):
    assert entry_of(PointsForm, house, HOUSE_HAND) == Entry(2, 90, "H", points=95, belote="contracting")


def test_passed_out_needs_nothing_else(house):
    assert entry_of(PointsForm, house, {"passed_out": "on", "coinche": "none"}) == Entry(passed_out=True)


def test_an_empty_form_says_what_is_missing_beside_each_field(house):
    form = typed(PointsForm, house, {"coinche": "none"})
    assert not form.is_valid()
    assert set(form.errors) == {"bidder", "value", "trump", "points"}


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"value": "85"}, {"value"}),
        ({"value": "lots"}, {"value"}),
        ({"points": "1"}, {"points"}),
        ({"points": "161"}, {"points"}),
        ({"points": "163"}, {"points"}),
        ({"points": "many"}, {"points"}),
        ({"points": "9" * 30}, {"points"}),
        ({"bidder": "5"}, {"bidder"}),
        ({"trump": "SA"}, {"trump"}),
        ({"value": "capot"}, {"value"}),
        ({"coinche": "twice"}, {"coinche"}),
        ({"belote": "both"}, {"belote"}),
        ({"passed_out": "on"}, {"bidder", "value", "trump", "points", "belote"}),
        ({"value": "85", "points": "161", "belote": "both", "trump": "", "bidder": "0"}, {*HOUSE_HAND} - {"coinche"}),
    ],
)
def test_every_fault_stands_beside_its_field(house, changed, fields):
    form = typed(PointsForm, house, HOUSE_HAND | changed)
    assert not form.is_valid()
    assert set(form.errors) == fields
    assert form.entry is None


def test_the_house_rules_ask_nothing_of_the_federations(house):
    fields = PointsForm(setting=house).fields
    assert not fields.keys() & {"capot", "capot_opponent", "declarations_contracting", "belotes_opponent"}
    assert [key for key, _ in fields["trump"].widget.choices] == ["C", "D", "H", "S"]
    assert "capot" not in [key for key, _ in fields["value"].widget.choices]


def test_the_federations_questions_make_a_hand(ffb):
    capot = {"bidder": "4", "value": "capot", "trump": "S", "coinche": "coinche", "points": "162", "capot": "bidder"}
    declared = {"declarations_opponent": "50", "declarations_contracting": ""}
    assert entry_of(PointsForm, ffb, capot | declared) == Entry(
        4, "capot", "S", "coinche", 162, capot="bidder", declarations=PerSide(opponent=50)
    )
    lost = {"bidder": "4", "value": "90", "trump": "S", "points": "0", "capot": "", "capot_opponent": "opponent"}
    assert entry_of(PointsForm, ffb, lost).capot == "opponent"
    all_trump = {"bidder": "1", "value": "120", "trump": "TA", "points": "130", "belotes_contracting": "2"}
    assert entry_of(PointsForm, ffb, all_trump).belotes == PerSide(contracting=2)


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"declarations_contracting": "20", "declarations_opponent": "50"}, {"declarations_contracting"}),
        ({"declarations_opponent": "30"}, {"declarations_opponent"}),
        ({"belotes_contracting": "1"}, {"belotes_contracting"}),
        ({"capot": "contracting"}, {"capot"}),
        ({"trump": "SA"}, {"belote"}),
        ({"trump": "TA", "belote": "", "belotes_contracting": "3", "belotes_opponent": "2"}, {"belotes_contracting"}),
    ],
)
def test_the_federations_faults_stand_beside_their_fields(ffb, changed, fields):
    form = typed(PointsForm, ffb, HOUSE_HAND | changed)
    assert not form.is_valid()
    assert set(form.errors) == fields


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.variant}: {example.points}")
def test_a_hand_can_be_shown_again_and_saved_unchanged(house, ffb, example):
    setting = {"house": house, "ffb": ffb}[example.variant]
    form = PointsForm(setting=setting, initial=PointsForm.initial_of(example.entry))
    assert entry_of(PointsForm, setting, shown_by(form)) == example.entry
