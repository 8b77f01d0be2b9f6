"""The event stream, GET /live/<ticket>/. It is plain ASGI, so that a listening phone needs no thread.

- `changed`, with "<topic> <version>": fetch what is new, if you have another version.
- `typing`, with "<topic> <form> <who>": somebody is typing a hand at this table.
- `ended`: the phone's link, or the login, is no longer valid, and nothing will follow.
- `hb`: a heartbeat, every HEARTBEAT seconds. If none comes, a page knows that its connection is dead. The first comes
  at once: if it does not, a page knows that a proxy buffers the stream.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any

from django.db import Error, close_old_connections

from scorer import metrics
from scorer.db.ids import IdConverter
from scorer.live.hub import RECHECK, Full, Listener, News, hub
from scorer.live.quotas import quotas_of
from scorer.live.tickets import Ticket, read_ticket, session_key_in
from scorer.server.request_buffer import Receive, Scope, Send

ID = IdConverter()

HEARTBEAT = 10.0
"""Seconds. After 17 of silence, static/js/live.js opens another stream."""
HEARTBEAT_EVENT = "event: hb\ndata:\n\n"
SPECTATOR_DELAY = 2.0
"""Seconds within which news is sent to a public page, at a random moment. If a thousand of them fetched each hand of a
club at once, the players would have to wait."""

RETRY = 2000
"""Milliseconds after which a browser that has lost the stream reconnects."""
RETRY_LATER = 10_000
"""The same for one that was told to come back later."""

HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # or nginx would buffer the stream
    (b"x-content-type-options", b"nosniff"),
]


class ComeBackLater(Exception):
    """Raised by a check: nothing can be heard here now, but nobody has lost the right to listen."""


AdmissionCheck = Callable[[Ticket, str], bool]
"""Called with the ticket and the session key that came with it."""

_checks: list[AdmissionCheck] = []

_thread = ThreadPoolExecutor(1, thread_name_prefix="admission")
"""One thread with a lasting database connection, since a thousand phones connect at once after a restart."""


def register_check(check: AdmissionCheck) -> None:
    """Set who may listen, and may still do so. To be called once, when the app that knows this is ready."""
    _checks[:] = [check]


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    ticket, session = read_ticket(scope["path"]), session_key_in(scope["headers"])
    if ticket is None or not ticket.belongs_to(session):
        await _refuse(HTTPStatus.NOT_FOUND, send)
        return
    if scope["method"] != "GET":
        await _refuse(HTTPStatus.METHOD_NOT_ALLOWED, send)
        return
    host, _port = scope["client"] or ("", 0)
    try:
        delay = SPECTATOR_DELAY if ticket.is_public else 0
        listener = hub.subscribe(ticket.topics, ticket.rights, quotas_of(ticket, host), delay)
    except Full:
        metrics.REFUSALS.labels("stream").inc()
        await _refuse(HTTPStatus.SERVICE_UNAVAILABLE, send)
        return
    disconnected = asyncio.ensure_future(_wait_for_disconnect(receive))
    try:
        await send({"type": "http.response.start", "status": int(HTTPStatus.OK), "headers": HEADERS})
        await _send(send, f"retry: {RETRY}\n\n{HEARTBEAT_EVENT}")
        try:
            admitted = await _is_admitted(ticket, session)
            while admitted and not (disconnected.done() or listener.ending):
                news = await _next(listener, disconnected)
                if RECHECK in {piece.kind for piece in news}:
                    admitted = await _is_admitted(ticket, session)
                if admitted and not (disconnected.done() or listener.ending):
                    await _send(send, "".join(map(_event, news)) or HEARTBEAT_EVENT)
            if not admitted:
                await _send(send, "event: ended\ndata:\n\n")
        except ComeBackLater:
            await _send(send, f"retry: {RETRY_LATER}\n\n")
        except Error:  # the database is unavailable, and the page will reconnect
            pass
        await send({"type": "http.response.body", "body": b""})
    finally:
        hub.unsubscribe(listener)
        disconnected.cancel()


async def _is_admitted(ticket: Ticket, session: str) -> bool:
    """Raise ComeBackLater if the browser is to ask again."""
    return await asyncio.get_running_loop().run_in_executor(_thread, _check, ticket, session)


def _check(ticket: Ticket, session: str) -> bool:
    try:
        return all(check(ticket, session) for check in _checks)
    finally:
        close_old_connections()


async def _next(listener: Listener, disconnected: "asyncio.Future[Any]") -> list[News]:
    """Wait for news and return it. Return nothing when a heartbeat is due, or when the client has disconnected."""
    if not listener.wake.is_set():
        woken: asyncio.Future[Any] = asyncio.ensure_future(listener.wake.wait())
        await asyncio.wait({woken, disconnected}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
        woken.cancel()
    return listener.take()


def _event(news: News) -> str:
    if news.kind == RECHECK:
        return ""
    text = " ".join(news.text.split())  # a line break would end the data
    return f"event: {news.kind}\ndata: {ID.to_url(news.topic)} {text}\n\n"


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _refuse(status: HTTPStatus, send: Send) -> None:
    await send({"type": "http.response.start", "status": int(status), "headers": [(b"cache-control", b"no-store")]})
    await send({"type": "http.response.body", "body": b""})
