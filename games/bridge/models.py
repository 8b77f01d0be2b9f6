from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q

from games.bridge.rules.entry import (
    DECLARERS,
    DOUBLED,
    HONOURS,
    MAX_BOARD,
    MAX_LEVEL,
    MAX_TRICKS,
    STRAINS,
    VULNERABLE,
    Entry,
    Honours,
)
from games.bridge.rules.variant import ChicagoVulnerable, PartScore, Scoring, Variant
from scorer.play.columns import code_field, filled, known_codes
from scorer.play.models import GameHand, GameTable

DUPLICATE = Variant()
"""The only house rules that tables had at first."""


class BridgeTable(GameTable):
    scoring = code_field(Scoring, default=DUPLICATE.scoring)
    unfinished_part_score = code_field(PartScore, default=DUPLICATE.unfinished_part_score)
    chicago_vulnerable = code_field(ChicagoVulnerable, default=DUPLICATE.chicago_vulnerable)

    class Meta:
        constraints: ClassVar = known_codes(
            "bridge", scoring=Scoring, unfinished_part_score=PartScore, chicago_vulnerable=ChicagoVulnerable
        )


class BridgeHand(GameHand):
    """The entry's only `honours` have a column each for seat and points."""

    stored_otherwise = ("honours",)

    board = models.PositiveSmallIntegerField(null=True)  # None in a rubber and in Chicago
    level = models.PositiveSmallIntegerField(null=True)
    strain = code_field(STRAINS, null=True)  # None is "no contract"
    doubled = models.CharField(max_length=2, blank=True, choices=[(code, code) for code in DOUBLED if code])
    declarer = code_field(DECLARERS, null=True)
    tricks = models.PositiveSmallIntegerField(null=True)
    passed_out = models.BooleanField(default=False)
    vulnerable = code_field(VULNERABLE, null=True)  # None is "as the board says"
    honours_seat = code_field(DECLARERS, null=True)
    honours_points = models.PositiveSmallIntegerField(null=True)

    class Meta(GameHand.Meta):
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(board=None, vulnerable=None) | filled("board") & Q(board__range=(1, MAX_BOARD)),
                name="bridge_board_numbered",
            ),
            models.CheckConstraint(
                condition=Q(
                    passed_out=True,
                    level=None,
                    strain=None,
                    doubled="",
                    declarer=None,
                    tricks=None,
                    vulnerable=None,
                    honours_seat=None,
                )
                # Each range needs "is not null" as well, because a CHECK passes if it is NULL.
                | Q(
                    passed_out=False,
                    level__isnull=False,
                    level__range=(1, MAX_LEVEL),
                    strain__isnull=False,
                    strain__in=STRAINS,
                    doubled__in=DOUBLED,
                    declarer__isnull=False,
                    declarer__in=DECLARERS,
                    tricks__isnull=False,
                    tricks__range=(0, MAX_TRICKS),
                ),
                name="bridge_passed_out_or_played",
            ),
            models.CheckConstraint(
                condition=Q(vulnerable=None) | Q(vulnerable__in=VULNERABLE), name="bridge_vulnerable_known"
            ),
            models.CheckConstraint(
                condition=Q(honours_seat=None, honours_points=None)
                | filled("honours_seat", "honours_points")
                & Q(board=None, honours_seat__in=DECLARERS, honours_points__in=HONOURS),
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
