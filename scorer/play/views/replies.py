"""The hands as one side sees them: its own points, what it has confirmed, and what waits for its reply."""

from http import HTTPStatus
from typing import cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scorer.db.snapshot import snapshot_read
from scorer.play import selectors, services
from scorer.play.forms import ReplyForm, VoidForm
from scorer.play.models import Hand, Table
from scorer.play.phones import Phone
from scorer.play.rights import TableAct, TableRequest, table_view
from scorer.play.table_context import TableContext
from scorer.play.views import hands
from scorer.play.views.contexts import position_in, reader_context, reloaded, sheet_context


class SeenForm(forms.Form):
    """The id of the last Revision that the page showed."""

    seen = forms.IntegerField()


@require_GET
@table_view(TableAct.WATCH)
def own(request: TableRequest, table: Table, position: int) -> HttpResponse:
    """Show the sheet as the side at `position` sees it."""
    if not 1 <= position <= table.size:
        raise Http404
    table_context = TableContext(table)
    index = table_context.side_index(position)
    context = {
        **sheet_context(request, table_context),
        "of": position,
        "side": table_context.sides[index],
        "totals": selectors.totals_of(table_context)[index : index + 1],
        "rows": selectors.rows_for_side(selectors.rows_of(table_context), index),
    }
    return render(request, "play/own.html", context)


@require_POST
@table_view(TableAct.REPLY)
def reply(request: TableRequest, table: Table, number: int) -> HttpResponse:
    """Accept a hand, or object to it with a note. An htmx request gets the row back."""
    table_context, hand = hands.find(table, number)
    form = ReplyForm(request.POST, number=number)
    status = _reply(request, table_context, hand, form)
    refused = None if status == HTTPStatus.OK else form
    if refused is None and not request.htmx:
        return _redirect_back(request, table)
    return _current_row(request, table, number, refused, status)


def _reply(request: TableRequest, table_context: TableContext, hand: Hand, form: ReplyForm) -> int:
    if not form.is_valid():
        return HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        services.reply_to_hand(hand, by=cast("Phone", request.phone), **form.cleaned_data)
    except services.Refused as refused:
        hands.add_problems(form, table_context, refused)
        return HTTPStatus.UNPROCESSABLE_ENTITY
    except services.Conflict as conflict:
        form.add_error(None, conflict.code.label)
        return HTTPStatus.CONFLICT
    return HTTPStatus.OK


@snapshot_read()
def _current_row(
    request: TableRequest, table: Table, number: int, refused: ReplyForm | None, status: int
) -> HttpResponse:
    """Return the row as the requesting page shows it, or without htmx the page of the hand with any errors."""
    table = reloaded(table)
    if not request.htmx:
        table_context, hand = hands.find(table, number)
        return hands.page(request, table_context, hand, VoidForm(hand=hand), status=status, refused=refused)
    table_context, position = TableContext(table), position_in(request.POST, table)
    sides = table_context.sides
    row = selectors.row_at(table_context, number)
    if position:
        index = table_context.side_index(position)
        (row,), sides = selectors.rows_for_side([row], index), sides[index : index + 1]
    context = {
        "rows": (row,),
        "totals": sides,
        "of": position,
        "refused": refused,
        **reader_context(request, table_context),
    }
    return render(request, "play/rows.html", context, status=status)


@require_POST
@table_view(TableAct.REPLY)
def accept_all(request: TableRequest, table: Table) -> HttpResponse:
    form = SeenForm(request.POST)
    seen = form.cleaned_data["seen"] if form.is_valid() else 0
    accepted = services.accept_hands(table, by=cast("Phone", request.phone), seen=seen)
    text = ngettext("%(n)d hand is confirmed.", "%(n)d hands are confirmed.", accepted)
    messages.success(request, text % {"n": accepted} if accepted else _("There is no hand for you to confirm."))
    return _redirect_back(request, table)


def _redirect_back(request: TableRequest, table: Table) -> HttpResponse:
    position = position_in(request.POST, table)
    return redirect("play:own", table.pk, position) if position else redirect("play:table", table.pk)
