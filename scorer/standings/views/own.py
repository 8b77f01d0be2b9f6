"""A player's own link: the pages that it opens without a login, and the page where a director makes and ends it."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorer.club import services
from scorer.club.middleware import is_elsewhere
from scorer.club.models import Club, Player
from scorer.club.rights import ClubAct, ClubRequest, club_view, for_anyone, roles_in
from scorer.club.suspension import refuse_suspended
from scorer.standings import links
from scorer.standings.views.player import head_to_head_page, results_page
from scorer.web.middleware import activate_club_language
from scorer.web.phones import address_for_phones, qr_code


def own_view(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Decorate a view of a player's own link: `view(request, player, ...)` is called if the link is valid.

    Its holder is no visitor, and sees all names. The club's other pages are linked if the holder may read them.
    """

    @never_cache
    @for_anyone
    @login_not_required
    @wraps(view)
    def guarded(request: HttpRequest, player_id: int, token: str, **more: int) -> HttpResponseBase:
        player = Player.objects.select_related("club").filter(pk=player_id).first()
        if player is None or is_elsewhere(request, player.club_id) or not links.is_valid(player, token):
            return render(request, "standings/own_ended.html", status=HTTPStatus.FORBIDDEN)
        activate_club_language(request, player.club.language)
        refuse_suspended(player.club)
        roles = roles_in(player.club, request.user)
        if roles:
            request = cast("ClubRequest", request)
            request.club, request.roles = player.club, roles
        return view(request, player, **more)

    return guarded


@require_GET
@own_view
def own(request: HttpRequest, player: Player) -> HttpResponse:
    return results_page(request, player, token=links.token_of(player))


@require_GET
@own_view
def own_head_to_head(request: HttpRequest, player: Player, other_id: int) -> HttpResponse:
    other = get_object_or_404(player.club.players, pk=other_id)
    return head_to_head_page(request, player, other, token=links.token_of(player))


@require_POST
@own_view
def hide(request: HttpRequest, player: Player) -> HttpResponse:
    """Hide one's own name from the visitors of the club, or show it again."""
    services.hide_player(player, hidden="hidden" in request.POST, by=None)
    return redirect(links.path_of(player) or "club:start")


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.SETTINGS)
def link(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    """Show a player's own link, to print. Posted, make a new one or end it."""
    player = get_object_or_404(club.players.filter(merged_into=None), pk=player_id)
    if request.method == "POST":
        services.renew_player_link(player, ended="end" in request.POST, by=request.user)
        messages.success(request, _("The link has ended.") if "end" in request.POST else _("There is a new link."))
        return redirect("standings:link", club.pk, player.pk)
    path, site = links.path_of(player), address_for_phones(request, club.host)
    qr = qr_code(site + path, _("Link to the player’s own page")) if site and path else ""
    return render(request, "standings/player_link.html", {"player": player, "path": path, "site": site, "qr": qr})
