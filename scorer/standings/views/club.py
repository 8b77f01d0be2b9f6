"""Overviews of the club: its home page, and the projector in its room."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scorer.club.models import Club, Role
from scorer.club.rights import SCORERS, ClubAct, ClubRequest, club_view
from scorer.events.links import own_path
from scorer.events.selectors.invitations import next_evenings
from scorer.events.selectors.overview import events_today
from scorer.play import selectors as tables
from scorer.play.models import Hand
from scorer.registry import all_games
from scorer.server.nightly_backups import OVERDUE, is_overdue
from scorer.standings import selectors
from scorer.standings.boards import BoardRow
from scorer.standings.championship_words import games_in_words, period_in_words, rule_in_words
from scorer.standings.championships import boards_of, rows_of
from scorer.standings.columns import Cell
from scorer.standings.honours import honours_of, titles_of
from scorer.standings.models import Championship
from scorer.standings.periods import Period, chosen_period
from scorer.standings.selectors import Board, PeriodResults
from scorer.web.forms import small_number

Item = TypeVar("Item")

HOME_ROWS, HOME_TABLES, HOME_EVENINGS = 5, 5, 3
"""Rows of a board, finished tables and next evenings on the club's page."""

SCREEN_ROWS, SCREEN_TABLES = 8, 4
"""Rows of a board, or events, or tables with all their players, that can be read from the far end of the room."""

SECONDS = 15
"""How long one view stays on the big screen."""


@require_GET
@club_view(ClubAct.READ)
def home(request: ClubRequest, club: Club) -> HttpResponse:
    """Show the events of today, the running tables, those closed today, and the board of the season."""
    finished = club.tables.closed_on(timezone.localdate()).without_occasion().order_by("-closed_at")
    season = club.seasons.open().first()
    shown = season or club.seasons.first()
    board = selectors.default_board(club, PeriodResults.for_period(Period.for_season(shown))) if shown else None
    context = {
        "late": club.tables.with_late_hands() if not request.roles.isdisjoint(SCORERS) else (),
        "backup_overdue": Role.DIRECTOR in request.roles and backup_is_overdue(club),
        "events": [(listed, own_path(request, listed.event)) for listed in events_today(club)],
        "running": tables.club_tables(club),
        "evenings": () if request.htmx else next_evenings(club)[:HOME_EVENINGS],
        "finished": tables.table_cards(finished[:HOME_TABLES]),
        "season": season,
        "games": all_games(),
        "board": board,
        "lines": top_rows(board, HOME_ROWS) if board else [],
        "championships": club.championships.current(),
        "steps": first_steps(club) if board is None and not request.roles.isdisjoint(SCORERS) else [],
    }
    return render(request, "standings/now.html" if request.htmx else "standings/home.html", context)


@require_GET
@club_view(ClubAct.READ)
def big_screen(request: ClubRequest, club: Club) -> HttpResponse:
    """Show the events of today, the running tables, the next evenings and the boards of the season in turn.

    `?view=` is the current view; `?still` stops.
    """
    today, running = events_today(club), tables.club_tables(club)
    period = chosen_period(list(club.seasons.all()), "")
    period_results = PeriodResults.for_period(period) if period else None
    games = period_results.games() if period_results else []
    views: list[dict[str, Any]] = [{"events": listed} for listed in _pages(today)]
    views += [{"cards": cards} for cards in _pages(running)]
    views = views or [{"cards": []}]
    views += [{"evenings": listed} for listed in _pages(next_evenings(club))]
    views += [{"board": game} for game in ([None, *games] if len(games) > 1 else games)]
    views += [{"championship": row} for row in club.championships.current().select_related("season", "club")]
    view = (small_number(request.GET.get("view")) or 0) % len(views)
    context: dict[str, Any] = {
        "seconds": SECONDS,
        "view": view,
        "following": (view + 1) % len(views),
        "still": "still" in request.GET,
        "today": today,
        **views[view],
    }
    if period_results and "board" in context:
        game = context["board"]
        board = (
            selectors.game_board(club, game, period_results)
            if game
            else selectors.all_games_board(club, period_results)
        )
        context |= {"board": board, "lines": top_rows(board, SCREEN_ROWS)}
    if "championship" in context:
        context |= championship_top(context["championship"], SCREEN_ROWS)
    page = "standings/screen.html" if request.htmx else "standings/big_screen.html"
    return render(request, page, context)


@require_GET
@club_view(ClubAct.READ)
def honours(request: ClubRequest, club: Club) -> HttpResponse:
    """Show who has won the events and championships of `?year=`, or of the last year with any event."""
    found = honours_of(club, small_number(request.GET.get("year")))
    titles = [
        (title, period_in_words(title.championship), games_in_words(title.championship))
        for title in (titles_of(club, found.year) if found.year else ())
    ]
    return render(request, "standings/honours.html", {"found": found, "titles": titles})


def backup_is_overdue(club: Club) -> bool:
    """Return whether directors must be told. A club that is younger than a week has had nothing to copy before."""
    now = timezone.now()
    return is_overdue(now) and club.tables.filter(opened_at__lt=now - OVERDUE).exists()


def _pages(items: Sequence[Item]) -> list[Sequence[Item]]:
    return [items[start : start + SCREEN_TABLES] for start in range(0, len(items), SCREEN_TABLES)]


def first_steps(club: Club) -> list[tuple[str, bool, str]]:
    """Return what a club does until its first hand, whether it is done, and where to do it; nothing for a club that
    has played.
    """
    if Hand.objects.filter(table__club=club).exists():
        return []
    table = club.tables.open().first()
    choose = reverse("play:choose", args=[club.pk])
    return [
        (_("Start a season"), club.seasons.open().exists(), reverse("club:seasons", args=[club.pk])),
        (_("Put the players on the roster"), club.players.exists(), reverse("club:players", args=[club.pk])),
        (_("Open a table"), table is not None, choose),
        (_("Enter the first hand"), False, reverse("play:table", args=[table.pk]) if table else choose),
    ]


def championship_top(championship: Championship, count: int) -> dict[str, Any]:
    """Return the first of those who have a place, and the rule in words."""
    rows = rows_of(championship, boards_of(championship), championship.boards[0])
    return {
        "championship_rows": [row for row in rows if row.ranked.place][:count],
        "averages": championship.rule.averages,
        "sentence": rule_in_words(championship.rule, championship.of),
    }


def top_rows(board: Board, count: int) -> list[tuple[BoardRow, Cell]]:
    """Return the first of the ranked rows, each with its cell in the main column."""
    return [(row, board.main.cell(board.main.value(row))) for row in board.rows if row.rank][:count]
