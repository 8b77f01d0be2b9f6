"""Travellers, scorecards and files."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.db.snapshot import snapshot_read
from scorer.events import files, selectors
from scorer.events.results import EventResults
from scorer.events.views.console import find_event


@require_GET
@club_view(ClubAct.READ)
@snapshot_read()
def traveller(request: ClubRequest, club: Club, event_id: int, number: int) -> HttpResponse:
    """All results of one deal."""
    event = find_event(club, event_id)
    context: dict[str, Any] = {"event": event, "deal": number}
    if selectors.may_see_results(event, request.roles):
        lines = selectors.traveller_of(EventResults(event), number, selectors.contestants_by_number(event))
        context |= {"lines": lines, "results_shown": True}
    return render(request, "events/traveller.html", context)


@require_GET
@club_view(ClubAct.READ)
@snapshot_read()
def scorecard(request: ClubRequest, club: Club, event_id: int, number: int) -> HttpResponse:
    """All results of one contestant."""
    event = find_event(club, event_id)
    people = selectors.contestants_by_number(event)
    if number not in people:
        raise Http404
    context: dict[str, Any] = {"event": event, "contestant": people[number]}
    if selectors.may_see_results(event, request.roles):
        lines = selectors.scorecard_of(EventResults(event), number, people)
        context |= {"lines": lines, "results_shown": True}
    return render(request, "events/scorecard.html", context)


@require_GET
@club_view(ClubAct.READ)
@snapshot_read()
def download(request: ClubRequest, club: Club, event_id: int, what: str, kind: str) -> HttpResponse:
    event = find_event(club, event_id)
    if not selectors.may_see_results(event, request.roles):
        raise PermissionDenied
    return files.response(EventResults(event), what, kind, selectors.contestants_by_number(event))
