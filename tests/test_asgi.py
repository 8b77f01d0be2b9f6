import asyncio
import gc
from collections.abc import Callable
from http import HTTPStatus
from threading import Event
from typing import Any

import pytest
from django.urls import reverse

from scorer import asgi
from scorer.db import lock_timeouts
from scorer.server.connections import Stage
from scorer.server.request_buffer import Message
from scorer.server.response_buffer import PIECE


def test_the_server_learns_when_scorer_has_started_and_stopped() -> None:
    incoming = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
    sent: list[Message] = []

    async def receive() -> Message:
        return incoming.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(asgi.application({"type": "lifespan"}, receive, send))
    assert [message["type"] for message in sent] == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_objects_loaded_before_the_start_are_exempt_from_garbage_collection() -> None:
    incoming = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
    frozen = []

    async def receive() -> Message:
        return incoming.pop(0)

    async def send(_message: Message) -> None:
        frozen.append(gc.get_freeze_count())

    gc.unfreeze()
    try:
        asyncio.run(asgi.application({"type": "lifespan"}, receive, send))
    finally:
        gc.unfreeze()
    assert min(frozen) > 0


def asked(path: str, method: str = "GET", body: bytes = b"", **state: Any) -> asyncio.Task[list[Message]]:
    """Start a request, which returns the messages of the response."""
    sent: list[Message] = []
    unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if not unread:
            await asyncio.Event().wait()  # the client stays
        return unread.pop()

    async def send(message: Message) -> None:
        sent.append(message)

    async def ask() -> list[Message]:
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"",
            "headers": [],
            "http_version": "1.1",
            "client": None,
            "state": state,
        }
        await asgi.application(scope, receive, send)
        return sent

    return asyncio.create_task(ask())


TABLE, CLUB = "/tables/1/", "/clubs/"
LOGIN = reverse("club:login")
POOLS = (asgi.sheets, asgi.saves, asgi.pages, asgi.changes, asgi.logins)


@pytest.mark.parametrize(
    ("held", "answered"),
    [
        (("GET", CLUB), [("GET", TABLE), ("POST", TABLE), ("POST", CLUB)]),
        (("POST", CLUB), [("GET", TABLE), ("POST", TABLE), ("GET", CLUB), ("HEAD", CLUB)]),
        (("POST", TABLE), [("GET", TABLE), ("HEAD", TABLE), ("GET", CLUB), ("POST", CLUB)]),
        (("POST", LOGIN), [("GET", LOGIN), ("POST", CLUB), ("POST", TABLE)]),
    ],
)
def test_readers_do_not_wait_for_writers_nor_tables_for_pages_of_the_club(
    monkeypatch: pytest.MonkeyPatch, held: tuple[str, str], answered: list[tuple[str, str]]
) -> None:
    done = Event()

    def django(environ: dict[str, Any], start_response: Callable[..., None]) -> list[bytes]:
        if (environ["REQUEST_METHOD"], environ["PATH_INFO"]) == held:
            done.wait()
        start_response("200 OK", [])
        return [b"Good evening"]

    for pool in POOLS:
        monkeypatch.setattr(pool.django, "app", django)

    async def evening() -> None:
        method, path = held
        waiting = [asked(path, method) for _ in range(8)]
        try:
            for method, path in answered:
                sent = await asyncio.wait_for(asked(path, method), 10)
                assert sent[0]["status"] == HTTPStatus.OK
            assert not any(request.done() for request in waiting)
        finally:
            done.set()
        assert [(await request)[0]["status"] for request in waiting] == [HTTPStatus.OK] * 8

    asyncio.run(evening())


def test_static_files_are_served_while_every_thread_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    done = Event()

    def django(environ: dict[str, Any], start_response: Callable[..., None]) -> list[bytes]:
        done.wait()
        start_response("200 OK", [])
        return []

    for pool in POOLS:
        monkeypatch.setattr(pool.django, "app", django)

    async def evening() -> None:
        waiting = [asked(path, method) for path in (TABLE, CLUB) for method in ("GET", "POST") for _ in range(3)]
        try:
            sent = await asyncio.wait_for(asked("/static/css/scorer.css"), 10)
            assert sent[0]["status"] == HTTPStatus.OK
            assert not any(request.done() for request in waiting)
        finally:
            done.set()
        await asyncio.gather(*waiting)

    asyncio.run(evening())


def test_both_buffers_are_between_the_connection_and_django(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []

    def django(environ: dict[str, Any], start_response: Callable[..., None]) -> list[bytes]:
        seen.append(environ["wsgi.input"].read())
        start_response("200 OK", [])
        return [b"x" * 2 * PIECE]

    monkeypatch.setattr(asgi.saves.django, "app", django)

    async def evening() -> list[int]:
        refused = await asked(TABLE, "POST", b"x" * 1_250_001)
        assert refused[0]["status"] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return [len(message["body"]) for message in (await asked(TABLE, "POST", b"tricks=10"))[1:]]

    assert asyncio.run(evening())[:2] == [PIECE, PIECE]
    assert seen == [b"tricks=10"]


@pytest.mark.parametrize(("method", "reads"), [("GET", True), ("HEAD", True), ("POST", False), ("DELETE", False)])
def test_the_thread_of_a_request_knows_when_it_arrived_and_what_for(
    monkeypatch: pytest.MonkeyPatch, method: str, reads: bool
) -> None:
    seen: list[tuple[bool, bool]] = []

    def django(_environ: dict[str, Any], start_response: Callable[..., None]) -> list[bytes]:
        seen.append((lock_timeouts.is_read_only(), lock_timeouts.elapsed() > 0))
        start_response("200 OK", [])
        return []

    for pool in (asgi.pages, asgi.changes):
        monkeypatch.setattr(pool.django, "app", django)

    async def evening() -> None:
        await asked(CLUB, method)

    asyncio.run(evening())
    assert seen == [(reads, True)]


class Watched:
    """A connection that records what it is told about its requests."""

    def __init__(self) -> None:
        self.stages: list[Stage] = []

    def set_stage(self, stage: Stage) -> None:
        self.stages.append(stage)


@pytest.mark.parametrize("path", [CLUB, "/static/css/scorer.css", "/live/no-ticket/"])
def test_each_connection_is_told_the_state_of_its_request(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    def django(_environ: dict[str, Any], start_response: Callable[..., None]) -> list[bytes]:
        start_response("200 OK", [])
        return []

    monkeypatch.setattr(asgi.pages.django, "app", django)
    connection = Watched()

    async def evening() -> None:
        await asked(path, connection=connection)

    asyncio.run(evening())
    assert connection.stages == [Stage.BODY, *([Stage.RESPONSE] if path == CLUB else []), Stage.HEAD]
