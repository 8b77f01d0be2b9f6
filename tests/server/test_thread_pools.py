import asyncio
from collections.abc import Callable
from threading import Event, Lock
from typing import Any

import pytest

from scorer.server.request_buffer import Disconnected, Message
from scorer.server.thread_pools import FairThreadPool

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
    pool.mean_seconds = 3.0

    async def evening() -> None:
        of_ada = [asked(pool, ADA, f"/ada/{number}") for number in range(4)]
        await as_soon_as(lambda: sum(map(len, pool.waiting.values())) == 3)
        told: list[Message] = []
        await asyncio.wait_for(asked(pool, ADA, "/ada/4", sent=told), 5)
        assert told[0]["status"] == 503
        assert dict(told[0]["headers"])[b"retry-after"] == b"9"
        boris = asked(pool, BORIS, "/boris")  # who waits for one of hers only
        await as_soon_as(lambda: len(pool.waiting) == 2)
        django.go_on.set()
        await asyncio.wait_for(asyncio.gather(*of_ada, boris), 5)

    asyncio.run(evening())
    assert django.begun == ["/ada/0", "/ada/1", "/boris", "/ada/2", "/ada/3"]
    assert 0 < pool.mean_seconds < 3
