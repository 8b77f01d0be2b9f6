from collections.abc import Iterable

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.play.views.opening import game_or_404
from scorer.registry import all_games
from scorer.standings import selectors
from scorer.standings.boards import Line, in_order
from scorer.standings.columns import PLAYER, Cell
from scorer.standings.forms import BoardFilter
from scorer.standings.periods import ALL, chosen_period, offered
from scorer.standings.selectors import Board
from scorer.web import spreadsheet
from scorer.web.charts import Sparkline, sparkline

A_PAGE = 50


@require_GET
@club_view(ClubAct.READ)
def over_all_games(request: ClubRequest, club: Club) -> HttpResponse:
    period = chosen_period(club, request.GET.get("period", ""))
    if period is None:
        return render(request, "standings/no_season.html")
    return page(request, club, selectors.all_games_board(club, period))


@require_GET
@club_view(ClubAct.READ)
def of_a_game(request: ClubRequest, club: Club, game: str) -> HttpResponse:
    config = game_or_404(game)
    period = chosen_period(club, request.GET.get("period", ""))
    if period is None:
        return render(request, "standings/no_season.html")
    return page(request, club, selectors.game_board(club, config, period, request.GET.get("variant", "")))


def page(request: ClubRequest, club: Club, board: Board) -> HttpResponse:
    variants = [(variant.code, variant.name) for variant in board.variants]
    asked = BoardFilter(
        request.GET,
        periods=offered(club),
        variants=[*variants, (ALL, _("all together"))] if len(variants) > 1 else [],
        columns=[(column.code, column.label) for column in board.columns],
        shown={"period": board.period.code, "variant": board.variant},
    )
    lines = [
        line
        for line in in_order(board.lines, asked.column, backwards=asked.backwards)
        if line.tally.hands >= asked.least("hands") and line.tally.tables >= asked.least("tables")
    ]
    if "file" in request.GET:
        return as_file(request.GET["file"], board, lines)
    page = Paginator(lines, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "board": board,
        "filter": asked,
        "page": page,
        "lines": drawn(board, page),
        "games": all_games(),
        "headings": [(column, asked.link_of(column.code), asked.direction_of(column.code)) for column in board.columns],
    }
    return render(request, "standings/board.html", context)


def drawn(board: Board, lines: Iterable[Line]) -> list[tuple[Line, list[Cell], Sparkline]]:
    """Each line with what stands in its columns behind the name, and the trend of its last tables."""
    columns = [column for column in board.columns if column is not PLAYER]
    return [(line, [column.cell(line) for column in columns], sparkline(board.trend(line.tally))) for line in lines]


def as_file(kind: str, board: Board, lines: Iterable[Line]) -> HttpResponse:
    header = [_("Rank"), *(column.label for column in board.columns)]
    rows = ([line.rank, *(column.exact(line) for column in board.columns)] for line in lines)
    return spreadsheet.answer(kind, f"{board.title}, {board.period.name}", header, rows)
