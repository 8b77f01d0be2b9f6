"""The rounds that have not started: one fewer, shorter, or planned anew."""

from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.events import services
from scorer.events.people_forms import DealsForm
from scorer.events.replanning import remaining_plans
from scorer.events.views.console import find_event, perform
from scorer.events.views.people import people_page


@require_POST
@club_view(ClubAct.EVENTS)
def deals(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """How many deals the rounds have that have not started."""
    event = find_event(club, event_id)
    form = DealsForm(request.POST, most=services.max_deals(event))
    if form.is_valid():
        try:
            services.set_deals(event, form.cleaned_data["deals"], by=request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("The rounds that have not started are changed."))
            return redirect("events:people", club.pk, event.pk)
    return people_page(request, event, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def replan(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """The plans for what is left; posted, one of them by its format."""
    event = find_event(club, event_id)
    if request.method == "POST":
        name = request.POST.get("format", "")
        return perform(request, event, partial(services.replan, event, name, by=request.user))
    return render(request, "events/replan.html", {"event": event, "plans": remaining_plans(event)})
