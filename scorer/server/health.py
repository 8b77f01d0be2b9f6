"""GET /healthz and /readyz, for whoever watches the server: no login, no session, no redirect."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from math import inf

from django.db import Error, close_old_connections, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from scorer.server.maintenance import is_closed
from scorer.server.request_buffer import App, Receive, Scope, Send

ALIVE, READY = "/healthz", "/readyz"
SECONDS = 5.0
"""How long the database may take to respond."""

log = logging.getLogger(__name__)
_thread = ThreadPoolExecutor(1, thread_name_prefix="health")


class Health:
    """ASGI middleware. /healthz says that the process responds; /readyz that it can save hands, or why not."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.asked_at = -inf
        self.answer: asyncio.Future[str] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == ALIVE:
            await _respond(send, "")
        elif scope["path"] == READY:
            await _respond(send, await self._trouble())
        else:
            await self.app(scope, receive, send)

    async def _trouble(self) -> str:
        """Everybody who asks within a second gets the same answer, so that asking costs next to nothing."""
        loop = asyncio.get_running_loop()
        if self.answer is None or loop.time() - self.asked_at > 1:
            self.asked_at = loop.time()
            self.answer = loop.run_in_executor(_thread, trouble)
        try:
            return await asyncio.wait_for(asyncio.shield(self.answer), SECONDS)
        except TimeoutError:
            return "the database does not respond"


def trouble() -> str:
    """Return in a few words why this process cannot save hands. If it can, they are empty."""
    try:
        if is_closed():
            return "closed for a restore"
        if not _is_upgraded():
            return "the database has not been upgraded"
        with transaction.atomic(), connection.cursor() as cursor:  # on SQLite this takes the write lock
            if connection.vendor == "postgresql":
                cursor.execute("SELECT current_setting('transaction_read_only') = 'on'")
                if cursor.fetchone() == (True,):
                    return "the database is read-only"
    except Error as error:
        log.warning("Not ready: %s", error)
        return "the database cannot be used"
    finally:
        close_old_connections()
    return ""


def _is_upgraded() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


async def _respond(send: Send, problem: str) -> None:
    status = HTTPStatus.SERVICE_UNAVAILABLE if problem else HTTPStatus.OK
    body = f"{problem or 'ok'}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})
