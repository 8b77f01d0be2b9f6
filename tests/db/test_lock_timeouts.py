"""How long a request waits for a lock of another process, and its response if it waits too long."""

import contextlib
import contextvars
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import pytest
from django.db import OperationalError, connection, transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from scorer.club.models import Membership
from scorer.db import lock_timeouts
from scorer.play.models import Hand, Table
from scorer.web.sessions import SessionStore
from tests.contract.conftest import sheet_of
from tests.contract.test_table import HTMX, all_warnings, ask
from tests.factories import make_table

pytestmark = pytest.mark.postgres

Result = TypeVar("Result")
ON_SQLITE = connection.vendor == "sqlite"
NOT_LONG = 10
"""Seconds. By itself SQLite would wait twenty, and PostgreSQL for ever."""


@pytest.fixture
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock_timeouts, "WRITE_SECONDS", 0.2)
    monkeypatch.setattr(lock_timeouts, "CONNECTION_SECONDS", 0.15)


def in_a_request(work: Callable[[], Result], *, read_only: bool = False) -> Result:
    def run() -> Result:
        lock_timeouts.start_request(read_only=read_only)
        return work()

    return contextvars.copy_context().run(run)


@contextmanager
def another_process_writes() -> Iterator[None]:
    """Hold the write lock of SQLite, or on PostgreSQL the locks of all tables of the club."""
    if ON_SQLITE:
        with contextlib.closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as process:
            process.execute("BEGIN IMMEDIATE")
            yield
        return
    process = connection.copy()
    process.set_autocommit(False)
    with contextlib.closing(process), process.cursor() as cursor:
        cursor.execute("SELECT id FROM play_table FOR UPDATE")
        yield


@pytest.fixture
def table(transactional_db: None, boris: Membership) -> Table:
    return make_table(boris.club)


@pytest.fixture
def save(table: Table, boris: Membership, client_of: Callable[[Membership], Client]) -> Callable[[], Any]:
    (entry,) = sheet_of(table.config, table.config.rules.PRESETS["duplicate"], table.size, 1)
    data = ask(table, entry) | {"seen": all_warnings(table, entry)}
    client = client_of(boris)
    client.raise_request_exception = False
    connection.close()  # so that the request opens a new one, as in the server
    return lambda: client.post(reverse("play:record", args=[table.pk]), data, **HTMX)


@pytest.mark.usefixtures("_in_a_hurry")
def test_a_save_that_waits_too_long_gets_503_and_can_be_repeated(save: Callable[[], Any]) -> None:
    with another_process_writes():
        began = monotonic()
        response = in_a_request(save)
        assert monotonic() - began < NOT_LONG
        assert response.status_code == 503
        assert "save it again" in response.content.decode()
    assert [in_a_request(save).status_code for _ in range(2)] == [200, 200]
    assert Hand.objects.count() == 1


@pytest.mark.usefixtures("_in_a_hurry")
def test_the_time_that_a_request_has_waited_already_is_deducted(
    save: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock_timeouts, "CONNECTION_SECONDS", 2 * NOT_LONG)  # more than the request has left
    with another_process_writes():
        began = monotonic()
        assert in_a_request(save).status_code == 503
        assert monotonic() - began < NOT_LONG


def own_limit() -> str:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout" if ON_SQLITE else "SHOW lock_timeout")
        return str(cursor.fetchone()[0])


@pytest.mark.usefixtures("transactional_db")
def test_the_timeout_of_a_connection_is_restored_after_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    seen: list[str] = []

    def response(_request: Any) -> HttpResponse:
        with transaction.atomic():
            seen.append(own_limit())
        return HttpResponse()

    def request() -> None:
        lock_timeouts.limit_lock_waits(response)(RequestFactory().post("/"))
        seen.append(own_limit())

    in_a_request(request)
    monkeypatch.setattr(lock_timeouts, "WRITE_SECONDS", 0)
    in_a_request(request)
    assert seen == (["1500", "1500", "50", "1500"] if ON_SQLITE else ["1500ms", "1500ms", "50ms", "1500ms"])
    connection.close()


@pytest.mark.usefixtures("transactional_db")
def test_a_request_that_restarts_its_clock_has_the_full_time_again(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    seen: list[str] = []

    def response(_request: Any) -> HttpResponse:
        seen.append(own_limit())
        lock_timeouts.restart_clock()
        seen.append(own_limit())
        return HttpResponse()

    monkeypatch.setattr(lock_timeouts, "WRITE_SECONDS", 0)
    in_a_request(lambda: lock_timeouts.limit_lock_waits(response)(RequestFactory().post("/")))
    assert seen == (["50", "1500"] if ON_SQLITE else ["50ms", "1500ms"])
    connection.close()


@pytest.mark.usefixtures("transactional_db")
def test_a_command_waits_as_the_settings_say() -> None:
    connection.close()
    assert own_limit() == ("20000" if ON_SQLITE else "0")


def changed_session() -> SessionStore:
    session = SessionStore()
    session["message"] = "That is done."
    session.save()
    session["message"] = "seen"
    return session


@pytest.mark.skipif(not ON_SQLITE, reason="there nobody else writes this session")
@pytest.mark.usefixtures("transactional_db", "_in_a_hurry")
def test_a_page_is_served_without_saving_its_session_while_another_process_writes() -> None:
    session = changed_session()
    with another_process_writes():
        in_a_request(session.save, read_only=True)
    assert SessionStore(session.session_key)["message"] == "That is done."
    in_a_request(session.save, read_only=True)
    assert SessionStore(session.session_key)["message"] == "seen"


@pytest.mark.skipif(not ON_SQLITE, reason="there nobody else writes this session")
@pytest.mark.usefixtures("transactional_db", "_in_a_hurry")
def test_a_busy_database_does_not_look_like_a_deleted_session() -> None:
    session = changed_session()
    connection.close()  # so that the request opens a new one, as in the server
    with another_process_writes(), pytest.raises(OperationalError, match="locked"):
        in_a_request(session.save)
