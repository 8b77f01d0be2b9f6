"""The page of an event, on which a director directs it."""

from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus
from operator import attrgetter
from typing import Any, TypeVar

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms.models import model_to_dict
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view, is_visitor
from scorer.db.snapshot import snapshot_read
from scorer.events import services
from scorer.events.contestants import contestants_by_number, count_in_words, squad_names
from scorer.events.director_news import stops_of
from scorer.events.forms.events import FollowingForm
from scorer.events.forms.people import SignUpForm
from scorer.events.forms.swaps import SPOILED
from scorer.events.models import Event
from scorer.events.planning.families import title_of
from scorer.events.planning.wishes import unmet_wishes, wish_words
from scorer.events.planning.words import planned_in_words
from scorer.events.results.bracket import bracket_rounds, to_decide
from scorer.events.results.duties import owed_so_far_text
from scorer.events.results.event_results import viewer_with
from scorer.events.results.forfeits import has_forfeits
from scorer.events.results.kept import results_for
from scorer.events.results.ranking import fields_of, finish_of
from scorer.events.results.squads import squads_of
from scorer.events.selectors.console import (
    changes_after_opening,
    late_hands_at_stations,
    likely_turned,
    rulings_of,
    stations_of,
)
from scorer.events.selectors.requests import read_requests, requests_of
from scorer.events.states import PLANNED, Progress
from scorer.registry.contest_words import COMPARISONS
from scorer.web.forms import form_status

T = TypeVar("T")

BY_CODE = attrgetter("self_signed")
MORE_MINUTES = (1, 5, 10)
"""How many minutes a director can add with one tap. If no clock runs, they start one."""


def event_view(act: ClubAct) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponseBase]]:
    """Decorate a view of an event: call `view(request, event, ...)` for those who may `act` in its club."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
        @club_view(act)
        @wraps(view)
        def with_event(request: ClubRequest, club: Club, event_id: int, **more: Any) -> HttpResponse:
            return view(request, get_object_or_404(club.events.installed(), pk=event_id), **more)

        return with_event

    return decorate


@require_GET
@event_view(ClubAct.READ)
def event(request: ClubRequest, event: Event) -> HttpResponse:
    return event_page(request, event)


@snapshot_read()
def event_page(
    request: ClubRequest, event: Event, *, form: SignUpForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """Everything of an evening: who competes, the round that runs, and the ranking."""
    people = contestants_by_number(event)
    can = Progress(event)
    rounds, running, following = can.rounds, can.running, can.following
    applicants = list(event.applicants.not_in()) if shows_applicants(request, can) else []
    context: dict[str, Any] = {
        "event": event,
        "can": can,
        "state": planned_in_words(event, rounds) if can.phase is PLANNED else can.in_words,
        "format": title_of(event.format, can.family) if can.family and can.phase is not PLANNED else "",
        "round_count": can.round_count,
        "comparison": COMPARISONS[event.comparison],
        "people": people.values(),
        "count_in_words": count_in_words(len(people), event),
        "sections": max((person.section for person in people.values()), default=1),
        "rounds": rounds,
        "running": running,
        "following": following,
        "applicants": applicants,
        "self_signed": len([*filter(BY_CODE, people.values()), *filter(BY_CODE, applicants)]),
        "unmet": unmet_wishes(event, people) if can.phase is PLANNED else (),
        "following_minutes": following and event.minutes_for(following.sittings.all()),
    }
    if can.started:
        results = results_for(event, viewer_with(request.roles))
        context["results"] = results
        context["late_hands"] = late_hands_at_stations(results) if results.viewer.directs else ()
        requests = read_requests(requests_of(event).open_requests()) if results.viewer.directs else []
        context["requests"] = requests
        context["repeats"] = results.repeats if results.viewer.directs else ()
        context["changed"] = changed = changes_after_opening(results)
        context["turned"] = likely_turned(results)
        if running:
            context["more_minutes"] = MORE_MINUTES
            context["stops"] = stops_of(can) if results.viewer.directs else ()
            context["stations"] = stations = stations_of(results, running, people, changed, requests)
            context["sections"] = len({station.sitting.section for station in stations})
            context["calls"] = sum(station.called_at is not None for station in stations)
            in_round = (station.sitting for station in stations)
            can.begun = [sitting.station for sitting in in_round if results.played.deals_in(sitting)]
            context["unfinished"] = sorted(station.sitting.station for station in stations if station.is_missing_hands)
            context["to_target"] = event.target if all(at.sitting.deal_count is None for at in stations) else None
            context["in_games"] = context["to_target"] and event.counts_games
            context["by_deal"] = results.comparison.names_deals
            context["may_forfeit"] = has_forfeits(event)
            context["spoiled"] = SPOILED.items()
        context["bracket"] = bracket = bracket_rounds(results, people)
        context["to_decide"] = decisions = list(to_decide(bracket)) if results.viewer.directs else ()
        context["undecided"] = any(match.is_open for match in decisions)
        context["fields"] = fields_of(results, people)
        context["squads"] = squads_of(results, people)
        context["owed"] = owed_so_far_text(results, people)
        context["finish"] = finish_of(results, people)
        context["rulings"] = rulings_of(results, people)
        context["deals"] = sorted({line.result.deal for line in results.lines if line.result.deal})
    if can["sign_up"]:
        hides = event.announced and not event.names_shown
        context["names_hidden"] = hides and is_visitor(request.roles)
        context["wishes"] = wish_words(event)
        context["squad_names"] = squad_names(people.values())
        context["roster"] = roster = event.club.players.active().matching("")
        context["form"] = form = form or SignUpForm(event=event, roster=roster)
        if "more" in request.GET:  # somebody has just signed up: the director types the next name
            next(iter(form.fields.values())).widget.attrs["autofocus"] = True
    if request.htmx.target == "signed-up" and not form:  # the sign-up is over, so the page needs another form
        return HttpResponseClientRedirect(reverse("events:event", args=[event.club_id, event.pk]))
    template = "events/now.html" if request.htmx else "events/event.html"
    return render(request, template, context, status=status)


def shows_applicants(request: ClubRequest, can: Progress) -> bool:
    """Whether the page says who waits or looks for a partner: to directors, until everybody has played a while."""
    return can["remove_applicant"] and viewer_with(request.roles).directs


ACTIONS: dict[str, Callable[..., object]] = {
    "sign_off": services.sign_off,
    "sign_off_one": services.sign_off,
    "let_in": services.let_in,
    "match_partners": services.match_partners,
    "remove_applicant": services.remove_applicant,
    "sign_off_self_signed": services.sign_off_self_signed,
    "skip_round": services.skip_last_round,
    "bring_round_back": services.bring_round_back,
    "discard_plan": services.discard_plan,
    "renew_links": services.renew_links,
    "start_round": services.start_round,
    "start_without_clock": partial(services.start_round, clocked=False),
    "add_minutes": services.add_minutes,
    "remove_minutes": services.remove_minutes,
    "pause_clock": services.pause_clock,
    "resume_clock": services.resume_clock,
    "stop_clock": services.stop_clock,
    "end_call_of_station": services.end_call_of_station,
    "end_round": services.end_round,
    "hold_round": services.hold_round,
    "release_round": services.release_round,
    "imagine_round": services.imagine_round,
    "take_back_round": services.take_back_round,
    "go_back": services.go_back,
    "finish": services.finish,
    "cancel": services.cancel,
    "enter_late_hand": services.enter_late_hand,
    "put_aside_late_hand": services.put_aside_late_hand,
    "accept_request": services.accept_request,
    "withdraw_ruling": services.withdraw_ruling,
}
"""What a director does with one button. Besides the event, a service may take numbers from the address."""


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def following(request: ClubRequest, event: Event) -> HttpResponse:
    """Whether the rounds follow by themselves."""
    form = FollowingForm(request.POST or None, initial=model_to_dict(event, FollowingForm.base_fields))
    accepted(form, lambda: services.set_following(event, **form.cleaned_data, by=request.user))
    if form.is_valid():
        return redirect("events:event", event.club_id, event.pk)
    context = {"event": event, "form": form}
    return render(request, "events/following.html", context, status=form_status(request))


@require_POST
@event_view(ClubAct.EVENTS)
def director_action(request: ClubRequest, event: Event, name: str, **numbers: int) -> HttpResponse:
    return perform(request, event, lambda: ACTIONS[name](event, **numbers, by=request.user))


def perform(
    request: ClubRequest, event: Event, change: Callable[[], T], then: Callable[[T], HttpResponse] | None = None
) -> HttpResponse:
    """Make a change, and go on with what comes `then`: the page of the event, unless said otherwise.

    If the change cannot be made, that page says so.
    """
    try:
        done = change()
    except ValidationError as error:
        return refusal(request, event, " ".join(error.messages))
    return then(done) if then else redirect("events:event", event.club_id, event.pk)


def refusal(request: ClubRequest, event: Event, sentence: str) -> HttpResponse:
    messages.error(request, sentence)
    return event_page(request, event, status=HTTPStatus.CONFLICT)


def accepted(form: Any, change: Callable[[], T]) -> T | None:
    """Make a change with what was typed, if the form is valid. If it cannot be made, the form says so."""
    if form.is_valid():
        try:
            return change()
        except ValidationError as error:
            form.add_error(None, error)
    return None
