"""The cards of an event's deals, which a director uploads before or after the evening."""

import json
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorer.club.rights import ClubAct, ClubRequest
from scorer.events import services
from scorer.events.forms.hand_records import HandRecordsForm, read_again
from scorer.events.models import Event, Sitting
from scorer.events.states import Progress
from scorer.events.views.console import event_view, perform
from scorer.web.forms import form_status


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def hand_records(request: ClubRequest, event: Event) -> HttpResponse:
    """What a file has is shown before it replaces what there is: not the cards, but whose they are."""
    if not event.config.hand_records:
        raise Http404
    if "delete" in request.POST:
        return _set(request, event, {}, _("The hand records are deleted."))
    if "records" in request.POST:
        return _set(request, event, read_again(request.POST["records"]), _("The hand records are saved."))
    sent = request.method == "POST"
    form = HandRecordsForm(request.POST if sent else None, request.FILES if sent else None, event=event)
    context = {"event": event, "form": form, "can": Progress(event), "known": _named(event, event.hand_records)}
    if form.is_valid():
        planned = _planned(event)
        context |= {
            "records": json.dumps(form.records),
            "named": _named(event, form.records),
            "missing": _named(event, planned - form.records.keys()),
            "unplanned": _named(event, form.records.keys() - planned) if planned else "",
        }
    status = form_status(request) if form.errors else HTTPStatus.OK
    return render(request, "events/hand_records.html", context, status=status)


def _set(request: ClubRequest, event: Event, records: dict[int, str], done: str) -> HttpResponse:
    def then(_none: None) -> HttpResponse:
        messages.success(request, done)
        return redirect("events:hand_records", event.club_id, event.pk)

    return perform(request, event, partial(services.set_hand_records, event, records, by=request.user), then)


def _planned(event: Event) -> set[int]:
    return {deal for sitting in Sitting.objects.filter(round__event=event) for deal in sitting.deals}


def _named(event: Event, deals: object) -> str:
    numbers = sorted(map(int, deals))  # type: ignore[call-overload]  # any collection of numbers, or of texts
    return event.config.named_deals(numbers) if numbers else ""
