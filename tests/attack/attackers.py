"""Attackers, in their own process: python -m tests.attack.attackers PORT ORDERS, where ORDERS are JSON.

It prints "ready" once the attack is running, and the results when it is stopped, at the latest after MOST seconds.
"""

import asyncio
import json
import os
import resource
import signal
import socket
import sys
from collections import Counter
from itertools import cycle
from typing import Any

MOST = 60.0
"""Seconds."""
OFTEN = 0.1
AT_ONCE = 50
"""The number of new connections in OFTEN seconds."""
FEW = 4
"""The same if each sends a body: even these are thirty megabytes per second."""
READY = 6.0
"""Seconds after which the last connections are given up."""
SMALL = 4096
"""The size of the receive buffer, in bytes."""
AS_ELSEWHERE = 1400
"""The maximum size of a segment, in bytes. With loopback's 64 kB, the kernel would buffer megabytes of unread data."""

MUCH = 200_000
"""Bytes that are sent at once, which are more than the buffer of a connection takes."""

SERVER = "127.0.0.1"


class Holder(asyncio.Protocol):
    """Sends something, and then keeps the connection open as long as the server allows."""

    def __init__(self, crew: "Crew") -> None:
        self.crew = crew
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.crew.held.add(self)
        transport.write(self.crew.sends)
        self.resume_writing()
        if not self.crew.reads:
            transport.pause_reading()

    def resume_writing(self) -> None:
        assert self.transport
        while self.crew.floods and not self.transport.get_write_buffer_size() and not self.transport.is_closing():
            self.transport.write(self.crew.floods)

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"HTTP/1.1 "):
            self.crew.answers[data[9:12].decode()] += 1
            if self.crew.much and data.startswith(b"HTTP/1.1 5") and self.transport:
                self.transport.abort()  # try again, since there may be room now

    def connection_lost(self, _error: Exception | None) -> None:
        self.crew.held.discard(self)


class Crew:
    """Keep so many connections from these hosts open, and reopen those that the server closes."""

    def __init__(
        self,
        port: int,
        *,
        hosts: list[str],
        count: int,
        sends: str,
        body: int = 0,
        reads: bool = True,
        drips: str = "",
        floods: str = "",
    ) -> None:
        """It sends `sends`, and `body` bytes. Then `drips` is sent again and again, or `floods` without a pause."""
        self.port, self.hosts, self.count = port, cycle(hosts), count
        self.sends = sends.encode() + b"x" * body
        self.much = body > 0
        self.reads, self.drips = reads, drips.encode()
        self.floods = floods.encode() * (MUCH // max(1, len(floods)))
        self.held: set[Holder] = set()
        self.opened = 0
        self.answers: Counter[str] = Counter()

    async def attack(self, ready: asyncio.Event) -> None:
        began = asyncio.get_running_loop().time()
        while True:
            missing = min(self.count - len(self.held), FEW if self.much else AT_ONCE)
            await asyncio.gather(*(self._open() for _ in range(missing)))
            if self.floods or self._all_is_sent() or asyncio.get_running_loop().time() > began + READY:
                ready.set()
            for holder in self.held if self.drips else ():
                assert holder.transport
                holder.transport.write(self.drips)
            await asyncio.sleep(OFTEN)

    def _all_is_sent(self) -> bool:
        unsent = sum(holder.transport.get_write_buffer_size() for holder in self.held if holder.transport)
        return len(self.held) >= self.count and not unsent

    async def _open(self) -> None:
        with socket.socket() as opening:
            opening.setblocking(False)
            if not self.reads:
                opening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
                opening.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, AS_ELSEWHERE)
            try:
                opening.bind((next(self.hosts), 0))
                loop = asyncio.get_running_loop()
                async with asyncio.timeout(1):
                    await loop.sock_connect(opening, (SERVER, self.port))
                await loop.create_connection(lambda: Holder(self), sock=opening.dup())
                self.opened += 1
            except (OSError, TimeoutError):
                return

    def says(self) -> dict[str, Any]:
        return {"held": len(self.held), "opened": self.opened, "answers": self.answers}


class Askers:
    """Send requests again and again, so many at a time, each with another number in place of NUMBER."""

    def __init__(
        self,
        port: int,
        *,
        hosts: list[str],
        count: int,
        path: str,
        cookies: str = "",
        body: str = "",
        asks_for: str = "localhost",
    ) -> None:
        """`asks_for` is the host name that they send."""
        self.port, self.hosts, self.count = port, cycle(hosts), count
        self.path, self.cookies, self.body, self.asks_for = path, cookies, body, asks_for
        self.asked = 0
        self.answers: Counter[str] = Counter()

    async def attack(self, ready: asyncio.Event) -> None:
        ready.set()
        async with asyncio.TaskGroup() as tasks:
            for _ in range(self.count):
                tasks.create_task(self._ask())

    async def _ask(self) -> None:
        while True:
            self.asked += 1
            body = self.body.replace("NUMBER", f"{self.asked:06}").encode()
            host = self.asks_for.replace("NUMBER", f"{self.asked:06}")
            head = (
                f"{'POST' if body else 'GET'} {self.path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
                f"Cookie: {self.cookies}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            try:
                reader, writer = await asyncio.open_connection(SERVER, self.port, local_addr=(next(self.hosts), 0))
                writer.write(head.encode() + body)
                self.answers[(await reader.read())[9:12].decode()] += 1
                writer.close()
            except OSError:
                self.answers["none"] += 1
            await asyncio.sleep(0.02)

    def says(self) -> dict[str, Any]:
        return {"asked": self.asked, "answers": self.answers}


async def main(port: int, orders: dict[str, Any]) -> None:
    crew = Askers(port, **orders) if "path" in orders else Crew(port, **orders)
    ready = asyncio.Event()
    attack = asyncio.create_task(crew.attack(ready))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, attack.cancel)
    await asyncio.wait([attack, asyncio.create_task(ready.wait())], return_when=asyncio.FIRST_COMPLETED)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.wait([attack], timeout=MOST)
    sys.stdout.write(json.dumps(crew.says()))


if __name__ == "__main__":
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.nice(5)  # attackers are other machines, and should not take this one's processor
    asyncio.run(main(int(sys.argv[1]), json.loads(sys.argv[2])))
