"""The sessions of a club: which phones are at its tables, and who is logged in.

With them, everybody goes on without doing anything when a club has moved to another server, as long as its address and
the SECRET_KEY are the same. Whatever a browser has from other clubs stays behind.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

from scorer.club.models import Club, User
from scorer.db.ids import IdConverter
from scorer.events.links import APPLIED, SIGNED_UP
from scorer.events.models import Applicant, Contestant, Event
from scorer.play.models import Table
from scorer.play.phones import JOINED
from scorer.web.sessions import SessionStore

COLUMNS = ("session_key", "data", "expire_date")
LABEL = Session._meta.label_lower
OF_A_LOGIN = (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY)


def sessions_of(club: Club) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Yield the key, what concerns this club, and the end of each session."""
    events = set(map(str, Event.objects.filter(club=club).values_list("pk", flat=True)))
    own = {
        JOINED: set(map(IdConverter().to_url, Table.objects.filter(club=club).values_list("pk", flat=True))),
        SIGNED_UP: events,
        APPLIED: events,
    }
    logins = set(map(str, club.memberships.values_list("user", flat=True)))
    for session in Session.objects.filter(expire_date__gt=timezone.now()).order_by("pk").iterator():
        if data := _of_club(session.get_decoded(), own, logins):
            yield session.session_key, data, session.expire_date


def _of_club(data: Mapping[str, Any], own: Mapping[str, Collection[str]], logins: Collection[str]) -> dict[str, Any]:
    kept = {
        name: mine
        for name, ids in own.items()
        if (mine := {pk: value for pk, value in data.get(name, {}).items() if pk in ids})
    }
    if data.get(SESSION_KEY) in logins:
        kept |= {name: data[name] for name in OF_A_LOGIN}
    return kept


def store_sessions(rows: Iterable[Mapping[str, Any]], new_ids: Mapping[Any, Mapping[Any, int]]) -> None:
    """Store sessions with the new ids. One that is here already has all of this: the club has been here before."""
    Session.objects.bulk_create(
        [
            Session(
                session_key=row["session_key"],
                session_data=SessionStore().encode(_renumbered(row["data"], new_ids)),
                expire_date=row["expire_date"],
            )
            for row in rows
        ],
        ignore_conflicts=True,
    )


def _renumbered(data: dict[str, Any], new_ids: Mapping[Any, Mapping[Any, int]]) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for name, model in ((SIGNED_UP, Contestant), (APPLIED, Applicant)):
        if name in data:
            known = new_ids.get(model, {})  # some may have been taken off the list
            changed[name] = {event: known[old] for event, old in data[name].items() if old in known}
    if SESSION_KEY in data:
        changed[SESSION_KEY] = str(new_ids[User][int(data[SESSION_KEY])])
    return data | changed
