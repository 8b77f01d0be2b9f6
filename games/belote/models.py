from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q

from games.belote.rules.cards import ROUND_POINTS, SEATS, tricks_from_text, tricks_to_text
from games.belote.rules.checks import MAX_BELOTES, MAX_DECLARATIONS
from games.belote.rules.entry import HAND_KINDS, SIDE_NAMES, VALUES, Capot, Coinche, Entry, SideName, Slam, Trump
from games.belote.rules.variant import Litige, LitigeAtEnd, Parties, Scoring, Variant
from scorer.play.columns import code_field, known_codes, one_kind_of_hand, within_limits
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
            *known_codes("belote", Variant),
            models.CheckConstraint(condition=Q(target=None) | Q(target__gte=1), name="belote_target_above_0"),
        ]


STORED = {name: {side: f"{name}_{side}" for side in SIDE_NAMES} for name in ("declarations", "belotes")}


class BeloteHand(GameHand):
    """The entry's `value` has two columns: `value` for a number, `slam` for "capot" or "generale".

    `tricks` is a line of text (rules/cards.py).
    """

    stored = STORED

    bidder = models.PositiveSmallIntegerField(null=True)
    value = models.PositiveSmallIntegerField(null=True)
    slam = code_field(Slam, null=True)  # None is "a number"
    trump = code_field(Trump, null=True)  # None is "no contract"
    coinche = code_field(Coinche, default="none")
    points = models.PositiveSmallIntegerField(null=True)
    belote = code_field(SideName, null=True)  # None is "nobody"
    tricks = models.CharField(max_length=200, null=True)  # noqa: DJ001  # None is "by points"
    capot = code_field(Capot, null=True)  # None is "nobody"
    declarations_contracting = models.PositiveSmallIntegerField(default=0)
    declarations_opponent = models.PositiveSmallIntegerField(default=0)
    belotes_contracting = models.PositiveSmallIntegerField(default=0)
    belotes_opponent = models.PositiveSmallIntegerField(default=0)
    passed_out = models.BooleanField(default=False)

    class Meta(GameHand.Meta):
        constraints: ClassVar = [
            one_kind_of_hand("belote", Entry, HAND_KINDS, {**STORED, "value": ("value", "slam")}),
            *known_codes("belote", slam=Slam, trump=Trump, coinche=Coinche, belote=SideName, capot=Capot),
            *within_limits("belote", bidder=(1, SEATS), value=(VALUES[0], VALUES[-1]), points=(0, ROUND_POINTS)),
            models.CheckConstraint(condition=Q(value=None) | Q(slam=None), name="belote_one_contract"),
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
        }

    def fields(self) -> Mapping[str, Any]:
        return {
            **super().fields(),
            "value": self.value if self.slam is None else self.slam,
            "tricks": None if self.tricks is None else tricks_from_text(self.tricks),
        }
