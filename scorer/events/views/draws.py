"""The draw of the next round: made, made anew, and changed by hand."""

from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.db.snapshot import snapshot_read
from scorer.events import selectors, services
from scorer.events.draw_preview import next_round_of
from scorer.events.forms import ExchangeForm
from scorer.events.models import Event
from scorer.events.states import Progress
from scorer.events.views.console import find_event


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def draw(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """Posted, `do` is draw, anew, or exchange with two numbers."""
    event = find_event(club, event_id)
    if request.method == "GET":
        return _page(request, event)
    what = request.POST.get("do")
    change = partial(services.draw_anew if what == "anew" else services.draw_round, event, by=request.user)
    if what == "exchange":
        form = ExchangeForm(request.POST, contestants=selectors.contestants_by_number(event))
        if not form.is_valid():
            return _page(request, event, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        change = partial(services.exchange, event, *form.numbers, by=request.user)
    try:
        change()
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return _page(request, event, status=HTTPStatus.CONFLICT)
    return redirect("events:draw", club.pk, event.pk)


@snapshot_read()
def _page(
    request: ClubRequest, event: Event, *, form: ExchangeForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    people = selectors.contestants_by_number(event)
    can = Progress(event)
    context = {
        "event": event,
        "next": next_round_of(event, people),
        "form": form or ExchangeForm(contestants=people),
        "can": can,
        "why_not": can.refusal("draw_anew"),
    }
    return render(request, "events/draw.html", context, status=status)
