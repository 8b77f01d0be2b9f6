"""Late hands: handed in by a phone whose table was closed, or whose deal was ruled on, while a hand was being typed."""

from typing import Any

from django.db import transaction

from scorer.db.ids import random_id
from scorer.history.models import Revision
from scorer.play.late import ENTER, HAND_IN, PUT_ASIDE, late_hands_at
from scorer.play.models import Table
from scorer.play.services.errors import Conflict, ConflictCode
from scorer.play.services.hands import record_hand
from scorer.play.services.shared import (
    Actor,
    Saved,
    bump_version,
    earlier_change,
    lock,
    lock_open,
    log,
    saved_before,
    scoped_key,
)
from scorer.scoring import dump

MAX_WAITING = 20
"""Late hands at one table. Every phone that joined it could have entered as many while it was open."""

MAX_LENGTH = 2000
"""The length of a typed hand. Card by card, a hand takes about 300 characters."""


@transaction.atomic
def hand_in(table: Table, typed: str, *, ruled: bool = False, by: Actor, key: str) -> None:
    """Hand in a late hand. The same `key` again leaves no Revision.

    The table must be closed, or open if the director has `ruled` on the deal of the hand.
    """
    table = lock(table)
    if earlier_change(table, key):
        return
    if ruled and not table.is_open:
        raise Conflict(ConflictCode(table.state), table=table)
    if not ruled and table.state != Table.State.CLOSED:
        raise Conflict(ConflictCode.NOT_CLOSED, table=table)
    if len(typed) > MAX_LENGTH or len(late_hands_at(table)) >= MAX_WAITING:
        raise Conflict(ConflictCode.ENOUGH, table=table)
    bump_version(table)
    log(table, Revision.Kind.LATE, random_id(), HAND_IN, by, key=scoped_key(table, key), after={"typed": typed})


@transaction.atomic
def enter_late(table: Table, entry: Any, *, late: int, by: Actor, key: str | None, **form: Any) -> Saved:
    """Enter a late hand on the sheet, like `record_hand` any other."""
    table = lock_open(table)
    saved = saved_before(table, key, {"entry": dump(entry)})
    if saved:
        return saved
    _expect_waiting(table, late)
    saved = record_hand(table, entry, by=by, key=key, **form)
    _resolve(saved.hand.table, late, ENTER, by, after={"hand": saved.hand.pk})
    return saved


@transaction.atomic
def put_aside(table: Table, late: int, *, by: Actor, why: str = "") -> None:
    """Remove a late hand from the list, because it is on the sheet already or never was a hand."""
    table = lock(table)
    _expect_waiting(table, late)
    _resolve(table, late, PUT_ASIDE, by, why=why)


def _expect_waiting(table: Table, late: int) -> None:
    if late not in late_hands_at(table):
        raise Conflict(ConflictCode.RESOLVED, table=table)


def _resolve(table: Table, late: int, action: str, by: Actor, **values: Any) -> None:
    bump_version(table)
    log(table, Revision.Kind.LATE, late, action, by, **values)
