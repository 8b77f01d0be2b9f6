"""Contestants ask for corrections by their link, and directors decide."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club.rights import ClubAct, ClubRequest
from scorer.events import services
from scorer.events.models import Event
from scorer.events.results.event_results import Viewer
from scorer.events.results.kept import results_for
from scorer.events.results.played import ResultLine
from scorer.events.states import Progress
from scorer.events.views.console import accepted, event_view, perform, refusal
from scorer.events.views.phones import HeldLink, link_view
from scorer.play.forms import RefusalForm
from scorer.play.models import Table
from scorer.play.views.requests import typed_request


@require_http_methods(["GET", "POST"])
@link_view
def ask(request: HttpRequest, held: HeldLink, table_id: int, number: int) -> HttpResponse:
    """Ask for a correction of a hand that the contestant can read and has played."""
    event, line = held.event, _own_line(held, table_id, number)
    can = Progress(event)
    can.sitting = line.sitting
    table = get_object_or_404(Table.objects.select_related("club"), pk=table_id)
    typed = typed_request(request, table, number)
    if typed.is_complete:

        def send() -> object:
            return services.ask_for_correction(event, line.sitting.pk, held.number, number, **typed.values)

        if accepted(typed.said, send):
            messages.success(request, _("The director has your request."))
            return redirect("events:own_results", event.pk, held.key, held.token)
    back_url = reverse("events:own_results", args=[event.pk, held.key, held.token])
    return typed.page(request, back_url=back_url, of=event.name, refusal=can.refusal("ask_for_correction"))


def _own_line(held: HeldLink, table_id: int, number: int) -> ResultLine:
    results = results_for(held.event, Viewer(contestant=held.number))
    for line in results.hands_of(held.number):
        if (line.sitting.table_id, line.hand) == (table_id, number):
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
