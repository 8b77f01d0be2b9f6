"""Django's SQLite backend, with one writer of this process at a time: ENGINE "scorer.db".

SQLite lets one connection write and has the others poll, sleeping up to 0.1 s between tries. So the threads of this
process queue here instead, each where its outermost transaction begins, and the next one starts the moment it may.
Other processes (a command beside the server) still meet at SQLite's own lock, and so do single statements outside a
transaction; `select_for_update` does nothing on SQLite, this lock is what serialises. A command waits for either as
long as the settings say, a request as long as `patience` does.

(`type: ignore[misc]` below: the type stubs leave Django's private methods out.)
"""

import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from scorer.db import patience

DEFAULT_TIMEOUT = 20.0
"""Seconds to wait, where OPTIONS name no "timeout"; SQLite then waits as long again for other processes."""


class WriteLock:
    """Held by one connection from the start of its outermost transaction to the end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder: threading.Thread | None = None

    def acquire(self, seconds: float) -> None:
        """Wait for the lock, at most so long.

        A thread that holds it through another connection would wait for itself: it is refused at once.
        """
        thread = threading.current_thread()
        if self._holder is thread or not self._lock.acquire(timeout=seconds):
            raise OperationalError("database is locked")
        self._holder = thread

    def release(self) -> None:
        self._holder = None
        self._lock.release()


_locks: dict[str, WriteLock] = {}


class DatabaseWrapper(base.DatabaseWrapper):
    _write_lock: WriteLock | None = None
    _write_timeout = DEFAULT_TIMEOUT
    _busy_timeout = DEFAULT_TIMEOUT
    _reads = False
    # Calling a finalizer a second time does nothing, so each end of a transaction may call it. It also runs when the
    # connection of a thread that died inside a transaction is collected, which is when SQLite rolls that back.
    _held: "weakref.finalize[[], DatabaseWrapper] | None" = None

    def get_connection_params(self) -> dict[str, Any]:
        params = super().get_connection_params()
        self._write_timeout = params.setdefault("timeout", DEFAULT_TIMEOUT)
        params["timeout"] = self._busy_timeout = patience.each(self._write_timeout)
        if self.is_in_memory_db():  # which no second connection can see
            self._write_lock = None
        else:
            self._write_lock = _locks.setdefault(str(Path(params["database"]).resolve()), WriteLock())
        return params

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A transaction that begins inside takes no lock: it sees what there is just then, and is to write nothing."""
        self._reads = True
        try:
            yield
        finally:
            self._reads = False

    def _start_transaction_under_autocommit(self) -> None:
        if self._reads:
            self.cursor().execute("BEGIN DEFERRED")
            return
        if self._write_lock is not None:
            self._write_lock.acquire(patience.left(self._write_timeout))
            self._held = weakref.finalize(self, self._write_lock.release)
        try:
            with self._waiting_for_other_processes(patience.left(self._busy_timeout)):
                super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._release()
            raise

    @contextmanager
    def _waiting_for_other_processes(self, seconds: float) -> Iterator[None]:
        """No longer than that, and as long as ever again afterwards."""
        if seconds >= self._busy_timeout:
            yield
            return
        self._wait_at_most(seconds)
        try:
            yield
        finally:
            self._wait_at_most(self._busy_timeout)

    def _wait_at_most(self, seconds: float) -> None:
        self.connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    def _set_autocommit(self, autocommit: bool) -> None:
        # Django ends every outermost transaction here, after commit and after rollback, and before the on_commit hooks.
        try:
            super()._set_autocommit(autocommit)  # type: ignore[misc]
        finally:
            if autocommit:
                self._release()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._release()

    def _release(self) -> None:
        if self._held is not None:
            self._held()
            self._held = None
