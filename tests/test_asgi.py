import asyncio
import resource
from collections.abc import Callable
from http import HTTPStatus
from threading import Event
from typing import Any

import pytest

from scorer import asgi
from scorer.web.intake import Intake, Message

Limit = tuple[int, int]
UNLIMITED = resource.RLIM_INFINITY


def test_the_server_is_told_when_scorer_is_ready_and_when_it_has_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[bool] = []
    monkeypatch.setattr(asgi, "raise_file_limit", lambda: raised.append(True))
    incoming = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
    sent: list[Message] = []

    async def receive() -> Message:
        return incoming.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(asgi.application({"type": "lifespan"}, receive, send))
    assert [message["type"] for message in sent] == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert raised == [True]


def test_django_stands_behind_the_intake() -> None:
    assert isinstance(asgi.web, Intake)


def asked(path: str) -> asyncio.Task[list[Message]]:
    """A request under way, and then what was sent."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    async def ask() -> list[Message]:
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [],
            "http_version": "1.1",
        }
        await asgi.application(scope, receive, send)
        return sent

    return asyncio.create_task(ask())


def test_a_table_is_answered_though_pages_of_the_club_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    done = Event()

    def django(environ: dict[str, Any], start_response: Callable[..., None]) -> list[bytes]:
        if not environ["PATH_INFO"].startswith("/tables/"):
            done.wait()
        start_response("200 OK", [])
        return [environ["PATH_INFO"].encode()]

    for lane in (asgi.at_tables, asgi.elsewhere):
        monkeypatch.setattr(lane, "app", django)

    async def evening() -> None:
        pages = [asked("/clubs/") for _ in range(8)]
        try:
            sent = await asyncio.wait_for(asked("/tables/1/hands/"), 10)
            assert sent[0]["status"] == HTTPStatus.OK
            assert not any(page.done() for page in pages)
        finally:
            done.set()
        assert [(await page)[0]["status"] for page in pages] == [HTTPStatus.OK] * 8

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((1024, 1_048_576), (65_536, 1_048_576)),
        ((1024, 4096), (4096, 4096)),
        ((1024, UNLIMITED), (65_536, UNLIMITED)),
        ((100_000, 1_048_576), None),
        ((UNLIMITED, UNLIMITED), None),
    ],
)
def test_the_limit_of_open_files_is_raised_as_far_as_it_goes(
    monkeypatch: pytest.MonkeyPatch, before: Limit, after: Limit | None
) -> None:
    now: list[Limit] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: before)
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: now.append(limit))
    asgi.raise_file_limit()
    assert now == ([after] if after else [])


def test_a_system_that_refuses_its_own_limit_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, UNLIMITED))
    monkeypatch.setattr(resource, "setrlimit", refuses)
    asgi.raise_file_limit()
