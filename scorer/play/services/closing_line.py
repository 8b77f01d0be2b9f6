"""The closing line: the adjustment that closing a table adds for a session that ended unfinished (`Notice.closing`)."""

from datetime import datetime

from scorer.play.models import Hand, Table
from scorer.play.services.shared import Actor, entered_values, next_number, save_line
from scorer.play.sheets import revision_values
from scorer.play.table_context import TableContext

MAX_WHY = Hand._meta.get_field("why").max_length


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
