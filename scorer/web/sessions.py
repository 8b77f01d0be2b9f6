"""Django's database sessions, for which a busy database does not mean that the session has ended."""

from contextlib import nullcontext

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError

from scorer.db import lock_timeouts


class SessionStore(db.SessionStore):
    def save(self, must_create: bool = False) -> None:
        """Save the session. If the database is busy, raise its error, which Django would turn into UpdateError.

        A request that only reads hardly waits, and does not fail: what it would change (messages that have been shown),
        the next page can change.
        """
        try:
            with (
                lock_timeouts.limited_to(lock_timeouts.READ_SECONDS) if lock_timeouts.is_read_only() else nullcontext()
            ):
                super().save(must_create)
        except (OperationalError, UpdateError) as error:
            busy = error if isinstance(error, OperationalError) else error.__context__
            if not isinstance(busy, OperationalError):
                raise
            if not lock_timeouts.is_read_only():
                raise busy from None
