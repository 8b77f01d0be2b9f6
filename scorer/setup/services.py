"""The first run: whoever has the link that the server printed can found the club, once."""

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
from scorer.setup.demo import A_SEASON, fill_club
from scorer.setup.demo_events import fill_events

TOKEN_LENGTH = 32
"""Hexadecimal digits: 128 bits."""


class AlreadySetUp(Exception):
    """The site already has a club."""


def setup_path() -> str | None:
    """Return the path where the club is founded, or None if there is a club.

    The link is derived from the site's secret key, so nothing is stored.
    """
    return None if Club.objects.exists() else reverse("setup:begin", args=[_token()])


def is_valid(token: str) -> bool:
    """Return whether a club can be founded with this token."""
    return constant_time_compare(token, _token()) and not Club.objects.exists()


def _token() -> str:
    return salted_hmac("scorer.setup", "setup", algorithm="sha256").hexdigest()[:TOKEN_LENGTH]


@transaction.atomic
def found_club(name: str, season: str, *, starts: date | None = None) -> Club:
    """Create the site's first club, with an open season. Raises AlreadySetUp if there is a club already."""
    club = Club(name=clean_name(name), language=get_language() or settings.LANGUAGE_CODE)
    try:
        with transaction.atomic():
            # The key is unique: if two do this at the same time, the second waits here for the first and then fails.
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
    """Create the club, its season and the director's login, and on request what `make demo` makes: all or nothing.

    Raises AlreadySetUp if there is a club already, and ValidationError if the login is taken.
    """
    founded = found_club(club, season)
    director = add_login(founded, username, Role.DIRECTOR, by=None, password=password)
    if demo:
        fill_club(founded, hands=A_SEASON, at=timezone.now(), by=director.user)
        fill_events(founded)
    return director
