from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Round
from django.db.models.lookups import Exact

from games.tarot.rules.cards import COURT_CARDS, DEALINGS, MAX_OUDLERS, MAX_TRICKS, OUDLER, POINTS
from games.tarot.rules.entry import (
    EXCUSE_ALONE,
    FIVE,
    HAND_KINDS,
    MAX_DEAL,
    OUDLERS,
    Characters,
    Contract,
    Entry,
    Handful,
    Kind,
    Oudler,
    Player,
    SideName,
    Size,
    Slam,
)
from games.tarot.rules.variant import StakeFloor, StakeRounding, Variant
from scorer.db.rows import insert_rows
from scorer.play.columns import code_field, empty, filled, known_codes, one_kind_of_hand, within, within_limits
from scorer.play.models import GameHand, GameHandsQuerySet, GameTable, Hand

MAX_SEATS = max(DEALINGS)
DOGS = tuple(sorted({way.dog for ways in DEALINGS.values() for way in ways}))
COURT = {"kings": "K", "queens": "Q", "knights": "C", "jacks": "J"}
"""Columns, and the names of the entry for them."""

SAME = ("points", "petit_au_bout", "trickless", "first_trick")
"""Columns that are fields of `Player`."""

OWNED: Mapping[Oudler, str] = {oudler: f"oudler_{oudler}" for oudler in OUDLERS}


STORED = {"handfuls": (), "players": (), "teams": (), "sitting_out": ("sitting_out",)}


def _in_halves(column: str) -> Q:
    return within(column, 0, POINTS) & Q(Exact(Round(F(column) * 2), F(column) * 2))


class TarotTable(GameTable):
    stake_floor = code_field(StakeFloor)
    stake_rounding = code_field(StakeRounding)
    mort = models.BooleanField()

    class Meta:
        constraints: ClassVar = known_codes("tarot", Variant)


class TarotHandsQuerySet(GameHandsQuerySet):
    def for_tables(self, table_ids: Collection[int]) -> Self:
        return super().for_tables(table_ids).prefetch_related("players")


class TarotHand(GameHand):
    """The results and handfuls of the players are rows of TarotPlayer.

    So oudlers come back in the order of their rank, and the handfuls of a deal with a taker and the pairs in the order
    of the seats, in whatever order they were entered.
    """

    stored = STORED

    kind = code_field(Kind, null=True)  # None is "thrown in"
    taker = models.PositiveSmallIntegerField(null=True)
    partner = models.PositiveSmallIntegerField(null=True)
    contract = code_field(Contract, null=True)  # None is "no taker"
    oudlers = models.PositiveSmallIntegerField(null=True)
    points = models.FloatField(null=True, help_text="In halves, which are exact in binary.")
    petit_au_bout = code_field(SideName, null=True)  # None is "nobody"
    slam = code_field(Slam, null=True)  # None is "nobody"
    dog_cards = models.PositiveSmallIntegerField(null=True)
    sitting_out = models.PositiveSmallIntegerField(null=True)
    passed_out = models.BooleanField(default=False)
    deal = models.PositiveSmallIntegerField(null=True, help_text="The number of a duplicate deal.")

    objects: ClassVar = TarotHandsQuerySet.as_manager()

    class Meta(GameHand.Meta):
        constraints: ClassVar = [
            one_kind_of_hand("tarot", Entry, HAND_KINDS, STORED),
            *known_codes("tarot", contract=Contract, petit_au_bout=SideName, slam=Slam),
            *within_limits(
                "tarot", taker=(1, FIVE), oudlers=(0, MAX_OUDLERS), sitting_out=(1, FIVE), deal=(1, MAX_DEAL)
            ),
            models.CheckConstraint(condition=Q(dog_cards__in=DOGS), name="tarot_dog_of_a_dealing"),
            models.CheckConstraint(condition=empty("points") | _in_halves("points"), name="tarot_points_in_halves"),
            models.CheckConstraint(
                condition=empty("partner") | within("partner", 1, FIVE) & empty("sitting_out"),
                name="tarot_called_among_five",
            ),
            models.CheckConstraint(
                condition=empty("petit_au_bout")
                | Q(petit_au_bout="attack", oudlers__gt=0)
                | Q(petit_au_bout="defence", oudlers__lt=MAX_OUDLERS),
                name="tarot_petit_au_bout_of_a_side_with_oudlers",
            ),
            models.CheckConstraint(
                condition=empty("slam")
                | Q(slam__in=("announced_failed", "defence"))
                | Q(points__gte=POINTS - max(EXCUSE_ALONE))
                | Q(contract="garde_contre"),
                name="tarot_slam_with_all_tricks",
            ),
            models.CheckConstraint(
                condition=Q(taker__lt=F("sitting_out")) | Q(taker__gt=F("sitting_out")), name="tarot_the_taker_plays"
            ),
        ]

    def fields(self) -> Mapping[str, Any]:
        rows: list[Any] = sorted(self.players.all(), key=lambda row: row.seat)
        alone = self.kind == "one_for_one"
        return {
            **super().fields(),
            "handfuls": () if alone else tuple(Handful(row.seat, row.handful) for row in rows),
            "players": tuple(row.player for row in rows) if alone else None,
            "teams": _teams(rows),
        }

    def write(self, entry: Entry) -> None:
        super().write(entry)
        self.players.all().delete()
        TarotPlayer.write_new([(self.hand_id, entry)])

    @classmethod
    def write_new(cls, written: Iterable[tuple[Hand, Entry]]) -> None:
        hands = list(written)
        super().write_new(hands)
        TarotPlayer.write_new((hand.pk, entry) for hand, entry in hands)


class TarotPlayer(models.Model):
    """A player of a one-for-one deal, or one who showed a handful in a deal with a taker."""

    tarot_hand = models.ForeignKey(TarotHand, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    team = models.PositiveSmallIntegerField(null=True, help_text="The number of the pair, from 1.")
    points = models.FloatField(null=True, help_text="In halves, which are exact in binary.")
    oudler_21 = models.BooleanField(default=False)
    oudler_excuse = models.BooleanField(default=False)
    oudler_petit = models.BooleanField(default=False)
    handful = code_field(Size, null=True)  # None is "none"
    petit_au_bout = models.BooleanField(default=False)
    trickless = models.BooleanField(null=True)
    kings = models.PositiveSmallIntegerField(null=True)
    queens = models.PositiveSmallIntegerField(null=True)
    knights = models.PositiveSmallIntegerField(null=True)
    jacks = models.PositiveSmallIntegerField(null=True)
    first_trick = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tarot_hand", "seat"], name="tarot_one_row_a_player"),
            *(
                models.UniqueConstraint(
                    fields=["tarot_hand"], condition=Q(**{column: True}), name=f"tarot_one_owner_of_{column}"
                )
                for column in OWNED.values()
            ),
            models.UniqueConstraint(fields=["tarot_hand", "first_trick"], name="tarot_a_trick_has_one_winner"),
            *within_limits("tarot", seat=(1, MAX_SEATS), team=(1, MAX_SEATS // 2)),
            models.CheckConstraint(
                condition=_in_halves("points")
                | empty("points", "team", "trickless", *COURT, "first_trick")
                & filled("handful")
                & Q(**dict.fromkeys(OWNED.values(), False), petit_au_bout=False),
                name="tarot_player_with_a_result_or_a_handful",
            ),
            *known_codes("tarot", handful=Size),
            models.CheckConstraint(
                condition=empty("points")
                | Q(**dict.fromkeys(OWNED.values(), False))
                | Q(points__gte=OUDLER)
                | Q(points__gte=min(EXCUSE_ALONE), oudler_21=False, oudler_petit=False),
                name="tarot_an_oudler_has_points",
            ),
            models.CheckConstraint(
                condition=Q(petit_au_bout=False) | Q(oudler_petit=True), name="tarot_petit_au_bout_with_the_petit"
            ),
            models.CheckConstraint(
                condition=Q(trickless=False, points__gt=0)
                | Q(trickless=True, points=0)
                | Q(trickless=True, points__in=EXCUSE_ALONE, oudler_21=False, oudler_excuse=True, oudler_petit=False),
                name="tarot_without_a_trick_nothing_but_the_excuse",
            ),
            models.CheckConstraint(
                condition=empty(*COURT) | Q(*(within(column, 0, COURT_CARDS) for column in COURT)),
                name="tarot_court_cards_in_the_pack",
            ),
            models.CheckConstraint(
                condition=empty("first_trick")
                | within("first_trick", 1, MAX_TRICKS) & Q(points__gt=0) & ~(filled("trickless") & Q(trickless=True)),
                name="tarot_first_trick_of_somebody_with_tricks",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tarot_hand_id}: {self.seat}"

    @classmethod
    def write_new(cls, written: Iterable[tuple[int, Entry]]) -> None:
        """Insert the players of these hands, given by id. The hands must not have any yet."""
        names = [field.attname for field in cls._meta.concrete_fields if not field.primary_key]
        rows = (cls(tarot_hand_id=hand, **values) for hand, entry in written for values in _player_columns(entry))
        insert_rows(cls, names, (tuple(getattr(row, name) for name in names) for row in rows))

    @property
    def player(self) -> Player:
        row: Any = self  # its columns hold only values of the entry
        held = {rank: getattr(self, column) for column, rank in COURT.items()}
        return Player(
            oudlers=tuple(oudler for oudler, column in OWNED.items() if getattr(self, column)),
            handfuls=(row.handful,) if row.handful else (),
            characters=None if self.kings is None else Characters(**held),
            **{name: getattr(row, name) for name in SAME},
        )


def _player_columns(entry: Entry) -> Iterator[dict[str, Any]]:
    """Yield the columns of each player who has a row."""
    for handful in entry.handfuls:
        yield {"seat": handful.seat, "handful": handful.size}
    seats = [seat for seat in range(1, MAX_SEATS + 1) if seat not in entry.sitting_out]
    teams = {seat: number for number, team in enumerate(entry.teams or (), start=1) for seat in team}
    for seat, player in zip(seats, entry.players or (), strict=False):
        yield {
            "seat": seat,
            "team": teams.get(seat),
            "handful": next(iter(player.handfuls), None),
            **{column: oudler in player.oudlers for oudler, column in OWNED.items()},
            **{column: getattr(player.characters, rank, None) for column, rank in COURT.items()},
            **{name: getattr(player, name) for name in SAME},
        }


def _teams(rows: list[TarotPlayer]) -> tuple[tuple[int, ...], ...] | None:
    numbers = sorted({row.team for row in rows if row.team is not None})
    return tuple(tuple(row.seat for row in rows if row.team == number) for number in numbers) or None
