"""What a server notices of writes by other processes."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import dj_database_url
import psycopg
import pytest
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper
from pytest_django.fixtures import Settings

from scorer.live import watch
from scorer.live.hub import UNKNOWN, Hub, News
from scorer.live.watch import MaintenanceWatch
from scorer.server.maintenance import close_site

TABLE, CLUB = 7, 8


@pytest.fixture(autouse=True)
def _data(settings: Settings, tmp_path: Path) -> None:
    settings.DATA = tmp_path


def test_the_end_of_maintenance_is_noticed_once() -> None:
    maintenance = MaintenanceWatch()
    assert not maintenance.has_ended()
    with close_site():
        assert not maintenance.has_ended()
    assert maintenance.has_ended()
    assert not maintenance.has_ended()
    with close_site():
        pass
    assert maintenance.has_ended()  # although nobody asked meanwhile
    assert not MaintenanceWatch().has_ended()


def test_a_server_that_starts_during_maintenance_notices_its_end() -> None:
    with close_site():
        maintenance = MaintenanceWatch()
    assert maintenance.has_ended()


def test_the_listener_connects_to_postgresql_as_django_does(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "postgres://ada:secret@db.example:6432/cards?sslmode=verify-full&sslrootcert=/etc/ca.pem&keepalives_idle=99"
    wrapper = DatabaseWrapper({**connection.settings_dict, "OPTIONS": {}, **dj_database_url.parse(url)})
    monkeypatch.setattr(watch, "connection", wrapper)
    seen: dict[str, Any] = {}

    async def connect(**params: Any) -> None:
        seen.update(params)

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect)
    asyncio.run(watch.connect())
    assert seen.items() >= {"host": "db.example", "port": 6432, "user": "ada", "dbname": "cards"}.items()
    assert seen.items() >= {"sslmode": "verify-full", "sslrootcert": "/etc/ca.pem", "keepalives_idle": 99}.items()
    assert "cursor_factory" not in seen


def test_a_lost_database_is_logged_once_and_so_is_its_return(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    attempts = 0

    async def connect() -> Any:
        nonlocal attempts
        attempts += 1
        if attempts > 3:
            raise asyncio.CancelledError
        raise psycopg.OperationalError("no route to host")

    monkeypatch.setattr(watch, "connect", connect)
    monkeypatch.setattr(watch, "SECONDS", 0)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(watch._listen_to_postgresql())
    assert [record.getMessage() for record in caplog.records] == [
        "The connection to the database is lost: no route to host"
    ]


@pytest.mark.postgres
@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL passes on news")
def test_a_server_hears_its_own_news_unless_something_in_between_loses_it(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asyncio.run(watch.hears_itself())
    monkeypatch.setattr(watch, "PROBE_SECONDS", 0.1)
    monkeypatch.setattr(psycopg.AsyncConnection, "notifies", lambda *_args, **_kwargs: nothing())
    assert not asyncio.run(watch.hears_itself())


async def nothing() -> AsyncIterator[None]:
    for never in ():
        yield never


def test_after_a_restore_every_page_checks_for_news(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = Hub()
    monkeypatch.setattr(watch, "hub", hub)
    monkeypatch.setattr(watch, "SECONDS", 0)

    async def nothing_else() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(watch, "_poll_sqlite", nothing_else)
    monkeypatch.setattr(watch, "_listen_to_postgresql", nothing_else)

    async def story() -> None:
        page = hub.subscribe([TABLE, CLUB])
        hub.put(News("changed", TABLE, "12"))
        page.take()
        watching = asyncio.create_task(watch.watch())
        await asyncio.sleep(0)
        with close_site():
            pass
        async with asyncio.timeout(5):
            await page.wake.wait()
        watching.cancel()
        news = page.take()
        assert sorted(one.topic for one in news if one == News("changed", one.topic, UNKNOWN)) == [TABLE, CLUB]

    asyncio.run(story())
