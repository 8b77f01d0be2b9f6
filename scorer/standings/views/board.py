from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scorer.club.models import Club
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.registry import all_games, get_game_or_404
from scorer.standings import selectors
from scorer.standings.boards import BoardRow, sort_rows
from scorer.standings.columns import PLAYER, Column
from scorer.standings.forms import BoardFilter
from scorer.standings.periods import ALL, chosen_period, period_choices
from scorer.standings.selectors import Board, PeriodResults
from scorer.web import spreadsheet
from scorer.web.charts import BARS, sparkline

PAGE_SIZE = 50

MAX_ROWS = 2000
"""The number of rendered rows in the cache, each about a kilobyte: enough for a few boards in a few languages."""


@require_GET
@club_view(ClubAct.READ)
def all_games_board(request: ClubRequest, club: Club) -> HttpResponse:
    return board_page(request, club, partial(selectors.all_games_board, club))


@require_GET
@club_view(ClubAct.READ)
def game_board(request: ClubRequest, club: Club, game: str) -> HttpResponse:
    variant = request.GET.get("variant", "")
    return board_page(request, club, partial(selectors.game_board, club, get_game_or_404(game), variant=variant))


def board_page(request: ClubRequest, club: Club, board_of: Callable[[PeriodResults], Board]) -> HttpResponse:
    seasons = list(club.seasons.all())
    period = chosen_period(seasons, request.GET.get("period", ""))
    if period is None:
        return render(request, "standings/no_season.html")
    board = board_of(PeriodResults.for_period(period))
    variants = [(variant.code, variant.name) for variant in board.variants]
    filter_form = BoardFilter(
        request.GET,
        periods=period_choices(seasons),
        variants=[*variants, (ALL, _("all together"))] if len(variants) > 1 else [],
        columns=[(column.code, column.label) for column in board.columns],
        shown={"period": board.period.code, "variant": board.variant},
    )
    rows = [
        row
        for row in sort_rows(board.rows, filter_form.column, backwards=filter_form.backwards)
        if row.tally.hands >= filter_form.minimum("hands") and row.tally.tables >= filter_form.minimum("tables")
    ]
    if "file" in request.GET:
        return spreadsheet_response(request.GET["file"], board, rows)
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "board": board,
        "filter": filter_form,
        "page": page,
        "rows": rendered_rows(club, board, page),
        "games": all_games(),
        "headings": [
            (column, filter_form.sort_value(column.code), filter_form.aria_sort(column.code))
            for column in board.columns
        ],
    }
    return render(request, "standings/board.html", context)


@dataclass(frozen=True, slots=True)
class RowContent:
    """Everything that a rendered row depends on, apart from the language."""

    club: int
    period: str
    rank: int | None
    player: int
    name: str
    has_page: bool
    tables: int
    hands: int
    columns: Sequence[Column]
    """The columns after the name, whose values follow."""
    values: tuple[Any, ...]
    trend: tuple[int, ...]


def rendered_rows(club: Club, board: Board, rows: Iterable[BoardRow]) -> list[str]:
    columns = tuple(column for column in board.columns if column is not PLAYER)
    language = get_language()
    return [
        render_row(
            language,
            RowContent(
                club.pk,
                board.period.code,
                row.rank,
                row.player,
                row.name,
                row.has_page,
                row.tally.tables,
                row.tally.hands,
                columns,
                tuple(column.value(row) for column in columns),
                tuple(board.trend(row.tally)[-BARS:]),
            ),
        )
        for row in rows
    ]


@lru_cache(MAX_ROWS)
def render_row(_language: str, row: RowContent) -> str:
    """Rendering a row takes half a millisecond, and hardly any row changes between two requests for a board."""
    cells = [column.cell(value) for column, value in zip(row.columns, row.values, strict=True)]
    return render_to_string("standings/line.html", {"row": row, "cells": cells, "trend": sparkline(row.trend)})


def spreadsheet_response(kind: str, board: Board, rows: Iterable[BoardRow]) -> HttpResponse:
    header = [_("Rank"), *(column.label for column in board.columns)]
    lines = ([row.rank, *(column.exact(row) for column in board.columns)] for row in rows)
    return spreadsheet.response(kind, f"{board.title}, {board.period.name}", header, lines)
