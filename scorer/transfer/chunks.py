"""Split an import, and undoing it, into many short transactions: on SQLite, nobody else can save during one."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import Club
from scorer.club.suspension import refuse_suspended
from scorer.db import lock_timeouts
from scorer.transfer.models import Import

T = TypeVar("T")

LINES_PER_CHUNK = 120
"""Lines of sheets that one transaction writes or deletes. That takes about 30 ms of processor time."""
PLAYERS_PER_CHUNK = 500


class Interrupted(Exception):
    """The data that the file was compared with has changed, or somebody is undoing the import. The message is for
    users.
    """

    def __init__(self) -> None:
        super().__init__(_("Somebody changed the club at the same time, so nothing was imported. Try again."))


@contextmanager
def import_transaction(record: Import, state: str) -> Iterator[Club]:
    """Open a transaction that locks the club, so that two imports see what the other one has done.

    Each transaction waits for the lock as long as the first one, however long the request has been running.
    """
    lock_timeouts.restart_clock()
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).get(pk=record.club_id)
        refuse_suspended(club)
        if not Import.objects.filter(pk=record.pk, state=state).exists():
            raise Interrupted
        yield club


def chunked(items: Iterable[T], size: Callable[[T], int], limit: int) -> Iterator[list[T]]:
    """Group items so that the sizes in a group add up to at most `limit`. A larger item is a group of its own."""
    chunk: list[T] = []
    total = 0
    for item in items:
        if chunk and total + size(item) > limit:
            yield chunk
            chunk, total = [], 0
        chunk.append(item)
        total += size(item)
    if chunk:
        yield chunk
