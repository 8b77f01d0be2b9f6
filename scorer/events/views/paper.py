"""Typing from paper, and going on by paper."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from scorer.club.rights import ClubAct, ClubRequest
from scorer.db.snapshot import snapshot_read
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.forms.paper import PaperPage, deal_page, sheet_page
from scorer.events.models import Event, Sitting
from scorer.events.planning.movement import movement_of, room_of
from scorer.events.results.event_results import viewer_with
from scorer.events.results.kept import results_for
from scorer.events.results.lines import traveller_of, unscored_lines
from scorer.events.results.ranking import fields_of
from scorer.events.results.squads import squads_of
from scorer.events.selectors.paper import deals_on_paper, missing_at, sheets_on_paper, slips_of
from scorer.events.states import Progress
from scorer.events.views.console import event_view


@require_GET
@snapshot_read()
@event_view(ClubAct.EVENTS)
def paper(request: ClubRequest, event: Event) -> HttpResponse:
    """What can be typed from paper, with how much of it is there."""
    results = results_for(event, viewer_with(request.roles))
    context = {"event": event, "deals": deals_on_paper(results), "sheets": sheets_on_paper(results)}
    return render(request, "events/paper.html", context | {"people": contestants_by_number(event)})


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def deal_from_paper(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """A traveller: the results of a deal at all tables that play it."""
    people = contestants_by_number(event)
    results = results_for(event, viewer_with(request.roles))
    deals = deals_on_paper(results)
    if number not in {on_paper.deal for on_paper in deals}:
        raise Http404
    traveller = traveller_of(results, number, people)
    page = deal_page(event, number, people, missing_at(results, number), request.POST or None)
    lines = [scored for scored in traveller.lines if scored.hand or scored.line.ruling]
    context = {"deal": number, "traveller": traveller, "lines": lines}
    following = next((other.deal for other in deals if other.deal > number and other.done < other.count), None)
    after = ("events:deal_from_paper", event.club_id, event.pk, following) if following else None
    return _typed(request, event, page, context, after)


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def sheet_from_paper(request: ClubRequest, event: Event, sitting_id: int) -> HttpResponse:
    """The sheet of a table whose deals have no numbers. One with numbers leads to the page of its first deal."""
    sittings = Sitting.objects.filter(round__event=event, table__isnull=False).select_related("round__event", "table")
    sitting = get_object_or_404(sittings.with_contestants(), pk=sitting_id)
    if sitting.deals:
        return redirect("events:deal_from_paper", event.club_id, event.pk, sitting.deals[0])
    people = contestants_by_number(event)
    results = results_for(event, viewer_with(request.roles))
    context = {
        "sitting": sitting,
        "players": [people[number] for number in sitting.numbers],
        "lines": unscored_lines(results, people, [hand for hand in results.hands if hand.sitting.pk == sitting_id]),
    }
    return _typed(request, event, sheet_page(sitting, people, request.POST or None), context, None)


def _typed(
    request: ClubRequest, event: Event, page: PaperPage, context: dict[str, Any], after: tuple[Any, ...] | None
) -> HttpResponse:
    """Show a page, or save what was typed there and go on to the address `after` it."""
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if page.is_valid():
            try:
                services.type_hands(event, page.hands, by=request.user)
            except ValidationError as error:
                status = HTTPStatus.CONFLICT
                if hasattr(error, "error_dict"):
                    page.refuse(error.message_dict)
                else:
                    messages.error(request, " ".join(error.messages))
            else:
                count = len(page.hands)
                said = ngettext("%(n)s hand is saved.", "%(n)s hands are saved.", count) % {"n": count}
                messages.success(request, said)
                whole = len(page.typed) == len(page.lines)
                return redirect(*after) if after and whole else redirect(request.path)
    context |= {"event": event, "page": page, "nothing_typed": request.method == "POST" and not page.typed}
    return render(request, "events/from_paper.html", context, status=status)


@require_GET
@snapshot_read()
@event_view(ClubAct.EVENTS)
def go_on_by_paper(request: ClubRequest, event: Event) -> HttpResponse:
    """Everything that a director needs without a computer, to print: ranking, remaining rounds, empty slips."""
    people = contestants_by_number(event)
    can = Progress(event)
    results = results_for(event, viewer_with(request.roles)) if can.started else None
    rounds = [planned for planned in movement_of(event, people) if planned.round.ended_at is None]
    travellers, sheets = slips_of(rounds, results)
    context = {
        "event": event,
        "results": results,
        "travellers": travellers,
        "sheets": sheets,
        "fields": fields_of(results, people) if results else (),
        "squads": squads_of(results, people) if results else (),
        "rounds": rounds,
        "room": room_of(event),
    }
    return render(request, "events/go_on_by_paper.html", context)
