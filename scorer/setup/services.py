"""The first run: whoever holds the link that the server printed founds the club, once."""

from datetime import date

from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import get_language

from scorer.club.models import Club, Membership, Role
from scorer.club.names import clean_name
from scorer.club.services import add_login, start_season
from scorer.history.models import Revision
from scorer.setup.demo import AN_EVENING, fill

TOKEN_LENGTH = 32
"""Hexadecimal digits: 128 bits."""


class AlreadySetUp(Exception):
    """The site has its club."""


def setup_path() -> str | None:
    """Where the club is founded; None once there is one. Nothing is stored: the site's secret makes the link."""
    return None if Club.objects.exists() else reverse("setup:begin", args=[_token()])


def opens(token: str) -> bool:
    """Whether this token of a link may found the club now."""
    return constant_time_compare(token, _token()) and not Club.objects.exists()


def _token() -> str:
    return salted_hmac("scorer.setup", "setup", algorithm="sha256").hexdigest()[:TOKEN_LENGTH]


@transaction.atomic
def found(name: str, season: str, *, starts: date | None = None) -> Club:
    """The site's first club with an open season. Raises AlreadySetUp if there is a club, or somebody was quicker."""
    club = Club(name=clean_name(name), language=get_language() or settings.LANGUAGE_CODE)
    try:
        with transaction.atomic():
            # The key is unique: of two who found at once, the second waits here for the first and is then refused.
            Revision.objects.create(
                club_id=club.pk, kind=Revision.Kind.CLUB, object_id=club.pk, action="found", key="setup"
            )
    except IntegrityError as error:
        raise AlreadySetUp from error
    if Club.objects.exists():
        raise AlreadySetUp
    club.save()
    start_season(club, season, starts=starts, by=None)
    return club


@transaction.atomic
def set_up(*, club: str, season: str, username: str, password: str, demo: bool) -> Membership:
    """Club, season and the director's login, with a demo evening on request: all of it or nothing.

    Raises AlreadySetUp as `found` does, and ValidationError for a login that is taken.
    """
    founded = found(club, season)
    director = add_login(founded, username, Role.DIRECTOR, by=None, password=password)
    if demo:
        fill(founded, hands=AN_EVENING, at=timezone.now(), by=director.user)
    return director
