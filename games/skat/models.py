from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from games.skat.rules.entry import ALL_AUGEN, AT_PLAY, HAND_KINDS, RESULTS, Announced, Entry, Kind, Kontra, Result
from games.skat.rules.value import BIDS, MATADORS
from games.skat.rules.variant import Scoring
from scorer.play.columns import code_field, filled, known_codes, one_kind_of_hand, within_limits
from scorer.play.models import GameHand, GameTable

STORED = {"sitting_out": ("sitting_out",)}
SEAT = (1, AT_PLAY + 1)


def _check(name: str, condition: Q) -> models.CheckConstraint:
    return models.CheckConstraint(condition=condition, name=f"skat_{name}")


class SkatTable(GameTable):
    scoring = code_field(Scoring)
    ramsch = models.BooleanField()
    kontra = models.BooleanField()
    bock = models.BooleanField()
    deals_each = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            *known_codes("skat", scoring=Scoring),
            _check("deals_each_above_0", Q(deals_each=None) | Q(deals_each__gte=1)),
        ]


class SkatHand(GameHand):
    stored = STORED

    kind = code_field(Kind, null=True)  # None is "nobody bid"
    declarer = models.PositiveSmallIntegerField(null=True)
    matadors = models.SmallIntegerField(null=True)
    in_hand = models.BooleanField(default=False)
    announced = code_field(Announced, null=True)  # None is "nothing"
    result = code_field(Result, null=True)
    bid = models.PositiveSmallIntegerField(null=True)
    kontra = code_field(Kontra, null=True)  # None is "neither"
    loser = models.PositiveSmallIntegerField(null=True)
    augen = models.PositiveSmallIntegerField(null=True)
    bock_event = models.BooleanField(default=False)
    sitting_out = models.PositiveSmallIntegerField(null=True)
    passed_out = models.BooleanField(default=False)

    class Meta(GameHand.Meta):
        constraints: ClassVar = [
            one_kind_of_hand("skat", Entry, HAND_KINDS, STORED),
            *known_codes("skat", announced=Announced, kontra=Kontra),
            *within_limits("skat", declarer=SEAT, loser=SEAT, sitting_out=SEAT, augen=(1, ALL_AUGEN)),
            *(
                _check(
                    f"{name}_does_not_rest", Q(sitting_out=None) | ~Q(**{name: F("sitting_out")}) | Q(**{name: None})
                )
                for name in ("declarer", "loser")
            ),
            *(
                _check(f"result_of_{kind}", Q(kind=None) | ~Q(kind=kind) | Q(result__in=results))
                for kind, results in RESULTS.items()
            ),
            *(
                _check(f"matadors_of_{kind}", Q(kind=None) | ~Q(kind=kind) | Q(matadors__range=(-most, most)))
                for kind, most in MATADORS.items()
            ),
            _check("matadors_not_0", ~Q(matadors=0) | Q(matadors=None)),
            _check("announced_in_hand", Q(announced=None) | Q(in_hand=True) | Q(kind="null")),
            _check("announced_in_null", Q(kind=None) | ~Q(kind="null") | Q(announced=None) | Q(announced="ouvert")),
            _check("bid_a_value", Q(bid=None) | Q(bid__in=BIDS)),
            _check("augen_of_a_durchmarsch", Q(augen=None) | ~Q(result="durchmarsch")),
            _check("augen_of_a_ramsch", Q(loser=None) | Q(result="durchmarsch") | filled("augen")),
        ]
