"""A reverse proxy between the phones and the server. It passes everything on, or responds with 502 like a proxy
without a server behind it.
"""

import asyncio
import threading
from contextlib import suppress

from tests.chaos.server import HOST

BAD_GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 11\r\nConnection: close\r\n\r\nBad Gateway"
END_OF_HEAD = b"\r\n\r\n"


class Proxy:
    """A proxy in its own thread, on `port`. While `broken` is set, it responds to everything with 502."""

    def __init__(self, behind: int) -> None:
        self.behind = behind
        self.broken = False
        self.port = 0
        self.answered = 0
        """Respond with 502."""
        self._links: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Proxy":
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def break_down(self) -> None:
        """Close all open connections, and pass nothing on."""
        self.broken = True
        self._loop.call_soon_threadsafe(self._break_off)

    def mend(self) -> None:
        self.broken = False

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, HOST, 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        self._break_off()
        if tasks := asyncio.all_tasks(self._loop):
            self._loop.run_until_complete(asyncio.wait(tasks))

    def _break_off(self) -> None:
        for link in self._links:
            link.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._links.add(writer)
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._pass_on(reader, writer)
        finally:
            self._links.discard(writer)
            writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Each connection serves one request, so that `broken` is checked for every request."""
        head = await reader.readuntil(END_OF_HEAD)
        link = await self._to_server()
        if link is None:
            self.answered += 1
            writer.write(BAD_GATEWAY)
            await writer.drain()
            return
        from_server, to_server = link
        self._links.add(to_server)
        lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
        to_server.write(b"\r\n".join([lines[0], b"Connection: close", *lines[1:]]))
        onwards = asyncio.ensure_future(_copy(reader, to_server))
        try:
            await _copy(from_server, writer)
        finally:
            onwards.cancel()
            self._links.discard(to_server)
            to_server.close()

    async def _to_server(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        if self.broken:
            return None
        try:
            return await asyncio.open_connection(HOST, self.behind)
        except ConnectionRefusedError:
            return None


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(65_536):
        writer.write(piece)
        await writer.drain()
