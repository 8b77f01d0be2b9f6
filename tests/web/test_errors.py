"""The responses when the database is unavailable."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership
from tests.contract.conftest import sheet_of
from tests.contract.test_table import HTMX, all_warnings, ask
from tests.factories import make_table

LogIn = Callable[[Membership], Client]

FULL = OperationalError("database or disk is full")
GONE = OperationalError("the connection is lost")
CLOSED = InterfaceError("connection already closed")


@contextmanager
def failing(error: Exception, *, at: str = "") -> Iterator[None]:
    """Make every statement that begins like this fail."""

    def fail(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(at):
            raise error
        return execute(sql, *rest)

    with connection.execute_wrapper(fail):
        yield


@pytest.fixture
def client(boris: Membership, client_of: LogIn) -> Client:
    client = client_of(boris)
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize("error", [FULL, GONE, CLOSED])
def test_an_unavailable_database_gives_status_503(client: Client, error: Exception) -> None:
    with failing(error):
        answer = client.get("/")
    assert answer.status_code == 503
    assert (answer["Retry-After"], answer["Cache-Control"]) == ("30", "no-store")
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "The database is not responding, or its disk is full." in answer.content.decode()
    assert client.get("/").status_code == 302


def test_a_hand_refused_by_a_full_disk_is_saved_when_it_is_sent_again(client: Client, club: Club) -> None:
    table = make_table(club)
    (entry,) = sheet_of(table.config, table.config.rules.PRESETS["duplicate"], table.size, 1)
    data = ask(table, entry) | {"seen": all_warnings(table, entry)}
    address = reverse("play:record", args=[table.pk])
    with failing(FULL, at="INSERT"):
        assert client.post(address, data, **HTMX).status_code == 503
        assert client.get(reverse("play:table", args=[table.pk])).status_code == 200
    assert not table.hands.exists()
    assert client.post(address, data, **HTMX).status_code == 200
    assert table.hands.count() == 1


def test_any_other_database_error_gives_status_500(client: Client) -> None:
    with failing(DatabaseError("database disk image is malformed")):
        answer = client.get("/")
    assert answer.status_code == 500
    assert "It is our mistake" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("referer", "back"),
    [("http://testserver/clubs/1/data/?a=b", "/clubs/1/data/"), ("http://elsewhere/clubs/", "/"), ("", "/")],
)
def test_whoever_sends_too_much_gets_a_page_with_the_way_back(referer: str, back: str) -> None:
    answer = Client().get(reverse("club:too_large"), headers={"Referer": referer, "Accept-Language": "de"})
    page = answer.content.decode()
    assert (answer.status_code, answer["Content-Language"], answer["Cache-Control"]) == (413, "de", "no-store")
    assert 'lang="de"' in page
    assert "900 kB" in page
    assert f'class="button" href="{back}"' in page


def test_every_page_has_a_policy_and_its_parts_have_none_of_their_own(client: Client, club: Club) -> None:
    address = reverse("play:changes", args=[make_table(club).pk]) + "?since=1"
    for headers, has_policy in (({}, True), ({"HX-Request": "true"}, False)):
        answer = client.get(address, headers=headers)
        assert ("Content-Security-Policy" in answer.headers) == has_policy
        assert "HX-Request" in answer["Vary"]
