from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.bridge.rules.entry import DECLARERS, DOUBLED, MAX_BOARD, MAX_LEVEL, MAX_TRICKS, STRAINS, VULNERABLE
from scorer.play.columns import code_field
from scorer.play.models import GameHand, GameTable


class BridgeTable(GameTable):
    """Has no columns, because bridge has no house rules."""


class BridgeHand(GameHand):
    board = models.PositiveSmallIntegerField()
    level = models.PositiveSmallIntegerField(null=True)
    strain = code_field(STRAINS, null=True)  # None is "no contract"
    doubled = models.CharField(max_length=2, blank=True, choices=[(code, code) for code in DOUBLED if code])
    declarer = code_field(DECLARERS, null=True)
    tricks = models.PositiveSmallIntegerField(null=True)
    passed_out = models.BooleanField(default=False)
    vulnerable = code_field(VULNERABLE, null=True)  # None is "as the board says"

    class Meta(GameHand.Meta):
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(board__range=(1, MAX_BOARD)), name="bridge_board_numbered"),
            models.CheckConstraint(
                condition=Q(
                    passed_out=True, level=None, strain=None, doubled="", declarer=None, tricks=None, vulnerable=None
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
        ]
