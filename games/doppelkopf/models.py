from itertools import combinations
from typing import ClassVar, get_args

from django.db import models
from django.db.models import F, Q

from games.doppelkopf.rules.checks import IMPOSSIBLE_AUGEN, MOST_EXTRAS
from games.doppelkopf.rules.entry import (
    ALL_AUGEN,
    HAND_KINDS,
    KINDS,
    PARTIES,
    SOLOS,
    Absage,
    Duty,
    Entry,
    Kind,
    PartyName,
)
from games.doppelkopf.rules.ranges import ranges
from games.doppelkopf.rules.sheet import RESTING
from games.doppelkopf.rules.variant import Boundary, Length, Overlap, Scoring, Variant
from scorer.play.columns import Stored, code_field, filled, known_codes, one_kind_of_hand, within_limits
from scorer.play.models import GameHand, GameTable

PARTNER_KINDS = tuple(kind for kind in KINDS if kind not in SOLOS)
MAX_SEATS = max(RESTING)
HIGHEST = sorted({part.highest for boundary in get_args(Boundary) for part in ranges(Variant(boundary=boundary))})
"""The highest numbers of all ranges of Augen, under any house rules."""


def _apart(*columns: str) -> Q:
    """No seat is in two of these columns, which may be empty."""
    apart = Q()
    for first, second in combinations(columns, 2):
        differ = Q(**{f"{first}__lt": F(second)}) | Q(**{f"{first}__gt": F(second)})
        apart &= Q(**{first: None}) | Q(**{second: None}) | differ
    return apart


class DoppelkopfTable(GameTable):
    scoring = code_field(Scoring)
    boundary = code_field(Boundary)
    pflichtsolo = models.BooleanField()
    pflichtsolo_once = models.BooleanField(default=False)
    hands_each = models.PositiveSmallIntegerField(null=True)
    hands = models.PositiveSmallIntegerField(null=True)
    bock_after_120 = models.BooleanField()
    bock_after_event = models.BooleanField()
    bock_after_zero = models.BooleanField()
    bock_after_re_lost = models.BooleanField()
    bock_after_kontra_lost = models.BooleanField()
    bock_after_both = models.BooleanField()
    bock_after_solo_lost = models.BooleanField()
    bock_after_schwarz = models.BooleanField()
    bock_after_extras = models.BooleanField()
    bock_length = code_field(Length)
    bock_overlap = code_field(Overlap)
    bock_pauses = models.BooleanField()

    class Meta:
        constraints: ClassVar = [
            *known_codes("doppelkopf", Variant),
            models.CheckConstraint(
                condition=Q(hands_each=None) | Q(hands_each__gte=1), name="doppelkopf_hands_each_above_0"
            ),
            models.CheckConstraint(condition=Q(hands=None) | Q(hands__gte=1), name="doppelkopf_hands_above_0"),
        ]


EXTRAS = {f"{party}_extras": {sort: f"{party}_{sort}" for sort in MOST_EXTRAS} for party in PARTIES}
RE, SITTING_OUT = ("re_1", "re_2"), ("sitting_out_1", "sitting_out_2", "sitting_out_3")
STORED: Stored = {**EXTRAS, "re": RE, "sitting_out": SITTING_OUT}


class DoppelkopfHand(GameHand):
    stored = STORED

    kind = code_field(Kind)
    re_1 = models.PositiveSmallIntegerField()
    re_2 = models.PositiveSmallIntegerField(null=True)
    re_augen = models.PositiveSmallIntegerField()
    augen_exact = models.BooleanField(default=True)
    re_announced = models.BooleanField(default=False)
    kontra_announced = models.BooleanField(default=False)
    re_absage = code_field(Absage, null=True)  # None is "none"
    kontra_absage = code_field(Absage, null=True)  # None is "none"
    re_fuchs = models.PositiveSmallIntegerField(default=0)
    re_doppelkopf = models.PositiveSmallIntegerField(default=0)
    re_karlchen = models.PositiveSmallIntegerField(default=0)
    kontra_fuchs = models.PositiveSmallIntegerField(default=0)
    kontra_doppelkopf = models.PositiveSmallIntegerField(default=0)
    kontra_karlchen = models.PositiveSmallIntegerField(default=0)
    schwarz = code_field(PartyName, null=True)  # None is "neither"
    bock = models.BooleanField(default=False)
    duty = code_field(Duty, default="lust")
    bock_event = models.BooleanField(default=False)
    sitting_out_1 = models.PositiveSmallIntegerField(null=True)
    sitting_out_2 = models.PositiveSmallIntegerField(null=True)
    sitting_out_3 = models.PositiveSmallIntegerField(null=True)

    class Meta(GameHand.Meta):
        constraints: ClassVar = [
            one_kind_of_hand("doppelkopf", Entry, HAND_KINDS, STORED),
            *known_codes("doppelkopf", re_absage=Absage, kontra_absage=Absage, duty=Duty),
            *within_limits("doppelkopf", re_augen=(0, ALL_AUGEN), **dict.fromkeys((*RE, *SITTING_OUT), (1, MAX_SEATS))),
            models.CheckConstraint(
                condition=Q(kind__in=SOLOS, re_2=None) | Q(kind__in=PARTNER_KINDS) & filled("re_2"),
                name="doppelkopf_two_of_re_or_a_soloist",
            ),
            models.CheckConstraint(
                condition=Q(augen_exact=False) | ~Q(re_augen__in=IMPOSSIBLE_AUGEN), name="doppelkopf_augen_possible"
            ),
            models.CheckConstraint(
                condition=Q(augen_exact=True) | Q(re_augen__in=HIGHEST), name="doppelkopf_a_range_by_its_highest"
            ),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{party}_absage": None}) | Q(**{f"{party}_announced": True}),
                    name=f"doppelkopf_{party}_absage_needs_{party}",
                )
                for party in PARTIES
            ),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"re_{sort}__gte": 0, f"kontra_{sort}__gte": 0})
                    & Q(**{f"re_{sort}__lte": most - F(f"kontra_{sort}")}),
                    name=f"doppelkopf_most_{sort}",
                )
                for sort, most in MOST_EXTRAS.items()
            ),
            models.CheckConstraint(
                condition=Q(schwarz=None) | Q(schwarz="re", re_augen=0) | Q(schwarz="kontra", re_augen=ALL_AUGEN),
                name="doppelkopf_schwarz_without_augen",
            ),
            models.CheckConstraint(
                condition=(Q(sitting_out_2=None) | filled("sitting_out_1"))
                & (Q(sitting_out_3=None) | filled("sitting_out_2")),
                name="doppelkopf_sitting_out_in_order",
            ),
            models.CheckConstraint(condition=_apart(*RE, *SITTING_OUT), name="doppelkopf_nobody_in_two_places"),
        ]
