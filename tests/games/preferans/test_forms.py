import json
from itertools import permutations

import pytest
from django.urls import reverse

from games.preferans.forms import HandForm
from games.preferans.rules import EXAMPLES, PRESETS, Entry, replay
from scorer.play import services
from scorer.play.models import Table
from scorer.play.table_context import TableContext
from tests.factories import PlayerFactory, make_players, make_table
from tests.games import filled
from tests.games.filled import shown_by

pytestmark = pytest.mark.django_db

HOUSE = PRESETS["house"]
HAND = {"declarer": "1", "level": "4", "defence": "both", "tricks_2": "3", "tricks_3": "1"}


@pytest.fixture
def three(club):
    """Ada, Boris and Chloé."""
    return TableContext(make_table(club, "preferans"))


@pytest.fixture
def four(club):
    """Ada, who deals, Boris, Chloé and Dirk."""
    return TableContext(make_table(club, "preferans", players=make_players(club, 4)))


def typed(table_context, values):
    return filled.typed(HandForm, table_context, sitting_out(table_context) | values)


def entry_of(table_context, values):
    return filled.entry_of(HandForm, table_context, sitting_out(table_context) | values)


def sitting_out(table_context):
    return {"sitting_out": "1"} if table_context.size == 4 else {}


# From the form to a hand


@pytest.mark.parametrize(
    ("answers", "roles", "tricks"),
    [
        ({"defence": "both", "tricks_2": "3", "tricks_3": "1"}, ("declarer", "follow", "follow"), (6, 3, 1)),
        ({"defence": "both", "tricks_2": "0", "tricks_3": "0"}, ("declarer", "follow", "follow"), (10, 0, 0)),
        ({"defence": "follow-2", "tricks_2": "2"}, ("declarer", "follow", "pass"), (8, 2, 0)),
        ({"defence": "follow-3", "tricks_3": "0"}, ("declarer", "pass", "follow"), (10, 0, 0)),
        ({"defence": "nobody"}, ("declarer", "pass", "pass"), None),
        ({"defence": "call-2", "together": "4"}, ("declarer", "call", "called"), (6, 4, 0)),
        ({"defence": "call-3", "together": "0"}, ("declarer", "called", "call"), (10, 0, 0)),
    ],
)
def test_each_of_the_follow_modes_makes_a_hand(three, answers, roles, tricks):
    entry = entry_of(three, {"declarer": "1", "level": "4"} | answers)
    assert entry == Entry(level=4, roles=roles, tricks=tricks)


@pytest.mark.parametrize("counter", ["counter", "double_counter"])
@pytest.mark.parametrize(
    ("seat", "roles", "tricks"), [("2", ("counter", "follow"), (5, 0)), ("3", ("follow", "counter"), (0, 5))]
)
def test_a_counter_comes_with_who_said_it(three, counter, seat, roles, tricks):
    values = {"declarer": "1", "level": "2", "in_hand": "on", "defence": f"{counter}-{seat}", "together": "5"}
    assert entry_of(three, values) == Entry(
        2, in_hand=True, counter=counter, roles=("declarer", *roles), tricks=(5, *tricks)
    )


def test_a_betl_asks_only_whether_it_was_made(three):
    betl = {"declarer": "2", "level": "6"}
    roles = ("follow", "declarer", "follow")
    assert entry_of(three, betl | {"betl": "made"}) == Entry(6, roles=roles, tricks=(0, 0, 0))
    assert entry_of(three, betl | {"betl": "failed", "defence": "both"}) == Entry(6, roles=roles, tricks=(0, 1, 0))
    countered = entry_of(three, betl | {"betl": "made", "defence": "counter-3"})
    assert countered == Entry(6, counter="counter", roles=("follow", "declarer", "counter"), tricks=(0, 0, 0))


def test_passed_out_needs_nothing_else(three, four):
    assert entry_of(three, {"passed_out": "on"}) == Entry(passed_out=True)
    assert entry_of(four, {"passed_out": "on"}) == Entry(passed_out=True, sitting_out=(1,))


def test_at_a_table_of_four_the_entry_is_about_the_three_at_play(four):
    values = {"declarer": "3", "level": "4", "defence": "follow-4", "tricks_4": "2"}
    assert entry_of(four, values) == Entry(4, roles=("pass", "declarer", "follow"), tricks=(0, 8, 2), sitting_out=(1,))
    moved = {"sitting_out": "2", "declarer": "1", "defence": "call-4", "together": "3", "tricks_4": ""}
    assert entry_of(four, values | moved) == Entry(
        4, roles=("declarer", "called", "call"), tricks=(7, 0, 3), sitting_out=(2,)
    )


def test_the_dealer_sits_out_until_another_is_chosen(four):
    form = HandForm(table_context=four)
    assert form["sitting_out"].value() == 1
    assert form.head.subtitle == "Ada deals and sits out"
    assert "dealer" not in form.fields
    services.record_hand(four.table, entry_of(four, {"passed_out": "on"}), by=None, key=None)
    assert HandForm(table_context=TableContext(four.table)).head.subtitle == "Boris deals and sits out"
    assert typed(four, {"sitting_out": "3"}).head.subtitle == "Chloé deals and sits out"
    assert typed(four, {"sitting_out": "nobody"}).head.subtitle == "dealer Ada"


def test_at_a_table_of_three_nobody_sits_out(three):
    form = HandForm(table_context=three)
    assert not form.fields.keys() & {"sitting_out", "tricks_4"}
    assert form.head.subtitle == "dealer Ada"


# Errors are shown beside their fields


@pytest.mark.parametrize(
    ("answers", "fields"),
    [
        ({}, {"declarer", "level", "defence"}),
        ({"declarer": "1"}, {"level", "defence"}),
        ({"level": "4", "defence": "nobody"}, {"declarer"}),
        ({"declarer": "1", "level": "4", "defence": "both"}, {"tricks_2", "tricks_3"}),
        ({"declarer": "2", "level": "4", "defence": "both", "tricks_1": "3"}, {"tricks_3"}),
        ({"declarer": "1", "level": "4", "defence": "follow-3"}, {"tricks_3"}),
        ({"declarer": "1", "level": "4", "defence": "call-3"}, {"together"}),
        ({"declarer": "1", "level": "4", "defence": "counter-3"}, {"together"}),
        ({"declarer": "1", "level": "6"}, {"betl"}),
        ({"level": "6"}, {"declarer", "defence"}),
    ],
)
def test_missing_values_are_reported_beside_every_field(three, answers, fields):
    form = typed(three, answers)
    assert not form.is_valid()
    assert {name: list(errors) for name, errors in form.errors.items()} == {n: ["Please choose."] for n in fields}
    assert form.entry is None


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"tricks_2": "7", "tricks_3": "4"}, {"tricks_2"}),
        ({"tricks_1": "5"}, {"tricks_2"}),
        ({"tricks_3": "11"}, {"tricks_3"}),
        ({"tricks_3": "many"}, {"tricks_3"}),
        ({"level": "8"}, {"level"}),
        ({"level": "hearts"}, {"level"}),
        ({"declarer": "4"}, {"declarer"}),
        ({"declarer": "nobody"}, {"declarer"}),
        ({"defence": "follow-2"}, {"tricks_3"}),
        ({"defence": "follow-1"}, {"defence"}),
        ({"defence": "call-4"}, {"defence"}),
        ({"defence": "everybody"}, {"defence"}),
        ({"defence": "call-" + "9" * 5000}, {"defence"}),
        ({"declarer": "9" * 5000}, {"declarer"}),
        ({"defence": "nobody"}, {"tricks_2", "tricks_3"}),
        ({"defence": "call-2", "together": "11"}, {"together"}),
        ({"level": "6", "defence": "nobody", "betl": "made"}, {"defence"}),
        ({"level": "6", "defence": "call-2", "betl": "made"}, {"defence"}),
        ({"level": "6", "betl": "nearly"}, {"betl"}),
        ({"passed_out": "on"}, {"passed_out"}),
        ({"passed_out": "on", "defence": "counter-2", "in_hand": "on", "together": "3"}, {"passed_out"}),
    ],
)
def test_every_fault_is_shown_beside_its_field(three, changed, fields):
    form = typed(three, HAND | changed)
    assert not form.is_valid()
    assert set(form.errors) == fields
    assert form.entry is None


def test_a_half_typed_hand_is_not_passed_out(three):
    for name in ("declarer", "defence"):
        form = typed(three, {"passed_out": "on", name: HAND[name]})
        assert not form.is_valid()
        assert set(form.errors) == {"passed_out"}


def test_an_error_about_both_defenders_is_shown_once(three):
    form = typed(three, {"declarer": "1", "level": "6", "defence": "nobody", "betl": "made"})
    assert form.errors["defence"] == ["In betl everybody plays: nobody can pass or call."]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"declarer": "1"}, {"declarer": ["Ada sits out. Choose one of the others."]}),
        ({"defence": "call-1"}, {"defence": ["Ada sits out. Choose one of the others."]}),
        ({"defence": "call-2"}, {"defence": ["Boris declares. Choose one of the others."]}),
    ],
)
def test_a_player_who_sits_out_or_declares_cannot_defend(four, changed, sentence):
    form = typed(four, {"declarer": "2", "level": "4", "defence": "call-3", "together": "3"} | changed)
    assert not form.is_valid()
    assert {name: errors for name, errors in form.errors.items() if name in sentence} == sentence
    assert set(form.errors) <= {"declarer", "defence"}


def test_a_table_of_four_where_nobody_sits_out_is_refused(four):
    form = typed(four, {"sitting_out": "", "declarer": "2", "level": "4", "defence": "nobody"})
    assert not form.is_valid()
    assert "sitting_out" in form.errors
    assert "sitting_out" in typed(four, {"sitting_out": "5", "passed_out": "on"}).errors


def test_the_preview_says_what_is_still_missing(three):
    form = typed(three, {"declarer": "1", "level": "4", "defence": "both", "tricks_2": "3"})
    form.is_valid()
    assert [(problem.field, problem.code) for problem in form.problems] == [("tricks", "required")]
    form = typed(three, {"level": "4"})
    form.is_valid()
    assert [(problem.field, problem.code) for problem in form.problems] == [("roles", "required")]


# There and back


def normal(entry):
    """The entry as the form saves it: a sum with the player for whom it counts, a betl as made or failed."""
    if entry.tricks is None:
        return entry
    won = dict(zip(entry.roles, entry.tricks, strict=True))
    if entry.level == 6:
        tricks = tuple(int(role == "declarer" and won["declarer"] > 0) for role in entry.roles)
    elif {"call", "counter"} & set(entry.roles):
        tricks = tuple(
            won[role] if role == "declarer" else 10 - won["declarer"] if role in ("call", "counter") else 0
            for role in entry.roles
        )
    else:
        return entry
    return Entry(entry.level, entry.in_hand, entry.counter, entry.roles, tricks, entry.sitting_out)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.caption)
def test_a_hand_can_be_shown_again_and_saved_unchanged(three, four, example):
    table_context = three if example.seats == 3 else four
    form = HandForm(table_context=table_context, initial=HandForm.initial_of(example.entry))
    entry = entry_of(table_context, shown_by(form))
    assert entry == normal(example.entry)
    assert replay([*example.before, entry], PRESETS[example.variant], example.seats)[-1].points == example.points


@pytest.mark.parametrize("sitting_out", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("counter", "defenders"),
    [
        ("none", {"follow": 3, "pass": 0}),
        ("none", {"call": 3, "called": 0}),
        ("counter", {"counter": 3, "follow": 0}),
        ("double_counter", {"counter": 3, "follow": 0}),
    ],
)
def test_every_seat_can_have_every_role(four, sitting_out, counter, defenders):
    for players in permutations({"declarer": 7, **defenders}.items()):
        roles, tricks = zip(*players, strict=True)
        entry = Entry(level=3, counter=counter, roles=roles, tricks=tricks, sitting_out=(sitting_out,))
        form = HandForm(table_context=four, initial=HandForm.initial_of(entry))
        assert entry_of(four, shown_by(form)) == entry


def test_if_a_passed_out_hand_does_not_say_who_sat_out_the_form_shows_the_dealer(four):
    initial = HandForm.initial_of(Entry(passed_out=True)) | {"dealer": 3}
    assert HandForm(table_context=four, initial=initial)["sitting_out"].value() == 3


def test_another_player_sitting_out_is_another_dealer(four, ada, client_of):
    hand = services.record_hand(four.table, entry_of(four, {"passed_out": "on"}), by=None, key=None).hand
    client, address = client_of(ada), reverse("play:correct", args=[four.table.pk, 1])
    values = shown_by(client.get(address).context["form"]) | {"sitting_out": "2", "why": "Boris had dealt"}
    assert client.post(address, values).status_code == 302
    hand.refresh_from_db()
    assert hand.dealer == 2
    assert TableContext(four.table).turn == 3


# Somebody leaves, somebody joins


def test_the_deal_and_the_sitting_out_go_on_when_somebody_leaves(four, club):
    nobody_bid = {"passed_out": "on"}
    for name in ("Ada", "Boris"):
        table_context = TableContext(four.table)
        form = typed(table_context, nobody_bid | {"sitting_out": str(table_context.turn)})
        assert form.is_valid(), form.errors
        assert form.head.subtitle == f"{name} deals and sits out"
        services.record_hand(four.table, form.entry, by=None, key=None)
    elise = PlayerFactory(club=club, name="Élise")
    services.substitute(four.table, 3, elise, by=None)

    table_context = TableContext(Table.objects.get(pk=four.table.pk))
    assert HandForm(table_context=table_context).head.subtitle == "Élise deals and sits out"
    played = {"sitting_out": "3", "declarer": "1", "level": "4", "defence": "follow-2", "tricks_2": "3"}
    hand = services.record_hand(four.table, entry_of(table_context, played), by=None, key=None).hand
    assert set(hand.scores.values_list("player__name", "points")) == {("Ada", 80), ("Boris", 24), ("Dirk", 0)}
    table_context = TableContext(Table.objects.get(pk=four.table.pk))
    form = HandForm(table_context=table_context)
    assert form.head.subtitle == "Dirk deals and sits out"
    assert [key.choice.choice_label for key in form.declarer_keys] == ["Ada", "Boris", "Élise", "Dirk"]


def test_the_deal_goes_on_when_somebody_joins_a_table_of_three(three, club):
    services.record_hand(three.table, entry_of(three, HAND), by=None, key=None)
    services.substitute(three.table, 2, PlayerFactory(club=club, name="Élise"), by=None)
    form = HandForm(table_context=TableContext(Table.objects.get(pk=three.table.pk)))
    assert form.head.subtitle == "dealer Élise"
    assert form.fields["tricks_2"].label == "Tricks of Élise"


def test_voiding_a_hand_gives_the_deal_back(four):
    first = services.record_hand(four.table, entry_of(four, {"passed_out": "on"}), by=None, key=None).hand
    assert TableContext(four.table).turn == 2
    services.void_hand(first, by=None)
    assert HandForm(table_context=TableContext(four.table)).head.subtitle == "Ada deals and sits out"


# The page


def test_the_form_asks_only_followers_for_tricks(four):
    asked = {field.name: json.loads(when) for field, when in HandForm(table_context=four).tricks_fields}
    suits = ["", "2", "3", "4", "5", "7"]
    assert asked["tricks_2"] == {
        "passed_out": [""],
        "level": suits,
        "defence": ["both", "follow-2"],
        "declarer": ["1", "3", "4"],
        "sitting_out": ["1", "3", "4"],
    }


def test_the_form_asks_for_a_sum_after_a_call_or_counter_and_for_made_or_failed_in_betl(three):
    form = HandForm(table_context=three)
    together = json.loads(form.when["together"])
    assert together["level"] == ["", "2", "3", "4", "5", "7"]
    assert together["defence"] == [
        f"{how}-{seat}" for how in ("call", "counter", "double_counter") for seat in (1, 2, 3)
    ]
    assert json.loads(form.when["betl"]) == {"passed_out": [""], "level": ["6"]}


def test_the_declarer_has_no_key_among_the_defenders(three):
    form = HandForm(table_context=three)
    keys = {key.choice.data["value"]: key.when for key in (*form.usual_keys, *form.rare_keys)}
    assert keys["both"] == ""
    assert json.loads(keys["nobody"]) == {"level": ["", "2", "3", "4", "5", "7"]}
    assert json.loads(keys["call-2"])["declarer"] == ["1", "3"]
    assert json.loads(keys["counter-2"]) == {"declarer": ["1", "3"]}
    assert len(keys) == 2 + 4 * 3
    assert [key.when for key in form.declarer_keys] == ["", "", ""]


@pytest.mark.parametrize("kind", ["three", "four"])
def test_the_page_of_a_table_can_be_read(kind, ada, client_of, request):
    table_context = request.getfixturevalue(kind)
    text = client_of(ada).get(reverse("play:table", args=[table_context.table.pk])).content.decode()
    assert "Tricks of Boris" in text
    assert "Counter: Chloé + double counter" in text
    assert ("Dirk calls" in text) == (kind == "four")
    assert 'data-when=""' not in text


def test_a_form_with_nonsense_in_it_is_shown_again(four, ada, client_of):
    huge = "9" * 5000
    values = {
        **shown_by(HandForm(table_context=four)),
        "sitting_out": huge,
        "declarer": huge,
        "defence": f"call-{huge}",
    }
    answer = client_of(ada).post(reverse("play:record", args=[four.table.pk]), values)
    assert answer.status_code == 422
    assert "dealer Ada" in answer.content.decode()
