"""The threads in which Django runs, and the order in which requests get one."""

import asyncio
from collections import deque

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

from scorer.server.addresses import client_address
from scorer.server.request_buffer import Receive, Scope, Send


class FairThreadPool:
    """A thread pool in which client addresses take turns.

    A client that sends a thousand requests at once waits for them, while a client at another address waits for only one
    of the thousand.
    """

    def __init__(self, app: WSGIApp, threads: int) -> None:
        self.django = WSGIMiddleware(app, workers=threads)
        self.free = threads
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._turn(client_address(scope["client"][0] if scope["client"] else ""))
        try:
            await self.django(scope, receive, send)  # type: ignore[arg-type]  # a2wsgi has its own types for these
        finally:
            self._next()

    async def _turn(self, client: str) -> None:
        if self.free:
            self.free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()
            raise

    def _next(self) -> None:
        while self.waiting:
            client = next(iter(self.waiting))
            turns = self.waiting.pop(client)
            turn = turns.popleft()
            if turns:
                self.waiting[client] = turns  # at the end of the queue
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1
