"""Several queries that see the database as it was at one moment."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from django.db import connection, transaction

_thread = threading.local()


@contextmanager
def snapshot_read() -> Iterator[None]:
    """Everything read inside is of one moment, whatever is written meanwhile, and waits for no lock. Nothing may be
    written inside. Within a transaction that has already begun it does nothing: what is read is that transaction's.
    """
    if connection.in_atomic_block:
        yield
        return
    on_sqlite = connection.vendor == "sqlite"
    with _deferred() if on_sqlite else nullcontext(), transaction.atomic():
        if not on_sqlite:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        _thread.reads = True
        try:
            yield
        finally:
            _thread.reads = False


@contextmanager
def _deferred() -> Iterator[None]:
    """Begin transactions on SQLite without the write lock, which the settings have them take at once (IMMEDIATE).

    `transaction_mode` is where Django keeps that option. Its documentation has no way to choose it for one transaction.
    """
    connection.ensure_connection()  # which takes the mode from the settings
    on_sqlite: Any = connection
    mode = on_sqlite.transaction_mode
    on_sqlite.transaction_mode = "DEFERRED"
    try:
        yield
    finally:
        on_sqlite.transaction_mode = mode


def is_committed() -> bool:
    """Whether what is read now has been committed, and so cannot be rolled back any more."""
    return not connection.in_atomic_block or getattr(_thread, "reads", False)
