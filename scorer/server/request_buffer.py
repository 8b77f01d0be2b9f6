"""Buffers each request until it is complete, and then passes it on to Django.

Django runs in a few threads and reads a body when it needs it. An incomplete body would look like a shorter one
("tricks=10" like "tricks=1"), and a few phones with bad connections would occupy every thread. So the body is read
here, in the event loop, where waiting costs nothing. Django gets it complete or not at all.

The responses of this module are plain English text, since the reader's language is not known yet. Few people see them.
Whoever chooses a file that is too large is more frequent, and gets a page from Django.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from scorer import metrics
from scorer.server.addresses import client_address

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]

FRAMING = (b"content-length", b"transfer-encoding")

MAX_LENGTH_DIGITS = 18
"""Maximum length of a Content-Length: larger than any disk, but short enough to be converted quickly."""


@dataclass(frozen=True, slots=True)
class Limits:
    body: int = 1_250_000
    """Bytes of one body. A hand has a few hundred, and an imported evening some ten thousand. The largest is a file of
    900 kB (scorer.web.forms) that a preview sends back in base64.
    """
    uncounted: int = 16_000
    """Bytes of each body that are not counted, so that there is always room for a hand."""
    all_bodies: int = 32_000_000
    """Bytes of all bodies at one time, from their arrival until Django has finished with them."""
    per_client: int = 4_000_000
    """Bytes of all bodies from one client address."""
    seconds: float = 10
    """Seconds in which nothing needs to arrive. A phone that sends a hand gives up by itself after eight."""
    rate: int = 4_000
    """Bytes per second. Clients that are slower use up those seconds, and faster ones regain them."""


class Refused(Exception):
    """The request gets this status, and is not passed on."""

    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status = status


class Disconnected(Exception):
    """The client has disconnected."""


class RequestBuffer:
    """ASGI middleware that passes on only complete requests. Scopes other than http are passed on unchanged."""

    def __init__(self, app: App, limits: Limits | None = None, too_large_path: str = "") -> None:
        self.app = app
        self.too_large_path = too_large_path
        """Where `app` has the page for a body that is too large."""
        self.limits = limits or Limits()
        self.held: Counter[str] = Counter()
        """Counted bytes by client address."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        client = client_address(scope["client"][0] if scope.get("client") else "")
        body = bytearray()
        try:
            await self._collect(body, client, _declared_length(scope["headers"]), receive)
            await self.app(_with_whole_body(scope, len(body)), _replay(bytes(body), receive), send)
        except Refused as refused:
            self._release(body, client)
            metrics.REFUSALS.labels(refused.status.name.lower()).inc()
            await self._refuse(refused, scope, receive, send)
        except Disconnected:
            pass
        finally:
            self._release(body, client)

    async def _collect(self, body: bytearray, client: str, declared: int | None, receive: Receive) -> None:
        """Read into `body`, which the caller releases."""
        if declared is not None and declared > self.limits.body:
            raise _too_large(self.limits.body)
        now = asyncio.get_running_loop().time
        try:
            async with asyncio.timeout_at(now() + self.limits.seconds) as deadline:
                more = True
                while more:
                    chunk, more = await _next_chunk(receive)
                    if len(body) + len(chunk) > self.limits.body:
                        raise _too_large(self.limits.body)
                    added = self._counted(len(body) + len(chunk)) - self._counted(len(body))
                    if added and not self._has_room(client, added):
                        raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "Too much at once. Try again in a moment.")
                    body += chunk
                    self.held[client] += added
                    earned = (deadline.when() or 0) + len(chunk) / self.limits.rate
                    deadline.reschedule(min(earned, now() + self.limits.seconds))
        except TimeoutError:
            raise Refused(HTTPStatus.REQUEST_TIMEOUT, "The request took too long to arrive. Try again.") from None
        if declared is not None and len(body) != declared:
            raise Refused(HTTPStatus.BAD_REQUEST, "The request arrived incomplete. Try again.")

    def _counted(self, length: int) -> int:
        return max(0, length - self.limits.uncounted)

    def _has_room(self, client: str, more: int) -> bool:
        return self.held[client] + more <= self.limits.per_client and self.held.total() + more <= self.limits.all_bodies

    def _release(self, body: bytearray, client: str) -> None:
        self.held[client] -= self._counted(len(body))
        body.clear()
        if not self.held[client]:
            del self.held[client]

    async def _refuse(self, refused: Refused, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response, and then discard the rest of the body for a while.

        Closing at once would reset the connection, and a browser that is still sending would report that instead of
        showing the response.
        """

        async def send_all_but_end(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send({**message, "headers": [*message["headers"], (b"connection", b"close")]})
            else:
                await send({**message, "more_body": True})

        if refused.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE and self.too_large_path:
            page = {"method": "GET", "path": self.too_large_path, "raw_path": self.too_large_path.encode()}
            await self.app(_with_whole_body({**scope, **page}, 0), _replay(b"", receive), send_all_but_end)
        else:
            await _send_text(refused, send_all_but_end)
        try:
            async with asyncio.timeout(self.limits.seconds):
                while (await _next_chunk(receive))[1]:
                    pass
        except (Disconnected, TimeoutError):
            pass
        await send({"type": "http.response.body", "body": b""})


async def _send_text(refused: Refused, send: Send) -> None:
    text = f"{refused}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": int(refused.status), "headers": headers})
    await send({"type": "http.response.body", "body": text})


async def _next_chunk(receive: Receive) -> tuple[bytes, bool]:
    """Return the next part of the body, and whether more follows."""
    message = await receive()
    if message["type"] == "http.disconnect":
        raise Disconnected
    return message.get("body", b""), message.get("more_body", False)


def _declared_length(headers: Headers) -> int | None:
    values = {value for name, value in headers if name == b"content-length"}
    if not values:
        return None
    value = values.pop()
    if values or not value.isdigit() or len(value) > MAX_LENGTH_DIGITS:
        raise Refused(HTTPStatus.BAD_REQUEST, "The request does not say how long it is.")
    return int(value)


def _too_large(limit: int) -> Refused:
    return Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"Too large: at most {limit} bytes can be sent at once.")


def _with_whole_body(scope: Scope, length: int) -> Scope:
    """Return the scope with the length of the body. WSGI has no chunked requests; Django would find the body empty.

    Headers with an underscore are removed, since WSGI could not tell X_Forwarded_Proto from X-Forwarded-Proto.
    """
    headers = [(name, value) for name, value in scope["headers"] if name not in FRAMING and b"_" not in name]
    if length or any(name in FRAMING for name, _ in scope["headers"]):
        headers.append((b"content-length", str(length).encode()))
    return {**scope, "headers": headers}


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that returns the whole body, and then what the connection sends."""
    unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return unread.pop() if unread else await receive()

    return replay
