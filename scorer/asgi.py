"""The one server process: the event streams, and Django in four threads behind the intake that hands it whole requests.

Django runs as WSGI, not ASGI: a request costs a quarter of the processor time, the threads last, and so their database
connections do too.
"""

import asyncio
import contextlib
import os
import resource

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

from scorer.web.intake import Intake, Receive, Scope, Send

THREADS = 4
"""More would only queue for the one writer that SQLite allows."""

FILES = 65_536
"""Open files wanted: each listening device holds one, and Linux starts a process with 1,024."""

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorer.settings")
web = Intake(WSGIMiddleware(get_wsgi_application(), workers=THREADS))  # type: ignore[arg-type]  # its own names for our types

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
