"""Rehearsals of an event."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorer.club.rights import ClubAct, ClubRequest
from scorer.events import services
from scorer.events.models import Event
from scorer.events.views.console import event_view, perform


@require_POST
@event_view(ClubAct.EVENTS)
def rehearse(request: ClubRequest, event: Event) -> HttpResponse:
    rehearse = partial(services.rehearse, event, by=request.user)
    return perform(request, event, rehearse, lambda copy: redirect("events:event", event.club_id, copy.pk))


@require_POST
@event_view(ClubAct.EVENTS)
def delete_rehearsal(request: ClubRequest, event: Event) -> HttpResponse:
    def then(_done: None) -> HttpResponse:
        messages.success(request, _("The rehearsal is deleted."))
        return redirect("events:events", event.club_id)

    return perform(request, event, partial(services.delete_rehearsal, event, by=request.user), then)
