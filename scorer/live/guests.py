"""Phones without a login: whether what they came in by still holds is for somebody else to say."""

import asyncio
from collections.abc import Callable

from django.db import connections

from scorer.live.tickets import Ticket

Welcome = Callable[[Ticket], bool]
_ask: list[Welcome] = []


def ask(welcome: Welcome) -> None:
    """Whoever lets guests in says here, once a process, how to find out that they still may be."""
    _ask[:] = [welcome]


async def is_welcome(ticket: Ticket) -> bool:
    """A login is: its ticket is all it needs."""
    return ticket.guest is None or await asyncio.to_thread(_is_welcome, ticket)


def _is_welcome(ticket: Ticket) -> bool:
    try:
        return all(welcome(ticket) for welcome in _ask)
    finally:
        connections.close_all()
