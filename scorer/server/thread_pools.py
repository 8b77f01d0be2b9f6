"""The threads in which Django runs, and the order in which requests get one."""

import asyncio
from collections import deque
from http import HTTPStatus
from math import ceil

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

from scorer import metrics
from scorer.server.addresses import client_address
from scorer.server.request_buffer import Disconnected, Message, Receive, Scope, Send

MAX_WAIT = 4.0
"""Seconds. Whoever would have to wait longer is told so at once, and tries again. A phone gives up after eight: in a
queue of that length, each request would get its turn just when its phone has gone.
"""

BUSY = b"Too many requests at once. Try again in a moment.\n"

LATELY = 20
"""The number of requests whose mean time says how long those that wait will take."""


class FairThreadPool:
    """A thread pool in which client addresses take turns.

    A client that sends a thousand requests at once waits for them, while a client at another address waits for only one
    of the thousand. A request whose client has gone does not get a thread: otherwise, a server that was overloaded once
    would go on working for nobody.
    """

    def __init__(self, app: WSGIApp, threads: int, kind: str = "") -> None:
        self.django = WSGIMiddleware(app, workers=threads)
        self.threads = self.free = threads
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self.mean_seconds = 0.0
        """How long a request has had a thread lately."""
        self.kind = kind
        """What /metrics calls these requests."""
        metrics.WAITING.labels(kind).set_function(lambda: sum(map(len, self.waiting.values())))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        now = asyncio.get_running_loop().time
        arrived, status = now(), 0

        async def send_on(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self._answer(scope, receive, send_on)
        finally:
            if status:  # 0 if the client has gone
                metrics.REQUESTS.labels(self.kind, status).observe(now() - arrived)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.free:
            self.free -= 1
        else:
            client = client_address(scope["client"][0] if scope["client"] else "")
            if (expected := self.expected_wait(client)) > MAX_WAIT:
                await _refuse(send, ceil(expected))
                return
            receive = await self._turn(client, receive)
        now = asyncio.get_running_loop().time
        began = now()
        try:
            await self.django(scope, receive, send)  # type: ignore[arg-type]  # a2wsgi has its own types for these
        finally:
            self.mean_seconds += (now() - began - self.mean_seconds) / LATELY
            self._next()

    def expected_wait(self, client: str) -> float:
        """Return for how many seconds another request of this client would wait for a thread."""
        own = len(self.waiting.get(client, ()))
        ahead = sum(min(len(turns), own + 1) for turns in self.waiting.values())
        return ahead * self.mean_seconds / self.threads

    async def _turn(self, client: str, receive: Receive) -> Receive:
        """Wait for a thread. Return what receives the same messages as `receive`. Raises Disconnected."""
        messages = [await receive()]  # the whole request; RequestBuffer has it already
        gone = asyncio.ensure_future(receive())
        turn = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(client, deque()).append(turn)
        try:
            await asyncio.wait({turn, gone}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            gone.cancel()
            self._give_up(client, turn)
            raise
        if gone.done():
            self._give_up(client, turn)
            raise Disconnected

        async def receive_again() -> Message:
            return messages.pop() if messages else await gone

        return receive_again

    def _give_up(self, client: str, turn: "asyncio.Future[None]") -> None:
        if turn.done():  # it has just been given the thread
            self._next()
            return
        turns = self.waiting[client]
        turns.remove(turn)
        if not turns:
            del self.waiting[client]

    def _next(self) -> None:
        if not self.waiting:
            self.free += 1
            return
        client = next(iter(self.waiting))
        turns = self.waiting.pop(client)
        turns.popleft().set_result(None)
        if turns:
            self.waiting[client] = turns  # at the end of the queue


async def _refuse(send: Send, seconds: int) -> None:
    metrics.REFUSALS.labels("busy").inc()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(BUSY)).encode()),
        (b"cache-control", b"no-store"),
        (b"retry-after", str(seconds).encode()),
    ]
    await send({"type": "http.response.start", "status": int(HTTPStatus.SERVICE_UNAVAILABLE), "headers": headers})
    await send({"type": "http.response.body", "body": BUSY})
