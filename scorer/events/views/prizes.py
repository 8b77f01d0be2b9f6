"""The prize list of an event, to be printed."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scorer.club.rights import ClubAct, ClubRequest
from scorer.db.snapshot import snapshot_read
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.forms.prizes import PrizesForm
from scorer.events.models import Event
from scorer.events.results.event_results import viewer_with
from scorer.events.results.kept import results_for
from scorer.events.results.prizes import money, prize_lists
from scorer.events.results.ranking import fields_of
from scorer.events.results.sessions import read_sessions, sessions_of
from scorer.events.states import Progress
from scorer.events.views.console import accepted, event_view


@require_GET
@event_view(ClubAct.READ)
def prizes(request: ClubRequest, event: Event) -> HttpResponse:
    return _page(request, event, PrizesForm(event=event))


@require_POST
@event_view(ClubAct.EVENTS)
def set_prizes(request: ClubRequest, event: Event) -> HttpResponse:
    form = PrizesForm(request.POST, event=event)
    accepted(form, lambda: services.set_prizes(event, **form.cleaned_data, by=request.user))
    if form.is_valid():
        messages.success(request, _("The prizes are saved."))
        return redirect("events:prizes", event.club_id, event.pk)
    return _page(request, event, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@snapshot_read()
def _page(request: ClubRequest, event: Event, form: PrizesForm, *, status: int = HTTPStatus.OK) -> HttpResponse:
    can = Progress(event)
    results = results_for(event, viewer_with(request.roles)) if can.started else None
    fields = fields_of(results, contestants_by_number(event)) if results else []
    sessions = sessions_of(event) if fields else []
    if len(sessions) > 1 and sessions[-1] == event:
        viewer = viewer_with(request.roles)
        fields = [read_sessions(sessions, lambda session: results_for(session, viewer)).field]
    fee = money(event.entry_fee, event.club.currency) if event.entry_fee else ""
    context = {"event": event, "can": can, "form": form, "fee": fee}
    return render(request, "events/prizes.html", context | {"lists": prize_lists(event, fields)}, status=status)
