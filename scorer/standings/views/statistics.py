from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET

from scorer.club.models import Club, Player
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.standings.forms import StatisticsFilter
from scorer.standings.periods import ALL, Period, chosen_period, period_choices
from scorer.standings.statistics import CLUB, Statistics, statistics_of
from scorer.standings.views.player import rounded, visible_player
from scorer.web import spreadsheet


@require_GET
@club_view(ClubAct.READ)
def of_club(request: ClubRequest, club: Club) -> HttpResponse:
    return statistics_page(request, club, None)


@require_GET
@club_view(ClubAct.READ)
def of_player(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    return statistics_page(request, club, visible_player(club, player_id))


def statistics_page(request: ClubRequest, club: Club, player: Player | None) -> HttpResponse:
    """Show what a player or the club has played: `?game=`, `?period=`, `?variant=` and `?file=` as on leaderboards."""
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
        if "file" in request.GET:
            return spreadsheet_response(request.GET["file"], player or club, period, found)
        context |= {
            "found": found,
            "deals": found.game.counted_deals % {"n": found.deals} if found.game else "",
            "filter": StatisticsFilter(choices, shown),
        }
    return render(request, "standings/statistics.html", context)


def spreadsheet_response(kind: str, of: Player | Club, period: Period, found: Statistics) -> HttpResponse:
    """Export what the page shows: one line per group, and one for all groups of each statistic."""
    header = [
        _("Game"), _("House rules"), _("Statistics"), _("Kind"), _("How often"), pgettext("statistics", "Share"),
        _("Succeeded"), _("Per hand"),
    ]  # fmt: skip
    rules = _("all together") if found.is_mixed else dict(found.variants).get(found.variant)
    game = str(found.game.title) if found.game else ""
    lines = [
        [
            game,
            rules,
            section.title,
            row.label or _("Together"),
            row.count.times,
            rounded(row.share),
            row.count.made,
            rounded(row.average),
        ]
        for section in found.sections
        for row in (*section.rows, section.total)
    ]
    name = of.shown if isinstance(of, Player) else of.name
    title = ", ".join(filter(None, [_("Statistics"), name, game, period.name]))
    return spreadsheet.response(kind, title, header, lines)
