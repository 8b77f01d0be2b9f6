"""A result that looks like the others of its deal with the sides exchanged: the table is asked, the director told."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.bridge.rules import Entry
from scorer.club.models import Membership
from scorer.contest.turned import LEAST_OTHERS
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.play import phones
from scorer.play import services as play
from scorer.play.models import Table
from tests.contract.test_table import HTMX, ask
from tests.events.conftest import MakeEvent, begin
from tests.events.test_pages import LogIn, address

QUESTION, LIST = "Was it the other side?", "Perhaps entered for the other side"
MADE_ONE_MORE = Entry(1, 4, "S", "", "N", 11)
TURNED = Entry(1, 4, "S", "", "E", 10)


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Ten pairs at five tables, all of which play the same board at once."""
    return begin(make_event("bridge", 10, rounds=1, per_round=1), "draw")


def tables(event: Event) -> list[Table]:
    sittings = Sitting.objects.select_related("table").filter(round__event=event).order_by("station")
    return [sitting.table for sitting in sittings if sitting.table]


def others_have(event: Event, entry: Entry, count: int) -> Table:
    """Let so many of the other tables play the board, and return the last table."""
    *others, last = tables(event)
    for table in others[:count]:
        play.record_hand(table, entry, by=None, key=None)
    return last


def phone_at(table: Table) -> Client:
    phone = Client(SERVER_NAME="localhost")
    phone.post(phones.path_of(table, phones.Link.ENTRY) or "", {"player": ""})
    return phone


def save(client: Client, table: Table, entry: Any, **how: Any) -> Any:
    return client.post(reverse("play:record", args=[table.pk]), ask(table, entry), **how)


def test_the_table_is_asked_after_the_save_without_what_others_have(
    event: Event,
) -> None:
    table = others_have(event, MADE_ONE_MORE, LEAST_OTHERS)
    html = save(phone_at(table), table, TURNED, **HTMX).content.decode()
    hand = table.hands.get()
    assert QUESTION in html
    assert reverse("play:correct", args=[table.pk, hand.number]) in html
    assert "450" not in html
    assert "is saved" in html


def test_a_form_that_is_sent_again_is_asked_about_again_and_a_page_that_is_loaded_again_is_not(event: Event) -> None:
    """The first response may have been lost. That it is right is stored nowhere, since nobody asks a second time."""
    table = others_have(event, MADE_ONE_MORE, LEAST_OTHERS)
    phone, another, data = phone_at(table), phone_at(table), ask(table, TURNED)
    record, sheet = (reverse(f"play:{name}", args=[table.pk]) for name in ("record", "table"))
    assert QUESTION in phone.post(record, data, **HTMX).content.decode()
    again = phone.post(record, data, **HTMX).content.decode()
    assert "was already saved" in again
    assert QUESTION in again
    for client in (phone, another):
        assert QUESTION not in client.get(sheet).content.decode()
    play.void_hand(table.hands.get(), by=None, why="A mess")
    assert QUESTION not in phone.post(record, data, **HTMX).content.decode()


def test_without_scripts_the_next_page_asks(event: Event) -> None:
    table = others_have(event, MADE_ONE_MORE, LEAST_OTHERS)
    client = phone_at(table)
    assert save(client, table, TURNED).status_code == 302
    html = client.get(reverse("play:table", args=[table.pk])).content.decode()
    assert QUESTION in html
    assert "450" not in html


@pytest.mark.parametrize(
    ("entry", "others"),
    [
        (TURNED, LEAST_OTHERS - 1),
        (Entry(1, 4, "S", "", "N", 10), LEAST_OTHERS),
        (Entry(1, 4, "S", "", "N", 9), LEAST_OTHERS),
        (Entry(1, 5, "H", "X", "N", 9), LEAST_OTHERS),
        (Entry(1, 5, "H", "X", "E", 8), LEAST_OTHERS),
        (Entry(1, 2, "H", "", "E", 8), LEAST_OTHERS),
        (Entry(1, passed_out=True), LEAST_OTHERS),
    ],
)
def test_nobody_is_asked_about_a_result_that_others_may_have_or_with_few_others(
    entry: Entry, others: int, event: Event, ada: Membership, client_of: LogIn
) -> None:
    table, client = others_have(event, MADE_ONE_MORE, others), client_of(ada)
    assert QUESTION not in save(client, table, entry, **HTMX).content.decode()
    assert LIST not in client.get(address(event)).content.decode()


def test_the_director_sees_the_comparison_until_it_is_corrected_or_ruled_on(
    event: Event, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    table, director = others_have(event, MADE_ONE_MORE, LEAST_OTHERS), client_of(ada)
    save(phone_at(table), table, TURNED, **HTMX)
    html = director.get(address(event)).content.decode()
    assert LIST in html
    assert html.count("+450") >= LEAST_OTHERS
    event.club.public = True
    event.club.save()
    for reader in (client_of(boris), Client()):
        assert LIST not in reader.get(address(event)).content.decode()
    hand = table.hands.get()
    play.correct_hand(hand, MADE_ONE_MORE, by=ada.user, why="the other side")
    assert LIST not in director.get(address(event)).content.decode()
    play.correct_hand(hand, TURNED, by=ada.user, why="no, it was right")
    assert LIST in director.get(address(event)).content.decode()
    sitting = Sitting.objects.get(table=table)
    services.rule_result(event, sitting, 1, {"average": [50, 50]}, why="A mess", by=ada.user)
    assert LIST not in director.get(address(event)).content.decode()


@pytest.mark.postgres
def test_a_save_asks_the_database_once_more_and_only_about_game_or_more(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    client, counts = client_of(ada), []
    for table, entry in zip(tables(event), (Entry(1, 2, "H", "", "E", 8), MADE_ONE_MORE), strict=False):
        data = ask(table, entry)
        with CaptureQueriesContext(connection) as asked:
            assert client.post(reverse("play:record", args=[table.pk]), data, **HTMX).status_code == 200
        counts.append(len(asked))
    assert counts[1] - counts[0] in {0, 1}  # the first save of an event reads what later ones know
