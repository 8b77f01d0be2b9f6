"""What the pages and parts of a sheet show: their template contexts, and the responses made of them."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language

from scorer.db.snapshot import is_committed
from scorer.db.versioned_cache import VersionedCache, sized
from scorer.play import rights, selectors, services
from scorer.play.forms import EntryForm, fingerprint_of, new_key
from scorer.play.models import Hand, Table
from scorer.play.occasions import line_of
from scorer.play.phones import Link, path_of, reader_of
from scorer.play.rights import TableAct, TableRequest, may_in_templates
from scorer.play.selectors.knock_on import knock_on_effects_of_correction
from scorer.play.selectors.shares import gains, shares_of
from scorer.play.sheets.sheet import MAX_SHEETS
from scorer.play.table_context import TableContext
from scorer.web.forms import small_number

_next_forms: VersionedCache[tuple[EntryForm, str]] = VersionedCache("next forms", sized(MAX_SHEETS))


def reloaded(table: Table) -> Table:
    """Return the table as it is in the database now, with its club."""
    return Table.objects.select_related("club").get(pk=table.pk)


def may_add_hands(request: TableRequest, table: Table) -> bool:
    """Whether the reader may add hands."""
    return table.is_open and rights.may(request.roles, TableAct.ENTER, table)


def late_hands(request: TableRequest, table_context: TableContext) -> list[selectors.WaitingHand]:
    """Return the late hands if the reader may enter them."""
    return (
        selectors.waiting_hands(table_context)
        if rights.may(request.roles, TableAct.ARRANGE, table_context.table)
        else []
    )


def position_in(values: Mapping[str, str], table: Table) -> int | None:
    """Return the position in `of` whose own page sent the request, or None if the page shows the whole sheet."""
    position = small_number(values.get("of", "")) or 0
    return position if 1 <= position <= table.size else None


def posted_form(request: TableRequest, table_context: TableContext) -> EntryForm:
    """Return the bound form of the way of entry that was posted."""
    form: EntryForm = table_context.game.form_class(request.POST.get("way"))(request.POST, table_context=table_context)
    return form


def reader_context(request: TableRequest, table_context: TableContext) -> dict[str, Any]:
    """Return the table, what the reader may do, the objections, and what concerns the reader alone: the number of hands
    that they are asked to confirm, and the refusals of corrections that they asked for.

    `who_are_you` is the path where the holder of the phone can say who they are, if that is still unknown and hands
    wait for a reply.
    """
    table = table_context.table
    phone = request.phone
    reader = reader_of(phone, table, table_context.seats)
    waiting = [confirmation for confirmation in table_context.confirmations.values() if confirmation.waiting]
    asked = sum(map(reader.is_asked_about, waiting)) if reader else 0
    who_are_you = path_of(table, Link.ENTRY) if waiting and reader and reader.side is None else None
    return may_in_templates(request, table) | {
        "table_context": table_context,
        "table": table,
        "reader": reader,
        "asked": asked,
        "who_are_you": who_are_you,
        "objections": selectors.objections_to(table_context),
        "refusals": selectors.refusals_for(table_context, phone.player) if phone and phone.player else (),
    }


def sheet_context(request: TableRequest, table_context: TableContext) -> dict[str, Any]:
    """Return what stands around the rows of a sheet."""
    return reader_context(request, table_context) | {
        "totals": selectors.totals_of(table_context),
        "notices": selectors.notices_of(table_context),
    }


def entry_context(
    table_context: TableContext, form: EntryForm, outcome: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the context of play/entry.html. `ways` are the game's ways of entry: name, label, whether it is shown."""
    ways = table_context.game.entry_forms
    return {
        "table_context": table_context,
        "table": table_context.table,
        "form": form,
        "key": form.value_of("key"),
        "mark": form.fingerprint,
        "ways": [(way, other.way_label, way == form.way) for way, other in ways.items()] if len(ways) > 1 else [],
    } | (outcome or {})


def next_form_context(table_context: TableContext, way: str | None) -> dict[str, Any]:
    """Return the context of play/entry.html for the empty form of the next hand.

    All phones at the table share it, apart from its key. Since it is drawn without a request, it has nothing that only
    one of them may see.
    """
    form_class = table_context.game.form_class(way)

    def make(_before: Any) -> tuple[EntryForm, str]:
        form = form_class(table_context=table_context)
        return form, render_to_string("play/fields.html", entry_context(table_context, form))

    whose = table_context.table.pk, form_class, get_language()
    form, fields = _next_forms.get(whose, table_context.shown_version, make, store=is_committed())
    key = new_key()
    return entry_context(table_context, form) | {"fields": fields, "key": key, "mark": fingerprint_of(key)}


def outcome_context(table_context: TableContext, form: EntryForm, *, instead_of: int | None = None) -> dict[str, Any]:
    """Return the points and warnings for the values typed so far, or what is missing or wrong.

    `instead_of` is the number of the line that the form corrects.
    """
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
    shares = shares_of(table_context, table_context.sheet.outcome(form.entry, instead_of))
    return {
        "knock_on": knock_on_effects_of_correction(table_context, instead_of, form.entry) if instead_of else "",
        "row": selectors.Row(Hand(number=table_context.number), form.entry, chairs=tuple(table_context.chairs)),
        "shares": shares,
        "gains": gains(shares),
        "faults": "",
        "warnings": [(warning.code, table_context.problem_text(warning)) for warning in warnings],
        "seen": " ".join(sorted({warning.code for warning in warnings})),
    }


def has_unseen_warnings(table_context: TableContext, form: EntryForm, *, instead_of: int | None = None) -> bool:
    """Whether valid values have a warning that was not shown yet."""
    warnings = table_context.warnings(form.entry, instead_of=instead_of)
    return bool({warning.code for warning in warnings} - set(form.cleaned_data["seen"].split()))


def conflict_context(table_context: TableContext, conflict: services.Conflict) -> dict[str, Any]:
    """Return the context of play/conflict.html: the other hand, and who entered it."""
    context: dict[str, Any] = {"conflict": conflict}
    if conflict.hand:
        context["other"] = selectors.row_at(table_context, conflict.hand.number)
        context["by"] = selectors.author_of(conflict.hand, first=True)
    return context


def entry_response(
    request: TableRequest,
    table_context: TableContext,
    form: EntryForm,
    status: int,
    outcome: dict[str, Any] | None = None,
) -> HttpResponse:
    """Return the form by itself for htmx, and otherwise the page of the whole sheet with it."""
    if request.htmx:
        return render(request, "play/entry.html", entry_context(table_context, form, outcome), status=status)
    return sheet_response(request, table_context, form, outcome, status=status)


def sheet_response(
    request: TableRequest,
    table_context: TableContext,
    form: EntryForm | None,
    extra: dict[str, Any] | None = None,
    *,
    status: int = HTTPStatus.OK,
    values: EntryForm | None = None,
) -> HttpResponse:
    """Return the page of the whole sheet.

    `values` is a form that can no longer be saved, shown so that nothing typed is lost.
    """
    rows = selectors.rows_of(table_context)
    context = {
        "rows": rows,
        "chart": selectors.progress_of(table_context, rows),
        "variant": table_context.variant_text,
        "late": late_hands(request, table_context),
        "values": values,
        "part_of": line_of(table_context.table),
        **sheet_context(request, table_context),
        **(extra or {}),
    }
    if form:
        context |= entry_context(table_context, form)
    return render(request, "play/table.html", context, status=status)


class ConflictMiddleware:
    """Turn a Conflict that a view does not handle into a page that says what happened, with status 409."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, services.Conflict):
            return None
        context = {"text": exception.code.label, "table": exception.table}
        return render(request, "errors/409.html", context, status=HTTPStatus.CONFLICT)
