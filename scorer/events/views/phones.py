"""The pages of a station's or a contestant's link."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from scorer.club.middleware import is_elsewhere
from scorer.club.rights import for_anyone, roles_in
from scorer.club.suspension import refuse_suspended
from scorer.db.snapshot import snapshot_read
from scorer.events import links, services
from scorer.events.contestants import contestants_by_number
from scorer.events.director_news import DirectorNews
from scorer.events.links import Holder
from scorer.events.models import Contestant, Event
from scorer.events.planning.families import is_steered, round_count
from scorer.events.planning.movement import Assignment, assignments_of, room_of
from scorer.events.results.duties import has_duty, owed_by_text
from scorer.events.results.event_results import Viewer, viewer_with
from scorer.events.results.kept import results_for
from scorer.events.results.lines import traveller_of, unscored_lines
from scorer.events.results.ranking import fields_of, finish_of
from scorer.events.results.rulings import read as read_ruling
from scorer.events.results.scorecards import scorecard_of
from scorer.events.results.sessions import read_sessions, sessions_of
from scorer.events.results.squads import squads_of
from scorer.events.selectors.requests import read_requests, requests_of
from scorer.events.states import Progress
from scorer.events.views.console import accepted
from scorer.events.views.people import line_up_form
from scorer.events.views.results import match_context
from scorer.live import Ticket, live_path
from scorer.play.rights import link_ended
from scorer.web.forms import form_status, small_number
from scorer.web.middleware import activate_club_language


@dataclass(frozen=True)
class HeldLink:
    """The link by which a page is read."""

    event: Event
    holder: Holder
    key: int
    """What it names: the number of a station, or `Contestant.link`."""
    token: str

    @property
    def number(self) -> int:
        """The number of the station, or the one that the contestant has now."""
        return self.contestant.number if self.contestant else self.key

    @cached_property
    def contestant(self) -> Contestant | None:
        if self.holder == Holder.STATION:
            return None
        return self.event.contestants.with_players().filter(link=self.key).first()


def link_view(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Decorate a view of a link: `view(request, held, ...)` is called if the link is valid.

    That of a contestant ends when the contestant is signed off.
    """

    @never_cache
    @for_anyone
    @login_not_required
    @wraps(view)
    def guarded(
        request: HttpRequest, event_id: int, key: int, token: str, *, holder: Holder, **more: int
    ) -> HttpResponse:
        event = Event.objects.installed().select_related("club").filter(pk=event_id).first()
        if event is None or is_elsewhere(request, event.club_id) or not links.is_valid(event, holder, key, token):
            return link_ended(request)
        held = HeldLink(event, holder, key, token)
        if holder == Holder.CONTESTANT and held.contestant is None:
            return link_ended(request)
        activate_club_language(request, event.club.language)
        refuse_suspended(event.club)
        return view(request, held, **more)

    return guarded


@require_http_methods(["GET", "POST"])
@link_view
def phone(request: HttpRequest, held: HeldLink) -> HttpResponse:
    """Where a station or a contestant plays in the round that runs; posted, the phone joins that table.

    `?after=` is the number of the round in which the page was opened, or from whose table the phone comes back: the
    page joins the table of a later round by itself. After the finish, the page has the ranking.

    A team has two tables in a round. `side` says on which side of its table the phone plays, then and afterwards.
    """
    event, holder, number = held.event, held.holder, held.number
    assignments = assignments_of(event, holder, number)
    playing = [assignment for assignment in assignments if assignment.round.is_running]
    side = small_number((request.POST or request.GET).get("side"))
    on_side = [assignment for assignment in playing if assignment.side == side] if side else playing
    running = next(iter(on_side or playing), None)
    if request.method == "POST":
        table = links.join_table(request, running.sitting, held.contestant) if running and running.sitting else None
        to = reverse("play:table", args=[table.pk]) if table else request.path
        return HttpResponseClientRedirect(to) if request.headers.get("HX-Request") else redirect(to)
    following = next((assignment.round for assignment in assignments if assignment.round.started_at is None), None)
    begun = max((assignment.round.number for assignment in assignments if assignment.round.started_at), default=0)
    asked = small_number(request.GET.get("after"))
    after = begun if asked is None else min(asked, begun)  # the round may have been taken back
    if running is None:
        after = min(after, max(begun - 1, 0))  # the last round may go on
    context = {
        "event": event,
        "holder": holder,
        "number": number,
        "token": held.token,
        "contestant": held.contestant,
        "running": running,
        "playing": playing,
        "can_line_up": _can_line_up(held),
        "side": side,
        "following": [assignment for assignment in assignments if assignment.round == following],
        "rounds": round_count(event, len({assignment.round for assignment in assignments})) if assignments else 0,
        "is_steered": is_steered(event),
        "out": held.contestant and _out(event, held.contestant.number),
        "owed": held.contestant and _owed(event, held.contestant.number),
        "room": room_of(event),
        "news": DirectorNews(event) if viewer_with(roles_in(event.club, request.user)).directs else None,
        "after": after,
        "live": live_path(_ticket(held, event.pk)),
        "follows": running if running and running.round.number > after and len(on_side) == 1 else None,
    }
    own: Any = [number] if held.contestant else []
    if event.state == Event.State.FINISHED:
        context |= final_ranking(held, assignments)
        own = context["own"]
    if event.continues:
        context |= from_other_sessions(event, own)
    template = "events/where.html" if request.headers.get("HX-Request") else "events/phone.html"
    return render(request, template, context)


def _out(event: Event, number: int) -> int | None:
    """Return the round in which a contestant was knocked out, as soon as everybody may know: the next draw says so."""
    results = results_for(event, Viewer()) if event.eliminates else None
    lost_in = results.out.get(number) if results else None
    if results is None or lost_in is None:
        return None
    return lost_in if results.ranked or any(sitting.round.number > lost_in for sitting in results.planned) else None


def _owed(event: Event, number: int) -> str:
    """Return what everybody has to play once and the contestant has not played yet, in a sentence, or nothing."""
    if not has_duty(event) or not Progress(event).started:
        return ""
    return owed_by_text(results_for(event, Viewer()), contestants_by_number(event)[number])


def _can_line_up(held: HeldLink) -> bool:
    if held.contestant is None or not held.event.of_teams:
        return False
    can = Progress(held.event)
    can.contestant = held.contestant
    return can["set_line_up"]


def _ticket(held: HeldLink, *topics: int) -> Ticket:
    return Ticket(topics, held.event.club_id, link=held.event.link, card=f"{held.holder} {held.key}")


def final_ranking(held: HeldLink, assignments: list[Assignment]) -> dict[str, Any]:
    """The ranking after the finish, with the lines of the contestant, or of those who were last at the station."""
    results, people = results_for(held.event, Viewer()), contestants_by_number(held.event)
    fields = fields_of(results, people)
    played = [assignment.people for assignment in assignments if assignment.sitting and assignment.round.ended_at]
    own = [held.number] if held.contestant else [person.number for last in played[-1:] for person in last]
    return {
        "results": results,
        "fields": fields,
        "squads": squads_of(results, people),
        "finish": finish_of(results, people),
        "own": own,
        "own_squads": {people[number].squad for number in own},
        "own_places": [
            (standing, len(field.standings))
            for field in fields
            for standing in field.standings
            if standing.contestant.number in own
        ],
    }


def from_other_sessions(event: Event, own: Sequence[int]) -> dict[str, Any]:
    """What those with these numbers carry over, and their places in all sessions that are finished."""
    carried = event.rulings.in_force().filter(contestant__number__in=own, line__has_key="carry")
    context: dict[str, Any] = {"carried": [read_ruling(ruling).text for ruling in carried.select_related("contestant")]}
    sessions = sessions_of(event)
    finished = [session for session in sessions if session.state == Event.State.FINISHED]
    if len(sessions) > 1 and finished:
        read = read_sessions(finished, lambda session: results_for(session, Viewer()))
        total = read.field
        entries = {person.entry for number, person in contestants_by_number(event).items() if number in own}
        placed = [standing for standing in total.standings if standing.contestant.entry in entries]
        context |= {"sessions": read, "total": total, "own_entries": entries, "own_totals": placed}
    return context


@require_GET
@link_view
@snapshot_read()
def own_results(request: HttpRequest, held: HeldLink) -> HttpResponse:
    """The results so far of the deals that the contestant has played."""
    results = results_for(held.event, Viewer(contestant=held.number))
    requests = read_requests(requests_of(held.event, held.contestant))
    context = {"event": held.event, "token": held.token, "results": results, "requests": requests}
    context["card"] = scorecard_of(results, held.number)
    if Progress(held.event).in_time:
        hands = results.hands_of(held.number)
        described = held.event.is_settled and unscored_lines(results, contestants_by_number(held.event), hands)
        context |= {"can_ask_about": hands, "described": described}
    if requests:
        topics = held.event.pk, *{request.sitting.table_id for request in requests}
        context["live"] = live_path(_ticket(held, *topics))
    template = "events/card.html" if request.headers.get("HX-Request") else "events/scorecard.html"
    return render(request, template, context)


@require_http_methods(["GET", "POST"])
@link_view
def own_line_up(request: HttpRequest, held: HeldLink) -> HttpResponse:
    """Who plays for the team at which of its tables."""
    contestant: Any = held.contestant
    form = line_up_form(request, held.event, contestant)
    since = accepted(form, lambda: services.set_line_up(held.event, held.number, form.line_up, by=None))
    if since:
        messages.success(request, _("The line-up holds from round %(n)s on.") % {"n": since})
        return redirect(links.path_by_key(held.event, held.holder, held.key))
    context = {"event": held.event, "contestant": contestant, "form": form, "token": held.token}
    return render(request, "events/line_up.html", context, status=form_status(request))


@require_GET
@link_view
@snapshot_read()
def own_match(request: HttpRequest, held: HeldLink, number: int) -> HttpResponse:
    """The match that the team plays from this round on, as far as it may know it."""
    results = results_for(held.event, Viewer(contestant=held.number))
    context = match_context(results, held.number, number) | {"token": held.token, "key": held.key}
    return render(request, "events/match.html", context)


@require_GET
@link_view
@snapshot_read()
def own_deal(request: HttpRequest, held: HeldLink, deal: int) -> HttpResponse:
    """The results so far of a deal that the contestant has played."""
    results = results_for(held.event, Viewer(contestant=held.number))
    traveller = traveller_of(results, deal, contestants_by_number(held.event))
    context = {"event": held.event, "token": held.token, "key": held.key, "own": held.number, "deal": deal}
    context |= {"results": results, "traveller": traveller, "lines": traveller.lines, "shown": results.shows(deal)}
    if Progress(held.event).in_time:
        context["can_ask_about"] = [hand for hand in results.hands_of(held.number) if hand.result.deal == deal]
    return render(request, "events/traveller.html", context)
