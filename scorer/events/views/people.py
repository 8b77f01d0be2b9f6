"""Who comes late, leaves or stands in, for the director."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorer.club.models import Player
from scorer.club.rights import ClubAct, ClubRequest
from scorer.db.snapshot import snapshot_read
from scorer.events import services
from scorer.events.contestants import contestants_by_number, squad_names
from scorer.events.forms.people import LateContestantForm, LineUpForm, SubstituteForm
from scorer.events.forms.plans import DealsForm
from scorer.events.links import Holder
from scorer.events.models import Contestant, Event
from scorer.events.planning.movement import assignments_in_free_place, assignments_of, line_up_of, per_round_of
from scorer.events.states import Progress
from scorer.events.views.console import accepted, event_view
from scorer.play.opening.forms import roster_for_seats
from scorer.web.forms import form_status


@require_GET
@event_view(ClubAct.EVENTS)
def people(request: ClubRequest, event: Event) -> HttpResponse:
    return people_page(request, event)


@snapshot_read()
def people_page(
    request: ClubRequest, event: Event, *, form: DealsForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """All contestants, whether they are still there, and the rounds that have not started."""
    can = Progress(event)
    waiting = [round_ for round_ in can.rounds if round_.started_at is None]
    context: dict[str, Any] = {
        "event": event,
        "contestants": contestants_by_number(event).values(),
        "can": can,
        "waiting": waiting,
    }
    if waiting:
        now = per_round_of(event, waiting[0].sittings.prefetch_related("sides"))
        context["form"] = form or DealsForm(game=event.config, most=services.max_deals(event), now=now)
    return render(request, "events/people.html", context, status=status)


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def add_late_contestant(request: ClubRequest, event: Event) -> HttpResponse:
    """A contestant who comes when there is a plan. The page says first which place is free."""
    roster = event.club.players.active().matching("")
    can = Progress(event)
    form = LateContestantForm(request.POST or None, event=event, roster=roster, missed=bool(can.started))

    def change() -> Contestant:
        carry = form.cleaned_data.get("carry")
        return services.add_late_contestant(event, form.players, **form.named, carry=carry, by=request.user)

    contestant = accepted(form, change)
    if contestant:
        messages.success(request, _("%(name)s: number %(n)s.") % {"name": contestant, "n": contestant.number})
        return redirect("events:contestant", event.club_id, event.pk, contestant.number)
    free = assignments_in_free_place(event)
    context = {"event": event, "form": form, "roster": roster, "free": free, "can": can}
    context["squad_names"] = squad_names(contestants_by_number(event).values())
    return render(request, "events/add_late_contestant.html", context, status=form_status(request))


@require_GET
@event_view(ClubAct.EVENTS)
def contestant(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    return _contestant_page(request, event, _find_contestant(event, number))


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def line_up(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Who plays for a team at which of its tables."""
    contestant = _find_contestant(event, number)
    form = line_up_form(request, event, contestant)
    since = accepted(form, lambda: services.set_line_up(event, number, form.line_up, by=request.user))
    if since:
        messages.success(request, _("The line-up holds from round %(n)s on.") % {"n": since})
        return redirect("events:contestant", event.club_id, event.pk, number)
    context = {"event": event, "contestant": contestant, "form": form}
    return render(request, "events/line_up.html", context, status=form_status(request))


def line_up_form(request: HttpRequest, event: Event, contestant: Contestant) -> LineUpForm:
    if not event.of_teams:
        raise Http404
    playing, now = contestant.by_place(Progress(event).next_number), line_up_of(event, contestant)
    return LineUpForm(request.POST or None, event=event, playing=playing, now=now)


@require_POST
@event_view(ClubAct.EVENTS)
def substitute(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    contestant = _find_contestant(event, number)
    form = _substitute_form(request, event, contestant)

    def change() -> Contestant:
        place, now = form.cleaned_data["place"], form.cleaned_data.get("since") == SubstituteForm.NOW
        return services.substitute(event, number, place, form.players[0], now=now, by=request.user)

    if accepted(form, change):
        return redirect("events:contestant", event.club_id, event.pk, number)
    return _contestant_page(request, event, contestant, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


CONTESTANT_ACTIONS: dict[str, Callable[..., object]] = {
    "leave": services.leave,
    "come_back": services.come_back,
    "with_standing": partial(services.set_standing, without=False),
    "without_standing": partial(services.set_standing, without=True),
}
"""What a director changes of a contestant with one button."""


@require_POST
@event_view(ClubAct.EVENTS)
def contestant_action(request: ClubRequest, event: Event, number: int, name: str) -> HttpResponse:
    contestant = _find_contestant(event, number)
    try:
        CONTESTANT_ACTIONS[name](event, number, by=request.user)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return _contestant_page(request, event, contestant, status=HTTPStatus.CONFLICT)
    return redirect("events:contestant", event.club_id, event.pk, number)


def _find_contestant(event: Event, number: int) -> Contestant:
    contestants = event.contestants.with_players()
    contestant: Contestant = get_object_or_404(contestants, number=number)
    return contestant


def _substitute_form(request: ClubRequest, event: Event, contestant: Contestant) -> SubstituteForm:
    progress = Progress(event)
    playing = contestant.players_in(progress.next_number)
    return SubstituteForm(
        request.POST or None,
        playing=playing,
        roster=_likely_first(event, [one.person for one in contestant.players.all() if one.person not in playing]),
        runs=progress.running is not None,
        club=event.club,
    )


def _likely_first(event: Event, earlier: list[Player]) -> list[Player]:
    """Order the roster: whoever has had a place of the contestant, then others, and last who competes as well."""
    competing = set(event.contestants.values_list("players__player", flat=True)) - {player.pk for player in earlier}
    return sorted(roster_for_seats(event.club, first=earlier), key=lambda player: player.pk in competing)


@snapshot_read()
def _contestant_page(
    request: ClubRequest,
    event: Event,
    contestant: Contestant,
    *,
    form: SubstituteForm | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    form = form or _substitute_form(request, event, contestant)
    can = Progress(event)
    can.contestant = contestant
    assignments = assignments_of(event, Holder.CONTESTANT, contestant.number)
    context = {
        "event": event,
        "contestant": contestant,
        "form": form,
        "roster": form.roster,
        "rounds": [
            assignment
            for assignment in assignments
            if assignment.sitting or contestant.competes_in(assignment.round.number)
        ],
        "can": can,
    }
    return render(request, "events/contestant.html", context, status=status)
