"""Copies of an event: the same again on another day, and rehearsals."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.events import services
from scorer.events.forms.events import CopyEventForm
from scorer.events.views.console import find_event, refusal
from scorer.web.forms import form_status


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def copy(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """Create a new event like this one."""
    earlier = find_event(club, event_id)
    form = CopyEventForm(request.POST or None, like=earlier)
    if form.is_valid():
        values = dict(form.cleaned_data)
        contestants = values.pop("contestants")
        try:
            event, left_out = services.copy_event(earlier, values, contestants=contestants, by=request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
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
    try:
        copy = services.rehearse(event, by=request.user)
    except ValidationError as error:
        return refusal(request, event, " ".join(error.messages))
    return redirect("events:event", club.pk, copy.pk)


@require_POST
@club_view(ClubAct.EVENTS)
def delete_rehearsal(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    event = find_event(club, event_id)
    try:
        services.delete_rehearsal(event, by=request.user)
    except ValidationError as error:
        return refusal(request, event, " ".join(error.messages))
    messages.success(request, _("The rehearsal is deleted."))
    return redirect("events:events", club.pk)
