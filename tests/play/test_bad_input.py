"""Bad input gets a clear response and keeps the values, and nothing is written."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership, Player
from scorer.play import services
from scorer.play.models import Hand, Table
from tests.factories import PlayerFactory, make_table

LogIn = Callable[[Membership], Client]
HTMX = {"HTTP_HX_REQUEST": "true"}

FOUR_SPADES = {"board": "1", "level": "4", "strain": "S", "declarer": "S", "tricks": "="}
NINETY = {"bidder": "2", "value": "90", "trump": "H", "coinche": "none", "points": "95"}


def post(client: Client, table: Table, values: dict[str, Any], **extra: Any) -> Any:
    envelope = {"key": "k", "number": services.next_number(table), "layout": table.layout}
    return client.post(reverse("play:record", args=[table.pk]), envelope | values, **extra)


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        ({"board": "1"}, {"level", "strain", "declarer", "tricks"}),
        (FOUR_SPADES | {"level": "8"}, {"level"}),
        (FOUR_SPADES | {"tricks": "14"}, {"tricks"}),
        (FOUR_SPADES | {"level": "8", "tricks": "14"}, {"level", "tricks"}),
        (FOUR_SPADES | {"tricks": "+4"}, {"tricks"}),
        (FOUR_SPADES | {"passed_out": "on"}, {"passed_out"}),
        (FOUR_SPADES | {"strain": "Z", "doubled": "XXX", "declarer": "Q"}, {"strain", "doubled", "declarer"}),
        (FOUR_SPADES | {"board": "0", "tricks": "many"}, {"board", "tricks"}),
        (FOUR_SPADES | {"level": "four", "dealer": "9"}, {"level", "dealer"}),
    ],
)
def test_every_error_of_a_board_is_shown_beside_its_field(
    values: dict[str, str], fields: set[str], club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "bridge")
    for extra in ({}, HTMX):
        response = post(client_of(boris), table, values, **extra)
        assert response.status_code == 422
        form = response.context["form"]
        assert set(form.errors) == fields
        for name, value in values.items():
            if name != "passed_out":
                assert str(form[name].value()) == value
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        ({}, {"bidder", "value", "trump", "points"}),
        (NINETY | {"value": "85"}, {"value"}),
        (NINETY | {"points": "1"}, {"points"}),
        (NINETY | {"points": "161"}, {"points"}),
        (NINETY | {"points": "163"}, {"points"}),
        (NINETY | {"points": "-5", "value": "170"}, {"points", "value"}),
        (NINETY | {"coinche": "surcontre", "belote": "both"}, {"coinche", "belote"}),
        (NINETY | {"bidder": "5"}, {"bidder"}),
        (NINETY | {"points": "1e308"}, {"points"}),
        (NINETY | {"points": "9" * 400}, {"points"}),
        (NINETY | {"trump": "SA"}, {"trump"}),
    ],
)
def test_every_error_of_a_belote_hand_is_shown_beside_its_field(
    values: dict[str, str], fields: set[str], club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "belote")
    response = post(client_of(boris), table, values)
    assert response.status_code == 422
    assert set(response.context["form"].errors) == fields
    for name, value in values.items():
        assert str(response.context["form"][name].value()) == value
    assert not Hand.objects.exists()


@pytest.mark.parametrize("points", ["99999999999", "-99999999999", "9" * 30])
@pytest.mark.parametrize("game", ["belote", "tarot"])
def test_a_number_that_is_far_too_large_is_not_called_anything_but_a_number(
    game: str, points: str, club: Club, boris: Membership, client_of: LogIn
) -> None:
    form = post(client_of(boris), make_table(club, game), {"contract": "garde", "points": points}).context["form"]
    assert form.errors["points"] == ["This number is out of range."]


def test_form_and_command_line_give_the_same_messages(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = make_table(club, "bridge")
    page = post(client_of(boris), table, FOUR_SPADES | {"level": "8"}).content.decode()
    assert "A contract is at level 1 to 7." in page


@pytest.mark.parametrize("missing", ["key", "number", "layout"])
def test_a_form_without_key_number_or_layout_is_refused(
    missing: str, club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "bridge")
    values = {"key": "k", "number": "1", "layout": "1"} | FOUR_SPADES
    del values[missing]
    response = client_of(boris).post(reverse("play:record", args=[table.pk]), values)
    assert response.status_code == 422
    assert not Hand.objects.exists()


@pytest.mark.parametrize("htmx", [{}, HTMX])
def test_a_hand_for_a_closed_table_shows_a_page_with_the_values(
    htmx: dict[str, str], club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "bridge")
    services.close_table(table, by=None)
    response = post(client_of(boris), table, FOUR_SPADES, **htmx)
    assert response.status_code == 409
    assert "closed" in response.content.decode()
    assert "♠" in response.content.decode()
    assert not Hand.objects.exists()


def test_a_hand_for_changed_seats_shows_the_new_seats_with_the_values(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "belote")
    layout = table.layout
    services.substitute(table, 2, PlayerFactory(club=club, name="Élise"), by=None)
    response = post(client_of(boris), table, NINETY | {"layout": layout}, **HTMX)
    assert response.status_code == 409
    assert "Élise" in response.content.decode()
    assert response.context["form"]["points"].value() == "95"
    assert not Hand.objects.exists()


def test_other_values_under_the_same_key_return_the_first_result(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "bridge")
    client = client_of(boris)
    assert post(client, table, FOUR_SPADES, **HTMX).status_code == 200
    again = post(client, table, FOUR_SPADES | {"tricks": "+1"}, **HTMX)
    assert again.status_code == 200
    assert "other values" in again.content.decode()
    broken = post(client, table, {"level": "8"}, **HTMX)
    assert broken.status_code == 200
    assert Hand.objects.count() == 1


@pytest.mark.parametrize("name", ["table", "rules", "adjust"])
def test_an_unknown_table_and_one_of_another_club_return_the_same_404(
    name: str, club: Club, zoe: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "bridge")
    client = client_of(zoe)
    for table_id in (table.pk, 12345):
        assert client.get(reverse(f"play:{name}", args=[table_id])).status_code == 404


def test_a_table_of_another_club_accepts_nothing(club: Club, zoe: Membership, client_of: LogIn) -> None:
    table = make_table(club, "bridge")
    services.record_hand(table, Entry(board=1, passed_out=True), by=None, key=None)
    client = client_of(zoe)
    assert post(client, table, FOUR_SPADES).status_code == 404
    for name in ("close", "reopen", "cancel", "entry", "preview"):
        assert client.post(reverse(f"play:{name}", args=[table.pk])).status_code == 404
    for name in ("void", "restore", "undo", "correct", "preview_correction"):
        assert client.post(reverse(f"play:{name}", args=[table.pk, 1])).status_code == 404
    table.refresh_from_db()
    assert table.version == 2


def test_nobody_writes_without_logging_in(client: Client, club: Club) -> None:
    table = make_table(club, "bridge")
    response = post(client, table, FOUR_SPADES)
    assert response.status_code == 302
    assert response.url.startswith(reverse("club:login"))
    assert not Hand.objects.exists()


def test_a_form_without_its_csrf_cookie_is_refused(club: Club, boris: Membership) -> None:
    table = make_table(club, "bridge")
    client = Client(enforce_csrf_checks=True)
    client.force_login(boris.user)
    response = post(client, table, FOUR_SPADES)
    assert response.status_code == 403
    assert not Hand.objects.exists()


@pytest.mark.parametrize("number", [2, 0, 99999999999999999999])
def test_an_unknown_hand_returns_404(number: int, club: Club, boris: Membership, client_of: LogIn) -> None:
    table = make_table(club, "bridge")
    services.record_hand(table, Entry(board=1, passed_out=True), by=None, key=None)
    assert client_of(boris).get(reverse("play:hand", args=[table.pk, number])).status_code == 404


@pytest.mark.parametrize("name", ["table", "hand", "correct", "open", "house_rules", "open_several"])
@pytest.mark.parametrize(
    "query",
    [
        "?way=x",
        "?again=x",
        "?like=²",
        "?tables=²",
        "?tables=99999999",
        "?like=x",
        "?like=9999999999",
        "?tables=-1",
        "?page=x",
        "?preset=x",
        "?again=1",
    ],
)
def test_no_query_string_makes_a_page_fail(
    name: str, query: str, club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "belote")
    services.record_hand(table, table.config.rules.EXAMPLES[0].entry, by=None, key=None)
    args: dict[str, list[Any]] = {
        "table": [table.pk],
        "hand": [table.pk, 1],
        "correct": [table.pk, 1],
        "open": [club.pk, "belote"],
        "house_rules": [club.pk, "belote"],
        "open_several": [club.pk, "belote"],
    }
    assert client_of(boris).get(reverse(f"play:{name}", args=args[name]) + query).status_code == 200


@pytest.mark.parametrize("game", ["hearts", "admin", "play"])
def test_an_unknown_game_returns_404(game: str, club: Club, boris: Membership, client_of: LogIn) -> None:
    assert client_of(boris).get(reverse("play:open", args=[club.pk, game])).status_code == 404


PARTIES = {"parties": "off", "litige_at_end": "dropped"}


def opening(club: Club, **values: str) -> dict[str, str]:
    players = {f"name_{n}": player.name for n, player in enumerate(club.players.order_by("name")[:4], start=1)}
    return {"key": "k", "first_dealer": "1", "preset": "house", "shown": "house", "scoring": "house",
            "target": "1000", "litige": "carry"} | PARTIES | players | values  # fmt: skip


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name_4": ""}, "name_4"),
        ({"name_4": " \u200b "}, "name_4"),
        ({"name_4": "x" * 300}, "name_4"),
        ({"name_4": "ada"}, "name_4"),
        ({"name_2": "", "name_3": ""}, "name_3"),
        ({"first_dealer": "7"}, "first_dealer"),
        ({"first_dealer": "x"}, "first_dealer"),
    ],
)
def test_errors_in_opening_a_table_are_shown_beside_their_fields(
    values: dict[str, str], field: str, club: Club, boris: Membership, client_of: LogIn
) -> None:
    make_table(club, "belote")
    response = client_of(boris).post(reverse("play:open", args=[club.pk, "belote"]), opening(club, **values))
    assert response.status_code == 422
    assert field in response.context["seating"].errors
    assert Table.objects.count() == 1
    assert Player.objects.count() == 4


@pytest.mark.parametrize(
    "values", [{"target": "5"}, {"target": "x"}, {"preset": "x"}, {"litige": ""}, {"scoring": "x"}]
)
def test_impossible_house_rules_are_refused(
    values: dict[str, str], club: Club, boris: Membership, client_of: LogIn
) -> None:
    make_table(club, "belote")
    response = client_of(boris).post(reverse("play:open", args=[club.pk, "belote"]), opening(club, **values))
    assert response.status_code == 422
    assert set(response.context["variant"].errors) == set(values)


def test_a_changed_house_rule_and_a_new_name_are_kept(club: Club, boris: Membership, client_of: LogIn) -> None:
    make_table(club, "belote")
    values = opening(club, target="", name_4="Zoran  Ilić")
    assert client_of(boris).post(reverse("play:open", args=[club.pk, "belote"]), values).status_code == 302
    table = Table.objects.order_by("opened_at").last()
    assert table
    assert table.config.table_model.objects.get(table=table).variant.target is None
    assert table.seats.get(position=4).player.name == "Zoran Ilić"


def test_without_scripts_another_preset_applies_as_it_is(club: Club, boris: Membership, client_of: LogIn) -> None:
    make_table(club, "belote")
    client_of(boris).post(reverse("play:open", args=[club.pk, "belote"]), opening(club, preset="ffb"))
    table = Table.objects.order_by("opened_at").last()
    assert table
    variant = table.config.table_model.objects.get(table=table).variant
    assert variant == table.config.rules.PRESETS["ffb"]


FFB = {"preset": "ffb", "shown": "ffb", "scoring": "ffb", "target": "2000", "litige": "carry"} | PARTIES


@pytest.mark.parametrize(
    ("rule", "typed", "kept"),
    [("target", "1500", 1500), ("target", "", None), ("litige", "fails", "fails"), ("scoring", "ffb", "ffb")],
)
def test_a_rule_changed_under_another_preset_is_kept_and_confirmed_once(
    rule: str, typed: str, kept: Any, club: Club, boris: Membership, client_of: LogIn
) -> None:
    make_table(club, "belote")
    address, client = reverse("play:open", args=[club.pk, "belote"]), client_of(boris)
    response = client.post(address, opening(club, preset="ffb") | {rule: typed})
    assert response.status_code == 422
    assert Table.objects.count() == 1
    form = response.context["variant"]
    sentence = "These are the rules of “Federation rules (FFB)” with your changes."
    assert form.errors["preset"][0].startswith(sentence)
    assert set(form.errors) == {"preset"}
    shown = {name: str(form[name].value()) for name in form.fields}
    assert shown == FFB | {rule: typed}
    assert form.errors["preset"][0] in response.content.decode()
    assert client.post(address, opening(club) | shown).status_code == 302
    table = Table.objects.order_by("opened_at").last()
    assert table
    variant = table.config.table_model.objects.get(table=table).variant
    assert variant == replace(table.config.rules.PRESETS["ffb"], **{rule: kept})


def test_an_impossible_rule_under_another_preset_is_kept_with_its_error(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    make_table(club, "belote")
    address = reverse("play:open", args=[club.pk, "belote"])
    form = client_of(boris).post(address, opening(club, preset="ffb", target="5")).context["variant"]
    assert set(form.errors) == {"preset", "target"}
    assert form["target"].value() == "5"
    assert form["scoring"].value() == "ffb"


def test_fetching_house_rules_keeps_changed_rules(club: Club, boris: Membership, client_of: LogIn) -> None:
    address, client = reverse("play:house_rules", args=[club.pk, "belote"]), client_of(boris)
    shown = {"shown": "house", "scoring": "house", "target": "1500", "litige": "carry"} | PARTIES
    form = client.get(address, shown | {"preset": "ffb"}).context["variant"]
    assert {name: form[name].value() for name in form.fields} == FFB | {"target": "1500"}
    assert client.get(address, {"preset": "x"}).context["variant"]["target"].value() is None


@pytest.mark.parametrize("page", ["open", "open_several"])
def test_without_scripts_a_button_shows_the_rules_of_the_preset(
    page: str, club: Club, boris: Membership, client_of: LogIn
) -> None:
    make_table(club, "belote")
    address, client = reverse(f"play:{page}", args=[club.pk, "belote"]), client_of(boris)
    assert 'class="second nojs-only" name="show_rules"' in client.get(address).content.decode()
    response = client.post(address, opening(club, preset="ffb", show_rules="1"))
    assert response.status_code == 422
    assert response.context["variant"]["target"].value() == 2000
    assert Table.objects.count() == 1


def several(club: Club, tables: int, **values: str) -> dict[str, str]:
    players = list(club.players.order_by("name"))
    seats = {
        f"t{place}-name_{position}": players[4 * place + position - 1].name
        for place in range(tables)
        for position in range(1, 5)
    }
    dealers = {f"t{place}-first_dealer": "1" for place in range(6)}
    return {"key": "k", "tables": "6", "preset": "duplicate"} | seats | dealers | values


def test_several_tables_are_opened_at_once_without_the_empty_rows(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    PlayerFactory.create_batch(24, club=club)
    url = reverse("play:open_several", args=[club.pk, "bridge"])
    client = client_of(boris)
    assert client.post(url, several(club, 5)).status_code == 302
    assert client.post(url, several(club, 5)).status_code == 302
    assert sorted(Table.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_a_player_at_two_tables_of_one_form_prevents_opening_them(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    PlayerFactory.create_batch(24, club=club)
    first = club.players.order_by("name")[0].name
    url = reverse("play:open_several", args=[club.pk, "bridge"])
    response = client_of(boris).post(url, several(club, 2, **{"t1-name_3": first}))
    assert response.status_code == 422
    assert "name_3" in response.context["rows"][1].errors
    assert not Table.objects.exists()


def test_opening_the_same_again_starts_with_the_last_players_and_rules(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "belote")
    client = client_of(boris)
    form = client.get(reverse("play:open", args=[club.pk, "belote"]), {"like": table.pk}).context["seating"]
    assert [form[f"name_{n}"].value() for n in range(1, 5)] == [seat.player.name for seat in table.seats.all()]
    assert form["first_dealer"].value() == 2
    rows = client.get(reverse("play:open_several", args=[club.pk, "belote"]), {"again": 1}).context["rows"]
    assert [row["name_1"].value() for row in rows] == [table.seats.get(position=1).player.name]


def test_a_json_body_is_refused_without_a_server_error(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = make_table(club, "bridge")
    response = client_of(boris).post(
        reverse("play:record", args=[table.pk]), json.dumps(FOUR_SPADES), content_type="application/json"
    )
    assert response.status_code == 422


@pytest.mark.parametrize("why", ["x" * 300, "a\0b"])
def test_a_reason_that_cannot_be_stored_is_refused_and_shown_again(
    why: str, club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "bridge")
    hand = services.record_hand(table, Entry(board=1, passed_out=True), by=None, key=None).hand
    response = client_of(boris).post(reverse("play:void", args=[table.pk, 1]), {"why": why})
    assert response.status_code == 422
    assert response.context["count"]["why"].value() == why
    hand.refresh_from_db()
    assert not hand.voided


@pytest.mark.parametrize("typed", ["²", "9" * 5000, "-1", "1.5", "x"])
@pytest.mark.parametrize(("game", "name"), [("bridge", "dealer"), ("bridge", "board"), ("belote", "dealer")])
def test_no_number_makes_the_form_fail(
    typed: str, game: str, name: str, club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, game)
    values = (FOUR_SPADES if game == "bridge" else NINETY) | {name: typed}
    for extra in ({}, HTMX):
        response = post(client_of(boris), table, values, **extra)
        assert response.status_code == 422
        assert name in response.context["form"].errors


def test_the_key_that_opened_a_table_can_save_a_hand(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = make_table(club, "bridge", key="k")
    client = client_of(boris)
    assert post(client, table, FOUR_SPADES | {"key": "a\0b"}).status_code == 422
    assert post(client, table, FOUR_SPADES | {"key": "k"}).status_code == 302
    opened = client.post(reverse("play:open", args=[club.pk, "belote"]), opening(club, key="k2"))
    assert opened.status_code == 302
    assert club.tables.count() == 2


def test_the_same_key_in_another_club_is_another_key(club: Club, zoe: Membership, client_of: LogIn) -> None:
    ours = make_table(club, "belote", key="k")
    theirs = make_table(zoe.club, "belote")
    values = opening(zoe.club, key="k")
    for _twice in range(2):
        answer = client_of(zoe).post(reverse("play:open", args=[zoe.club.pk, "belote"]), values)
        (opened,) = zoe.club.tables.exclude(pk=theirs.pk)
        assert answer.headers["Location"] == reverse("play:table", args=[opened.pk])
    assert list(club.tables.all()) == [ours]


def test_a_hand_under_a_key_used_for_another_change_is_refused_and_kept(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    table, client = make_table(club, "bridge"), client_of(boris)
    services.swap_seats(table, 1, 2, since=1, by=None, why="N sits at E", key="k")
    table.refresh_from_db()
    answer = post(client, table, FOUR_SPADES | {"key": "k"}, **HTMX)
    assert answer.status_code == 409
    assert "This form was used for another change of the sheet already." in answer.content.decode()
    key = answer.context["form"]["key"].value()
    assert post(client, table, FOUR_SPADES | {"key": key}, **HTMX).status_code == 200
    assert table.hands.count() == 1


def test_the_second_of_two_corrections_at_once_is_a_conflict(
    club: Club, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "bridge")
    services.record_hand(table, Entry(board=1, level=1, strain="C", declarer="N", tricks=7), by=None, key=None)
    url = reverse("play:correct", args=[table.pk, 1])
    asked = [(client_of(who), client_of(who).get(url).context) for who in (ada, boris)]
    posted = []
    for (client, page), level in zip(asked, ("2", "4"), strict=True):
        envelope = {name: page["form"][name].value() for name in ("key", "number", "layout")}
        values = FOUR_SPADES | {"level": level, "why": "typed wrong", "basis": page["why"]["basis"].value()}
        posted.append((client, envelope | values, client.post(url, envelope | values)))

    assert [response.status_code for _client, _values, response in posted] == [302, 409]
    client, values, told = posted[1]
    assert "has since been changed by ada" in told.content.decode()
    assert told.context["form"]["level"].value() == "4"
    assert client.post(url, values | {"basis": told.context["why"]["basis"].value()}).status_code == 302
    assert table.hands.get().bridgehand.level == 4


def test_an_adjustment_with_a_conflict_keeps_its_values(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = make_table(club, "bridge")
    client = client_of(boris)
    values = {"key": "k", "number": "1", "layout": "1", "points_0": "-50", "why": "a revoke"}
    services.record_hand(table, Entry(board=1, passed_out=True), by=None, key=None)
    url = reverse("play:adjust", args=[table.pk])
    told = client.post(url, values)
    assert told.status_code == 409
    form = told.context["form"]
    assert (form["points_0"].value(), form["why"].value(), form["number"].value()) == ("-50", "a revoke", "2")
    services.close_table(table, by=None)
    assert client.post(url, values).status_code == 409
    assert table.hands.count() == 1


def test_correcting_the_board_changes_the_dealer(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = make_table(club, "bridge")
    services.record_hand(table, Entry(board=3, level=1, strain="C", declarer="N", tricks=7), by=None, key=None)
    url = reverse("play:correct", args=[table.pk, 1])
    client = client_of(boris)
    form = client.get(url).context["form"]
    assert form.head.subtitle.startswith("dealer S")
    envelope = {name: form[name].value() for name in ("key", "number", "layout", "dealer")}
    values = FOUR_SPADES | {"board": "8", "why": "board 8", "seen": "board_far_ahead"}
    assert client.post(url, {k: v for k, v in (envelope | values).items() if v is not None}).status_code == 302
    assert table.hands.get().dealer == 4


def test_an_expired_login_leaves_the_form_on_the_page(client: Client, club: Club) -> None:
    table = make_table(club, "bridge")
    assert post(client, table, FOUR_SPADES, **HTMX).status_code == 401
    sheet = reverse("play:table", args=[table.pk])
    plain = post(client, table, FOUR_SPADES, headers={"referer": f"http://testserver{sheet}"})
    assert plain.url == f"{reverse('club:login')}?next={sheet}"
    stranger = post(client, table, FOUR_SPADES, headers={"referer": "http://elsewhere.example/x"})
    assert stranger.url == f"{reverse('club:login')}?next=/"


def test_a_name_that_was_added_meanwhile_means_that_player(
    club: Club, boris: Membership, client_of: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_table(club, "belote")
    added = PlayerFactory(club=club, name="Zoran", active=False)
    monkeypatch.setattr("scorer.play.opening.forms.player_problem", lambda *_: None)
    values = opening(club, name_4="zoran")
    assert client_of(boris).post(reverse("play:open", args=[club.pk, "belote"]), values).status_code == 302
    assert added.seats.exists()
