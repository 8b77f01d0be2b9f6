"""Buffers each response, so that Django need not wait for the client to read it.

Django runs in a few threads. A client that reads slowly, or not at all, would occupy one of them. So what has not been
sent yet is stored here, in memory or in a file, and the event loop waits for the client. scorer.server.connections
limits how long.
"""

import asyncio
from contextlib import closing
from tempfile import SpooledTemporaryFile

from scorer.server.request_buffer import App, Message, Receive, Scope, Send

PIECE = 65_536
"""Bytes that are sent at a time. The server asks for more once the client has read most of them."""

MAX_IN_MEMORY = 1_000_000
"""Bytes of one response. Pages are shorter; an export of many seasons is longer and goes into a file."""

MAX_ALL_IN_MEMORY = 32_000_000
"""Bytes of all responses. What exceeds this goes into files too."""


class ResponseBuffer:
    """ASGI middleware that calls `app` with a `send` that never waits and never fails."""

    def __init__(self, app: App, in_memory: int = MAX_ALL_IN_MEMORY) -> None:
        self.app = app
        self.free_memory = in_memory

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with closing(BufferedResponse(self)) as response:
            sending = asyncio.create_task(response.send_on(send))
            try:
                await self.app(scope, receive, response.receive)
                await sending
            finally:
                sending.cancel()


class BufferedResponse:
    def __init__(self, response_buffer: ResponseBuffer) -> None:
        self.response_buffer = response_buffer
        self.head: Message = {}
        self.file = SpooledTemporaryFile()  # noqa: SIM115  # closed by close
        self.in_memory = True
        self.length = 0
        self.complete = False
        self.error: OSError | None = None
        self.arrived = asyncio.Event()

    def close(self) -> None:
        self._release_memory()
        self.file.close()

    async def receive(self, message: Message) -> None:
        """Store a message. Must not raise, since the thread that calls it would then wait for ever."""
        if message["type"] == "http.response.start":
            self.head = message
        else:
            try:
                self._store(message.get("body", b""))
            except OSError as error:
                self.error = error
            self.complete = not message.get("more_body", False)
        self.arrived.set()

    def _store(self, body: bytes) -> None:
        if self.in_memory and (self.length + len(body) > MAX_IN_MEMORY or len(body) > self.response_buffer.free_memory):
            self.file.rollover()
            self._release_memory()
        if self.in_memory:
            self.response_buffer.free_memory -= len(body)
        self.file.seek(self.length)
        self.file.write(body)
        self.length += len(body)

    def _release_memory(self) -> None:
        if self.in_memory:
            self.response_buffer.free_memory += self.length
            self.in_memory = False

    async def send_on(self, send: Send) -> None:
        await self.arrived.wait()
        await send(self.head)
        sent, done = 0, False
        while not done:
            if sent == self.length and not self.complete:
                self.arrived.clear()
                await self.arrived.wait()
            if self.error:
                raise self.error  # the server then closes the connection, so that the response looks incomplete
            self.file.seek(sent)
            piece = self.file.read(PIECE)
            sent += len(piece)
            done = self.complete and sent == self.length
            await send({"type": "http.response.body", "body": piece, "more_body": not done})
            await asyncio.sleep(0)  # since sending to a closed connection does not wait, and other tasks must run too
