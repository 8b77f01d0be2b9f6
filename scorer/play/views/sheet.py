"""The sheet of a table, whole and in parts. The form for the next hand is on the same page (play/table.html)."""

from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scorer.play import selectors
from scorer.play.forms import key_of_undone
from scorer.play.models import Table
from scorer.play.rights import TableAct, TableRequest, table_view
from scorer.play.table_context import TableContext
from scorer.play.views.contexts import (
    late_hands,
    may_add_hands,
    next_form_context,
    outcome_context,
    position_in,
    sheet_context,
    sheet_response,
)
from scorer.web.forms import small_number


@require_GET
@table_view(TableAct.WATCH)
def show(request: TableRequest, table: Table) -> HttpResponse:
    """Show the sheet with a form.

    `?way=` asks for another form of the game, `?again=` for the values of an undone hand until another hand is played,
    and `?late=` for those of a late hand until it is entered.
    """
    table_context = TableContext(table)
    if not may_add_hands(request, table):
        return sheet_response(request, table_context, None)
    wanted = request.GET.get("late")
    late = (
        next((hand for hand in late_hands(request, table_context) if str(hand.row.pk) == wanted), None)
        if wanted
        else None
    )
    if late:
        context = outcome_context(table_context, late.form) | {"handed_in": late}
        return sheet_response(request, table_context, late.form, context)
    line, entry = table_context.sheet.played[-1] if table_context.sheet.played else (None, None)
    if line and line.voided and str(line.number) == request.GET.get("again"):
        form_class = table_context.game.form_class(request.GET.get("way"), entry)
        initial = form_class.initial_of(entry) | {"key": key_of_undone(line.pk)}
    else:
        form_class, initial = table_context.game.form_class(request.GET.get("way")), None
    return sheet_response(request, table_context, form_class(table_context=table_context, initial=initial))


@require_GET
@table_view(TableAct.WATCH)
def progress(request: TableRequest, table: Table) -> HttpResponse:
    """Return the chart of the running totals by itself. A page fetches it after a save, which does not wait for it."""
    table_context = TableContext(table)
    return render(
        request, "play/progress.html", {"chart": selectors.progress_of(table_context, selectors.rows_of(table_context))}
    )


@require_GET
@table_view(TableAct.WATCH)
def paper(request: TableRequest, table: Table) -> HttpResponse:
    """Return the record that players keep on paper, by itself. Neither the page of the sheet nor a save waits for it.

    Without htmx, it is a page of its own, with names, totals and house rules.
    """
    table_context = TableContext(table)
    context = sheet_context(request, table_context) | {"variant": table_context.variant_text}
    return render(request, "play/paper.html" if request.htmx else "play/paper_page.html", context)


@require_GET
@table_view(TableAct.WATCH)
def changes(request: TableRequest, table: Table) -> HttpResponse:
    """Return what a page with version `?since=` does not show yet: rows, totals and, with `?form`, an empty form.

    `?of=` is the position whose own page it is. The status is 204 if nothing has changed, and 205 if the page must be
    reloaded because seats, rules or state have changed. Reloading would lose what is being typed, so with `?typed` the
    response is the whole sheet instead. With `?back`, a page that another one sent here goes back there when the table
    is closed, as if it had no right to stay (410).
    """
    since = small_number(request.GET.get("since", ""))
    if since == table.version:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    if "back" in request.GET and not table.is_open:
        return HttpResponse(status=HTTPStatus.GONE)
    table_context = TableContext(table)
    rows = selectors.rows_since(table_context, since)
    whole = rows is None
    if rows is None:
        if "typed" not in request.GET or not since or since > table.version:
            return HttpResponse(status=HTTPStatus.RESET_CONTENT)
        rows = selectors.rows_of(table_context)
    context, position = sheet_context(request, table_context), position_in(request.GET, table)
    if position:
        index = table_context.side_index(position)
        rows, context["totals"] = selectors.rows_for_side(rows, index), context["totals"][index : index + 1]
    variant = table_context.variant_text if whole else ""
    context |= {"of": position, "rows": rows[::-1], "whole": whole, "variant": variant}
    if "form" in request.GET and may_add_hands(request, table):
        context |= next_form_context(table_context, request.GET.get("way"))
    return render(request, "play/changes.html", context)
