"""Joining a further club with a login that somebody has already: by a link, once and within three days.

Such a link is derived from a random number and the site's secret, and stored nowhere.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from scorer.club.models import Club, Membership, MembershipLink, User
from scorer.club.services import settle_login
from scorer.history.models import Revision

TOKEN_LENGTH = 32
"""Hexadecimal digits: 128 bits."""


class LinkEnded(Exception):
    """It was used or withdrawn, or is too old."""


@transaction.atomic
def make_link(club: Club, role: str, *, by: User | None) -> MembershipLink:
    club.membership_links.filter(made_at__lte=_oldest()).delete()
    link = MembershipLink.objects.create(club=club, role=role)
    Revision.objects.log(Revision.Kind.LOGIN, link, "link", by, after={"role": role})
    return link


def path_of(link: MembershipLink) -> str:
    return reverse("club:join", args=[link.club_id, link.pk, _token(link)])


def _token(link: MembershipLink) -> str:
    return salted_hmac("scorer.club.joining", str(link.pk), algorithm="sha256").hexdigest()[:TOKEN_LENGTH]


def _oldest() -> datetime:
    return timezone.now() - timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)


def valid_links(club_id: int) -> QuerySet[MembershipLink]:
    links = MembershipLink.objects.filter(club=club_id, made_at__gt=_oldest())
    return links.select_related("club").order_by("made_at", "pk")


def find_link(club_id: int, link_id: int, token: str) -> MembershipLink:
    """Raises LinkEnded."""
    link = valid_links(club_id).filter(pk=link_id).first()
    if link is None or not constant_time_compare(token, _token(link)):
        raise LinkEnded
    return link


@transaction.atomic
def withdraw_link(link: MembershipLink, *, by: User | None) -> None:
    withdrawn, _rows = MembershipLink.objects.filter(pk=link.pk).delete()
    if withdrawn:
        Revision.objects.log(Revision.Kind.LOGIN, link, "withdraw", by)


@transaction.atomic
def join(link: MembershipLink, user: User) -> Membership:
    """Use up a link. Raises LinkEnded if somebody else was faster."""
    login = User.objects.select_for_update().filter(pk=user.pk, is_active=True).first()
    used, _rows = MembershipLink.objects.filter(pk=link.pk).delete()
    if login is None or not used:
        raise LinkEnded
    membership, is_new = Membership.objects.get_or_create(club=link.club, user=login, defaults={"role": link.role})
    if is_new:
        settle_login(login)
        Revision.objects.log(Revision.Kind.LOGIN, membership, "join", login, after={"role": link.role})
    return membership
