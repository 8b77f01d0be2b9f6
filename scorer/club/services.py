"""Every write to a club: its roster, seasons and logins. Each is one transaction and leaves one Revision."""

from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Club, Membership, Player, Role, Season, User
from scorer.history.models import Revision


def clean_name(name: str) -> str:
    """White space folded, so that "Ada  Nowak" is not another person."""
    return " ".join(name.split())


def player_problem(club: Club, name: str) -> str | None:
    """Why a name cannot be put on the roster."""
    try:
        Player(club=club, name=clean_name(name)).full_clean()
    except ValidationError as error:
        return _explain(error, _("This name is on the roster already."))
    return None


@transaction.atomic
def add_player(club: Club, name: str, *, guest: bool = False, by: User | None) -> Player:
    """Raises ValidationError for a name that is empty, too long or taken."""
    player = Player(club=club, name=clean_name(name), guest=guest)
    _check(player, _("This name is on the roster already."))
    player.save()
    _log(club, Revision.Kind.PLAYER, player, "add", by, after={"guest": guest})
    return player


@transaction.atomic
def change_player(player: Player, *, name: str, guest: bool, active: bool, by: User | None) -> Player:
    """Renaming leaves no names in the history: it says that there was a new one."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    before = {"guest": player.guest, "active": player.active}
    renamed = player.name != clean_name(name)
    player.name, player.guest, player.active = clean_name(name), guest, active
    _check(player, _("This name is on the roster already."))
    after = {"guest": guest, "active": active}
    if renamed or before != after:
        player.save()
        _log(
            player.club, Revision.Kind.PLAYER, player, "rename" if renamed else "change", by, before=before, after=after
        )
    return player


@transaction.atomic
def start_season(club: Club, name: str, *, starts: date | None = None, by: User | None) -> Season:
    """Raises ValidationError while another season is open."""
    season = Season(club=club, name=clean_name(name), starts=starts or timezone.localdate())
    _check(season, _("There is a season of this name already, or one is still open."))
    season.save()
    _log(club, Revision.Kind.SEASON, season, "start", by)
    return season


@transaction.atomic
def end_season(season: Season, *, ends: date | None = None, by: User | None) -> Season:
    """Tables that are still open stay in the season they were opened in."""
    season = Season.objects.select_for_update().get(pk=season.pk)
    if season.ends is None:
        season.ends = max(ends or timezone.localdate(), season.starts)
        season.save(update_fields=["ends"])
        _log(season.club, Revision.Kind.SEASON, season, "end", by)
    return season


@transaction.atomic
def add_login(club: Club, username: str, role: str, *, by: User | None, password: str | None = None) -> Membership:
    """A login without a password cannot log in until somebody has chosen one by its one-time link."""
    user = User(username=username.strip(), is_staff=role == Role.DIRECTOR)
    if password:
        user.set_password(password)
    else:
        user.set_unusable_password()
    _check(user, _("This login is taken."))
    user.save()
    membership = Membership.objects.create(club=club, user=user, role=role)
    _log(club, Revision.Kind.LOGIN, membership, "add", by, after={"role": role})
    return membership


@transaction.atomic
def change_login(membership: Membership, *, role: str, active: bool, by: User | None) -> Membership:
    """Raises ValidationError if the club would be left without a director."""
    membership = Membership.objects.select_for_update().select_related("user", "club").get(pk=membership.pk)
    user = membership.user
    before = {"role": membership.role, "active": user.is_active}
    others = membership.club.memberships.filter(role=Role.DIRECTOR, user__is_active=True).exclude(pk=membership.pk)
    if (role != Role.DIRECTOR or not active) and not others.exists():
        raise ValidationError(_("A club needs a director: make somebody else one first."))
    membership.role = role
    membership.save(update_fields=["role"])
    user.is_active, user.is_staff = active, role == Role.DIRECTOR
    user.save(update_fields=["is_active", "is_staff"])
    after = {"role": role, "active": active}
    if before != after:
        _log(membership.club, Revision.Kind.LOGIN, membership, "change", by, before=before, after=after)
    return membership


def _check(thing: models.Model, taken: Any) -> None:
    try:
        thing.full_clean()
    except ValidationError as error:
        raise ValidationError(_explain(error, taken)) from error


def _explain(error: ValidationError, taken: Any) -> str:
    """The first sentence of a failed check; a broken constraint's is ours, since Django's names the constraint."""
    for field, errors in error.error_dict.items():
        for one in errors:
            return str(taken) if field == "__all__" or one.code == "unique" else str(one.messages[0])
    return str(taken)


def _log(club: Club, kind: Revision.Kind, thing: models.Model, action: str, by: User | None, **values: Any) -> None:
    Revision.objects.create(
        actor_id=by.pk if by else None, club_id=club.pk, kind=kind, object_id=thing.pk, action=action, **values
    )
