"""Tables, their seats and hands, and the ledger of their points.

The house rules of a table, and what was played in a hand, are in models of the games. GameTable and GameHand are their
base classes.
"""

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Case, Count, F, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Club, Player, Season
from scorer.db.ids import RandomIdField, random_era, random_id
from scorer.db.rows import insert_rows, read_with
from scorer.play.columns import Stored, empty_fields, from_columns, to_columns
from scorer.registry import GameConfig, all_games, get_game
from scorer.scoring.settlement import Rate
from scorer.web.formatting import day


def day_bounds(day: date) -> tuple[datetime, datetime]:
    """Return the start and end of a day in the club's time zone.

    A range of these can use an index; the lookup `__date` would calculate the day of every row.
    """
    begins = datetime.combine(day, time.min)
    return timezone.make_aware(begins), timezone.make_aware(begins + timedelta(days=1))


VersionKey = tuple[int, int]
"""The era and version of a table."""


class TablesQuerySet(models.QuerySet["Table"]):
    def opened_on(self, day: date) -> Self:
        begins, ends = day_bounds(day)
        return self.filter(opened_at__gte=begins, opened_at__lt=ends)

    def closed_on(self, day: date) -> Self:
        begins, ends = day_bounds(day)
        return self.closed().filter(closed_at__gte=begins, closed_at__lt=ends)

    def installed(self) -> Self:
        """Exclude tables whose game is not installed: without its folder nobody can say what was played."""
        return self.filter(game__in=[game.slug for game in all_games()])

    def open(self) -> Self:
        return self.installed().filter(state=Table.State.OPEN)

    def closed(self) -> Self:
        return self.installed().filter(state=Table.State.CLOSED)

    def unsealed(self) -> Self:
        """Only tables whose results everybody may see."""
        return self.filter(sealed=False)

    def without_occasion(self) -> Self:
        """Only tables that are not part of something larger, which stands for its tables in lists."""
        return self.filter(has_occasion=False)

    def with_late_hands(self) -> Self:
        """Only tables where late hands wait, each with how many: `late_count`."""
        waiting = self.installed().filter(late_hands__state=LateHand.State.WAITING)
        return waiting.annotate(late_count=Count("late_hands"))

    def not_cancelled(self) -> Self:
        """Exclude cancelled tables."""
        return self.installed().exclude(state=Table.State.CANCELLED)


class Table(models.Model):
    """One sitting of one game under one variant, from the first hand to the close."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")
        CANCELLED = "cancelled", _("cancelled")

    id = RandomIdField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tables", verbose_name=_("Club"))
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="tables", verbose_name=_("Season"))
    game = models.CharField(max_length=20)
    number = models.PositiveSmallIntegerField(_("Table number"))
    size = models.PositiveSmallIntegerField(help_text="The number of positions, fixed when the table is opened.")
    first_dealer = models.PositiveSmallIntegerField()
    state = models.CharField(_("State"), max_length=10, choices=State, default=State.OPEN)
    opened_at = models.DateTimeField(_("Opened"), default=timezone.now)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("Opened by"),
    )
    closed_at = models.DateTimeField(_("Closed"), null=True)
    entry_link = models.BigIntegerField(
        null=True,
        default=random_id,
        help_text="The number that the link for entering hands is derived from. Empty if there is none.",
    )
    watching_link = models.BigIntegerField(
        null=True, default=random_id, help_text="The same for the link for watching."
    )
    confirms = models.BooleanField(
        default=False, help_text="Whether lines wait for another side to accept them. They count at once."
    )
    first_deal = models.PositiveSmallIntegerField(
        null=True, help_text="The number of the first deal that the table plays, if it plays numbered deals."
    )
    deal_count = models.PositiveSmallIntegerField(
        null=True, help_text="The number of deals that the table plays. Empty if it plays as many as it likes."
    )
    sealed = models.BooleanField(
        default=False,
        help_text="Whether others still have to play its deals, so that only directors and its own phones may read it.",
    )
    has_occasion = models.BooleanField(
        default=False, help_text="Whether it is part of something larger, which has more to say on its pages."
    )
    version = models.PositiveIntegerField(default=1, help_text="Incremented with every change of the sheet.")
    era = models.BigIntegerField(
        default=random_era, help_text="Replaced by each restore. Versions within one era belong to one history."
    )
    layout = models.PositiveIntegerField(
        default=1, help_text="Incremented with every change of seats, variant or state."
    )

    all_seats: "list[Seat] | None" = None
    """All seats, past and present, if they were read together with this row."""

    objects = TablesQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("table"), _("tables")
        ordering: ClassVar = ["-opened_at", "number"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(size__gte=2) & Q(first_dealer__lte=F("size")), name="table_dealer_seated"
            ),
            models.CheckConstraint(
                condition=Q(state="closed", closed_at__isnull=False)
                | Q(state__in=["open", "cancelled"], closed_at__isnull=True),
                name="table_closed_at_when_closed",
            ),
            models.CheckConstraint(
                condition=Q(deal_count=None, first_deal=None)
                | Q(deal_count__isnull=False, deal_count__gte=1) & (Q(first_deal=None) | Q(first_deal__gte=1)),
                name="table_deals_counted",
            ),
            models.UniqueConstraint(
                fields=["club", "number"], condition=Q(state="open"), name="one_open_table_a_number"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "state", "-opened_at"], name="table_of_club"),
            models.Index(fields=["club", "-opened_at"], name="table_by_opening"),
            models.Index(fields=["club", "closed_at"], name="table_by_closing"),
            models.Index(fields=["season", "game", "version", "era"], name="table_versions"),  # for all leaderboards
        ]

    def __str__(self) -> str:
        return _("Table %(number)s, %(day)s") % {"number": self.number, "day": day(timezone.localtime(self.opened_at))}

    @property
    def config(self) -> GameConfig:
        return get_game(self.game)

    def read_variant(self) -> Any:
        """Read the house rules, which are a row of the game's own model."""
        return self.config.table_model.objects.get(table=self).variant

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def version_key(self) -> VersionKey:
        """The key for caching what is calculated from the table. No two states of a table have the same key."""
        return self.era, self.version

    @property
    def deals(self) -> range | None:
        """The numbers of the deals that the table plays, or None if it was not given any."""
        if self.first_deal is None or self.deal_count is None:
            return None
        return range(self.first_deal, self.first_deal + self.deal_count)

    def is_locked(self, now: datetime | None = None) -> bool:
        """Whether the club's correction period is over for this table."""
        now = now or timezone.now()
        return self.closed_at is not None and self.closed_at + timedelta(days=self.club.correction_days) < now


class TableRate(models.Model):
    """The value of points at a table that settles in money."""

    table = models.OneToOneField(Table, on_delete=models.PROTECT, primary_key=True, related_name="+")
    amount = models.DecimalField(max_digits=9, decimal_places=4)
    points = models.PositiveSmallIntegerField(default=1)
    rounded_to = models.DecimalField(max_digits=9, decimal_places=2)
    currency = models.CharField(max_length=5, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(amount__gt=0, points__gt=0, rounded_to__gt=0), name="table_rate_is_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} : {self.points}"

    @property
    def rate(self) -> Rate:
        return Rate(self.amount, self.points, self.rounded_to, self.currency)


class SeatsQuerySet(models.QuerySet["Seat"]):
    def current(self) -> Self:
        return self.filter(until=None)

    def with_players(self, table: int) -> "list[Seat]":
        """Return the past and present seats of a table with their players, in order."""
        return read_with("player", Seat, "play_seat.table_id = %s ORDER BY position, since", table)


class Seat(models.Model):
    """One player's occupancy of a position, from the line `since` to the line `until`."""

    id = RandomIdField(primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats", verbose_name=_("Table"))
    position = models.PositiveSmallIntegerField(_("Seat"))
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats", verbose_name=_("Player"))
    since = models.PositiveSmallIntegerField(default=1)
    until = models.PositiveSmallIntegerField(null=True)
    result = models.IntegerField(
        null=True,
        help_text="What its lines count for in the result of the table. Empty where that is their points.",
    )

    objects = SeatsQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("seat"), _("seats")
        ordering: ClassVar = ["position", "since"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "position"], condition=Q(until=None), name="one_player_a_position"
            ),
            models.UniqueConstraint(fields=["table", "player"], condition=Q(until=None), name="one_position_a_player"),
            models.CheckConstraint(
                condition=Q(since__gte=1) & (Q(until=None) | Q(until__gte=F("since"))), name="seat_hands_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.player}"

    def holds(self, number: int) -> bool:
        """Whether the seat covers line `number`."""
        return self.since <= number and (self.until is None or number <= self.until)


class HandsQuerySet(models.QuerySet["Hand"]):
    def asking(self) -> Self:
        """Only lines that other sides are asked to confirm, at a table that asks."""
        return self.filter(version__gt=0, taken_back=False)

    def not_voided(self) -> Self:
        return self.filter(voided=False)

    def counted(self) -> Self:
        """Only played hands that count."""
        return self.not_voided().filter(kind=Hand.Kind.PLAYED)


class Hand(models.Model):
    """One line of the sheet: the part that all games share."""

    class Kind(models.TextChoices):
        PLAYED = "played", _("played")
        ADJUSTMENT = "adjustment", _("adjustment")
        TOTAL = "total", _("total")

    asked = False
    """Whether somebody asks for a correction, where the query has it."""

    id = RandomIdField(primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="hands", verbose_name=_("Table"))
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(_("Kind"), max_length=10, choices=Kind, default=Kind.PLAYED)
    dealer = models.PositiveSmallIntegerField(null=True)
    deal = models.PositiveSmallIntegerField(
        null=True, help_text="The number of the deal in the entry. Empty if deals are not numbered."
    )
    points = models.JSONField(null=True, help_text="The points of a line that is no hand: a whole number per position.")
    why = models.CharField(max_length=200, blank=True)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    entered_as = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text="Who held the phone, if it had no login.",
    )
    entered_at = models.DateTimeField(_("Entered"), default=timezone.now)
    voided = models.BooleanField(_("Voided"), default=False)
    closing = models.BooleanField(
        default=False, help_text="Whether closing the table added this adjustment, as for an unfinished rubber."
    )
    version = models.PositiveIntegerField(
        default=0,
        help_text="The version of the table at which it was changed last. 0 if it was stored with the whole table.",
    )
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text="Who changed it last; at first who entered it.",
    )
    changed_as = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text="Who held the phone that changed it last, if it had no login.",
    )
    taken_back = models.BooleanField(
        default=False, help_text="Whether it was undone or moved away. Then it is voided, and nobody has to agree."
    )
    moved_to = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,
        help_text="The line at another table to which it was moved.",
    )

    objects = HandsQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("hand"), _("hands")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="hand_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="hand_numbers_from_1"),
            models.CheckConstraint(
                condition=Q(kind="played", points=None, dealer__isnull=False, dealer__gte=1)
                | Q(kind__in=["adjustment", "total"], points__isnull=False),
                name="hand_is_played_or_has_points",
            ),
            models.CheckConstraint(
                condition=Q(closing=False) | Q(kind="adjustment"), name="hand_closing_is_an_adjustment"
            ),
            models.CheckConstraint(
                condition=Q(deal=None) | Q(kind="played", deal__isnull=False, deal__gte=1), name="hand_deal_numbered"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["moved_to"], condition=Q(moved_to__isnull=False), name="hand_moved_to"),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def is_played(self) -> bool:
        return self.kind == self.Kind.PLAYED


def hands_counted(table: str, **where: Any) -> Coalesce:
    """Return an expression for the number of counting hands at a table, filtered by `where`.

    `table` is the lookup path from a row to its table.
    """
    hands = Hand.objects.counted().filter(table=OuterRef(table), **where)
    return Coalesce(Subquery(hands.order_by().values("table").annotate(n=Count("pk")).values("n")), 0)


def ordinal(hand: str = "") -> Case:
    """Return an expression for the number that people see, like `Sheet.ordinal`.

    `hand` is the lookup path from a row to its hand: empty, or ending in "__".
    """
    counted = hands_counted(f"{hand}table", number__lte=OuterRef(f"{hand}number"))
    return Case(When(**{f"{hand}kind": Hand.Kind.PLAYED, f"{hand}voided": False}, then=counted))


class Score(models.Model):
    """The ledger: the points of one hand at one seat. Only the replay writes it.

    Season, game, table and player are copied here for the leaderboards. The services that change them also update the
    copies. `played` is false for a line that is no hand, and for a hand in which the seat sat out but scored.
    """

    # The unique constraint below, which begins with this column, serves as its index.
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="scores", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="scores", verbose_name=_("Seat"))
    points = models.IntegerField(_("Points"))
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="scores", verbose_name=_("Table"))
    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("Season")
    )
    game = models.CharField(max_length=20)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="scores", verbose_name=_("Player"))
    played = models.BooleanField(default=True)

    class Meta:
        verbose_name = verbose_name_plural = _("points")
        constraints: ClassVar = [models.UniqueConstraint(fields=["hand", "seat"], name="one_score_a_hand_and_seat")]
        indexes: ClassVar = [
            models.Index(fields=["season", "game", "table", "seat", "player", "points", "played"], name="score_board"),
        ]

    def __str__(self) -> str:
        return str(self.points)


class RepliesQuerySet(models.QuerySet["Reply"]):
    def requests(self) -> Self:
        """Those that ask for a correction."""
        return self.filter(kind=Reply.Kind.ASK)

    def current_requests(self) -> Self:
        """Those whose line has not been changed since."""
        return self.requests().filter(version=F("hand__version"))

    def open_requests(self) -> Self:
        """Those that have not been refused either."""
        return self.current_requests().filter(refusal="")

    def unread_refusals(self) -> Self:
        return self.current_requests().filter(seen=False).exclude(refusal="")


class Reply(models.Model):
    """What a player says about a line. It holds for one version of the line, and changes nothing.

    Whoever asks for a correction may say how the hand should be. Whoever may correct the hand does so, or refuses.
    """

    class Kind(models.TextChoices):
        ACCEPT = "accept"
        OBJECT = "object"
        ASK = "ask"

    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="replies")
    version = models.PositiveIntegerField(help_text="That of the line. A line that was changed since asks again.")
    kind = models.CharField(max_length=10, choices=Kind)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    note = models.CharField(max_length=200, blank=True)
    entry = models.JSONField(null=True, help_text="The hand as it should be, if whoever asks has filled it in.")
    refusal = models.CharField(max_length=200, blank=True, help_text="Why a correction was refused.")
    seen = models.BooleanField(default=False, help_text="Whether whoever has asked has read the refusal.")
    at = models.DateTimeField(default=timezone.now)

    objects = RepliesQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(kind="accept", note="")
                | Q(kind="object") & ~Q(note="")
                | Q(kind="ask") & (~Q(note="") | Q(entry__isnull=False)),
                name="reply_says_what_it_must",
            ),
            models.CheckConstraint(
                condition=Q(kind="ask") | Q(entry__isnull=True, refusal=""), name="reply_asks_for_a_correction"
            ),
        ]

    def __str__(self) -> str:
        return self.note or self.kind


class Merge(models.Model):
    """What the last merge has taken from a player, so that it can be given back."""

    player = models.OneToOneField(Player, on_delete=models.PROTECT, primary_key=True, related_name="+")
    was_active = models.BooleanField()
    seats = models.JSONField(help_text="Of each seat: id, since, until.")

    def __str__(self) -> str:
        return str(self.player_id)


class LateHandsQuerySet(models.QuerySet["LateHand"]):
    def waiting(self) -> Self:
        return self.filter(state=LateHand.State.WAITING)


class LateHand(models.Model):
    """A hand that a phone handed in after its table was closed or its deal was ruled on.

    It is on no sheet until somebody enters it (docs/decisions/0027-late-hands.md).
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        ENTERED = "entered"
        PUT_ASIDE = "put_aside"

    id = RandomIdField(primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="late_hands")
    typed = models.CharField(max_length=2000, help_text="What was typed, as the form sent it. It may be half a hand.")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", help_text="Who held the phone."
    )
    at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    hand = models.OneToOneField(
        Hand, on_delete=models.PROTECT, null=True, related_name="+", help_text="The line as which it was entered."
    )

    objects = LateHandsQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state="entered", hand__isnull=False) | Q(state__in=["waiting", "put_aside"], hand=None),
                name="late_hand_entered_as_a_line",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.state}"


class GameTable(models.Model):
    """The variant of a table: one column for each field of the game's Variant, by the same name."""

    table = models.OneToOneField(Table, on_delete=models.PROTECT, primary_key=True, related_name="+")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.table_id)

    @property
    def variant(self) -> Any:
        kind = get_game(self._meta.app_label).rules.Variant
        return kind(**{field.name: getattr(self, field.name) for field in dataclasses.fields(kind)})

    @classmethod
    def from_variant(cls, table: Table, variant: Any) -> Self:
        return cls(table=table, **{field.name: getattr(variant, field.name) for field in dataclasses.fields(variant)})


class GameHandsQuerySet(models.QuerySet[Any]):
    def for_table(self, table: Table) -> Self:
        """The hands of a sheet in order, with everything that `entry` reads."""
        return self.for_tables([table.pk])

    def for_tables(self, table_ids: Collection[int]) -> Self:
        """The hands of several sheets, each in order, with everything that `entry` reads."""
        return self.filter(hand__table__in=table_ids).select_related("hand").order_by("hand__number")


class GameHand(models.Model):
    """What was written down for one hand: a column for each field of the game's Entry, by the same name.

    A game that stores a field otherwise, and not only in several columns, overrides `columns` and `fields`, which are
    inverses of each other.
    """

    stored: ClassVar[Stored] = {}
    """The fields of the entry that are no column of the same name."""

    hand = models.OneToOneField(Hand, on_delete=models.PROTECT, primary_key=True, related_name="%(class)s")

    objects = GameHandsQuerySet.as_manager()

    class Meta:
        abstract = True
        verbose_name, verbose_name_plural = _("hand"), _("hands")

    def __str__(self) -> str:
        return str(self.hand_id)

    @classmethod
    def columns(cls, entry: Any) -> dict[str, Any]:
        """Return the column values of an entry, apart from fields that are stored in no column."""
        values = {name: getattr(entry, name) for name in cls._shared_names()}
        for name, columns in cls.stored.items():
            if columns:
                values |= to_columns(columns, getattr(entry, name))
        return values

    def fields(self) -> Mapping[str, Any]:
        """Return the field values of the entry in these columns, likewise."""
        values = {name: getattr(self, name) for name in self._shared_names()}
        for name, columns in self.stored.items():
            if columns:
                values[name] = from_columns(columns, self, empty_fields(self._entry_type())[name])
        return values

    @property
    def entry(self) -> Any:
        return self._entry_type()(**self.fields())

    def write(self, entry: Any) -> None:
        """Save `entry` in this row, and insert the row if it is new."""
        for name, value in self.columns(entry).items():
            setattr(self, name, value)
        self.save(force_insert=self._state.adding)

    @classmethod
    def write_new(cls, written: Iterable[tuple[Hand, Any]]) -> None:
        """Insert the entries of many new hands in few statements.

        A game that overrides `write`, because its entries have further rows, overrides this too.
        """
        names = [field.attname for field in cls._meta.concrete_fields if not field.primary_key]
        rows = ((hand, cls.columns(entry)) for hand, entry in written)
        insert_rows(cls, ["hand_id", *names], ([hand.pk, *map(values.get, names)] for hand, values in rows))

    @classmethod
    @cache
    def _shared_names(cls) -> tuple[str, ...]:
        """The fields of the entry that are a column of the same name."""
        columns = {field.name for field in cls._meta.concrete_fields} - cls.stored.keys()
        return tuple(field.name for field in dataclasses.fields(cls._entry_type()) if field.name in columns)

    @classmethod
    def _entry_type(cls) -> Any:
        return get_game(cls._meta.app_label).rules.Entry
