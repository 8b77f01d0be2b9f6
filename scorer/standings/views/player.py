from itertools import accumulate
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.standings.periods import chosen_period, offered
from scorer.standings.records import player_page
from scorer.web.charts import Chart, Series, line_chart, sparkline


@require_GET
@club_view(ClubAct.READ)
def results(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(club.players, pk=player_id)
    period = chosen_period(club, request.GET.get("period", ""))
    context: dict[str, Any] = {"player": player, "period": period, "periods": offered(club)}
    if period:
        found = player_page(club, player, period, request.GET.get("game", ""))
        context |= {
            "found": found,
            "records": [
                (record, sparkline([points for points, _table in record.tally.by_table])) for record in found.records
            ],
            "hands": [(_("Best hands"), found.best), (_("Worst hands"), found.worst)],
        }
        if found.chosen:
            sums = accumulate((points for points, _table in found.chosen.tally.by_table), initial=0)
            context["progress"] = chart("progress", _("Points, table by table"), player.shown, list(sums))
        if found.rating:
            context["rating"] = chart("rating", _("Rating, table by table"), player.shown, [0, *found.rating])
    return render(request, "standings/player.html", context)


def chart(name: str, title: str, who: str, values: list[int]) -> Chart:
    return line_chart(name, title, at=tuple(range(len(values))), series=[Series(who, values)], across=_("Table"))
