"""Travellers, scorecards and files."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scorer.club.rights import ClubAct, ClubRequest
from scorer.db.snapshot import snapshot_read
from scorer.events import files
from scorer.events.contestants import contestants_by_number
from scorer.events.forms.swaps import SPOILED
from scorer.events.models import Event
from scorer.events.results.event_results import viewer_with
from scorer.events.results.kept import results_for
from scorer.events.results.lines import choices_key, scorecard_of, traveller_of
from scorer.events.selectors.requests import read_requests, requests_of
from scorer.events.views.console import event_view


@require_GET
@snapshot_read()
@event_view(ClubAct.READ)
def traveller(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    results = results_for(event, viewer_with(request.roles))
    traveller = traveller_of(results, number, contestants_by_number(event))
    context = {"event": event, "results": results, "traveller": traveller, "shown": results.shows(number)}
    context |= {"deal": number, "lines": traveller.lines, "choices_key": choices_key(traveller.lines)}
    context |= {"spoiled": SPOILED.items()}
    if results.viewer.directs:
        context["requests"] = read_requests(requests_of(event).open_requests().filter(hand__deal=number))
    return render(request, "events/traveller.html", context)


@require_GET
@snapshot_read()
@event_view(ClubAct.READ)
def scorecard(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    results = results_for(event, viewer_with(request.roles))
    card = scorecard_of(results, number)
    if card is None:
        raise Http404
    others = event.contestants.order_by("number").values_list("number", flat=True)
    context = {
        "event": event,
        "results": results,
        "card": card,
        "previous": others.filter(number__lt=number).last(),
        "following": others.filter(number__gt=number).first(),
    }
    return render(request, "events/scorecard.html", context)


@require_GET
@snapshot_read()
@event_view(ClubAct.READ)
def download(request: ClubRequest, event: Event, what: str, kind: str) -> HttpResponse:
    """The results, as a file, as soon as the viewer may know the ranking that follows from them."""
    results = results_for(event, viewer_with(request.roles)).ranked
    if results is None:
        raise PermissionDenied
    return files.response(results, what, kind, contestants_by_number(event))
