from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q

from games.bridge.rules.entry import (
    CARDS,
    DOUBLED,
    HAND_KINDS,
    HONOURS,
    LIMITS,
    Declarer,
    Doubled,
    Entry,
    Honours,
    Strain,
    Vulnerable,
)
from games.bridge.rules.variant import ChicagoVulnerable, OpeningLead, PartScore, Scoring, Variant
from scorer.play.columns import code_field, filled, known_codes, one_kind_of_hand, within_limits
from scorer.play.models import GameHand, GameTable

DUPLICATE = Variant()
"""The only house rules that tables had at first."""


class BridgeTable(GameTable):
    scoring = code_field(Scoring, default=DUPLICATE.scoring)
    unfinished_part_score = code_field(PartScore, default=DUPLICATE.unfinished_part_score)
    chicago_vulnerable = code_field(ChicagoVulnerable, default=DUPLICATE.chicago_vulnerable)
    opening_lead = code_field(OpeningLead, default=DUPLICATE.opening_lead)

    class Meta:
        constraints: ClassVar = known_codes("bridge", Variant)


class BridgeHand(GameHand):
    """The entry's only `honours` have a column each for seat and points."""

    stored: ClassVar = {"honours": ()}

    board = models.PositiveSmallIntegerField(null=True)  # None in a rubber and in Chicago
    level = models.PositiveSmallIntegerField(null=True)
    strain = code_field(Strain, null=True)  # None is "no contract"
    doubled = models.CharField(max_length=2, blank=True, choices=[(code, code) for code in DOUBLED if code])
    declarer = code_field(Declarer, null=True)
    tricks = models.PositiveSmallIntegerField(null=True)
    passed_out = models.BooleanField(default=False)
    vulnerable = code_field(Vulnerable, null=True)  # None is "as the board says"
    honours_seat = code_field(Declarer, null=True)
    honours_points = models.PositiveSmallIntegerField(null=True)
    lead = code_field(CARDS, null=True)  # None is "not written down"

    class Meta(GameHand.Meta):
        constraints: ClassVar = [
            one_kind_of_hand("bridge", Entry, HAND_KINDS, {"honours": ("honours_seat", "honours_points")}),
            *known_codes("bridge", strain=Strain, doubled=Doubled, declarer=Declarer),
            *known_codes("bridge", vulnerable=Vulnerable, honours_seat=Declarer),
            *within_limits("bridge", **LIMITS),
            models.CheckConstraint(condition=Q(lead__in=CARDS), name="bridge_lead_known"),
            models.CheckConstraint(
                condition=Q(vulnerable=None) | filled("board"), name="bridge_vulnerability_of_a_board"
            ),
            models.CheckConstraint(
                condition=Q(honours_seat=None, honours_points=None)
                | filled("honours_seat", "honours_points") & Q(board=None, honours_points__in=HONOURS),
                name="bridge_honours_without_a_board",
            ),
        ]

    @classmethod
    def columns(cls, entry: Entry) -> dict[str, Any]:
        honours = entry.honours[0] if entry.honours else Honours()
        return {**super().columns(entry), "honours_seat": honours.seat, "honours_points": honours.points}

    def fields(self) -> Mapping[str, Any]:
        honours = (Honours(self.honours_seat, self.honours_points),) if self.honours_seat else ()
        return {**super().fields(), "honours": honours}
