"""Takes each request in whole before Django sees it.

Django runs in a few threads and reads a body where it needs it. A body cut short would reach it as a shorter one
("tricks=10" as "tricks=1"), and a few phones on a bad link would hold every thread. So the body is collected here, in
the event loop, where waiting costs nothing, and Django gets it complete or not at all.

Its answers are for programs and for the rare person who uploads a film: plain English text, since nothing here knows
the reader's language yet.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from scorer.web.address import client_address

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]

FRAMING = (b"content-length", b"transfer-encoding")

MAX_LENGTH_DIGITS = 18
"""Of a Content-Length: more than any disk holds, and too few to make the conversion slow."""


@dataclass(frozen=True, slots=True)
class Limits:
    body: int = 1_000_000
    """Bytes of one body. A hand needs a few hundred, an imported evening some ten thousand."""
    uncounted: int = 16_000
    """Bytes of each that are not counted: however much room others take, a hand comes in."""
    all_bodies: int = 32_000_000
    """Bytes of all bodies that are held at one time, while they arrive and while Django works on them."""
    per_client: int = 4_000_000
    """Of these, from one address."""
    seconds: float = 10
    """Without anything arriving. A phone that sends a hand gives up by itself after eight."""
    rate: int = 4_000
    """Bytes a second. Who is slower uses up those seconds, and who is quicker gets them back."""


class Refused(Exception):
    """The request is answered with this status and goes no further."""

    def __init__(self, status: HTTPStatus, text: str) -> None:
        super().__init__(text)
        self.status = status


class Gone(Exception):
    """Nobody is there any more to be answered."""


class RequestBuffer:
    """An ASGI application around `app`; requests other than http are passed on as they are."""

    def __init__(self, app: App, limits: Limits | None = None) -> None:
        self.app = app
        self.limits = limits or Limits()
        self.held: Counter[str] = Counter()
        """Bytes by address, without those that are free."""

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
            self._let_go(body, client)
            await self._refuse(refused, receive, send)
        except Gone:
            pass
        finally:
            self._let_go(body, client)

    async def _collect(self, body: bytearray, client: str, declared: int | None, receive: Receive) -> None:
        """Read into `body`, which the caller lets go when done with it."""
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

    def _let_go(self, body: bytearray, client: str) -> None:
        self.held[client] -= self._counted(len(body))
        body.clear()
        if not self.held[client]:
            del self.held[client]

    async def _refuse(self, refused: Refused, receive: Receive, send: Send) -> None:
        """Answer, then let the rest of the body run by unread for a while.

        Closing at once would reset the connection, and a browser that is still sending would show that in place of
        the answer.
        """
        text = f"{refused}\n".encode()
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(text)).encode()),
            (b"cache-control", b"no-store"),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": int(refused.status), "headers": headers})
        await send({"type": "http.response.body", "body": text, "more_body": True})
        try:
            async with asyncio.timeout(self.limits.seconds):
                while (await _next_chunk(receive))[1]:
                    pass
        except (Gone, TimeoutError):
            pass
        await send({"type": "http.response.body", "body": b""})


async def _next_chunk(receive: Receive) -> tuple[bytes, bool]:
    """The next part of the body, and whether more follows."""
    message = await receive()
    if message["type"] == "http.disconnect":
        raise Gone
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
    """`scope` with the length the body has: WSGI knows no chunks, Django would read such a body as an empty one.

    Headers with an underscore go: WSGI could not tell X_Forwarded_Proto from X-Forwarded-Proto.
    """
    headers = [(name, value) for name, value in scope["headers"] if name not in FRAMING and b"_" not in name]
    if length or any(name in FRAMING for name, _ in scope["headers"]):
        headers.append((b"content-length", str(length).encode()))
    return {**scope, "headers": headers}


def _replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body in one piece, and then whatever the connection says."""
    unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return unread.pop() if unread else await receive()

    return replay
