"""What the server does for hands that a phone keeps until it can send them.

tests/browser/test_outbox.py tests the phone's side.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.play import phones, services
from scorer.play.models import Hand, Table
from scorer.play.services import saving
from tests.factories import make_players, make_table

pytestmark = pytest.mark.django_db
LogIn = Callable[[Membership], Client]
HTMX = {"HTTP_HX_REQUEST": "true"}
VALUES = {"board": "1", "level": "4", "strain": "S", "declarer": "S", "tricks": "="}


@pytest.fixture
def table(club: Club) -> Table:
    return make_table(club, "bridge")


def save(client: Client, table: Table, number: int = 1, **values: Any) -> Any:
    envelope = {"key": "k", "number": number, "layout": table.layout}
    return client.post(reverse("play:record", args=[table.pk]), envelope | VALUES | values, **HTMX)


def ahead(client: Client, table: Table, **asked: str) -> Any:
    return client.get(reverse("play:ahead", args=[table.pk]), asked)


def heads(answer: Any) -> list[str]:
    return [f"{form.head.title}: {form.head.subtitle}" for form in answer.context["forms"]]


def typed_by(member: Membership) -> str:
    return f"login-{member.user_id}"


def test_a_hand_typed_by_somebody_else_is_not_saved(
    table: Table, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    client = client_of(ada)
    answer = save(client, table, writer=typed_by(boris))
    assert answer.status_code == 409
    assert "typed on this device by somebody else" in answer.content.decode()
    assert answer.context["form"]["level"].value() == "4"
    assert 'data-instead="k"' in answer.content.decode()
    assert f'name="writer" value="{typed_by(ada)}"' in answer.content.decode()
    assert not Hand.objects.exists()
    key = answer.context["form"]["key"].value()
    assert save(client, table, key=key, writer=typed_by(ada)).status_code == 200
    assert table.hands.get().entered_by == ada.user


def test_a_phone_without_a_login_writes_for_the_player_who_holds_it(
    table: Table, boris: Membership, client_of: LogIn
) -> None:
    phone = Client()
    for place in (1, 2):
        player = table.seats.get(position=place).player
        phone.post(phones.path_of(table, phones.Link.ENTRY), {"player": player.pk})
        page = phone.get(reverse("play:table", args=[table.pk])).content.decode()
        assert page.count(f'"phone-{player.pk}"') == 2  # in the form, and in the list of waiting hands
    for somebody_else in (typed_by(boris), f"phone-{table.seats.get(position=1).player_id}"):
        assert save(phone, table, writer=somebody_else).status_code == 409
    assert save(phone, table, writer=f"phone-{player.pk}").status_code == 200
    assert table.hands.get().entered_as == player


def test_a_saved_hand_counts_as_saved_whoever_sends_it_again(
    table: Table, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    assert save(client_of(boris), table, writer=typed_by(boris)).status_code == 200
    answer = save(client_of(ada), table, writer=typed_by(boris))
    assert (answer.status_code, answer.context["saved"].repeated) == (200, True)
    assert table.hands.get().entered_by == boris.user


def test_a_hand_sent_twice_at_once_succeeds_both_times(
    table: Table, boris: Membership, client_of: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(boris)
    save(client, table)
    looks = iter([None])  # the other request is not saved yet when this one looks
    real = saving.saved_before
    monkeypatch.setattr(saving, "saved_before", lambda *args: next(looks, real(*args)))
    answer = save(client, table)
    assert (answer.status_code, answer.context["saved"].repeated) == (200, True)
    assert table.hands.count() == 1


def test_forms_for_later_hands_have_board_dealer_and_who_sits_out(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    client = client_of(boris)
    table = make_table(club, "bridge")
    services.record_hand(table, Entry(board=7, passed_out=True), by=None, key=None)
    assert heads(ahead(client, table))[:2] == [
        "Board 9: dealer N · E–W vulnerable",
        "Board 10: dealer E · all vulnerable",
    ]
    five = make_table(club, "doppelkopf", players=make_players(club, 5))
    assert heads(ahead(client, five))[:2] == ["Hand 2: Boris deals and sits out", "Hand 3: Chloé deals and sits out"]


def test_only_missing_forms_for_later_hands_are_rendered(table: Table, boris: Membership, client_of: LogIn) -> None:
    client = client_of(boris)
    assert [form["number"].value() for form in ahead(client, table, have="11").context["forms"]] == [12, 13]
    assert len(ahead(client, table, have="garbage").context["forms"]) == 12
    services.close_table(table, by=None)
    assert heads(ahead(client, table)) == []


def test_a_form_says_whether_there_are_values_in_it(table: Table, boris: Membership, client_of: LogIn) -> None:
    """Such a form must not be replaced automatically."""
    client, page = client_of(boris), reverse("play:table", args=[table.pk])
    assert "data-typed" not in client.get(page).content.decode()
    assert "data-typed" in save(client, table, level="9").content.decode()
    assert "data-typed" not in save(client, table).content.decode()
    services.undo_hand(table.hands.get(), by=None)
    assert "data-typed" in client.get(page, {"again": "1"}).content.decode()
