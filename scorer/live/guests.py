"""Phones without a login: whether what they came in by still holds is for somebody else to say."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import close_old_connections

from scorer.live.tickets import Ticket

Welcome = Callable[[Ticket], bool]
_ask: list[Welcome] = []

_thread = ThreadPoolExecutor(1, thread_name_prefix="guests")
"""One after another, by a connection to the database that lasts: after a restart a thousand phones come at once."""


def ask(welcome: Welcome) -> None:
    """Whoever lets guests in says here, once a process, how to find out that they still may be."""
    _ask[:] = [welcome]


async def is_welcome(ticket: Ticket) -> bool:
    """A login is: its ticket is all it needs."""
    if ticket.guest is None:
        return True
    return await asyncio.get_running_loop().run_in_executor(_thread, _is_welcome, ticket)


def _is_welcome(ticket: Ticket) -> bool:
    try:
        return all(welcome(ticket) for welcome in _ask)
    finally:
        close_old_connections()
