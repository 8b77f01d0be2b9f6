"""A change by a director that is then reversed leaves the ledger and the leaderboards as they were."""

from collections.abc import Callable
from typing import Any

import pytest

from games.belote.rules import PRESETS, Entry
from scorer.audit.check import faults_of
from scorer.club.models import Club, Player
from scorer.play import services
from scorer.play.models import Hand, Score, Table
from scorer.standings.periods import Period
from scorer.standings.selectors import PeriodResults, all_games_board, game_board
from tests.factories import PlayerFactory, make_players, make_table

HOUSE, FFB = PRESETS["house"], PRESETS["ffb"]
BY: dict[str, Any] = {"by": None, "why": "seen on the paper"}


def belote(points: int) -> Entry:
    return Entry(bidder=1, value=80, trump="H", points=points)


@pytest.fixture
def club_of_two_tables(club: Club) -> Club:
    """Two tables: four hands at the first, in the middle of which Ida replaced Boris, and three at the second."""
    table = make_table(club, "belote", variant=HOUSE)
    for points in (100, 130):
        services.record_hand(table, belote(points), by=None, key=None)
    services.substitute(table, 2, PlayerFactory(club=club, name="Ida"), by=None)
    for points in (81, 95):
        services.record_hand(table, belote(points), by=None, key=None)
    beside = make_table(club, "belote", players=make_players(club, 8)[4:], variant=HOUSE)
    for points in (110, 81, 120):
        services.record_hand(beside, belote(points), by=None, key=None)
    for one in (table, beside):
        services.close_table(one, by=None)
    return club


def table(number: int) -> Table:
    return Table.objects.get(number=number)


def hand(of: int, number: int) -> Hand:
    return Hand.objects.get(table__number=of, number=number)


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def there(name: str) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """A change, and the one that reverses it."""
    changes: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
        "correct": (
            lambda: services.correct_hand(hand(1, 2), belote(90), **BY),
            lambda: services.correct_hand(hand(1, 2), belote(130), **BY),
        ),
        "void": (lambda: services.void_hand(hand(1, 2), **BY), lambda: services.restore_hand(hand(1, 2), **BY)),
        "move": (
            lambda: services.move_hand(hand(1, 2), table(2), **BY),
            lambda: services.move_hand(hand(2, 4), table(1), **BY),
        ),
        "swap": (
            lambda: services.swap_seats(table(1), 1, 2, since=2, **BY),
            lambda: services.swap_seats(table(1), 1, 2, since=2, **BY),
        ),
        "variant": (
            lambda: services.change_variant(table(1), FFB, **BY),
            lambda: services.change_variant(table(1), HOUSE, **BY),
        ),
        "merge": (
            lambda: services.merge_players(player("Ida"), player("Farid"), **BY),
            lambda: services.unmerge_player(player("Ida"), **BY),
        ),
    }
    return changes[name]


def ledger() -> list[Any]:
    names = ("hand", "seat", "points", "table", "season", "game", "player", "played")
    return list(Score.objects.order_by("hand", "seat").values_list(*names))


def boards(club: Club) -> list[Any]:
    """Return the boards of the game and over all games, with the ratings."""
    season = club.seasons.get()
    period_results = PeriodResults.for_period(Period.for_season(season))
    found = game_board(club, table(1).config, period_results), all_games_board(club, period_results)
    return [
        (line.rank, line.name, line.value, line.rating, line.tally.hands, line.tally.won, tuple(line.tally.by_table))
        for board in found
        for line in board.rows
    ]


@pytest.mark.parametrize(
    "name", ["correct", "void", "move", "swap", pytest.param("variant", marks=pytest.mark.postgres), "merge"]
)
def test_a_change_and_its_reversal_leave_everything_as_it_was(name: str, club_of_two_tables: Club) -> None:
    change, undo = there(name)
    before = ledger(), boards(club_of_two_tables)
    change()
    assert ledger() != before[0]
    assert boards(club_of_two_tables) != before[1]
    assert list(faults_of(Table.objects.all())) == []
    undo()
    assert (ledger(), boards(club_of_two_tables)) == before
    assert list(faults_of(Table.objects.all())) == []
