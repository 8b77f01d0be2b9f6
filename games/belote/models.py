from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q

from games.belote.rules.cards import ROUND_POINTS, SEATS, tricks_from_text, tricks_to_text
from games.belote.rules.checks import MAX_BELOTES, MAX_DECLARATIONS
from games.belote.rules.entry import (
    CAPOTS,
    COINCHES,
    HIGHEST,
    LOWEST,
    SIDE_NAMES,
    SLAMS,
    TRUMPS,
    Entry,
    PerSide,
)
from games.belote.rules.variant import Litige, LitigeAtEnd, Parties, Scoring, Variant
from scorer.play.columns import code_field, filled, known_codes
from scorer.play.models import GameHand, GameTable

HOUSE = Variant()
"""Without parties, as all tables were at first."""


class BeloteTable(GameTable):
    scoring = code_field(Scoring)
    target = models.PositiveIntegerField(null=True)
    litige = code_field(Litige)
    parties = code_field(Parties, default=HOUSE.parties)
    litige_at_end = code_field(LitigeAtEnd, default=HOUSE.litige_at_end)

    class Meta:
        constraints: ClassVar = [
            *known_codes("belote", scoring=Scoring, litige=Litige, parties=Parties, litige_at_end=LitigeAtEnd),
            models.CheckConstraint(condition=Q(target=None) | Q(target__gte=1), name="belote_target_above_0"),
        ]


class BeloteHand(GameHand):
    """The entry's `value` has two columns: `value` for a number, `slam` for "capot" or "generale".

    `declarations` and `belotes` have a column for each side, and `tricks` is a line of text (rules/cards.py).
    """

    stored_otherwise = ("belotes", "declarations")

    bidder = models.PositiveSmallIntegerField(null=True)
    value = models.PositiveSmallIntegerField(null=True)
    slam = code_field(SLAMS, null=True)  # None is "a number"
    trump = code_field(TRUMPS, null=True)  # None is "no contract"
    coinche = code_field(COINCHES, default="none")
    points = models.PositiveSmallIntegerField(null=True)
    belote = code_field(SIDE_NAMES, null=True)  # None is "nobody"
    tricks = models.CharField(max_length=200, null=True)  # noqa: DJ001  # None is "by points"
    capot = code_field(CAPOTS, null=True)  # None is "nobody"
    declarations_contracting = models.PositiveSmallIntegerField(default=0)
    declarations_opponent = models.PositiveSmallIntegerField(default=0)
    belotes_contracting = models.PositiveSmallIntegerField(default=0)
    belotes_opponent = models.PositiveSmallIntegerField(default=0)
    passed_out = models.BooleanField(default=False)

    class Meta(GameHand.Meta):
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(
                    passed_out=True,
                    bidder=None,
                    value=None,
                    slam=None,
                    trump=None,
                    coinche="none",
                    points=None,
                    belote=None,
                    tricks=None,
                    capot=None,
                    declarations_contracting=0,
                    declarations_opponent=0,
                    belotes_contracting=0,
                    belotes_opponent=0,
                )
                | filled("bidder", "trump")
                & Q(passed_out=False, bidder__range=(1, SEATS), trump__in=TRUMPS, coinche__in=COINCHES),
                name="belote_passed_out_or_played",
            ),
            models.CheckConstraint(
                condition=Q(passed_out=True)
                | filled("value") & Q(value__range=(LOWEST, HIGHEST), slam=None)
                | filled("slam") & Q(slam__in=SLAMS, value=None),
                name="belote_one_contract",
            ),
            models.CheckConstraint(
                condition=Q(passed_out=True)
                | filled("points") & Q(points__range=(0, ROUND_POINTS), tricks=None)
                | filled("tricks") & Q(points=None, belote=None, capot=None, belotes_contracting=0, belotes_opponent=0),
                name="belote_points_or_tricks",
            ),
            models.CheckConstraint(
                condition=(Q(belote=None) | Q(belote__in=SIDE_NAMES)) & (Q(capot=None) | Q(capot__in=CAPOTS)),
                name="belote_sides_known",
            ),
            models.CheckConstraint(
                condition=Q(declarations_contracting__range=(0, MAX_DECLARATIONS), declarations_opponent=0)
                | Q(declarations_contracting=0, declarations_opponent__range=(0, MAX_DECLARATIONS)),
                name="belote_declarations_of_one_side",
            ),
            models.CheckConstraint(
                condition=Q(belotes_contracting__range=(0, MAX_BELOTES), belotes_opponent__range=(0, MAX_BELOTES)),
                name="belote_belotes_of_four_suits",
            ),
        ]

    @classmethod
    def columns(cls, entry: Entry) -> dict[str, Any]:
        slam = isinstance(entry.value, str)
        return super().columns(entry) | {
            "value": None if slam else entry.value,
            "slam": entry.value if slam else None,
            "tricks": None if entry.tricks is None else tricks_to_text(entry.tricks),
            "declarations_contracting": entry.declarations.contracting,
            "declarations_opponent": entry.declarations.opponent,
            "belotes_contracting": entry.belotes.contracting,
            "belotes_opponent": entry.belotes.opponent,
        }

    def fields(self) -> Mapping[str, Any]:
        return {
            **super().fields(),
            "value": self.value if self.slam is None else self.slam,
            "tricks": None if self.tricks is None else tricks_from_text(self.tricks),
            "declarations": PerSide(self.declarations_contracting, self.declarations_opponent),
            "belotes": PerSide(self.belotes_contracting, self.belotes_opponent),
        }
