"""The list of events, the form for a new one, and the sign-up."""

from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorer.club.models import Club, Player
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.events import services
from scorer.events.forms import EventForm, ListForm, SignUpForm
from scorer.events.lists import lines_of, read_list
from scorer.events.models import Contestant, Event
from scorer.events.views.console import event_page, find_event
from scorer.registry import all_games, get_game_or_404
from scorer.web.form_status import form_status

PAGE_SIZE = 30


@require_GET
@club_view(ClubAct.READ)
def events(request: ClubRequest, club: Club) -> HttpResponse:
    found = club.events.installed().exclude(state=Event.State.CANCELLED)
    context = {
        "page": Paginator(found, PAGE_SIZE).get_page(request.GET.get("page")),
        "games": [game for game in all_games() if game.events],
        "season": club.seasons.open().first(),
    }
    return render(request, "events/events.html", context)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def create(request: ClubRequest, club: Club, game: str) -> HttpResponse:
    config = get_game_or_404(game)
    if config.events is None:
        raise Http404
    form = EventForm(request.POST or None, game=config)
    if form.is_valid():
        try:
            event = services.create_event(club, config, **form.cleaned_data, by=request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect("events:event", club.pk, event.pk)
    return render(request, "events/create.html", {"form": form, "game": config}, status=form_status(request))


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
    return event_page(request, event, form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.EVENTS)
def sign_up_list(request: ClubRequest, club: Club, event_id: int) -> HttpResponse:
    """Sign up a list of contestants. The list from a file is shown first, as if it had been typed."""
    event = find_event(club, event_id)
    form = ListForm(request.POST or None, request.FILES or None, event=event)
    if form.is_valid() and form.cleaned_data["file"] is not None:
        form = ListForm(event=event, names=lines_of(form.cleaned_data["file"], event.side_size))
        return render(request, "events/sign_up_list.html", {"event": event, "form": form})
    if form.is_valid():
        try:
            lines = read_list(form.cleaned_data["names"], event, club.players.active())
            contestants, new = services.sign_up_all(event, lines, by=request.user)
        except ValidationError as error:
            form.add_error("names", error)
        else:
            _say_who_came(request, contestants, new)
            return redirect("events:event", club.pk, event.pk)
    return render(request, "events/sign_up_list.html", {"event": event, "form": form}, status=form_status(request))


def _say_who_came(request: ClubRequest, contestants: list[Contestant], new: list[Player]) -> None:
    n = len(contestants)
    text = ngettext("%(n)d contestant has signed up.", "%(n)d contestants have signed up.", n)
    messages.success(request, text % {"n": n})
    if new:
        names = ", ".join(player.name for player in new)
        messages.info(request, _("Added to the roster: %(names)s.") % {"names": names})
