"""Saving the next hand, and the responses to a save."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from scorer.db.snapshot import snapshot_read
from scorer.play import phones, rights, selectors, services
from scorer.play.forms import EntryForm, new_key
from scorer.play.models import Table
from scorer.play.occasions import looks_turned
from scorer.play.rights import TableAct, TableRequest, table_view
from scorer.play.services import ConflictCode
from scorer.play.table_context import TableContext
from scorer.play.views.contexts import (
    conflict_context,
    entry_context,
    entry_response,
    has_unseen_warnings,
    next_form_context,
    outcome_context,
    posted_form,
    reloaded,
    sheet_context,
    sheet_response,
)
from scorer.web.forms import id_number, small_number


@require_POST
@table_view(TableAct.SAVE)
def record(request: TableRequest, table: Table) -> HttpResponse:
    """Save the next hand, or hand it in if the table has been closed or the deal has been ruled on meanwhile.

    A form that was saved before gets the response of that save again. A warning that nobody has seen is shown first.
    After a conflict, `same` is the number of the line that somebody else has entered for the same hand: nothing is
    saved, and the form is as after a save.
    """
    table_context = TableContext(table)
    form = posted_form(request, table_context)
    hand = typed_hand(request, form)
    if not rights.may(request.roles, TableAct.ENTER, table):
        return late_hand_response(request, form, hand)
    is_ruled = form.entry is not None and table_context.game.rules.deal(form.entry) in table_context.ruled_deals
    match services.save_typed(table, hand, is_ruled=is_ruled, by=request.actor):
        case services.Saved() as saved:
            return respond_to_save(request, form, saved)
        case services.HandedIn():
            return handed_in_response(request, table)
        case services.Prevented(conflict):
            return conflict_response(request, form, conflict)
        case services.Improbable():
            context: dict[str, Any] = {"second_look": True}
        case services.Faulty(instead):
            context = {"same_as": instead and instead.number}
    context |= outcome_context(table_context, form)
    return entry_response(request, table_context, form, HTTPStatus.UNPROCESSABLE_ENTITY, context)


def typed_hand(request: TableRequest, form: EntryForm) -> services.TypedHand:
    table_context = form.table_context
    valid, writer = form.is_valid(), rights.writer_of(request)
    sent = form.cleaned_data
    return services.TypedHand(
        entry=form.entry if valid else None,
        problems=form.problems,
        entry_at=lambda number: entry_at(request, table_context.table, number),
        typed=lambda: urlencode(form.typed),
        key=sent.get("key") or "",
        number=sent.get("number"),
        layout=sent.get("layout"),
        dealer=sent.get("dealer"),
        is_improbable=valid and has_unseen_warnings(table_context, form),
        by_another=request.POST.get("writer", writer) != writer,
        late=id_number(form.late) if rights.may(request.roles, TableAct.ARRANGE, table_context.table) else None,
        same=small_number(request.POST.get("same")),
    )


def entry_at(request: TableRequest, table: Table, number: int) -> Any:
    """Return what was typed as a correction of that line, or None if it is not valid there."""
    form = posted_form(request, TableContext(table, at=number))
    return form.entry if form.is_valid() else None


def handed_in_response(request: TableRequest, table: Table) -> HttpResponse:
    """Say that a hand whose deal has been ruled on meanwhile is with the director, and offer the next deal."""
    message = _("The director has already ruled on this. Your hand is with the director now.")
    if not request.htmx:
        messages.success(request, message)
        return redirect("play:table", table.pk)
    table_context = TableContext(reloaded(table))
    following = table_context.game.form_class(request.POST.get("way"))(table_context=table_context)
    return entry_response(request, table_context, following, HTTPStatus.OK, {"saved_text": message})


def late_hand_response(request: TableRequest, form: EntryForm, hand: services.TypedHand) -> HttpResponse:
    """Respond to a phone whose table was closed while it was typing.

    The hand is on the sheet already, waits for the director, or can be handed in.
    """
    table = form.table_context.table
    message, problem = "", ""
    match services.save_late(table, hand, hands_in="hand_in" in request.POST, by=request.actor):
        case services.Saved() as saved:
            message = saved_text(saved, form.table_context.title_of(saved.hand))
        case services.HandedIn(already):
            message = str(ConflictCode.HANDED_IN.label) if already else _("This hand is with the director now.")
        case services.Prevented(conflict):
            problem = str(conflict.code.label)
    context = {
        "table_context": form.table_context,
        "table": table,
        "values": form,
        "message": message,
        "problem": problem,
        "back_url": phones.back_url(request, table),
    }
    template = "play/hand_in.html" if request.htmx else "play/ended.html"
    return render(request, template, context, status=HTTPStatus.OK if message else HTTPStatus.CONFLICT)


def respond_to_save(request: TableRequest, form: EntryForm, saved: services.Saved) -> HttpResponse:
    """Respond to a save of this form, or to one that was saved before."""
    table, sheet, before = saved.hand.table, saved.sheet, form.table_context
    if saved.differs and form.undone:  # saved on another phone; these values may belong to the next hand
        return conflict_response(request, form, services.Conflict(ConflictCode.TAKEN, table=table, hand=saved.hand))
    if sheet is None:
        return repeated_response(request, saved)
    if table.layout != before.table.layout:  # there may be other people at the table
        return saved_response(request, saved, TableContext(table))
    return saved_response(request, saved, before.with_sheet(table, sheet))


@snapshot_read()
def repeated_response(request: TableRequest, saved: services.Saved) -> HttpResponse:
    return saved_response(request, saved, TableContext(saved.hand.table))


def saved_response(request: TableRequest, saved: services.Saved, table_context: TableContext) -> HttpResponse:
    """Return the new row, the totals and an empty form for htmx, and otherwise a redirect to the sheet.

    `table_context` is the state after the save, or the current one.
    """
    message = saved_text(saved, table_context.title_of(saved.hand))
    turned = looks_turned_to_the_other_side(saved, table_context)
    if not request.htmx or "late" in request.POST:  # a late hand is also on a list on the page
        messages.success(request, message)
        if turned:
            messages.warning(request, _("Was it the other side? If so, correct it."))
        sheet = reverse("play:table", args=[table_context.table.pk])
        return HttpResponseClientRedirect(sheet) if request.htmx else redirect(sheet)
    context = next_form_context(table_context, request.POST.get("way")) | {
        "saved": saved,
        "saved_text": message,
        "turned": turned,
        "rows": (selectors.newest_row(table_context, saved.hand, saved.sheet),) if saved.sheet else (),
        **sheet_context(request, table_context),
    }
    return render(request, "play/saved.html", context)


def looks_turned_to_the_other_side(saved: services.Saved, table_context: TableContext) -> bool:
    """Whether the table is asked about a hand that it has just saved. What others have is not said.

    It is asked with every response to this form, since the first one may have been lost, and never later.
    """
    table, number, sheet = saved.hand.table, saved.hand.number, table_context.sheet
    entry = None if saved.differs or not table.has_occasion else sheet.entry_at(number)
    if entry is None:
        return False
    points = sheet.outcome(entry, number).points
    declarers = table.config.rules.declarers(entry, table.size)
    return any(looks_turned(table, saved.hand.deal, seat, points[seat - 1]) for seat in declarers)


def saved_text(saved: services.Saved, title: str) -> str:
    hand = {"hand": title}
    if saved.differs:
        return (
            _("%(hand)s was already saved with other values, and those count. Correct them if they are wrong.") % hand
        )
    if saved.repeated:
        return _("%(hand)s was already saved.") % hand
    return _("%(hand)s is saved.") % hand


def two_results(table_context: TableContext, other: selectors.Row, typed: EntryForm) -> dict[str, Any]:
    """Return both results of a hand, which its two phones have typed differently, with the points of each side."""
    outcome = table_context.sheet.outcome(typed.entry, other.hand.number)
    names = [name for _side, name in table_context.sides]
    mine = [outcome.points[side[0] - 1] for side, _name in table_context.sides]
    return {
        "mine": typed,
        "results": [
            (other.entry, list(zip(names, other.points, strict=False))),
            (typed.entry, list(zip(names, mine, strict=True))),
        ],
    }


@snapshot_read()
def conflict_response(request: TableRequest, form: EntryForm, conflict: services.Conflict) -> HttpResponse:
    """Respond to a conflict: say what happened, keep the typed values, and offer the next number."""
    table = reloaded(form.table_context.table)
    table_context = TableContext(table)
    data = form.data.copy()  # type: ignore[attr-defined]  # a QueryDict
    data.update({"seen": ""})
    if conflict.code == ConflictCode.RESOLVED:
        data.pop("late")
    data["key"], data["number"], data["layout"] = new_key(), str(table_context.number), str(table.layout)
    again = type(form)(data, table_context=table_context)
    again.is_valid()
    context = conflict_context(table_context, conflict) | {"instead": form.data.get("key")}
    if conflict.hand and conflict.code == ConflictCode.TAKEN:
        beside = type(form)(form.data, table_context=TableContext(table, at=conflict.hand.number))
        context["same_as"] = conflict.hand.number
        context["same"] = beside.is_valid() and beside.entry == context["other"].entry
        if beside.entry is not None and not context["same"] and context["other"].entry is not None:
            context |= two_results(beside.table_context, context["other"], beside)
    if request.htmx:
        context |= entry_context(table_context, again) | {
            "all_rows": selectors.rows_of(table_context),
            **sheet_context(request, table_context),
        }
        return render(request, "play/overtaken.html", context, status=HTTPStatus.CONFLICT)
    return sheet_response(
        request, table_context, again if table.is_open else None, context, status=HTTPStatus.CONFLICT, values=again
    )
