"""Close, reopen and cancel tables; seal and unseal them."""

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
from scorer.play.models import Table
from scorer.play.phones import Link
from scorer.play.services.closing_line import update_closing_line
from scorer.play.services.errors import Conflict, ConflictCode
from scorer.play.services.opening import free_numbers
from scorer.play.services.shared import (
    Actor,
    lock,
    lock_all,
    lock_not_cancelled,
    lock_open,
    log_version,
    revision_of,
    save_table,
)
from scorer.play.sheets import revision_values


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
    changed.update(**columns, version=F("version") + 1, layout=F("layout") + 1)
    Revision.objects.bulk_create(revision_of(table, table, action, by, after=after) for table in tables)
    versions = [(table.pk, table.version + 1) for table in tables]
    publish_changes([*versions, (tables[0].club_id, tables[0].version + 1)])
