"""Who may do what in a club: a table of rights, and decorators with which each view declares who may use it."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import wraps
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django_htmx.middleware import HtmxDetails

from scorer.club.hidden_names import read_by_visitor
from scorer.club.middleware import ask_to_log_in, host_club, is_elsewhere
from scorer.club.models import Club, Role, User
from scorer.club.suspension import refuse_suspended
from scorer.web.middleware import activate_club_language
from scorer.web.phones import address_for_phones

PUBLIC = "public"
"""The role that everybody has in a club that is visible to everybody."""

Roles = frozenset[str]
"""The roles of a person in a club. Somebody with several roles may do what any of them allows."""


class ClubRequest(HttpRequest):
    """A request by somebody who may use the page. If the page is only for a Role, `user` is a login of the club."""

    user: User
    htmx: HtmxDetails
    club: Club
    roles: Roles


class ClubAct(StrEnum):
    READ = "read"
    OPEN = "open"
    """Open tables."""
    ROSTER = "roster"
    SEASONS = "seasons"
    LOGINS = "logins"
    SETTINGS = "settings"
    """Change what applies to the whole club, or cannot be undone."""
    EVENTS = "events"
    """Make events and run them."""
    DATA = "data"
    """Export everything to a file, and import tables from one."""
    LEAVE = "leave"


SCORERS: Roles = frozenset({Role.DIRECTOR, Role.SCORER})
READERS: Roles = frozenset({*Role, PUBLIC})
ALLOWED: dict[ClubAct, Roles] = {
    ClubAct.READ: READERS,
    ClubAct.OPEN: SCORERS,
    ClubAct.ROSTER: SCORERS,
    ClubAct.SEASONS: frozenset({Role.DIRECTOR}),
    ClubAct.LOGINS: frozenset({Role.DIRECTOR}),
    ClubAct.SETTINGS: frozenset({Role.DIRECTOR}),
    ClubAct.EVENTS: frozenset({Role.DIRECTOR}),
    ClubAct.DATA: frozenset({Role.DIRECTOR}),
    ClubAct.LEAVE: frozenset(Role),
}

View = Callable[..., HttpResponseBase]


def roles_in(club: Club, user: User | AnonymousUser) -> Roles:
    """Return the roles of `user`. If there are none, the club must look to them as if it did not exist."""
    roles = {PUBLIC} if club.public else set()
    if user.is_authenticated:
        roles |= {role for club_id, role, *_names in user.roles if club_id == club.pk}
    return frozenset(roles)


def is_visitor(roles: Roles) -> bool:
    """Whether somebody with these roles may only read what everybody may."""
    return roles <= {PUBLIC}


def deny_access(request: HttpRequest) -> HttpResponseBase:
    """Ask the reader to log in, or raise PermissionDenied if they have."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return ask_to_log_in(request)


def club_view(act: ClubAct) -> Callable[[View], View]:
    """Decorate a view of a club: call `view(request, club, ...)` for those who may `act`, and refuse all others."""

    def decorate(view: View) -> View:
        @login_not_required  # this decorator asks for it, unless the club is visible to everybody
        @wraps(view)
        def guarded(request: HttpRequest, club_id: int, *args: Any, **kwargs: Any) -> HttpResponseBase:
            request = cast("ClubRequest", request)
            known = host_club(request) or Club.objects.filter(pk=club_id).first()
            club = None if is_elsewhere(request, club_id) else known
            roles = roles_in(club, request.user) if club else frozenset()
            if club is None or (request.user.is_authenticated and not roles):
                return not_found(request)
            request.club, request.roles = club, roles
            activate_club_language(request, club.language)
            if roles.isdisjoint(ALLOWED[act]):
                return deny_access(request)
            refuse_suspended(club)
            with read_by_visitor(visitor=is_visitor(roles)):
                return view(request, club, *args, **kwargs)

        guarded.who_may = act  # type: ignore[attr-defined]  # read by the test that lists every view
        return guarded

    return decorate


def not_found(request: HttpRequest) -> HttpResponseBase:
    """Respond in the same way to what does not exist and to what is hidden from the reader.

    Raise Http404 for a reader who has logged in. Others are asked to log in, and do not even learn that it is missing.
    """
    if request.user.is_authenticated:
        raise Http404
    return ask_to_log_in(request)


def for_anyone(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Mark a view that belongs to no club, and for which no role is needed."""
    view.who_may = "anyone"  # type: ignore[attr-defined]
    return view


def club_context(request: HttpRequest) -> dict[str, Any]:
    """Context processor for the navigation: the club of the page, what the reader may do there, and their other clubs.

    `knows_logins` says whether the reader sees the names of the club's logins, as its logins do.
    """
    club: Club | None = getattr(request, "club", None)
    if club is None:
        return {}
    roles = cast("ClubRequest", request).roles
    may = {str(act): not roles.isdisjoint(allowed) for act, allowed in ALLOWED.items()}
    others = [(name, where) for club_id, name, where in own_clubs(request) if club_id != club.pk]
    return {"club": club, "may": may, "knows_logins": not roles.isdisjoint(Role), "other_clubs": others}


def own_clubs(request: HttpRequest) -> Iterator[tuple[int, str, str]]:
    """Yield the id, name and URL of each club of the login that can be reached from here.

    The URLs stay at this host, where the reader is logged in, except at that of a club, where there is no other.
    """
    if not request.user.is_authenticated:
        return
    for club_id, _role, name, host in request.user.roles:
        site: str | None = ""
        if is_elsewhere(request, club_id):
            site = address_for_phones(request, host) if host else settings.SITE
        if site is not None:
            yield club_id, name, site + reverse("standings:home", args=[club_id])
