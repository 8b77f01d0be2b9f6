"""An import and its undoing are many short transactions: on SQLite nobody else can save during one of them."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import Club
from scorer.db import patience
from scorer.transfer.models import Import

T = TypeVar("T")

LINES_PER_CHUNK = 120
"""Of sheets, written or deleted in one transaction: some 30 ms of the processor."""
PLAYERS_PER_CHUNK = 500


class Interrupted(Exception):
    """Somebody has changed meanwhile what the file was compared with, or has begun to take it out again: a sentence for
    whoever was bringing it in."""

    def __init__(self) -> None:
        super().__init__(_("Somebody has changed the club meanwhile, so nothing has been brought in. Try again."))


@contextmanager
def import_transaction(record: Import, state: str) -> Iterator[Club]:
    """A transaction under the lock of the club, so that two imports see what the other has done. It waits for that as
    long as the first, however long the request has been at work."""
    patience.renew()
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).get(pk=record.club_id)
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
