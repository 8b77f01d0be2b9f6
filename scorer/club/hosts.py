"""Host names of clubs: at such a name there is one club, and the others do not exist (scorer.club.middleware)."""

import os

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import Club
from scorer.history.models import Revision


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
