"""The exported sheet of a table says the same as the page."""

import csv
from collections.abc import Callable
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pytest_django import DjangoAssertNumQueries

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import GameConfig, all_games
from scorer.scoring.settlement import Rate
from tests.contract.conftest import sheet_of
from tests.factories import PlayerFactory, make_table

LogIn = Callable[[Membership], Client]


def evening(club: Club) -> Table:
    """A table with two boards, the first corrected and the second voided; a penalty; and Eva in Boris's chair for the
    last board.
    """
    table = make_table(club, "bridge")
    first = services.record_hand(table, Entry(board=1, level=4, strain="S", declarer="S", tricks=9), by=None, key=None)
    services.correct_hand(
        first.hand, Entry(board=1, level=4, strain="S", declarer="S", tricks=10), by=None, why="=1+1 miscounted"
    )
    second = services.record_hand(
        table, Entry(board=2, level=3, strain="NT", declarer="E", tricks=9), by=None, key=None
    )
    services.void_hand(second.hand, by=None)
    services.record_adjustment(table, [-50, 0, -50, 0], why="a revoke", by=None, key=None)
    services.substitute(table, 2, PlayerFactory(club=club, name="Eva"), by=None)
    services.record_hand(
        table, Entry(board=3, level=1, strain="C", doubled="X", declarer="N", tricks=6), by=None, key=None
    )
    return table


def address(table: Table, kind: str) -> str:
    return reverse("transfer:sheet_file", args=[table.pk, kind])


def csv_of(client: Client, table: Table) -> list[list[str]]:
    response = client.get(address(table, "csv"))
    assert response.status_code == 200
    return list(csv.reader(StringIO(response.content.decode("utf-8-sig"))))


def xlsx_of(client: Client, table: Table) -> list[list[Any]]:
    response = client.get(address(table, "xlsx"))
    assert response.status_code == 200
    return [[cell.value for cell in row] for row in load_workbook(BytesIO(response.content)).active]


def test_the_sheet_as_a_file_says_what_the_page_says(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = evening(club)
    rows = xlsx_of(client_of(boris), table)
    assert rows == [
        ["Number", "Dealer", "Played", "N–S", "E–W", "N–S, total", "E–W, total", "Remark"],
        [1, "N", "4 ♠ S = · board 1 · nobody vulnerable", 420, -420, 420, -420, "corrected: =1+1 miscounted"],
        [None, "E", "3NT E = · board 2 · N–S vulnerable", None, None, None, None, "does not count"],
        [None, None, "Adjustment · a revoke", -50, 0, 370, -420, None],
        [2, "S", "1 ♣ X N −1 · board 3 · E–W vulnerable", -100, 100, 270, -320, None],
    ]


def test_the_file_of_a_closed_table_says_who_pays_whom(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = make_table(club, "bridge")
    services.record_hand(table, Entry(board=1, level=4, strain="S", declarer="S", tricks=10), by=None, key=None)
    rate = Rate(Decimal("0.5"), points=100, rounded_to=Decimal("0.05"), currency="€")
    table = services.close_table(services.set_rate(table, rate, by=None), by=None)
    client = client_of(boris)
    *found, rate_in_words = [row[2] for row in csv_of(client, table)[2:]]
    assert rate_in_words.startswith("100 points are worth 0.5\N{NO-BREAK SPACE}€. Amounts are rounded")
    assert found == [
        "",
        "Settlement",
        "Boris pays Ada 2.10\N{NO-BREAK SPACE}€",
        "Dirk pays Chloé 2.10\N{NO-BREAK SPACE}€",
        "Ada: +2.10\N{NO-BREAK SPACE}€",
        "Chloé: +2.10\N{NO-BREAK SPACE}€",
        "Boris: −2.10\N{NO-BREAK SPACE}€",
        "Dirk: −2.10\N{NO-BREAK SPACE}€",
    ]
    assert [row[2] for row in xlsx_of(client, table)[3:5]] == ["Settlement", "Boris pays Ada 2.10\N{NO-BREAK SPACE}€"]


def test_the_file_of_a_closed_table_settles_against_the_mean_where_points_do_not_add_up_to_zero(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "preferans")
    services.record_adjustment(table, [30, 0, 0], why="a prize", by=None, key=None)
    table = services.close_table(table, by=None)
    lines = [row[2] for row in csv_of(client_of(boris), table)]
    assert lines[3:5] == ["Settlement", "Boris pays Ada 10"]
    assert lines[-1].startswith("The points do not add up to zero: each counts against the mean of 10.")


def test_the_csv_file_has_the_same_lines(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = evening(club)
    client = client_of(boris)
    as_text = [["" if cell is None else str(cell) for cell in row] for row in xlsx_of(client, table)]
    assert csv_of(client, table) == as_text


def test_a_file_has_the_whole_names_of_the_players(club: Club, boris: Membership, client_of: LogIn) -> None:
    players = [PlayerFactory(club=club, name=name) for name in ("Ada Klein", "Boris Brunner", "Chloé Petit")]
    table = make_table(club, "preferans", players=players)
    heads = csv_of(client_of(boris), table)[0]
    assert heads[3:7] == ["Ada Klein", "Boris Brunner", "Chloé Petit", "Ada Klein, total"]


def test_the_dealer_is_named_after_the_player_where_seats_have_no_names(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "doppelkopf")
    game = table.config
    first, second = sheet_of(game, game.rules.PRESETS[game.default_variant], table.size, 2)
    services.record_hand(table, first, by=None, key=None)
    services.substitute(table, 1, PlayerFactory(club=club, name="=Eva"), by=None)
    services.record_hand(table, second, by=None, key=None, dealer=1)
    assert [row[1] for row in xlsx_of(client_of(boris), table)] == ["Dealer", "Ada", "=Eva"]
    assert [row[1] for row in csv_of(client_of(boris), table)] == ["Dealer", "Ada", "'=Eva"]


def test_a_file_is_named_after_table_game_and_day(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = make_table(club, "bridge")
    name = client_of(boris).get(address(table, "csv"))["Content-Disposition"]
    assert "Table%201" in name
    assert f"{table.opened_at.date().year}" in name


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_the_file_shows_what_was_played_in_every_game_without_markup(
    game: GameConfig, club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, game)
    services.record_hands(table, sheet_of(game, game.rules.PRESETS[game.default_variant], table.size, 20), by=None)
    _header, *rows = csv_of(client_of(boris), table)
    sides = len(game.rules.sides(table.size))
    for row in rows:
        assert row[2]
        assert not set("<>{}\n\ufe0e") & set(row[2])
    for side in range(sides):
        points = [int(row[3 + side]) for row in rows]
        assert [int(row[3 + sides + side]) for row in rows] == [sum(points[: n + 1]) for n in range(20)]


def test_the_file_takes_as_many_queries_for_30_hands_as_for_3(
    club: Club, ada: Membership, client_of: LogIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(ada)
    counts = []
    for hands in (3, 30):
        table = make_table(club, "bridge")
        for number in range(hands):
            services.record_hand(table, Entry(board=number + 1, passed_out=True), by=None, key=None)
        with django_assert_max_num_queries(12) as asked:
            client.get(address(table, "csv"))
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_whoever_may_watch_a_table_may_download_its_file(
    club: Club, boris: Membership, zoe: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "bridge")
    assert client_of(boris).get(address(table, "csv")).status_code == 200
    assert client_of(boris).get(address(table, "pdf")).status_code == 404
    assert client_of(zoe).get(address(table, "csv")).status_code == 404
    assert Client().get(address(table, "csv")).status_code == 302


def test_the_menu_offers_the_file_once_there_is_a_hand(club: Club, boris: Membership, client_of: LogIn) -> None:
    page = reverse("play:table", args=[make_table(club, "bridge").pk])
    client = client_of(boris)
    assert ".xlsx" not in client.get(page).content.decode()
    table = evening(club)
    page = client.get(reverse("play:table", args=[table.pk])).content.decode()
    assert address(table, "xlsx") in page
    assert address(table, "csv") in page
