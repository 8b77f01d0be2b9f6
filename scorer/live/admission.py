"""Whether somebody may listen, and still may: by what rights is for somebody else to say."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import close_old_connections

from scorer.live.tickets import Ticket

AdmissionCheck = Callable[[Ticket, str], bool]
"""The ticket, and the key of the session that it is shown with."""

_checks: list[AdmissionCheck] = []

_thread = ThreadPoolExecutor(1, thread_name_prefix="admission")
"""One after another, by a connection to the database that lasts: after a restart a thousand phones come at once."""


def register_check(admitted: AdmissionCheck) -> None:
    """Whoever knows who may listen says here, once a process, how to find out."""
    _checks[:] = [admitted]


async def is_admitted(ticket: Ticket, session: str) -> bool:
    return await asyncio.get_running_loop().run_in_executor(_thread, _check, ticket, session)


def _check(ticket: Ticket, session: str) -> bool:
    try:
        return all(admitted(ticket, session) for admitted in _checks)
    finally:
        close_old_connections()
