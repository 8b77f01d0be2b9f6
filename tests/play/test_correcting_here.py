"""A correction made on the sheet itself, in place of the form for the next hand, returns what has changed there."""

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
HTMX = {"HTTP_HX_REQUEST": "true"}
HERE = {"here": "1"}


@pytest.fixture
def table(club: Club) -> Table:
    table = make_table(club, "bridge")
    for board in range(1, 5):
        services.record_hand(table, one_notrump(board, 7), by=None, key=None)
    table.refresh_from_db()
    return table


@pytest.fixture
def client(boris: Membership, client_of: LogIn) -> Client:
    return client_of(boris)


def one_notrump(board: int, tricks: int) -> Entry:
    return Entry(board=board, level=1, strain="NT", declarer="N", tricks=tricks)


def address(table: Table, number: int) -> str:
    return reverse("play:correct", args=[table.pk, number])


def corrected(client: Client, table: Table, number: int, **values: Any) -> Any:
    """Return the form on the sheet, sent back with one trick less."""
    asked = client.get(address(table, number), HERE, **HTMX).context
    typed = {name: asked["form"][name].value() for name in ("key", "number", "layout", "board", "level", "declarer")}
    typed |= {"strain": "NT", "tricks": "-1", "why": "one down", "basis": asked["why"]["basis"].value()}
    return client.post(address(table, number), typed | HERE | values, **HTMX)


def rows(answer: Any) -> list[int]:
    return [number for number in range(1, 9) if f'id="hand-{number}"' in answer.content.decode()]


def test_the_form_is_returned_without_a_page_around_it(client: Client, table: Table) -> None:
    shown = client.get(address(table, 2), HERE, **HTMX).content.decode()
    assert "<html" not in shown
    assert 'id="entry"' in shown
    assert "<html" in client.get(address(table, 2), HERE).content.decode()  # without htmx


def test_a_correction_returns_the_changed_rows_the_totals_and_the_next_form(client: Client, table: Table) -> None:
    answer = corrected(client, table, 3)
    shown = answer.content.decode()
    assert answer.status_code == 200
    assert rows(answer) == [3, 4]
    assert [total.points for total in answer.context["totals"]] == [220, -220]
    assert "Board 3 is corrected." in shown
    assert answer.context["form"].head.title == "Board 5"
    assert f'data-version="{table.version + 1}"' in shown


def test_errors_are_shown_in_the_same_form(client: Client, table: Table) -> None:
    answer = corrected(client, table, 3, why="")
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert 'name="here"' in shown
    assert "<html" not in shown
    assert answer.context["why"].errors["reason"]


def test_unchanged_values_leave_the_rows_alone(client: Client, table: Table) -> None:
    answer = corrected(client, table, 3, tricks="=")
    assert "Nothing has changed." in answer.content.decode()
    assert table.version == Table.objects.get().version


def test_a_conflict_with_another_correction_is_shown_in_the_form(client: Client, table: Table) -> None:
    asked = client.get(address(table, 3), HERE, **HTMX).context
    services.correct_hand(table.hands.get(number=3), one_notrump(3, 9), by=None, why="two over")
    answer = corrected(client, table, 3, basis=asked["why"]["basis"].value())
    shown = answer.content.decode()
    assert answer.status_code == 409
    assert "has since been changed" in shown
    assert 'name="here"' in shown


def test_an_adjustment_is_corrected_in_the_same_way(client: Client, table: Table) -> None:
    services.record_adjustment(table, [-30, 0, -30, 0], why="a revoke", by=None, key=None)
    asked = client.get(address(table, 5), HERE, **HTMX).context["form"]
    typed = {name: asked[name].value() for name in ("key", "number", "layout", "basis")}
    answer = client.post(address(table, 5), typed | HERE | {"points_0": "-10", "why": "half of it"}, **HTMX)
    assert rows(answer) == [5]
    assert "half of it" in answer.content.decode()


def test_the_page_is_loaded_if_the_table_was_closed_meanwhile(client: Client, table: Table) -> None:
    services.close_table(table, by=None)
    answer = corrected(client, table, 3)
    sheet = reverse("play:table", args=[table.pk])
    assert answer["HX-Redirect"] == sheet
    assert "Board 3 is corrected." in client.get(sheet).content.decode()
