"""The clock of the server process, by which rounds that follow by themselves end when their time is up.

It also takes a step that a save should have taken: if the database was busy then, or the process was stopped. Several
processes may each have such a clock (`services.following`).
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from django.db import InterfaceError, OperationalError, close_old_connections

from scorer.events.services.following import follow_all
from scorer.server.maintenance import is_closed

logger = logging.getLogger(__name__)

SECONDS = 3.0
"""The interval between two looks. One takes some milliseconds for each event with a round that follows by itself."""

_thread = ThreadPoolExecutor(1, thread_name_prefix="clock")


async def watch_rounds() -> None:
    """Run until cancelled."""
    while True:
        await asyncio.sleep(SECONDS)
        await asyncio.get_running_loop().run_in_executor(_thread, look)


def look() -> None:
    try:
        try:
            if not is_closed():
                follow_all()
        finally:
            close_old_connections()
    except (
        OperationalError,
        InterfaceError,
    ):  # away, which scorer.live.watch says once, or busy: the next look is soon
        pass
    except Exception:  # whatever is wrong with one event or the database, the clock goes on
        logger.exception("The clock of the rounds could not look.")
