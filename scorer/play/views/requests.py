"""Ask for the correction of a hand, and decide on such requests at the table."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorer.play import selectors, services
from scorer.play.forms import AskForm, EntryForm, RefusalForm
from scorer.play.models import Hand, Reply, Table
from scorer.play.phones import Link, Phone
from scorer.play.rights import TableAct, TableRequest, table_view
from scorer.play.table_context import TableContext
from scorer.play.views.hands import add_problems, correction_form, find
from scorer.web.forms import form_status


@dataclass(frozen=True)
class TypedRequest:
    """What somebody asks for: a sentence, or the hand as it should be."""

    table_context: TableContext
    hand: Hand
    form: EntryForm
    said: AskForm

    @cached_property
    def row(self) -> selectors.Row:
        return selectors.row_at(self.table_context, self.hand.number)

    @cached_property
    def entry(self) -> Any:
        """The hand as it should be, or None if it was left as it is."""
        return None if not self.form.is_bound or self.form.entry == self.row.entry else self.form.entry

    @cached_property
    def is_complete(self) -> bool:
        if not (self.form.is_bound and self.form.is_valid() and self.said.is_valid()):
            return False
        if self.entry is None and not self.said.cleaned_data["why"]:
            self.said.add_error("why", _("Say what is wrong, or fill in the hand again."))
            return False
        return True

    @property
    def values(self) -> dict[str, Any]:
        said = self.said.cleaned_data
        return {"note": said["why"], "entry": self.entry, "basis": said["basis"] or self.hand.version}

    def page(self, request: HttpRequest, *, back_url: str, of: str, refusal: str | None = None) -> HttpResponse:
        context = {
            "table_context": self.table_context,
            "table": self.table_context.table,
            "hand": self.hand,
            "row": self.row,
            "title": self.table_context.title_of(self.hand),
            "form": self.form,
            "said": self.said,
            "is_filled_in": self.form.is_bound and (bool(self.form.errors) or self.entry is not None),
            "back_url": back_url,
            "of": of,
            "refusal": refusal,
        }
        return render(request, "play/ask.html", context, status=form_status(request))


def typed_request(request: HttpRequest, table: Table, number: int) -> TypedRequest:
    table_context, hand = find(table, number)
    if not hand.is_played:
        raise Http404
    said = AskForm(request.POST or None, initial={"basis": hand.version})
    return TypedRequest(table_context, hand, correction_form(request, table_context, hand), said)


@require_http_methods(["GET", "POST"])
@table_view(TableAct.CORRECT)
def ask(request: TableRequest, table: Table, number: int) -> HttpResponse:
    """A phone at the table asks on behalf of its holder."""
    typed, phone = typed_request(request, table, number), request.phone
    if typed.is_complete:
        try:
            services.ask_for_correction(typed.hand, **typed.values, by=phone or Phone(Link.ENTRY))
        except services.Refused as refused:
            add_problems(typed.said, typed.table_context, refused)
        except services.Conflict as conflict:
            typed.said.add_error(None, conflict.code.label)
        else:
            messages.success(request, _("Your request is on the sheet."))
            return redirect("play:table", table.pk)
    refusal = None if phone and phone.player else str(services.ConflictCode.NO_HOLDER.label)
    of = _("Table %(number)s") % {"number": table.number}
    return typed.page(request, back_url=reverse("play:table", args=[table.pk]), of=of, refusal=refusal)


@require_POST
@table_view(TableAct.CORRECT)
def decide(request: TableRequest, table: Table, number: int, ask: int) -> HttpResponse:
    """Correct the hand as it was filled in or, with a sentence, refuse to."""
    asked = _asked(table, number, ask)
    if "accept" in request.POST:
        services.accept_request(asked, by=request.actor, why=asked.note or _("as asked for"))
        messages.success(request, _("The hand is corrected."))
        return redirect("play:table", table.pk)
    form = RefusalForm(request.POST)
    if form.is_valid():
        services.refuse_request(asked, why=form.cleaned_data["why"], by=request.actor)
        return redirect("play:table", table.pk)
    messages.error(request, _("Say why the hand stays as it is."))
    return redirect("play:hand", table.pk, number)


@require_POST
@table_view(TableAct.REPLY)
def seen(request: TableRequest, table: Table, number: int, ask: int) -> HttpResponse:
    """The holder of the phone has read why the hand stays as it is."""
    services.note_seen(_asked(table, number, ask), by=cast("Phone", request.phone))
    return redirect("play:table", table.pk)


def _asked(table: Table, number: int, ask: int) -> Reply:
    requests = Reply.objects.requests().select_related("hand__table")
    asked = requests.filter(hand__table=table, hand__number=number, pk=ask).first()
    if asked is None:
        raise services.Conflict(services.ConflictCode.DECIDED, table=table)
    return asked
