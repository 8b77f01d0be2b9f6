import pytest
from django.urls import reverse

from games.belote.forms import CardsForm, PointsForm
from games.belote.rules import PRESETS, Entry
from games.belote.rules.entry import PerSide
from scorer.play.models import Hand
from scorer.play.table_context import TableContext
from tests.factories import make_table
from tests.games.belote.rounds import ALL, SPADES_LOW, split
from tests.games.filled import entry_of, shown_by, typed

pytestmark = pytest.mark.django_db

HOUSE_HAND = {"bidder": "2", "value": "90", "trump": "H", "coinche": "none", "points": "95", "belote": "contracting"}

CONTRACT = {"bidder": "1", "value": "100", "trump": "H", "coinche": "none"}
PLAYED = tuple(split(*ALL, last=SPADES_LOW))
CARDS = [card for trick in PLAYED for card in trick.cards]


@pytest.fixture
def house(club):
    return TableContext(make_table(club, "belote"))


@pytest.fixture
def ffb(club):
    return TableContext(make_table(club, "belote", variant=PRESETS["ffb"]))


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
        ({"passed_out": "on"}, {"passed_out"}),
        ({"value": "85", "points": "161", "belote": "both", "trump": "", "bidder": "0"}, {*HOUSE_HAND} - {"coinche"}),
    ],
)
def test_every_fault_is_shown_beside_its_field(house, changed, fields):
    form = typed(PointsForm, house, HOUSE_HAND | changed)
    assert not form.is_valid()
    assert set(form.errors) == fields
    assert form.entry is None


def test_house_rules_leave_out_the_fields_of_the_federation(house):
    fields = PointsForm(table_context=house).fields
    assert not fields.keys() & {"capot", "capot_opponent", "declarations_contracting", "belotes_opponent"}
    assert [key for key, _ in fields["trump"].widget.choices] == ["C", "D", "H", "S"]
    assert "capot" not in [key for key, _ in fields["value"].widget.choices]


def test_the_federations_questions_make_a_hand(ffb):
    capot = {"bidder": "4", "value": "capot", "trump": "S", "coinche": "coinche", "slam": "made", "capot": "bidder"}
    declared = {"declarations_opponent": "50", "declarations_contracting": ""}
    assert entry_of(PointsForm, ffb, capot | declared) == Entry(
        4, "capot", "S", "coinche", 162, capot="bidder", declarations=PerSide(opponent=50)
    )
    lost = {"bidder": "4", "value": "90", "trump": "S", "points": "0", "capot": "", "capot_opponent": "opponent"}
    assert entry_of(PointsForm, ffb, lost).capot == "opponent"
    assert entry_of(PointsForm, ffb, lost | {"capot_opponent": "no"}).capot is None
    all_trump = {"bidder": "1", "value": "120", "trump": "TA", "points": "130", "belotes_contracting": "2"}
    assert entry_of(PointsForm, ffb, all_trump).belotes == PerSide(contracting=2)


FFB_HAND = {"bidder": "4", "value": "90", "trump": "S", "coinche": "none"}


@pytest.mark.parametrize(("value", "winner"), [("capot", "contracting"), ("generale", "bidder")])
def test_a_capot_or_generale_is_made_or_failed_by_one_answer(ffb, value, winner):
    bid = FFB_HAND | {"value": value}
    assert entry_of(PointsForm, ffb, bid | {"slam": "made"}) == Entry(4, value, "S", points=162, capot=winner)
    assert entry_of(PointsForm, ffb, bid | {"slam": "failed"}) == Entry(4, value, "S", points=0)
    assert entry_of(PointsForm, ffb, bid | {"slam": "failed", "points": "142"}) == Entry(4, value, "S", points=142)
    assert entry_of(PointsForm, ffb, bid | {"slam": "failed", "capot": winner}) == Entry(4, value, "S", points=0)


@pytest.mark.parametrize("points", ["", "0", "142", "162"])
def test_a_capot_that_is_not_answered_is_missing_and_not_its_points(ffb, points):
    form = typed(PointsForm, ffb, FFB_HAND | {"value": "capot", "points": points})
    assert set(form.errors) == {"slam"}
    assert [(problem.field, problem.code) for problem in form.problems] == [("slam", "required")]
    assert set(typed(PointsForm, ffb, FFB_HAND | {"value": "capot", "slam": "perhaps"}).errors) == {"slam"}


@pytest.mark.parametrize("points", ["250", "252"])
def test_250_and_252_are_the_points_of_all_eight_tricks(house, ffb, points):
    assert entry_of(PointsForm, ffb, FFB_HAND | {"points": points}) == Entry(
        4, 90, "S", points=162, capot="contracting"
    )
    assert entry_of(PointsForm, house, FFB_HAND | {"points": points}) == Entry(4, 90, "S", points=162)


@pytest.mark.parametrize(("points", "field"), [("162", "capot"), ("0", "capot_opponent")])
def test_the_form_asks_whether_all_the_points_were_all_the_tricks(house, ffb, points, field):
    form = typed(PointsForm, ffb, FFB_HAND | {"points": points})
    assert form.errors == {field: [f"The bidder's side has {points} points. Was it a capot?"]}
    assert form.entry is None
    assert entry_of(PointsForm, ffb, FFB_HAND | {"points": points, field: "no"}).capot is None
    assert entry_of(PointsForm, house, HOUSE_HAND | {"points": points}).capot is None


@pytest.mark.parametrize(
    "entry",
    [
        Entry(4, "capot", "S", points=150),
        Entry(4, "capot", "S", points=162),
        Entry(4, "generale", "S", points=162, capot="contracting"),
        Entry(4, "capot", "S", points=0, capot="opponent"),
        Entry(4, 90, "S", points=162, capot="bidder"),
        Entry(4, 90, "S", points=162),
        Entry(4, 90, "S", points=0, capot="opponent"),
        Entry(4, 90, "S", points=0),
    ],
)
def test_every_capot_can_be_shown_again_and_saved_unchanged(ffb, entry):
    form = PointsForm(table_context=ffb, initial=PointsForm.initial_of(entry))
    assert entry_of(PointsForm, ffb, shown_by(form)) == entry


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
def test_the_faults_of_the_federations_fields_are_shown_beside_them(ffb, changed, fields):
    form = typed(PointsForm, ffb, HOUSE_HAND | changed)
    assert not form.is_valid()
    assert set(form.errors) == fields


# From the cards


def test_all_cards_make_a_hand(house):
    values = CONTRACT | {"leader": "1", "tricks": " ".join(CARDS)}
    assert entry_of(CardsForm, house, values) == Entry(1, 100, "H", tricks=PLAYED)


def test_cards_played_one_by_one_end_in_the_same_hand(house):
    values = CONTRACT | {"leader": "1", "tricks": ""}
    for played, card in enumerate(CARDS, start=1):
        form = typed(CardsForm, house, values | {"card": card})
        assert not form.is_valid()
        assert not form.errors
        values["tricks"] = form["tricks"].value()
        assert form.cards == CARDS[:played]
    assert form.complete
    assert form.entry == Entry(1, 100, "H", tricks=PLAYED)
    assert sum(points for _name, points in form.points_so_far) == 162


def test_the_seat_after_the_dealer_leads_unless_another_is_chosen(house):
    assert CardsForm(table_context=house).turn == "Boris"
    assert typed(CardsForm, house, {"dealer": "3"}).turn == "Dirk"
    assert typed(CardsForm, house, {"dealer": "3", "leader": "1"}).turn == "Ada"


def test_the_winner_of_a_trick_has_its_points_and_the_lead(house):
    form = typed(CardsForm, house, CONTRACT | {"tricks": "7C 8C 7H 9C AC"})
    assert [(trick.leader, trick.side, trick.points) for trick in form.finished] == [("Boris", "Boris & Dirk", 0)]
    assert {place.name: place.card for place in form.places} == {
        "Ada": None,
        "Boris": None,
        "Chloé": None,
        "Dirk": "AC",
    }
    assert form.turn == "Ada"
    assert form.last_player == "Dirk"


def test_a_trick_waits_for_the_trump(house):
    form = typed(CardsForm, house, CONTRACT | {"trump": "", "tricks": "7C 8C 7H 9C"})
    assert form.waits_for_trump
    assert form.turn is None
    assert not any(playable for row in form.deck for _card, playable in row)
    assert [place.card for place in form.places] == ["9C", "7C", "8C", "7H"]
    chosen = typed(CardsForm, house, CONTRACT | {"tricks": "7C 8C 7H 9C", "look": "1"})
    assert chosen.turn == "Dirk"
    assert not chosen.errors


def test_a_card_can_be_played_once(house):
    form = typed(CardsForm, house, CONTRACT | {"tricks": "7C 8C", "card": "7C"})
    assert form.cards == ["7C", "8C"]
    assert {card for row in form.deck for card, playable in row if not playable} == {"7C", "8C"}


def test_the_last_card_can_be_undone(house):
    assert typed(CardsForm, house, CONTRACT | {"tricks": "7C 8C", "undo_card": "1"}).cards == ["7C"]
    assert typed(CardsForm, house, CONTRACT | {"tricks": "", "undo_card": "1"}).cards == []


@pytest.mark.parametrize(
    ("tricks", "sentences"),
    [
        ("", ["There are 0 tricks, but a hand has 8."]),
        (" ".join(CARDS[:28]), ["There are 7 tricks, but a hand has 8."]),
        (" ".join(CARDS[:31]), ["There are 3 cards, but a trick has 4."]),
        (" ".join([*CARDS[:31], CARDS[0]]), ["The card JH was played already."]),
        (" ".join([*CARDS[:31], "1X"]), ["There is no card “1X”."]),
    ],
)
def test_faults_of_the_cards_are_shown_beside_them(house, tricks, sentences):
    form = typed(CardsForm, house, CONTRACT | {"leader": "1", "tricks": tricks})
    assert not form.is_valid()
    assert form.errors == {"tricks": sentences}


def test_unfinished_cards_are_only_missing_while_the_hand_is_typed(house):
    form = typed(CardsForm, house, CONTRACT | {"trump": "", "tricks": "7C 8C"})
    form.is_valid()
    assert {(problem.field, problem.code) for problem in form.problems} == {
        ("trump", "required"),
        ("tricks", "required"),
    }


@pytest.mark.parametrize("form", [PointsForm, CardsForm])
def test_a_hand_is_corrected_the_way_it_was_entered(form):
    assert form.can_show(Entry(1, 100, "H", tricks=PLAYED)) == (form is CardsForm)
    assert form.can_show(Entry(1, 100, "H", points=100)) == (form is PointsForm)


def test_a_hand_from_the_cards_can_be_shown_again_and_saved_unchanged(ffb):
    entry = Entry(2, "capot", "TA", "coinche", tricks=PLAYED, declarations=PerSide(contracting=50))
    form = CardsForm(table_context=ffb, initial=CardsForm.initial_of(entry))
    assert form.complete
    leaders = entry_of(CardsForm, ffb, shown_by(form)).tricks
    assert leaders == PLAYED


def test_a_hand_is_played_card_by_card_without_javascript(house, ada, client_of):
    client, table = client_of(ada), house.table
    page = client.get(reverse("play:table", args=[table.pk]), {"way": "cards"})
    values = shown_by(page.context["form"]) | CONTRACT | {"way": "cards", "leader": "1"}
    for card in CARDS:
        page = client.post(reverse("play:entry", args=[table.pk]), values | {"card": card})
        assert page.status_code == 200
        values["tricks"] = page.context["form"]["tricks"].value()
    assert "All 32 cards are played." in page.content.decode()
    assert page.context["shares"][0].points == 162
    values["seen"] = page.context["seen"]
    assert client.post(reverse("play:record", args=[table.pk]), values).status_code == 302
    assert house.game.hand_model.objects.get(hand__table=table).entry == Entry(1, 100, "H", tricks=PLAYED)


def test_a_step_saves_nothing_wherever_it_is_posted(house, ada, client_of):
    client, table = client_of(ada), house.table
    values = CONTRACT | {"way": "cards", "leader": "1", "tricks": " ".join(CARDS[:31]), "card": CARDS[31]}
    hidden = shown_by(CardsForm(table_context=house))
    assert client.post(reverse("play:record", args=[table.pk]), hidden | values).status_code == 422
    assert not Hand.objects.exists()


def test_a_hand_from_the_cards_is_corrected_with_them(house, ada, client_of):
    client, table = client_of(ada), house.table
    values = (
        shown_by(CardsForm(table_context=house)) | CONTRACT | {"way": "cards", "leader": "1", "tricks": " ".join(CARDS)}
    )
    client.post(reverse("play:record", args=[table.pk]), values)
    address = reverse("play:correct", args=[table.pk, 1])
    page = client.get(address)
    assert page.context["form"].way == "cards"
    shorter = client.post(address, shown_by(page.context["form"]) | {"way": "cards", "undo_card": "1", "why": "revoke"})
    assert shorter.context["form"].cards == CARDS[:31]
    assert "revoke" in shorter.content.decode()


def test_the_pages_of_a_hand_by_points_and_of_the_federation_can_be_read(house, ffb, ada, client_of):
    client = client_of(ada)
    for table_context in (house, ffb):
        for way in ("points", "cards"):
            text = client.get(reverse("play:table", args=[table_context.table.pk]), {"way": way}).content.decode()
            assert ("Declarations" in text) == (table_context is ffb)
            assert "Boris" in text
            assert 'data-when=""' not in text
