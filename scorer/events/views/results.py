"""Travellers, scorecards and files."""

from typing import Any

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
from scorer.events.results.bracket import knockout_match
from scorer.events.results.event_results import EventResults, viewer_with
from scorer.events.results.kept import results_for
from scorer.events.results.lines import choices_key, traveller_of
from scorer.events.results.matches import cross_table, match_of, matches_of, players_of
from scorer.events.results.scorecards import scorecard_of
from scorer.events.results.units import COLUMNS
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
def matches(request: ClubRequest, event: Event) -> HttpResponse:
    """All matches of teams, and what each player has made of the deals."""
    if not event.of_teams:
        raise Http404
    results, people = results_for(event, viewer_with(request.roles)).ranked, contestants_by_number(event)
    context: dict[str, Any] = {"event": event, "shown": results is not None}
    if results:
        rounds = matches_of(results, people)
        context |= {"rounds": rounds, "cross": cross_table(rounds, people), "players": players_of(results, people)}
        context["unit"] = COLUMNS.get(results.comparison.unit, "")
    return render(request, "events/matches.html", context)


@require_GET
@snapshot_read()
@event_view(ClubAct.READ)
def match(request: ClubRequest, event: Event, team: int, number: int) -> HttpResponse:
    """The match that a team plays from this round on."""
    return render(
        request, "events/match.html", match_context(results_for(event, viewer_with(request.roles)), team, number)
    )


def match_context(results: EventResults, team: int, number: int) -> dict[str, Any]:
    """Raise Http404 if the team has no such match."""
    people = contestants_by_number(results.event)
    match = match_of(results, people, number, team)
    if match is None:
        raise Http404
    units = {"unit": COLUMNS.get(match.unit, ""), "board_unit": COLUMNS.get(match.board_unit, "")}
    knockout = knockout_match(results, people, number, team)
    return {"event": results.event, "results": results, "match": match, "knockout": knockout, **units}


@require_GET
@snapshot_read()
@event_view(ClubAct.READ)
def download(request: ClubRequest, event: Event, what: str, kind: str) -> HttpResponse:
    """The results, as a file, as soon as the viewer may know the ranking that follows from them."""
    results = results_for(event, viewer_with(request.roles)).ranked
    if results is None:
        raise PermissionDenied
    return files.response(results, what, kind, contestants_by_number(event))
