"""Several queries that see the database as it was at one moment."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from django.db import connection, transaction

_thread = threading.local()


@contextmanager
def snapshot_read() -> Iterator[None]:
    """Let all queries inside see the database as it is at one moment, without waiting for locks.

    Nothing may be written inside. Within a transaction that has already begun, this does nothing.
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
    """Begin transactions on SQLite without the write lock, which the settings otherwise take at once (IMMEDIATE).

    Django keeps that option in `transaction_mode`, and documents no way to choose it for a single transaction.
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
    """Whether everything that is read now has been committed, so that no rollback can undo it."""
    return not connection.in_atomic_block or getattr(_thread, "reads", False)
