from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scorer.club.models import Club, Player
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.standings.forms import StatisticsFilter
from scorer.standings.periods import ALL, chosen_period, period_choices
from scorer.standings.statistics import CLUB, statistics_of
from scorer.standings.views.player import visible_player


@require_GET
@club_view(ClubAct.READ)
def of_club(request: ClubRequest, club: Club) -> HttpResponse:
    return statistics_page(request, club, None)


@require_GET
@club_view(ClubAct.READ)
def of_player(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    return statistics_page(request, club, visible_player(club, player_id))


def statistics_page(request: ClubRequest, club: Club, player: Player | None) -> HttpResponse:
    """Show what a player or the club has played: `?game=`, `?period=` and `?variant=` as on the leaderboards."""
    seasons = list(club.seasons.all())
    period = chosen_period(seasons, request.GET.get("period", ""))
    context: dict[str, Any] = {"player": player, "period": period}
    if period:
        asked = request.GET.get("game", ""), request.GET.get("variant", "")
        found = statistics_of(period, *asked, who=player.pk if player else CLUB)
        choices: dict[str, Sequence[Any]] = {
            "game": [(game.slug, game.title) for game in found.games],
            "period": period_choices(seasons),
            "variant": [*found.variants, (ALL, _("all together"))] if len(found.variants) > 1 else [],
        }
        shown = {"game": found.game.slug if found.game else "", "period": period.code, "variant": found.variant}
        context |= {
            "found": found,
            "deals": found.game.counted_deals % {"n": found.deals} if found.game else "",
            "filter": StatisticsFilter(choices, shown),
        }
    return render(request, "standings/statistics.html", context)
