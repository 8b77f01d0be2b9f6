"""Corrections on the club's own pages, with the same preview as in the admin site."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.corrections.merging import merge_page, unmerge_page


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.SETTINGS)
def merge(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(club.players, pk=player_id)
    return merge_page(request, player, back_url=reverse("club:player", args=[club.pk, player.pk]))


@require_http_methods(["GET", "POST"])
@club_view(ClubAct.SETTINGS)
def unmerge(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(club.players.select_related("merged_into"), pk=player_id)
    return unmerge_page(request, player, back_url=reverse("club:player", args=[club.pk, player.pk]))
