from collections.abc import Sequence
from hashlib import sha256
from http import HTTPStatus
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.forms.models import model_to_dict
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorer.club import services
from scorer.club.forms import NewPlayersForm, PlayerForm, RosterFilter
from scorer.club.models import Club, Player
from scorer.club.names import join_names
from scorer.club.pasted_roster import ListedPlayer, RosterLine, as_text, table_of
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.registry.words import labelled
from scorer.web import spreadsheet
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
        listed = [player for line in lines for player in line.players]
        alone = len(listed) == 1
        expected = services.sort_players(club, listed, guest=guest)
        digest = sha256(repr((lines, expected)).encode()).hexdigest()
        to_save = len(expected.players) + len(expected.changed)
        if alone or not to_save or request.POST.get("confirm") == digest:
            added = services.add_listed(club, listed, guest=guest, by=request.user)
            _report_added(request, added)
            if not added.problems:
                return redirect(reverse("club:players", args=[club.pk]) + "?more")
            left = added.left
            data = request.POST.copy()
            data["names"] = as_text([player for player in listed if player.name in added.problems])
            form = NewPlayersForm(data, club=club)
            for name, problem in added.problems.items():
                form.add_error("names", problem if alone else labelled(Truncator(name).chars(40), problem))
        else:
            status = HTTPStatus.OK
            form.fields["names"].widget.attrs["rows"] = 8
            context = {"rows": _rows(lines, expected), "new": len(expected.players), "digest": digest}
            context["changed"] = len(expected.changed)
    chosen = RosterFilter(request.GET)
    page = Paginator(chosen.players(club), PAGE_SIZE).get_page(request.GET.get("page"))
    if "more" in request.GET:  # one name often follows another
        form.fields["names"].widget.attrs["autofocus"] = True
    context |= {"form": form, "left": left, "filter": chosen, "page": page}
    return render(request, "club/players.html", context, status=status)


class ListedRow(NamedTuple):
    """What one player of a list would become."""

    player: ListedPlayer
    mark: str
    problem: str
    """Why the player cannot be added or changed."""


class ListRow(NamedTuple):
    """What a line of a list would do."""

    players: Sequence[ListedRow]
    left_out: Sequence[str]


def _rows(lines: Sequence[RosterLine], expected: services.AddedPlayers) -> list[ListRow]:
    marks = {player.name.casefold(): _("new") for player in expected.players}
    marks |= {player.name.casefold(): _("changed") for player in expected.changed}
    problems = {name.casefold(): problem for name, problem in expected.problems.items()}

    def described(player: ListedPlayer) -> ListedRow:
        key = player.name.casefold()
        return ListedRow(player, marks.get(key, ""), problems.get(key, ""))

    return [ListRow([described(player) for player in line.players], line.left_out) for line in lines]


def _report_added(request: ClubRequest, added: services.AddedPlayers) -> None:
    if len(added.players) == 1:
        messages.success(request, _("%(name)s is on the roster.") % {"name": added.players[0].name})
    elif added.players:
        count = len(added.players)
        text = ngettext("%(count)s player is on the roster now.", "%(count)s players are on the roster now.", count)
        messages.success(request, text % {"count": count})
    if added.changed:
        names = join_names((player.name for player in added.changed), ", ")
        messages.success(request, _("Changed: %(names)s.") % {"names": names})
    unchanged = [player.name for player in added.existing if player not in added.changed]
    if unchanged:
        names = join_names(unchanged, ", ")
        messages.info(request, _("Already on the roster: %(names)s.") % {"names": names})


@require_GET
@club_view(ClubAct.ROSTER)
def download(request: ClubRequest, club: Club, kind: str) -> HttpResponse:  # noqa: ARG001  # a view
    """Those who play here, as a table that can be pasted into a roster."""
    header, *rows = table_of(club.players.active().matching(""))
    return spreadsheet.response(kind, labelled(club, _("Players")), header, rows)


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.ROSTER)
def player(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(club.players, pk=player_id)
    form = PlayerForm(request.POST or None, initial=model_to_dict(player))
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
