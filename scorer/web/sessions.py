"""Django's sessions in the database, found by a query that is compiled once: nearly every request asks for one."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from scorer.db.prepared import Prepared

SESSION = Prepared(lambda key: Session.objects.filter(session_key=key))


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        session = SESSION.first(self.session_key) if self.session_key else None
        if session and session.expire_date > timezone.now():
            return session
        self._session_key = None
        return None
