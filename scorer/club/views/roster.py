from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club import services
from scorer.club.forms import NewPlayerForm, PlayerForm, RosterFilter
from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view

A_PAGE = 100


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.ROSTER)
def players(request: ClubRequest, club: Club) -> HttpResponse:
    """The roster, with a field to add to it. A name that somebody who left has is offered back."""
    form = NewPlayerForm(request.POST or None)
    left = None
    if form.is_valid():
        name, guest = form.cleaned_data["name"], form.cleaned_data["guest"]
        try:
            player = services.add_player(club, name, guest=guest, by=request.user)
        except ValidationError as error:
            form.add_error("name", error)
            left = club.players.left().named(name)
        else:
            messages.success(request, _("%(name)s is on the roster.") % {"name": player.name})
            return redirect("club:players", club.pk)
    chosen = RosterFilter(request.GET)
    page = Paginator(chosen.found(club), A_PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "left": left, "filter": chosen, "page": page}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "club/players.html", context, status=status)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.ROSTER)
def player(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(club.players, pk=player_id)
    initial = {"name": player.name, "shown_as": player.shown_as, "guest": player.guest, "active": player.active}
    form = PlayerForm(request.POST or None, initial=initial)
    if form.is_valid():
        try:
            changed = services.change_player(player, **form.cleaned_data, by=request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("%(name)s is changed.") % {"name": changed.name})
            return redirect("club:players", club.pk)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "club/player.html", {"player": player, "form": form}, status=status)


@require_POST
@club_view(ClubAct.ROSTER)
def bring_back(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(club.players.filter(merged_into=None), pk=player_id)
    services.change_player(player, name=player.name, guest=player.guest, active=True, by=request.user)
    messages.success(request, _("%(name)s plays here again.") % {"name": player.name})
    return redirect("club:players", club.pk)


@require_POST
@club_view(ClubAct.SETTINGS)
def anonymise(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(club.players, pk=player_id)
    player = services.anonymise(player, by=request.user)
    messages.success(request, _("The name is gone; the hands are now those of %(name)s.") % {"name": player.name})
    return redirect("club:player", club.pk, player.pk)
