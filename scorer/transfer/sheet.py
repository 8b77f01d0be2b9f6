"""The sheet of a table as rows and columns for a spreadsheet."""

from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.names import join_names
from scorer.play import selectors
from scorer.play.models import Table
from scorer.play.result.settlement import result_of
from scorer.play.sheets.confirmations import Confirmation
from scorer.play.table_context import TableContext
from scorer.registry.words import labelled
from scorer.web.spreadsheet import Cell


def title(table_context: TableContext) -> str:
    params = {"number": table_context.table.number, "game": table_context.game.title}
    return _("Table %(number)s · %(game)s") % params + f" · {timezone.localdate(table_context.table.opened_at)}"


def header(table_context: TableContext) -> list[str]:
    """Return the heads of the columns. A file is read away from the table, so it has the whole names of the players."""
    whole = [chair.player for chair in table_context.chairs]
    names = [
        name if table_context.game.side_names else join_names((whole[seat - 1] for seat in side), " & ")
        for side, name in table_context.sides
    ]
    return [
        _("Number"),
        _("Dealer"),
        _("Played"),
        *names,
        *(_("%(name)s, total") % {"name": name} for name in names),
        _("Remark"),
    ]


def rows(table_context: TableContext) -> Iterator[Sequence[Cell]]:
    """Yield the lines in order, with points and running totals by side. A line that does not count has neither."""
    for row in reversed(selectors.rows_of(table_context)):
        dealer = next((chair.name or chair.player for chair in row.chairs if chair.position == row.hand.dealer), None)
        yield (
            row.ordinal,
            dealer,
            selectors.describe(table_context, row.hand, row.entry, row.chairs).text,
            *(row.points or [None] * len(table_context.sides)),
            *(row.running or [None] * len(table_context.sides)),
            _remark(table_context, row),
        )


def settlement(table_context: TableContext) -> Iterator[Sequence[Cell]]:
    """Yield lines that say how the sitting ended and who pays whom, below the sheet of a closed table."""
    if table_context.table.state != Table.State.CLOSED:
        return
    result = result_of(table_context)
    amounts = [labelled(person.name, amount) for person, amount in result.shown_people]
    payments = result.payments_in_words or [_("All are level: nobody pays.")]
    points = [None] * (2 * len(table_context.sides) + 1)
    notices = ("", *result.notices) if result.notices else ()
    for text in (*notices, "", _("Settlement"), *payments, *amounts, result.explanation):
        yield (None, None, text, *points)


def _remark(table_context: TableContext, row: selectors.Row) -> str:
    remarks = [_("does not count")] if row.hand.voided else []
    if row.correction:
        remarks.append(labelled(_("corrected"), row.correction.why) if row.correction.why else _("corrected"))
    if row.confirmation:
        remarks.append(_replies(row.confirmation, table_context.table))
    return ", ".join(remarks)


def _replies(confirmation: Confirmation, table: Table) -> str:
    if confirmation.objections:
        return " · ".join(
            " ".join([_("objection"), labelled(reply.player, reply.note)]) for reply in confirmation.objections
        )
    if confirmation.confirmed:
        return " ".join([_("confirmed"), _("by %(names)s") % {"names": confirmation.accepted_by}])
    return _("to be confirmed") if table.is_open else _("not confirmed")
