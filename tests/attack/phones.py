"""Honest phones, and how long they wait for responses."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from statistics import median
from time import perf_counter
from urllib.parse import urlencode

from django.urls import reverse

from scorer.play.phones import Link, code_of
from tests.bench.hall import CSRF, Desk

PATIENCE = 8.0
"""Seconds after which a phone gives up. A request without a response counts with this time."""
PAUSE = 0.1
OF_A_PHONE = "HX-Request: true\r\nAccept-Encoding: gzip\r\nConnection: close\r\n"
FILE = "/static/css/scorer.css"
HEARTBEAT = b"event: hb\n"
PAIRS = 20
"""The number of pairs that each phone signs up at most, since an address may not sign up any number of them."""
KINDS = ("save", "page", "stream", "file")


@dataclass
class Measured:
    times: dict[str, list[float]] = field(default_factory=dict)
    failed: int = 0

    def median(self, kind: str) -> float:
        """Times in milliseconds."""
        return median(self.times[kind]) * 1000


async def measure(port: int, desks: Sequence[Desk], host: str, seconds: float, kinds: Sequence[str]) -> Measured:
    """A phone at each desk does everything in turn, as often as it can during that time."""
    measured = Measured({kind: [] for kind in kinds})
    ends = asyncio.get_running_loop().time() + seconds
    await asyncio.gather(*(_evening(port, desk, host, ends, measured) for desk in desks))
    return measured


async def _evening(port: int, desk: Desk, host: str, ends: float, measured: Measured) -> None:
    while True:
        for kind, times in measured.times.items():
            if asyncio.get_running_loop().time() >= ends and times:
                return
            began = perf_counter()
            if await do(kind, port, desk, host):
                times.append(perf_counter() - began)
            else:
                times.append(PATIENCE)
                measured.failed += 1
            await asyncio.sleep(PAUSE)


async def do(kind: str, port: int, desk: Desk, host: str) -> bool:
    """Return whether the request succeeded."""
    match kind:
        case "save":
            return await save(port, desk, host) == HTTPStatus.OK
        case "stream":
            request, right = get(desk.stream, desk.cookies), HTTPStatus.OK
        case "page":
            request, right = get(desk.page, desk.cookies), HTTPStatus.OK
        case "file":
            request, right = get(FILE, ""), HTTPStatus.OK
        case "wait":
            request, right = get(desk.waits, ""), HTTPStatus.OK
        case "sign-up":
            request, right = get(desk.wall, ""), HTTPStatus.OK
            if desk.pairs:
                body = urlencode({**players(desk.pairs.pop()), "csrfmiddlewaretoken": CSRF})
                request, right = post(desk.wall, f"csrftoken={CSRF}", body.encode()), HTTPStatus.FOUND
        case "join":
            body = urlencode({"code": code_of(desk.table, Link.ENTRY), "csrfmiddlewaretoken": CSRF})
            request, right = post(reverse("play:code"), f"csrftoken={CSRF}", body.encode()), HTTPStatus.FOUND
        case _:
            raise ValueError(kind)
    return (await ask(port, host, request, until=HEARTBEAT if kind in {"stream", "wait"} else b""))[0] == right


def players(name: str) -> dict[str, str]:
    """The two players of a pair, as they are on the roster."""
    return {"player_1": f"{name} A", "player_2": f"{name} B"}


async def save(port: int, desk: Desk, host: str) -> int:
    """Return the status. The phone keeps a hand that was not saved, and sends it again."""
    status, _answer = await ask(port, host, post(desk.record, desk.cookies, desk.next_post()))
    if status != HTTPStatus.OK:
        desk.sent -= 1
    return status


def get(path: str, cookies: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n{OF_A_PHONE}\r\n".encode()


def post(path: str, cookies: str, body: bytes) -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n{OF_A_PHONE}"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def ask(port: int, host: str, request: bytes, until: bytes = b"") -> tuple[int, bytes]:
    """Return the status and the response, over a new connection. The status is 0 if the response is incomplete."""
    writer = None
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"\r\ncontent-length: (\d+)", head, re.IGNORECASE)
            if until:
                body = await reader.readuntil(until)
            else:
                body = await (reader.readexactly(int(length[1])) if length else reader.read())
    except (OSError, TimeoutError, asyncio.IncompleteReadError):
        return 0, b""
    finally:
        if writer:
            writer.close()
    return int(head[9:12]), body
