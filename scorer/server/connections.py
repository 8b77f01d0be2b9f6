"""Limits how many connections there are, and how long each may keep the server waiting.

uvicorn itself waits without limit for a request to begin, for the rest of its head, and for the client to read the
response. Here the server waits for a client only for a limited time, or until another client needs the place.
(scorer.server.request_buffer limits the time for a body.) It also parses whatever arrives at once, which can be seconds
of work. Here it parses no long heads and no chunked bodies.
"""

import asyncio
import errno
import logging
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from math import inf
from typing import Any, NoReturn

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from scorer.server.addresses import client_address
from scorer.server.request_buffer import App, Message, Receive, Scope, Send

BUSY = b"Too many connections. Try again in a moment.\n"
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
    b"cache-control: no-store\r\nretry-after: 10\r\nconnection: close\r\n\r\n%s"
) % (len(BUSY), BUSY)
MAX_HEAD = 16_384
"""Bytes. Parsing the head of a request, with as many headers as fit into this, takes up to 4 ms."""
CHECK_SECONDS = 1.0
END_OF_HEAD = re.compile(rb"\n\r?\n")
OTHER_FILES = 128
"""Reserved for open files that are not connections: databases, the log, long responses."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    connections: int = 8_000
    """Connections in all. A phone that listens has one."""
    address: int = 2_000
    """Connections from one address, which a whole club may share. Trusted proxies have no such limit."""
    head_seconds: float = 20
    """Time for the head of a request."""
    read_seconds: float = 60
    """Time in which a client must read what the server has buffered for it, which is up to 64 kB."""
    crowd_size: int = 250
    """If the server waits for more connections than this from one address, each has only `crowd_seconds`. The number is
    not small, since browsers open some connections in advance.
    """
    crowd_seconds: float = 2
    backlog: int = 1_024
    """Connections that the system accepts before the server sees them."""

    def within(self, files: int) -> "Limits":
        """Return these limits, lowered for a process that may open this many files."""
        backlog = min(self.backlog, files // 4)
        return replace(self, backlog=backlog, connections=min(self.connections, files - backlog - OTHER_FILES))


class Stage(Enum):
    HEAD = auto()
    """The server waits for the head of a request, or the rest of it."""
    BODY = auto()
    RESPONSE = auto()
    """The request is complete, and the response is being made or sent."""


class Requests(h11.Connection):
    """The parser of a connection, which refuses what would take it long before it begins.

    A body in chunks of one byte takes it ten microseconds per chunk, and a head some for each header. All of this is
    work of the event loop, so nobody else would be served meanwhile.
    """

    def __init__(self) -> None:
        super().__init__(h11.SERVER, MAX_HEAD)
        self.refusal = HTTPStatus.BAD_REQUEST
        """The status for what cannot be parsed, or is not."""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA | h11.PAUSED]:
        if self.their_state is h11.IDLE:
            unread, _closed = self.trailing_data
            if len(unread) > MAX_HEAD and not END_OF_HEAD.search(unread, 0, MAX_HEAD):
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _value in event.headers):
            self._refuse(HTTPStatus.LENGTH_REQUIRED)
        return event

    def _refuse(self, status: HTTPStatus) -> NoReturn:
        self.refusal = status
        raise h11.RemoteProtocolError(status.phrase, error_status_hint=status)


class Connection(H11Protocol):
    """uvicorn's protocol, which also knows whether the server is waiting for the client."""

    server_connections: "Connections"

    def __init__(self, app_state: dict[str, Any], **others: Any) -> None:
        # Each request gets a copy of this state.
        super().__init__(app_state=app_state | {"connection": self}, **others)
        self.conn: Requests = Requests()
        self.source: str | None = None
        self.stage = Stage.HEAD
        self.blocked = False
        """The buffer is full until the client reads some of it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        self.source = self.server_connections.source_of(transport.get_extra_info("peername"))
        if self.server_connections.add(self):
            super().connection_made(transport)
            self.set_stage(Stage.HEAD)
        else:
            transport.set_protocol(asyncio.Protocol())
            transport.write(REFUSAL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.server_connections.remove(self)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  # as in uvicorn
        """Say why the connection ends, and read no more from it. It is closed when it has kept the server waiting.

        Closing at once would reset it, and a client that is still sending would report that instead.
        """
        status = self.conn.refusal
        headers = [("content-length", "0"), ("connection", "close")]
        response = h11.Response(status_code=status, headers=headers, reason=status.phrase.encode())
        for event in (response, h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.pause_reading()
        self.transport.write_eof()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.blocked = True
        self._update()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.blocked = False
        self._update()

    def set_stage(self, stage: Stage) -> None:
        self.stage = stage
        self._update()

    def _update(self) -> None:
        if self.blocked or self.stage is not Stage.RESPONSE:
            self.server_connections.start_waiting(self)
        else:
            self.server_connections.stop_waiting(self)

    @property
    def max_wait(self) -> float:
        """How many seconds the server may wait for the client. RequestBuffer limits the time for a body."""
        if self.transport.get_write_buffer_size():
            return self.server_connections.limits.read_seconds
        return self.server_connections.limits.head_seconds if self.stage is Stage.HEAD else inf

    def end(self) -> None:
        self.server_connections.remove(self)
        self.transport.abort()


@dataclass(slots=True)
class Source:
    """The connections from one address, and since when the server has waited for which of them, in that order."""

    open: set[Connection] = field(default_factory=set)
    waiting: dict[Connection, float] = field(default_factory=dict)


class Connections:
    """The connections of one server. All methods must be called in its event loop."""

    def __init__(self, limits: Limits | None = None, proxies: str = "") -> None:
        """`proxies` are addresses of trusted proxies, as in uvicorn's `forwarded_allow_ips`."""
        self.limits = limits or Limits()
        self.proxies = list(_networks(proxies))
        self.sources: dict[str | None, Source] = {}
        self.waiting: dict[Connection, float] = {}
        self.count = 0
        self.refused = self.ended = 0
        """Numbers of connections since the last line in the log."""
        self.timer: asyncio.TimerHandle | None = None

    def protocol(self) -> type[Connection]:
        """Return the protocol class for uvicorn, which makes an instance for each connection."""
        return type("Connection", (Connection,), {"server_connections": self})

    def source_of(self, peer: tuple[Any, ...]) -> str | None:
        """Return the client address that a connection counts for, or None if it comes from a trusted proxy."""
        address = ip_address(peer[0])
        return None if any(address in network for network in self.proxies) else client_address(peer[0])

    def add(self, connection: Connection) -> bool:
        """Add a connection, and return whether there is a place for it.

        If there is none, the connection for which the server has waited longest is ended.
        """
        self._schedule_check()
        source = self.sources.get(connection.source) or Source()
        at_its_limit = connection.source is not None and len(source.open) >= self.limits.address
        if (at_its_limit and not self._end_oldest(source.waiting)) or (
            self.count >= self.limits.connections and not self._end_oldest(self.waiting)
        ):
            self.refused += 1
            return False
        self.sources[connection.source] = source
        source.open.add(connection)
        self.count += 1
        return True

    def remove(self, connection: Connection) -> None:
        """Remove a connection. It may have been removed before."""
        source = self.sources.get(connection.source)
        if source and connection in source.open:
            self.stop_waiting(connection)
            source.open.remove(connection)
            self.count -= 1
            if not source.open:
                del self.sources[connection.source]

    def start_waiting(self, connection: Connection) -> None:
        """Note that the server waits for the client from now on."""
        self.stop_waiting(connection)
        source = self.sources.get(connection.source)
        if source and connection in source.open:
            source.waiting[connection] = self.waiting[connection] = asyncio.get_running_loop().time()

    def stop_waiting(self, connection: Connection) -> None:
        """Note that the server no longer waits for the client."""
        if self.waiting.pop(connection, None) is not None:
            del self.sources[connection.source].waiting[connection]

    def fault(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """The exception handler of the event loop, which without open files would log two thousand errors a second."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in {errno.EMFILE, errno.ENFILE}:
            self.refused += 1
            self._schedule_check()
        else:
            loop.default_exception_handler(context)

    def _end_oldest(self, waiting: dict[Connection, float]) -> bool:
        first = next(iter(waiting), None)
        if first:
            first.end()
            self.ended += 1
        return first is not None

    def _schedule_check(self) -> None:
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(CHECK_SECONDS, self._check_all)

    def _check_all(self) -> None:
        """End connections that have waited too long. Called once a second while there are connections."""
        now = asyncio.get_running_loop().time()
        for connection, since in list(self.waiting.items()):
            self._check(connection, now - since)
        if self.refused or self.ended:
            log.warning(
                "Too many connections: %d refused, %d ended that kept waiting. %d are open, from %d addresses.",
                self.refused,
                self.ended,
                self.count,
                len(self.sources),
            )
            self.refused = self.ended = 0
        self.timer = None
        if self.count:
            self._schedule_check()

    def _check(self, connection: Connection, waited: float) -> None:
        source = self.sources[connection.source]
        in_crowd = connection.source is not None and len(source.waiting) > self.limits.crowd_size
        if waited >= (self.limits.crowd_seconds if in_crowd else connection.max_wait):
            connection.end()
            self.ended += in_crowd


class StageTracker:
    """ASGI middleware that tells each connection the stage of its request."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection: Connection | None = scope.get("state", {}).get("connection")
        if connection is None:  # not in our own server
            await self.app(scope, receive, send)
            return

        async def receive_and_track() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body"):
                connection.set_stage(Stage.RESPONSE)
            return message

        async def send_and_track(message: Message) -> None:
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                connection.set_stage(Stage.HEAD)  # of the next request

        connection.set_stage(Stage.BODY)
        try:
            await self.app(scope, receive_and_track, send_and_track)
        except BaseException:
            connection.set_stage(Stage.HEAD)
            raise


def _networks(hosts: str) -> Iterator[IPv4Network | IPv6Network]:
    for host in hosts.split(","):
        with suppress(ValueError):  # uvicorn also accepts names of Unix sockets
            yield ip_network(host.strip(), strict=False)
