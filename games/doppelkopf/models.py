from collections.abc import Mapping
from itertools import combinations
from typing import Any, ClassVar, get_args

from django.db import models
from django.db.models import F, Q

from games.doppelkopf.rules.checks import IMPOSSIBLE_AUGEN, MOST
from games.doppelkopf.rules.entry import ABSAGEN, ALL_AUGEN, DUTIES, KINDS, PARTIES, SOLOS, Entry, Extras
from games.doppelkopf.rules.ranges import ranges
from games.doppelkopf.rules.sheet import RESTING
from games.doppelkopf.rules.variant import Boundary, Length, Overlap, Scoring, Variant
from scorer.play.models import GameHand, GameTable

SCORINGS, BOUNDARIES, LENGTHS, OVERLAPS = (get_args(kind) for kind in (Scoring, Boundary, Length, Overlap))
PARTNER_KINDS = tuple(kind for kind in KINDS if kind not in SOLOS)
MOST_SEATS = max(RESTING)
HIGHEST = sorted({part.highest for boundary in BOUNDARIES for part in ranges(Variant(boundary=boundary))})
"""Of the ranges of Augen, whatever the table plays."""


def _choices(codes: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(code, code) for code in codes]


def _there(*columns: str) -> Q:
    """Said beside a range or a list: of NULL the database cannot tell whether it lies in one, and lets it pass."""
    return Q(**{f"{column}__isnull": False for column in columns})


def _seated(*columns: str) -> Q:
    return _there(*columns) & Q(**{f"{column}__range": (1, MOST_SEATS) for column in columns})


def _apart(*columns: str) -> Q:
    """Nobody is in two of these; an empty one has nobody."""
    apart = Q()
    for one, other in combinations(columns, 2):
        differ = Q(**{f"{one}__lt": F(other)}) | Q(**{f"{one}__gt": F(other)})
        apart &= Q(**{one: None}) | Q(**{other: None}) | differ
    return apart


class DoppelkopfTable(GameTable):
    scoring = models.CharField(max_length=5, choices=_choices(SCORINGS))
    boundary = models.CharField(max_length=5, choices=_choices(BOUNDARIES))
    pflichtsolo = models.BooleanField()
    hands_each = models.PositiveSmallIntegerField(null=True)
    bock_after_120 = models.BooleanField()
    bock_after_event = models.BooleanField()
    bock_after_zero = models.BooleanField()
    bock_after_re_lost = models.BooleanField()
    bock_after_kontra_lost = models.BooleanField()
    bock_after_both = models.BooleanField()
    bock_after_solo_lost = models.BooleanField()
    bock_after_schwarz = models.BooleanField()
    bock_after_extras = models.BooleanField()
    bock_length = models.CharField(max_length=4, choices=_choices(LENGTHS))
    bock_overlap = models.CharField(max_length=7, choices=_choices(OVERLAPS))
    bock_pauses = models.BooleanField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(scoring__in=SCORINGS), name="doppelkopf_scoring_known"),
            models.CheckConstraint(condition=Q(boundary__in=BOUNDARIES), name="doppelkopf_boundary_known"),
            models.CheckConstraint(condition=Q(bock_length__in=LENGTHS), name="doppelkopf_bock_length_known"),
            models.CheckConstraint(condition=Q(bock_overlap__in=OVERLAPS), name="doppelkopf_bock_overlap_known"),
            models.CheckConstraint(
                condition=Q(hands_each=None) | Q(hands_each__gte=1), name="doppelkopf_hands_each_above_0"
            ),
        ]


class DoppelkopfHand(GameHand):
    """The entry's `re` and `sitting_out` have a column a seat, its Sonderpunkte one a party and sort."""

    kind = models.CharField(max_length=20, choices=_choices(KINDS))
    re_1 = models.PositiveSmallIntegerField()
    re_2 = models.PositiveSmallIntegerField(null=True)
    re_augen = models.PositiveSmallIntegerField()
    augen_exact = models.BooleanField(default=True)
    re_announced = models.BooleanField(default=False)
    kontra_announced = models.BooleanField(default=False)
    re_absage = models.CharField(max_length=7, null=True, choices=_choices(ABSAGEN))  # noqa: DJ001  # None is "none"
    kontra_absage = models.CharField(max_length=7, null=True, choices=_choices(ABSAGEN))  # noqa: DJ001  # None is "none"
    re_fuchs = models.PositiveSmallIntegerField(default=0)
    re_doppelkopf = models.PositiveSmallIntegerField(default=0)
    re_karlchen = models.PositiveSmallIntegerField(default=0)
    kontra_fuchs = models.PositiveSmallIntegerField(default=0)
    kontra_doppelkopf = models.PositiveSmallIntegerField(default=0)
    kontra_karlchen = models.PositiveSmallIntegerField(default=0)
    schwarz = models.CharField(max_length=6, null=True, choices=_choices(PARTIES))  # noqa: DJ001  # None is "neither"
    bock = models.BooleanField(default=False)
    duty = models.CharField(max_length=11, default="lust", choices=_choices(DUTIES))
    bock_event = models.BooleanField(default=False)
    sitting_out_1 = models.PositiveSmallIntegerField(null=True)
    sitting_out_2 = models.PositiveSmallIntegerField(null=True)
    sitting_out_3 = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=_seated("re_1") & Q(kind__in=SOLOS, re_2=None)
                | _seated("re_1", "re_2") & Q(kind__in=PARTNER_KINDS),
                name="doppelkopf_two_of_re_or_a_soloist",
            ),
            models.CheckConstraint(
                condition=Q(re_augen__range=(0, ALL_AUGEN))
                & (Q(augen_exact=False) | ~Q(re_augen__in=IMPOSSIBLE_AUGEN)),
                name="doppelkopf_augen_possible",
            ),
            models.CheckConstraint(
                condition=Q(augen_exact=True) | Q(re_augen__in=HIGHEST), name="doppelkopf_a_range_by_its_highest"
            ),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{party}_absage": None})
                    | _there(f"{party}_absage") & Q(**{f"{party}_absage__in": ABSAGEN, f"{party}_announced": True}),
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
                for sort, most in MOST.items()
            ),
            models.CheckConstraint(
                condition=Q(kind__in=PARTNER_KINDS) | Q(**{f"{party}_{sort}": 0 for party in PARTIES for sort in MOST}),
                name="doppelkopf_no_extras_in_a_solo",
            ),
            models.CheckConstraint(
                condition=Q(schwarz=None)
                | _there("schwarz") & (Q(schwarz="re", re_augen=0) | Q(schwarz="kontra", re_augen=ALL_AUGEN)),
                name="doppelkopf_schwarz_without_augen",
            ),
            models.CheckConstraint(
                condition=Q(duty="lust") | Q(duty__in=DUTIES, kind__in=SOLOS), name="doppelkopf_duty_in_a_solo"
            ),
            models.CheckConstraint(
                condition=Q(sitting_out_1=None, sitting_out_2=None, sitting_out_3=None)
                | _seated("sitting_out_1") & Q(sitting_out_2=None, sitting_out_3=None)
                | _seated("sitting_out_1", "sitting_out_2") & Q(sitting_out_3=None)
                | _seated("sitting_out_1", "sitting_out_2", "sitting_out_3"),
                name="doppelkopf_sitting_out_in_order",
            ),
            models.CheckConstraint(
                condition=_apart("re_1", "re_2", "sitting_out_1", "sitting_out_2", "sitting_out_3"),
                name="doppelkopf_nobody_in_two_places",
            ),
        ]

    @classmethod
    def columns(cls, entry: Entry) -> dict[str, Any]:
        re, resting = entry.re or (), entry.sitting_out
        return {
            "kind": entry.kind,
            **_in_columns("re", re, 2),
            "re_augen": entry.re_augen,
            "augen_exact": entry.augen_exact,
            "re_announced": entry.re_announced,
            "kontra_announced": entry.kontra_announced,
            "re_absage": entry.re_absage,
            "kontra_absage": entry.kontra_absage,
            **{f"re_{sort}": getattr(entry.re_extras, sort) for sort in MOST},
            **{f"kontra_{sort}": getattr(entry.kontra_extras, sort) for sort in MOST},
            "schwarz": entry.schwarz,
            "bock": entry.bock,
            "duty": entry.duty,
            "bock_event": entry.bock_event,
            **_in_columns("sitting_out", resting, 3),
        }

    def fields(self) -> Mapping[str, Any]:
        return {
            "kind": self.kind,
            "re": _seats(self.re_1, self.re_2),
            "re_augen": self.re_augen,
            "augen_exact": self.augen_exact,
            "re_announced": self.re_announced,
            "kontra_announced": self.kontra_announced,
            "re_absage": self.re_absage,
            "kontra_absage": self.kontra_absage,
            "re_extras": Extras(self.re_fuchs, self.re_doppelkopf, self.re_karlchen),
            "kontra_extras": Extras(self.kontra_fuchs, self.kontra_doppelkopf, self.kontra_karlchen),
            "schwarz": self.schwarz,
            "bock": self.bock,
            "duty": self.duty,
            "bock_event": self.bock_event,
            "sitting_out": _seats(self.sitting_out_1, self.sitting_out_2, self.sitting_out_3),
        }


def _in_columns(name: str, seats: tuple[int, ...], columns: int) -> dict[str, int | None]:
    return {f"{name}_{place + 1}": seats[place] if place < len(seats) else None for place in range(columns)}


def _seats(*columns: int | None) -> tuple[int, ...]:
    return tuple(seat for seat in columns if seat is not None)
