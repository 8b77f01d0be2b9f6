"""The line that closing a table adds, for a session that ended unfinished (`Notice.closing`)."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from scorer.history.models import Revision
from scorer.play import revision_values
from scorer.play.models import Hand, Table
from scorer.play.services.shared import Actor, log, login_of, next_number, player_of, replay
from scorer.play.table_context import TableContext

MAX_WHY = Hand._meta.get_field("why").max_length


def settle_closing(table: Table, *, by: Actor, closed: bool = True, at: datetime | None = None) -> None:
    """Make the closing line say what the sheet asks for now; at a table that is not `closed` there is none.

    The caller has locked the table.
    """
    found = Hand.objects.filter(table=table, closing=True, voided=False).order_by("-number")
    points, why = closing_of(TableContext(table)) if closed else ([], "")
    kept = found.first() if points else None
    for line in found:
        if line != kept:
            line.voided = True
            line.save(update_fields=["voided"])
            _log(table, line, "void", by, before={"voided": False}, after={"voided": True})
    if points and kept is None:
        line = Hand.objects.create(
            table=table,
            number=next_number(table),
            kind=Hand.Kind.ADJUSTMENT,
            points=points,
            why=why,
            closing=True,
            entered_by=login_of(by),
            entered_as=player_of(by),
            entered_at=at or timezone.now(),
        )
        _log(table, line, "record", by, after=revision_values.line_values(line, None), why=why)
    elif kept and kept.points != points:
        before = revision_values.correctable_values(kept, None)
        kept.points, kept.why = points, why
        kept.save(update_fields=["points", "why"])
        _log(table, kept, "correct", by, before=before, after=revision_values.correctable_values(kept, None), why=why)


def keep_closing(table: Table, changed: Hand | None = None, *, by: Actor) -> None:
    """Let the closing line of a closed table follow a change, unless the line that was `changed` is that line."""
    if table.state == Table.State.CLOSED and not (changed and changed.closing):
        settle_closing(table, by=by)


def closing_of(table_context: TableContext) -> tuple[list[int], str]:
    """Return the points by position that closing the table adds, and the reason. Without any, both are empty."""
    notices = [notice for notice in table_context.notices if notice.closing]
    points = [sum(of_seat) for of_seat in zip(*(notice.closing for notice in notices), strict=True)]
    return points, " ".join(map(table_context.notice_text, notices))[:MAX_WHY]


def settled_by_closing(table_context: TableContext) -> dict[int, tuple[int, ...]]:
    """Return what the closing line counts for in who pays whom, by its number, if that is not its points.

    A line that somebody has corrected counts for its points.
    """
    settled = [notice.settled for notice in table_context.notices if notice.settled]
    if not settled:
        return {}
    points, _why = closing_of(table_context)
    line = Hand.objects.filter(table=table_context.table, closing=True, voided=False).first()
    return {line.number: tuple(map(sum, zip(*settled, strict=True)))} if line and line.points == points else {}


def _log(table: Table, line: Hand, action: str, by: Actor, **values: Any) -> None:
    """Score the changed line, and log the change. Every version of a table has one Revision."""
    replay(table)
    log(table, Revision.Kind.HAND, line.pk, action, by, **values)
