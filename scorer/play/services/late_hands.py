"""Late hands: typed on a phone while its table was closed or its deal was ruled on, and handed in for others to enter.

A late hand is on no sheet until somebody enters it, or puts it aside (docs/decisions/0027-late-hands.md).
"""

from typing import Any

from django.db import transaction

from scorer.play.models import Hand, LateHand, Table
from scorer.play.services.errors import Conflict, ConflictCode
from scorer.play.services.hands import record_hand
from scorer.play.services.shared import (
    Actor,
    Saved,
    earlier_change,
    lock,
    lock_open,
    log_version,
    login_of,
    player_of,
    saved_before,
    scoped_key,
)
from scorer.scoring import dump

MAX_WAITING = 20
"""Late hands at one table. Every phone that joined it could have entered as many while it was open."""

MAX_LENGTH = LateHand._meta.get_field("typed").max_length or 0
"""The length of a typed hand. Card by card, a hand takes about 300 characters."""


@transaction.atomic
def hand_in(table: Table, typed: str, *, ruled: bool = False, by: Actor, key: str) -> None:
    """Hand in a late hand. The same `key` again changes nothing.

    The table must be closed, or open if the director has `ruled` on the deal of the hand.
    """
    table = lock(table)
    if earlier_change(table, key):
        return
    if ruled and not table.is_open:
        raise Conflict(ConflictCode(table.state), table=table)
    if not ruled and table.state != Table.State.CLOSED:
        raise Conflict(ConflictCode.NOT_CLOSED, table=table)
    if len(typed) > MAX_LENGTH or table.late_hands.waiting().count() >= MAX_WAITING:
        raise Conflict(ConflictCode.ENOUGH, table=table)
    late = LateHand.objects.create(table=table, typed=typed, actor=login_of(by), player=player_of(by))
    once = scoped_key(table, key)
    log_version(table, late, "hand_in", by, at=late.at, key=once, after={"typed": typed})


@transaction.atomic
def enter_late(table: Table, entry: Any, *, late: int, by: Actor, key: str | None, **form: Any) -> Saved:
    """Enter a late hand on the sheet, like `record_hand` any other."""
    table = lock_open(table)
    saved = saved_before(table, key, {"entry": dump(entry)})
    if saved:
        return saved
    waiting = _waiting(table, late)
    saved = record_hand(table, entry, by=by, key=key, **form)
    _resolve(saved.hand.table, waiting, LateHand.State.ENTERED, by, hand=saved.hand)
    return saved


@transaction.atomic
def put_aside(table: Table, late: int, *, by: Actor, why: str = "") -> None:
    """Remove a late hand from the list, because it is on the sheet already or never was a hand."""
    table = lock(table)
    _resolve(table, _waiting(table, late), LateHand.State.PUT_ASIDE, by, why=why)


def _waiting(table: Table, pk: int) -> LateHand:
    late = table.late_hands.waiting().filter(pk=pk).first()
    if late is None:
        raise Conflict(ConflictCode.RESOLVED, table=table)
    return late


def _resolve(
    table: Table, late: LateHand, state: LateHand.State, by: Actor, *, hand: Hand | None = None, why: str = ""
) -> None:
    late.state, late.hand = state, hand
    late.save(update_fields=["state", "hand"])
    action, after = ("enter", {"hand": hand.pk}) if hand else ("put_aside", {})
    log_version(table, late, action, by, after=after, why=why)
