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
from scorer.events.views.console import event_view


@require_GET
@snapshot_read()
@event_view(ClubAct.READ)
def traveller(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    results = results_for(event, viewer_with(request.roles))
    lines = traveller_of(results, number, contestants_by_number(event))
    context = {"event": event, "results": results, "deal": number, "lines": lines, "shown": results.shows(number)}
    context |= {"spoiled": SPOILED.items(), "choices_key": choices_key(lines)}
    return render(request, "events/traveller.html", context)


@require_GET
@snapshot_read()
@event_view(ClubAct.READ)
def scorecard(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    results = results_for(event, viewer_with(request.roles))
    card = scorecard_of(results, number)
    if card is None:
        raise Http404
    context = {"event": event, "results": results, "card": card}
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
