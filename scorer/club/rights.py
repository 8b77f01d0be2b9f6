"""Who may do what in a club: the one table of it, and the decorator by which every page of a club says who may."""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django_htmx.middleware import HtmxDetails

from scorer.club.models import Club, Membership, Role, User


class ClubRequest(HttpRequest):
    """A request by a member of the club that the page belongs to."""

    user: User
    htmx: HtmxDetails
    membership: Membership


class ClubAct(StrEnum):
    READ = "read"
    ROSTER = "roster"
    SEASONS = "seasons"
    LOGINS = "logins"
    SETTINGS = "settings"
    """What the club as a whole has decided, and what cannot be taken back."""
    DATA = "data"
    """Everything out into a file, and tables in from one."""


EVERYONE = frozenset(Role)
MAY: dict[ClubAct, frozenset[Role]] = {
    ClubAct.READ: EVERYONE,
    ClubAct.ROSTER: EVERYONE,
    ClubAct.SEASONS: frozenset({Role.DIRECTOR}),
    ClubAct.LOGINS: frozenset({Role.DIRECTOR}),
    ClubAct.SETTINGS: frozenset({Role.DIRECTOR}),
    ClubAct.DATA: frozenset({Role.DIRECTOR}),
}

View = Callable[..., HttpResponseBase]


def membership_or_404(user: User, club_id: int) -> Membership:
    """The login's membership in a club; a club it does not belong to might as well not exist."""
    membership = user.memberships.select_related("club").filter(club_id=club_id).first()
    if membership is None:
        raise Http404
    return membership


def club_view(act: ClubAct) -> Callable[[View], View]:
    """For a page of a club: `view(request, club, ...)` is called for members who may `act`, others get 404 or 403."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, club_id: int, *args: Any, **kwargs: Any) -> HttpResponseBase:
            request = cast("ClubRequest", request)
            request.membership = membership_or_404(request.user, club_id)
            if request.membership.role not in MAY[act]:
                raise PermissionDenied
            return view(request, request.membership.club, *args, **kwargs)

        guarded.who_may = act  # type: ignore[attr-defined]  # read by the test that lists every view
        return guarded

    return decorate


def for_anyone(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Says in the open that a page needs no club: it belongs to whoever is logged in, or to nobody yet."""
    view.who_may = "anyone"  # type: ignore[attr-defined]
    return view


def club_in_templates(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the club and the membership of the page, for the shell's navigation."""
    membership: Membership | None = getattr(request, "membership", None)
    if membership is None:
        return {}
    club: Club = membership.club
    may = {str(act): membership.role in roles for act, roles in MAY.items()}
    return {"club": club, "membership": membership, "may": may}
