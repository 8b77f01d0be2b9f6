"""Many sign up at once: from a list, or those of an earlier event."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club.models import Club, Player
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.events import services
from scorer.events.forms import AgainForm, ListForm
from scorer.events.lists import lines_of, read_list
from scorer.events.models import Contestant
from scorer.events.views.console import find_event, refused
from scorer.web.form_status import form_status


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def again(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """A new event like this one."""
    earlier = find_event(club, event_id)
    form = AgainForm(request.POST or None, like=earlier)
    if form.is_valid():
        values = dict(form.cleaned_data)
        contestants = values.pop("contestants")
        try:
            event, left_out = services.make_again(earlier, values, contestants=contestants, by=request.user)
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
    return render(request, "events/make.html", context, status=form_status(request))


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def sign_up_list(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """A list of contestants. What a file says is shown first, as if it had been typed."""
    event = find_event(club, event_id)
    form = ListForm(request.POST or None, request.FILES or None, event=event)
    if form.is_valid() and form.cleaned_data["file"] is not None:
        form = ListForm(event=event, names=lines_of(form.cleaned_data["file"], event.side_size))
        return render(request, "events/sign_up_list.html", {"event": event, "form": form})
    if form.is_valid():
        try:
            lines = read_list(form.cleaned_data["names"], event, club.players.active())
            contestants, new = services.sign_up_all(event, lines, by=request.user)
        except ValidationError as error:
            form.add_error("names", error)
        else:
            _say_who_came(request, contestants, new)
            return redirect("events:event", club.pk, event.pk)
    return render(request, "events/sign_up_list.html", {"event": event, "form": form}, status=form_status(request))


@require_POST
@club_view(ClubAct.EVENTS)
def rehearse(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    event = find_event(club, event_id)
    try:
        copy = services.rehearse(event, by=request.user)
    except ValidationError as error:
        return refused(request, event, " ".join(error.messages))
    return redirect("events:event", club.pk, copy.pk)


@require_POST
@club_view(ClubAct.EVENTS)
def delete_rehearsal(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    event = find_event(club, event_id)
    try:
        services.delete_rehearsal(event, by=request.user)
    except ValidationError as error:
        return refused(request, event, " ".join(error.messages))
    messages.success(request, _("The rehearsal is deleted."))
    return redirect("events:events", club.pk)


def _say_who_came(request: ClubRequest, contestants: list[Contestant], new: list[Player]) -> None:
    n = len(contestants)
    text = ngettext("%(n)d contestant has signed up.", "%(n)d contestants have signed up.", n)
    messages.success(request, text % {"n": n})
    if new:
        names = ", ".join(player.name for player in new)
        messages.info(request, _("Added to the roster: %(names)s.") % {"names": names})
