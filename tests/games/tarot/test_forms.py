import re
from dataclasses import replace
from functools import partial

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.html import strip_tags

from games.tarot.forms import DealForm
from games.tarot.rules import EXAMPLES, PRESETS
from games.tarot.rules.entry import Characters, Handful
from scorer.play import services
from scorer.play.models import Hand
from scorer.play.table_context import TableContext
from tests.factories import PlayerFactory, make_players, make_table
from tests.games import filled
from tests.games.filled import shown_by
from tests.games.tarot.entries import FIVE, GOOD, MORT, PLAIN, THROWN_IN, altered, deal, player

pytestmark = pytest.mark.django_db

HOUSE = PRESETS["house"]
TAKEN = {"contract": "garde", "taker": "1", "oudlers": "2", "points": "49"}
CALLED = TAKEN | {"partner": "2"}
PASSED = {
    "contract": "passed",
    "points_1": "45",
    "points_2": "22",
    "points_3": "14",
    "points_4": "6",
    "owner_21": "1",
    "owner_excuse": "1",
    "owner_petit": "2",
}
TIE = PASSED | {"points_1": "52", "points_2": "17", "points_3": "17", "points_4": "2", "owner_petit": "1"}
KINGS = {"K_2": "1", "J_2": "1", "Q_3": "1", "C_3": "1"}

typed, entry_of = partial(filled.typed, DealForm), partial(filled.entry_of, DealForm)


@pytest.fixture
def at(club):
    """A table of so many seats, with the deals played there."""

    def table_context(seats=4, variant=HOUSE, hands=()):
        table = make_table(club, "tarot", variant=variant, players=make_players(club, seats))
        services.record_hands(table, hands, by=None)
        return TableContext(table)

    return table_context


@pytest.fixture
def four(at):
    return at(4)


@pytest.fixture
def five(at):
    return at(5)


@pytest.fixture
def mort(at):
    return at(5, MORT)


@pytest.fixture
def six(at):
    return at(6)


def offered(form, name):
    return [str(label) for _value, label in form.fields[name].widget.choices]


def asked_of(form):
    return [(question.name, question.legend) for question in form.tie_questions]


# With a taker


def test_four_fields_make_a_deal(four):
    assert entry_of(four, TAKEN) == GOOD


@pytest.mark.parametrize("text", ["40.5", "40,5", " 40.5 "])
def test_half_points_are_typed_with_a_point_or_a_comma(at, text):
    assert entry_of(at(3), TAKEN | {"points": text}).points == 40.5


def test_everything_rare_of_a_deal_with_a_taker(four):
    rare = {"petit_au_bout": "defence", "slam": "announced_failed", "handful_3": "single"}
    assert entry_of(four, TAKEN | rare) == replace(
        GOOD, petit_au_bout="defence", slam="announced_failed", handfuls=(Handful(3, "single"),)
    )
    assert entry_of(four, TAKEN | {"petit_au_bout": "", "slam": "", "handful_1": ""}) == GOOD


@pytest.mark.parametrize("points", ["0", "91"])
def test_the_form_asks_about_a_slam_if_one_side_has_all_points(four, points):
    everything = TAKEN | {"points": points, "oudlers": "3" if points == "91" else "0"}
    form = typed(four, everything)
    assert form.errors == {"slam": ["One side has all the points. Was it a slam?"]}
    assert form.rare_is_open
    for slam in ("made", "announced_made") if points == "91" else ("defence",):
        assert entry_of(four, everything | {"slam": slam}).slam == slam


def test_with_five_players_the_taker_calls_one_or_plays_alone(five):
    assert entry_of(five, CALLED) == FIVE
    assert entry_of(five, CALLED | {"partner": "alone"}) == replace(FIVE, partner=1)
    assert entry_of(five, CALLED | {"partner": "1"}) == replace(FIVE, partner=1)
    assert typed(five, TAKEN).errors == {"partner": ["Choose who was called, or that the taker played alone."]}
    assert offered(DealForm(table_context=five), "partner") == ["Ada", "Boris", "Chloé", "Dirk", "Élise", "Alone"]


def test_nobody_is_called_unless_five_play(four, mort, six):
    for table_context in (four, mort, six):
        assert "partner" not in DealForm(table_context=table_context).fields


def test_a_deal_with_a_taker_ignores_the_one_for_one_fields(four):
    assert entry_of(four, PASSED | TAKEN) == GOOD


def test_a_deal_can_be_thrown_in(four, five, six):
    assert entry_of(four, {"passed_out": "on"}) == THROWN_IN
    assert entry_of(four, {"passed_out": "on", "contract": "passed"}) == THROWN_IN
    assert entry_of(five, {"passed_out": "on", "contract": "passed", "dog_cards": "3"}) == THROWN_IN
    assert entry_of(six, shown_by(DealForm(table_context=six)) | {"passed_out": "on"}) == THROWN_IN


@pytest.mark.parametrize(
    "values", [TAKEN, {"oudlers": "0"}, {"handful_3": "single"}, {"contract": "passed", "points_1": "20"}]
)
def test_a_deal_that_was_played_is_not_thrown_in(four, values):
    form = typed(four, values | {"passed_out": "on"})
    assert not form.is_valid()
    assert form.errors == {"passed_out": ["A deal is entered too. If it was played, untick “Thrown in”."]}


# One for one


def test_points_and_owners_make_a_one_for_one_deal(four):
    assert entry_of(four, PASSED) == deal(*PLAIN)


def test_six_play_one_for_one_without_being_asked(six):
    form = DealForm(table_context=six)
    assert not {"contract", "taker", "oudlers", "points", "petit_au_bout", "slam"} & form.fields.keys()
    values = {f"points_{seat}": str(points) for seat, points in enumerate((40, 24, 14, 6, 0, 0), start=1)}
    owners = {"owner_21": "1", "owner_excuse": "2", "owner_petit": "1"}
    shown = {"handful_1": "double", "handful_4": "single"}
    assert entry_of(six, values | owners | shown) == next(e.entry for e in EXAMPLES if e.seats == 6)


@pytest.mark.parametrize("left_out", ["points_1", "points_3", "points_4", "dog"])
def test_one_number_is_filled_in_from_the_others(four, left_out):
    values = PASSED | {"dog": "4"}
    del values[left_out]
    assert entry_of(four, values) == deal(*PLAIN)


def test_two_missing_numbers_are_not_filled_in(four):
    form = typed(four, PASSED | {"points_3": "", "points_4": ""})
    assert set(form.errors) == {"points_3", "points_4"}
    assert [(problem.field, problem.code) for problem in form.problems] == [("players", "required")]


def test_all_numbers_must_make_all_points(four):
    assert entry_of(four, PASSED | {"dog": "4"}) == deal(*PLAIN)
    form = typed(four, PASSED | {"dog": "5"})
    assert form.entry is None
    assert form.errors == {"dog": ["Players and dog have 91 points together, but these make 92. Count again."]}


def test_an_oudler_is_in_the_dog_only_if_somebody_says_so(four):
    values = PASSED | {"points_2": "17", "dog": "9"}
    assert entry_of(four, values | {"owner_petit": "dog"}).players[1].oudlers == ()
    form = typed(four, values | {"owner_petit": "", "owner_21": "7"})
    assert form.entry is None
    assert set(form.errors) == {"owner_petit", "owner_21"}
    assert [(problem.field, problem.code) for problem in form.problems] == [("owners", "required")]


def test_whoever_has_the_petit_has_the_petit_au_bout(four):
    assert entry_of(four, PASSED | {"petit_last": "on"}) == altered(1, petit_au_bout=True)
    form = typed(four, PASSED | {"points_2": "17", "dog": "9", "owner_petit": "dog", "petit_last": "on"})
    assert set(form.errors) == {"petit_last"}


def test_handfuls_count_in_both_kinds_of_deal(four):
    assert entry_of(four, PASSED | {"handful_2": "single"}) == altered(1, handfuls=("single",))
    assert entry_of(four, TAKEN | {"handful_2": "single"}).handfuls == (Handful(2, "single"),)


def test_five_say_how_they_dealt(five, four):
    values = {f"points_{seat}": str(points) for seat, points in enumerate((41, 18, 15, 8.5, 2.5), start=1)}
    owners = {"contract": "passed", "owner_21": "1", "owner_excuse": "1", "owner_petit": "2"}
    assert entry_of(five, values | owners | {"dog_cards": "8"}).dog_cards == 8
    assert offered(DealForm(table_context=five), "dog_cards") == ["15 + 3", "14 + 8"]
    assert DealForm(table_context=five)["dog_cards"].value() == 3
    assert "dog_cards" not in DealForm(table_context=four).fields


def test_pairs_are_offered_to_four_and_six(four, five, six):
    assert entry_of(four, PASSED | {"teams": "1+3 2+4"}) == deal(*PLAIN, teams=((1, 3), (2, 4)))
    labels = [label for _value, label in DealForm(table_context=four).fields["teams"].choices]
    assert labels == [
        "Each plays alone",
        "Ada & Chloé, Boris & Dirk",
        "Ada & Boris, Chloé & Dirk",
        "Ada & Dirk, Boris & Chloé",
    ]
    assert len(DealForm(table_context=six).fields["teams"].choices) == 16
    assert "teams" not in DealForm(table_context=five).fields
    assert set(typed(four, PASSED | {"teams": "1+2 1+3"}).errors) == {"teams"}


def test_pairs_stay_together_until_they_are_changed(at):
    pairs = deal(*PLAIN, teams=((1, 2), (3, 4)))
    assert DealForm(table_context=at(hands=[pairs, GOOD]))["teams"].value() == "1+2 3+4"
    assert DealForm(table_context=at(hands=[pairs, deal(*PLAIN)]))["teams"].value() == ""


# The form asks what decides something, and only that


def test_a_plain_deal_asks_nothing_more(four):
    assert asked_of(DealForm(table_context=four)) == []
    assert asked_of(typed(four, PASSED)) == []
    assert asked_of(typed(four, TAKEN | KINGS)) == []


def test_a_tie_asks_for_the_court_cards_of_those_who_are_level(four):
    form = typed(four, TIE)
    assert asked_of(form) == [("characters", "Court cards of Boris"), ("characters", "Court cards of Chloé")]
    assert set(form.errors) == {"K_2", "K_3"}
    assert "kings, queens, knights and jacks in the tricks of Boris" in form.errors["K_2"][0]
    assert entry_of(four, TIE | KINGS).players[1].characters == Characters(K=1, J=1)


def test_court_cards_that_are_level_too_ask_for_the_first_tricks(four):
    same = {"K_2": "1", "K_3": "1"}
    form = typed(four, TIE | same)
    assert [name for name, _legend in asked_of(form)] == ["characters", "first_trick"] * 2
    assert set(form.errors) == {"first_trick_2", "first_trick_3"}
    entry = entry_of(four, TIE | same | {"first_trick_2": "4", "first_trick_3": "2"})
    assert [one.first_trick for one in entry.players] == [None, 4, 2, None]


EXCUSE_ALONE = PASSED | {
    "points_1": "83.5",
    "points_2": "4.5",
    "points_3": "0",
    "points_4": "0",
    "owner_petit": "1",
    "owner_excuse": "2",
}


def test_nobody_is_asked_whether_the_excuse_came_with_a_trick(four):
    form = typed(four, EXCUSE_ALONE)
    assert asked_of(form) == []
    assert form.entry.players[1].trickless is None
    assert four.sheet.outcome(form.entry).points == (3252, -516, -1368, -1368)


def test_a_file_can_say_who_has_no_trick_and_the_form_keeps_it(four):
    assert asked_of(typed(four, EXCUSE_ALONE | {"trickless_2": "yes"})) == [("trickless", "Tricks of Boris")]
    assert entry_of(four, EXCUSE_ALONE | {"trickless_2": "yes"}).players[1].trickless is True
    assert entry_of(four, PASSED | {"trickless_2": "no"}).players[1].trickless is False
    assert set(typed(four, EXCUSE_ALONE | {"trickless_2": "no"}).errors) == {"points_2"}
    assert set(typed(four, EXCUSE_ALONE | {"trickless_2": "perhaps"}).errors) == {"trickless_2"}


def test_what_was_answered_without_need_is_shown_too(four):
    entry = altered(2, characters=Characters(Q=1), first_trick=5)
    form = DealForm(table_context=four, initial=DealForm.initial_of(entry))
    assert [name for name, _legend in asked_of(form)] == ["characters", "first_trick"]
    assert entry_of(four, shown_by(form)) == entry


def test_a_look_shows_the_questions_and_no_errors(four, ada, client_of):
    values = shown_by(DealForm(table_context=four)) | TIE | KINGS
    page = client_of(ada).post(
        reverse("play:entry", args=[four.table.pk]), values | {"look": "1"}, HTTP_HX_REQUEST="true"
    )
    assert page.status_code == 200
    assert not page.context["form"].errors
    assert "Court cards of Boris" in page.content.decode()
    assert client_of(ada).post(reverse("play:record", args=[four.table.pk]), values | {"look": "1"}).status_code == 422
    assert not Hand.objects.exists()


# Errors are shown beside their fields


def test_owners_that_are_missing_are_no_mistakes_yet(four):
    form = typed(four, {"contract": "passed"})
    assert form.errors["owner_excuse"] == ["Who has the Excuse?"]
    assert form.ill_typed == []
    assert all(form.is_missing(problem) for problem in form.problems)


def test_an_empty_form_says_what_is_missing(four, six):
    assert set(typed(four, {}).errors) == {"contract", "taker", "oudlers", "points"}
    owners = {"owner_21", "owner_excuse", "owner_petit"}
    assert set(typed(four, {"contract": "passed"}).errors) == {"points_1", "points_2", "points_3", "points_4", *owners}
    assert set(typed(six, {}).errors) == {f"points_{seat}" for seat in range(1, 7)} | owners


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"contract": "pousse"}, {"contract"}),
        ({"taker": "5"}, {"taker"}),
        ({"taker": "x"}, {"taker"}),
        ({"oudlers": "4"}, {"oudlers"}),
        ({"points": "many"}, {"points"}),
        ({"points": "40.25"}, {"points"}),
        ({"points": "9" * 5000}, {"points"}),
        ({"points": "-1"}, {"points"}),
        ({"points": "91.5"}, {"points"}),
        ({"points": "nan"}, {"points"}),
        ({"points": "4\0"}, {"points"}),
        ({"petit_au_bout": "both"}, {"petit_au_bout"}),
        ({"oudlers": "0", "petit_au_bout": "attack"}, {"petit_au_bout"}),
        ({"oudlers": "3", "petit_au_bout": "defence"}, {"petit_au_bout"}),
        ({"slam": "made"}, {"slam"}),
        ({"slam": "small"}, {"slam"}),
        ({"handful_2": "quadruple"}, {"handfuls"}),
        ({"handful_2": "single", "handful_4": "double"}, {"handful_4"}),
        ({"taker": "", "points": "92", "handful_1": "double", "handful_4": "single"}, {"taker", "points", "handful_4"}),
    ],
)
def test_every_fault_of_a_deal_with_a_taker_is_shown_beside_its_field(four, changed, fields):
    form = typed(four, TAKEN | changed)
    assert not form.is_valid()
    assert {"handfuls" if name == "handful_2" else name for name in form.errors} == fields
    assert form.entry is None


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"points_2": "many"}, {"points_2"}),
        ({"points_2": "22.25"}, {"points_2"}),
        ({"points_2": "92"}, {"points_2", "dog"}),
        ({"points_2": "-1"}, {"points_2"}),
        ({"points_3": "16"}, {"dog"}),
        ({"dog": "many"}, {"dog"}),
        ({"points_2": "4", "points_1": "63"}, {"points_2"}),
        ({"owner_21": "9"}, {"owner_21"}),
        ({"handful_1": "quadruple"}, {"handful_1"}),
        ({"handful_1": "single", "handful_3": "double"}, {"handful_3"}),
        ({"K_1": "5"}, {"K_1"}),
        ({"K_1": "4", "K_2": "1"}, {"K_2"}),
        ({"first_trick_1": "19"}, {"first_trick_1"}),
        ({"first_trick_1": "2", "first_trick_2": "2"}, {"first_trick_2"}),
        ({"trickless_3": "yes"}, {"points_3"}),
        ({"points_3": "0", "dog": "", "points_4": "20", "first_trick_3": "2"}, {"first_trick_3"}),
        (dict.fromkeys(("points_1", "points_2", "points_3", "points_4"), "0"), {"points_1", "points_2"}),
    ],
)
def test_every_fault_of_a_one_for_one_deal_is_shown_beside_its_field(four, changed, fields):
    form = typed(four, PASSED | changed)
    assert not form.is_valid()
    assert set(form.errors) == fields
    assert form.entry is None


# Sitting out


def test_the_dealer_of_five_sits_out_unless_somebody_else_does(mort):
    form = DealForm(table_context=mort)
    assert form.head.subtitle == "Ada deals and sits out"
    assert offered(form, "taker") == ["Boris", "Chloé", "Dirk", "Élise"]
    assert entry_of(mort, TAKEN | {"taker": "2"}) == replace(GOOD, taker=2, sitting_out=(1,))


def test_another_dealer_is_another_player_sitting_out(mort):
    form = typed(mort, TAKEN | {"dealer": "2"})
    assert form.is_valid()
    assert form.entry.sitting_out == (2,)
    assert form.head.subtitle == "Boris deals and sits out"


def test_who_sits_out_can_be_changed(mort, five):
    form = typed(mort, TAKEN | {"sitting_out": "4"})
    assert form.is_valid()
    assert form.entry == replace(GOOD, sitting_out=(4,))
    assert form.head.subtitle == "dealer Ada · Dirk sits out"
    assert entry_of(five, TAKEN | {"sitting_out": "4"}) == form.entry
    assert "Dirk sits out" in typed(mort, TAKEN | {"taker": "4", "sitting_out": "4"}).errors["taker"][0]


def test_all_five_can_play_at_a_table_that_plays_by_four(mort):
    assert entry_of(mort, CALLED | {"sitting_out": "0"}) == FIVE
    again = DealForm(table_context=mort, initial=DealForm.initial_of(FIVE))
    assert again.resting == ()
    assert entry_of(mort, shown_by(again)) == FIVE


def test_four_of_five_play_one_for_one_by_their_seats(mort):
    values = {"contract": "passed", "points_2": "45", "points_3": "22", "points_4": "14", "points_5": "6"}
    owners = {"owner_21": "2", "owner_excuse": "2", "owner_petit": "3"}
    assert entry_of(mort, values | owners) == replace(deal(*PLAIN), sitting_out=(1,))
    assert set(typed(mort, owners | values | {"points_4": "15.25"}).errors) == {"points_4"}


def test_only_five_are_asked_who_sits_out(four, six):
    for table_context in (four, six):
        assert "sitting_out" not in DealForm(table_context=table_context).fields


def test_a_look_at_other_players_is_no_save(mort, ada, client_of):
    values = shown_by(DealForm(table_context=mort)) | {"dealer": "2", "look": "1"}
    page = client_of(ada).post(reverse("play:entry", args=[mort.table.pk]), values, HTTP_HX_REQUEST="true")
    assert offered(page.context["form"], "taker") == ["Ada", "Chloé", "Dirk", "Élise"]
    assert not page.context["form"].errors


def test_a_correction_can_change_who_sat_out(at, ada, client_of):
    mort = at(5, MORT, [replace(GOOD, taker=2, sitting_out=(1,))])
    client, address = client_of(ada), reverse("play:correct", args=[mort.table.pk, 1])
    form = client.get(address).context["form"]
    assert form.resting == (1,)
    values = shown_by(form) | {"sitting_out": "3", "why": "typed wrong", "seen": "x"}
    look = client.post(address, values | {"look": "1"})
    assert look.status_code == 422
    assert offered(look.context["form"], "taker") == ["Ada", "Boris", "Dirk", "Élise"]
    assert client.post(address, values).status_code == 302
    assert TableContext(mort.table).sheet.entries[0].sitting_out == (3,)


def test_the_deal_and_the_sitting_out_go_on_when_somebody_else_takes_a_seat(at):
    """Chloé leaves after two deals, and Farid takes her seat. Later she comes back in the seat of Boris."""
    mort = at(5, MORT, [replace(GOOD, taker=3, sitting_out=(1,)), replace(GOOD, taker=4, sitting_out=(2,))])
    table = mort.table
    chloe = table.seats.get(position=3).player
    services.substitute(table, 3, PlayerFactory(club=table.club, name="Farid"), by=None)

    form = DealForm(table_context=TableContext(table))
    assert form.head.subtitle == "Farid deals and sits out"
    assert offered(form, "taker") == ["Ada", "Boris", "Dirk", "Élise"]
    for seat in (3, 4, 5, 1):
        entry = entry_of(TableContext(table), TAKEN | {"taker": str(seat % 5 + 1)})
        assert entry.sitting_out == (seat,)
        services.record_hand(table, entry, by=None, key=None)

    services.substitute(table, 2, chloe, by=None)
    assert DealForm(table_context=TableContext(table)).head.subtitle == "Chloé deals and sits out"
    assert [hand.dealer for hand in table.hands.all()] == [1, 2, 3, 4, 5, 1]


def test_the_deal_goes_on_at_a_table_where_all_play(at):
    four = at(4, hands=[GOOD, THROWN_IN])
    services.substitute(four.table, 3, PlayerFactory(club=four.table.club, name="Farid"), by=None)
    assert DealForm(table_context=TableContext(four.table)).head.subtitle == "dealer Farid"


# Shown again


@pytest.mark.parametrize(
    "entry",
    [
        replace(GOOD, points=86.5, slam="made", petit_au_bout="attack", handfuls=(Handful(4, "triple"),)),
        deal(player(83, "21", "petit"), player(4, "excuse", trickless=True), player(0, trickless=True), player(0)),
        deal(*PLAIN, teams=((1, 4), (2, 3))),
        altered(1, petit_au_bout=True, handfuls=("double",)),
        deal(player(45, "21"), player(22, "petit"), player(10), player(6)),
        THROWN_IN,
    ],
)
def test_everything_rare_can_be_shown_again_and_saved_unchanged(four, entry):
    form = DealForm(table_context=four, initial=DealForm.initial_of(entry))
    assert entry_of(four, shown_by(form)) == entry


def test_a_taker_who_played_alone_is_shown_so(five):
    form = DealForm(table_context=five, initial=DealForm.initial_of(replace(FIVE, partner=1)))
    assert form["partner"].value() == "alone"


def test_whole_points_are_shown_without_a_half(four):
    form = DealForm(table_context=four, initial=DealForm.initial_of(replace(GOOD, points=49.0)))
    assert form["points"].value() == "49"


@pytest.mark.parametrize("language", ["de", "fr", "sr", "sr-latn"])
def test_a_half_point_has_a_comma_where_readers_write_one(at, ada, client_of, language):
    table = at(4, hands=[replace(GOOD, points=40.5), altered(1, points=21.5)]).table
    client = client_of(ada)
    client.cookies["django_language"] = language
    hands = [reverse(f"play:{name}", args=[table.pk, number]) for name in ("hand", "correct") for number in (1, 2)]
    with translation.override(language):  # and back to English for the next test
        pages = [read(client.get(address)) for address in (reverse("play:table", args=[table.pk]), *hands)]
    for page in pages:
        assert re.search(r"\d,5\b", page)
        assert not re.search(r"\d\.5\b", page)


def test_the_fold_is_open_where_something_is_in_it(four):
    assert not DealForm(table_context=four).rare_is_open
    for rare in (replace(GOOD, handfuls=(Handful(2, "single"),)), altered(1, petit_au_bout=True)):
        assert DealForm(table_context=four, initial=DealForm.initial_of(rare)).rare_is_open


# On the sheet


def read(page):
    return " ".join(page.content.decode().split())


def test_a_line_of_the_sheet_says_all_that_was_written_down(at, ada, client_of):
    played = [
        replace(FIVE, petit_au_bout="attack", handfuls=(Handful(4, "double"),), slam="announced_failed", points=80.5),
        replace(FIVE, partner=1, points=40),
        replace(GOOD, taker=2, points=41, sitting_out=(3,)),
        THROWN_IN,
    ]
    page = read(client_of(ada).get(reverse("play:table", args=[at(5, hands=played).table.pk])))
    garde = '</b> <span data-brief="G">Garde</span> <bdi class="who">'
    assert f'<b class="points">+40{garde}Ada</bdi> <bdi class="who">&amp;</bdi> <bdi class="who">Boris</bdi>' in page
    assert (
        "80.5 points, 2 oudlers · Petit au bout: Taker&#x27;s side · Double handful: Dirk · Slam announced and missed"
        in strip_tags(page)
    )
    assert re.findall('data-brief="(.Pt|H.|Sl)"', page) == ["+Pt", "H2", "Sl"]
    assert f'<b class="points">−1{garde}Ada</bdi> <bdi class="who">alone</bdi>' in page
    assert f'<b class="points">+0{garde}Boris</bdi>' in page
    assert "41 points, 2 oudlers · out: Chloé" in strip_tags(page)
    assert ">Thrown in</b>" in page


def test_a_line_of_a_one_for_one_deal_says_what_each_player_won(at, ada, client_of):
    tied = {"characters": Characters(K=1), "first_trick": 2}
    played = [
        deal(
            player(52, "21", "excuse", "petit", petit_au_bout=True, handfuls=("single",)),
            player(17, **tied),
            player(17, **tied | {"first_trick": 3}),
            player(2),
            teams=None,
        ),
        deal(
            player(83, "21", "petit"), player(4, "excuse", trickless=True), player(0), player(0), teams=((1, 3), (2, 4))
        ),
    ]
    page = read(client_of(ada).get(reverse("play:table", args=[at(hands=played).table.pk])))
    assert (
        "Ada 52 (21, Excuse, Petit, Handful, Petit au bout) · Boris 17 (Kings 1, First trick won: 2) · "
        "Chloé 17 (Kings 1, First trick won: 3) · Dirk 2 · dog 3"
    ) in strip_tags(page)
    assert "Boris 4 (Excuse, No trick) · Chloé 0 · Dirk 0 · dog 4 · Ada &amp; Chloé · Boris &amp; Dirk" in strip_tags(
        page
    )


def test_the_preview_tells_the_whole_story(four, ada, client_of):
    client, address = client_of(ada), reverse("play:preview", args=[four.table.pk])
    start = shown_by(DealForm(table_context=four))
    page = read(client.post(address, start | TAKEN | {"handful_3": "single"}, HTTP_HX_REQUEST="true"))
    assert "2 oudlers need 41: made with 49" in page
    assert "Garde: (25 + 8) × 2 × 3" in page
    assert "Handful of Chloé: 20 × 3" in page
    page = read(client.post(address, start | TAKEN | {"points": "49.5"}, HTTP_HX_REQUEST="true"))
    assert "With 4 players a half point is unusual. Is it right?" in page
    page = read(client.post(address, start | TIE | KINGS, HTTP_HX_REQUEST="true"))
    assert "Level with Chloé, but higher court cards" in page
    assert "Rate +2 × stake 44 (25 + 16 + 3) × 4" in page
    page = read(client.post(address, start | {"contract": "passed", "points_1": "20"}, HTTP_HX_REQUEST="true"))
    assert "Still missing: Points of each player, Who has the oudlers" in page


def test_whoever_sits_out_has_no_key_even_after_a_hand_that_they_played(mort):
    seen = []
    for dealer in (1, 2, 1):
        mort.sheet = replace(mort.sheet, first_dealer=dealer)
        form = DealForm(table_context=mort)
        html = render_to_string("play/fields.html", {"form": form, "table_context": mort, "table": mort.table})
        assert f'name="points_{dealer}"' not in html
        seen.append(html.count('name="points_'))
    assert seen == [4, 4, 4]
