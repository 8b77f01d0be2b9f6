"""Every write to a club: its roster, seasons and logins. Each is one transaction and leaves one Revision."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from ipaddress import IPv6Address
from itertools import count, product
from random import SystemRandom
from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Club, Membership, Player, Role, Season, User
from scorer.club.names import clean_name, comparable, same_name
from scorer.club.pasted_names import turned
from scorer.club.pasted_roster import ListedPlayer
from scorer.db.ids import random_id
from scorer.db.references import foreign_keys_to
from scorer.history.models import Revision
from scorer.live import recheck_listeners
from scorer.registry.words import labelled
from scorer.server.addresses import client_address

TAKEN = _("This name is already on the roster.")
LEFT = _("This name belongs to somebody who has left. Bring the player back under Players, or type another name.")
SHOWN = _("Another player is already shown under this name.")
MERGED = _("This player is the same person as %(name)s: choose that name.")
SEASON_TAKEN = _("There is already a season with this name.")
SEASON_OPEN = _("Another season is open. End it first.")
LAST_DIRECTOR = _(
    "A club needs a director who can log in. Make somebody else a director first, who must have chosen a password."
)
LOGIN_TAKEN = _("This login is taken.")

RANDOM = SystemRandom()

NUMBERS = ("number", "federation_number")
DETAILS = (*NUMBERS, "groups", "note")
"""The fields of a player that a list may have besides the name."""

NUMBER = re.compile(r"-[0-9]{3,}$")
"""What `numbered` puts after the name of a login."""

FIRST_MONTH = 7
"""A club's year starts in July: from then on, a new season is named after the winter to come."""


@transaction.atomic
def change_club(club: Club, *, name: str, by: User | None, **after: Any) -> Club:
    """`after` has fields of the club with their new values."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    before = {field: getattr(club, field) for field in after}
    renamed = club.name != clean_name(name)
    club.name = clean_name(name)
    for field, value in after.items():
        setattr(club, field, value)
    club.full_clean()
    if renamed or before != after:
        club.save()
        recheck_listeners(club.pk)  # it may no longer be public
        action = "rename" if renamed else "change"
        Revision.objects.log(Revision.Kind.CLUB, club, action, by, before=before, after=after)
    return club


@transaction.atomic
def renew_evenings_link(club: Club, *, by: User | None) -> None:
    """End the link to the next evenings of a club, and make a new one."""
    Club.objects.filter(pk=club.pk).update(evenings_link=random_id())
    Revision.objects.log(Revision.Kind.CLUB, club, "renew_link", by)


@transaction.atomic
def suspend(club: Club, *, suspended: bool, by: User | None) -> Club:
    """Suspend a club, whose pages then only say so, or let it go on. Nothing of it is lost."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    if club.suspended != suspended:
        club.suspended = suspended
        club.save(update_fields=["suspended"])
        Revision.objects.log(Revision.Kind.CLUB, club, "suspend" if suspended else "resume", by)
        recheck_listeners(club.pk)
    return club


class Roster:
    """The players of a club, read once to look up many names. Names are given clean."""

    def __init__(self, players: models.QuerySet[Player]) -> None:
        roster = list(players.select_related("merged_into"))
        self._named = {player.name.casefold(): player for player in roster}
        self._shown = {player.shown_as.casefold(): player for player in roster if player.shown_as}
        self._turned = {turned(player.name).casefold(): player for player in roster}
        self._numbered = {
            (kind, number.casefold()): player
            for player in roster
            for kind in NUMBERS
            if (number := getattr(player, kind)) and not player.merged_into
        }
        self._groups = {group.casefold(): group for player in roster for group in player.groups}

    def named(self, name: str) -> Player | None:
        return self._named.get(name.casefold())

    def find(self, name: str) -> Player | None:
        """Return who plays here under this name, or is shown under it. The surname may come first, with a comma."""
        for key, players in product(
            (name.casefold(), turned(name).casefold()), (self._named, self._shown, self._turned)
        ):
            if (player := players.get(key)) and player.active:
                return player
        return None

    def spelled(self, groups: Iterable[str]) -> list[str]:
        """Return the groups as they are spelled on this roster. A new one is known from then on."""
        return [self._groups.setdefault(group.casefold(), group) for group in groups]

    def number_problems(self, player: Player) -> dict[str, str]:
        """Return why a player cannot have its numbers, by field, if somebody else on the roster has them."""
        problems = {}
        for kind in NUMBERS:
            number = getattr(player, kind)
            other = self._numbered.setdefault((kind, number.casefold()), player) if number else player
            if other != player:
                problems[kind] = gettext("%(name)s has this number.") % {"name": other.name}
        return problems

    def problem(self, name: str) -> str | None:
        """Return why a name cannot be added."""
        try:
            Player(name=name).clean_fields(exclude=["club"])
        except ValidationError as error:
            return str(error.messages[0])
        other = self.named(name)
        if other and other.merged_into:
            return str(MERGED % {"name": other.merged_into.name})
        if other:
            return str(TAKEN if other.active else LEFT)
        return str(SHOWN) if name.casefold() in self._shown else None


def player_problem(club: Club, name: str, *, of: Player | None = None) -> str | None:
    """Return why a name cannot be added to the roster or, with `of`, be the new name of that player."""
    return Roster(club.players.exclude(pk=of.pk) if of else club.players.all()).problem(clean_name(name))


def number_problems(player: Player, numbers: Mapping[str, str]) -> dict[str, str]:
    """Return why a player cannot have these numbers, by field."""
    numbered = Player(pk=player.pk, **{kind: clean_name(number) for kind, number in numbers.items()})
    return Roster(player.club.players.exclude(pk=player.pk)).number_problems(numbered)


def shown_name_problem(player: Player, shown_as: str) -> str | None:
    """Return why a player cannot be shown under this name."""
    shown_as = clean_name(shown_as)
    others = player.club.players.exclude(pk=player.pk)
    return str(SHOWN) if shown_as and (others.named(shown_as) or others.shown_as(shown_as)) else None


@transaction.atomic
def add_player(club: Club, name: str, *, guest: bool = False, by: User | None) -> Player:
    """Raises ValidationError for a name that is empty, too long or taken."""
    problem = player_problem(club, name)
    if problem:
        raise ValidationError(problem)
    player = Player(club=club, name=clean_name(name), guest=guest)
    _save(player, TAKEN)
    Revision.objects.log(Revision.Kind.PLAYER, player, "add", by, after={"guest": guest})
    return player


@dataclass(frozen=True, slots=True)
class AddedPlayers:
    """The result of adding a list of players."""

    players: list[Player]
    existing: list[Player]
    """Players who were already on the roster, as they are now."""
    changed: list[Player]
    """Those of them who got numbers, groups or a note from the list."""
    problems: dict[str, str]
    """For each name that could not be added or changed, the reason."""
    left: list[Player]
    """Players who have one of these names and have left."""


def sort_players(club: Club, listed: Sequence[ListedPlayer], *, guest: bool) -> AddedPlayers:
    """Return what adding these players would do. Nothing is stored. Their names are clean."""
    roster = Roster(club.players.all())
    added = AddedPlayers([], [], [], {}, [])
    for line in {line.name.casefold(): line for line in listed}.values():
        other = roster.named(line.name)
        is_known = other is not None and other.active
        player = other if other and is_known else Player(club=club, name=line.name, guest=guest)
        is_changed = _describe(player, line, roster)
        problem = (
            (None if is_known else roster.problem(line.name))
            or _details_problem(player)
            or next(iter(roster.number_problems(player).values()), None)
        )
        if problem:
            added.problems[line.name] = problem
            if other and not other.active and not other.merged_into:
                added.left.append(other)
        elif is_known:
            added.existing.append(player)
            added.changed.extend([player] if is_changed else [])
        else:
            added.players.append(player)
    return added


def _describe(player: Player, line: ListedPlayer, roster: Roster) -> bool:
    """Give a player what a line says besides the name. Return whether that changes anything."""
    before = _details_of(player), player.guest
    for name in (*NUMBERS, "note"):
        setattr(player, name, getattr(line, name) or getattr(player, name))
    player.groups, player.guest = roster.spelled(line.groups) or player.groups, player.guest or line.guest
    return before != (_details_of(player), player.guest)


def _details_problem(player: Player) -> str | None:
    """Return why a player cannot have its numbers, groups or note."""
    labels = {column.name: column.verbose_name for column in Player._meta.fields}
    try:
        player.clean_fields(exclude=labels.keys() - set(DETAILS))
    except ValidationError as error:
        name, messages = next(iter(error.message_dict.items()))
        return labelled(labels[name], messages[0])
    return None


@transaction.atomic
def add_listed(club: Club, listed: Sequence[ListedPlayer], *, guest: bool, by: User | None) -> AddedPlayers:
    """Add each of these players who can be added, and give those on the roster what the list says of them."""
    added = sort_players(club, listed, guest=guest)
    try:
        with transaction.atomic():
            add_players(added.players, by=by)
    except IntegrityError:  # somebody else has added one of the names meanwhile
        return add_listed(club, listed, guest=guest, by=by)
    Player.objects.bulk_update(added.changed, (*DETAILS, "guest"))
    Revision.objects.bulk_create(
        Revision.about(Revision.Kind.PLAYER, player, "change", by, after={"guest": player.guest})
        for player in added.changed
    )
    return added


@transaction.atomic
def add_players(players: Sequence[Player], *, by: User | None) -> None:
    """Add many players to the roster of one club with few queries. The caller has checked their names."""
    Player.objects.bulk_create(players)
    Revision.objects.bulk_create(
        Revision.about(Revision.Kind.PLAYER, player, "add", by, after={"guest": player.guest}) for player in players
    )


@transaction.atomic
def remove_players(club: Club, ids: Sequence[int], *, by: User | None) -> None:
    """Delete those of the players to whom nothing refers except the log."""
    unreferred = unused(club.players.filter(pk__in=ids))
    gone = list(unreferred.order_by("pk"))
    unreferred.filter(pk__in=[player.pk for player in gone]).delete()
    for player in gone:
        Revision.objects.log(Revision.Kind.PLAYER, player, "remove", by)


@transaction.atomic
def change_player(
    player: Player,
    *,
    name: str,
    shown_as: str | None = None,
    number: str | None = None,
    federation_number: str | None = None,
    groups: Sequence[str] | None = None,
    note: str | None = None,
    guest: bool,
    hidden: bool | None = None,
    active: bool,
    by: User | None,
) -> Player:
    """Change a player. What is None stays as it is.

    The log says that a player was renamed or described, but not how. Raises ValidationError, by field, for what cannot
    be.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    before, described = _standing_of(player), _details_of(player)
    shown = player.shown_as if shown_as is None else clean_name(shown_as)
    renamed = (player.name, player.shown_as) != (clean_name(name), shown)
    roster = Roster(player.club.players.exclude(pk=player.pk))
    player.number = player.number if number is None else clean_name(number)
    player.federation_number = player.federation_number if federation_number is None else clean_name(federation_number)
    player.groups = player.groups if groups is None else roster.spelled(groups)
    player.note = player.note if note is None else " ".join(note.split())
    problems = {
        "name": roster.problem(clean_name(name)),
        "shown_as": shown_name_problem(player, shown),
        **roster.number_problems(player),
    }
    if active and player.merged_into:
        problems["active"] = str(MERGED % {"name": player.merged_into.name})
    wrong = {field: problem for field, problem in problems.items() if problem}
    if wrong:
        raise ValidationError(wrong)
    player.name, player.shown_as, player.guest, player.active = clean_name(name), shown, guest, active
    player.hidden = player.hidden if hidden is None else hidden
    after = _standing_of(player)
    if renamed or before != after or described != _details_of(player):
        _save(player, TAKEN)
        Revision.objects.log(
            Revision.Kind.PLAYER, player, "rename" if renamed else "change", by, before=before, after=after
        )
    return player


def _standing_of(player: Player) -> dict[str, bool]:
    return {name: getattr(player, name) for name in ("guest", "hidden", "active")}


def _details_of(player: Player) -> list[Any]:
    return [getattr(player, name) for name in DETAILS]


def season_name(day: date) -> str:
    """Return the default name of a season that starts on this day: Season 2026/27."""
    year = day.year if day.month >= FIRST_MONTH else day.year - 1
    return gettext("Season %(year)s/%(next)s") % {"year": year, "next": f"{(year + 1) % 100:02}"}


@transaction.atomic
def anonymise(player: Player, *, by: User | None) -> Player:
    """Replace the name of a player by a placeholder for good, on every page and in every export. The hands stay.

    Numbers, groups and note go, too. Players who were merged into this one lose all this as well, since they
    are the same person.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    taken = set(player.club.players.values_list("name", flat=True))
    free = (f"N. N. {number}" for number in count(1) if f"N. N. {number}" not in taken)
    player.name, player.shown_as, player.active = next(free), "", False
    player.number, player.federation_number, player.groups, player.note = "", "", [], ""
    player.hidden, player.link = False, None
    player.save(update_fields=["name", "shown_as", "active", "hidden", "link", *DETAILS])
    Revision.objects.log(Revision.Kind.PLAYER, player, "anonymise", by)
    for merged in player.merged.all():
        anonymise(merged, by=by)
    return player


@transaction.atomic
def hide_player(player: Player, *, hidden: bool, by: User | None) -> Player:
    """Hide the name of a player from visitors, or show it again. `by` is None for the holder of the own link."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.hidden != hidden:
        before = _standing_of(player)
        player.hidden = hidden
        player.save(update_fields=["hidden"])
        Revision.objects.log(Revision.Kind.PLAYER, player, "change", by, before=before, after=_standing_of(player))
    return player


@transaction.atomic
def renew_player_link(player: Player, *, ended: bool = False, by: User | None) -> Player:
    """Make the player's own link, which ends an earlier one; or only end it."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    player.link = None if ended or player.merged_into_id else random_id()
    player.save(update_fields=["link"])
    Revision.objects.log(Revision.Kind.PLAYER, player, "own_link" if player.link else "end_own_link", by)
    return player


@transaction.atomic
def start_season(
    club: Club, name: str, *, starts: date | None = None, ends: date | None = None, by: User | None
) -> Season:
    """Start a season; with `ends`, add one that is over. Raises ValidationError if two seasons would be open."""
    season = Season(club=club, name=clean_name(name), starts=starts or timezone.localdate(), ends=ends)
    _save(season, SEASON_TAKEN)
    Revision.objects.log(Revision.Kind.SEASON, season, "start", by, after={"ends": ends} if ends else {})
    return season


@transaction.atomic
def end_season(season: Season, *, ends: date | None = None, by: User | None) -> Season:
    """End a season. Its tables that are still open stay in it."""
    season = Season.objects.select_for_update().get(pk=season.pk)
    if season.ends is None:
        season.ends = max(ends or timezone.localdate(), season.starts)
        season.save(update_fields=["ends"])
        Revision.objects.log(Revision.Kind.SEASON, season, "end", by)
    return season


@transaction.atomic
def ensure_season(club: Club, name: str, first: date, last: date, *, by: User | None) -> Season:
    """Get or create the season with this name, and extend its dates to include these days.

    A season that is created has ended, since these days are past and another season may be open.
    """
    season = next((season for season in club.seasons.select_for_update() if same_name(season.name, name)), None)
    if season is None:
        return start_season(club, name, starts=first, ends=last, by=by)
    starts, ends = min(season.starts, first), season.ends and max(season.ends, last)
    if (starts, ends) != (season.starts, season.ends):
        set_days(season, starts, ends, by=by)
    return season


@transaction.atomic
def set_days(season: Season, starts: date, ends: date | None, *, by: User | None) -> None:
    before = {"starts": season.starts, "ends": season.ends}
    season.starts, season.ends = starts, ends
    season.save(update_fields=["starts", "ends"])
    after = {"starts": starts, "ends": ends}
    Revision.objects.log(Revision.Kind.SEASON, season, "change", by, before=before, after=after)


@transaction.atomic
def remove_season(season: Season, *, by: User | None) -> None:
    """Delete a season if nothing refers to it except the log."""
    for empty in unused(Season.objects.filter(pk=season.pk)):
        Revision.objects.log(Revision.Kind.SEASON, empty, "remove", by)
        empty.delete()


def lockout_name(request: HttpRequest, credentials: dict[str, str] | None) -> str:
    """Return the key by which axes counts wrong passwords for a login (AXES_USERNAME_CALLABLE).

    It is a hash, since what was typed as a name may be a password in the wrong field.
    """
    typed = (credentials or request.POST).get("username") or ""
    return salted_hmac("scorer.club.lockout", comparable(typed), algorithm="sha256").hexdigest()


def lockout_address(request: HttpRequest) -> str:
    """Return the key by which axes counts wrong passwords from an address (AXES_CLIENT_IP_CALLABLE).

    It is a hash too. Axes stores it as an IP address, so it is written as one of the private block fd00::/8.
    """
    host = client_address(request.META.get("REMOTE_ADDR", ""))
    digest = salted_hmac("scorer.club.lockout_address", host, algorithm="sha256").digest()
    return str(IPv6Address(b"\xfd" + digest[:15]))


def find_logins(username: str) -> list[User]:
    """Return the logins with this name in any case: nobody should have to remember whether it was Ada or ada.

    There is at most one, unless `createsuperuser` has made a login that differs only in case. The exact spelling
    comes first.
    """
    users = [user for user in User.objects.order_by("pk") if same_name(user.username, username)]
    return sorted(users, key=lambda user: user.username != username)


@transaction.atomic
def add_login(club: Club, username: str, role: str, *, by: User | None, password: str | None = None) -> Membership:
    """Add a login. One without a password can log in once somebody has chosen one with its one-time link.

    If there are other clubs here, a random number is put after the name, whether or not one of them has it: so nobody
    learns which names they have.
    """
    username = username.strip()
    if has_neighbours(club):
        own = club.memberships.values_list("user__username", flat=True)
        if any(same_name(NUMBER.sub("", other), username) for other in own):
            raise ValidationError(LOGIN_TAKEN)
        username = numbered(username, taken_names())
    elif find_logins(username):
        raise ValidationError(LOGIN_TAKEN)
    user = User(username=username, is_staff=role == Role.DIRECTOR)
    if password:
        user.set_password(password)
    else:
        user.set_unusable_password()
    _save(user, LOGIN_TAKEN)
    membership = Membership.objects.create(club=club, user=user, role=role)
    Revision.objects.log(Revision.Kind.LOGIN, membership, "add", by, after={"role": role})
    return membership


def has_neighbours(club: Club) -> bool:
    """Return whether there are other clubs on this site."""
    return Club.objects.exclude(pk=club.pk).exists()


def taken_names() -> set[str]:
    return {comparable(name) for name in User.objects.values_list("username", flat=True)}


def numbered(username: str, taken: Collection[str]) -> str:
    """Return the name with a number that makes it unique."""
    names = (f"{username}-{RANDOM.randint(100, 999 + attempt)}" for attempt in count())
    return next(name for name in names if comparable(name) not in taken)


@transaction.atomic
def change_login(membership: Membership, *, role: str, active: bool, by: User | None) -> Membership:
    """Change the role of a login in a club, or block or unblock it there.

    Raises ValidationError if the club would be left without a director who can log in.
    """
    # Lock the club, not the membership: if two directors make each other scorers, one of them must come second.
    Club.objects.select_for_update().get(pk=membership.club_id)
    membership = Membership.objects.select_related("club").get(pk=membership.pk)
    before = {"role": membership.role, "active": membership.active}
    after = {"role": role, "active": active}
    if before == after:
        return membership
    if (role != Role.DIRECTOR or not active) and not _other_director(membership):
        raise ValidationError(LAST_DIRECTOR)
    membership.role, membership.active = role, active
    membership.save(update_fields=["role", "active"])
    settle_login(User.objects.select_for_update().get(pk=membership.user_id))
    Revision.objects.log(Revision.Kind.LOGIN, membership, "change", by, before=before, after=after)
    return membership


@transaction.atomic
def delete_login(membership: Membership, *, by: User | None) -> None:
    """Delete a login of a club. What it has entered stays, and so does the login itself where it is used elsewhere.

    Raises ValidationError if the club would be left without a director who can log in.
    """
    Club.objects.select_for_update().get(pk=membership.club_id)
    membership = Membership.objects.select_related("club").get(pk=membership.pk)
    if not _other_director(membership):
        raise ValidationError(LAST_DIRECTOR)
    user = User.objects.select_for_update().get(pk=membership.user_id)
    Revision.objects.log(Revision.Kind.LOGIN, membership, "remove", by)
    membership.delete()
    retire_login(user)


def settle_login(user: User) -> None:
    """Let a login in if it may use a club, and into the admin site if it directs one."""
    roles = list(user.memberships.filter(active=True).values_list("role", flat=True))
    user.is_active = user.is_superuser or bool(roles)
    user.is_staff = user.is_superuser or Role.DIRECTOR in roles
    user.save(update_fields=["is_active", "is_staff"])  # which also ends its streams


def retire_login(user: User) -> None:
    """Delete a login that belongs to no club any more.

    If rows or the log refer to it, it remains as one without a name, with which nobody can log in.
    """
    if user.is_superuser or user.memberships.exists():
        settle_login(user)
        return
    if not Revision.objects.filter(actor_id=user.pk).exists():
        for unreferred in unused(User.objects.filter(pk=user.pk)):
            recheck_listeners(unreferred.pk)
            unreferred.delete()
            return
    taken = set(User.objects.values_list("username", flat=True))
    user.username = next(name for name in (f"N.N.{number}" for number in count(1)) if name not in taken)
    user.is_active, user.is_staff, user.last_login = False, False, None
    user.first_name = user.last_name = user.email = ""
    user.set_unusable_password()
    user.save()


def _other_director(membership: Membership) -> bool:
    """Return whether the club has another director, with a login that has a password and is not blocked."""
    directors = membership.club.memberships.filter(role=Role.DIRECTOR, active=True).select_related("user")
    return any(other.user.has_usable_password() for other in directors.exclude(pk=membership.pk))


@transaction.atomic
def password_link(user: User, *, within: Club | None = None, by: User | None) -> str:
    """Return the path of a page where `user` can choose a password, once and within PASSWORD_RESET_TIMEOUT seconds.

    `within` is the club of the director who asks for it. Raises ValidationError if the login is blocked, or if it would
    give the director access to another club.
    """
    memberships = list(user.memberships.select_related("club"))
    if not user.is_active:
        raise ValidationError(_("This login is blocked. A director can unblock it under Logins."))
    if within and (user.is_superuser or any(membership.club != within for membership in memberships)):
        raise ValidationError(
            _(
                "This login is also used outside this club, so only the person who runs the server can make its link "
                "(passwordlink)."
            )
        )
    for membership in memberships:
        Revision.objects.log(Revision.Kind.LOGIN, membership, "link", by)
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("club:new_password", args=[uid, default_token_generator.make_token(user)])


def unused(rows: models.QuerySet[Any]) -> models.QuerySet[Any]:
    """Return the rows to which no row of any model refers."""
    for other, field in foreign_keys_to(rows.model):
        rows = rows.exclude(models.Exists(other.objects.filter(**{field: models.OuterRef("pk")})))
    return rows


def _save(row: models.Model, taken: Any) -> None:
    """Save a row, or raise ValidationError with one sentence, which is `taken` if the row would not be unique."""
    _validate(row, taken)
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:  # somebody else was faster; validation now finds their row
        _validate(row, taken)
        raise


def _validate(row: models.Model, taken: Any) -> None:
    try:
        row.full_clean()
    except ValidationError as error:
        field, errors = next(iter(error.error_dict.items()))
        first = errors[0]
        if first.code == "season_open":
            raise ValidationError(SEASON_OPEN, code=first.code) from error
        # Django's message for a violated constraint contains the name of the constraint.
        raise ValidationError(taken if field == "__all__" or first.code == "unique" else first.messages) from error
