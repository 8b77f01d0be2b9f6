"""One line of the sheet: why it scored as it did, its history, and changes to it."""

import operator
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from scorer.club.rights import ClubRequest
from scorer.db.snapshot import snapshot_read
from scorer.play import selectors, services
from scorer.play.forms import AdjustmentForm, CorrectionWhyForm, EntryForm, ReplyForm, VoidForm, WhyForm, new_key
from scorer.play.models import Hand, Table
from scorer.play.rights import TableAct, TableRequest, actor_of, table_view
from scorer.play.selectors.knock_on import knock_on_effects
from scorer.play.selectors.shares import Share, shares_of
from scorer.play.table_context import TableContext
from scorer.play.views.contexts import (
    conflict_context,
    has_unseen_warnings,
    may_add_hands,
    next_form_context,
    outcome_context,
    reader_context,
    reloaded,
    sheet_context,
)
from scorer.scoring import load


@require_GET
@table_view(TableAct.WATCH)
def show(request: TableRequest, table: Table, number: int) -> HttpResponse:
    table_context, hand = find(table, number)
    return page(request, table_context, hand, VoidForm(hand=hand))


def page(
    request: TableRequest,
    table_context: TableContext,
    hand: Hand,
    count: VoidForm,
    *,
    status: int = HTTPStatus.OK,
    refused: ReplyForm | None = None,
) -> HttpResponse:
    """Return the page of a line, or for htmx its explanation only.

    `count` is the form for voiding or restoring it, and `refused` a reply that was refused.
    """
    row = selectors.row_at(table_context, hand.number)
    asks = hand.replies.open_requests().select_related("player") if row.hand.asked else ()
    load_entry = partial(load, table_context.game.rules.Entry)
    context = {
        "hand": hand,
        "row": row,
        "requests": [(ask, None if ask.entry is None else load_entry(ask.entry)[0]) for ask in asks],
        "shares": shares_of_line(table_context, hand),
        "history": selectors.history_of(hand, table_context),
        "count": count,
        "refused": refused,
        **reader_context(request, table_context),
    }
    return render(request, "play/hand_why.html" if request.htmx else "play/hand.html", context, status=status)


def find(table: Table, number: int) -> tuple[TableContext, Hand]:
    """Return line `number` of a table with the context of that line, or raise Http404."""
    hand = table.hands.filter(number=number).first()
    if hand is None:
        raise Http404
    hand.table = table
    return TableContext(table, at=number), hand


def shares_of_line(table_context: TableContext, hand: Hand) -> list[Share]:
    """Return the shares of a hand. A voided hand and a line that is no hand have none."""
    entry = table_context.sheet.entry_at(hand.number)
    return shares_of(table_context, table_context.sheet.outcome(entry, hand.number)) if entry is not None else []


@require_http_methods(["GET", "POST"])
@table_view(TableAct.CORRECT)
def correct(request: TableRequest, table: Table, number: int) -> HttpResponse:
    """Show the entry form with the hand's values and a field for the reason.

    With `here`, the form takes the place of the entry form on the sheet, and saving returns what has changed there. So
    does it with `mine`, posted by a phone that has typed another result of the hand: the form has that result.
    """
    correction = try_to_correct(request, *find(table, number))
    here = bool(request.htmx) and not {"here", "mine"}.isdisjoint(request.POST or request.GET)
    if correction.saved:
        message = corrected_text(correction, correction.saved)
        if here and may_add_hands(request, correction.saved.hand.table):
            return corrected_here(request, correction.saved.hand, message)
        messages.success(request, message)
        return HttpResponseClientRedirect(sheet_url(table)) if here else redirect("play:table", table.pk)
    template = "play/correct_here.html" if here else correction.template
    return render(request, template, correction.context, status=correction.status)


def sheet_url(table: Table) -> str:
    return reverse("play:table", args=[table.pk])


@snapshot_read()
def corrected_here(request: TableRequest, hand: Hand, message: str) -> HttpResponse:
    """Return the form for the next hand and what the correction has changed on the sheet: its line, and the running
    totals of all later lines.
    """
    table_context = TableContext(hand.table)
    rows = selectors.rows_of(table_context)
    context = next_form_context(table_context, None) | {
        "message": message,
        "rows": [row for row in rows if hand.number <= row.hand.number <= table_context.sheet.last],
        **sheet_context(request, table_context),
    }
    return render(request, "play/corrected.html", context)


def is_submitted(request: HttpRequest) -> bool:
    """Whether the values should be saved, and not only be shown: again, because the user has gone back to the form, or
    as a correction of what somebody else has typed.
    """
    return request.method == "POST" and {"back", "mine"}.isdisjoint(request.POST)


def status_of(request: HttpRequest) -> int:
    return HTTPStatus.UNPROCESSABLE_ENTITY if is_submitted(request) else HTTPStatus.OK


@dataclass(frozen=True, slots=True)
class Correction:
    """A line of the sheet with the form that corrects it. `saved` is set once the correction has been made."""

    table_context: TableContext
    hand: Hand
    form: EntryForm | AdjustmentForm
    why: WhyForm | None = None
    """The form for the reason, or None for a line that is no hand, whose reason is a field of `form`."""
    outcome: dict[str, Any] | None = None
    """The points that the values would score (`outcome_context`), if they are shown."""
    second_look: bool = False
    overtaken: dict[str, Any] = field(default_factory=dict)
    """What was changed while the correction was typed, for play/conflict.html."""
    status: int = HTTPStatus.OK
    saved: services.Saved | None = None

    @property
    def template(self) -> str:
        """The page of the correction."""
        return "play/correct.html" if self.hand.is_played else "play/adjust.html"

    @property
    def context(self) -> dict[str, Any]:
        return {
            **(self.outcome or {}),
            **self.overtaken,
            "table_context": self.table_context,
            "table": self.table_context.table,
            "hand": self.hand,
            "title": self.table_context.title_of(self.hand),
            "form": self.form,
            "why": self.why,
            "second_look": self.second_look,
            "correcting": True,
        }


def try_to_correct(
    request: ClubRequest,
    table_context: TableContext,
    hand: Hand,
    make: Callable[[Callable[[], services.Saved]], services.Saved] = operator.call,
) -> Correction:
    """Show the form of a correction or save what was posted, at the table and in the admin site alike.

    `make` makes the change: at once, or after its effect has been confirmed (`ChangePreview`).
    """
    played = hand.is_played
    form = (correction_form if played else adjustment_form)(request, table_context, hand)
    posted = None if "mine" in request.POST else request.POST or None
    why = CorrectionWhyForm(posted, initial={"basis": hand.version}) if played else None
    correction = Correction(table_context, hand, form, why, status=status_of(request))
    if "mine" in request.POST and isinstance(form, EntryForm):
        return replace(correction, outcome=outcome_context(table_context, form, instead_of=hand.number))
    if not (is_submitted(request) and form.is_valid() and (why is None or why.is_valid())):
        return correction
    if isinstance(form, EntryForm):
        correction = replace(correction, outcome=outcome_context(table_context, form, instead_of=hand.number))
        if has_unseen_warnings(table_context, form, instead_of=hand.number):
            return replace(correction, second_look=True)
        correct = partial(services.correct_hand, hand, form.entry, dealer=form.cleaned_data.get("dealer"))
    else:
        correct = partial(services.correct_adjustment, hand, form.points)
    said = (why or form).cleaned_data
    sent = {"why": said["why"], "basis": said["basis"], **{name: form.cleaned_data[name] for name in ("key", "layout")}}
    try:
        return replace(correction, saved=make(partial(correct, by=actor_of(request), **sent)))
    except services.Refused as refused:
        add_problems(why or form, table_context, refused)
        return correction
    except services.Conflict as conflict:
        table_now, data, overtaken = state_after_conflict(request, hand, conflict)
        return replace(
            correction,
            table_context=table_now,
            form=type(form)(data, table_context=table_now),
            why=CorrectionWhyForm(data) if why else None,
            overtaken=overtaken,
            status=HTTPStatus.CONFLICT,
        )


def correction_form(request: HttpRequest, table_context: TableContext, hand: Hand) -> EntryForm:
    entry = table_context.game.hand_model.objects.get(hand=hand).entry
    form_class: type[EntryForm] = table_context.game.form_class(
        request.POST.get("way") or request.GET.get("way"), entry
    )
    initial = {**form_class.initial_of(entry), "number": hand.number, "key": new_key()}
    data: QueryDict | None = request.POST if request.method == "POST" else None
    if "mine" in request.POST:
        data = posted_with(request, number=hand.number, key=new_key(), layout=table_context.table.layout)
    return form_class(data, table_context=table_context, initial=initial)


@require_POST
@table_view(TableAct.CORRECT)
def preview(request: TableRequest, table: Table, number: int) -> HttpResponse:
    return preview_response(request, *find(table, number))


def preview_response(request: ClubRequest, table_context: TableContext, hand: Hand) -> HttpResponse:
    form = correction_form(request, table_context, hand)
    outcome = outcome_context(table_context, form, instead_of=hand.number)
    context = {"table_context": table_context, "form": form, "correcting": True, **outcome}
    return render(request, "play/preview.html", context)


def adjustment_form(request: ClubRequest, table_context: TableContext, hand: Hand) -> AdjustmentForm:
    shown = {**AdjustmentForm.initial_of(table_context, hand.points or []), "why": hand.why, "number": hand.number}
    return AdjustmentForm(request.POST or None, table_context=table_context, initial=shown | {"basis": hand.version})


def posted_with(request: HttpRequest, **values: Any) -> QueryDict:
    """Return the posted data with other values for some fields."""
    data = request.POST.copy()
    for name, value in values.items():
        data[name] = str(value)
    return data


@snapshot_read()
def state_after_conflict(
    request: ClubRequest, hand: Hand, conflict: services.Conflict
) -> tuple[TableContext, QueryDict, dict[str, Any]]:
    """Return the current table, the posted data for a new form of it, and what has happened."""
    table = reloaded(hand.table)
    table_context = TableContext(table, at=hand.number)
    other = selectors.row_at(table_context, hand.number)
    data = posted_with(request, basis=other.hand.version, layout=table.layout)
    return table_context, data, {"conflict": conflict, "other": other, "by": selectors.author_of(hand)}


def corrected_text(correction: Correction, saved: services.Saved) -> str:
    """Return a message about the correction, with the title that the line had before it and the knock-on effects."""
    if saved.repeated:
        return _("Nothing has changed.")
    before, after = correction.table_context, TableContext(saved.hand.table)
    text = _("%(hand)s is corrected.") % {"hand": before.title_of(saved.hand)}
    return f"{text} {knock_on_effects(before, after.sheet, saved.hand.number)}".rstrip()


def add_problems(form: Any, table_context: TableContext, refused: services.Refused) -> None:
    """Add problems that a service refused to the form's fields."""
    for problem in refused.problems:
        form.add_error(problem.field if problem.field in form.fields else None, table_context.problem_text(problem))


@require_POST
@table_view(TableAct.CORRECT)
def void(request: TableRequest, table: Table, number: int) -> HttpResponse:
    return set_voided(request, table, number, services.void_hand)


@require_POST
@table_view(TableAct.CORRECT)
def restore(request: TableRequest, table: Table, number: int) -> HttpResponse:
    return set_voided(request, table, number, services.restore_hand)


def set_voided(request: TableRequest, table: Table, number: int, change: Callable[..., Hand]) -> HttpResponse:
    """Void or restore a hand, with the reason that was posted."""
    table_context, hand = find(table, number)
    form = VoidForm(request.POST, hand=hand)
    if not form.is_valid():
        return page(request, table_context, hand, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    report_voided(request, change(hand, by=actor_of(request), why=form.cleaned_data["why"]), table_context)
    return redirect("play:table", table.pk)


def report_voided(request: HttpRequest, hand: Hand, before: TableContext) -> None:
    """Tell the user that a hand was voided, by the title it had before, or restored, and the knock-on effects."""
    after = TableContext(hand.table)
    if hand.voided:
        text = _("%(hand)s no longer counts.") % {"hand": before.title_of(hand)}
    else:
        text = _("%(hand)s counts again.") % {"hand": after.title_of(hand)}
    messages.success(request, f"{text} {knock_on_effects(before, after.sheet, hand.number)}".rstrip())


@require_POST
@table_view(TableAct.ENTER)
def undo(request: TableRequest, table: Table, number: int) -> HttpResponse:
    """Undo the hand that was just saved, and offer its values again."""
    table_context, hand = find(table, number)
    services.undo_hand(hand, by=actor_of(request))
    message = _("%(hand)s is undone. Its values are in the form again.")
    messages.success(request, message % {"hand": table_context.title_of(hand)})
    return redirect(f"{sheet_url(table)}?again={number}")


@require_http_methods(["GET", "POST"])
@table_view(TableAct.ENTER)
def adjust(request: TableRequest, table: Table) -> HttpResponse:
    table_context = TableContext(table)
    form = AdjustmentForm(request.POST or None, table_context=table_context)
    context: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        try:
            services.record_adjustment(
                table,
                form.points,
                why=form.cleaned_data["why"],
                by=actor_of(request),
                key=form.cleaned_data["key"],
                number=form.cleaned_data["number"],
                layout=form.cleaned_data["layout"],
            )
        except services.Refused as refused:
            add_problems(form, table_context, refused)
        except services.Conflict as conflict:
            table = reloaded(table)
            table_context = TableContext(table)
            fresh = {"key": new_key(), "number": table_context.number, "layout": table.layout}
            form = AdjustmentForm(posted_with(request, **fresh), table_context=table_context)
            context = conflict_context(table_context, conflict)
        else:
            messages.success(request, _("The adjustment is on the sheet."))
            return redirect("play:table", table.pk)
    context |= {"table_context": table_context, "table": table, "form": form}
    return render(
        request,
        "play/adjust.html",
        context,
        status=HTTPStatus.CONFLICT if "conflict" in context else status_of(request),
    )
