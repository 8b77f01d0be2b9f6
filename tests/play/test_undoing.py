"""Undoing a hand, whose values are in the form again until it is saved."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from tests.factories import make_table

pytestmark = pytest.mark.django_db
LogIn = Callable[[Membership], Client]
TYPED = Entry(board=1, level=4, strain="S", declarer="S", tricks=10)


@pytest.fixture
def table(club: Club, ada: Membership) -> Table:
    table = make_table(club, "bridge")
    services.record_hand(table, TYPED, by=ada.user, key=None)
    return table


@pytest.fixture
def client(ada: Membership, client_of: LogIn) -> Client:
    return client_of(ada)


def undo(client: Client, table: Table, number: int = 1) -> str:
    """Return the URL of the page after that."""
    answer = client.post(reverse("play:undo", args=[table.pk, number]))
    assert answer.status_code == 302
    return str(answer["Location"])


def offered(client: Client, address: str) -> Any:
    return client.get(address).context["form"]


def save(client: Client, table: Table, form: Any, tricks: str, **headers: Any) -> Any:
    values = {"board": "1", "level": "4", "strain": "S", "declarer": "S", "tricks": tricks, "seen": "board_again"}
    hidden = {name: form[name].value() for name in ("key", "number", "layout")}
    return client.post(reverse("play:record", args=[table.pk]), values | hidden | {"way": form.way}, **headers)


def counting(table: Table) -> list[int]:
    """Return how many tricks were taken in the counting hands."""
    hands = table.config.hand_model.objects.for_table(table).filter(hand__voided=False)
    return [detail.entry.tricks for detail in hands]


def test_the_values_of_an_undone_hand_are_in_the_form_again(client: Client, table: Table) -> None:
    form = offered(client, undo(client, table))
    assert (form["level"].value(), form["strain"].value(), form["declarer"].value()) == (4, "S", "S")


def test_the_values_are_no_longer_offered_once_they_are_saved(client: Client, table: Table) -> None:
    address = undo(client, table)
    assert save(client, table, offered(client, address), "+1")["Location"] == reverse("play:table", args=[table.pk])
    assert offered(client, address)["level"].value() is None
    assert counting(table) == [11]


def test_a_penalty_entered_meanwhile_does_not_replace_the_undone_hand(client: Client, table: Table) -> None:
    address = undo(client, table)
    services.record_adjustment(table, [-50, 0, -50, 0], why="a revoke", by=None, key=None)
    assert offered(client, address)["level"].value() == 4


def test_counted_again_it_is_not_offered(client: Client, table: Table) -> None:
    address = undo(client, table)
    services.restore_hand(table.hands.get(), by=None)
    assert offered(client, address)["level"].value() is None


def test_two_phones_that_both_have_it_in_their_forms_save_it_once(client: Client, table: Table) -> None:
    address = undo(client, table)
    one, other = offered(client, address), offered(client, address)
    save(client, table, one, "+1")
    answer = save(client, table, other, "+1", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "was already saved" in answer.content.decode()
    assert counting(table) == [11]


def test_other_values_on_the_second_phone_are_kept_and_it_is_told(client: Client, table: Table) -> None:
    """They may belong to the next hand and have been typed over the values of the undone one."""
    address = undo(client, table)
    one, other = offered(client, address), offered(client, address)
    save(client, table, one, "+1")
    answer = save(client, table, other, "-1", headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "On the sheet, by ada" in answer.content.decode()
    assert answer.context["form"]["tricks"].value() == "-1"
    assert counting(table) == [11]
    assert save(client, table, answer.context["form"], "-1", headers={"HX-Request": "true"}).status_code == 200
    assert counting(table) == [11, 9]


def test_undone_a_second_time_it_is_another_hand_that_is_saved(client: Client, table: Table) -> None:
    save(client, table, offered(client, undo(client, table)), "+1")
    address = undo(client, table, 2)
    form = offered(client, address)
    assert form["tricks"].value() == "+1"
    save(client, table, form, "+2")
    assert counting(table) == [12]
