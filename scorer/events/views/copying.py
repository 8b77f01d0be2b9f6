"""Copies of an event: the same again on another day, and rehearsals."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club.rights import ClubAct, ClubRequest
from scorer.events import services
from scorer.events.forms.events import CopyEventForm
from scorer.events.models import Event
from scorer.events.views.console import accepted, event_view, perform
from scorer.web.forms import form_status


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def copy(request: ClubRequest, event: Event) -> HttpResponse:
    form = CopyEventForm(request.POST or None, like=event)

    def change() -> tuple[Event, int]:
        values = dict(form.cleaned_data)
        return services.copy_event(event, values, contestants=values.pop("contestants"), by=request.user)

    copied = accepted(form, change)
    if copied:
        copy, left_out = copied
        if left_out:
            text = ngettext(
                "%(n)d contestant is not on the list, because a player has left the club.",
                "%(n)d contestants are not on the list, because a player has left the club.",
                left_out,
            )
            messages.warning(request, text % {"n": left_out})
        return redirect("events:event", event.club_id, copy.pk)
    context = {"form": form, "game": event.config}
    return render(request, "events/create.html", context, status=form_status(request))


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
