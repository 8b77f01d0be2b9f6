"""Decides who may listen to a table or a club.

This is checked in a thread when a stream begins, and whenever the right may have ended.
"""

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.utils.crypto import constant_time_compare

from scorer.club.models import Club, User
from scorer.club.rights import roles_in
from scorer.live import Ticket
from scorer.play import queries, surroundings
from scorer.web.sessions import SessionStore


def may_listen(ticket: Ticket, session: str) -> bool:
    if ticket.link is not None:
        link = ticket.link
        return any(queries.is_open_by_link(topic, link) or surroundings.admits(topic, link) for topic in ticket.topics)
    reader = AnonymousUser() if ticket.login is None else _logged_in(ticket.login, session)
    club = Club.objects.filter(pk=ticket.club).first()
    return club is not None and reader is not None and bool(roles_in(club, reader))


def _logged_in(login: int, session: str) -> User | None:
    """Return the user of a session, or None if the login is blocked, logged out, or has another password now.

    This does what Django's own check of a session does, but writes nothing.
    """
    user = User.objects.filter(is_active=True, pk=login).first()
    known = SessionStore(session)
    if user is None or known.get(SESSION_KEY) != str(user.pk):
        return None
    return user if constant_time_compare(known.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()) else None
