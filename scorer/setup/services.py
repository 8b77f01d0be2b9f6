"""The first run: whoever has the link that the server or `club add` has printed can set up the club, once."""

from datetime import date

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorer.club.models import Club, Membership, Role
from scorer.club.names import clean_name, same_name
from scorer.club.services import add_login, change_club, start_season
from scorer.history.models import Revision
from scorer.setup.demo import A_SEASON, fill_club
from scorer.setup.demo_events import fill_events

TOKEN_LENGTH = 32
"""Hexadecimal digits: 128 bits."""


class AlreadySetUp(Exception):
    """The site already has a club, or the club a login."""


def setup_path(club: Club | None = None) -> str | None:
    """Return the path where the site's first club is founded, or where this one gets its director.

    Return None if that has been done. The link is derived from the site's secret key, so nothing is stored.
    """
    if club is None:
        return None if Club.objects.exists() else reverse("setup:begin", args=[_token()])
    return None if club.memberships.exists() else reverse("setup:begin_club", args=[club.pk, _token(club.pk)])


def is_valid(token: str, club: Club | None = None) -> bool:
    """Return whether the first club can be founded with this token, or this one be set up."""
    if club is None:
        return constant_time_compare(token, _token()) and not Club.objects.exists()
    return constant_time_compare(token, _token(club.pk)) and not club.memberships.exists()


def _token(club: int | None = None) -> str:
    value = "setup" if club is None else f"club {club}"
    return salted_hmac("scorer.setup", value, algorithm="sha256").hexdigest()[:TOKEN_LENGTH]


@transaction.atomic
def add_club(name: str) -> Club:
    """Add a club to a site for many. Its set-up link is for whoever will direct it.

    Raises ValidationError for a name that is empty, too long or taken, unless the club that has it is still to be set
    up: then that is returned.
    """
    club = Club(name=clean_name(name), language=get_language() or settings.LANGUAGE_CODE)
    club.full_clean()
    other = next((other for other in Club.objects.all() if same_name(other.name, club.name)), None)
    if other:
        if other.memberships.exists():
            raise ValidationError(_("There is a club of this name already."))
        return other
    club.save()
    Revision.objects.log(Revision.Kind.CLUB, club, "found", None)
    return club


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


def _begin_club(club: Club, name: str, season: str) -> Club:
    club = Club.objects.select_for_update().get(pk=club.pk)
    if club.memberships.exists():
        raise AlreadySetUp
    club = change_club(club, name=name, by=None)
    if not club.seasons.exists():
        start_season(club, season, by=None)
    return club


@transaction.atomic
def set_up(
    *, club: str, season: str, username: str, password: str | None, demo: bool, added: Club | None = None
) -> Membership:
    """Create the club, its season and the director's login, and on request what `make demo` makes: all or nothing.

    With `added`, set up that club; without a password, the director chooses one by a one-time link. Raises AlreadySetUp
    if that has been done, or there is a club already, and ValidationError if the login is taken.
    """
    founded = _begin_club(added, club, season) if added else found_club(club, season)
    director = add_login(founded, username, Role.DIRECTOR, by=None, password=password)
    if demo:
        fill_club(founded, hands=A_SEASON, at=timezone.now(), by=director.user)
        fill_events(founded)
    return director
