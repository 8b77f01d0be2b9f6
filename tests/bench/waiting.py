"""A round starts in a large room: how soon all phones hear of it, know where to sit, and have their sheet.

As in a browser, a phone that waits by its link listens to its event, fetches where to sit, joins the table of the
round, and loads its sheet.
"""

import asyncio
import re
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from importlib import import_module
from time import perf_counter

from django.conf import settings
from django.db import connection
from django.urls import reverse

from scorer.events import links
from scorer.events.links import Holder
from scorer.live import Ticket, live_path
from tests.bench import Line, prefixed
from tests.bench.hall import CSRF
from tests.bench.measuring import browser_of, found_club
from tests.bench.rooms import room
from tests.bench.traffic import Server, Stream, Wire, allow_many_files, served

PAUSE = 0.2
"""Seconds after which a page fetches what is new (templates/events/phone.html)."""
THEN = 2
"""Seconds for which it shows where to sit before it joins the table (templates/events/where.html)."""
EVERY = 10
"""Seconds after which a page that hears nothing asks (static/js/live.js)."""
LAGGARDS = 60.0
FORM = f"csrfmiddlewaretoken={CSRF}".encode()
LEADS_TO = re.compile(rb"\r\nhx-redirect: (\S+)\r\n", re.IGNORECASE)


def waiting(stations: int, phones: int) -> Iterator[Line]:
    """`phones` is the number of phones, which share the links of the contestants."""
    allow_many_files()
    director = found_club()
    event = room(director.club, stations)
    contestants = event.contestants.count()
    pages = [links.path_of(event, Holder.CONTESTANT, 1 + number % contestants) for number in range(phones)]
    sessions = [_cookies(None) for _ in pages]
    start = reverse("events:start_round", args=[event.club_id, event.pk])
    stream = live_path(Ticket((event.pk,), event.club_id, link=event.link))
    cookies = _cookies(browser_of(director).session.session_key)
    with served() as server:
        lines = asyncio.run(_start(server, stream, start, cookies, list(zip(pages, sessions, strict=True))))
    assert event.planned_rounds.running().exists()
    yield from prefixed(f"waiting.{connection.vendor}", lines)


def _cookies(session: str | None) -> str:
    """Of the browser with this session, or with a new one."""
    if session is None:
        store = import_module(settings.SESSION_ENGINE).SessionStore()
        store.create()
        session = store.session_key
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={CSRF}"


async def _start(
    server: Server, stream: str, start: str, director: str, phones: Sequence[tuple[str, str]]
) -> list[Line]:
    loop = asyncio.get_running_loop()
    told: list[asyncio.Future[float]] = [loop.create_future() for _ in phones]
    streams = [await _listen(server, stream, one) for one in told]
    lines = await _asking(server, phones)
    wire, began, before = Wire(server.port), perf_counter(), server.processor
    async with asyncio.timeout(LAGGARDS):
        following = asyncio.gather(*(_follow(server, *one) for one in zip(phones, told, strict=True)))
        taken = await wire.post(start, director, FORM, HTTPStatus.FOUND)
        times = await following
    wire.close()
    for transport in streams:
        transport.close()
    lines.append(("start", taken * 1000, "ms"))
    for name, ends in zip(("told", "where", "sheet"), zip(*times, strict=True), strict=True):
        lines.append((f"{name}.last", (max(ends) - began) * 1000, "ms"))
    lines.append(("processor", (server.processor - before) * 1000, "ms"))
    return lines


async def _listen(server: Server, path: str, told: "asyncio.Future[float]") -> asyncio.BaseTransport:
    """Return when the stream has been opened."""
    loop = asyncio.get_running_loop()
    opened = asyncio.Event()
    transport, stream = await loop.create_connection(lambda: Stream(path, "", opened.set), "127.0.0.1", server.port)

    def hear(_version: int) -> None:
        if not told.done():
            told.set_result(perf_counter())

    stream.heard = hear
    await opened.wait()
    return transport


async def _asking(server: Server, phones: Sequence[tuple[str, str]]) -> list[Line]:
    """What it would cost if all asked again and again instead."""
    wire, before = Wire(server.port), server.processor
    for page, cookies in phones:
        await wire.get(f"{page}?after=0", cookies)
    wire.close()
    taken = server.processor - before
    return [
        ("asking.processor", taken / len(phones) * 1000, "ms"),
        (f"asking.every-{EVERY}s", 100 * taken / EVERY, "percent"),
    ]


async def _follow(server: Server, phone: tuple[str, str], told: "asyncio.Future[float]") -> tuple[float, float, float]:
    """Return when the phone has heard of the round, shows where to sit, and shows the sheet."""
    (page, cookies), wire = phone, Wire(server.port)
    heard = await told
    await asyncio.sleep(PAUSE)
    await wire.get(f"{page}?after=0", cookies)
    shown = perf_counter()
    await asyncio.sleep(THEN)
    await wire.post(page, cookies, FORM)
    sheet = LEADS_TO.search(wire.head)
    assert sheet, wire.head
    await wire.get(sheet[1].decode(), cookies)
    wire.close()
    return heard, shown, perf_counter()
