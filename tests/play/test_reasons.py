"""The reason for a correction, and for voiding a hand: a usual one by a button, or one in the user's own words."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Table
from tests.factories import make_table

LogIn = Callable[[Membership], Client]


@pytest.fixture
def table(club: Club) -> Table:
    table = make_table(club)
    services.record_hand(table, Entry(board=1, level=1, strain="NT", declarer="N", tricks=7), by=None, key=None)
    return table


@pytest.fixture
def client(boris: Membership, client_of: LogIn) -> Client:
    return client_of(boris)


def corrected(client: Client, table: Table, **reason: str) -> Any:
    """Post one trick less, with the reason."""
    address = reverse("play:correct", args=[table.pk, 1])
    shown = client.get(address).context
    typed = {name: shown["form"][name].value() for name in ("key", "number", "layout", "board", "level", "declarer")}
    typed |= {"strain": "NT", "tricks": "-1", "basis": shown["why"]["basis"].value()}
    return client.post(address, typed | reason)


def reasons() -> list[str]:
    return list(Revision.objects.filter(action="correct").values_list("why", flat=True))


@pytest.mark.parametrize(
    ("reason", "saved"),
    [
        ({"reason": "typing"}, "typing mistake"),
        ({"reason": "counted"}, "miscounted"),
        ({"reason": "player"}, "wrong player"),
        ({"reason": "other", "why": "one down, says Chloé"}, "one down, says Chloé"),
        ({"why": "one down, says Chloé"}, "one down, says Chloé"),
    ],
)
def test_a_reason_is_saved_as_the_user_reads_it(
    client: Client, table: Table, reason: dict[str, str], saved: str
) -> None:
    assert corrected(client, table, **reason).status_code == 302
    assert reasons() == [saved]


def test_a_button_is_saved_in_the_language_of_its_reader(client: Client, table: Table) -> None:
    client.cookies["django_language"] = "de"
    assert corrected(client, table, reason="counted").status_code == 302
    assert reasons() == ["verzählt"]


@pytest.mark.parametrize(
    ("reason", "where", "sentence"),
    [
        ({}, "reason", "Please fill this in."),
        ({"reason": "other", "why": " "}, "why", "Please fill this in."),
        ({"reason": "other", "why": "x" * 201}, "why", "at most 200 characters"),
        ({"why": "x" * 201}, "why", "at most 200 characters"),
        ({"reason": "bribery"}, "reason", "Select a valid choice"),
    ],
)
def test_a_missing_or_invalid_reason_is_reported_at_the_field_that_is_shown(
    client: Client, table: Table, reason: dict[str, str], where: str, sentence: str
) -> None:
    answer = corrected(client, table, **reason)
    assert answer.status_code == 422
    assert [*answer.context["why"].errors] == [where]
    assert sentence in answer.content.decode()
    assert reasons() == []


def test_the_admin_asks_to_confirm_with_the_words_of_the_button(
    ada: Membership, client_of: LogIn, table: Table
) -> None:
    client, hand = client_of(ada), table.hands.get(number=1)
    address = reverse("admin:bridge_bridgehand_change", args=[hand.pk])
    shown = client.get(address).context
    typed = {name: shown["form"][name].value() for name in ("key", "number", "layout", "board", "level", "declarer")}
    typed |= {"strain": "NT", "tricks": "-1", "reason": "typing"}
    asked = client.post(address, typed)
    assert "<dd><bdi>typing mistake</bdi></dd>" in asked.content.decode()
    client.post(address, typed | {"confirm": asked.context["fingerprint"]})
    assert reasons() == ["typing mistake"]


@pytest.mark.parametrize(
    ("reason", "saved"),
    [
        ({"reason": "misdeal"}, "misdeal"),
        ({"reason": "twice"}, "entered twice"),
        ({"reason": "other", "why": "Dirk had gone"}, "Dirk had gone"),
        ({"why": "Dirk had gone"}, "Dirk had gone"),
        ({}, ""),
    ],
)
def test_a_hand_is_voided_for_a_usual_reason_by_a_key(
    client: Client, table: Table, reason: dict[str, str], saved: str
) -> None:
    page = client.get(reverse("play:hand", args=[table.pk, 1])).content.decode()
    assert "Why does it not count?" in page
    assert 'value="misdeal"' in page
    client.post(reverse("play:void", args=[table.pk, 1]), reason)
    assert list(Revision.objects.filter(action="void").values_list("why", flat=True)) == [saved]
