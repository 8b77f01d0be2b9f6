from functools import reduce
from operator import or_
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce
from django.db.models.lookups import Exact, LessThan

from games.preferans.rules.entry import AT_PLAY, BETL, HAND_KINDS, LIMITS, TRICKS, Counter, Entry, Role
from games.preferans.rules.variant import KeptRecord, LastHand, PlayedRefa, StartingFor, UncounteredSpades, Variant
from scorer.play.columns import code_field, known_codes, one_kind_of_hand, within_limits
from scorer.play.models import GameHand, GameTable
from scorer.scoring import at_play

MAX_SEATS = AT_PLAY + 1
SEATS = range(1, MAX_SEATS + 1)

FOLLOWING = ("follow", "call", "counter")
"""If somebody has one of these roles, the tricks are played."""

_TOGETHER: Any = sum((Coalesce(F(f"tricks_{seat}"), 0) for seat in SEATS), start=Value(0))


def _any(conditions: list[Q]) -> Q:
    return reduce(or_, conditions)


STORED = {
    "roles": tuple(f"role_{seat}" for seat in SEATS),
    "tricks": tuple(f"tricks_{seat}" for seat in SEATS),
    "sitting_out": ("sitting_out",),
}


def _empty(column: str) -> Q:
    return Q(**{f"{column}_{seat}": None for seat in SEATS})


def _only(seat: int, role: str) -> Q:
    """The player at `seat` has this role, and no other one does."""
    others = _any([Q(**{f"role_{other}": role}) for other in SEATS if other != seat])
    return Q(**{f"role_{seat}__isnull": False, f"role_{seat}": role}) & ~others


def _nobody_is(role: str) -> Q:
    return ~_any([Q(**{f"role_{seat}": role}) for seat in SEATS])


_FOLLOWED = _any([Q(**{f"role_{seat}__isnull": False, f"role_{seat}__in": FOLLOWING}) for seat in SEATS])

_IDLE = {seat: Q(sitting_out__isnull=False, sitting_out=seat) for seat in SEATS}
_IDLE[MAX_SEATS] |= Q(sitting_out=None)  # a table of three
"""The condition that a seat does not play."""


def _of_those_at_play(column: str) -> Q:
    return _any(
        [idle & Q(**{f"{column}_{seat}__isnull": seat == out for seat in SEATS}) for out, idle in _IDLE.items()]
    )


PLAIN = Variant()
"""The only house rules that tables had at first."""


class PreferansTable(GameTable):
    record = code_field(KeptRecord, default=PLAIN.record)
    bule = models.PositiveSmallIntegerField(default=PLAIN.bule)
    bule_for = code_field(StartingFor, default=PLAIN.bule_for)
    refe = models.PositiveSmallIntegerField(null=True, default=PLAIN.refe)  # None is "no limit"
    refe_under_hat = models.BooleanField(default=PLAIN.refe_under_hat)
    refa_played = code_field(PlayedRefa, default=PLAIN.refa_played)
    spades = code_field(UncounteredSpades, default=PLAIN.spades)
    stop_at_five = models.BooleanField(default=PLAIN.stop_at_five)
    last_hand = code_field(LastHand, default=PLAIN.last_hand)
    double_fall = models.BooleanField(default=PLAIN.double_fall)

    class Meta:
        constraints: ClassVar = [
            *known_codes("preferans", Variant),
            models.CheckConstraint(condition=Q(bule__gte=2), name="preferans_bule_to_play"),
        ]


class PreferansHand(GameHand):
    """The entry's `roles` and `tricks` have a column for each seat. Those of a seat that did not play are empty.

    That is the fourth seat at a table of three, and the seat in `sitting_out` at a table of four.
    """

    stored = STORED

    level = models.PositiveSmallIntegerField(null=True)
    in_hand = models.BooleanField(default=False)
    counter = code_field(Counter, default="none")
    role_1 = code_field(Role, null=True)  # None is "did not play"
    role_2 = code_field(Role, null=True)
    role_3 = code_field(Role, null=True)
    role_4 = code_field(Role, null=True)
    tricks_1 = models.PositiveSmallIntegerField(null=True)
    tricks_2 = models.PositiveSmallIntegerField(null=True)
    tricks_3 = models.PositiveSmallIntegerField(null=True)
    tricks_4 = models.PositiveSmallIntegerField(null=True)
    sitting_out = models.PositiveSmallIntegerField(null=True)
    passed_out = models.BooleanField(default=False)

    class Meta(GameHand.Meta):
        constraints: ClassVar = [
            one_kind_of_hand("preferans", Entry, HAND_KINDS, STORED),
            *known_codes("preferans", counter=Counter, **{f"role_{seat}": Role for seat in SEATS}),
            *within_limits("preferans", **LIMITS, sitting_out=(1, MAX_SEATS)),
            models.CheckConstraint(
                condition=Q(passed_out=True) | _of_those_at_play("role"),
                name="preferans_three_at_play",
            ),
            models.CheckConstraint(
                condition=Q(passed_out=True) | _any([_only(seat, "declarer") for seat in SEATS]),
                name="preferans_one_declarer",
            ),
            models.CheckConstraint(
                condition=Q(counter="none") & _nobody_is("counter")
                | ~Q(counter="none") & _any([_only(seat, "counter") for seat in SEATS]),
                name="preferans_counter_said_by_one",
            ),
            models.CheckConstraint(
                condition=_empty("tricks") & ~_FOLLOWED | _of_those_at_play("tricks") & _FOLLOWED,
                name="preferans_tricks_of_those_at_play",
            ),
            models.CheckConstraint(
                condition=_empty("tricks")
                | Q(Exact(_TOGETHER, TRICKS))
                | Q(level__isnull=False, level=BETL) & Q(LessThan(_TOGETHER, TRICKS)),
                name="preferans_tricks_add_up",
            ),
        ]

    @classmethod
    def columns(cls, entry: Entry) -> dict[str, Any]:
        seats = at_play(entry.sitting_out, AT_PLAY + len(entry.sitting_out))
        roles = dict(zip(seats, entry.roles or (), strict=False))
        tricks = dict(zip(seats, entry.tricks or (), strict=False))
        return {
            **super().columns(entry),
            **{f"role_{seat}": roles.get(seat) for seat in SEATS},
            **{f"tricks_{seat}": tricks.get(seat) for seat in SEATS},
        }
