"""Whether somebody may listen, and still may: by what rights is for somebody else to say."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import close_old_connections

from scorer.live.tickets import Ticket

Welcome = Callable[[Ticket, str], bool]
"""The ticket, and the key of the session that it is shown with."""

_ask: list[Welcome] = []

_thread = ThreadPoolExecutor(1, thread_name_prefix="welcome")
"""One after another, by a connection to the database that lasts: after a restart a thousand phones come at once."""


def ask(welcome: Welcome) -> None:
    """Whoever knows who may listen says here, once a process, how to find out."""
    _ask[:] = [welcome]


async def is_welcome(ticket: Ticket, session: str) -> bool:
    return await asyncio.get_running_loop().run_in_executor(_thread, _is_welcome, ticket, session)


def _is_welcome(ticket: Ticket, session: str) -> bool:
    try:
        return all(welcome(ticket, session) for welcome in _ask)
    finally:
        close_old_connections()
