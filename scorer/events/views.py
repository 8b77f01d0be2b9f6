"""The pages of events. Who directs the club directs its events; whoever may read the club sees what is open."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view, for_anyone
from scorer.db.snapshot import snapshot_read
from scorer.events import files, links, selectors, services
from scorer.events.forms import ContestantRulingForm, EventForm, ResultRulingForm, SignUpForm
from scorer.events.links import Holder
from scorer.events.models import Event, Sitting
from scorer.events.planning import COMPARISONS, FORMATS, proposal_of, proposals
from scorer.events.results import EventResults, comparison_of, contestants_of
from scorer.play.rights import link_ended
from scorer.registry import all_games, get_game_or_404
from scorer.web.address import address_for_phones
from scorer.web.language import activate_club_language
from scorer.web.qr import qr_code

A_PAGE = 30


@require_GET
@club_view(ClubAct.READ)
def events(request: ClubRequest, club: Club) -> HttpResponse:
    found = club.events.installed().exclude(state=Event.State.CANCELLED)
    context = {
        "page": Paginator(found, A_PAGE).get_page(request.GET.get("page")),
        "games": [game for game in all_games() if game.events],
        "season": club.seasons.open().first(),
    }
    return render(request, "events/events.html", context)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def make(request: ClubRequest, club: Club, game: str) -> HttpResponse:
    config = get_game_or_404(game)
    if config.events is None:
        raise Http404
    form = EventForm(request.POST or None, game=config)
    if form.is_valid():
        try:
            event = services.make_event(club, config, **form.cleaned_data, by=request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect("events:event", club.pk, event.pk)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "events/make.html", {"form": form, "game": config}, status=status)


@require_GET
@club_view(ClubAct.READ)
def event(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    return page(request, _find(club, event_id))


@snapshot_read()
def page(
    request: ClubRequest, event: Event, *, form: SignUpForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """Everything of an evening: who competes, the round that runs, and the ranking."""
    people = selectors.contestants_by_number(event)
    rounds = list(event.planned_rounds.all())
    running = next((each for each in rounds if each.is_running), None)
    context: dict[str, Any] = {
        "event": event,
        "format": FORMATS.get(event.format, ""),
        "comparison": COMPARISONS[event.comparison],
        "people": people.values(),
        "rounds": rounds,
        "running": running,
        "following": next((each for each in rounds if each.started_at is None), None),
        "results_shown": selectors.may_see_results(event, request.roles),
    }
    if any(each.started_at for each in rounds) and (running or context["results_shown"]):
        results = EventResults(event)
        if running:
            context["stations"] = stations = selectors.stations_of(results, running, people)
            context["unfinished"] = [station.sitting.station for station in stations if station.is_missing_hands]
        if context["results_shown"]:
            context["fields"] = selectors.fields_of(results, people)
            context["rulings"] = selectors.rulings_of(results, people)
            context["deals"] = sorted({line.result.deal for line in results.lines if line.result.deal})
    if event.state == Event.State.SIGNING_UP and not rounds:
        context["roster"] = roster = event.club.players.active().matching("")
        context["form"] = form or SignUpForm(event=event, roster=roster)
    template = "events/now.html" if request.htmx else "events/event.html"
    return render(request, template, context, status=status)


@require_POST
@club_view(ClubAct.EVENTS)
def sign_up(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    event = _find(club, event_id)
    form = SignUpForm(request.POST, event=event, roster=club.players.active().matching(""))
    if form.is_valid():
        try:
            contestant = services.sign_up(event, form.players, by=request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("%(name)s: number %(n)s.") % {"name": contestant, "n": contestant.number})
            return redirect("events:event", club.pk, event.pk)
    return page(request, event, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


STEPS: dict[str, Callable[..., object]] = {
    "sign_off": services.sign_off,
    "discard_plan": services.discard_plan,
    "renew_links": services.renew_links,
    "start_round": services.start_round,
    "end_round": services.end_round,
    "finish": services.finish,
    "cancel": services.cancel,
    "withdraw_ruling": services.withdraw_ruling,
}
"""What a director does with one button. Beside the event, a service may take a number from the address."""


@require_POST
@club_view(ClubAct.EVENTS)
def step(request: ClubRequest, club: Club, event_id: int, name: str, **numbers: int) -> HttpResponse:
    event = _find(club, event_id)
    return _done(request, event, lambda: STEPS[name](event, **numbers, by=request.user))


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def plan(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """The plans that suit the number that came; posted, one of them by its format."""
    event = _find(club, event_id)
    contestants = event.contestants.count()
    if request.method == "POST":
        chosen = proposal_of(event, request.POST.get("format", ""), contestants)
        if chosen is None:
            return _refused(request, event, _("There is no such plan for so many."))
        return _done(request, event, lambda: services.choose_plan(event, chosen, by=request.user))
    return render(request, "events/plan.html", {"event": event, "proposals": proposals(event, contestants)})


@require_GET
@club_view(ClubAct.READ)
@snapshot_read()
def movement(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    event = _find(club, event_id)
    people = selectors.contestants_by_number(event)
    return render(request, "events/movement.html", {"event": event, "rounds": selectors.movement_of(event, people)})


@require_GET
@club_view(ClubAct.EVENTS)
@snapshot_read()
def cards(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """The guide cards, to print, each with the QR code of its link."""
    event = _find(club, event_id)
    site = address_for_phones(request)
    found = []
    for card in selectors.cards_of(event, selectors.contestants_by_number(event)):
        path = links.path_of(event, card.holder, card.number)
        found.append((card, qr_code(site + path, _("Link to the table")) if site else "", path))
    return render(request, "events/cards.html", {"event": event, "cards": found, "site": site})


@never_cache
@require_http_methods(["GET", "POST"])
@for_anyone
@login_not_required
def phone(request: HttpRequest, event_id: int, number: int, token: str, holder: Holder) -> HttpResponse:
    """Where a station or a contestant plays in the round that runs; posted, the phone joins that table."""
    event = Event.objects.installed().select_related("club").filter(pk=event_id).first()
    if event is None or not links.is_valid(event, holder, number, token):
        return link_ended(request)
    activate_club_language(request, event.club.language)
    assignments = selectors.assignments_of(event, holder, number)
    running = next((each for each in assignments if each.round.is_running), None)
    if request.method == "POST":
        sitting = running.sitting if running else None
        table = links.join_table(request, sitting, request.path) if sitting else None
        return redirect("play:table", table.pk) if table else redirect(request.path)
    context = {
        "event": event,
        "holder": holder,
        "number": number,
        "contestant": event.contestants.filter(number=number).first() if holder == Holder.CONTESTANT else None,
        "running": running,
        "following": next((each for each in assignments if each.round.started_at is None), None),
        "rounds": len(assignments),
    }
    template = "events/where.html" if request.headers.get("HX-Request") else "events/phone.html"
    return render(request, template, context)


@require_GET
@club_view(ClubAct.READ)
@snapshot_read()
def traveller(request: ClubRequest, club: Club, event_id: int, number: int) -> HttpResponse:
    """All results of one deal."""
    event = _find(club, event_id)
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
    event = _find(club, event_id)
    people = selectors.contestants_by_number(event)
    if number not in people:
        raise Http404
    context: dict[str, Any] = {"event": event, "contestant": people[number]}
    if selectors.may_see_results(event, request.roles):
        lines = selectors.scorecard_of(EventResults(event), number, people)
        context |= {"lines": lines, "results_shown": True}
    return render(request, "events/scorecard.html", context)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def rule_result(request: ClubRequest, club: Club, event_id: int, sitting_id: int, number: int) -> HttpResponse:
    """An adjusted score in place of the result of a deal."""
    event = _find(club, event_id)
    played = Sitting.objects.select_related("round").exclude(table=None)
    sitting = get_object_or_404(played, round__event=event, pk=sitting_id)
    comparison = comparison_of(event)
    if not comparison.by_deal or number not in sitting.deals:
        raise Http404
    people = selectors.contestants_by_number(event)
    contestants = [people[contestant] for contestant in contestants_of(sitting)]
    form = ResultRulingForm(request.POST or None, contestants=contestants, averages=comparison.averages)
    context = {"contestants": contestants, "sitting": sitting, "deal": number}
    return _rule(request, event, form, partial(services.rule_result, event, sitting, number), context)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def rule_contestant(request: ClubRequest, club: Club, event_id: int, number: int) -> HttpResponse:
    """A penalty, a bonus or a carry-over."""
    event = _find(club, event_id)
    contestant = get_object_or_404(event.contestants, number=number)
    form = ContestantRulingForm(request.POST or None, units=comparison_of(event).units)
    return _rule(
        request, event, form, partial(services.rule_contestant, event, contestant), {"contestants": [contestant]}
    )


def _rule(
    request: ClubRequest, event: Event, form: Any, rule: Callable[..., object], context: dict[str, Any]
) -> HttpResponse:
    if form.is_valid():
        try:
            rule(form.line, why=form.cleaned_data["why"], law=form.cleaned_data["law"], by=request.user)
        except ValidationError as error:
            form.add_problems(error)
        else:
            return redirect("events:event", event.club_id, event.pk)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "events/ruling.html", {"event": event, "form": form, **context}, status=status)


@require_GET
@club_view(ClubAct.READ)
@snapshot_read()
def download(request: ClubRequest, club: Club, event_id: int, what: str, kind: str) -> HttpResponse:
    event = _find(club, event_id)
    if not selectors.may_see_results(event, request.roles):
        raise PermissionDenied
    return files.response(EventResults(event), what, kind, selectors.contestants_by_number(event))


def _find(club: Club, event_id: int) -> Event:
    event: Event = get_object_or_404(club.events.installed(), pk=event_id)
    return event


def _done(request: ClubRequest, event: Event, change: Callable[[], object]) -> HttpResponse:
    """Back on the page of the event, or what cannot be done."""
    try:
        change()
    except ValidationError as error:
        return _refused(request, event, " ".join(error.messages))
    return redirect("events:event", event.club_id, event.pk)


def _refused(request: ClubRequest, event: Event, sentence: str) -> HttpResponse:
    messages.error(request, sentence)
    return page(request, event, status=HTTPStatus.CONFLICT)
