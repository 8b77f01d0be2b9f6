"""Takes each answer off Django's hands before its reader does.

Django answers in a few threads. A reader who takes an answer slowly, or not at all, would hold the one that makes it.
So what has not been sent yet is kept here, in memory or in a file, and the event loop waits for the reader. How long it
does is for the connection to say (scorer.web.connections).
"""

import asyncio
from tempfile import SpooledTemporaryFile
from types import TracebackType

from scorer.web.request_buffer import App, Message, Receive, Scope, Send

PIECE = 65_536
"""Bytes that are sent at a time. The server asks for more when the reader has taken most of them."""

IN_MEMORY = 1_000_000
"""Bytes of one answer. No page is longer; an export of many seasons is, and goes into a file."""

ALL_IN_MEMORY = 32_000_000
"""Bytes of all answers. Whatever comes then goes into files too."""


class Outlet:
    """An ASGI application around `app`, whose `send` never waits and never fails."""

    def __init__(self, app: App, in_memory: int = ALL_IN_MEMORY) -> None:
        self.app = app
        self.room = in_memory

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with Answer(self) as answer:
            sending = asyncio.create_task(answer.send_on(send))
            try:
                await self.app(scope, receive, answer.take)
                await sending
            finally:
                sending.cancel()


class Answer:
    def __init__(self, outlet: Outlet) -> None:
        self.outlet = outlet
        self.head: Message = {}
        self.kept = SpooledTemporaryFile()  # noqa: SIM115  # closed by __exit__
        self.in_memory = True
        self.length = 0
        self.whole = False
        self.fault: OSError | None = None
        self.more = asyncio.Event()

    def __enter__(self) -> "Answer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._leave_memory()
        self.kept.close()

    async def take(self, message: Message) -> None:
        """Whoever calls it is in a thread that would wait for ever if this failed."""
        if message["type"] == "http.response.start":
            self.head = message
        else:
            try:
                self._keep(message.get("body", b""))
            except OSError as fault:
                self.fault = fault
            self.whole = not message.get("more_body", False)
        self.more.set()

    def _keep(self, body: bytes) -> None:
        if self.in_memory and (self.length + len(body) > IN_MEMORY or len(body) > self.outlet.room):
            self.kept.rollover()
            self._leave_memory()
        if self.in_memory:
            self.outlet.room -= len(body)
        self.kept.seek(self.length)
        self.kept.write(body)
        self.length += len(body)

    def _leave_memory(self) -> None:
        if self.in_memory:
            self.outlet.room += self.length
            self.in_memory = False

    async def send_on(self, send: Send) -> None:
        await self.more.wait()
        await send(self.head)
        sent, done = 0, False
        while not done:
            if sent == self.length and not self.whole:
                self.more.clear()
                await self.more.wait()
            if self.fault:
                raise self.fault  # the server breaks the connection off: half an answer is not to pass for a whole one
            self.kept.seek(sent)
            piece = self.kept.read(PIECE)
            sent += len(piece)
            done = self.whole and sent == self.length
            await send({"type": "http.response.body", "body": piece, "more_body": not done})
            await asyncio.sleep(0)  # sending to somebody who has gone does not wait, and others want to be served
