"""How many may be connected, and how long each may keep the server waiting.

By itself uvicorn waits as long as anybody likes: for a request to begin, for the rest of its head, for a reader to take
the answer. Here a connection waits either for us or for whoever is at its other end; and for the latter it does so a
while, or until somebody else needs the place. (How long a body may take, scorer.web.request_buffer says.)
"""

import asyncio
import errno
import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from math import inf
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from scorer.web.address import client_address
from scorer.web.request_buffer import App, Message, Receive, Scope, Send

BUSY = b"Too many connections. Try again in a moment.\n"
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
    b"cache-control: no-store\r\nretry-after: 10\r\nconnection: close\r\n\r\n%s"
) % (len(BUSY), BUSY)
CHECK_SECONDS = 1.0
OTHER_FILES = 128
"""Open files that are no connections: databases, the log, long answers."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    connections: int = 8_000
    """Connections. A phone that listens holds one."""
    address: int = 2_000
    """From one address, behind which a whole club may be. Those of a proxy that is trusted are not counted so."""
    head_seconds: float = 20
    """Seconds until the head of a request has to be here."""
    read_seconds: float = 60
    """Seconds in which a reader has to take what the server has ready of an answer, which is 64 kB or less."""
    crowd_size: int = 250
    """Connections that may wait so long for one address. Browsers open some in advance; of more, each has less time."""
    crowd_seconds: float = 2
    """Seconds then, for whatever it is."""
    backlog: int = 1_024
    """Connections that the system has ready, and that are taken before one of them is looked at."""

    def within(self, files: int) -> "Limits":
        """The same, for a process that may open so many."""
        backlog = min(self.backlog, files // 4)
        return replace(self, backlog=backlog, connections=min(self.connections, files - backlog - OTHER_FILES))


class Stage(Enum):
    HEAD = auto()
    """The head of a request is awaited, or the rest of it."""
    BODY = auto()
    RESPONSE = auto()
    """The request is here, and the answer is being made or sent."""


class Connection(H11Protocol):
    """uvicorn's, and which of its two ends has to do something next."""

    server_connections: "Connections"

    def __init__(self, app_state: dict[str, Any], **others: Any) -> None:
        # An application gets a copy of this state with each request.
        super().__init__(app_state=app_state | {"connection": self}, **others)
        self.source: str | None = None
        self.stage = Stage.HEAD
        self.blocked = False
        """So much has been sent that the reader has to take some of it first."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
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
        """Seconds that it may wait; a body has another deadline."""
        if self.transport.get_write_buffer_size():
            return self.server_connections.limits.read_seconds
        return self.server_connections.limits.head_seconds if self.stage is Stage.HEAD else inf

    def end(self) -> None:
        self.server_connections.remove(self)
        self.transport.abort()


@dataclass(slots=True)
class Source:
    """An address: its connections, and since when it has kept which of them waiting, in that order."""

    open: set[Connection] = field(default_factory=set)
    waiting: dict[Connection, float] = field(default_factory=dict)


class Connections:
    """Those of one server. All is called in its event loop."""

    def __init__(self, limits: Limits | None = None, proxies: str = "") -> None:
        """`proxies` as uvicorn's forwarded_allow_ips: who connects from there does so for others."""
        self.limits = limits or Limits()
        self.proxies = list(_networks(proxies))
        self.sources: dict[str | None, Source] = {}
        self.waiting: dict[Connection, float] = {}
        self.count = 0
        self.refused = self.ended = 0
        """For want of room, since there was last a line about it in the log."""
        self.timer: asyncio.TimerHandle | None = None

    def protocol(self) -> type[Connection]:
        """For uvicorn, which makes one of it for each connection."""
        return type("Connection", (Connection,), {"server_connections": self})

    def source_of(self, peer: tuple[Any, ...]) -> str | None:
        """None for a proxy, which has no limit of its own."""
        address = ip_address(peer[0])
        return None if any(address in network for network in self.proxies) else client_address(peer[0])

    def add(self, connection: Connection) -> bool:
        """Whether there is room. If not, whoever has waited longest makes some."""
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
        """Once or more often."""
        source = self.sources.get(connection.source)
        if source and connection in source.open:
            self.stop_waiting(connection)
            source.open.remove(connection)
            self.count -= 1
            if not source.open:
                del self.sources[connection.source]

    def start_waiting(self, connection: Connection) -> None:
        """From now on, for its other end."""
        self.stop_waiting(connection)
        source = self.sources.get(connection.source)
        if source and connection in source.open:
            source.waiting[connection] = self.waiting[connection] = asyncio.get_running_loop().time()

    def stop_waiting(self, connection: Connection) -> None:
        """It waits for us, or for nobody any more."""
        if self.waiting.pop(connection, None) is not None:
            del self.sources[connection.source].waiting[connection]

    def fault(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """The event loop's handler of exceptions. When it cannot accept a connection it says so two thousand times."""
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
        """Once a second, as long as anybody is connected."""
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


class Progress:
    """An ASGI application around `app` that tells each connection how far its request has come."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection: Connection | None = scope.get("state", {}).get("connection")
        if connection is None:  # served by another server than ours
            await self.app(scope, receive, send)
            return

        async def noting() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body"):
                connection.set_stage(Stage.RESPONSE)
            return message

        async def noted(message: Message) -> None:
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                connection.set_stage(Stage.HEAD)  # of the next one

        connection.set_stage(Stage.BODY)
        try:
            await self.app(scope, noting, noted)
        except BaseException:
            connection.set_stage(Stage.HEAD)
            raise


def _networks(hosts: str) -> Iterator[IPv4Network | IPv6Network]:
    for host in hosts.split(","):
        with suppress(ValueError):  # uvicorn takes names too, of sockets that are files
            yield ip_network(host.strip(), strict=False)
