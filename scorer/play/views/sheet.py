"""The sheet of a table, and the form for the next hand.

Both are on one page, `play/table.html`. Saving a hand by htmx returns only the empty form for the next hand, the new
row and the totals.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRedirect

from scorer.db.snapshot import snapshot_read
from scorer.live import publish_typing
from scorer.play import rights, selectors, services
from scorer.play.confirmations import reader_of
from scorer.play.elsewhere import elsewhere_if_corrected
from scorer.play.forms import EntryForm, key_of_undone, new_key
from scorer.play.models import Hand, Table
from scorer.play.phones import Link, path_of
from scorer.play.rights import TableAct, TableRequest, may_in_templates, table_view
from scorer.play.services import ConflictCode
from scorer.play.table_context import TableContext
from scorer.scoring import dump
from scorer.web.numbers import id_number, small_number

AHEAD = 12
"""The number of hands that a phone can type without a connection."""


def reader_context(request: TableRequest, table_context: TableContext) -> dict[str, Any]:
    """Return what the reader may do, what is disputed, and how many hands wait for their reply, or would if they said
    who they are.
    """
    table = table_context.table
    reader = reader_of(request.phone, table, table_context.seats)
    waiting = [confirmation for confirmation in table_context.confirmations.values() if confirmation.waiting]
    asked = sum(map(reader.is_asked_about, waiting)) if reader else 0
    who_are_you = path_of(table, Link.ENTRY) if waiting and reader and reader.side is None else None
    return may_in_templates(request, table) | {
        "reader": reader,
        "asked": asked,
        "who_are_you": who_are_you,
        "objections": selectors.objections_to(table_context),
    }


def position_in(values: Mapping[str, str], table: Table) -> int | None:
    """Return the position whose own page a request comes from, or None for the whole sheet."""
    position = small_number(values.get("of", "")) or 0
    return position if 1 <= position <= table.size else None


@require_GET
@table_view(TableAct.WATCH)
def show(request: TableRequest, table: Table) -> HttpResponse:
    """Show the sheet with a form.

    `?way=` asks for another form of the game, `?again=` for the values of an undone hand until another hand is played,
    and `?late=` for those of a late hand until it is entered.
    """
    table_context = TableContext(table)
    late = request.GET.get("late")
    if late and may_add_hands(request, table):
        handed_in = next((one for one in late_hands(request, table_context) if str(one.pk) == late), None)
        if handed_in:
            outcome = outcome_context(table_context, handed_in.form)
            return page(request, table_context, handed_in.form, outcome | {"handed_in": handed_in})
    again = request.GET.get("again")
    found = [
        played for played in table_context.sheet.played[-1:] if played[0].voided and str(played[0].number) == again
    ]
    line, undone = found[0] if found else (None, None)
    form_class = table_context.game.form_class(request.GET.get("way"), undone)
    initial = form_class.initial_of(undone) | {"key": key_of_undone(line.pk)} if line else None
    form = form_class(table_context=table_context, initial=initial) if may_add_hands(request, table) else None
    return page(request, table_context, form)


@require_GET
@table_view(TableAct.WATCH)
def progress(request: TableRequest, table: Table) -> HttpResponse:
    """Return the chart by itself, for a page that has saved a hand. The save does not wait for it."""
    table_context = TableContext(table)
    return render(
        request, "play/progress.html", {"chart": selectors.progress_of(table_context, selectors.rows_of(table_context))}
    )


@require_GET
@table_view(TableAct.WATCH)
def paper(request: TableRequest, table: Table) -> HttpResponse:
    """Return the sheet as on paper by itself. Neither the page of the sheet nor a save waits for it.

    Without htmx it is a page, which also says whose sheet it is.
    """
    table_context = TableContext(table)
    reader = reader_of(request.phone, table, table_context.seats)
    totals = selectors.totals_of(table_context)
    context = {"table_context": table_context, "table": table, "totals": totals, "reader": reader}
    if request.htmx:
        return render(request, "play/paper.html", context)
    context |= {
        "notices": selectors.notices_of(table_context),
        "variant": selectors.variant_text(table_context),
    }
    return render(request, "play/paper_page.html", context)


@require_GET
@table_view(TableAct.WATCH)
def changes(request: TableRequest, table: Table) -> HttpResponse:
    """Return what a phone with version `?since=` does not show yet: rows, totals and, with `?form`, an empty form.

    `?of=` is the position of the side whose page it is. The status is 204 if nothing has changed, and 205 if the phone
    should load the page because seats, rules or state have changed. Loading it would lose what is being typed, so with
    `?typed` the whole sheet is returned instead.
    """
    since = small_number(request.GET.get("since", ""))
    if since == table.version:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    table_context = TableContext(table)
    rows = selectors.rows_since(table_context, since)
    whole = rows is None
    if rows is None:
        if "typed" not in request.GET or not since or since > table.version:
            return HttpResponse(status=HTTPStatus.RESET_CONTENT)
        rows = selectors.rows_of(table_context)
    totals = selectors.totals_of(table_context)
    position = position_in(request.GET, table)
    if position:
        index = table_context.side_index(position)
        rows, totals = selectors.rows_for_side(rows, index), totals[index : index + 1]
    context = {
        "table_context": table_context,
        "table": table,
        "of": position,
        "totals": totals,
        "notices": selectors.notices_of(table_context),
        "rows": rows[::-1],
        "whole": whole,
        "variant": selectors.variant_text(table_context) if whole else "",
        **reader_context(request, table_context),
    }
    if "form" in request.GET and may_add_hands(request, table):
        context |= entry_context(
            table_context, table_context.game.form_class(request.GET.get("way"))(table_context=table_context)
        )
    return render(request, "play/changes.html", context)


@require_GET
@table_view(TableAct.WATCH)
def ahead(request: TableRequest, table: Table) -> HttpResponse:
    """Return empty forms for the hands after the next one, for a phone without a connection, but not for numbers up to
    `?have=`.
    """
    table_context = TableContext(table)
    form_class = table_context.game.form_class(request.GET.get("way"))
    have = small_number(request.GET.get("have", "")) or 0
    settings = islice(table_context.future_contexts(), AHEAD) if may_add_hands(request, table) else ()
    later = [form_class(table_context=one) for one in settings if one.number > have]
    return render(
        request,
        "play/ahead.html",
        entry_context(table_context, form_class(table_context=table_context)) | {"forms": later},
    )


@require_POST
@table_view(TableAct.ENTER)
def entry(request: TableRequest, table: Table) -> HttpResponse:
    """Return the form again with what was typed so far, for steps that need the server.

    These are a card played, a look at the points, and changed players at the table.
    """
    table_context = TableContext(table)
    data = request.POST.copy()
    data["layout"] = str(table.layout)
    form = table_context.game.form_class(data.get("way"))(data, table_context=table_context)
    context = outcome_context(table_context, form) | {"instead": data.get("instead")}
    if not table.is_open:
        context["news"] = ConflictCode(table.state).label
    elif request.POST.get("layout") != data["layout"]:
        context["news"] = _("The table was changed meanwhile. Check the names before you save.")
    if request.htmx:
        return render(request, "play/entry.html", entry_context(table_context, form, context))
    return page(request, table_context, form if table.is_open else None, context, values=form)


@require_POST
@table_view(TableAct.ENTER)
def preview(request: TableRequest, table: Table) -> HttpResponse:
    """Return the points of what was typed so far. The others at the table see that somebody is typing.

    They see the name of a player who holds a phone, but never a login.
    """
    table_context = TableContext(table)
    form = posted_form(request, table_context)
    publish_typing(table.pk, f"{form.fingerprint} {request.phone or ''}")
    context = {"table_context": table_context, "form": form, **outcome_context(table_context, form)}
    return render(request, "play/preview.html", context)


@require_POST
@table_view(TableAct.SAVE)
def record(request: TableRequest, table: Table) -> HttpResponse:
    table_context = TableContext(table)
    form = posted_form(request, table_context)
    valid = form.is_valid()
    key = form.cleaned_data.get("key")
    if not rights.may(request.roles, TableAct.ENTER, table):
        return late_hand_response(request, form, key)
    asks = valid and has_unseen_warnings(table_context, form)
    other_writer = typed_by_somebody_else(request)
    late = id_number(form.late) if rights.may(request.roles, TableAct.ARRANGE, table) else None
    try:
        settled = valid and table_context.game.rules.deal(form.entry) in table_context.settled_deals
        if settled and not late and not other_writer and not was_saved(table, key):
            return settled_response(request, form, key)
        # `record_hand` also finds a hand that was saved before. This looks it up in the cases that do not get there.
        saved = services.saved_before(table, key) if asks or other_writer or not valid else None
        if other_writer and saved is None:
            return conflict_response(request, form, services.Conflict(ConflictCode.WRITER, table=table))
        if not valid:
            if saved:
                return respond_to_save(request, form, compared(request, saved, key))
            return entry_response(
                request, table_context, form, HTTPStatus.UNPROCESSABLE_ENTITY, outcome_context(table_context, form)
            )
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


def compared(request: TableRequest, saved: services.Saved, key: str | None) -> services.Saved:
    """Say whether a hand that was saved before had other values than those posted now.

    They are judged as a correction of it: for the next hand they may be invalid, since a deal is played once.
    """
    table = saved.hand.table
    form = posted_form(request, TableContext(table, at=saved.hand.number))
    same = services.saved_before(table, key, {"entry": dump(form.entry)}) if form.is_valid() else None
    return same or replace(saved, differs=True)


def was_saved(table: Table, key: str | None) -> bool:
    """Whether a form has been used, other than to hand in a hand."""
    try:
        return services.saved_before(table, key) is not None
    except services.Conflict as conflict:
        return conflict.code != ConflictCode.HANDED_IN


def settled_response(request: TableRequest, form: EntryForm, key: str | None) -> HttpResponse:
    """Hand in a hand whose deal was settled meanwhile, and offer the next deal."""
    table = form.table_context.table
    services.hand_in(table, urlencode(form.typed), settled=True, by=request.actor, key=key or new_key())
    said = _("The director has decided about this deal meanwhile. Your hand is with the director now.")
    if not request.htmx:
        messages.success(request, said)
        return redirect("play:table", table.pk)
    table_context = TableContext(Table.objects.select_related("club", "season").get(pk=table.pk))
    following = table_context.game.form_class(request.POST.get("way"))(table_context=table_context)
    return entry_response(request, table_context, following, HTTPStatus.OK, {"saved_text": said})


def late_hand_response(request: TableRequest, form: EntryForm, key: str | None) -> HttpResponse:
    """Respond to a phone whose table was closed while it was typing.

    The hand is on the sheet already, waits for the director, or can be handed in.
    """
    table = form.table_context.table
    said, problem = "", ""
    try:
        saved = services.saved_before(table, key)
        if saved:
            said = saved_text(saved, form.table_context.title_of(saved.hand))
        elif key and "hand_in" in request.POST and not typed_by_somebody_else(request):
            services.hand_in(table, urlencode(form.typed), by=request.actor, key=key)
            said = _("This hand is with the director now.")
    except services.Conflict as conflict:
        if conflict.code == ConflictCode.HANDED_IN:
            said = str(conflict.code.label)
        else:
            problem = str(conflict.code.label)
    context = {"table_context": form.table_context, "table": table, "values": form, "said": said, "problem": problem}
    part = "play/came_late.html" if request.htmx else "play/ended.html"
    return render(request, part, context, status=HTTPStatus.OK if said else HTTPStatus.CONFLICT)


def late_hands(request: TableRequest, table_context: TableContext) -> list[selectors.LateHand]:
    """Return the late hands if the reader may enter them."""
    return (
        selectors.late_hands(table_context) if rights.may(request.roles, TableAct.ARRANGE, table_context.table) else []
    )


def may_add_hands(request: TableRequest, table: Table) -> bool:
    """Whether the reader may add hands."""
    return table.is_open and rights.may(request.roles, TableAct.ENTER, table)


def typed_by_somebody_else(request: TableRequest) -> bool:
    """Whether the page was made for somebody else on this browser, whose hand must not be saved under another name."""
    writer = rights.writer_of(request)
    return request.POST.get("writer", writer) != writer


def respond_to_save(request: TableRequest, form: EntryForm, saved: services.Saved) -> HttpResponse:
    """Respond to a save: by htmx with the new row, the totals and an empty form, otherwise with a redirect."""
    table, added, before = saved.hand.table, saved.added, form.table_context
    if saved.differs and form.undone:  # saved on another phone; these values may belong to the next hand
        return conflict_response(request, form, services.Conflict(ConflictCode.TAKEN, table=table, hand=saved.hand))
    if added is None:
        return repeated_response(request, saved)
    same_people = table.layout == before.table.layout
    if not same_people:
        return saved_response(request, saved, TableContext(table))
    return saved_response(request, saved, before.with_sheet(table, added.sheet, (saved.hand.pk, added.outcome)))


@snapshot_read()
def repeated_response(request: TableRequest, saved: services.Saved) -> HttpResponse:
    return saved_response(request, saved, TableContext(saved.hand.table))


def saved_response(request: TableRequest, saved: services.Saved, table_context: TableContext) -> HttpResponse:
    """`table_context` is the state after the save, or the current one."""
    said = saved_text(saved, table_context.title_of(saved.hand))
    if not request.htmx or "late" in request.POST:  # a late hand is also on a list on the page
        messages.success(request, said)
        sheet = reverse("play:table", args=[table_context.table.pk])
        return HttpResponseClientRedirect(sheet) if request.htmx else redirect(sheet)
    form = table_context.game.form_class(request.POST.get("way"))(table_context=table_context)
    context = entry_context(table_context, form) | {
        "saved": saved,
        "saved_text": said,
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
        return _("%(hand)s was saved already.") % hand
    return _("%(hand)s is saved.") % hand


@snapshot_read()
def conflict_response(request: TableRequest, form: EntryForm, conflict: services.Conflict) -> HttpResponse:
    """Respond to a conflict: say what happened, keep the typed values, and offer the next number."""
    table = Table.objects.select_related("club", "season").get(pk=form.table_context.table.pk)
    table_context = TableContext(table)
    data = form.data.copy()  # type: ignore[attr-defined]  # a QueryDict
    data.update({"seen": ""})
    if conflict.code == ConflictCode.SETTLED:
        data.pop("late")
    data["key"], data["number"], data["layout"] = new_key(), str(table_context.number), str(table.layout)
    again = type(form)(data, table_context=table_context)
    again.is_valid()
    context = conflict_context(table_context, conflict) | {"instead": form.data.get("key")}
    if request.htmx:
        found = selectors.sheet_page(table_context)
        context |= entry_context(table_context, again) | {
            "totals": found.totals,
            "all_rows": found.rows,
            "notices": found.notices,
            **reader_context(request, table_context),
        }
        return render(request, "play/overtaken.html", context, status=HTTPStatus.CONFLICT)
    return page(
        request, table_context, again if table.is_open else None, context, status=HTTPStatus.CONFLICT, values=again
    )


def conflict_context(table_context: TableContext, conflict: services.Conflict) -> dict[str, Any]:
    """Return the context of play/conflict.html: the other hand, and who entered it."""
    context: dict[str, Any] = {"conflict": conflict}
    if conflict.hand:
        context["other"] = selectors.rows_of(table_context, only=conflict.hand.number)[0]
        context["by"] = selectors.author_of(services.first_revision(conflict.hand))
    return context


def posted_form(request: TableRequest, table_context: TableContext) -> EntryForm:
    form: EntryForm = table_context.game.form_class(request.POST.get("way"))(request.POST, table_context=table_context)
    return form


def outcome_context(table_context: TableContext, form: EntryForm, *, instead_of: int | None = None) -> dict[str, Any]:
    """Return the points and warnings of a form so far, or what is still missing."""
    form.is_valid()
    if form.entry is None:
        missing = [problem for problem in form.problems if form.is_missing(problem)]
        wrong = [problem for problem in form.problems if problem not in missing]
        return {
            "warnings": (),
            "missing": [form.label_of(problem) for problem in missing],
            "wrong": [*map(table_context.problem_text, wrong), *form.ill_typed],
            "faults": " ".join(form.errors),
        }
    warnings = table_context.warnings(form.entry, instead_of=instead_of)
    shares = table_context.shares(table_context.outcome(form.entry, instead_of=instead_of))
    return {
        "elsewhere": elsewhere_if_corrected(table_context, instead_of, form.entry) if instead_of else "",
        "row": selectors.Row(Hand(number=table_context.number), form.entry, chairs=tuple(table_context.chairs)),
        "shares": shares,
        "gains": table_context.gains(shares),
        "faults": "",
        "warnings": [(warning.code, table_context.problem_text(warning)) for warning in warnings],
        "seen": " ".join(sorted({warning.code for warning in warnings})),
    }


def has_unseen_warnings(table_context: TableContext, form: EntryForm, *, instead_of: int | None = None) -> bool:
    """Whether valid values have a warning that was not shown yet."""
    warnings = table_context.warnings(form.entry, instead_of=instead_of)
    return bool({warning.code for warning in warnings} - set(form.cleaned_data["seen"].split()))


def entry_context(
    table_context: TableContext, form: EntryForm, outcome: dict[str, Any] | None = None
) -> dict[str, Any]:
    ways = table_context.game.entry_forms
    return {
        "table_context": table_context,
        "table": table_context.table,
        "form": form,
        "ways": [(way, other.way_label, way == form.way) for way, other in ways.items()] if len(ways) > 1 else [],
    } | (outcome or {})


def entry_response(
    request: TableRequest,
    table_context: TableContext,
    form: EntryForm,
    status: int,
    outcome: dict[str, Any] | None = None,
) -> HttpResponse:
    if request.htmx:
        return render(request, "play/entry.html", entry_context(table_context, form, outcome), status=status)
    return page(request, table_context, form, outcome, status=status)


def page(
    request: TableRequest,
    table_context: TableContext,
    form: EntryForm | None,
    extra: dict[str, Any] | None = None,
    *,
    status: int = HTTPStatus.OK,
    values: EntryForm | None = None,
) -> HttpResponse:
    """Return the whole sheet. `values` is a form that can no longer be saved, shown so that nothing typed is lost."""
    found = selectors.sheet_page(table_context)
    table = table_context.table
    context = {
        "table_context": table_context,
        "table": table,
        "totals": found.totals,
        "rows": found.rows,
        "notices": found.notices,
        "chart": found.progress,
        "variant": selectors.variant_text(table_context),
        "late": late_hands(request, table_context),
        "values": values,
        **reader_context(request, table_context),
    } | (extra or {})
    if form:
        context |= entry_context(table_context, form)
    return render(request, "play/table.html", context, status=status)
