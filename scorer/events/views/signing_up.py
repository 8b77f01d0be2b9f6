"""The list of events, and the sign-up."""

from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorer.club.models import Club, Player
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.events import services
from scorer.events.forms.lists import ListForm, ListLine, digest_of, lines_of, read_list
from scorer.events.forms.people import SignUpForm
from scorer.events.models import Contestant, Event
from scorer.events.states import Progress
from scorer.events.views.console import accepted, event_page, event_view
from scorer.registry import all_games
from scorer.web.forms import form_status

PAGE_SIZE = 30
MOST_NAMES = 8
"""With more new names, the message has their number, or it would push what comes next off a phone."""


@require_GET
@club_view(ClubAct.READ)
def events(request: ClubRequest, club: Club) -> HttpResponse:
    events = club.events.installed().exclude(state=Event.State.CANCELLED).prefetch_related("planned_rounds")
    page = Paginator(events, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "events": [(event, Progress(event).in_words) for event in page],
        "games": [game for game in all_games() if game.events],
        "season": club.seasons.open().first(),
    }
    return render(request, "events/events.html", context)


@require_POST
@event_view(ClubAct.EVENTS)
def sign_up(request: ClubRequest, event: Event) -> HttpResponse:
    form = SignUpForm(request.POST, event=event, roster=event.club.players.active().matching(""))
    if form.looking:
        if accepted(form, lambda: services.apply(event, form.players, **form.named, looking=True, by=request.user)):
            return redirect(reverse("events:event", args=[event.club_id, event.pk]) + "?more")
        return event_page(request, event, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    contestant = accepted(form, lambda: services.sign_up(event, form.players, **form.named, by=request.user))
    if contestant:
        messages.success(request, _("%(name)s: number %(n)s.") % {"name": contestant, "n": contestant.number})
        return redirect(reverse("events:event", args=[event.club_id, event.pk]) + "?more")
    return event_page(request, event, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@require_http_methods(["GET", "POST"])
@event_view(ClubAct.EVENTS)
def sign_up_list(request: ClubRequest, event: Event) -> HttpResponse:
    """Sign up a list of contestants, typed or from a file, once what it says has been shown."""
    form = ListForm(request.POST or None, request.FILES or None, event=event)
    lines: list[ListLine] = []
    if form.is_valid():
        cells, names = form.cleaned_data["file"], form.cleaned_data["names"]
        if cells is not None:
            names = lines_of(cells, event)
            form = ListForm({"names": names}, event=event)
        try:
            lines = read_list(names, event)
            if all(line.players for line in lines) and request.POST.get("confirm") == digest_of(lines):
                contestants = services.sign_up_all(
                    event,
                    [(line.number, line.players) for line in lines],
                    names={line.number: line.team for line in lines},
                    squads={line.number: line.squad for line in lines},
                    by=request.user,
                )
                _say_who_came(request, contestants, [player for line in lines for player in line.new])
                return redirect("events:event", event.club_id, event.pk)
        except ValidationError as error:
            form.add_error("names", error)
    wrong = sum(not line.players for line in lines)
    if wrong:
        text = ngettext(
            "%(n)d line above is wrong. Change it here.", "%(n)d lines above are wrong. Change them here.", wrong
        )
        form.add_error("names", text % {"n": wrong})
    new = [player for line in lines for player in line.new]
    context = {"event": event, "form": form, "lines": lines, "new": new, "digest": digest_of(lines)}
    context["overtaken"] = "confirm" in request.POST and not form.errors
    status = form_status(request) if form.errors else HTTPStatus.OK
    return render(request, "events/sign_up_list.html", context, status=status)


def _say_who_came(request: ClubRequest, contestants: list[Contestant], new: list[Player]) -> None:
    n = len(contestants)
    text = ngettext("%(n)d contestant has signed up.", "%(n)d contestants have signed up.", n)
    messages.success(request, text % {"n": n})
    if len(new) > MOST_NAMES:
        text = ngettext(
            "%(n)d player has been added to the roster.", "%(n)d players have been added to the roster.", len(new)
        )
        messages.info(request, text % {"n": len(new)})
    elif new:
        names = ", ".join(player.name for player in new)
        messages.info(request, _("Added to the roster: %(names)s.") % {"names": names})
