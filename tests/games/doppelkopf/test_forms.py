import re
from dataclasses import replace
from functools import partial
from typing import get_args

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from games.doppelkopf.forms import HandForm
from games.doppelkopf.models import DoppelkopfHand
from games.doppelkopf.rules import PRESETS, Entry
from games.doppelkopf.rules.entry import UNANNOUNCED_SOLOS, Duty
from scorer.play import services
from scorer.play.models import Hand
from scorer.play.table_context import TableContext
from scorer.transfer import sheet
from tests.factories import make_players, make_table
from tests.games import filled
from tests.games.doppelkopf.hands import extras, hand, of_range
from tests.games.filled import shown_by

pytestmark = pytest.mark.django_db

HOUSE, DDV = PRESETS["house"], PRESETS["ddv"]
BOCK = replace(HOUSE, bock_after_120=True, bock_after_event=True)
NORMAL = {"kind": "normal", "re": ["1", "3"], "augen": "180"}
SOLO = {"kind": "damen", "soloist": "2", "augen": "180"}

typed, entry_of = partial(filled.typed, HandForm), partial(filled.entry_of, HandForm)


@pytest.fixture
def at(club):
    """A table of so many seats, with the hands played there."""

    def table_context(variant=HOUSE, seats=4, hands=()):
        table = make_table(club, "doppelkopf", variant=variant, players=make_players(club, seats))
        services.record_hands(table, hands, by=None)
        return TableContext(table)

    return table_context


@pytest.fixture
def house(at):
    return at(HOUSE)


@pytest.fixture
def ddv(at):
    return at(DDV)


@pytest.fixture
def five(at):
    return at(HOUSE, 5)


def players_offered(form):
    return [name for _seat, name in form.fields["re"].widget.choices]


# Augen


def test_two_players_and_a_range_make_a_hand(house):
    assert entry_of(house, NORMAL) == Entry("normal", (1, 3), 180, augen_exact=False)


@pytest.mark.parametrize("augen", ["0", "120", "240"])
def test_a_key_of_a_single_number_enters_it_exactly(house, augen):
    assert entry_of(house, NORMAL | {"augen": augen}) == Entry("normal", (1, 3), int(augen))


def test_the_augen_of_either_party_can_be_typed(house):
    assert entry_of(house, NORMAL | {"augen": "exact", "re_augen": "155"}).re_augen == 155
    assert entry_of(house, NORMAL | {"augen": "exact", "kontra_augen": "85"}).re_augen == 155
    assert entry_of(house, NORMAL | {"augen": "exact", "re_augen": "155", "kontra_augen": "85"}).re_augen == 155


def test_a_number_is_stored_instead_of_its_range(house):
    """Without JavaScript both can be entered."""
    assert entry_of(house, NORMAL | {"augen": "", "re_augen": "130"}) == hand(130)
    assert entry_of(house, NORMAL | {"augen": "180", "re_augen": "160"}) == hand(160)
    assert entry_of(house, NORMAL | {"augen": "180", "re_augen": "180"}) == hand(180)


@pytest.mark.parametrize(
    ("given", "field", "sentence"),
    [
        ({"augen": "exact", "re_augen": "155", "kontra_augen": "90"}, "kontra_augen", "together have 240"),
        ({"augen": "150", "re_augen": "155"}, "re_augen", "not in the range"),
        ({"augen": "150", "kontra_augen": "40"}, "kontra_augen", "not in the range"),
    ],
)
def test_augen_that_contradict_each_other_are_refused(house, given, field, sentence):
    form = typed(house, NORMAL | given)
    assert not form.is_valid()
    assert form.entry is None
    assert set(form.errors) == {field}
    assert sentence in form.errors[field][0]
    assert sentence in house.problem_text(form.problems[0])


def test_the_keys_have_the_ranges_of_the_house_rules(at):
    labels = [str(label) for _value, label in HandForm(table_context=at()).fields["augen"].widget.choices]
    assert labels[:6] == ["0", "1–29", "30–59", "60–89", "90–119", "120"]
    assert labels[6:11] == ["121–150", "151–180", "181–210", "211–239", "240"]
    up_to = HandForm(table_context=at(replace(HOUSE, boundary="bis"))).fields["augen"].widget.choices
    assert (61, "61–90") not in up_to
    assert (90, "61–90") in up_to


def test_a_party_without_augen_can_be_schwarz_where_tricks_count(house, ddv):
    assert entry_of(ddv, NORMAL | {"augen": "0", "schwarz": "no_trick"}).schwarz == "re"
    assert entry_of(ddv, NORMAL | {"augen": "240", "schwarz": "no_trick"}).schwarz == "kontra"
    assert entry_of(ddv, NORMAL | {"augen": "240", "schwarz": "trick"}).schwarz is None
    for wrong in ({"schwarz": "no_trick"}, {"augen": "240", "schwarz": "perhaps"}):
        assert set(typed(ddv, NORMAL | wrong).errors) == {"schwarz"}
    assert HandForm(table_context=ddv).asks_schwarz
    assert not HandForm(table_context=house).asks_schwarz


@pytest.mark.parametrize("augen", [{"augen": "0"}, {"augen": "240"}, {"augen": "exact", "kontra_augen": "0"}])
def test_where_tricks_count_the_form_asks_whether_a_party_without_augen_won_one(house, ddv, augen):
    assert typed(ddv, NORMAL | augen).errors == {
        "schwarz": ["A party has no Augen. Did it take no trick either? Then it is schwarz."]
    }
    assert entry_of(house, NORMAL | augen).schwarz is None


def test_a_solo_of_a_player_who_owes_a_pflichtsolo_is_no_lustsolo_until_somebody_says_so(ddv):
    assert HandForm(table_context=ddv)["duty"].value() is None
    form = typed(ddv, SOLO)
    assert form.errors == {"duty": ["Boris still owes a Pflichtsolo. Was this the one?"]}
    assert form.entry is None
    for duty in get_args(Duty):
        assert entry_of(ddv, SOLO | {"duty": duty}).duty == duty
    assert set(typed(ddv, SOLO | {"soloist": "", "re": ["2"]}).errors) == {"duty"}


def test_a_solo_that_cannot_be_the_pflichtsolo_is_a_lustsolo(at, house):
    assert entry_of(house, SOLO).duty == "lust"
    played = at(DDV, hands=[hand(130, kind="buben", re=(2,), duty="pflicht")])
    assert entry_of(played, SOLO).duty == "lust"
    assert set(typed(played, SOLO | {"soloist": "3"}).errors) == {"duty"}
    for kind in UNANNOUNCED_SOLOS:
        assert entry_of(played, SOLO | {"soloist": "3", "kind": kind}).duty == "lust"


def test_a_correction_asks_who_owed_a_pflichtsolo_before_the_hand(at):
    table = at(DDV, hands=[hand(130), hand(130, kind="buben", re=(2,), duty="pflicht"), hand(130)]).table
    first, last = TableContext(table, at=1), TableContext(table, at=3)
    shown = shown_by(HandForm(table_context=first, initial=HandForm.initial_of(hand(130))))
    solo = shown | SOLO | {"augen": "exact"}
    assert set(typed(first, solo).errors) == {"duty"}
    assert entry_of(last, solo).duty == "lust"


# Announcements, Sonderpunkte, solos


@pytest.mark.parametrize("variant", [HOUSE, DDV], ids=["house", "ddv"])
def test_an_absage_includes_its_announcement(at, variant):
    entry = entry_of(at(variant), NORMAL | {"re_said": "k60", "kontra_said": "said"})
    assert (entry.re_announced, entry.re_absage) == (True, "k60")
    assert (entry.kontra_announced, entry.kontra_absage) == (True, None)
    assert not entry_of(at(variant), NORMAL | {"re_said": "", "kontra_said": ""}).re_announced


def test_sonderpunkte_belong_to_a_party(house):
    entry = entry_of(house, NORMAL | {"re_fuchs": "2", "re_karlchen": "", "kontra_doppelkopf": "1"})
    assert (entry.re_extras, entry.kontra_extras) == (extras(fuchs=2), extras(doppelkopf=1))


def test_a_solo_has_a_soloist(house):
    assert entry_of(house, SOLO) == Entry("damen", (2,), 180, augen_exact=False)
    assert entry_of(house, SOLO | {"re": ["1", "3"]}).re == (2,)
    assert entry_of(house, {"kind": "damen", "re": ["4"], "augen": "180"}).re == (4,)
    assert set(typed(house, {"kind": "damen", "augen": "151"}).errors) == {"soloist"}


def test_a_solo_can_be_a_duty_and_a_hand_bock(house, ddv):
    assert entry_of(ddv, SOLO | {"duty": "pflicht"}).duty == "pflicht"
    assert entry_of(house, NORMAL | {"bock": "on"}).bock
    assert "bock" not in HandForm(table_context=ddv).fields


def test_the_form_asks_for_an_event_if_it_starts_a_bock_round(at):
    assert HandForm(table_context=at(BOCK)).asks_event
    assert not HandForm(table_context=at(HOUSE)).asks_event
    assert entry_of(at(BOCK), NORMAL | {"bock_event": "on"}).bock_event


def test_an_empty_form_says_what_is_missing_beside_each_field(house):
    assert set(typed(house, {}).errors) == {"kind", "re", "augen"}
    assert set(typed(house, {"kind": "normal", "augen": "exact"}).errors) == {"re", "re_augen"}


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"kind": "skat"}, {"kind"}),
        ({"re": ["1"]}, {"re"}),
        ({"re": ["1", "2", "3"]}, {"re"}),
        ({"re": ["1", "5"]}, {"re"}),
        ({"re": ["1", "x"]}, {"re"}),
        ({"re": ["1", "9" * 5000]}, {"re"}),
        ({"augen": "lots"}, {"augen"}),
        ({"augen": "241"}, {"augen"}),
        ({"augen": "exact", "re_augen": "239"}, {"re_augen"}),
        ({"augen": "exact", "re_augen": "many"}, {"re_augen"}),
        ({"augen": "exact", "re_augen": "9" * 30}, {"re_augen"}),
        ({"augen": "exact", "kontra_augen": "1"}, {"kontra_augen"}),
        ({"augen": "exact", "kontra_augen": "300"}, {"kontra_augen"}),
        ({"augen": "exact", "kontra_augen": "many"}, {"kontra_augen"}),
        ({"re_said": "k120"}, {"re_said"}),
        ({"re_fuchs": "1", "kontra_fuchs": "2"}, {"re_fuchs", "kontra_fuchs"}),
        ({"re_karlchen": "-1"}, {"re_karlchen"}),
        ({"augen": "29", "re_doppelkopf": "1"}, {"re_doppelkopf"}),
        ({"kontra_fuchs": "many"}, {"kontra_fuchs"}),
        ({"duty": "pflicht"}, {"duty"}),
        ({"kind": "damen", "soloist": "2", "kontra_karlchen": "1"}, {"kontra_karlchen"}),
        ({"kind": "damen", "soloist": "5"}, {"soloist"}),
        ({"re": [], "augen": "1", "kontra_fuchs": "3", "duty": "never"}, {"re", "augen", "kontra_fuchs", "duty"}),
    ],
)
def test_every_fault_is_shown_beside_its_field(house, changed, fields):
    form = typed(house, NORMAL | changed)
    assert not form.is_valid()
    assert set(form.errors) == fields
    assert form.entry is None


# Sitting out


def test_the_dealer_of_five_sits_out_unless_somebody_else_does(five):
    form = HandForm(table_context=five)
    assert form.resting == (1,)
    assert form.head.subtitle == "Ada deals and sits out"
    assert players_offered(form) == ["Boris", "Chloé", "Dirk", "Élise"]
    assert entry_of(five, NORMAL | {"re": ["2", "3"]}).sitting_out == (1,)


def test_another_dealer_is_another_player_sitting_out(five):
    chosen = NORMAL | {"re": ["1", "3"], "dealer": "2"}
    assert entry_of(five, chosen).sitting_out == (2,)
    assert players_offered(typed(five, chosen)) == ["Ada", "Chloé", "Dirk", "Élise"]


def test_who_sits_out_can_be_changed(five):
    form = typed(five, NORMAL | {"sitting_out_1": "4"})
    assert form.is_valid()
    assert form.entry.sitting_out == (4,)
    assert form.head.subtitle == "dealer Ada · Dirk sits out"
    wrong = typed(five, NORMAL | {"sitting_out_1": "3"})
    assert "Chloé sits out" in wrong.errors["re"][0]


@pytest.mark.parametrize(("seats", "resting"), [(6, (1, 4)), (7, (1, 4, 5))])
def test_further_seats_sit_out_at_six_and_seven(at, seats, resting):
    table_context = at(DDV, seats)
    assert entry_of(table_context, NORMAL | {"re": ["2", "3"]}).sitting_out == resting
    assert "Ada deals and sits out with Dirk" in HandForm(table_context=table_context).head.subtitle
    twice = typed(table_context, NORMAL | {"re": ["2", "3"], "sitting_out_1": "4"})
    assert set(twice.errors) == {"sitting_out_1"}


def test_a_table_of_four_has_no_field_for_sitting_out(house):
    form = HandForm(table_context=house)
    assert not [name for name in form.fields if name.startswith("sitting")]
    assert form.head.subtitle == "dealer Ada"


def test_a_look_at_other_players_saves_nothing_and_shows_no_errors(five, ada, client_of):
    values = shown_by(HandForm(table_context=five)) | {"kind": "normal", "dealer": "2", "look": "1"}
    page = client_of(ada).post(reverse("play:entry", args=[five.table.pk]), values, HTTP_HX_REQUEST="true")
    assert page.status_code == 200
    assert players_offered(page.context["form"]) == ["Ada", "Chloé", "Dirk", "Élise"]
    assert not page.context["form"].errors
    complete = values | NORMAL
    assert client_of(ada).post(reverse("play:record", args=[five.table.pk]), complete).status_code == 422
    assert not Hand.objects.exists()


def test_a_correction_can_change_who_sat_out(five, ada, client_of):
    services.record_hand(five.table, hand(151, re=(2, 3), sitting_out=(1,)), by=None, key=None)
    client, address = client_of(ada), reverse("play:correct", args=[five.table.pk, 1])
    form = client.get(address).context["form"]
    assert form["sitting_out_1"].value() == 1
    values = shown_by(form) | {"sitting_out_1": "3", "re": ["1", "2"], "why": "typed wrong", "seen": "x"}
    look = client.post(address, values | {"look": "1"})
    assert players_offered(look.context["form"]) == ["Ada", "Boris", "Dirk", "Élise"]
    assert client.post(address, values).status_code == 302
    assert TableContext(five.table).sheet.entries[0].sitting_out == (3,)


# Shown again


@pytest.mark.parametrize(
    "entry",
    [
        hand(240, "schwarz", schwarz="kontra"),
        hand(0, kind="buben", re=(4,), duty="vorfuehrung", schwarz="re"),
        hand(155, bock=True, bock_event=True, re_extras=extras(2, 3), kontra_extras=extras(0, 0, 1)),
        hand(151, "-", "k90", kind="hochzeit"),
        *(of_range(highest, "said") for highest in (29, 119, 150, 239)),
        hand(150),
    ],
)
def test_everything_rare_can_be_shown_again_and_saved_unchanged(house, entry):
    form = HandForm(table_context=house, initial=HandForm.initial_of(entry))
    assert entry_of(house, shown_by(form)) == entry
    assert form.asks_schwarz == (entry.schwarz is not None)
    assert form.asks_event == entry.bock_event


def test_a_range_is_shown_by_its_key_and_a_number_as_it_was_typed(house):
    shown = HandForm(table_context=house, initial=HandForm.initial_of(of_range(150)))
    assert (shown["augen"].value(), shown["re_augen"].value()) == (150, None)
    shown = HandForm(table_context=house, initial=HandForm.initial_of(hand(150)))
    assert (shown["augen"].value(), shown["re_augen"].value()) == ("exact", 150)


def test_folds_with_something_in_them_start_open(house):
    start = HandForm(table_context=house)
    assert (start.is_used("re_said", "kontra_said"), start.rare_is_open) == (False, False)
    shown = HandForm(table_context=house, initial=HandForm.initial_of(hand(151, "said", bock=True)))
    assert (shown.is_used("re_said", "kontra_said"), shown.rare_is_open) == (True, True)


# On the sheet


IN_A_ROW = '<span class="mark" data-brief="× 2">Bock × 2'
"""The heading of the next hand may say it, too."""


def read(page):
    return " ".join(page.content.decode().split())


def test_the_sheet_says_which_hands_are_bock(at, ada, client_of):
    """The third hand is in the round that the second hand started."""
    table_context = at(BOCK, hands=[hand(130), hand(120), hand(130), hand(121)])
    client, sheet = client_of(ada), reverse("play:table", args=[table_context.table.pk])
    assert read(client.get(sheet)).count(IN_A_ROW) == 2
    services.correct_hand(table_context.table.hands.get(number=2), hand(130), by=ada.user, why="typed wrong")
    assert "Bock × 2" not in read(client.get(sheet))


def test_a_hand_worth_nothing_says_that_it_is_bock_as_long_as_it_is(at, ada, client_of):
    nothing = hand(130, kontra_extras=extras(1))
    table_context = at(BOCK, hands=[hand(120), nothing])
    client, sheet = client_of(ada), reverse("play:table", args=[table_context.table.pk])
    assert read(client.get(sheet)).count(IN_A_ROW) == 1
    services.correct_hand(table_context.table.hands.get(number=1), hand(130), by=ada.user, why="typed wrong")
    assert "Bock × 2" not in read(client.get(sheet))


def test_the_preview_says_that_the_hand_is_bock(at, ada, client_of):
    table_context = at(BOCK, hands=[hand(120)])
    client, table = client_of(ada), table_context.table
    values = shown_by(HandForm(table_context=table_context)) | NORMAL
    page = client.post(reverse("play:preview", args=[table.pk]), values, HTTP_HX_REQUEST="true")
    assert ">Bock × 2<" in read(page)
    assert "+4" in read(page)
    address = reverse("play:preview_correction", args=[table.pk, 1])
    assert ">Bock × 2<" not in read(client.post(address, values, HTTP_HX_REQUEST="true"))


def test_a_tick_is_shown_as_bock(at, ada, client_of):
    table_context = at(HOUSE, hands=[hand(130, bock=True), hand(130)])
    assert read(client_of(ada).get(reverse("play:table", args=[table_context.table.pk]))).count(IN_A_ROW) == 1


def test_the_hands_of_a_table_with_bock_rounds_are_listed(at, ada, client_of):
    table_context = at(replace(HOUSE, bock_after_120=True), hands=[hand(120), hand(130)])
    client = client_of(ada)
    listed = read(client.get(reverse("play:hands", args=[table_context.table.club_id])))
    assert "130 : 110" in strip_tags(listed)
    assert client.get(reverse("admin:play_hand_changelist")).status_code == 200


def test_a_line_of_the_sheet_says_all_that_was_written_down(at, ada, client_of):
    played = [
        hand(130, "k90", "said", re=(2, 3), sitting_out=(1,), re_extras=extras(2), kontra_extras=extras(0, 1, 1)),
        hand(100, kind="buben", re=(1,), sitting_out=(2,), duty="pflicht"),
    ]
    table_context = at(DDV, 5, played)
    page = read(client_of(ada).get(reverse("play:table", args=[table_context.table.pk])))
    augen = '<b class="points" data-brief="130">130</b><span class="rest"> : 110</span>'
    assert f'{augen} <bdi class="who">Boris</bdi> <bdi class="who">&amp;</bdi> <bdi class="who">Chloé</bdi>' in page
    made = "Re, keine 90 · Kontra · Re + 2 × Fuchs · Kontra + Doppelkopf, Karlchen"
    assert made + " · out: Ada" in strip_tags(page)
    assert '<span class="kind" data-brief="BS">Buben-Solo</span> <bdi class="who">Ada</bdi>' in page
    assert "Pflichtsolo · out: Boris" in strip_tags(page)
    assert re.findall('data-brief="(R.*?|K.*?|Pf)"', page) == ["Pf", "R90", "K", "R+2", "K+2"]


def test_a_range_that_was_entered_is_shown_everywhere(at, ada, client_of):
    table_context, client = at(DDV, hands=[of_range(150)]), client_of(ada)
    who = " ".join(f'<bdi class="who">{name}</bdi>' for name in ("Ada", "&amp;", "Chloé"))
    shown = f'<b class="points">121–150</b> {who}'
    assert shown in read(client.get(reverse("play:table", args=[table_context.table.pk])))
    page = read(client.get(reverse("play:hand", args=[table_context.table.pk, 1])))
    assert shown in page
    assert "Re wins, 121–150" in page
    assert [cells[2] for cells in sheet.rows(table_context)] == ["121–150 Ada & Chloé"]
    listed = read(client.get(reverse("admin:doppelkopf_doppelkopfhand_changelist")))
    assert shown in listed
    assert ">150 : 90<" not in page


def test_a_table_that_plays_up_to_90_shows_its_own_ranges(at, ada, client_of):
    bis = at(replace(HOUSE, boundary="bis"), hands=[of_range(119)])
    assert "91–119" in read(client_of(ada).get(reverse("play:table", args=[bis.table.pk])))
    assert "91–119" in read(client_of(ada).get(reverse("admin:doppelkopf_doppelkopfhand_changelist")))


def test_the_exact_number_in_place_of_its_range_is_a_correction(at, ada, client_of):
    table_context, client = at(DDV, hands=[of_range(150)]), client_of(ada)
    address = reverse("play:correct", args=[table_context.table.pk, 1])
    values = shown_by(client.get(address).context["form"])
    assert values["augen"] == "150"
    client.post(address, values | {"why": "nothing was changed"})
    exact = values | {"augen": "exact", "re_augen": "150", "why": "counted again"}
    assert client.post(address, exact).status_code == 302
    assert DoppelkopfHand.objects.get().entry == hand(150)
    page = read(client.get(reverse("play:hand", args=[table_context.table.pk, 1])))
    assert page.count("Corrected by") == 1
    assert "121–150</b>" in page
    assert '150</b><span class="rest"> : 90</span>' in page


def test_the_sheet_says_who_owes_a_pflichtsolo_and_how_the_totals_add_up(at, ada, client_of):
    table_context = at(DDV, hands=[hand(100, kind="buben", re=(1,), duty="pflicht")])
    page = read(client_of(ada).get(reverse("play:table", args=[table_context.table.pk])))
    assert "Pflichtsolo still owed: Boris, Chloé, Dirk<" in page
    assert "The totals add up to 0." in page
    assert "23 hands left<" in page
