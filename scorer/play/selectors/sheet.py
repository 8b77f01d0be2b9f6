"""The whole sheet with its totals, notices and chart."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorer.play.selectors.notices import Notices, notices_of
from scorer.play.selectors.rows import Row, rows_of
from scorer.play.selectors.totals import Total, totals_of
from scorer.play.table_context import TableContext
from scorer.web.charts import MAX_LINES, Chart, Series, line_chart


@dataclass(frozen=True, slots=True)
class SheetPage:
    totals: tuple[Total, ...]
    rows: tuple[Row, ...]
    """The newest come first."""
    notices: Notices
    progress: Chart | None


def sheet_page(table_context: TableContext) -> SheetPage:
    """Return the whole sheet, for a page load."""
    rows = rows_of(table_context)
    return SheetPage(totals_of(table_context), rows, notices_of(table_context), progress_of(table_context, rows))


def progress_of(table_context: TableContext, rows: Sequence[Row]) -> Chart | None:
    """Return a chart of the running totals of `rows`, the newest of which come first. None if no hand counts.

    A line that is no hand changes the totals after the hand that precedes it.
    """
    totals = {0: (0,) * len(table_context.sides)}
    for row in reversed(rows):
        if not row.hand.voided:
            totals[row.ordinal or max(totals)] = row.running
    if len(totals) == 1 or len(table_context.sides) > MAX_LINES:
        return None
    lines = [[running[index] for running in totals.values()] for index in range(len(table_context.sides))]
    series = [
        Series(total.name, line, total.narrow) for total, line in zip(totals_of(table_context), lines, strict=True)
    ]
    return line_chart("running-totals", _("Running totals"), at=tuple(totals), series=series, across=_("Hand"))
