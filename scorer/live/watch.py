"""Notices what other processes write: a second server, a command, and above all a restore."""

import asyncio
import logging
import sqlite3
from typing import Any

import psycopg
from django.db import connection

from scorer.live.hub import CHANNEL, News, decode, hub
from scorer.server.maintenance import is_closed, last_closed

log = logging.getLogger(__name__)

SECONDS = 0.5
"""The interval between checks, which take microseconds, and between attempts to reach PostgreSQL."""

KEEPALIVES: dict[str, Any] = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
PROBE, PROBE_SECONDS = "scorer_probe", 5

MAX_TOPICS = 900
"""SQLite allows at most a thousand parameters in a query."""


async def watch() -> None:
    """Run until cancelled."""
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_listen_to_postgresql() if connection.vendor == "postgresql" else _poll_sqlite())
        tasks.create_task(_watch_maintenance(MaintenanceWatch()))


async def _watch_maintenance(maintenance: "MaintenanceWatch") -> None:
    """Have all pages check for news after a restore."""
    while True:
        await asyncio.sleep(SECONDS)
        if maintenance.has_ended():
            hub.resync()


class MaintenanceWatch:
    """Notices that the site has been closed and is open again, if asked now and then."""

    def __init__(self) -> None:
        self.seen = 0 if is_closed() else last_closed()

    def has_ended(self) -> bool:
        """Return True once after the site was closed, even if it was closed several times since the last call."""
        now = last_closed()
        if now == self.seen or is_closed():
            return False
        self.seen = now
        return True


async def _listen_to_postgresql() -> None:
    lost = False
    while True:
        try:
            async with await connect() as listening:
                await listening.execute(f"LISTEN {CHANNEL}")
                if lost:
                    log.warning("The database is there again.")
                lost = False
                hub.resync()
                async for notice in listening.notifies():
                    for news in decode(notice.payload):
                        hub.put(news)
        except (psycopg.Error, OSError) as error:
            if not lost:  # once, however long it is away
                log.warning("The connection to the database is lost: %s", str(error).strip())
            lost = True
        await asyncio.sleep(SECONDS)


async def connect() -> "psycopg.AsyncConnection[Any]":
    """Connect to PostgreSQL as Django does, over TLS if it does, without what is only for Django's own cursors."""
    params = connection.get_connection_params()
    del params["cursor_factory"], params["context"]
    return await psycopg.AsyncConnection.connect(**KEEPALIVES | params, autocommit=True)


async def hears_itself() -> bool:
    """Return whether news reaches a listener. A pooler that hands on the connection after each transaction loses it."""
    async with await connect() as listening, await connect() as speaking:
        await listening.execute(f"LISTEN {PROBE}")
        await speaking.execute(f"NOTIFY {PROBE}")
        return bool([notice async for notice in listening.notifies(timeout=PROBE_SECONDS, stop_after=1)])


async def _poll_sqlite() -> None:
    """Read the versions of tables whenever SQLite's data_version shows that another connection has committed."""
    before: int | None = None
    database: sqlite3.Connection | None = None
    try:
        while True:
            await asyncio.sleep(SECONDS)
            if not hub.topics:
                continue
            try:
                database = database or sqlite3.connect(f"file:{connection.settings_dict['NAME']}?mode=ro", uri=True)
                now = database.execute("PRAGMA data_version").fetchone()[0]
                if now != before:
                    for topic, version in _versions(database):
                        if hub.latest.get(topic) != version:
                            hub.put(News("changed", topic, version))
                before = now
            except sqlite3.Error:  # the file is just being replaced, or has no tables yet
                before, database = None, None
    finally:
        if database:
            database.close()


def _versions(database: sqlite3.Connection) -> list[tuple[int, str]]:
    topics = list(hub.topics)[:MAX_TOPICS]
    places = ", ".join("?" * len(topics))
    rows = database.execute(f"SELECT id, version FROM play_table WHERE id IN ({places})", topics)  # noqa: S608  # placeholders
    return [(topic, str(version)) for topic, version in rows]
