"""Threads in which Django answers, and whose turn it is."""

import asyncio
from collections import deque

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

from scorer.web.address import client_address
from scorer.web.request_buffer import Receive, Scope, Send


class FairThreadPool:
    """Some threads. Where more is asked than they can answer, the addresses take turns: whoever asks a thousand things
    at once waits for them, and somebody elsewhere who asks one waits for one of the thousand."""

    def __init__(self, app: WSGIApp, threads: int) -> None:
        self.django = WSGIMiddleware(app, workers=threads)
        self.free = threads
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._turn(client_address(scope["client"][0] if scope["client"] else ""))
        try:
            await self.django(scope, receive, send)  # type: ignore[arg-type]  # its own names for our types
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
                self.waiting[client] = turns  # behind all others
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1
