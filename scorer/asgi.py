"""The one server process: event streams, and Django in a few threads behind the intake that hands it whole requests.

Django runs as WSGI, not ASGI: a request costs a quarter of the processor time, the threads last, and so their database
connections do too.
"""

import asyncio
import contextlib
import os
import resource

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp
from django.core.wsgi import get_wsgi_application
from django.db import connection

from scorer.web.intake import Intake, Receive, Scope, Send

TABLES = "/tables/"
AT_TABLES = {"sqlite": 1, "postgresql": 2}
ELSEWHERE = 3
"""Threads. Those that all want the interpreter hinder each other: four cost a quarter more a hand than one. So what
phones ask of their tables is answered one after another, and by two where one often waits for a database server; and it
waits behind no page of the club that takes long."""

FILES = 65_536
"""Open files wanted: each listening device holds one, and Linux starts a process with 1,024."""

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorer.settings")
django: WSGIApp = get_wsgi_application()  # type: ignore[assignment]  # two names for the same types
at_tables = WSGIMiddleware(django, workers=AT_TABLES[connection.vendor])
elsewhere = WSGIMiddleware(django, workers=ELSEWHERE)


async def in_its_lane(scope: Scope, receive: Receive, send: Send) -> None:
    lane = at_tables if scope["path"].startswith(TABLES) else elsewhere
    await lane(scope, receive, send)  # type: ignore[arg-type]  # its own names for our types


web = Intake(in_its_lane)

from scorer.live.hub import hub  # noqa: E402  # needs the settings, which the line above has set up
from scorer.live.stream import stream  # noqa: E402
from scorer.live.tickets import PREFIX  # noqa: E402
from scorer.live.watch import watch  # noqa: E402


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith(PREFIX):
        await stream(scope, receive, send)
    else:
        await web(scope, receive, send)


async def lifespan(receive: Receive, send: Send) -> None:
    watching: asyncio.Task[None] | None = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            raise_file_limit()
            hub.start()
            watching = asyncio.create_task(watch())
            await send({"type": "lifespan.startup.complete"})
        else:
            if watching:
                watching.cancel()
            await send({"type": "lifespan.shutdown.complete"})
            return


def raise_file_limit() -> None:
    """As far towards FILES as the machine lets us; never down."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # some systems name a limit that they do not grant
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
