"""Phones at many tables, in a process of their own: python -m tests.bench.crowd. tests/bench/crowds.py starts it.

It reads orders from standard input, one a line in JSON, and responds to each with a line. The first says what tables
there are. At each, one phone types the hands, and all listen and fetch what is new, as static/js/outbox.js and live.js
do. There is no Django here, so that many phones take little of a machine that they share with the server.
"""

import asyncio
import gzip
import json
import re
import resource
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import asdict, dataclass, field
from itertools import cycle, islice
from random import uniform
from time import monotonic
from typing import Any

PATIENCE = 8.0
"""Seconds after which a phone gives up a request (htmx's timeout in templates/base.html)."""
SHORTEST, LONGEST = 1.0, 15.0
"""Seconds between two attempts of the outbox. Each pause is twice as long as the one before."""
SPREAD = 2.0
"""Seconds within which hands that wait are sent once the server is there again."""
RETRY, SILENCE = 2.0, 17.0
"""Seconds until a browser opens a stream again that has ended, and until it gives up a silent one."""
POLL = 10.0
"""The longest pause until a page asks again for news, or for a stream that was refused."""
LOOK = 5.0
"""Seconds until somebody looks at a phone whose table is gone, and tries again."""
SOON = 0.02
AT_ONCE = 8
ENOUGH, AHEAD = 6, 12
"""Forms of later hands that a phone keeps, and those that it gets at a time."""
LAGGARDS = 60.0
"""Seconds after which something is wrong if a phone cannot listen."""

OK, NO_CONTENT, RELOAD, LOST = 200, 204, 205, 404
HEADERS = "HX-Request: true\r\nAccept-Encoding: gzip\r\nAccept-Language: en-GB,en;q=0.9\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
VERSION = re.compile(rb'id="live"[^>]* data-version="(\d+)"')
REPEATED = b"was already saved"


def is_temporary(status: int) -> bool:
    """As in static/js/scorer.js. Without a response, the status is 0."""
    return status in {0, 401, 408, 429} or status >= 500


def about(seconds: float) -> float:
    """Phones do not all come at the same moment."""
    return seconds * uniform(0.7, 1.3)


@dataclass
class Hand:
    tapped: float = 0.0
    """When it was saved for the first time, by time.monotonic(). 0 while it is typed."""
    posts: int = 0
    acknowledged: float = 0.0
    """When the phone was told that it is saved. 0 if it was not."""
    repeated: bool = False
    """Whether it had been saved before, without a response."""
    wrong: int = 0
    """The status of a response after which a real outbox would ask somebody."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table as its phones know it."""

    port: int
    host: str
    """The address from which the phones come."""
    page: str
    record: str
    preview: str
    changes: str
    ahead: str
    cookies: list[str]
    """Of each phone. The first types."""
    streams: list[str]
    ends: str
    """The last fields of each form, up to the number of the hand."""
    bodies: str
    """The name of the hands that are played here."""
    version: int
    on_sheet: int
    """Hands that are there already."""


Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Browser:
    """Its connections stay open between requests, and there are as many as it has requests at a time."""

    def __init__(self, place: Place, cookies: str) -> None:
        self.place, self.cookies = place, cookies
        self.idle: list[Connection] = []

    async def get(self, path: str) -> tuple[int, bytes]:
        return await self._ask(self._head("GET", path) + b"\r\n")

    async def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        return await self._ask(b"%sContent-Length: %d\r\n\r\n%s" % (self._head("POST", path, FORM), len(body), body))

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        """Return the status and the body. The status is 0 without a complete response in time."""
        try:
            async with asyncio.timeout(PATIENCE), self._connected() as connection:
                reader, writer = connection
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
                length = LENGTH.search(head)
                body = await reader.readexactly(int(length[1])) if length else b""
                self.idle.append(connection)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            return 0, b""
        return int(head[9:12]), gzip.decompress(body) if b"\r\ncontent-encoding: gzip" in head.lower() else body

    async def stream(self, path: str) -> AsyncGenerator[tuple[str, str], None]:
        """Yield the events, the first of which has no kind. Raises Refused, or what a stream ends with."""
        async with self._connected() as (reader, writer):
            async with asyncio.timeout(PATIENCE):
                writer.write(self._head("GET", path) + b"\r\n")
                head = await reader.readuntil(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 200"):
                raise Refused
            yield "", ""
            text = ""
            while True:
                async with asyncio.timeout(SILENCE):
                    size = int(await reader.readuntil(b"\r\n"), 16)  # it comes in chunks
                    text += (await reader.readexactly(size + 2))[:size].decode()
                if not size:
                    raise ConnectionResetError
                *events, text = text.split("\n\n")
                for event in events:
                    kind, _newline, data = event.partition("\n")
                    yield kind.removeprefix("event: "), data.removeprefix("data: ")

    def _head(self, method: str, path: str, others: str = "") -> bytes:
        whole = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookies}\r\n{HEADERS}{others}"
        return whole.encode()

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Connection]:
        """A connection, which is closed afterwards unless it is idle again."""
        while self.idle:
            connection = self.idle.pop()
            if not connection[0].at_eof():
                break
            connection[1].close()
        else:
            source = (self.place.host, 0)
            connection = await asyncio.open_connection("127.0.0.1", self.place.port, local_addr=source)
        try:
            yield connection
        finally:
            if connection not in self.idle:
                connection[1].close()

    def close(self) -> None:
        for _reader, writer in self.idle:
            writer.close()
        self.idle.clear()


class Refused(Exception):
    """The stream was not opened."""


class Phone:
    """Listens, and fetches what it does not show yet."""

    def __init__(
        self,
        place: Place,
        number: int,
        is_writing: Callable[[], bool] = lambda: False,
        when_back: Callable[[], None] = lambda: None,
    ) -> None:
        self.place = place
        self.browser, self.stream = Browser(place, place.cookies[number]), place.streams[number]
        self.is_writing, self.when_back = is_writing, when_back
        self.shown = self.told = place.version
        self.unsure = self.pulling = self.reopened = False
        self.opened: list[float] = []
        """When it began to listen, again and again."""
        self.tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def stop(self) -> None:
        """It is put away: the browser closes all connections."""
        for task in self.tasks:
            task.cancel()
        self.browser.close()
        self.pulling = False

    async def listen(self) -> None:
        wait = 0.5
        while True:
            try:
                async with aclosing(self.browser.stream(self.stream)) as events:
                    async for kind, text in events:
                        wait = 0.5
                        if kind == "ended":
                            await self._look()
                            break
                        self._hear(kind, text)
            except Refused:
                wait = min(2 * wait, POLL)
                await asyncio.sleep(about(wait))
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                await asyncio.sleep(RETRY)

    async def _look(self) -> None:
        """Somebody sees that the page has ended, and opens it again until it is there."""
        await asyncio.sleep(RETRY)
        while (await self.browser.get(self.place.page))[0] != OK:
            await asyncio.sleep(LOOK)

    def _hear(self, kind: str, text: str) -> None:
        if not kind:
            self.unsure = self.reopened = bool(self.opened)  # without the stream, news may have been missed
            self.opened.append(monotonic())
        elif kind != "changed":
            return
        elif text.endswith("?"):
            self.unsure = True
        else:
            self.told = max(self.told, int(text.split()[1]))
        self.start(self.pull())

    def show(self, page: bytes) -> None:
        version = VERSION.search(page)
        if version and int(version[1]) > self.shown:
            self.shown = int(version[1])

    async def pull(self) -> None:
        """Fetch what is new: one request at a time, and again if there is no response."""
        if self.pulling or self.is_writing():
            return
        self.pulling = True
        wait = 0.0
        while self.unsure or self.told > self.shown:
            self.unsure = False
            status, page = await self.browser.get(f"{self.place.changes}?since={self.shown}&form")
            if status == RELOAD:
                status, page = await self.browser.get(self.place.page)
            self.show(page)
            if self.reopened and not is_temporary(status):
                self.reopened = False
                self.when_back()
            if status not in {OK, NO_CONTENT}:
                self.unsure = True
                wait = min(max(2 * wait, SHORTEST), POLL)
                await asyncio.sleep(about(wait))
            elif status == NO_CONTENT:
                self.told = min(self.told, self.shown)
        self.pulling = False


class Table:
    """One phone types, and keeps the hands until they are acknowledged. The others see what it has saved."""

    def __init__(self, place: Place, bodies: list[str]) -> None:
        self.place, self.bodies = place, bodies
        self.writer = Phone(place, 0, is_writing=lambda: self.sending, when_back=self._hurry)
        others = (Phone(place, number) for number in range(1, len(place.cookies)))
        self.phones = [self.writer, *others]
        self.hands: list[Hand] = []
        self.done = 0
        """How many hands need not be sent again."""
        self.wait = 0.0
        self.sending = False
        self.again: asyncio.TimerHandle | None = None
        self.stocked = 0
        """The number of the last hand for which the phone has a form."""

    @property
    def is_full(self) -> bool:
        """Whether all hands that it may play have been typed."""
        return len(self.hands) >= len(self.bodies)

    @property
    def is_settled(self) -> bool:
        """Whether every hand is acknowledged, and seen by everybody."""
        is_done = all(hand.acknowledged or hand.wrong for hand in self.hands)
        return is_done and all(phone.shown >= self.writer.shown for phone in self.phones)

    def arrive(self) -> None:
        for phone in self.phones:
            phone.start(phone.listen())
        self._flush_soon(0)

    def leave(self) -> None:
        """The phones are put away. A hand that is being typed is saved first."""
        if self.again:
            self.again.cancel()
        for phone in self.phones:
            phone.stop()
        self.sending = False
        for hand in self.hands:
            hand.tapped = hand.tapped or monotonic()

    def type(self) -> None:
        """The values of the next hand are typed, which the others see, and so are its points. Then it is saved."""
        number = len(self.hands)
        self.hands.append(Hand())
        self.writer.start(self._type(number))

    async def _type(self, number: int) -> None:
        for path in (f"{self.place.preview}?typing", self.place.preview):
            await self.writer.browser.post(path, self.bodies[number].encode())
        self.hands[number].tapped = monotonic()
        await self._flush()

    async def _flush(self) -> None:
        """Send what waits, in the order in which it was begun, until there is no response."""
        if self.again:
            self.again.cancel()
        if self.sending:
            return
        self.sending = True
        before, waited = self.done, sum(hand.tapped > 0 for hand in self.hands[self.done :]) > 1
        while self.done < len(self.hands) and self.hands[self.done].tapped and await self._send(self.done):
            self.done += 1
            self.wait = 0.0
        self.sending = False
        count = self.done - before
        self.writer.unsure |= waited and count > 0  # htmx has not shown the rows of hands that waited
        await self.writer.pull()
        if count:
            await self.stock()

    async def stock(self) -> None:
        """Fetch forms of later hands, if there are few of them."""
        following = self.place.on_sheet + len(self.hands) + 1
        if self.stocked < following + ENOUGH:
            status, _forms = await self.writer.browser.get(f"{self.place.ahead}?have={max(following, self.stocked)}")
            self.stocked = following + AHEAD if status == OK else self.stocked

    async def _send(self, number: int) -> bool:
        """Return whether the hand is done with. If not, it is sent again later."""
        hand = self.hands[number]
        hand.posts += 1
        body = f"{self.bodies[number]}&{self.place.ends}-{number}"
        status, page = await self.writer.browser.post(self.place.record, body.encode())
        if status == OK:
            hand.acknowledged, hand.repeated = monotonic(), REPEATED in page
            self.writer.show(page)
            return True
        if is_temporary(status):
            self.wait = min(max(2 * self.wait, SHORTEST), LONGEST)
            self._flush_soon(about(self.wait))
        elif status == LOST:  # a club that is being moved; the outbox keeps the hand for somebody who looks
            self._flush_soon(LOOK)
        else:
            hand.wrong = status
        return hand.wrong > 0

    def _hurry(self) -> None:
        if self.wait:
            self.wait = 0.0
            self._flush_soon(uniform(0, SPREAD))

    def _flush_soon(self, seconds: float) -> None:
        if self.again:
            self.again.cancel()
        self.again = asyncio.get_running_loop().call_later(seconds, lambda: self.writer.start(self._flush()))


@dataclass
class Crowd:
    tables: list[Table] = field(default_factory=list)

    async def tables_are(self, places: list[dict[str, Any]], bodies: dict[str, list[str]]) -> None:
        self.tables = [Table(Place(**place), bodies[place["bodies"]]) for place in places]

    async def look(self) -> None:
        """Load the page of each table, and the forms of its next hands, a few at a time."""
        pages = iter(self.tables)

        async def load() -> None:
            for table in pages:
                await table.writer.browser.get(table.place.page)
                await table.stock()

        await asyncio.gather(*(load() for _ in range(AT_ONCE)))

    async def arrive(self) -> None:
        """All phones come, or come back. Return when all listen."""
        before = {phone: len(phone.opened) for table in self.tables for phone in table.phones}
        for table in self.tables:
            table.arrive()
        async with asyncio.timeout(LAGGARDS):
            while any(len(phone.opened) == count for phone, count in before.items()):
                await asyncio.sleep(SOON)

    async def leave(self) -> None:
        """All phones are put away, with what they have not sent."""
        for table in self.tables:
            table.leave()

    async def type(self, rate: float, seconds: float) -> None:
        """Type so many hands a second, at all tables in turn, whether the server keeps up or not."""
        began = monotonic()
        playing = [table for table in self.tables if not table.is_full]
        for number, table in enumerate(islice(cycle(playing), round(rate * seconds))):
            await asyncio.sleep(began + number / rate - monotonic())
            if not table.is_full:
                table.type()
        await asyncio.sleep(began + seconds - monotonic())

    async def play(self, tables: int, seconds: float) -> None:
        """Type at so many tables, each time as soon as everybody there has seen the hand before."""
        ends = monotonic() + seconds

        async def at(table: Table) -> None:
            while monotonic() < ends and not table.is_full:
                if table.is_settled:
                    table.type()
                await asyncio.sleep(SOON)

        await asyncio.gather(*map(at, self.tables[:tables]))

    async def settle(self, seconds: float) -> None:
        """Wait until all hands are acknowledged and seen, but not longer than that."""
        ends = monotonic() + seconds
        while monotonic() < ends and not all(table.is_settled for table in self.tables):
            await asyncio.sleep(SOON)

    async def report(self) -> list[dict[str, Any]]:
        return [
            {
                "hands": [asdict(hand) for hand in table.hands],
                "shown": [phone.shown for phone in table.phones],
                "opened": [phone.opened for phone in table.phones],
            }
            for table in self.tables
        ]


async def main() -> None:
    crowd, loop = Crowd(), asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order = json.loads(line)
        said = await getattr(crowd, order.pop("order"))(**order)
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()
    await crowd.leave()


if __name__ == "__main__":
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(main())
