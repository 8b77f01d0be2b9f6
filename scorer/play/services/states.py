"""Close, reopen and cancel tables; seal and unseal them.

Closing adds the closing line: the adjustment for a session that ended unfinished (`Notice.closing`).
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scorer.club.models import Club
from scorer.db.ids import random_id
from scorer.history.models import Revision
from scorer.live import publish_changes, recheck_listeners
from scorer.play.models import Hand, Table
from scorer.play.phones import Link
from scorer.play.services.errors import Conflict, ConflictCode
from scorer.play.services.opening import free_numbers
from scorer.play.services.shared import (
    Actor,
    entered_values,
    lock,
    lock_all,
    lock_not_cancelled,
    lock_open,
    log_version,
    next_number,
    revision_of,
    save_line,
    save_table,
    update_locked,
)
from scorer.play.sheets import revision_values
from scorer.play.table_context import TableContext

MAX_WHY = Hand._meta.get_field("why").max_length


@transaction.atomic
def close_table(table: Table, *, by: Actor, at: datetime | None = None) -> Table:
    table = lock_not_cancelled(table)
    if not table.is_open:
        return table
    update_closing_line(table, by=by, at=at)
    table.state, table.closed_at = Table.State.CLOSED, at or timezone.now()
    recheck_listeners(table.pk)
    return save_table(table, "close", by, after=revision_values.state_values(table))


@transaction.atomic
def close_tables(ids: Collection[int], *, by: Actor) -> None:
    """Close those of the tables that are open, in few statements."""
    tables = [table for table in lock_all(ids).values() if table.is_open]
    columns: dict[str, Any] = {"state": Table.State.CLOSED, "closed_at": timezone.now()}
    for table in tables:
        update_closing_line(table, by=by, at=columns["closed_at"])
    recheck_listeners(*(table.pk for table in tables))
    _save_all(tables, "close", by, revision_values.state_values(Table(**columns)), **columns)


@transaction.atomic
def reopen_table(table: Table, *, keep_links: bool = False, by: Actor) -> Table:
    """Reopen a table, under another number if an open table has its number now.

    With `keep_links`, phones go on where they were. Otherwise they have to join again.
    """
    Club.objects.select_for_update().get(pk=table.club_id)  # prevents opening a table meanwhile
    table = lock_not_cancelled(table)
    if table.is_open:
        return table
    update_closing_line(table, by=by, closed=False)
    after: dict[str, Any] = {}
    if table.club.tables.filter(state=Table.State.OPEN, number=table.number).exists():
        after["number"] = table.number = free_numbers(table.club, 1)[0]
    table.state, table.closed_at = Table.State.OPEN, None
    for link in Link:  # until now, the old numbers showed which phones had joined when the table was closed
        if getattr(table, link) is not None and not keep_links:
            setattr(table, link, random_id())
    return save_table(table, "reopen", by, after=after | revision_values.state_values(table))


@transaction.atomic
def cancel_table(table: Table, *, by: Actor) -> Table:
    """Cancel a table that was opened by mistake. It must not have any lines, not even voided ones."""
    table = lock_open(table)
    if table.hands.exists():
        raise Conflict(ConflictCode.HAS_HANDS, table=table)
    table.state = Table.State.CANCELLED
    recheck_listeners(table.pk)
    return save_table(table, "cancel", by, after=revision_values.state_values(table))


@transaction.atomic
def note_ruling(table: Table, action: str, *, by: Actor) -> None:
    """Tell the pages of an open table that a deal was ruled on, or no longer is: it is not offered, or offered again.

    What is being typed there stays.
    """
    table = lock(table)
    if table.is_open:
        log_version(table, table, action, by)


@transaction.atomic
def seal_tables(ids: Collection[int], *, by: Actor) -> None:
    """Hide the results of tables from those who may still have to play their deals."""
    tables = [table for table in lock_all(ids).values() if not table.sealed]
    recheck_listeners(*(table.pk for table in tables))
    _save_all(tables, "seal", by, {"sealed": True}, sealed=True)


@transaction.atomic
def unseal_tables(ids: Collection[int], *, by: Actor) -> None:
    """Show the results of tables to everybody who may read tables."""
    tables = [table for table in lock_all(ids).values() if table.sealed]
    _save_all(tables, "unseal", by, {"sealed": False}, sealed=False)


def _save_all(tables: Sequence[Table], action: str, by: Actor, after: Mapping[str, Any], **columns: Any) -> None:
    """Give several locked tables the same values in `columns`, and log `after` for each.

    The instances keep their old values, so they must not be used afterwards.
    """
    if not tables:
        return
    changed = Table.objects.filter(pk__in=[table.pk for table in tables])
    update_locked(changed, **columns, version=F("version") + 1, layout=F("layout") + 1)
    Revision.objects.bulk_create(revision_of(table, table, action, by, after=after) for table in tables)
    versions = [(table.pk, table.version + 1) for table in tables]
    publish_changes([*versions, (tables[0].club_id, tables[0].version + 1)])


def update_closing_line(table: Table, *, by: Actor, closed: bool = True, at: datetime | None = None) -> None:
    """Add, correct or void the closing line, so that it has the points that the notices ask for now.

    A table that is not `closed` has none. The caller has locked the table.
    """
    lines = Hand.objects.filter(table=table, closing=True, voided=False).order_by("-number")
    points, why = closing_points(TableContext(table)) if closed else ([], "")
    kept = lines.first() if points else None
    for line in lines:
        if line != kept:
            line.voided = True
            save_line(table, line, "void", by, before={"voided": False}, after={"voided": True})
    if points and kept is None:
        line = Hand.objects.create(
            table=table,
            number=next_number(table),
            kind=Hand.Kind.ADJUSTMENT,
            points=points,
            why=why,
            closing=True,
            **entered_values(table, by, at),
        )
        save_line(table, line, "record", by, after=revision_values.line_values(line, None), why=why)
    elif kept and kept.points != points:
        before = revision_values.correctable_values(kept, None)
        kept.points, kept.why = points, why
        after = revision_values.correctable_values(kept, None)
        save_line(table, kept, "correct", by, before=before, after=after, why=why)


def refresh_closing_line(table: Table, changed: Hand | None = None, *, by: Actor) -> None:
    """Update the closing line of a closed table after another line or the house rules have changed.

    `changed` is the line that has changed. If that is the closing line itself, it stays as somebody has corrected it.
    """
    if table.state == Table.State.CLOSED and not (changed and changed.closing):
        update_closing_line(table, by=by)


def closing_points(table_context: TableContext) -> tuple[list[int], str]:
    """Return the points by position that closing the table adds, and the reason. Both are empty if it adds none."""
    notices = [notice for notice in table_context.notices if notice.closing]
    points = [sum(by_notice) for by_notice in zip(*(notice.closing for notice in notices), strict=True)]
    return points, " ".join(map(table_context.notice_text, notices))[:MAX_WHY]
