from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Club, Season
from scorer.contest.championships import MAX_PLACES, MAX_POINTS, Rule, read_points
from scorer.db.ids import RandomIdField
from scorer.events.models import Event

MAX_EVENTS = 1_000
"""More than any club plays in a season."""


def validate_points(text: str) -> None:
    try:
        read_points(text)
    except ValueError as error:
        raise ValidationError(
            _("Type whole numbers, the highest first, such as 25 18 15: at most %(places)d, none above %(points)d."),
            params={"places": MAX_PLACES, "points": MAX_POINTS},
        ) from error


def problems_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is wrong with a championship whose values are right one by one: sentences by field.

    A value that is missing was wrong by itself.
    """
    return _problems_of_period(values) | _problems_of_points(values)


def _problems_of_period(values: Mapping[str, Any]) -> dict[str, Any]:
    days = {name: values[name] for name in ("starts", "ends") if name in values}
    if "season" not in values:
        return {}
    if values["season"]:
        both = _("Choose either a season or days. For days, choose “Days, from … until …” here.")
        return {"season": both} if any(days.values()) else {}
    missing = {name: _("Choose a season, or type the days.") for name, day in days.items() if not day}
    if not missing and len(days) > 1 and days["ends"] < days["starts"]:
        return {"ends": _("The last day is before the first.")}
    return missing


def _problems_of_points(values: Mapping[str, Any]) -> dict[str, Any]:
    if values.get("worth") != Championship.Worth.POINTS or not values.keys() >= {"points", "others"}:
        return {}
    points = read_points(values["points"])
    if not points:
        return {"points": _("Type the points of the places, such as 25 18 15.")}
    return (
        {"others": _("This is more than the last of the places above gets.")} if values["others"] > points[-1] else {}
    )


class ChampionshipsQuerySet(models.QuerySet["Championship"]):
    def current(self) -> "ChampionshipsQuerySet":
        """Return those that still go on."""
        of_open_season = models.Q(season__isnull=False, season__ends=None)
        return self.filter(of_open_season | models.Q(ends__gte=timezone.localdate()))

    def over(self) -> "ChampionshipsQuerySet":
        """Return those whose season has ended, or whose last day is past."""
        return self.filter(models.Q(season__ends__isnull=False) | models.Q(ends__lt=timezone.localdate()))

    def in_year(self, year: int) -> "ChampionshipsQuerySet":
        """Return those with a day in this year."""
        of_season = models.Q(season__starts__year__lte=year) & ~models.Q(season__ends__year__lt=year)
        return self.filter(of_season | models.Q(starts__year__lte=year, ends__year__gte=year))

    def in_seasons(self, seasons: Sequence[Season]) -> "ChampionshipsQuerySet":
        """Return those of these seasons, and those of dates that have a day in common with them."""
        first = min((season.starts for season in seasons), default=None)
        ends = [season.ends for season in seasons]
        of_dates = models.Q(ends__gte=first) if first else models.Q(pk=None)
        last = max((day for day in ends if day), default=None)
        if last and None not in ends:
            of_dates &= models.Q(starts__lte=last)
        return self.filter(models.Q(season__in=seasons) | of_dates)


class Championship(models.Model):
    """The rule by which events of a season, or of a range of dates, count together. Its board is stored nowhere."""

    class Worth(models.TextChoices):
        """What an event is worth (scorer.contest.championships.Worth)."""

        POINTS = "points", _("Points by place")
        SIZE = "size", _("Points by place and size of the field")
        BEATEN = "beaten", _("Share of opponents beaten")
        PERCENT = "percent", _("Percentage of the event")

    class Of(models.TextChoices):
        """Who is ranked."""

        PLAYERS = "players", _("Players")
        PAIRS = "pairs", _("Pairs")
        BOTH = "both", _("Players and pairs")

    id = RandomIdField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="championships")
    name = models.CharField(_("Name"), max_length=80)
    season = models.ForeignKey(
        Season,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Empty for a range of dates.",
    )
    starts = models.DateField(null=True, blank=True)
    ends = models.DateField(null=True, blank=True, help_text="The last day.")
    games = models.JSONField(default=list, blank=True, help_text="The slugs of the games that count. Empty for all.")
    of = models.CharField(max_length=7, choices=Of, default=Of.PLAYERS)
    worth = models.CharField(max_length=7, choices=Worth, default=Worth.POINTS)
    points = models.CharField(
        max_length=400,
        blank=True,
        validators=[validate_points],
        help_text="Those of the places from the first on, as in 25 18 15.",
    )
    others = models.PositiveSmallIntegerField(
        default=0, validators=[MaxValueValidator(MAX_POINTS)], help_text="The points of each place below these."
    )
    shared = models.BooleanField(
        default=True,
        help_text="Whether those who share a place share the points of all places that they take. If not, each gets "
        "those of the better place.",
    )
    best = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_EVENTS)],
        help_text="How many results count. Empty for all.",
    )
    fewest = models.PositiveSmallIntegerField(
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_EVENTS)],
        help_text="Events needed for a place.",
    )

    objects = ChampionshipsQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint("club", Lower("name"), name="championship_name_unique"),
            models.CheckConstraint(
                condition=models.Q(season__isnull=False, starts=None, ends=None)
                | models.Q(season=None, starts__isnull=False, ends__gte=models.F("starts")),
                name="championship_of_a_season_or_of_dates",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rule(self) -> Rule:
        return Rule(
            self.worth,  # type: ignore[arg-type]  # one of these choices
            read_points(self.points),
            self.others,
            self.best,
            self.fewest,
            self.shared,
        )

    @property
    def is_over(self) -> bool:
        if self.season:
            return self.season.ends is not None
        return self.ends is not None and self.ends < timezone.localdate()

    @property
    def boards(self) -> "tuple[Championship.Of, ...]":
        """Who is ranked, on one board each."""
        return (self.Of.PLAYERS, self.Of.PAIRS) if self.of == self.Of.BOTH else (self.Of(self.of),)

    @property
    def columns(self) -> tuple[Any, ...]:
        """Everything that its board depends on besides the events."""
        return self.season_id, self.starts, self.ends, tuple(self.games), self.of, self.rule

    def covers(self, event: Event) -> bool:
        """Whether an event is of its games and its period. Of several sessions, the day of the last one counts."""
        if self.games and event.game not in self.games:
            return False
        if self.season_id:
            return bool(self.season_id == event.season_id)
        return self.starts is not None and self.ends is not None and self.starts <= event.day <= self.ends


class LeftOut(models.Model):
    """An event, with all of its sessions, that does not count in a championship."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="left_out")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["championship", "event"], name="event_left_out_once"),
        ]

    def __str__(self) -> str:
        return str(self.event)
