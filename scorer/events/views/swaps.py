"""What went wrong at a sitting: a director sees what putting it right would change, and then does it."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.events import selectors, services
from scorer.events.effect import effect_of
from scorer.events.models import Event, Sitting
from scorer.events.results import EventResults
from scorer.events.selectors.people import ContestantRow
from scorer.events.swap_forms import SPOILED, SwapForm
from scorer.events.views.console import find_event, perform

NO_VALUES = ("csrfmiddlewaretoken", "confirm")
"""What is posted besides the values of the form."""


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def swap(request: ClubRequest, club: Club, event_id: int, sitting_id: int) -> HttpResponse:
    """What may have gone wrong; posted, what it would change, and with `confirm` the change itself."""
    event = find_event(club, event_id)
    sitting = _find(event, sitting_id)
    people = selectors.contestants_by_number(event)
    if request.method == "GET":
        return _page(request, sitting, people, SwapForm(sitting=sitting, people=people))
    form = SwapForm(request.POST, sitting=sitting, people=people)
    if not form.is_valid():
        return _page(request, sitting, people, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    change, state = form.change(request.user), _state(event, sitting)
    try:
        if request.POST.get("confirm") != state:
            return _preview(request, sitting, form, state, effect_of(event, change, people))
        change()
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return _page(request, _find(event, sitting_id), people, form, status=HTTPStatus.CONFLICT)
    messages.success(request, _("Done. The same swap again undoes it."))
    return redirect("events:swap", club.pk, event.pk, sitting.pk)


@require_POST
@club_view(ClubAct.EVENTS)
def spoiled(request: ClubRequest, club: Club, event_id: int, sitting_id: int, number: int) -> HttpResponse:
    """A deal that cannot be played at a table any more: a ruling, with its reason by a key."""
    event = find_event(club, event_id)
    sitting = _find(event, sitting_id)
    why = SPOILED.get(request.POST.get("why", ""))
    if number not in sitting.deals or why is None:
        raise Http404
    line = {"not_played": True}
    return perform(
        request, event, lambda: services.rule_result(event, sitting, number, line, why=str(why), by=request.user)
    )


def _find(event: Event, sitting_id: int) -> Sitting:
    started = Sitting.objects.select_related("round__event", "table").exclude(table=None)
    sitting: Sitting = get_object_or_404(started.with_contestants(), round__event=event, pk=sitting_id)
    return sitting


def _state(event: Event, sitting: Sitting) -> str:
    """Return the state that a confirmation is for.

    After any other change of the event or at this table, it is asked for again.
    """
    table: Any = sitting.table
    return f"{event.version}.{table.era}.{table.version}"


def _page(
    request: ClubRequest,
    sitting: Sitting,
    people: dict[int, ContestantRow],
    form: SwapForm,
    *,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    results = EventResults(sitting.round.event)
    lines = list(selectors.scored_lines(results, people, lambda line: line.sitting.pk == sitting.pk))
    context = {
        "event": sitting.round.event,
        "sitting": sitting,
        "people": [people[number] for number in form.numbers],
        "form": form,
        "lines": lines,
        "entered": [one.line.result.deal for one in lines if one.line.hand],
        "spoiled": SPOILED.items(),
    }
    return render(request, "events/swap.html", context, status=status)


def _preview(request: ClubRequest, sitting: Sitting, form: SwapForm, state: str, effect: Any) -> HttpResponse:
    overtaken = "confirm" in request.POST
    context = {
        "event": sitting.round.event,
        "sitting": sitting,
        "meant": form.meant,
        "effect": effect,
        "state": state,
        "overtaken": overtaken,
        "back": request.path,
        "typed": typed_values(request),
    }
    return render(request, "events/effect.html", context, status=HTTPStatus.CONFLICT if overtaken else HTTPStatus.OK)


def typed_values(request: ClubRequest) -> list[tuple[str, str]]:
    """The values of the form, for the button that confirms them."""
    return [(name, value) for name in request.POST if name not in NO_VALUES for value in request.POST.getlist(name)]
