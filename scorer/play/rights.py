"""Who may do what at a table, the decorator that checks it for every page of a table, and who may listen.

At an open table, everybody who may enter hands may also correct them. At a closed table, scorers and directors may
correct; phone links have ended, but a phone that was still typing may hand that in. At a locked table, and at a closed
one of an event, only directors may. The services refuse new hands at a closed table, since nobody may add one there.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from http import HTTPStatus
from typing import Any, cast

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.crypto import constant_time_compare

from scorer.club.hidden_names import read_by_visitor
from scorer.club.middleware import is_elsewhere
from scorer.club.models import Club, Role, User
from scorer.club.rights import (
    READERS,
    SCORERS,
    ClubRequest,
    Roles,
    View,
    deny_access,
    is_visitor,
    not_found,
    roles_in,
)
from scorer.club.suspension import refuse_suspended
from scorer.db.rows import read_with
from scorer.db.snapshot import snapshot_read
from scorer.live import ComeBackLater, Ticket
from scorer.play import occasions, phones
from scorer.play.models import Table
from scorer.play.services import Actor
from scorer.registry import find_game
from scorer.web.middleware import activate_club_language
from scorer.web.sessions import SessionStore


class TableAct(StrEnum):
    WATCH = "watch"
    EXPORT = "export"
    """Download a file for another site, with names as they are on the roster."""
    ENTER = "enter"
    SAVE = "save"
    """Send a typed hand: to the sheet, or to the director if the table was closed meanwhile."""
    CORRECT = "correct"
    REPLY = "reply"
    """Reply to another side's hand on behalf of one's own, on a phone whose holder has said who they are."""
    INVITE = "invite"
    """Show the codes for phones to join."""
    ARRANGE = "arrange"
    """Change seats and links; close, reopen and cancel."""


PHONES: Roles = frozenset(phones.Link)
WRITERS: Roles = SCORERS | {phones.Link.ENTRY}
ALLOWED: dict[TableAct, Roles] = {
    TableAct.WATCH: READERS | PHONES,
    TableAct.EXPORT: SCORERS,
    TableAct.ENTER: WRITERS,
    TableAct.SAVE: WRITERS | {phones.LATE},
    TableAct.CORRECT: WRITERS,
    TableAct.REPLY: frozenset({phones.Link.ENTRY}),
    TableAct.INVITE: WRITERS,
    TableAct.ARRANGE: SCORERS,
}
# No phone is at a locked table, so nobody can reply there.
WRITES = (TableAct.ENTER, TableAct.SAVE, TableAct.CORRECT, TableAct.ARRANGE)
ALLOWED_WHEN_LOCKED = ALLOWED | dict.fromkeys(WRITES, frozenset({Role.DIRECTOR}))
ALLOWED_WHEN_LOCKED[TableAct.SAVE] |= {phones.LATE}


# Whatever their role in the club, people at other tables may still have to play these deals.
SEALED: Roles = frozenset({Role.DIRECTOR, phones.Link.ENTRY, phones.LATE})
ALLOWED_WHEN_SEALED: dict[TableAct, Roles] = {act: roles & SEALED for act, roles in ALLOWED.items()}


class TableRequest(ClubRequest):
    """A request for a page of a table. `actor` is who acts: a login of the club, or a phone where phones are
    allowed.
    """

    actor: Actor
    phone: phones.Phone | None
    guest: bool
    """Whether the reader has no login: a phone, or one whose table was closed."""


def may(roles: Roles, act: TableAct, table: Table) -> bool:
    return not roles.isdisjoint(_allowed_at(table)[act])


def may_in_templates(request: TableRequest, table: Table) -> dict[str, bool]:
    """Return may_enter, may_correct and so on: what the reader may do at the table."""
    return {f"may_{act}": not request.roles.isdisjoint(roles) for act, roles in _allowed_at(table).items()}


def _allowed_at(table: Table) -> dict[TableAct, Roles]:
    if table.sealed:
        return ALLOWED_WHEN_SEALED
    is_over = table.has_occasion and not table.is_open  # what happens after a round of an event is the director's
    return ALLOWED_WHEN_LOCKED if is_over or table.is_locked() else ALLOWED


def table_view(act: TableAct) -> Callable[[View], View]:
    """Decorate a view of a table: call `view(request, table, ...)` for those who may `act`, and refuse all others."""

    def decorate(view: View) -> View:
        @login_not_required  # checked below, since a phone needs no login
        @wraps(view)
        def guarded(request: HttpRequest, table_id: int, *args: Any, **kwargs: Any) -> HttpResponseBase:
            request = cast("TableRequest", request)
            if request.method == "POST":
                return respond(request, table_id, *args, **kwargs)
            bool(request.user.is_authenticated)  # this may delete an expired session, which is a write
            with snapshot_read():  # or some parts of a page might show a hand that is saved meanwhile, and others not
                return respond(request, table_id, *args, **kwargs)

        def respond(request: TableRequest, table_id: int, *args: Any, **kwargs: Any) -> HttpResponseBase:
            table = next(iter(read_with("club", Table, "play_table.id = %s", table_id)), None)
            if table is None or find_game(table.game) is None or is_elsewhere(request, table.club_id):
                return not_found(request)
            _set_request_attributes(request, table)
            allowed = may(request.roles, act, table)
            if request.phone and not allowed:
                raise PermissionDenied
            if not allowed and phones.has_joined(request, table):
                return link_ended(request, table)
            if not request.roles:
                return not_found(request)
            if not allowed:
                return deny_access(request)
            refuse_suspended(table.club)
            with read_by_visitor(visitor=is_visitor(request.roles)):
                return view(request, table, *args, **kwargs)

        guarded.who_may = act  # type: ignore[attr-defined]  # read by the test that lists all views
        return guarded

    return decorate


def _set_request_attributes(request: TableRequest, table: Table) -> None:
    """Set the user's roles, phone and actor on the request, and the language of the club."""
    roles = roles_in(table.club, request.user)
    phone = None if table.state == Table.State.CANCELLED else phones.phone_at(request, table)
    request.phone = phone if table.is_open else None
    late = phone if phone and not table.is_open and phone.link == phones.Link.ENTRY else None
    request.actor = request.user if not roles.isdisjoint(Role) else request.phone or late
    request.guest = isinstance(request.actor, phones.Phone)
    if request.phone:
        roles |= {request.phone.link}
    if late:
        roles |= {phones.LATE}
    request.club, request.roles = table.club, roles
    activate_club_language(request, table.club.language)


def link_ended(request: HttpRequest, table: Table | None = None) -> HttpResponse:
    """Respond to a phone whose link has ended, and say why if the phone was at the `table`.

    An htmx request gets only a status, so that what was typed stays on the page: 401 if the phone may join again, 410
    if the table takes no more hands.
    """
    if request.headers.get("HX-Request"):
        return HttpResponse(status=HTTPStatus.GONE if table and not table.is_open else HTTPStatus.UNAUTHORIZED)
    context = {"table": table, "back_url": table and phones.back_url(request, table)}
    return render(request, "play/ended.html", context, status=HTTPStatus.FORBIDDEN)


def actor_of(request: HttpRequest) -> Actor:
    """Return who acts. In the admin site, that is the user."""
    return cast("Actor", getattr(request, "actor", request.user))


def writer_of(request: HttpRequest) -> str:
    """Return an id that differs between the people who write on one device: a login, or the player holding a phone."""
    actor = actor_of(request)
    if isinstance(actor, phones.Phone):
        return f"phone-{actor.player.pk if actor.player else ''}"
    return f"login-{actor.pk}" if isinstance(actor, User) else ""


def may_listen(ticket: Ticket, session: str) -> bool:
    """Whether a browser may listen to a table or a club.

    This is checked in a thread when a stream begins, and whenever the right may have ended. Raises ComeBackLater while
    the club is suspended: it may be on its way to another server, to which the next attempt leads.
    """
    if ticket.link is not None:
        suspended = _suspended_by_link(ticket.link, ticket)
        if suspended:
            raise ComeBackLater
        return suspended is not None
    reader = AnonymousUser() if ticket.login is None else _logged_in(ticket.login, session)
    club = Club.objects.filter(pk=ticket.club).first()
    if club is not None and club.suspended:
        raise ComeBackLater
    return club is not None and reader is not None and bool(roles_in(club, reader))


def _suspended_by_link(link: int, ticket: Ticket) -> bool | None:
    """Return whether the club is suspended, or None if the link is not valid. At a table, this takes one query."""
    by_link = Table.objects.open().filter(Q(entry_link=link) | Q(watching_link=link), pk__in=ticket.topics)
    suspended: bool | None = by_link.values_list("club__suspended", flat=True).first()
    if suspended is None and any(occasions.admits(topic, link) for topic in ticket.topics):
        suspended = Club.objects.filter(pk=ticket.club, suspended=True).exists()
    return suspended


def _logged_in(login: int, session: str) -> User | None:
    """Return the user of a session, or None if the login is blocked, logged out, or has another password now.

    This does what Django's own check of a session does, but writes nothing.
    """
    user = User.objects.filter(is_active=True, pk=login).first()
    known = SessionStore(session)
    if user is None or known.get(SESSION_KEY) != str(user.pk):
        return None
    return user if constant_time_compare(known.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()) else None
