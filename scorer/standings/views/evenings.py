"""The next evenings of a club, to read, to sign up and for calendars: for everybody if it is public, else by a link."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from scorer.club import services
from scorer.club.middleware import is_elsewhere
from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view, for_anyone
from scorer.club.suspension import refuse_suspended
from scorer.events import links
from scorer.events.selectors import calendars
from scorer.events.selectors.invitations import announced, next_evenings
from scorer.standings.honours import honours_of
from scorer.web.middleware import activate_club_language
from scorer.web.phones import address_for_phones, qr_code, url_for_phones

LAST_RESULTS = 5


@require_GET
@club_view(ClubAct.READ)
def evenings(request: ClubRequest, club: Club) -> HttpResponse:
    """The next evenings, and who has won the last ones."""
    path = reverse("standings:evenings", args=[club.pk]) if club.public else links.evenings_path(club)
    site = address_for_phones(request, club.host)
    context = {
        "evenings": next_evenings(club),
        "honours": honours_of(club, None).honours[:LAST_RESULTS],
        "calendar": _calendar_url(request, club),
        "path": path,
        "site": site,
        "qr": qr_code(site + path, _("Link to the next evenings")) if site else "",
        "last": club.events.installed().filter(rehearsal=False).order_by("-day", "-pk").first(),
    }
    return render(request, "standings/evenings.html", context)


@require_GET
@club_view(ClubAct.READ)
def calendar(request: ClubRequest, club: Club) -> HttpResponse:
    return _calendar(request, club)


@require_POST
@club_view(ClubAct.EVENTS)
def renew_link(request: ClubRequest, club: Club) -> HttpResponse:
    """End the link of the evenings of a club that is not public."""
    services.renew_evenings_link(club, by=request.user)
    messages.success(request, _("There is a new link. The old one has ended."))
    return redirect("standings:evenings", club.pk)


@never_cache
@require_GET
@for_anyone
@login_not_required
def invited(request: HttpRequest, club_id: int, token: str) -> HttpResponse:
    """The next evenings for whoever has the link."""
    club = _club_of(request, club_id, token)
    if club is None:
        return _ended(request)
    if club.public:
        return redirect("standings:evenings", club.pk)
    context = {"of": club, "evenings": next_evenings(club), "calendar": _calendar_url(request, club)}
    return render(request, "standings/invited.html", context)


@require_GET
@for_anyone
@login_not_required
def invited_calendar(request: HttpRequest, club_id: int, token: str) -> HttpResponse:
    club = _club_of(request, club_id, token)
    return _calendar(request, club) if club else _ended(request)


def _club_of(request: HttpRequest, club_id: int, token: str) -> Club | None:
    """Return the club whose evenings the link opens, or None."""
    club = None if is_elsewhere(request, club_id) else Club.objects.filter(pk=club_id).first()
    if club is None or not links.opens_evenings(club, token):
        return None
    activate_club_language(request, club.language)
    refuse_suspended(club)
    return club


def _ended(request: HttpRequest) -> HttpResponse:
    return render(request, "standings/evenings_ended.html", status=HTTPStatus.FORBIDDEN)


def _calendar(request: HttpRequest, club: Club) -> HttpResponse:
    return calendars.response(club, announced(club), lambda path: url_for_phones(request, club.host, path))


def _calendar_url(request: HttpRequest, club: Club) -> str:
    """Return the address that a calendar subscribes to. It cannot log in."""
    public = reverse("standings:calendar", args=[club.pk])
    return url_for_phones(request, club.host, public if club.public else links.evenings_path(club, calendar=True))
