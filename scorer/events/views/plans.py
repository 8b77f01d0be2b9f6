"""The plan of an event: proposals, the movement, and guide cards."""

import re
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.db.snapshot import snapshot_read
from scorer.events import links, selectors, services
from scorer.events.forms import PlanForm
from scorer.events.planning import proposal_of, proposals
from scorer.events.states import Progress
from scorer.events.views.console import find_event, perform, refusal
from scorer.web.phones import address_for_phones, qr_code

MOVE = re.compile(r"([0-9]{1,3})-([0-9]{1,2})")


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def plan(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """The plans that suit the number that came and the time there is; posted, one of them by its key."""
    event = find_event(club, event_id)
    contestants = event.contestants.count()
    status, refused_form, key = HTTPStatus.OK, None, request.POST.get("format", "")
    if request.method == "POST":
        chosen = proposal_of(event, key, contestants)
        if chosen is None:
            return refusal(request, event, _("There is no such plan for this number of contestants."))
        form = PlanForm(request.POST, proposal=chosen)
        if form.is_valid():
            switch, one_field = form.cleaned_data.get("switch"), form.cleaned_data.get("ranking") != "own"
            if switch not in {None, chosen.switch}:
                chosen = proposal_of(event, key, contestants, switch) or chosen
            return perform(
                request, event, partial(services.choose_plan, event, chosen, one_field=one_field, by=request.user)
            )
        status, refused_form = HTTPStatus.UNPROCESSABLE_ENTITY, form
    found = proposals(event, contestants)
    forms = [refused_form if refused_form and one.key == key else PlanForm(proposal=one) for one in found]
    context = {"event": event, "proposals": found, "choices": list(zip(found, forms, strict=True))}
    return render(request, "events/plan.html", context, status=status)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def sections(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """Who plays in which section; posted, `move` names a contestant and another section, as in 17-2."""
    event = find_event(club, event_id)
    if request.method == "POST":
        moved = MOVE.fullmatch(request.POST.get("move", ""))
        if moved is None:
            return refusal(request, event, _("There is no such section or contestant any more."))
        try:
            contestant = services.move_to_section(event, int(moved[1]), int(moved[2]), by=request.user)
        except ValidationError as error:
            return refusal(request, event, " ".join(error.messages))
        said = {"name": contestant, "section": contestant.section_letter, "n": contestant.number}
        messages.success(request, _("%(name)s: section %(section)s, number %(n)s.") % said)
        return redirect("events:sections", club.pk, event.pk)
    context = {"event": event, "can": Progress(event), "sections": selectors.sections_of(event)}
    return render(request, "events/sections.html", context)


@require_GET
@club_view(ClubAct.READ)
@snapshot_read()
def movement(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    event = find_event(club, event_id)
    people = selectors.contestants_by_number(event)
    rounds = selectors.movement_of(event, people)
    context = {"event": event, "rounds": rounds, "room": selectors.room_of(event)}
    context["meetings"] = selectors.meetings_of(rounds, people)
    return render(request, "events/movement.html", context)


@require_GET
@club_view(ClubAct.EVENTS)
@snapshot_read()
def cards(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """The guide cards, to print, each with the QR code of its link."""
    event = find_event(club, event_id)
    site = address_for_phones(request)
    found = []
    for card in selectors.cards_of(event, selectors.contestants_by_number(event)):
        path = links.path_by_key(event, card.holder, card.key)
        found.append((card, qr_code(site + path, _("Link to the table")) if site else "", path))
    return render(
        request, "events/cards.html", {"event": event, "cards": found, "site": site, "room": selectors.room_of(event)}
    )
