"""The lines of a sheet: added, corrected, taken out of the count and back into it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from scorer.history.models import Revision
from scorer.play import ledger
from scorer.play.models import Hand, Table
from scorer.play.services.shared import (
    Actor,
    Conflict,
    Refused,
    Saved,
    bump,
    done_before,
    expect,
    expect_basis,
    lock,
    lock_hand,
    lock_open,
    log,
    next_number,
    saved_before,
    snapshot,
)
from scorer.scoring import MAX_NUMBER, Problem, dump


@transaction.atomic
def record_hand(
    table: Table,
    entry: Any,
    *,
    by: Actor,
    key: str | None,
    number: int | None = None,
    layout: int | None = None,
    dealer: int | None = None,
    at: datetime | None = None,
) -> Saved:
    """Adds one hand to the sheet.

    `number` and `layout` are what the form was made for: if they have been overtaken, Conflict. `dealer` overrides
    whose turn it is. The same `key` again gives the first result.
    """
    table = lock(table)
    saved = saved_before(table, key, {"entry": dump(entry)})
    if saved:
        return saved
    following = expect(table, number, layout)
    sheet = ledger.Sheet.of(table)
    problems = sheet.game.rules.problems(entry, sheet.variant, table.size)
    if problems or (dealer is not None and not 1 <= dealer <= table.size):
        raise Refused(*problems or [Problem("dealer", "choice")])
    hand = Hand.objects.create(
        table=table,
        number=following,
        dealer=dealer or sheet.game.rules.dealer(entry, sheet.turn),
        entered_by=by,
        entered_at=at or timezone.now(),
    )
    sheet.game.hand_model(hand=hand).write(entry)
    outcome = sheet.outcome_of_next(entry)
    seats = list(table.seats.current())
    ledger.write(table, ledger.points_due(hand, outcome.points, seats, outcome.sitting_out), seats)
    bump(table)
    log(table, Revision.Kind.HAND, hand.pk, "record", by, key=key, after=snapshot(hand, entry), at=at)
    return Saved(hand)


@transaction.atomic
def record_adjustment(
    table: Table,
    points: Sequence[int],
    *,
    why: str,
    by: Actor,
    key: str | None,
    number: int | None = None,
    layout: int | None = None,
    at: datetime | None = None,
) -> Saved:
    """Adds a line that is no hand: a penalty or a manual correction, score points by position."""
    table = lock(table)
    saved = saved_before(table, key, {"points": list(points)})
    if saved:
        return saved
    following = expect(table, number, layout)
    problems = adjustment_problems(table, points, why)
    if problems:
        raise Refused(*problems)
    hand = Hand.objects.create(
        table=table,
        number=following,
        kind=Hand.Kind.ADJUSTMENT,
        points=list(points),
        why=why,
        entered_by=by,
        entered_at=at or timezone.now(),
    )
    seats = list(table.seats.current())
    ledger.write(table, ledger.points_due(hand, tuple(points), seats), seats)
    bump(table)
    log(table, Revision.Kind.HAND, hand.pk, "record", by, key=key, after=snapshot(hand), why=why, at=at)
    return Saved(hand)


def adjustment_problems(table: Table, points: Sequence[int], why: str) -> list[Problem]:
    problems = []
    if not why.strip():
        problems.append(Problem("why", "required"))
    if len(points) != table.size or any(abs(number) > MAX_NUMBER for number in points):
        problems.append(Problem("points", "whole_number"))
    elif not any(points):
        problems.append(Problem("points", "all_zero"))
    elif any(len({points[seat - 1] for seat in side}) > 1 for side in table.config.rules.sides(table.size)):
        problems.append(Problem("points", "partners_differ"))
    return problems


@transaction.atomic
def correct_hand(
    hand: Hand,
    entry: Any,
    *,
    by: Actor,
    why: str,
    dealer: int | None = None,
    key: str | None = None,
    basis: int | None = None,
    layout: int | None = None,
) -> Saved:
    """Other values for a played hand; the sheet is replayed. Values that change nothing leave no trace.

    Without a `dealer` the hand keeps its own, unless the new entry tells who dealt. `basis` is the last Revision of
    the hand that the corrector has seen, `layout` that of the table: if they have been overtaken, Conflict.
    """
    table, hand = lock_hand(hand)
    if done_before(key, table):
        return Saved(hand, repeated=True)
    expect_basis(hand, basis, layout)
    sheet = ledger.Sheet.of(table)
    rules = sheet.game.rules
    problems = [*rules.problems(entry, sheet.variant, table.size)]
    if not why.strip():
        problems.append(Problem("why", "required"))
    if dealer is not None and not 1 <= dealer <= table.size:
        problems.append(Problem("dealer", "choice"))
    if problems:
        raise Refused(*problems)
    detail = sheet.game.hand_model.objects.get(hand=hand)
    before = snapshot(hand, detail.entry)
    if dealer or rules.dealer(entry, 0) != rules.dealer(detail.entry, 0):
        hand.dealer = dealer or rules.dealer(entry, hand.dealer or 0)
        hand.save(update_fields=["dealer"])
    detail.write(entry)
    return _corrected(table, hand, before, snapshot(hand, entry), by=by, why=why, key=key)


@transaction.atomic
def correct_adjustment(
    hand: Hand,
    points: Sequence[int],
    *,
    by: Actor,
    why: str,
    key: str | None = None,
    basis: int | None = None,
    layout: int | None = None,
) -> Saved:
    """Other points, or another reason, for a line that is no hand. `basis` and `layout` as in `correct_hand`."""
    table, hand = lock_hand(hand)
    if done_before(key, table):
        return Saved(hand, repeated=True)
    expect_basis(hand, basis, layout)
    problems = adjustment_problems(table, points, why)
    if problems:
        raise Refused(*problems)
    before = snapshot(hand)
    hand.points, hand.why = list(points), why
    hand.save(update_fields=["points", "why"])
    return _corrected(table, hand, before, snapshot(hand), by=by, why=why, key=key)


def _corrected(
    table: Table, hand: Hand, before: dict[str, Any], after: dict[str, Any], *, by: Actor, why: str, key: str | None
) -> Saved:
    if before == after:
        return Saved(hand, repeated=True)
    ledger.replay(table)
    bump(table)
    log(table, Revision.Kind.HAND, hand.pk, "correct", by, key=key, before=before, after=after, why=why)
    return Saved(hand)


@transaction.atomic
def void_hand(hand: Hand, *, by: Actor, why: str = "") -> Hand:
    """Takes a hand out of the count; it keeps its number and its values."""
    return _set_voided(hand, voided=True, by=by, why=why, action="void")


@transaction.atomic
def restore_hand(hand: Hand, *, by: Actor, why: str = "") -> Hand:
    return _set_voided(hand, voided=False, by=by, why=why, action="restore")


@transaction.atomic
def undo_hand(hand: Hand, *, by: Actor) -> Hand:
    """Voids the hand just saved: only while no other has come after it."""
    table = lock_open(hand.table)
    if hand.number != next_number(table) - 1:
        raise Conflict("not_last", table=table, hand=hand)
    return _set_voided(hand, voided=True, by=by, why="", action="undo")


def _set_voided(hand: Hand, *, voided: bool, by: Actor, why: str, action: str) -> Hand:
    table, hand = lock_hand(hand)
    if hand.voided == voided:
        return hand
    hand.voided = voided
    hand.save(update_fields=["voided"])
    ledger.replay(table)
    bump(table)
    log(
        table,
        Revision.Kind.HAND,
        hand.pk,
        action,
        by,
        before={"voided": not voided},
        after={"voided": voided},
        why=why,
    )
    return hand
