"""Who may do what at a table: the one table of it, and the decorator by which every page of a table says who may.

A table that is open: whoever may enter may correct. Closed: scorers and directors correct, no new hands, and the links
for phones have ended; one that was still typing may hand that in. Locked: directors only. That a closed table takes no
new hand is for the services to say, since it is so for everybody.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from http import HTTPStatus
from typing import Any, cast

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from scorer.club.models import Role, User
from scorer.club.rights import READERS, SCORERS, ClubRequest, Roles, View, deny_access, not_found, roles_in
from scorer.db.snapshot import snapshot_read
from scorer.play import phones, queries
from scorer.play.models import Table
from scorer.play.services import Actor
from scorer.web.language import speak_as_club


class TableAct(StrEnum):
    WATCH = "watch"
    EXPORT = "export"
    """In a file for another site, with the names that the roster has."""
    ENTER = "enter"
    SAVE = "save"
    """Sends a hand that was typed here: to the sheet, or to the director where the table was closed meanwhile."""
    CORRECT = "correct"
    REPLY = "reply"
    """What another side has entered, in the name of one's own: on a phone, whose holder says which that is."""
    INVITE = "invite"
    """Shows the codes by which phones join."""
    ARRANGE = "arrange"
    """Seats, links, close, reopen, cancel."""


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
# No phone is at a locked table, so that nobody answers there.
WRITES = (TableAct.ENTER, TableAct.SAVE, TableAct.CORRECT, TableAct.ARRANGE)
ALLOWED_WHEN_LOCKED = ALLOWED | dict.fromkeys(WRITES, frozenset({Role.DIRECTOR}))
ALLOWED_WHEN_LOCKED[TableAct.SAVE] |= {phones.LATE}


class TableRequest(ClubRequest):
    """`user` is a login of the club wherever only a Role may; else it may be a phone: `actor` says who writes."""

    actor: Actor
    phone: phones.Phone | None
    guest: bool
    """Without a login: a phone, or one that was in until its table was closed."""


def may(roles: Roles, act: TableAct, table: Table) -> bool:
    return not roles.isdisjoint(_allowed_at(table)[act])


def may_in_templates(request: TableRequest, table: Table) -> dict[str, bool]:
    """may_enter, may_correct ...: what the reader of a page may do at its table."""
    return {f"may_{act}": not request.roles.isdisjoint(roles) for act, roles in _allowed_at(table).items()}


def _allowed_at(table: Table) -> dict[TableAct, Roles]:
    return ALLOWED_WHEN_LOCKED if table.is_locked() else ALLOWED


def table_view(act: TableAct) -> Callable[[View], View]:
    """For a page of a table: `view(request, table, ...)` is called for those who may `act`; others get 404 or 403."""

    def decorate(view: View) -> View:
        @login_not_required  # it is asked for here, where a table's link may let in a phone
        @wraps(view)
        def guarded(request: HttpRequest, table_id: int, *args: Any, **kwargs: Any) -> HttpResponseBase:
            request = cast("TableRequest", request)
            if request.method == "POST":
                return respond(request, table_id, *args, **kwargs)
            bool(request.user.is_authenticated)  # a session that turns out to be over is deleted, which is no reading
            with snapshot_read():  # or a hand saved meanwhile would be on the page in some of its parts
                return respond(request, table_id, *args, **kwargs)

        def respond(request: TableRequest, table_id: int, *args: Any, **kwargs: Any) -> HttpResponseBase:
            table = queries.table(table_id)
            if table is None:
                return not_found(request)
            _set_request_attributes(request, table)
            allowed = may(request.roles, act, table)
            if request.phone and not allowed:
                raise PermissionDenied
            if not allowed and phones.has_joined(request, table):
                return link_ended(request, table)
            if not request.roles:
                return not_found(request)
            return view(request, table, *args, **kwargs) if allowed else deny_access(request)

        guarded.who_may = act  # type: ignore[attr-defined]  # read by the test that lists every view
        return guarded

    return decorate


def _set_request_attributes(request: TableRequest, table: Table) -> None:
    """Who it is that asks for a page of the table, and in whose language they are answered."""
    roles = roles_in(table.club, request.user)
    request.phone, late = phones.get_phone(request, table), phones.get_late_phone(request, table)
    request.actor = request.user if not roles.isdisjoint(Role) else request.phone or late
    request.guest = isinstance(request.actor, phones.Phone)
    if request.phone:
        roles |= {request.phone.link}
    if late:
        roles |= {phones.LATE}
    request.club, request.roles = table.club, roles
    speak_as_club(request, table.club.language)


def link_ended(request: HttpRequest, table: Table | None = None) -> HttpResponse:
    """For a phone whose link holds no more; to one that was at the `table` it says why. What was typed into a part of a
    page stays there, as with a login: 401 for who may join again, 410 where the table takes no more hands."""
    if request.headers.get("HX-Request"):
        return HttpResponse(status=HTTPStatus.GONE if table and not table.is_open else HTTPStatus.UNAUTHORIZED)
    return render(request, "play/ended.html", {"table": table}, status=HTTPStatus.FORBIDDEN)


def actor_of(request: HttpRequest) -> Actor:
    """Who writes: a page of a table knows it; in the admin it is the login."""
    return cast("Actor", getattr(request, "actor", request.user))


def writer_of(request: HttpRequest) -> str:
    """Tells those apart who write on one device: a login, or the player who holds a phone without one."""
    actor = actor_of(request)
    if isinstance(actor, phones.Phone):
        return f"phone-{actor.player.pk if actor.player else ''}"
    return f"login-{actor.pk}" if isinstance(actor, User) else ""
