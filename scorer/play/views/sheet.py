"""The sheet of a table and the hand that is being typed into it.

One page, `play/table.html`; a save by htmx gets back only the empty form of the next hand, the new row and the totals.
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

from scorer.db.moment import one_moment
from scorer.live import whisper
from scorer.play import rights, selectors, services
from scorer.play.answers import reader_of
from scorer.play.forms import EntryForm, key_again, new_key
from scorer.play.middleware import SENTENCES
from scorer.play.models import Hand, Table
from scorer.play.phones import Link, path_of
from scorer.play.rights import TableAct, TableRequest, may_in_templates, table_view
from scorer.play.setting import Setting
from scorer.registry.words import field_text
from scorer.web.numbers import id_number, small_number

UNPROCESSABLE, CONFLICT = 422, 409

AHEAD = 12
"""Hands that a phone can go on typing without a connection."""


def reading(request: TableRequest, setting: Setting) -> dict[str, Any]:
    """What whoever reads a sheet may do there, and how many hands wait for their answer, or would if they said who they
    are."""
    table = setting.table
    reader = reader_of(request.phone, table, setting.seats)
    waiting = [answers for answers in setting.answers.values() if answers.waiting]
    asked = sum(map(reader.is_asked, waiting)) if reader else 0
    who_are_you = path_of(table, Link.ENTRY) if waiting and reader and reader.side is None else None
    return may_in_templates(request, table) | {"reader": reader, "asked": asked, "who_are_you": who_are_you}


def position_in(values: Mapping[str, str], table: Table) -> int | None:
    """Whose own page a request comes from; None for the whole sheet."""
    position = small_number(values.get("of", "")) or 0
    return position if 1 <= position <= table.size else None


@require_GET
@table_view(TableAct.WATCH)
def show(request: TableRequest, table: Table) -> HttpResponse:
    """`?way=` asks for another way of entry, `?again=` for the values of an undone hand, until another one has been
    played instead, `?late=` for those of a hand that was handed in, until it has been entered."""
    setting = Setting(table)
    late = request.GET.get("late")
    if late and takes_hands(request, table):
        handed_in = next((one for one in late_hands(request, setting) if str(one.pk) == late), None)
        if handed_in:
            outcome = shown_outcome(setting, handed_in.form)
            return page(request, setting, handed_in.form, outcome | {"handed_in": handed_in})
    again = request.GET.get("again")
    found = [played for played in setting.sheet.played[-1:] if played[0].voided and str(played[0].number) == again]
    line, undone = found[0] if found else (None, None)
    form_class = setting.game.form_class(request.GET.get("way"), undone)
    initial = form_class.initial_of(undone) | {"key": key_again(line.pk)} if line else None
    form = form_class(setting=setting, initial=initial) if takes_hands(request, table) else None
    return page(request, setting, form)


@require_GET
@table_view(TableAct.WATCH)
def progress(request: TableRequest, table: Table) -> HttpResponse:
    """The chart by itself, for a page that has saved a hand since: the save does not wait for it."""
    setting = Setting(table)
    return render(request, "play/progress.html", {"chart": selectors.progress_of(setting, selectors.rows_of(setting))})


@require_GET
@table_view(TableAct.WATCH)
def changes(request: TableRequest, table: Table) -> HttpResponse:
    """What a phone that has version `?since=` does not show yet: rows, totals and, with `?form`, an empty form; with
    `?of=` as the side at that position sees them.

    204 where it has everything; 205 where it had better load the page: seats, rules or state have changed. With
    `?typed` that would lose what stands half typed there, and the whole sheet comes instead.
    """
    since = small_number(request.GET.get("since", ""))
    if since == table.version:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    setting = Setting(table)
    rows = selectors.rows_since(setting, since)
    whole = rows is None
    if rows is None:
        if "typed" not in request.GET or not since or since > table.version:
            return HttpResponse(status=HTTPStatus.RESET_CONTENT)
        rows = selectors.rows_of(setting)
    totals = selectors.totals_of(setting)
    position = position_in(request.GET, table)
    if position:
        place = setting.place_of(position)
        rows, totals = selectors.seen_from(rows, place), totals[place : place + 1]
    context = {
        "setting": setting,
        "table": table,
        "of": position,
        "totals": totals,
        "notices": selectors.notices_of(setting),
        "rows": rows[::-1],
        "whole": whole,
        "variant": selectors.variant_text(setting) if whole else "",
        **reading(request, setting),
    }
    if "form" in request.GET and takes_hands(request, table):
        context |= entry_context(setting, setting.game.form_class(request.GET.get("way"))(setting=setting))
    return render(request, "play/changes.html", context)


@require_GET
@table_view(TableAct.WATCH)
def ahead(request: TableRequest, table: Table) -> HttpResponse:
    """Empty forms for the hands after the next one, for a phone that loses its connection; not up to `?have=`."""
    setting = Setting(table)
    form_class = setting.game.form_class(request.GET.get("way"))
    have = small_number(request.GET.get("have", "")) or 0
    settings = islice(setting.ahead(), AHEAD) if takes_hands(request, table) else ()
    later = [form_class(setting=one) for one in settings if one.number > have]
    return render(request, "play/ahead.html", entry_context(setting, form_class(setting=setting)) | {"forms": later})


@require_POST
@table_view(TableAct.ENTER)
def entry(request: TableRequest, table: Table) -> HttpResponse:
    """The form again with what has been typed so far, for steps that need the server: a card played, a look ahead,
    other people at the table."""
    setting = Setting(table)
    data = request.POST.copy()
    data["layout"] = str(table.layout)
    form = setting.game.form_class(data.get("way"))(data, setting=setting)
    context = shown_outcome(setting, form) | {"instead": data.get("instead")}
    if not table.is_open:
        context["news"] = SENTENCES[table.state]
    elif request.POST.get("layout") != data["layout"]:
        context["news"] = _("The table was changed meanwhile. Look at the names before you save.")
    if request.htmx:
        return render(request, "play/entry.html", entry_context(setting, form, context))
    return page(request, setting, form if table.is_open else None, context, values=form)


@require_POST
@table_view(TableAct.ENTER)
def preview(request: TableRequest, table: Table) -> HttpResponse:
    """The points of what has been typed so far, before it is saved. The others at the table see that somebody types:
    the player who holds a phone by name, and nobody's login."""
    setting = Setting(table)
    form = typed_form(request, setting)
    whisper(table.pk, f"{form.mark} {request.phone or ''}")
    return render(request, "play/why.html", {"setting": setting, "form": form, **shown_outcome(setting, form)})


@require_POST
@table_view(TableAct.SAVE)
def record(request: TableRequest, table: Table) -> HttpResponse:
    setting = Setting(table)
    form = typed_form(request, setting)
    valid = form.is_valid()
    key = form.cleaned_data.get("key")
    if not rights.may(request.roles, TableAct.ENTER, table):
        return came_late(request, form, key)
    asks = valid and unseen(setting, form)
    other_writer = typed_by_somebody_else(request)
    try:
        # A hand that has been saved is known to `record_hand` too: here it is looked for where that would not be asked.
        saved = services.saved_before(table, key) if asks or other_writer or not valid else None
        if other_writer and saved is None:
            return overtaken(request, form, services.Conflict("writer", table=table))
        if not valid:
            if saved:
                return next_hand(request, form, replace(saved, differs=True))
            return answer(request, setting, form, UNPROCESSABLE)
        if asks and saved is None:
            services.expect(table, form.cleaned_data["number"], form.cleaned_data["layout"])
            return answer(request, setting, form, UNPROCESSABLE, shown_outcome(setting, form) | {"second_look": True})
        late = id_number(form.late) if rights.may(request.roles, TableAct.ARRANGE, table) else None
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
        # It may have been sent twice at once, and the other one was first by a moment.
        saved = services.saved_before(table, key) if conflict.code not in {"key", "handed_in"} else None
        return next_hand(request, form, saved) if saved else overtaken(request, form, conflict)
    return next_hand(request, form, saved)


def came_late(request: TableRequest, form: EntryForm, key: str | None) -> HttpResponse:
    """To a phone whose table was closed while it typed: the hand is on the sheet already, or with the director, or it
    can be handed in."""
    table = form.setting.table
    said, problem = "", ""
    try:
        saved = services.saved_before(table, key)
        if saved:
            said = saved_text(saved, form.setting.title_of(saved.hand))
        elif key and "hand_in" in request.POST and not typed_by_somebody_else(request):
            services.hand_in(table, urlencode(form.typed), by=request.actor, key=key)
            said = _("This hand is with the director now.")
    except services.Conflict as conflict:
        if conflict.code == "handed_in":
            said = SENTENCES[conflict.code]
        else:
            problem = SENTENCES[conflict.code]
    context = {"setting": form.setting, "table": table, "values": form, "said": said, "problem": problem}
    part = "play/came_late.html" if request.htmx else "play/ended.html"
    return render(request, part, context, status=HTTPStatus.OK if said else CONFLICT)


def late_hands(request: TableRequest, setting: Setting) -> list[selectors.LateHand]:
    """For who may enter them."""
    return selectors.late_hands(setting) if rights.may(request.roles, TableAct.ARRANGE, setting.table) else []


def takes_hands(request: TableRequest, table: Table) -> bool:
    """New ones, from the reader of the page."""
    return table.is_open and rights.may(request.roles, TableAct.ENTER, table)


def typed_by_somebody_else(request: TableRequest) -> bool:
    """The page was made for somebody else who used this browser: their hand must not get another name unseen."""
    writer = rights.writer_of(request)
    return request.POST.get("writer", writer) != writer


def next_hand(request: TableRequest, form: EntryForm, saved: services.Saved) -> HttpResponse:
    """After a save: on the page itself the new row, the totals and an empty form; else the page anew."""
    table, added, before = saved.hand.table, saved.added, form.setting
    if saved.differs and form.undone:  # on another phone, where these values may be those of the hand after it
        return overtaken(request, form, services.Conflict("taken", table=table, hand=saved.hand))
    if added is None:
        return saved_again(request, saved)
    same_people = table.layout == before.table.layout
    return answer_saved(request, saved, before.after(table, added.sheet) if same_people else Setting(table))


@one_moment()
def saved_again(request: TableRequest, saved: services.Saved) -> HttpResponse:
    return answer_saved(request, saved, Setting(saved.hand.table))


def answer_saved(request: TableRequest, saved: services.Saved, setting: Setting) -> HttpResponse:
    """`setting` as the save has left it, or as it is now."""
    said = saved_text(saved, setting.title_of(saved.hand))
    if not request.htmx or "late" in request.POST:  # which is on a list of the page, too
        messages.success(request, said)
        sheet = reverse("play:table", args=[setting.table.pk])
        return HttpResponseClientRedirect(sheet) if request.htmx else redirect(sheet)
    form = setting.game.form_class(request.POST.get("way"))(setting=setting)
    notices, reader = selectors.notices_of(setting), reading(request, setting)
    context = entry_context(setting, form) | {
        "saved": saved,
        "saved_text": said,
        "totals": selectors.totals_of(setting),
        "notices": notices,
        "quiet": None if any(notices) or reader["asked"] or reader["who_are_you"] else True,
        "rows": (selectors.newest_row(setting, saved.hand, saved.added),) if saved.added else (),
        **reader,
    }
    return render(request, "play/saved.html", context)


def saved_text(saved: services.Saved, title: str) -> str:
    hand = {"hand": title}
    if saved.differs:
        return _("%(hand)s was saved before with other values; those count. Correct them if they are wrong.") % hand
    if saved.repeated:
        return _("%(hand)s had been saved already.") % hand
    return _("%(hand)s is saved.") % hand


@one_moment()
def overtaken(request: TableRequest, form: EntryForm, conflict: services.Conflict) -> HttpResponse:
    """Something happened at the table meanwhile: say what, keep the typed values, and offer the next number."""
    table = Table.objects.select_related("club", "season").get(pk=form.setting.table.pk)
    setting = Setting(table)
    data = form.data.copy()  # type: ignore[attr-defined]  # a QueryDict
    data.update({"seen": ""})
    if conflict.code == "settled":
        data.pop("late")
    data["key"], data["number"], data["layout"] = new_key(), str(setting.number), str(table.layout)
    again = type(form)(data, setting=setting)
    again.is_valid()
    context = what_happened(setting, conflict) | {"instead": form.data.get("key")}
    if request.htmx:
        found = selectors.sheet_page(setting)
        context |= entry_context(setting, again) | {
            "totals": found.totals,
            "all_rows": found.rows,
            "notices": found.notices,
            **reading(request, setting),
        }
        return render(request, "play/overtaken.html", context, status=CONFLICT)
    return page(request, setting, again if table.is_open else None, context, status=CONFLICT, values=again)


def what_happened(setting: Setting, conflict: services.Conflict) -> dict[str, Any]:
    """For play/conflict.html: the hand that was there before, and who entered it."""
    context: dict[str, Any] = {"conflict": conflict}
    if conflict.hand:
        context["other"] = selectors.rows_of(setting, only=conflict.hand.number)[0]
        context["by"] = selectors.author_of(services.first_revision(conflict.hand))
    return context


def typed_form(request: TableRequest, setting: Setting) -> EntryForm:
    form: EntryForm = setting.game.form_class(request.POST.get("way"))(request.POST, setting=setting)
    return form


def shown_outcome(setting: Setting, form: EntryForm, *, instead_of: int | None = None) -> dict[str, Any]:
    """The points and the warnings of a form so far, or what it still needs."""
    form.is_valid()
    if form.entry is None:
        missing = [problem for problem in form.problems if problem.code == "required"]
        wrong = [problem for problem in form.problems if problem not in missing]
        return {
            "shares": (),
            "warnings": (),
            "missing": [field_text(setting.game, problem.field) for problem in missing],
            "wrong": [setting.problem_text(problem) for problem in wrong],
        }
    warnings = setting.warnings(form.entry, instead_of=instead_of)
    return {
        "row": selectors.Row(Hand(number=setting.number), form.entry, chairs=tuple(setting.chairs)),
        "shares": setting.shares(setting.outcome(form.entry, instead_of=instead_of)),
        "warnings": [(warning.code, setting.problem_text(warning)) for warning in warnings],
        "seen": " ".join(sorted({warning.code for warning in warnings})),
    }


def unseen(setting: Setting, form: EntryForm, *, instead_of: int | None = None) -> bool:
    """Whether there is a warning that has not been shown yet beside these values, which are valid."""
    warnings = setting.warnings(form.entry, instead_of=instead_of)
    return bool({warning.code for warning in warnings} - set(form.cleaned_data["seen"].split()))


def entry_context(setting: Setting, form: EntryForm, outcome: dict[str, Any] | None = None) -> dict[str, Any]:
    ways = setting.game.entry_forms
    return {
        "setting": setting,
        "table": setting.table,
        "form": form,
        "ways": [(way, other.way_label, way == form.way) for way, other in ways.items()] if len(ways) > 1 else [],
    } | (outcome or {})


def answer(
    request: TableRequest, setting: Setting, form: EntryForm, status: int, outcome: dict[str, Any] | None = None
) -> HttpResponse:
    if request.htmx:
        return render(request, "play/entry.html", entry_context(setting, form, outcome), status=status)
    return page(request, setting, form, outcome, status=status)


def page(
    request: TableRequest,
    setting: Setting,
    form: EntryForm | None,
    extra: dict[str, Any] | None = None,
    *,
    status: int = 200,
    values: EntryForm | None = None,
) -> HttpResponse:
    """The whole sheet. `values` is a form that can no longer be saved, shown so that nothing typed is lost."""
    found = selectors.sheet_page(setting)
    table = setting.table
    context = {
        "setting": setting,
        "table": table,
        "totals": found.totals,
        "rows": found.rows,
        "notices": found.notices,
        "chart": found.progress,
        "variant": selectors.variant_text(setting),
        "late": late_hands(request, setting),
        "values": values,
        **reading(request, setting),
    } | (extra or {})
    if form:
        context |= entry_context(setting, form)
    return render(request, "play/table.html", context, status=status)
