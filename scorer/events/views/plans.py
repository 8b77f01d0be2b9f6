"""The plan of an event: proposals, the movement, and guide cards."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.db.snapshot import snapshot_read
from scorer.events import links, selectors, services
from scorer.events.planning import proposal_of, proposals
from scorer.events.views.console import done, find_event, refused
from scorer.web.address import address_for_phones
from scorer.web.qr import qr_code


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def plan(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """The plans that suit the number that came; posted, one of them by its format."""
    event = find_event(club, event_id)
    contestants = event.contestants.count()
    if request.method == "POST":
        chosen = proposal_of(event, request.POST.get("format", ""), contestants)
        if chosen is None:
            return refused(request, event, _("There is no such plan for so many."))
        return done(request, event, lambda: services.choose_plan(event, chosen, by=request.user))
    return render(request, "events/plan.html", {"event": event, "proposals": proposals(event, contestants)})


@require_GET
@club_view(ClubAct.READ)
@snapshot_read()
def movement(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    event = find_event(club, event_id)
    people = selectors.contestants_by_number(event)
    return render(request, "events/movement.html", {"event": event, "rounds": selectors.movement_of(event, people)})


@require_GET
@club_view(ClubAct.EVENTS)
@snapshot_read()
def cards(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """The guide cards, to print, each with the QR code of its link."""
    event = find_event(club, event_id)
    site = address_for_phones(request)
    found = []
    for card in selectors.cards_of(event, selectors.contestants_by_number(event)):
        path = links.path_of(event, card.holder, card.number)
        found.append((card, qr_code(site + path, _("Link to the table")) if site else "", path))
    return render(request, "events/cards.html", {"event": event, "cards": found, "site": site})
