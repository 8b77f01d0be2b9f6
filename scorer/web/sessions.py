"""Django's sessions in the database, for which a busy database is no session that has ended."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError

from scorer.db import patience


class SessionStore(db.SessionStore):
    def save(self, must_create: bool = False) -> None:
        """A page that is read is not kept from its reader because somebody writes: what it has changed can be changed
        by the next one. Else a busy database is not to be taken for a session that has ended, as Django would."""
        try:
            super().save(must_create)
        except (OperationalError, UpdateError) as error:
            busy = error if isinstance(error, OperationalError) else error.__context__
            if not isinstance(busy, OperationalError):
                raise
            if not patience.only_reads():
                raise busy from None
