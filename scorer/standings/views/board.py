from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scorer.club.models import Club, Season
from scorer.club.rights import ClubAct, ClubRequest, club_view
from scorer.registry import all_games, get_game_or_404
from scorer.standings import selectors
from scorer.standings.boards import BoardRow, in_order
from scorer.standings.columns import PLAYER, Column
from scorer.standings.forms import BoardFilter
from scorer.standings.periods import ALL, chosen_period, offered
from scorer.standings.selectors import Board, PeriodResults
from scorer.web import spreadsheet
from scorer.web.charts import BARS, sparkline

A_PAGE = 50

MOST_ROWS = 2000
"""Kept as they are written, each about a kilobyte: those of a few boards in a language or two."""


@require_GET
@club_view(ClubAct.READ)
def over_all_games(request: ClubRequest, club: Club) -> HttpResponse:
    seasons = list(club.seasons.all())
    period = chosen_period(seasons, request.GET.get("period", ""))
    if period is None:
        return render(request, "standings/no_season.html")
    return page(request, club, seasons, selectors.all_games_board(club, PeriodResults.of(period)))


@require_GET
@club_view(ClubAct.READ)
def of_a_game(request: ClubRequest, club: Club, game: str) -> HttpResponse:
    config = get_game_or_404(game)
    seasons = list(club.seasons.all())
    period = chosen_period(seasons, request.GET.get("period", ""))
    if period is None:
        return render(request, "standings/no_season.html")
    board = selectors.game_board(club, config, PeriodResults.of(period), request.GET.get("variant", ""))
    return page(request, club, seasons, board)


def page(request: ClubRequest, club: Club, seasons: Sequence[Season], board: Board) -> HttpResponse:
    variants = [(variant.code, variant.name) for variant in board.variants]
    asked = BoardFilter(
        request.GET,
        periods=offered(seasons),
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
        "rows": rows(club, board, page),
        "games": all_games(),
        "headings": [(column, asked.link_of(column.code), asked.direction_of(column.code)) for column in board.columns],
    }
    return render(request, "standings/board.html", context)


@dataclass(frozen=True, slots=True)
class Row:
    """All that the text of a line depends on, beside the language."""

    club: int
    period: str
    rank: int | None
    player: int
    name: str
    tables: int
    hands: int
    columns: Sequence[Column]
    """Those behind the name, with their values."""
    values: tuple[Any, ...]
    trend: tuple[int, ...]


def rows(club: Club, board: Board, lines: Iterable[BoardRow]) -> list[str]:
    columns = tuple(column for column in board.columns if column is not PLAYER)
    language = get_language()
    return [
        written(
            language,
            Row(
                club.pk,
                board.period.code,
                line.rank,
                line.player,
                line.name,
                line.tally.tables,
                line.tally.hands,
                columns,
                tuple(column.value(line) for column in columns),
                tuple(board.trend(line.tally)[-BARS:]),
            ),
        )
        for line in lines
    ]


@lru_cache(MOST_ROWS)
def written(_language: str, row: Row) -> str:
    """A line takes half a millisecond to write, and hardly any differs from one look at a board to the next."""
    cells = [column.cell(value) for column, value in zip(row.columns, row.values, strict=True)]
    return render_to_string("standings/line.html", {"row": row, "cells": cells, "trend": sparkline(row.trend)})


def as_file(kind: str, board: Board, lines: Iterable[BoardRow]) -> HttpResponse:
    header = [_("Rank"), *(column.label for column in board.columns)]
    rows = ([line.rank, *(column.exact(line) for column in board.columns)] for line in lines)
    return spreadsheet.response(kind, f"{board.title}, {board.period.name}", header, rows)
