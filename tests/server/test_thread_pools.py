import asyncio
from collections.abc import Callable
from itertools import cycle, islice
from random import Random
from threading import Event, Lock
from typing import Any

import pytest

from scorer.server.request_buffer import Disconnected, Message, Receive, Scope, Send
from scorer.server.thread_pools import FairThreadPool
from tests.server import clock

ADA, NEIGHBOUR, BORIS, CHLOE = "2001:db8:0:7::1", "2001:db8:0:7::2", "192.168.7.20", "192.168.7.21"


class Django:
    """Keeps each request waiting until the test lets it go on."""

    def __init__(self) -> None:
        self.go_on = Event()
        self.begun: list[str] = []
        self.at_once = self.most = 0
        self.lock = Lock()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., None]) -> list[bytes]:
        with self.lock:
            self.begun.append(environ["PATH_INFO"])
            self.at_once += 1
            self.most = max(self.most, self.at_once)
        assert self.go_on.wait(10)
        with self.lock:
            self.at_once -= 1
        if environ["PATH_INFO"] == "/fault":
            raise LookupError
        start_response("200 OK", [])
        return [b"ok"]


@pytest.fixture
def django() -> Django:
    return Django()


def asked(
    pool: FairThreadPool,
    host: str | None,
    path: str = "/",
    *,
    gone: asyncio.Event | None = None,
    sent: list[Message] | None = None,
) -> asyncio.Task[None]:
    """Send a request. Its client goes away when `gone` is set."""
    messages = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        if messages:
            return messages.pop()
        await (gone or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if sent is not None:
            sent.append(message)

    client = (host, 50_000) if host else None
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [], "client": client}
    return asyncio.create_task(pool({**scope, "http_version": "1.1"}, receive, send))


async def as_soon_as(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not done():
            await asyncio.sleep(0.001)


def test_addresses_take_turns(django: Django) -> None:
    pool = FairThreadPool(django, threads=1)

    async def evening() -> None:
        of_ada = [asked(pool, ADA, f"/ada/{number}") for number in range(4)]
        others = [asked(pool, NEIGHBOUR, "/ada/neighbour"), asked(pool, BORIS, "/boris"), asked(pool, CHLOE, "/chloe")]
        await as_soon_as(lambda: len(pool.waiting) == 3)
        django.go_on.set()
        await asyncio.wait_for(asyncio.gather(*of_ada, *others), 10)

    asyncio.run(evening())
    assert django.begun == ["/ada/0", "/ada/1", "/boris", "/chloe", "/ada/2", "/ada/3", "/ada/neighbour"]
    assert (pool.free, pool.waiting) == (1, {})


def test_as_many_requests_run_as_there_are_threads(django: Django) -> None:
    pool = FairThreadPool(django, threads=3)

    async def evening() -> None:
        of_all = [asked(pool, host) for host in (ADA, BORIS, None) for _ in range(5)]
        await as_soon_as(lambda: len(django.begun) == 3)
        django.go_on.set()
        await asyncio.wait_for(asyncio.gather(*of_all), 10)

    asyncio.run(evening())
    assert (django.most, len(django.begun), pool.free) == (3, 15, 3)


def test_after_an_error_the_next_request_gets_its_turn(django: Django) -> None:
    pool = FairThreadPool(django, threads=1)
    django.go_on.set()

    async def evening() -> None:
        faulty, next_one = asked(pool, ADA, "/fault"), asked(pool, BORIS)
        with pytest.raises(LookupError):
            await faulty
        await asyncio.wait_for(next_one, 5)

    asyncio.run(evening())
    assert pool.free == 1


@pytest.mark.parametrize("late", [False, True])
def test_a_cancelled_request_gets_no_turn(django: Django, *, late: bool) -> None:
    pool = FairThreadPool(django, threads=1)

    async def evening() -> None:
        first, second, third = asked(pool, ADA, "/1"), asked(pool, BORIS, "/2"), asked(pool, CHLOE, "/3")
        await as_soon_as(lambda: len(pool.waiting) == 2)
        if late:  # just after it got its turn
            pool.free -= 1
            pool._next()
        second.cancel()
        django.go_on.set()
        await asyncio.wait_for(asyncio.gather(first, third), 5)
        with pytest.raises(asyncio.CancelledError):
            await second

    asyncio.run(evening())
    assert django.begun[-1] == "/3"
    assert pool.free == 1


@pytest.mark.parametrize("late", [False, True])
def test_a_request_whose_client_has_gone_leaves_the_queue(django: Django, *, late: bool) -> None:
    pool = FairThreadPool(django, threads=1)

    async def evening() -> None:
        gone = asyncio.Event()
        first, second, third = asked(pool, ADA, "/1"), asked(pool, BORIS, "/2", gone=gone), asked(pool, CHLOE, "/3")
        await as_soon_as(lambda: len(pool.waiting) == 2)
        gone.set()
        if late:  # just when it gets its turn
            pool.free -= 1
            pool._next()
        with pytest.raises(Disconnected):
            await second
        assert pool.expected_wait(CHLOE) == 0  # nothing is known yet about how long requests take
        django.go_on.set()
        await asyncio.wait_for(asyncio.gather(first, third), 5)

    asyncio.run(evening())
    assert django.begun == ["/1", "/3"]
    assert (pool.free, pool.waiting) == (1, {})


def test_whoever_would_wait_longer_than_a_phone_does_is_told_at_once(django: Django) -> None:
    pool = FairThreadPool(django, threads=1)
    pool.mean_seconds = 1.5

    async def evening() -> None:
        of_ada = [asked(pool, ADA, f"/ada/{number}") for number in range(4)]
        await as_soon_as(lambda: sum(map(len, pool.waiting.values())) == 3)
        told: list[Message] = []
        await asyncio.wait_for(asked(pool, ADA, "/ada/4", sent=told), 5)
        assert told[0]["status"] == 503
        assert dict(told[0]["headers"])[b"retry-after"] == b"5"
        boris = asked(pool, BORIS, "/boris")  # who waits for one of hers only
        await as_soon_as(lambda: len(pool.waiting) == 2)
        django.go_on.set()
        await asyncio.wait_for(asyncio.gather(*of_ada, boris), 5)

    asyncio.run(evening())
    assert django.begun == ["/ada/0", "/ada/1", "/boris", "/ada/2", "/ada/3"]
    assert 0 < pool.mean_seconds < 1.5


A_HAND, MINUTES = 0.02, 1
"""Seconds for saving a hand, and how long twice as many come."""


class Phone:
    """Keeps its hands until they are saved, and sends them again, as static/js/outbox.js does."""

    def __init__(self, pool: FairThreadPool, host: str, random: Random) -> None:
        self.pool, self.host, self.random = pool, host, random
        self.waiting = self.saved = self.late = 0
        self.wait = 0.0
        self.sending = False
        self.again: asyncio.TimerHandle | None = None

    def type(self) -> asyncio.Task[None]:
        self.waiting += 1
        return asyncio.create_task(self._flush())

    async def _flush(self) -> None:
        if self.again:
            self.again.cancel()
        if self.sending:
            return
        self.sending = True
        while self.waiting > 0 and await self._is_saved():
            self.waiting -= 1
            self.saved += 1
            self.wait = 0
        self.sending = False
        if self.waiting > 0:
            self.wait = min(max(2 * self.wait, 1), 15)
            pause = self.wait * self.random.uniform(0.7, 1.3)
            self.again = asyncio.get_running_loop().call_later(pause, self._try_again)

    def _try_again(self) -> None:
        self.task = asyncio.create_task(self._flush())

    async def _is_saved(self) -> bool:
        gone, sent = asyncio.Event(), list[Message]()
        asking = asked(self.pool, self.host, gone=gone, sent=sent)
        await asyncio.wait({asking}, timeout=8)
        if not asking.done():
            gone.set()
            self.late += 1
            await asyncio.wait({asking})
            assert asking.exception() is None or isinstance(asking.exception(), Disconnected)
        return any(message.get("status") == 200 for message in sent)


@pytest.mark.parametrize("halls", [1, 10])
def test_with_twice_the_load_that_it_can_carry_a_server_works_for_those_who_still_wait(halls: int) -> None:
    random = Random(1)
    pool = FairThreadPool(lambda _environ, _start: [], threads=1)

    async def django(_scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await asyncio.sleep(random.expovariate(1 / A_HAND))
        await send({"type": "http.response.start", "status": 200, "headers": []})

    pool.django = django  # it takes its time, which the clock skips
    phones = [Phone(pool, f"192.168.{number % halls}.7", random) for number in range(1_000)]

    async def evening() -> None:
        hands = round(2 * 60 * MINUTES / A_HAND)
        typed = []
        for phone in islice(cycle(phones), hands):
            typed.append(phone.type())
            await asyncio.sleep(A_HAND / 2)
        saved = sum(phone.saved for phone in phones)
        assert saved >= 0.8 * hands / 2
        assert sum(phone.late for phone in phones) < saved / 100
        for phone in phones:
            phone.waiting = 0
        await asyncio.sleep(5)
        assert (pool.free, pool.waiting) == (1, {})

    clock.run(evening())
