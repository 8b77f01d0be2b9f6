"""The server process: event streams and static files in the event loop, and Django in a few threads.

Django runs as WSGI, not ASGI, which costs a quarter of the processor time per request. The threads are kept, and so are
their database connections. No thread waits for a client: one buffer passes on only complete requests, and another takes
the responses.
"""

import asyncio
import gc
import os

from a2wsgi.wsgi_typing import WSGIApp
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.urls import reverse

from scorer import metrics
from scorer.db import lock_timeouts
from scorer.server.connections import StageTracker
from scorer.server.health import Health
from scorer.server.metrics_page import Metrics
from scorer.server.request_buffer import Receive, RequestBuffer, Scope, Send
from scorer.server.response_buffer import ResponseBuffer
from scorer.server.static_files import StaticFiles
from scorer.server.thread_pools import FairThreadPool

TABLES, LOGIN = "/tables/", "/login/"
READING = frozenset({"GET", "HEAD", "OPTIONS"})

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorer.settings")
django: WSGIApp = get_wsgi_application()  # type: ignore[assignment]  # two names for the same types

sheets = FairThreadPool(django, threads=1, kind="sheets")
saves = FairThreadPool(django, threads={"sqlite": 1, "postgresql": 2}[connection.vendor], kind="saves")
pages = FairThreadPool(django, threads=2, kind="pages")
changes = FairThreadPool(django, threads=2, kind="changes")
logins = FairThreadPool(django, threads=1, kind="logins")
"""Thread pools, so that requests of one kind do not wait for those of another.

A request that writes may have to wait for another process that is writing, and no reader should wait for that. The
first two pools are for the phones at their tables, which should not wait for slow pages of the club. Each pool has few
threads, since threads compete for the interpreter: with four, a hand cost a quarter more than with one. On PostgreSQL
there are two for saves, since one of them often waits for the database server. Checking a password takes half a second
of processor time, so passwords are checked one after another.
"""


async def dispatch(scope: Scope, receive: Receive, send: Send) -> None:
    reads = scope["method"] in READING
    lock_timeouts.start_request(read_only=reads)
    await _pool_for(scope["path"], reads=reads)(scope, receive, send)


def _pool_for(path: str, *, reads: bool) -> FairThreadPool:
    if path.startswith(TABLES):
        return sheets if reads else saves
    if reads:
        return pages
    return logins if path == LOGIN else changes


web = StaticFiles(RequestBuffer(ResponseBuffer(dispatch), too_large_path=reverse("club:too_large")))

from scorer.events.clock import watch_rounds  # noqa: E402  # needs the settings, which get_wsgi_application has loaded
from scorer.live.hub import hub  # noqa: E402
from scorer.live.quotas import EVERYBODY  # noqa: E402
from scorer.live.stream import stream  # noqa: E402
from scorer.live.tickets import PREFIX  # noqa: E402
from scorer.live.watch import watch  # noqa: E402


async def route(scope: Scope, receive: Receive, send: Send) -> None:
    await (stream if scope["path"].startswith(PREFIX) else web)(scope, receive, send)


metrics.STREAMS.set_function(lambda: len(hub.by_quota.get(EVERYBODY, ())))
http = StageTracker(Health(Metrics(route)))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    else:
        await http(scope, receive, send)


async def lifespan(receive: Receive, send: Send) -> None:
    watching: list[asyncio.Task[None]] = []
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            hub.start()
            watching = [asyncio.create_task(watch()), asyncio.create_task(watch_rounds())]
            # What has been loaded by now stays, so the garbage collector need not look at it again. A full collection
            # then stops every request for 15 to 30 ms instead of 50 to 90.
            gc.freeze()
            await send({"type": "lifespan.startup.complete"})
        else:
            for task in watching:
                task.cancel()
            await send({"type": "lifespan.shutdown.complete"})
            return
