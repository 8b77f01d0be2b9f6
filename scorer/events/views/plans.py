"""The plan of an event: proposals, sections, movement, guide cards, draws, and the rounds that have not started."""

import re
from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorer.club.rights import ClubAct, ClubRequest
from scorer.db.snapshot import snapshot_read
from scorer.events import links, services
from scorer.events.contestants import contestants_by_number
from scorer.events.forms.movements import OwnMovementForm
from scorer.events.forms.plans import DealsForm, ExchangeForm, LateMatchesForm, PlanForm
from scorer.events.models import Contestant, Event
from scorer.events.planning.draws import next_round_of, unfinished_matches
from scorer.events.planning.movement import cards_of, meetings_of, movement_of, room_of, without_knocked_out
from scorer.events.planning.proposals import own_format, proposal_of, proposals
from scorer.events.planning.replanning import remaining_plans
from scorer.events.planning.wishes import unmet_wishes
from scorer.events.planning.words import copies_in_words
from scorer.events.results.bracket import bracket_rounds, to_decide
from scorer.events.results.event_results import viewer_with
from scorer.events.results.kept import results_for
from scorer.events.states import Progress
from scorer.events.views.console import accepted, event_view, perform, refusal
from scorer.events.views.people import people_page
from scorer.web.forms import form_status
from scorer.web.phones import address_for_phones, qr_code

COMPARED: dict[str, Any] = {
    "lengths": gettext_lazy("Rounds"),
    "deals_each": gettext_lazy("Each plays"),
    "sits_out": gettext_lazy("Sit out"),
    "winners": gettext_lazy("Winners"),
    "time": pgettext_lazy("of a plan", "Time"),
    "balance": gettext_lazy("Balance"),
}
"""The columns in which plans are compared, by the attribute. Those that are empty for all are left out."""
MOVE = re.compile(r"([0-9]{1,3})-([0-9]{1,2})")


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def plan(request: ClubRequest, event: Event) -> HttpResponse:
    """The plans that suit the number that came and the time there is; posted, one of them by its key."""
    contestants = event.contestants.count()
    status, refused_form, key = HTTPStatus.OK, None, request.POST.get("format", "")
    if request.method == "POST":
        chosen = proposal_of(event, key, contestants)
        if chosen is None:
            return refusal(request, event, _("There is no such plan for this number of contestants."))
        form = PlanForm(request.POST, proposal=chosen)
        if form.is_valid():
            switch, one_field = form.cleaned_data.get("switch"), form.cleaned_data.get("ranking") != "own"
            barometer = form.cleaned_data.get("barometer", False)
            if barometer or switch not in {None, chosen.family.switch}:
                chosen = proposal_of(event, key, contestants, switch, barometer=barometer) or chosen
            return perform(
                request, event, partial(services.choose_plan, event, chosen, one_field=one_field, by=request.user)
            )
        status, refused_form = HTTPStatus.UNPROCESSABLE_ENTITY, form
    proposed = proposals(event, contestants)
    forms = [
        refused_form if refused_form and proposal.key == key else PlanForm(proposal=proposal) for proposal in proposed
    ]
    compared = {
        name: title for name, title in COMPARED.items() if any(getattr(proposal, name) for proposal in proposed)
    }
    if "deals_each" in compared:
        compared["lengths"] = _("Rounds × %(deals)s") % {"deals": event.config.deals_word}
    choices = [
        (proposal, [(title, getattr(proposal, name) or "–") for name, title in compared.items()], form)
        for proposal, form in zip(proposed, forms, strict=True)
    ]
    context = {"event": event, "compared": compared.values(), "best": choices[:1], "others": choices[1:]}
    context |= {"refused": key if refused_form else "", "has_own_movement": own_format(event) is not None}
    return render(request, "events/plan.html", context, status=status)


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def own_movement(request: ClubRequest, event: Event) -> HttpResponse:
    """A club's own movement: what it comes to is shown before it is chosen. One that is not sound cannot be chosen."""
    offered = own_format(event)
    if offered is None:
        raise Http404
    count = event.contestants.count()
    form = OwnMovementForm(request.POST or None, request.FILES or None, event=event, offered=offered, contestants=count)
    if form.is_valid() and form.proposal and "confirm" in request.POST:
        return perform(request, event, partial(services.choose_plan, event, form.proposal, by=request.user))
    context = {"event": event, "form": form, "proposal": form.proposal, "lines": form.lines}
    status = form_status(request) if form.errors else HTTPStatus.OK
    return render(request, "events/own_movement.html", context, status=status)


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def sections(request: ClubRequest, event: Event) -> HttpResponse:
    """Who plays in which section; posted, `move` names a contestant and another section, as in 17-2."""
    if request.method == "POST":
        moved = MOVE.fullmatch(request.POST.get("move", ""))
        if moved is None:
            return refusal(request, event, _("There is no such section or contestant any more."))

        def then(contestant: Contestant) -> HttpResponse:
            said = {"name": contestant, "section": contestant.section_letter, "n": contestant.number}
            messages.success(request, _("%(name)s: section %(section)s, number %(n)s.") % said)
            return redirect("events:sections", event.club_id, event.pk)

        move = partial(services.move_to_section, event, *map(int, moved.groups()), by=request.user)
        return perform(request, event, move, then)
    context = {
        "event": event,
        "can": Progress(event),
        "contestants": event.contestants.order_by("section", "number").with_players(),
        "unmet": unmet_wishes(event, contestants_by_number(event)),
    }
    return render(request, "events/sections.html", context)


@require_GET
@snapshot_read()
@event_view(ClubAct.READ)
def movement(request: ClubRequest, event: Event) -> HttpResponse:
    people = contestants_by_number(event)
    rounds = movement_of(event, people)
    if event.eliminates:
        out = results_for(event, viewer_with(request.roles)).out
        rounds = [without_knocked_out(planned, out) for planned in rounds]
    room = room_of(event)
    context = {"event": event, "rounds": rounds, "room": room, "meetings": meetings_of(rounds, people)}
    context["copies_in_words"] = copies_in_words(rounds, room["copies"])
    return render(request, "events/movement.html", context)


@require_GET
@snapshot_read()
@event_view(ClubAct.EVENTS)
def cards(request: ClubRequest, event: Event) -> HttpResponse:
    """The guide cards, to print, each with the QR code of its link."""
    site = address_for_phones(request, event.club.host)
    cards = []
    for card in cards_of(event, contestants_by_number(event)):
        path = links.path_by_key(event, card.holder, card.key)
        cards.append((card, qr_code(site + path, _("Link to the table")) if site else "", path))
    return render(request, "events/cards.html", {"event": event, "cards": cards, "site": site, "room": room_of(event)})


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def draw(request: ClubRequest, event: Event) -> HttpResponse:
    """Posted, `do` is draw, anew, or exchange with two numbers."""
    if request.method == "GET":
        return _page(request, event)
    what = request.POST.get("do")
    draws = services.draw_anew if what == "anew" else services.draw_round
    change = partial(draws, event, late="late" in request.POST, by=request.user)
    if what == "exchange":
        form = ExchangeForm(request.POST, contestants=contestants_by_number(event))
        if not form.is_valid():
            return _page(request, event, request.POST, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        change = partial(services.exchange, event, *form.numbers, by=request.user)
    try:
        change()
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return _page(request, event, status=HTTPStatus.CONFLICT)
    return redirect("events:draw", event.club_id, event.pk)


@snapshot_read()
def _page(request: ClubRequest, event: Event, exchange: Any = None, *, status: int = HTTPStatus.OK) -> HttpResponse:
    people = contestants_by_number(event)
    drawn = next_round_of(event, people)
    can, unfinished = Progress(event), unfinished_matches(event)
    bracket = bracket_rounds(results_for(event, viewer_with(request.roles)), people) if event.eliminates else []
    context = {
        "event": event,
        "to_decide": [*to_decide(bracket)],
        "next": drawn,
        "form": ExchangeForm(exchange, contestants=people, out=drawn.out if drawn else ()),
        "can": can,
        "why_not": can.refusal("draw_anew"),
        "late": LateMatchesForm(unfinished=unfinished) if unfinished else None,
    }
    return render(request, "events/draw.html", context, status=status)


@require_POST
@event_view(ClubAct.EVENTS)
def deals(request: ClubRequest, event: Event) -> HttpResponse:
    form = DealsForm(request.POST, game=event.config, most=services.max_deals(event))
    accepted(form, lambda: services.set_deals(event, form.cleaned_data["deals"], by=request.user))
    if form.is_valid():
        messages.success(request, _("The rounds that have not started are changed."))
        return redirect("events:people", event.club_id, event.pk)
    return people_page(request, event, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def replan(request: ClubRequest, event: Event) -> HttpResponse:
    """The plans for what is left; posted, one of them by its format."""
    if request.method == "POST":
        name = request.POST.get("format", "")
        return perform(request, event, partial(services.replan, event, name, by=request.user))
    return render(request, "events/replan.html", {"event": event, "plans": remaining_plans(event)})
