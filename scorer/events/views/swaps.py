"""What went wrong: a director sees what putting it right would change, and then does it."""

from functools import partial
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
from scorer.events import services
from scorer.events.contestants import ContestantRow, contestants_by_number
from scorer.events.forms.rulings import OtherCardsForm
from scorer.events.forms.swaps import SPOILED, SwapForm
from scorer.events.models import Event, Sitting
from scorer.events.results.effect import effect_of
from scorer.events.results.event_results import EventResults
from scorer.events.results.lines import scored_lines, traveller_of
from scorer.events.views.console import find_event, perform

NO_VALUES = ("csrfmiddlewaretoken", "confirm")
"""What is posted besides the values of the form."""


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def swap(request: ClubRequest, club: Club, event_id: int, sitting_id: int) -> HttpResponse:
    """What may have gone wrong; posted, what it would change, and with `confirm` the change itself."""
    event = find_event(club, event_id)
    sitting = _find(event, sitting_id)
    people = contestants_by_number(event)
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
    lines = list(scored_lines(results, people, lambda line: line.sitting.pk == sitting.pk))
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


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def other_cards(request: ClubRequest, club: Club, event_id: int, number: int) -> HttpResponse:
    """Which results of a deal have other cards; posted, what that would change, and with `confirm` the change."""
    event = find_event(club, event_id)
    people = contestants_by_number(event)
    results = EventResults(event)
    lines = traveller_of(results, number, people)
    if not (results.comparison.by_deal and lines):
        raise Http404
    ruling = event.rulings.in_force().filter(sitting=None, contestant=None, deal=number).first()
    form = OtherCardsForm(request.POST or None, lines=lines, ruling=ruling)
    if not form.is_valid():
        return _cards_page(request, event, number, form)
    chosen = form.cleaned_data
    of_event = Sitting.objects.select_related("round").filter(round__event=event)
    sittings, again = (list(of_event.filter(pk__in=chosen[name])) for name in ("results", "again"))
    change = partial(
        services.rule_other_cards, event, number, sittings, again, why=chosen["why"], law=chosen["law"], by=request.user
    )
    state = f"{event.version}.{sum(line.line.sitting.table.version for line in lines if line.line.sitting.table)}"
    try:
        if request.POST.get("confirm") == state:
            change()
            messages.success(request, _("Done. The log has it, and the ruling can be withdrawn."))
            return redirect("events:traveller", club.pk, event.pk, number)
        effect = effect_of(event, change, people)
    except ValidationError as error:
        form.add_error("results", error)
        return _cards_page(request, event, number, form)
    return _cards_preview(request, event, number, form, {"effect": effect, "state": state})


def _cards_page(request: ClubRequest, event: Event, deal: int, form: OtherCardsForm) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "events/other_cards.html", {"event": event, "deal": deal, "form": form}, status=status)


def _cards_preview(
    request: ClubRequest, event: Event, deal: int, form: OtherCardsForm, context: dict[str, Any]
) -> HttpResponse:
    context |= {"event": event, "deal": deal, "meant": form.meant, "back": request.path}
    context |= {"typed": typed_values(request), "overtaken": "confirm" in request.POST}
    status = HTTPStatus.CONFLICT if context["overtaken"] else HTTPStatus.OK
    return render(request, "events/effect.html", context, status=status)
