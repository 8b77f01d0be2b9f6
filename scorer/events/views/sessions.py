"""Several sessions whose results are added up, and finals with what is carried into them."""

from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scorer.club.rights import ClubAct, ClubRequest
from scorer.contest.result_lines import read_extra
from scorer.db.snapshot import snapshot_read
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.forms.sessions import CarriedForm, FinalForm, NextSessionForm
from scorer.events.models import Event
from scorer.events.results.event_results import DIRECTOR, viewer_with
from scorer.events.results.kept import results_for
from scorer.events.results.rulings import carried_text, line_of
from scorer.events.results.sessions import (
    carried_unit,
    finals_of,
    has_carried_deals,
    other_finals_of,
    qualifying_of,
    read_sessions,
    sessions_of,
)
from scorer.events.states import Progress
from scorer.events.views.console import accepted, event_view, refusal
from scorer.events.views.settings import go_to_copy
from scorer.web.forms import form_status


@require_GET
@snapshot_read()
@event_view(ClubAct.READ)
def sessions(request: ClubRequest, event: Event) -> HttpResponse:
    """All sessions with their ranking, where they have qualified before, and the finals that follow."""
    viewer = viewer_with(request.roles)
    events = sessions_of(event)
    read = read_sessions(events, lambda session: results_for(session, viewer)) if len(events) > 1 else None
    context = {
        "event": event,
        "can": Progress(event),
        "qualifying": _in_words(qualifying_of(events[0])),
        "sessions": _in_words(events),
        "finals": _in_words(finals_of(event)),
        "other_finals": _in_words(other_finals_of(events[0])),
        "field": read.field if read and read.totals else None,
        "total": read,
    }
    return render(request, "events/sessions.html", context)


def _in_words(events: list[Event]) -> list[tuple[Event, str]]:
    prefetch_related_objects(events, "planned_rounds")
    of_several = len(events) > 1 and events[-1].session > 1
    found = [(event, Progress(event)) for event in events]
    return [(event, state.in_words_of_session if of_several else state.in_words) for event, state in found]


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def next_session(request: ClubRequest, event: Event) -> HttpResponse:
    why_not = Progress(event).refusal("next_session")
    if why_not:
        return refusal(request, event, why_not)
    form = NextSessionForm(request.POST or None, event=event)
    made = accepted(form, lambda: services.next_session(event, **form.cleaned_data, by=request.user))
    if made:
        return go_to_copy(request, *made)
    context = {"event": event, "form": form}
    return render(request, "events/next_session.html", context, status=form_status(request))


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def make_final(request: ClubRequest, event: Event) -> HttpResponse:
    why_not = Progress(event).refusal("make_final")
    if why_not:
        return refusal(request, event, why_not)
    count, earlier = event.contestants.count() // event.winners, len(finals_of(event))
    half = max(1, count // 2)
    suggested = {"first": half + 1, "last": count} if earlier else {"first": 1, "last": half}
    consolation = _named(_("%(name)s, consolation"), event)
    name = consolation if earlier else _named(_("%(name)s, final"), event)
    initial = suggested | {"name": name, "carried_percent": 0 if earlier else 50}
    if has_carried_deals(event):
        places = results_for(event, DIRECTOR).ranking.places
        initial["carried_deals"] = max((ranked.standing.deals for ranked in places), default=0) or ""
    form = FinalForm(request.POST or None, event=event, initial=initial)

    def make() -> tuple[Event, int]:
        others = consolation if form.cleaned_data["consolation"] else ""
        return services.make_final(event, **form.cleaned_data | {"consolation": others}, by=request.user)

    made = accepted(form, make)
    if made and form.cleaned_data["consolation"]:
        messages.success(request, _("The final and the consolation are there. Plan each of them separately."))
    if made:
        return go_to_copy(request, *made)
    context = {"event": event, "form": form}
    return render(request, "events/make_final.html", context, status=form_status(request))


def _named(pattern: str, event: Event) -> str:
    return (pattern % {"name": event.name})[:80]


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def carried(request: ClubRequest, event: Event) -> HttpResponse:
    """What everybody carries over. The director may change it until the first round starts."""
    can = Progress(event)
    why_not = can.refusal("set_carried")
    if why_not and (request.method == "POST" or not event.qualifying):
        return refusal(request, event, why_not)
    people = contestants_by_number(event)
    in_force = event.rulings.in_force().filter(line__has_key="carry").select_related("contestant").order_by("pk")
    carried: dict[int, Any] = {ruling.contestant.number: ruling for ruling in in_force if ruling.contestant}
    amounts = {number: Fraction(str(ruling.line["carry"])) for number, ruling in carried.items()}
    own = {number: figure for number, figure in amounts.items() if not carried[number].carried}
    figures = {number: carried_text(read_extra(line_of(ruling))[0]) for number, ruling in carried.items()}
    form = CarriedForm(request.POST or None, event=event, people=people.values(), own=own, carried=figures)

    def change() -> bool:
        cleaned = form.cleaned_data
        shares = {"carried_percent": cleaned["carried_percent"], "carried_deals": cleaned.get("carried_deals")}
        services.set_carried(event, **shares, figures=form.figures, by=request.user)
        return True

    if accepted(form, change):
        messages.success(request, _("What is carried over is saved."))
        return redirect("events:carried", event.club_id, event.pk)
    rows = [(person, figures.get(number, ""), form[form.field_of(number)]) for number, person in people.items()]
    stays = "" if qualifying_of(event) else services.NO_QUALIFYING
    context = {"event": event, "form": form, "rows": rows, "why_not": why_not, "stays": stays}
    context["unit"] = carried_unit(event)
    return render(request, "events/carried.html", context, status=form_status(request))
