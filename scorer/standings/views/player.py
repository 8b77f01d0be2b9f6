from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scorer.club.models import Club, Player
from scorer.club.names import short_names
from scorer.club.rights import ClubAct, ClubRequest, club_view, is_visitor
from scorer.standings.championship_words import games_in_words, period_in_words
from scorer.standings.head_to_head import common_results
from scorer.standings.periods import Period, chosen_period, period_choices
from scorer.standings.records import LATEST, MIN_HANDS, MIN_RESULTS, Finish, PlayerPage, form_of, player_page
from scorer.standings.selectors import PeriodResults
from scorer.web import spreadsheet
from scorer.web.charts import Chart, Series, line_chart, sparkline


@require_GET
@club_view(ClubAct.READ)
def results(request: ClubRequest, club: Club, player_id: int) -> HttpResponse:
    return results_page(request, visible_player(club, player_id))


def visible_player(club: Club, player_id: int) -> Player:
    """Return a player of the club. Raise Http404 if there is none, or if the player is hidden from the reader."""
    player = get_object_or_404(club.players, pk=player_id)
    if player.is_hidden:
        raise Http404
    return player


def results_page(request: HttpRequest, player: Player, *, token: str = "") -> HttpResponse:
    """Return the page of a player's results. `token` is that of the player's own link, if it is read by that."""
    context = period_context(request, player) | {"token": token}
    period = context["period"]
    if period:
        page = player_page(player.club, player, period, request.GET.get("game", ""))
        if "file" in request.GET:
            return spreadsheet_response(request.GET["file"], player, period, page)
        context |= {
            "found": page,
            "championships": [
                (own, period_in_words(own.championship), games_in_words(own.championship)) for own in page.championships
            ],
            "records": [
                (record, sparkline([points for points, _table in record.tally.by_table])) for record in page.records
            ],
            "hands": [(_("Best hands"), page.best), (_("Worst hands"), page.worst)],
        }
        if page.chosen and page.chosen.tally.by_table:
            title = _("Games won, table by table") if page.chosen.in_games else _("Points, table by table")
            sums = accumulate((points for points, _table in page.chosen.tally.by_table), initial=0)
            context["progress"] = chart("progress", title, player.shown, list(sums))
        if page.finishes:
            context |= {"form": form_chart(player.shown, page.finishes), "latest": LATEST, "last": page.finishes[-1]}
            context["latest_first"] = page.finishes[::-1]
        context |= {"min_hands": MIN_HANDS, "min_results": MIN_RESULTS, "picked": "game" in request.GET}
        if page.rating:
            context["rating"] = chart("rating", _("Rating, table by table"), player.shown, [0, *page.rating])
    return render(request, "standings/player.html", context)


def chart(name: str, title: str, who: str, values: list[int]) -> Chart:
    line = Series(who, values, *short_names((who,)))
    return line_chart(name, title, at=tuple(range(len(values))), series=[line], across=_("Table"))


def form_chart(who: str, finishes: Sequence[Finish]) -> Chart:
    means = form_of(finishes)
    places = tuple(range(1, len(means) + 1))
    line = Series(who, means, *short_names((who,)))
    return line_chart("form", _("Form"), at=places, series=[line], across=_("Result"))


@require_GET
@club_view(ClubAct.READ)
def head_to_head(request: ClubRequest, club: Club, player_id: int, other_id: int) -> HttpResponse:
    return head_to_head_page(request, *(visible_player(club, pk) for pk in (player_id, other_id)))


def head_to_head_page(request: HttpRequest, player: Player, other: Player, *, token: str = "") -> HttpResponse:
    """Return the page of two players, as `results_page` does for one."""
    if player == other:
        raise Http404
    context = period_context(request, player) | {"other": other, "token": token}
    # By an own link, a visitor of a public club may read of somebody whose page is hidden from visitors.
    context["leads_on"] = context["reads"] and not (other.hidden and is_visitor(getattr(request, "roles", frozenset())))
    if context["period"]:
        context["found"] = common_results(player, other, PeriodResults.for_period(context["period"]))
    return render(request, "standings/head_to_head.html", context)


def period_context(request: HttpRequest, player: Player) -> dict[str, Any]:
    """Return the period that was asked for. Other pages of the club are linked if the reader `reads` them."""
    seasons = list(player.club.seasons.all())
    return {
        "player": player,
        "period": chosen_period(seasons, request.GET.get("period", "")),
        "periods": period_choices(seasons),
        "reads": hasattr(request, "club"),
    }


def spreadsheet_response(kind: str, player: Player, period: Period, page: PlayerPage) -> HttpResponse:
    """Export the figures of the page: one line per record, one per event and one per other player."""
    header = [
        _("Game"), _("House rules"), _("Tables"), _("Events"), _("Hands"), _("Points"), _("Per hand"),
        _("Closed tables"), _("Won"), _("Best table"), _("With or against"), _("Tables together"), _("Won together"),
        _("Hands together"), _("Tables against"), _("Hands against"),
        _("Ahead"), _("Event"), _("Date"), _("Place"), _("Contestants"), "%",
    ]  # fmt: skip
    records: list[list[Any]] = [
        [
            str(record.game.title),
            record.variant_name,
            record.tables,
            record.events,
            record.tally.hands,
            record.tally.points,
            rounded(record.tally.average),
            record.tally.finished,
            record.tally.won,
            record.tally.best and record.tally.best[0],
            *[None] * 12,
        ]
        for record in page.records
    ]
    people: list[list[Any]] = [
        [
            *[None] * 10,
            other.name,
            other.beside,
            other.won,
            other.hands.beside,
            other.against,
            other.hands.against,
            rounded(other.share),
            *[None] * 5,
        ]
        for other in page.other_players
    ]
    events: list[list[Any]] = [
        [
            str(record.event.config.title),
            *[None] * 16,
            record.event.name,
            record.event.day,
            record.place,
            record.field,
            rounded(record.percent),
        ]
        for record in page.events
    ]
    return spreadsheet.response(kind, f"{player.shown}, {period.name}", header, [*records, *events, *people])


def rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 4)
