"""What whoever watches the server is told."""

import asyncio
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django.fixtures import Settings

from scorer.server import health
from scorer.server.health import Health
from scorer.server.maintenance import close_site
from scorer.server.request_buffer import Message, Receive, Scope, Send


async def other_pages(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": []})


def ask(path: str, times: int = 1) -> list[tuple[int, bytes]]:
    """Return the status and the body of each response."""

    async def evening() -> list[tuple[int, bytes]]:
        middleware, answers = Health(other_pages), []
        for _ in range(times):
            sent: list[Message] = []

            async def send(message: Message, to: list[Message] = sent) -> None:
                to.append(message)

            async def receive() -> Message:
                raise AssertionError

            await middleware({"type": "http", "path": path}, receive, send)
            answers.append((sent[0]["status"], sent[-1].get("body", b"")))
        return answers

    return asyncio.run(evening())


@pytest.fixture(autouse=True)
def _data(settings: Settings, tmp_path: Path) -> None:
    settings.DATA = tmp_path


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> Any:
        raise OperationalError("no route to host")

    monkeypatch.setattr(health, "_is_upgraded", fails)


def test_a_process_that_responds_is_alive_whatever_the_database_does(broken: None) -> None:
    assert ask("/healthz") == [(HTTPStatus.OK, b"ok\n")]
    assert ask("/elsewhere") == [(HTTPStatus.NOT_FOUND, b"")]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_it_is_ready_if_it_can_write() -> None:
    assert ask("/readyz") == [(HTTPStatus.OK, b"ok\n")]


def test_it_is_not_ready_without_a_database(broken: None) -> None:
    assert ask("/readyz") == [(HTTPStatus.SERVICE_UNAVAILABLE, b"the database cannot be used\n")]


def test_it_is_not_ready_during_a_restore() -> None:
    with close_site():
        assert ask("/readyz") == [(HTTPStatus.SERVICE_UNAVAILABLE, b"closed for a restore\n")]


@pytest.mark.django_db(transaction=True)
def test_it_is_not_ready_before_the_database_is_upgraded() -> None:
    recorder = MigrationRecorder(connection)
    last = max(name for app, name in recorder.applied_migrations() if app == "play")
    recorder.record_unapplied("play", last)
    try:
        assert ask("/readyz") == [(HTTPStatus.SERVICE_UNAVAILABLE, b"the database has not been upgraded\n")]
    finally:
        recorder.record_applied("play", last)


def test_asking_often_costs_one_look_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    def look() -> str:
        looks.append("look")
        return ""

    monkeypatch.setattr(health, "trouble", look)
    assert ask("/readyz", times=50) == [(HTTPStatus.OK, b"ok\n")] * 50
    assert len(looks) == 1


def test_it_is_not_ready_if_the_database_does_not_respond(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "SECONDS", 0)
    assert ask("/readyz") == [(HTTPStatus.SERVICE_UNAVAILABLE, b"the database does not respond\n")]
