"""Checks whether somebody may listen, or may still do so. Another app registers the check."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import close_old_connections

from scorer.live.tickets import Ticket

AdmissionCheck = Callable[[Ticket, str], bool]
"""Called with the ticket and the session key that came with it."""

_checks: list[AdmissionCheck] = []

_thread = ThreadPoolExecutor(1, thread_name_prefix="admission")
"""One thread with a lasting database connection, since a thousand phones connect at once after a restart."""


def register_check(check: AdmissionCheck) -> None:
    """Set the check. To be called once, when the app that knows who may listen is ready."""
    _checks[:] = [check]


async def is_admitted(ticket: Ticket, session: str) -> bool:
    return await asyncio.get_running_loop().run_in_executor(_thread, _check, ticket, session)


def _check(ticket: Ticket, session: str) -> bool:
    try:
        return all(check(ticket, session) for check in _checks)
    finally:
        close_old_connections()
