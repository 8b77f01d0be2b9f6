"""Add, correct, void, restore and move the lines of a sheet."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from scorer import metrics
from scorer.play.models import Hand, Table
from scorer.play.occasions import deal_changes
from scorer.play.services.errors import Conflict, ConflictCode, Refused
from scorer.play.services.shared import (
    Actor,
    Saved,
    earlier_change,
    entered_values,
    expect,
    expect_basis,
    lock,
    lock_all,
    lock_hand,
    lock_open,
    log_version,
    next_number,
    save_line,
    saved_before,
    scoped_key,
)
from scorer.play.services.states import refresh_closing_line
from scorer.play.sheets import ledger, revision_values
from scorer.play.sheets.sheet import Sheet, SheetLine, cache_on_commit, cached_sheet, deal_problems, load_sheet
from scorer.scoring import MAX_NUMBER, Problem, dump


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
    known: Sheet | None = None,
) -> Saved:
    """Add a hand to the sheet.

    `number` and `layout` are those the form was made for. If they are outdated, raise Conflict. `dealer` overrides
    whose turn it is. The same `key` again returns the first result. `known` is the sheet that the last hand left in the
    same transaction, in which sheets are not cached.
    """
    try:
        with transaction.atomic():
            locked = lock(table)
            sheet = known if known and known.version_key == locked.version_key else cached_sheet(locked)
            if number is None or number <= sheet.last:  # otherwise this is a new hand, as in most cases
                saved = saved_before(locked, key, {"entry": dump(entry)})
                if saved:
                    return saved
            following = expect(locked, number, layout, following=sheet.last + 1)
            problems = [
                *sheet.game.rules.problems(entry, sheet.variant, locked.size),
                *deal_problems(locked, entry, sheet.entries),
            ]
            if problems or (dealer is not None and not 1 <= dealer <= locked.size):
                raise Refused(*problems or [Problem("dealer", "choice")])
            dealer = dealer or sheet.game.rules.dealer(entry, sheet.turn)
            hand = Hand.objects.create(
                table=locked,
                number=following,
                dealer=dealer,
                deal=sheet.game.rules.deal(entry),
                **entered_values(locked, by, at),
            )
            outcome = sheet.outcome(entry)
            sheet.game.hand_model.write_new([(hand, entry)])
            ledger.write(locked, ledger.expected_hand_scores(hand, outcome, sheet.seats), sheet.seats)
            if outcome.result:
                ledger.add_results(sheet.seats, outcome.result)
            after = revision_values.line_values(hand, entry)
            log_version(locked, hand, "record", by, key=scoped_key(locked, key), after=after, at=at)
            grown = sheet.with_hand(SheetLine(hand.pk, following, dealer), entry, outcome)
            cache_on_commit(locked, grown)
            transaction.on_commit(lambda: metrics.HANDS.inc(), robust=True)  # noqa: PLW0108  # Django logs its name
            return Saved(hand, sheet=grown)
    except IntegrityError:  # the key is unique, and has been used before without having been looked up
        saved = saved_before(table, key, {"entry": dump(entry)})
        if saved is None:
            raise
        return saved


def record_hands(table: Table, entries: Iterable[Any], *, by: Actor) -> None:
    """Add hands one after the other. The sheet is read once."""
    sheet = None
    for entry in entries:
        sheet = record_hand(table, entry, by=by, key=None, known=sheet).sheet


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
    """Add a line that is no hand, for a penalty or a manual correction: score points by position."""
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
        **entered_values(table, by, at),
    )
    after = revision_values.line_values(hand, None)
    save_line(table, hand, "record", by, key=scoped_key(table, key), after=after, why=why, at=at)
    return Saved(hand)


def adjustment_problems(table: Table, points: Sequence[int], why: str) -> list[Problem]:
    """Return what is wrong with the points of an adjustment, by position, and its reason."""
    problems = total_problems(table, points)
    if not problems and not any(points):
        problems.append(Problem("points", "all_zero"))
    return problems if why.strip() else [Problem("why", "required"), *problems]


def total_problems(table: Table, points: Sequence[int]) -> list[Problem]:
    """Return what is wrong with the points of an old evening, which need no reason and may all be 0."""
    if len(points) != table.size or any(abs(number) > MAX_NUMBER for number in points):
        return [Problem("points", "whole_number")]
    if any(len({points[seat - 1] for seat in side}) > 1 for side in table.config.rules.sides(table.size)):
        return [Problem("points", "partners_differ")]
    return []


def _line_problems(hand: Hand, table: Table, points: Sequence[int], why: str) -> list[Problem]:
    if hand.kind == Hand.Kind.TOTAL:
        return total_problems(table, points)
    return adjustment_problems(table, points, why)


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
    """Change the values of a played hand and replay the sheet. Unchanged values leave no Revision.

    Without a `dealer`, the hand keeps its own unless the new entry determines who dealt. `basis` is the version
    of the hand that the user has seen, and `layout` that of the table. If they are outdated, raise Conflict.
    """
    table, hand = lock_hand(hand)
    if earlier_change(table, key):
        return Saved(hand, repeated=True)
    expect_basis(hand, basis, layout)
    sheet = cached_sheet(table)
    rules = sheet.game.rules
    problems = [*rules.problems(entry, sheet.variant, table.size)]
    if not hand.voided:
        problems += deal_problems(table, entry, sheet.entries_but(hand.number))
    if not why.strip():
        problems.append(Problem("why", "required"))
    if dealer is not None and not 1 <= dealer <= table.size:
        problems.append(Problem("dealer", "choice"))
    if problems:
        raise Refused(*problems)
    detail = sheet.game.hand_model.objects.get(hand=hand)
    before = revision_values.correctable_values(hand, detail.entry)
    if entry != detail.entry and not hand.voided:
        deal_changes(table, hand.deal, undone=rules.deal(entry) != hand.deal, by=by)
    if dealer or rules.dealer(entry, 0) != rules.dealer(detail.entry, 0):
        hand.dealer = dealer or rules.dealer(entry, hand.dealer or 0)
    hand.deal = rules.deal(entry)
    detail.write(entry)
    line = SheetLine(hand.pk, hand.number, hand.dealer or sheet.first_dealer, hand.voided)
    after = revision_values.correctable_values(hand, entry)
    return _save_correction(table, hand, before, after, sheet.changed(line, entry), by=by, why=why, key=key)


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
    """Change the points or the reason of a line that is no hand. For `basis` and `layout`, see `correct_hand`."""
    table, hand = lock_hand(hand)
    if earlier_change(table, key):
        return Saved(hand, repeated=True)
    expect_basis(hand, basis, layout)
    problems = _line_problems(hand, table, points, why)
    if hand.kind == Hand.Kind.TOTAL and not why.strip():
        problems.append(Problem("why", "required"))
    if problems:
        raise Refused(*problems)
    before = revision_values.correctable_values(hand, None)
    hand.points, hand.why = list(points), why
    after, sheet = revision_values.correctable_values(hand, None), cached_sheet(table)
    return _save_correction(table, hand, before, after, sheet, by=by, why=why, key=key)


def _save_correction(
    table: Table,
    hand: Hand,
    before: dict[str, Any],
    after: dict[str, Any],
    sheet: Sheet,
    *,
    by: Actor,
    why: str,
    key: str | None,
) -> Saved:
    if before == after:
        return Saved(hand, repeated=True)
    key = scoped_key(table, key)
    asked_by = list(hand.replies.open_requests().values_list("player", flat=True))
    after = after | {"asked_by": asked_by} if asked_by else after
    save_line(table, hand, "correct", by, sheet=sheet, key=key, before=before, after=after, why=why)
    refresh_closing_line(table, hand, by=by)
    return Saved(hand)


@transaction.atomic
def void_hand(hand: Hand, *, by: Actor, why: str = "") -> Hand:
    """Stop counting a line, which keeps its number and values."""
    return _set_voided(hand, voided=True, by=by, why=why, action="void")


@transaction.atomic
def restore_hand(hand: Hand, *, by: Actor, why: str = "") -> Hand:
    return _set_voided(hand, voided=False, by=by, why=why, action="restore")


@transaction.atomic
def undo_hand(hand: Hand, *, by: Actor) -> Hand:
    """Void the line that was saved last, as long as no other has followed."""
    table = lock_open(hand.table)
    if hand.number != next_number(table) - 1:
        raise Conflict(ConflictCode.NOT_LAST, table=table, hand=hand)
    return _set_voided(hand, voided=True, by=by, why="", action="undo")


def _set_voided(hand: Hand, *, voided: bool, by: Actor, why: str, action: str) -> Hand:
    table, hand = lock_hand(hand)
    if hand.voided == voided:
        return hand
    if not voided and hand.is_played and table.deal_count:
        entry = table.config.hand_model.objects.get(hand=hand).entry
        if deal_problems(table, entry, cached_sheet(table).entries):
            raise Conflict(ConflictCode.DEAL_PLAYED, table=table, hand=hand)
    if voided:
        deal_changes(table, hand.deal, undone=True, by=by)
    hand.voided = voided
    before, after = {"voided": not voided}, {"voided": voided}
    save_line(table, hand, action, by, taken_back=action == "undo", before=before, after=after, why=why)
    refresh_closing_line(table, hand, by=by)
    return hand


@transaction.atomic
def move_hand(hand: Hand, to: Table, *, by: Actor, why: str, key: str | None = None) -> Saved:
    """Move a line that was typed at the wrong table: void it there, and append it at table `to`, under the rules there.

    A line that is moved back returns to its old number, with its current values. Both tables get a Revision.
    """
    tables = lock_all({hand.table_id, to.pk})
    table, to = tables[hand.table_id], tables[to.pk]
    done = earlier_change(table, key)
    if done:
        return Saved(Hand.objects.get(pk=done.after["hand"]), repeated=True)
    hand = Hand.objects.get(pk=hand.pk)
    hand.table = table
    for locked in (table, to):
        if locked.state == Table.State.CANCELLED:
            raise Conflict(ConflictCode.CANCELLED, table=locked)
    if hand.voided:
        raise Conflict(ConflictCode.VOIDED, table=table, hand=hand)
    detail = table.config.hand_model.objects.get(hand=hand) if hand.is_played else None
    entry = detail.entry if detail else None
    problems = move_problems(hand, entry, to)
    if not why.strip():
        problems.append(Problem("why", "required"))
    if problems:
        raise Refused(*problems)
    deal_changes(table, hand.deal, undone=True, by=by)
    line = Hand.objects.filter(table=to, moved_to=hand, voided=True).first()
    before = {"table": table.pk, "hand": hand.pk}
    if line is None:
        line = _append_to(hand, entry, to)
    else:
        line.voided, line.points, line.why, line.deal = False, hand.points, hand.why, hand.deal
        if detail:
            to.config.hand_model.objects.get(hand=line).write(entry)
    hand.voided = True
    away, key = {"table": to.pk, "hand": line.pk, "voided": True}, scoped_key(table, key)
    here = revision_values.line_values(line, entry) | {"voided": False}
    save_line(table, hand, "move_away", by, taken_back=True, moved_to=line, after=away, why=why, key=key)
    save_line(to, line, "move_here", by, before=before, after=here, why=why)
    refresh_closing_line(table, by=by)
    refresh_closing_line(to, by=by)
    return Saved(line)


def move_problems(hand: Hand, entry: Any, to: Table) -> list[Problem]:
    """Return why a line cannot be moved to another table."""
    table = hand.table
    if to.pk == table.pk or (to.club_id, to.game) != (table.club_id, table.game):
        return [Problem("table", "other_table")]
    if hand.is_played:
        sheet = load_sheet(to)
        return [*to.config.rules.problems(entry, sheet.variant, to.size), *deal_problems(to, entry, sheet.entries)]
    return _line_problems(hand, to, hand.points or [], hand.why)


def _append_to(hand: Hand, entry: Any, to: Table) -> Hand:
    """Append the line to another sheet. It keeps who entered it, and when."""
    sheet = load_sheet(to)
    line = Hand.objects.create(
        table=to,
        number=next_number(to),
        kind=hand.kind,
        dealer=sheet.game.rules.dealer(entry, sheet.turn) if hand.is_played else None,
        deal=hand.deal,
        points=hand.points,
        why=hand.why,
        entered_by_id=hand.entered_by_id,
        entered_as_id=hand.entered_as_id,
        entered_at=hand.entered_at,
    )
    if hand.is_played:
        sheet.game.hand_model(hand=line).write(entry)
    return line
