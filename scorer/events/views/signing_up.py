"""The list of events; an event is made, and contestants sign up."""

from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.events import services
from scorer.events.forms import EventForm, SignUpForm
from scorer.events.models import Event
from scorer.events.views.console import find_event, page
from scorer.registry import all_games, get_game_or_404
from scorer.web.form_status import form_status

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
    return render(request, "events/make.html", {"form": form, "game": config}, status=form_status(request))


@require_POST
@club_view(ClubAct.EVENTS)
def sign_up(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    event = find_event(club, event_id)
    form = SignUpForm(request.POST, event=event, roster=club.players.active().matching(""))
    if form.is_valid():
        try:
            contestant = services.sign_up(event, form.players, by=request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("%(name)s: number %(n)s.") % {"name": contestant, "n": contestant.number})
            return redirect(reverse("events:event", args=[club.pk, event.pk]) + "?more")
    return page(request, event, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
