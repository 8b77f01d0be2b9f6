"""Who may do what in a club: the one table of it, and the decorator by which every page of a club says who may."""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Any, cast

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django_htmx.middleware import HtmxDetails

from scorer.club.middleware import ask_to_log_in
from scorer.club.models import Club, Role, User
from scorer.web.language import speak_as_club

PUBLIC = "public"
"""The role of whoever there is, in a club that lets everybody look."""

Roles = frozenset[str]
"""What somebody is in a club. Who is several things may do what any of them may."""


class ClubRequest(HttpRequest):
    """A request by somebody who may do what the page is for. Where only a Role may, `user` is a login of the club."""

    user: User
    htmx: HtmxDetails
    club: Club
    roles: Roles


class ClubAct(StrEnum):
    READ = "read"
    OPEN = "open"
    """Tables."""
    ROSTER = "roster"
    SEASONS = "seasons"
    LOGINS = "logins"
    SETTINGS = "settings"
    """What the club as a whole has decided, and what cannot be taken back."""
    DATA = "data"
    """Everything out into a file, and tables in from one."""


SCORERS: Roles = frozenset({Role.DIRECTOR, Role.SCORER})
READERS: Roles = frozenset({*Role, PUBLIC})
MAY: dict[ClubAct, Roles] = {
    ClubAct.READ: READERS,
    ClubAct.OPEN: SCORERS,
    ClubAct.ROSTER: SCORERS,
    ClubAct.SEASONS: frozenset({Role.DIRECTOR}),
    ClubAct.LOGINS: frozenset({Role.DIRECTOR}),
    ClubAct.SETTINGS: frozenset({Role.DIRECTOR}),
    ClubAct.DATA: frozenset({Role.DIRECTOR}),
}

View = Callable[..., HttpResponseBase]


def roles_in(club: Club, user: User | AnonymousUser) -> Roles:
    """Empty for whom the club might as well not exist."""
    found = {PUBLIC} if club.public else set()
    if user.is_authenticated:
        found |= set(user.memberships.filter(club=club).values_list("role", flat=True))
    return frozenset(found)


def admit(request: HttpRequest, *, allowed: bool) -> HttpResponseBase | None:
    """None for who may come in; else the way to the log-in, or PermissionDenied for who has logged in."""
    if allowed:
        return None
    if request.user.is_authenticated:
        raise PermissionDenied
    return ask_to_log_in(request)


def club_view(act: ClubAct) -> Callable[[View], View]:
    """For a page of a club: `view(request, club, ...)` is called for those who may `act`, others get 404 or 403."""

    def decorate(view: View) -> View:
        @login_not_required  # it is asked for here, where the club may let in everybody
        @wraps(view)
        def guarded(request: HttpRequest, club_id: int, *args: Any, **kwargs: Any) -> HttpResponseBase:
            request = cast("ClubRequest", request)
            club = Club.objects.filter(pk=club_id).first()
            roles = roles_in(club, request.user) if club else frozenset()
            if club is None or (request.user.is_authenticated and not roles):
                return not_there(request)
            request.club, request.roles = club, roles
            speak_as_club(request, club.language)
            return admit(request, allowed=not roles.isdisjoint(MAY[act])) or view(request, club, *args, **kwargs)

        guarded.who_may = act  # type: ignore[attr-defined]  # read by the test that lists every view
        return guarded

    return decorate


def not_there(request: HttpRequest) -> HttpResponseBase:
    """For what does not exist, or might as well not: nobody learns which, and who has not logged in not even that."""
    if request.user.is_authenticated:
        raise Http404
    return ask_to_log_in(request)


def for_anyone(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Says in the open that a page needs no club: it belongs to whoever is logged in, or to nobody yet."""
    view.who_may = "anyone"  # type: ignore[attr-defined]
    return view


def club_in_templates(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the club of the page and what its reader may do there, for the shell's navigation; whether
    its logins are shown by name, as they are to each other."""
    club: Club | None = getattr(request, "club", None)
    if club is None:
        return {}
    roles = cast("ClubRequest", request).roles
    may = {str(act): not roles.isdisjoint(allowed) for act, allowed in MAY.items()}
    return {"club": club, "may": may, "knows_logins": not roles.isdisjoint(Role)}
