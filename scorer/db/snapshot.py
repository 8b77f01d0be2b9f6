"""Reading that no writer comes between."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import cast

from django.db import connection, transaction

from scorer.db.base import DatabaseWrapper

_thread = threading.local()


@contextmanager
def snapshot_read() -> Iterator[None]:
    """All that is read inside is of one moment, whoever writes meanwhile; nobody waits. Nothing can be written inside.

    Inside a transaction that has begun before, it is of that transaction.
    """
    if connection.in_atomic_block:
        yield
        return
    on_sqlite = connection.vendor == "sqlite"
    with cast("DatabaseWrapper", connection).reading() if on_sqlite else nullcontext(), transaction.atomic():
        if not on_sqlite:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        _thread.reads = True
        try:
            yield
        finally:
            _thread.reads = False


def is_committed() -> bool:
    """Whether what is read now has been committed, and will not be rolled back."""
    return not connection.in_atomic_block or getattr(_thread, "reads", False)
