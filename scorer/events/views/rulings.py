"""The forms of rulings."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from scorer.club.rights import ClubAct, ClubRequest
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.forms.rulings import ContestantRulingForm, ResultRulingForm, SeatRulingForm, WinnerForm
from scorer.events.models import Event, Ruling, Sitting
from scorer.events.results.comparisons import comparison_of
from scorer.events.results.event_results import EventResults
from scorer.events.results.forfeits import rounds_to_forfeit, suggested_points
from scorer.events.views.console import accepted, event_view
from scorer.web.forms import form_status, small_number


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def rule_result(request: ClubRequest, event: Event, sitting_id: int, number: int) -> HttpResponse:
    played = Sitting.objects.select_related("round").exclude(table=None)
    sitting = get_object_or_404(played, round__event=event, pk=sitting_id)
    comparison = comparison_of(event)
    if not comparison.names_deals or number not in sitting.deals:
        raise Http404
    people = contestants_by_number(event)
    contestants = [people[contestant] for contestant in EventResults(event).played.contestants_at(sitting.pk, number)]
    form: SeatRulingForm | ResultRulingForm
    if comparison.by_seat:
        form = SeatRulingForm(request.POST or None, contestants=contestants)
    else:
        averages = comparison.averages
        form = ResultRulingForm(
            request.POST or None, event=event, deal=number, contestants=contestants, averages=averages
        )
    context = {"contestants": contestants, "sitting": sitting, "deal": number}
    return _rule(request, event, form, partial(services.rule_result, event, sitting, number), context)


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def rule_contestant(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    contestant = get_object_or_404(event.contestants, number=number)
    matches = list(event.planned_rounds.values_list("number", flat=True)) if event.eliminates else ()
    to_forfeit = rounds_to_forfeit(event, contestant)
    form = ContestantRulingForm(
        request.POST or None,
        comparison=comparison_of(event),
        matches=matches,
        to_forfeit=to_forfeit,
        forfeited=small_number(request.GET.get("forfeit", "")),
        points=suggested_points(event) if to_forfeit else None,
    )
    return _rule(
        request, event, form, partial(services.rule_contestant, event, contestant), {"contestants": [contestant]}
    )


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def name_winner(request: ClubRequest, event: Event, number: int, team: int) -> HttpResponse:
    """Who goes on from the match that a contestant has in a round of a knock-out."""
    rounds, people = EventResults(event).bracket[number - 1 : number], contestants_by_number(event)
    match = next((match for matches in rounds for match in matches if team in match.contestants), None)
    if match is None or match.is_bye:
        raise Http404
    contestants = [people[contestant] for contestant in match.contestants]
    form = WinnerForm(request.POST or None, contestants=contestants)

    def name() -> Ruling:
        winner = event.contestants.get(number=form.cleaned_data["winner"])
        return services.name_winner(event, winner, number, why=form.said, by=request.user)

    if accepted(form, name):
        return redirect("events:event", event.club_id, event.pk)
    context = {"event": event, "form": form, "contestants": contestants, "number": number}
    return render(request, "events/name_winner.html", context, status=form_status(request))


def _rule(
    request: ClubRequest, event: Event, form: Any, rule: Callable[..., object], context: dict[str, Any]
) -> HttpResponse:
    if accepted(form, lambda: rule(form.line, why=form.said, law=form.cleaned_data["law"], by=request.user)):
        return redirect("events:event", event.club_id, event.pk)
    return render(request, "events/ruling.html", {"event": event, "form": form, **context}, status=form_status(request))
