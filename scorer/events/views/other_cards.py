"""A deal whose cards were changed on the way: a director says which results belong together, and sees the effect."""

from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.events import selectors, services
from scorer.events.effect import effect_of
from scorer.events.forms import OtherCardsForm
from scorer.events.models import Event, Sitting
from scorer.events.results import EventResults
from scorer.events.views.console import find_event
from scorer.events.views.swaps import typed_values


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def other_cards(request: ClubRequest, club: Club, event_id: int, number: int) -> HttpResponse:
    """Which results of a deal have other cards; posted, what that would change, and with `confirm` the change."""
    event = find_event(club, event_id)
    people = selectors.contestants_by_number(event)
    results = EventResults(event)
    lines = selectors.traveller_of(results, number, people)
    if not (results.comparison.by_deal and lines):
        raise Http404
    ruling = event.rulings.in_force().filter(sitting=None, contestant=None, deal=number).first()
    form = OtherCardsForm(request.POST or None, lines=lines, ruling=ruling)
    if not form.is_valid():
        return _page(request, event, number, form)
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
        return _page(request, event, number, form)
    return _preview(request, event, number, form, {"effect": effect, "state": state})


def _page(request: ClubRequest, event: Event, deal: int, form: OtherCardsForm) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "events/other_cards.html", {"event": event, "deal": deal, "form": form}, status=status)


def _preview(
    request: ClubRequest, event: Event, deal: int, form: OtherCardsForm, context: dict[str, Any]
) -> HttpResponse:
    context |= {"event": event, "deal": deal, "meant": form.meant, "back": request.path}
    context |= {"typed": typed_values(request), "overtaken": "confirm" in request.POST}
    status = HTTPStatus.CONFLICT if context["overtaken"] else HTTPStatus.OK
    return render(request, "events/effect.html", context, status=status)
