"""Compares a backup with the database, to show what a restore would remove from the sheets."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path

from scorer.history.models import Revision
from scorer.play.models import Hand
from scorer.setup.backup.engine import Engine

AT_ONCE = 500
"""Number of ids in one query."""


@dataclass(frozen=True, slots=True)
class LostHand:
    club: str
    table: int
    opened_at: datetime
    number: int
    at: datetime
    """The time when the hand was entered or last changed."""


@dataclass(slots=True)
class Lost:
    new: list[LostHand] = field(default_factory=list)
    changed: list[LostHand] = field(default_factory=list)
    """Hands that have been corrected, voided or restored since the backup."""
    others: int = 0
    """Number of other changes: to players, seasons, logins, tables."""


def compare(engine: Engine, path: Path) -> Lost:
    """Find what is missing from the backup.

    Ids are compared, not times: clocks may be wrong, and the backup may contain what an earlier restore has removed.
    """
    hands = {int(pk) for (pk,) in engine.rows(path, "play_hand", "id")}
    changes = {(int(pk), int(of)) for pk, of in engine.rows(path, "history_revision", "id", "object_id")}
    new = (pk for pk in Hand.objects.order_by().values_list("pk", flat=True).iterator() if pk not in hands)
    lost = Lost(list(_hands(new, {})))
    times: dict[int, datetime] = {}
    for pk, of, kind, at in Revision.objects.values_list("pk", "object_id", "kind", "at").iterator():
        if (pk, of) in changes:
            continue
        if kind != Revision.Kind.HAND:
            lost.others += 1
        elif of in hands:
            times[of] = at
    lost.changed = list(_hands(iter(times), times))
    return lost


def _hands(ids: Iterator[int], times: dict[int, datetime]) -> Iterator[LostHand]:
    rows: list[LostHand] = []
    while some := list(islice(ids, AT_ONCE)):
        columns = ("pk", "table__club__name", "table__number", "table__opened_at", "number", "entered_at")
        for pk, club, table, opened_at, number, entered_at in Hand.objects.filter(pk__in=some).values_list(*columns):
            rows.append(LostHand(club, table, opened_at, number, times.get(pk, entered_at)))
    yield from sorted(rows, key=lambda hand: (hand.club, hand.opened_at, hand.table, hand.number))
