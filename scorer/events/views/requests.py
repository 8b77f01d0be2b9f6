"""Contestants ask for corrections by their link, and directors decide."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club.rights import ClubAct, ClubRequest
from scorer.events import services
from scorer.events.forms.requests import AskForm, RefusalForm
from scorer.events.models import Event
from scorer.events.results.event_results import ResultLine, Viewer
from scorer.events.results.kept import results_for
from scorer.events.states import Progress
from scorer.events.views.console import accepted, event_view, perform, refusal
from scorer.events.views.phones import HeldLink, link_view
from scorer.play.models import Table
from scorer.play.selectors import row_at
from scorer.play.views.hands import correction_form, find
from scorer.web.forms import form_status


@require_http_methods(["GET", "POST"])
@link_view
def ask(request: HttpRequest, held: HeldLink, table_id: int, number: int) -> HttpResponse:
    """Ask for a correction of a hand that the contestant can read and has played."""
    event, line = held.event, _own_line(held, table_id, number)
    can = Progress(event)
    can.sitting = line.sitting
    table_context, hand = find(get_object_or_404(Table.objects.select_related("club"), pk=table_id), number)
    row = row_at(table_context, number)
    form = correction_form(request, table_context, hand)
    said = AskForm(request.POST or None, initial={"basis": hand.version})
    if request.method == "POST" and form.is_valid() and said.is_valid():
        entry = None if form.entry == row.entry else form.entry
        if entry is None and not said.cleaned_data["why"]:
            said.add_error("why", _("Say what is wrong, or fill in the hand again."))

        def send() -> object:
            note, basis = said.cleaned_data["why"], said.cleaned_data["basis"] or hand.version
            return services.ask_for_correction(
                event, line.sitting.pk, held.number, number, note=note, entry=entry, basis=basis
            )

        if accepted(said, send):
            messages.success(request, _("The director has your request."))
            return redirect("events:own_results", event.pk, held.key, held.token)
    context = {
        "event": event,
        "token": held.token,
        "key": held.key,
        "table_context": table_context,
        "table": table_context.table,
        "hand": hand,
        "row": row,
        "title": table_context.title_of(hand),
        "form": form,
        "said": said,
        "typed": request.method == "POST" and (bool(form.errors) or form.entry != row.entry),
        "refusal": can.refusal("ask_for_correction"),
    }
    return render(request, "events/ask.html", context, status=form_status(request))


def _own_line(held: HeldLink, table_id: int, number: int) -> ResultLine:
    results = results_for(held.event, Viewer(contestant=held.number))
    for line in results.lines:
        is_it = (line.sitting.table_id, line.hand) == (table_id, number)
        if is_it and held.number in line.result.contestants:
            return line
    raise Http404


@require_POST
@event_view(ClubAct.EVENTS)
def refuse_request(request: ClubRequest, event: Event, sitting_id: int, number: int) -> HttpResponse:
    form = RefusalForm(request.POST)
    if not form.is_valid():
        return refusal(request, event, _("Say why the hand stays as it is."))
    why = form.cleaned_data["why"]
    return perform(request, event, lambda: services.refuse_request(event, sitting_id, number, why=why, by=request.user))
