"""How players are ranked, and what stands beside their names."""

from datetime import date

import pytest

from scorer.club.models import BoardRule, Club
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import get_game
from scorer.standings.boards import BoardRow, Tallies, in_order
from scorer.standings.periods import ALL, Period, chosen_period, offered
from scorer.standings.results import Result, results_of, versions_of
from scorer.standings.selectors import Board, PeriodResults, all_games_board, game_board
from tests.factories import PlayerFactory, SeasonFactory, make_players
from tests.standings.conftest import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def period(club: Club, code: str = "") -> Period:
    found = chosen_period(club.seasons.all(), code)
    assert found
    return found


def board(club: Club, game: str = "preferans", variant: str = "", code: str = "") -> Board:
    return game_board(club, get_game(game), PeriodResults.of(period(club, code)), variant)


def results(club: Club) -> list[Result]:
    return results_of(versions_of(club.seasons.all()))


def ranks(found: Board) -> list[tuple[int | None, str, float | None]]:
    return [(line.rank, line.name, line.value) for line in found.lines]


def rule(club: Club, board_rule: BoardRule, *, hands: int = 20, tables: int = 10) -> None:
    club.board_rule, club.board_hands, club.board_tables = board_rule, hands, tables
    club.save()


def line_of(found: Board, name: str) -> BoardRow:
    (line,) = (line for line in found.lines if line.name == name)
    return line


def test_by_the_sum_everybody_has_a_rank_and_ties_share_it(club: Club, evening: Evening) -> None:
    evening(10, -20, 10)
    assert ranks(board(club)) == [(1, "Ada", 10), (1, "Chloé", 10), (3, "Boris", -20)]


def test_by_the_average_a_rank_needs_enough_hands(club: Club, evening: Evening) -> None:
    ada, boris, chloe, dirk = make_players(club, 4)
    evening(10, -10, 0, players=[ada, boris, chloe], hands=2)
    evening(90, 0, -90, players=[dirk, boris, chloe], hands=1)
    rule(club, BoardRule.AVERAGE, hands=2)
    assert ranks(board(club)) == [(1, "Ada", 5), (2, "Boris", -10 / 3), (3, "Chloé", -30), (None, "Dirk", None)]
    assert board(club).sentence == "Ranked by points per hand; a rank needs at least 2 hands."


def test_an_average_needs_a_hand_even_where_the_club_asks_for_none(club: Club, evening: Evening) -> None:
    evening(10, -10, 5, hands=0)
    rule(club, BoardRule.AVERAGE, hands=0)
    assert [line.rank for line in board(club).lines] == [None, None, None]


def test_by_the_best_tables_the_others_are_left_out(club: Club, evening: Evening) -> None:
    for points in (50, -100, 30, 20):
        evening(points, -points, 0)
    rule(club, BoardRule.BEST, tables=2)
    assert ranks(board(club)) == [(1, "Ada", 80), (1, "Boris", 80), (3, "Chloé", 0)]
    assert board(club).sentence == "Ranked by the sum of everybody's best 2 tables."
    assert [column.code for column in board(club).columns][3] == "counted"
    rule(club, BoardRule.BEST, tables=1)
    assert board(club).sentence == "Ranked by the points of everybody's best table."


def test_what_stands_beside_a_name(club: Club, evening: Evening) -> None:
    evening(10, -20, 10, days=3)
    best = evening(30, 0, -30, days=2, hands=2)
    evening(-50, 25, 25, close=False)
    tally = line_of(board(club), "Ada").tally
    assert (tally.tables, tally.hands, tally.points, tally.finished, tally.won) == (3, 4, -10, 2, 2)
    assert tally.average == -2.5
    assert tally.best == (30, best.pk)
    assert board(club).trend(tally) == [10, 30, -50]


def test_over_all_games_the_board_ranks_by_the_opponents_beaten(club: Club, evening: Evening) -> None:
    rule(club, BoardRule.SUM, hands=0)
    evening(10, 0, -10)
    evening(-700, 700, game="bridge")
    found = all_games_board(club, PeriodResults.of(period(club)))
    assert [(line.name, line.tally.beaten, line.tally.opponents) for line in found.lines] == [
        ("Dirk", 1, 1),
        ("Ada", 2, 3),
        ("Boris", 2, 3),
        ("Chloé", 0, 3),
    ]
    assert [line.rank for line in found.lines] == [1, 2, 2, 4]
    assert "points" not in [column.code for column in found.columns]


def test_over_all_games_too_a_rank_needs_enough_hands(club: Club, evening: Evening) -> None:
    rule(club, BoardRule.SUM, hands=3)
    evening(10, 0, -10, hands=2)
    assert [line.rank for line in all_games_board(club, PeriodResults.of(period(club))).lines] == [None, None, None]


def test_tables_of_different_house_rules_are_not_added_up(club: Club, evening: Evening) -> None:
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


def test_a_clubs_own_house_rules_are_told_from_a_preset_by_what_differs(club: Club, evening: Evening) -> None:
    variant = get_game("belote").rules.Variant(scoring="house", target=501)
    evening(1, -1, game="belote", variant=variant)
    evening(1, -1, game="belote")
    names = {found.name for found in board(club, "belote").variants}
    assert names == {"House rules", "House rules (Play to: 501)"}


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
def test_a_period_that_there_is_not_is_the_season(code: str, club: Club) -> None:
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
    groups = dict(offered(club.seasons.all()))
    assert len(groups["Months"]) == 12
    assert groups["Months"][0][0] == f"{today:%Y-%m}"
    season.starts = today
    season.save()
    assert len(dict(offered(club.seasons.all()))["Months"]) == 1


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
    assert in_order(board(club).lines, column, backwards=backwards)[0].name == first


def test_what_is_missing_stands_last_either_way_round(club: Club, evening: Evening) -> None:
    ada, boris, chloe, dirk = make_players(club, 4)
    evening(10, -10, 0, players=[ada, boris, chloe])
    evening(10, -10, 0, players=[dirk, boris, chloe], close=False)
    for backwards in (False, True):
        assert in_order(board(club).lines, "rating", backwards=backwards)[-1].name == "Dirk"


def test_a_player_is_shown_by_the_name_chosen_for_it(club: Club, evening: Evening) -> None:
    evening(10, -10, 0)
    ada = club.players.get(name="Ada")
    ada.shown_as = "Lady A."
    ada.save()
    assert board(club).lines[0].name == "Lady A."


def test_adding_up_again_only_who_has_something_new_gives_the_same(club: Club, evening: Evening) -> None:
    ada, boris, chloe, dirk, emil = [*make_players(club, 4), PlayerFactory(club=club, name="Emil")]
    evening(10, -10, 0, players=[ada, boris, chloe], days=3)
    evening(30, -40, 10, players=[ada, boris, chloe], days=2)
    running = evening(-5, 5, 0, players=[ada, boris, dirk], days=1, close=False)
    before = Tallies.of(results(club))
    services.record_adjustment(running, [1, 0, -1], why="revoke", by=None, key=None)
    evening(7, -8, 1, players=[emil, boris, dirk])
    after = Tallies.of(results(club), before)
    assert after.by_player == Tallies.of(results(club)).by_player
    assert after.by_player[chloe.pk] is before.by_player[chloe.pk]

    for line in running.hands.all():
        services.void_hand(line, by=None)
    services.merge_players(emil, ada, by=None, why="the same")
    later = Tallies.of(results(club), after)
    assert later.by_player == Tallies.of(results(club)).by_player
    assert emil.pk not in later.by_player
    assert dirk.pk in later.by_player
    assert later.by_player[ada.pk].points == 47
