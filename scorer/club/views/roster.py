from collections.abc import Sequence
from hashlib import sha256
from http import HTTPStatus
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scorer.club import services
from scorer.club.forms import NewPlayersForm, PlayerForm, RosterFilter
from scorer.club.models import Club, Player
from scorer.club.names import join_names
from scorer.club.pasted_names import Line
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.registry.words import labelled
from scorer.web.forms import form_status

PAGE_SIZE = 100


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.ROSTER)
def players(request: ClubRequest, club: Club) -> HttpResponse:
    """Show the roster, with a field for adding players. A player who has left can be brought back by name.

    What a list would do is shown first. Names that cannot be added stay in the field, each with its
    error; the others are added.
    """
    form = NewPlayersForm(request.POST or None, club=club)
    left: Sequence[Player] = ()
    context: dict[str, Any] = {}
    status = form_status(request)
    if form.is_valid():
        lines, guest = form.cleaned_data["names"], form.cleaned_data["guest"]
        names = [name for line in lines for name in line.names]
        alone = len(names) == 1
        expected = services.sort_names(club, names, guest=guest)
        digest = sha256(repr(expected).encode()).hexdigest()
        if alone or not expected.players or request.POST.get("confirm") == digest:
            added = services.add_names(club, names, guest=guest, by=request.user)
            _report_added(request, added)
            if not added.problems:
                return redirect(reverse("club:players", args=[club.pk]) + "?more")
            left = added.left
            data = request.POST.copy()
            data["names"] = "\n".join(added.problems)
            form = NewPlayersForm(data, club=club)
            for name, problem in added.problems.items():
                form.add_error("names", problem if alone else labelled(Truncator(name).chars(40), problem))
        else:
            status = HTTPStatus.OK
            form.fields["names"].widget.attrs["rows"] = 8
            context = {"rows": _rows(lines, expected), "new": len(expected.players), "digest": digest}
    chosen = RosterFilter(request.GET)
    page = Paginator(chosen.players(club), PAGE_SIZE).get_page(request.GET.get("page"))
    if "more" in request.GET:  # one name often follows another
        form.fields["names"].widget.attrs["autofocus"] = True
    context |= {"form": form, "left": left, "filter": chosen, "page": page}
    return render(request, "club/players.html", context, status=status)


class ListRow(NamedTuple):
    """What a line of a list would do."""

    names: Sequence[tuple[str, bool, str]]
    """Each with whether it is new to the roster, and why it cannot be added."""
    left_out: Sequence[str]


def _rows(lines: Sequence[Line], expected: services.AddedNames) -> list[ListRow]:
    new = {player.name.casefold() for player in expected.players}
    problems = {name.casefold(): problem for name, problem in expected.problems.items()}

    def described(name: str) -> tuple[str, bool, str]:
        return name, name.casefold() in new, problems.get(name.casefold(), "")

    return [ListRow([described(name) for name in line.names], line.left_out) for line in lines]


def _report_added(request: ClubRequest, added: services.AddedNames) -> None:
    if len(added.players) == 1:
        messages.success(request, _("%(name)s is on the roster.") % {"name": added.players[0].name})
    elif added.players:
        count = len(added.players)
        text = ngettext("%(count)s player is on the roster now.", "%(count)s players are on the roster now.", count)
        messages.success(request, text % {"count": count})
    if added.existing:
        names = join_names((player.name for player in added.existing), ", ")
        messages.info(request, _("Already on the roster: %(names)s.") % {"names": names})


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
            messages.success(request, _("%(name)s has been changed.") % {"name": changed.name})
            return redirect("club:players", club.pk)
    return render(request, "club/player.html", {"player": player, "form": form}, status=form_status(request))


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
    messages.success(request, _("The name has been removed. The hands now belong to %(name)s.") % {"name": player.name})
    return redirect("club:player", club.pk, player.pk)
