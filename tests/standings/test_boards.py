"""How players are ranked, and what is shown beside their names."""

from datetime import date

import pytest

from scorer.club.models import BoardRule, Club
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import get_game
from scorer.standings.boards import BoardRow, Tallies, sort_rows
from scorer.standings.periods import ALL, Period, chosen_period, period_choices
from scorer.standings.result import Result
from scorer.standings.results import results_of, season_versions
from scorer.standings.selectors import Board, PeriodResults, all_games_board, game_board
from tests.factories import PlayerFactory, SeasonFactory, make_players
from tests.standings.conftest import Evening

pytestmark = pytest.mark.django_db


def period(club: Club, code: str = "") -> Period:
    found = chosen_period(club.seasons.all(), code)
    assert found
    return found


def board(club: Club, game: str = "preferans", variant: str = "", code: str = "") -> Board:
    return game_board(club, get_game(game), PeriodResults.for_period(period(club, code)), variant)


def results(club: Club) -> list[Result]:
    return results_of(season_versions(club.seasons.all()))


def ranks(found: Board) -> list[tuple[int | None, str, float | None]]:
    return [(line.rank, line.name, line.value) for line in found.rows]


def rule(club: Club, board_rule: BoardRule, *, hands: int = 20, tables: int = 10) -> None:
    club.board_rule, club.board_hands, club.board_tables = board_rule, hands, tables
    club.save()


def line_of(found: Board, name: str) -> BoardRow:
    (line,) = (line for line in found.rows if line.name == name)
    return line


def test_ranking_by_sum_gives_everybody_a_rank_and_ties_share_one(club: Club, evening: Evening) -> None:
    evening(10, -20, 10)
    assert ranks(board(club)) == [(1, "Ada", 10), (1, "Chloé", 10), (3, "Boris", -20)]


def test_ranking_by_average_requires_enough_hands(club: Club, evening: Evening) -> None:
    ada, boris, chloe, dirk = make_players(club, 4)
    evening(10, -10, 0, players=[ada, boris, chloe], hands=2)
    evening(90, 0, -90, players=[dirk, boris, chloe], hands=1)
    rule(club, BoardRule.AVERAGE, hands=2)
    assert ranks(board(club)) == [(1, "Ada", 5), (2, "Boris", -10 / 3), (3, "Chloé", -30), (None, "Dirk", None)]
    assert board(club).sentence == "Ranked by points per hand; a rank needs at least 2 hands."


def test_ranking_by_average_requires_a_hand_even_if_the_club_requires_none(club: Club, evening: Evening) -> None:
    evening(10, -10, 5, hands=0)
    rule(club, BoardRule.AVERAGE, hands=0)
    assert [line.rank for line in board(club).rows] == [None, None, None]


def test_ranking_by_best_tables_leaves_out_the_others(club: Club, evening: Evening) -> None:
    for points in (50, -100, 30, 20):
        evening(points, -points, 0)
    rule(club, BoardRule.BEST, tables=2)
    assert ranks(board(club)) == [(1, "Ada", 80), (1, "Boris", 80), (3, "Chloé", 0)]
    assert board(club).sentence == "Ranked by the sum of each player's best 2 tables."
    assert [column.code for column in board(club).columns][3] == "counted"
    rule(club, BoardRule.BEST, tables=1)
    assert board(club).sentence == "Ranked by the points of each player's best table."


@pytest.mark.postgres
def test_the_figures_of_a_player_on_the_board(club: Club, evening: Evening) -> None:
    evening(10, -20, 10, days=3)
    best = evening(30, 0, -30, days=2, hands=2)
    evening(-50, 25, 25, close=False)
    tally = line_of(board(club), "Ada").tally
    assert (tally.tables, tally.hands, tally.points, tally.finished, tally.won) == (3, 4, -10, 2, 2)
    assert tally.average == -2.5
    assert tally.best == (30, best.pk)
    assert board(club).trend(tally) == [10, 30, -50]


def test_the_board_over_all_games_ranks_by_opponents_beaten(club: Club, evening: Evening) -> None:
    rule(club, BoardRule.SUM, hands=0)
    for _ in range(5):
        evening(10, 0, -10)
    evening(-700, 700, game="bridge")
    found = all_games_board(club, PeriodResults.for_period(period(club)))
    assert [(line.name, line.tally.beaten, line.tally.opponents) for line in found.rows] == [
        ("Ada", 10, 11),
        ("Boris", 6, 11),
        ("Chloé", 0, 11),
        ("Dirk", 1, 1),
    ]
    assert [line.rank for line in found.rows] == [1, 2, 3, None]
    assert "points" not in [column.code for column in found.columns]


def test_the_board_over_all_games_requires_enough_hands(club: Club, evening: Evening) -> None:
    rule(club, BoardRule.SUM, hands=3)
    evening(10, 0, -10, hands=2)
    assert [line.rank for line in all_games_board(club, PeriodResults.for_period(period(club))).rows] == [
        None,
        None,
        None,
    ]


def test_nobody_has_a_rank_over_all_games_after_one_evening(club: Club, evening: Evening) -> None:
    """Eight of twelve beat everybody they met."""
    rule(club, BoardRule.SUM, hands=0)
    people = [PlayerFactory(club=club) for _ in range(16)]
    for first in range(0, 16, 4):
        evening(700, -700, game="bridge", hands=20, players=people[first : first + 4])
    found = all_games_board(club, PeriodResults.for_period(period(club)))
    assert [line.tally.share for line in found.rows].count(1) == 8
    assert {line.rank for line in found.rows} == {None}
    assert "A rank needs 10 opponents and at least 0 hands; partners count as one opponent." in found.sentence


@pytest.mark.postgres
def test_tables_of_different_variants_are_not_added_up(club: Club, evening: Evening) -> None:
    presets = get_game("belote").rules.PRESETS
    for _ in range(2):
        evening(100, -100, game="belote", variant=presets["house"])
    evening(7, -7, game="belote", variant=presets["ffb"])
    found = board(club, "belote")
    house, ffb = found.variants
    assert (house.name, house.tables, ffb.name, ffb.tables) == ("House rules", 2, "Federation rules (FFB)", 1)
    assert (found.variant, found.mixed, line_of(found, "Ada").tally.points) == (house.code, False, 200)
    other = board(club, "belote", ffb.code)
    assert (other.variant_name, line_of(other, "Ada").tally.points) == ("Federation rules (FFB)", 7)
    together = board(club, "belote", ALL)
    assert (together.mixed, line_of(together, "Ada").tally.points) == (True, 207)
    assert board(club, "belote", "nonsense").variant == house.code


def test_a_clubs_own_variant_is_named_by_its_differences_from_a_preset(club: Club, evening: Evening) -> None:
    variant = get_game("belote").rules.Variant(scoring="house", target=501)
    evening(1, -1, game="belote", variant=variant)
    evening(1, -1, game="belote")
    names = {found.name for found in board(club, "belote").variants}
    assert names == {"House rules", "House rules (Play to: 501)"}


@pytest.mark.postgres
def test_a_month_has_the_tables_that_were_opened_in_it(club: Club, evening: Evening) -> None:
    season = club.seasons.get()
    season.starts = date(2026, 1, 1)
    season.save()
    table = evening(10, -10, 0)
    old = evening(1, -1, 0)
    Table.objects.filter(pk=old.pk).update(opened_at=table.opened_at.replace(year=2026, month=2, day=3), version=99)
    found = board(club, code="2026-02")
    assert found.period.name == "February 2026"
    assert line_of(found, "Ada").tally.points == 1
    assert line_of(board(club, code=str(season.pk)), "Ada").tally.points == 11


def test_all_time_has_every_season(club: Club, evening: Evening) -> None:
    evening(10, -10, 0)
    old = club.seasons.get()
    old.ends = old.starts
    old.save()
    SeasonFactory(club=club, name="Winter")
    evening(5, -5, 0)
    assert line_of(board(club), "Ada").tally.points == 5
    assert line_of(board(club, code=str(old.pk)), "Ada").tally.points == 10
    assert line_of(board(club, code=ALL), "Ada").tally.points == 15


@pytest.mark.parametrize("code", ["", "x", "2026-13", "0000-00", "99999999999999999999", "2026-1", "²"])
def test_an_unknown_period_stands_for_the_season(code: str, club: Club) -> None:
    assert period(club, code).seasons == (club.seasons.get(),)
    assert period(club, code).month is None


def test_a_club_without_a_season_has_no_period(club: Club) -> None:
    club.seasons.all().delete()
    assert chosen_period(club.seasons.all(), "") is None


def test_the_months_since_the_first_season_are_offered(club: Club) -> None:
    season = club.seasons.get()
    today = season.starts
    season.starts = today.replace(year=today.year - 3)
    season.save()
    groups = dict(period_choices(club.seasons.all()))
    assert len(groups["Months"]) == 12
    assert groups["Months"][0][0] == f"{today:%Y-%m}"
    season.starts = today
    season.save()
    assert len(dict(period_choices(club.seasons.all()))["Months"]) == 1


@pytest.mark.parametrize(
    ("column", "backwards", "first"),
    [
        ("", False, "Ada"),
        ("player", False, "Ada"),
        ("player", True, "Chloé"),
        ("points", False, "Ada"),
        ("points", True, "Boris"),
        ("rating", False, "Ada"),
        ("nonsense", False, "Ada"),
    ],
)
def test_a_board_is_sorted_by_any_column(
    column: str, backwards: bool, first: str, club: Club, evening: Evening
) -> None:
    evening(10, -30, 20 - 0)
    evening(30, -10, -20)
    assert sort_rows(board(club).rows, column, backwards=backwards)[0].name == first


def test_missing_values_come_last_in_either_order(club: Club, evening: Evening) -> None:
    ada, boris, chloe, dirk = make_players(club, 4)
    evening(10, -10, 0, players=[ada, boris, chloe])
    evening(10, -10, 0, players=[dirk, boris, chloe], close=False)
    for backwards in (False, True):
        assert sort_rows(board(club).rows, "rating", backwards=backwards)[-1].name == "Dirk"


def test_players_are_shown_by_their_display_names(club: Club, evening: Evening) -> None:
    evening(10, -10, 0)
    ada = club.players.get(name="Ada")
    ada.shown_as = "Lady A."
    ada.save()
    assert board(club).rows[0].name == "Lady A."


@pytest.mark.postgres
def test_adding_up_only_what_changed_gives_the_same_tallies(club: Club, evening: Evening) -> None:
    ada, boris, chloe, dirk, emil = [*make_players(club, 4), PlayerFactory(club=club, name="Emil")]
    evening(10, -10, 0, players=[ada, boris, chloe], days=3)
    evening(30, -40, 10, players=[ada, boris, chloe], days=2)
    running = evening(-5, 5, 0, players=[ada, boris, dirk], days=1, close=False)
    before = Tallies.from_results(results(club))
    services.record_adjustment(running, [1, 0, -1], why="revoke", by=None, key=None)
    evening(7, -8, 1, players=[emil, boris, dirk])
    after = Tallies.from_results(results(club), before)
    assert after.by_player == Tallies.from_results(results(club)).by_player
    assert after.by_player[chloe.pk] is before.by_player[chloe.pk]

    for line in running.hands.all():
        services.void_hand(line, by=None)
    services.merge_players(emil, ada, by=None, why="the same")
    later = Tallies.from_results(results(club), after)
    assert later.by_player == Tallies.from_results(results(club)).by_player
    assert emil.pk not in later.by_player
    assert dirk.pk in later.by_player
    assert later.by_player[ada.pk].points == 47
