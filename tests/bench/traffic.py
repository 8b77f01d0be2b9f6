"""The server in its own process, and phones that use it. Their HTTP client is minimal, since both share a machine."""

import asyncio
import os
import re
import resource
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from time import clock_gettime, perf_counter
from typing import Any

from django.conf import settings
from django.db import connection

from tests.bench.hall import Desk

ROOT = Path(__file__).parents[2]
OF_A_PHONE = "HX-Request: true\r\nAccept-Encoding: gzip\r\nAccept-Language: en-GB,en;q=0.9\r\n"
"""Headers that browsers and htmx send."""
CHANGED = re.compile(rb"event: changed\ndata: \S+ (\d+)\n")


@dataclass(frozen=True, slots=True)
class Server:
    process: int
    port: int

    @property
    def processor(self) -> float:
        """Return the processor time of all its threads so far, in seconds."""
        return clock_gettime((~self.process << 3) | 2)  # the other process's clock: clock_getcpuclockid(3)

    @property
    def memory(self) -> int:
        """Return its memory, in bytes."""
        pages = int(Path(f"/proc/{self.process}/statm").read_text().split()[1])
        return pages * resource.getpagesize()


@contextmanager
def served(**popen: Any) -> Iterator[Server]:
    """Run `manage.py serve` on the configured database. `popen` are options for its process."""
    environment = os.environ | environment_of_server() | {"PORT": "0"}
    command = [sys.executable, "manage.py", "serve"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, **popen) as process:
        try:
            assert process.stdout
            said = process.stdout.readline()
            port = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
            assert port, said
            yield Server(process.pid, int(port[1]))
        finally:
            process.terminate()


def environment_of_server() -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
        "DATABASE_URL": _database(),
        "HOST": "127.0.0.1",
        "BACKUPS": "off",
        "SECRET_KEY": settings.SECRET_KEY,  # which has signed the tickets of the streams
    }


def _database() -> str:
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return f"{os.environ['DATABASE_URL'].rsplit('/', 1)[0]}/{name}"


def allow_many_files() -> None:
    """Each listening phone keeps a file open."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


Play = Callable[["Desk", "Wire"], Awaitable[list[float]]]
"""What a phone does at its table. Each method returns how long the response took, in seconds."""


class Wire:
    """A phone's connection, which stays open between requests."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.head = b""
        """Of the last response."""
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, cookies: str, body: bytes, status: int = HTTPStatus.OK) -> float:
        """Return the seconds until the complete response has arrived."""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n{OF_A_PHONE}"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        return await self._ask(head.encode() + body, status)

    async def get(self, path: str, cookies: str, status: int = HTTPStatus.OK) -> float:
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n{OF_A_PHONE}\r\n"
        return await self._ask(head.encode(), status)

    async def _ask(self, request: bytes, status: int) -> float:
        began = perf_counter()
        if self.reader is None or self.reader.at_eof():
            self.close()
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.writer
        self.writer.write(request)
        self.head = head = await self.reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"\r\ncontent-length: (\d+)\r\n", head, re.IGNORECASE)
        assert length, head
        body = await self.reader.readexactly(int(length[1]))
        assert head.startswith(b"HTTP/1.1 %d " % status), (head, body)
        return perf_counter() - began

    def close(self) -> None:
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None


class Stream(asyncio.Protocol):
    """A phone that listens to its table. It calls `heard` with each new version."""

    def __init__(self, path: str, cookies: str, opened: Callable[[], None]) -> None:
        self.path, self.cookies = path, cookies
        self.opened = opened
        self.answered = False
        self.rest = b""
        self.heard: Callable[[int], None] = lambda _version: None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.transport = transport
        transport.write(f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookies}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        if not self.answered:
            assert data.startswith(b"HTTP/1.1 200 "), data
            self.answered = True
            self.opened()
        text = self.rest + data
        end = 0
        for event in CHANGED.finditer(text):
            end = event.end()
            self.heard(int(event[1]))
        self.rest = text[end:][-100:]


async def listen(port: int, desks: Sequence[Desk]) -> list[Stream]:
    """Open all streams at once, as after a restart of the server. Return when each has got a response."""
    waiting = [asyncio.get_running_loop().create_future() for _ in desks]

    async def open_one(desk: Desk, first: "asyncio.Future[None]") -> Stream:
        def opened() -> None:
            if not first.done():
                first.set_result(None)

        loop = asyncio.get_running_loop()
        _transport, stream = await loop.create_connection(
            lambda: Stream(desk.stream, desk.cookies, opened), "127.0.0.1", port
        )
        await first
        return stream

    return await asyncio.gather(*(open_one(*one) for one in zip(desks, waiting, strict=True)))


async def each(desks: Sequence[Desk], port: int, play: Play) -> list[list[float]]:
    """Run all desks at once, each with its own connection."""

    async def one(desk: Desk) -> list[float]:
        line = Wire(port)
        try:
            return await play(desk, line)
        finally:
            line.close()

    return await asyncio.gather(*(one(desk) for desk in desks))
