"""Copies of an event: the same again on another day, and rehearsals."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.events import services
from scorer.events.forms.events import CopyEventForm
from scorer.events.models import Event
from scorer.events.views.console import accepted, find_event, perform
from scorer.web.forms import form_status


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def copy(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    earlier = find_event(club, event_id)
    form = CopyEventForm(request.POST or None, like=earlier)

    def change() -> tuple[Event, int]:
        values = dict(form.cleaned_data)
        return services.copy_event(earlier, values, contestants=values.pop("contestants"), by=request.user)

    copied = accepted(form, change)
    if copied:
        event, left_out = copied
        if left_out:
            text = ngettext(
                "%(n)d contestant is not on the list, because a player has left the club.",
                "%(n)d contestants are not on the list, because a player has left the club.",
                left_out,
            )
            messages.warning(request, text % {"n": left_out})
        return redirect("events:event", club.pk, event.pk)
    context = {"form": form, "game": earlier.config}
    return render(request, "events/create.html", context, status=form_status(request))


@require_POST
@club_view(ClubAct.EVENTS)
def rehearse(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    event = find_event(club, event_id)
    rehearse = partial(services.rehearse, event, by=request.user)
    return perform(request, event, rehearse, lambda copy: redirect("events:event", club.pk, copy.pk))


@require_POST
@club_view(ClubAct.EVENTS)
def delete_rehearsal(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    event = find_event(club, event_id)

    def then(_done: None) -> HttpResponse:
        messages.success(request, _("The rehearsal is deleted."))
        return redirect("events:events", club.pk)

    return perform(request, event, partial(services.delete_rehearsal, event, by=request.user), then)
