"""Saving the next hand, and the responses to a save."""

from dataclasses import replace
from functools import partial
from http import HTTPStatus
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
from scorer.play.models import Hand, Table
from scorer.play.rights import TableAct, TableRequest, table_view
from scorer.play.services import ConflictCode
from scorer.play.table_context import TableContext
from scorer.play.views.contexts import (
    conflict_context,
    entry_context,
    entry_response,
    has_unseen_warnings,
    outcome_context,
    posted_form,
    reader_context,
    reloaded,
    sheet_response,
)
from scorer.scoring import dump
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
    valid = form.is_valid()
    key = form.cleaned_data.get("key")
    if not rights.may(request.roles, TableAct.ENTER, table):
        return late_hand_response(request, form, key)
    same = small_number(request.POST.get("same"))
    hand = table.hands.filter(number=same).first() if same else None
    if hand:
        return respond_to_save(request, form, services.Saved(hand, repeated=True))
    asks = valid and has_unseen_warnings(table_context, form)
    other_writer = typed_by_somebody_else(request)
    late = id_number(form.late) if rights.may(request.roles, TableAct.ARRANGE, table) else None
    try:
        is_ruled = valid and table_context.game.rules.deal(form.entry) in table_context.ruled_deals
        if is_ruled and not late and not other_writer and not was_saved(table, key):
            return hand_in_ruled_deal(request, form, key)
        # `record_hand` finds a hand that was saved before by itself. Here it is looked up if that is not called.
        saved = services.saved_before(table, key) if asks or other_writer or not valid else None
        if other_writer and saved is None:
            return conflict_response(request, form, services.Conflict(ConflictCode.WRITER, table=table))
        if not valid:
            if saved:
                return respond_to_save(request, form, compared(request, saved, key))
            there = line_in_its_place(form)
            if there and (form.cleaned_data.get("number") or 0) <= table_context.sheet.last:
                return conflict_response(request, form, services.Conflict(ConflictCode.TAKEN, table=table, hand=there))
            context = outcome_context(table_context, form) | {"same_as": there and there.number}
            return entry_response(request, table_context, form, HTTPStatus.UNPROCESSABLE_ENTITY, context)
        if asks and saved is None:
            services.expect(table, form.cleaned_data["number"], form.cleaned_data["layout"])
            return entry_response(
                request,
                table_context,
                form,
                HTTPStatus.UNPROCESSABLE_ENTITY,
                outcome_context(table_context, form) | {"second_look": True},
            )
        save = partial(services.enter_late, late=late) if late else services.record_hand
        saved = save(
            table,
            form.entry,
            by=request.actor,
            key=key,
            number=form.cleaned_data.get("number"),
            layout=form.cleaned_data.get("layout"),
            dealer=form.cleaned_data.get("dealer"),
        )
    except services.Conflict as conflict:
        # The form may have been sent twice at once, and the other request was faster.
        key_is_taken = conflict.code in {ConflictCode.KEY, ConflictCode.HANDED_IN}
        saved = None if key_is_taken else services.saved_before(table, key)
        return respond_to_save(request, form, saved) if saved else conflict_response(request, form, conflict)
    return respond_to_save(request, form, saved)


def was_saved(table: Table, key: str | None) -> bool:
    """Whether this form has saved a hand. Handing one in does not count."""
    try:
        return services.saved_before(table, key) is not None
    except services.Conflict as conflict:
        return conflict.code != ConflictCode.HANDED_IN


def line_in_its_place(form: EntryForm) -> Hand | None:
    """Return the line that has the deal of this form, or any if all deals of the table are on the sheet."""
    hands, number = form.table_context.table.hands.counted(), form.cleaned_data.get("number") or 0
    for problem in form.problems:
        if problem.code == "deal_played":
            return hands.filter(deal=str(problem.params["deal"])).first()
        if problem.code == "all_deals_played":
            return hands.filter(number=number).first() or hands.last()
    return None


def typed_by_somebody_else(request: TableRequest) -> bool:
    """Whether the page was made for somebody else on this browser, whose hand must not be saved under another name."""
    writer = rights.writer_of(request)
    return request.POST.get("writer", writer) != writer


def compared(request: TableRequest, saved: services.Saved, key: str | None) -> services.Saved:
    """Return an earlier save with `differs` set if the hand had other values than those posted now.

    The posted values are judged as a correction of that hand: as the next hand they may be invalid, since each deal is
    played once.
    """
    table = saved.hand.table
    form = posted_form(request, TableContext(table, at=saved.hand.number))
    same = services.saved_before(table, key, {"entry": dump(form.entry)}) if form.is_valid() else None
    return same or replace(saved, differs=True)


def hand_in_ruled_deal(request: TableRequest, form: EntryForm, key: str | None) -> HttpResponse:
    """Hand in a hand whose deal has been ruled on meanwhile, and offer the next deal."""
    table = form.table_context.table
    services.hand_in(table, urlencode(form.typed), ruled=True, by=request.actor, key=key or new_key())
    message = _("The director has decided about this deal meanwhile. Your hand is with the director now.")
    if not request.htmx:
        messages.success(request, message)
        return redirect("play:table", table.pk)
    table_context = TableContext(reloaded(table))
    following = table_context.game.form_class(request.POST.get("way"))(table_context=table_context)
    return entry_response(request, table_context, following, HTTPStatus.OK, {"saved_text": message})


def late_hand_response(request: TableRequest, form: EntryForm, key: str | None) -> HttpResponse:
    """Respond to a phone whose table was closed while it was typing.

    The hand is on the sheet already, waits for the director, or can be handed in.
    """
    table = form.table_context.table
    message, problem = "", ""
    try:
        saved = services.saved_before(table, key)
        if saved:
            message = saved_text(saved, form.table_context.title_of(saved.hand))
        elif key and "hand_in" in request.POST and not typed_by_somebody_else(request):
            services.hand_in(table, urlencode(form.typed), by=request.actor, key=key)
            message = _("This hand is with the director now.")
    except services.Conflict as conflict:
        if conflict.code == ConflictCode.HANDED_IN:
            message = str(conflict.code.label)
        else:
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
    table, added, before = saved.hand.table, saved.added, form.table_context
    if saved.differs and form.undone:  # saved on another phone; these values may belong to the next hand
        return conflict_response(request, form, services.Conflict(ConflictCode.TAKEN, table=table, hand=saved.hand))
    if added is None:
        return repeated_response(request, saved)
    if table.layout != before.table.layout:  # there may be other people at the table
        return saved_response(request, saved, TableContext(table))
    return saved_response(request, saved, before.with_sheet(table, added.sheet, (saved.hand.pk, added.outcome)))


@snapshot_read()
def repeated_response(request: TableRequest, saved: services.Saved) -> HttpResponse:
    return saved_response(request, saved, TableContext(saved.hand.table))


def saved_response(request: TableRequest, saved: services.Saved, table_context: TableContext) -> HttpResponse:
    """Return the new row, the totals and an empty form for htmx, and otherwise a redirect to the sheet.

    `table_context` is the state after the save, or the current one.
    """
    message = saved_text(saved, table_context.title_of(saved.hand))
    if not request.htmx or "late" in request.POST:  # a late hand is also on a list on the page
        messages.success(request, message)
        sheet = reverse("play:table", args=[table_context.table.pk])
        return HttpResponseClientRedirect(sheet) if request.htmx else redirect(sheet)
    form = table_context.game.form_class(request.POST.get("way"))(table_context=table_context)
    context = entry_context(table_context, form) | {
        "saved": saved,
        "saved_text": message,
        "totals": selectors.totals_of(table_context),
        "notices": selectors.notices_of(table_context),
        "rows": (selectors.newest_row(table_context, saved.hand, saved.added),) if saved.added else (),
        **reader_context(request, table_context),
    }
    return render(request, "play/saved.html", context)


def saved_text(saved: services.Saved, title: str) -> str:
    hand = {"hand": title}
    if saved.differs:
        return (
            _("%(hand)s was already saved with other values, and those count. Correct them if they are wrong.") % hand
        )
    if saved.repeated:
        return _("%(hand)s was already saved.") % hand
    return _("%(hand)s is saved.") % hand


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
    if request.htmx:
        context |= entry_context(table_context, again) | {
            "totals": selectors.totals_of(table_context),
            "all_rows": selectors.rows_of(table_context),
            "notices": selectors.notices_of(table_context),
            **reader_context(request, table_context),
        }
        return render(request, "play/overtaken.html", context, status=HTTPStatus.CONFLICT)
    return sheet_response(
        request, table_context, again if table.is_open else None, context, status=HTTPStatus.CONFLICT, values=again
    )
