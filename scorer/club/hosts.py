"""Host names of clubs: at such a name there is one club, and the others do not exist."""

import os
import re
from collections.abc import Callable, Iterator

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scorer.club.models import Club
from scorer.history.models import Revision
from scorer.server.maintenance import is_closed
from scorer.web.phones import address_for_phones

HOST = re.compile(r"([a-z0-9.-]{1,100})(:[0-9]{1,5})?")


def club_hosts(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that lets in the host names of clubs, beside those in ALLOWED_HOSTS. Django refuses all others.

    `request.host_club` is the club whose name it is. The site's own names cost no query.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        club, named = None, HOST.fullmatch(request.META.get("HTTP_HOST", "").lower())
        if named and named[1] not in settings.ALLOWED_HOSTS and not is_closed():
            club = Club.objects.filter(host=named[1]).first()
        request.host_club = club  # type: ignore[attr-defined]
        if named and club:
            request.get_host = lambda: named[0]  # type: ignore[method-assign]
        return get_response(request)

    return middleware


def host_club(request: HttpRequest) -> Club | None:
    club: Club | None = getattr(request, "host_club", None)
    return club


def is_elsewhere(request: HttpRequest, club_id: int) -> bool:
    """Return whether the request came to the host name of another club."""
    club = host_club(request)
    return club is not None and club.pk != club_id


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


def printed_address(club: Club | None) -> str | None:
    """Return the base URL of a club for the links that commands print, or None if it is not known."""
    if club is None or club.host is None:
        return settings.SITE
    return f"https://{club.host}" if settings.HTTPS else f"http://{club.host}:{os.environ.get('PORT', '8000')}"


@transaction.atomic
def set_host(club: Club, host: str | None) -> Club:
    """Give a club a host name of its own, or take it away. Raises ValidationError for one that cannot be."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    before, club.host = club.host, host.strip().lower() if host else None
    if club.host in settings.ALLOWED_HOSTS:
        raise ValidationError(_("This is a name of the whole site (ALLOWED_HOSTS)."))
    club.clean_fields()
    if club.host and Club.objects.filter(host=club.host).exclude(pk=club.pk).exists():
        raise ValidationError(_("Another club has this host name."))
    if before != club.host:
        club.save(update_fields=["host"])
        Revision.objects.log(Revision.Kind.CLUB, club, "host", None, before={"host": before}, after={"host": club.host})
    return club
