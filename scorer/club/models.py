from typing import Any, ClassVar, Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from scorer.club.hidden_names import hides, shown_name
from scorer.club.names import same_name, sort_key, without_accents
from scorer.db.ids import RandomIdField, random_id
from scorer.live import recheck_listeners


class User(AbstractUser):
    """A login. The people who play are Players, most of whom never log in."""

    class Meta(AbstractUser.Meta):
        verbose_name = _("login")  # type: ignore[assignment]
        verbose_name_plural = _("logins")  # type: ignore[assignment]

    def save(self, *args: Any, **kwargs: Any) -> None:
        super().save(*args, **kwargs)
        recheck_listeners(self.pk)  # the login may now be blocked, or have another password

    @cached_property
    def roles(self) -> "list[tuple[int, str, str, str | None]]":
        """The clubs that the login may use: the id of each, the role there, its name and its host name."""
        rows = self.memberships.filter(active=True).order_by("club__name", "club")
        return list(rows.values_list("club_id", "role", "club__name", "club__host"))


class BoardRule(models.TextChoices):
    """What a club's leaderboards rank by."""

    SUM = "sum", _("Sum of all points")
    AVERAGE = "average", _("Average per hand")
    BEST = "best", _("Sum of the best tables")


validate_host = RegexValidator(
    r"^(?=.{1,100}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+\Z",
    _("Write only the name, such as nord.example."),
)


class Club(models.Model):
    id = RandomIdField(primary_key=True)
    name = models.CharField(_("Name"), max_length=80)
    correction_days = models.PositiveSmallIntegerField(
        _("Correction period in days"),
        default=14,
        help_text=_("A table closed longer ago than this is locked: only a director can still correct it."),
    )
    board_rule = models.CharField(
        _("The leaderboard ranks by"), max_length=10, choices=BoardRule, default=BoardRule.SUM
    )
    board_hands = models.PositiveSmallIntegerField(
        _("Hands needed for a rank by average"),
        default=20,
        help_text=_(
            "Also for the board of all games. Players with fewer hands are listed below the others, without a rank."
        ),
    )
    board_tables = models.PositiveSmallIntegerField(_("How many of the best tables count"), default=10)
    public = models.BooleanField(
        _("Visible to everybody"),
        default=False,
        help_text=_("Leaderboards, players' results and tables can be read without a login."),
    )

    language = models.CharField(
        _("Language of the club"),
        max_length=10,
        default="en",
        help_text=_("For browsers that ask for none of Scorer's languages."),
    )
    currency = models.CharField(
        _("Currency"),
        max_length=8,
        blank=True,
        help_text=_("Short, such as € or RSD. It stands behind entry fees and prizes of events."),
    )
    federation_number = models.CharField(
        _("Federation number of the club"),
        max_length=20,
        blank=True,
        help_text=_("In the files of results for the federation."),
    )
    evenings_link = models.BigIntegerField(
        default=random_id, help_text="The number that the link of its next evenings is derived from."
    )
    suspended = models.BooleanField(
        default=False, help_text="Whether its pages answer only that it is suspended. Whoever runs the server decides."
    )
    host = models.CharField(  # most clubs have none, and a unique column allows "" only once
        _("Host name"),
        max_length=100,
        null=True,
        blank=True,
        unique=True,
        validators=[validate_host],
        help_text="A host name at which there is only this club. Whoever runs the server decides.",
    )

    class Meta:
        verbose_name, verbose_name_plural = _("club"), _("clubs")
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(board_rule__in=BoardRule.values), name="club_board_rule_known"),
            models.CheckConstraint(condition=models.Q(board_tables__gte=1), name="club_board_tables_from_1"),
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    DIRECTOR = "director", _("Director")
    SCORER = "scorer", _("Scorer")
    MEMBER = "member", _("Member")
    """May read what is not public, and change nothing."""


class Membership(models.Model):
    """What a login may do in a club (scorer.club.rights says what that is)."""

    id = RandomIdField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships", verbose_name=_("Club"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships", verbose_name=_("Login")
    )
    role = models.CharField(_("Role"), max_length=10, choices=Role)
    active = models.BooleanField(
        _("May log in"),
        default=True,
        help_text="A login that may use no club is blocked (User.is_active follows from this).",
    )

    class Meta:
        verbose_name, verbose_name_plural = _("role of a login"), _("roles of the logins")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_per_club"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class MembershipLink(models.Model):
    """A link by which somebody who has a login on this site joins the club, once (scorer.club.joining)."""

    id = RandomIdField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="membership_links")
    role = models.CharField(max_length=10, choices=Role)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_link_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.get_role_display()}"


class SeasonsQuerySet(models.QuerySet["Season"]):
    def open(self) -> Self:
        return self.filter(ends=None)


class Season(models.Model):
    id = RandomIdField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons", verbose_name=_("Club"))
    name = models.CharField(_("Name"), max_length=80)
    starts = models.DateField(_("Starts"), default=timezone.localdate)
    ends = models.DateField(_("Ended"), null=True, blank=True)

    objects = SeasonsQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("season"), _("seasons")
        ordering: ClassVar = ["-starts", "name"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club"],
                condition=models.Q(ends=None),
                name="one_open_season",
                violation_error_code="season_open",
            ),
            models.UniqueConstraint("club", Lower("name"), name="season_name_unique"),
            models.CheckConstraint(
                condition=models.Q(ends=None) | models.Q(ends__gte=models.F("starts")), name="season_ends_after_start"
            ),
        ]

    def __str__(self) -> str:
        return self.name


MAX_GROUPS, MAX_GROUP_LETTERS = 10, 30


def validate_groups(groups: list[str]) -> None:
    if len(groups) > MAX_GROUPS or any(len(group) > MAX_GROUP_LETTERS for group in groups):
        text = _("At most %(groups)d groups, each with at most %(letters)d letters.")
        raise ValidationError(text, params={"groups": MAX_GROUPS, "letters": MAX_GROUP_LETTERS})


class PlayersQuerySet(models.QuerySet["Player"]):
    def active(self) -> Self:
        return self.filter(active=True)

    def left(self) -> Self:
        """Players who have left. Those merged with somebody else have not."""
        return self.filter(active=False, merged_into=None)

    def guests(self) -> Self:
        return self.active().filter(guest=True)

    def named(self, name: str) -> "Player | None":
        return next((player for player in self if same_name(player.name, name)), None)

    def shown_as(self, name: str) -> "Player | None":
        return next((player for player in self if player.shown_as and same_name(player.shown_as, name)), None)

    def matching(self, search: str, *, details: bool = False) -> "list[Player]":
        """Return the players whose name, or the one shown instead, contains `search`, sorted by name.

        With `details`, also those one of whose numbers or groups contains it. Nobody finds who is hidden from them.
        """
        wanted = without_accents(search)
        players = [
            player
            for player in self
            if not player.is_hidden
            and (
                wanted in without_accents(player.name)
                or wanted in without_accents(player.shown_as)
                or (details and any(wanted in without_accents(text) for text in player.details))
            )
        ]
        return sorted(players, key=lambda player: sort_key(player.name))


class Player(models.Model):
    """A person on a club's roster. Players who leave are set inactive and never deleted, since hands refer to them."""

    id = RandomIdField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players", verbose_name=_("Club"))
    name = models.CharField(_("Name"), max_length=80)
    shown_as = models.CharField(
        _("Shown as"),
        max_length=80,
        blank=True,
        help_text=_("Shown instead of the name on every page except the roster."),
    )
    number = models.CharField(_("Number"), max_length=20, blank=True, help_text=_("The club's own."))
    federation_number = models.CharField(
        _("Federation number"),
        max_length=20,
        blank=True,
        help_text=_("In the files of results that a director downloads for the federation."),
    )
    groups = models.JSONField(
        _("Groups"),
        default=list,
        blank=True,
        validators=[validate_groups],
        help_text=_("In the club's own words, such as: junior, women. Rankings show the places in each group."),
    )
    note = models.CharField(
        _("Note"),
        max_length=200,
        blank=True,
        help_text=_("Such as: needs a chair with arms. Read only by those who keep the roster."),
    )
    guest = models.BooleanField(_("Guest"), default=False)
    hidden = models.BooleanField(
        _("Hidden from visitors"),
        default=False,
        help_text=_("Whoever reads a public club without a login sees “Anonymous” instead of the name."),
    )
    link = models.BigIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text="What the own link is derived from (scorer.standings.links). Empty if there is none.",
    )
    active = models.BooleanField(_("Plays here"), default=True)
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged")

    objects = PlayersQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("player"), _("players")
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint("club", Lower("name"), name="player_name_unique"),
            models.CheckConstraint(
                condition=models.Q(merged_into=None) | models.Q(active=False), name="player_merged_is_inactive"
            ),
        ]

    def __str__(self) -> str:
        return self.shown

    @property
    def shown(self) -> str:
        """The name that the reader sees."""
        return shown_name(self.name, self.shown_as, hidden=self.hidden)

    def is_called(self, name: str) -> bool:
        """Whether somebody who types this name means the player."""
        return same_name(name, self.name) or same_name(name, self.shown)

    @property
    def is_hidden(self) -> bool:
        """Whether the reader must not see who it is."""
        return hides(hidden=self.hidden)

    @property
    def details(self) -> list[str]:
        """What finds a player on the roster besides the names."""
        return [self.number, self.federation_number, *self.groups]
