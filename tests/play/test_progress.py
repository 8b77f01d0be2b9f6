"""The chart of a table's running totals."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.play import selectors, services
from scorer.play.models import Table
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig, all_games
from scorer.web.charts import Chart
from tests.contract.test_table import HTMX, ask, table_with
from tests.factories import make_table

LogIn = Callable[[Membership], Client]


def ada_and_chloe_make(table: Table, *boards: int) -> None:
    for board in boards:
        entry = Entry(board=board, level=1, strain="NT", declarer="N", tricks=7)
        services.record_hand(table, entry, by=None, key=None)


def chart_of(table: Table) -> Chart | None:
    table_context = TableContext(table)
    return selectors.progress_of(table_context, selectors.rows_of(table_context))


def test_the_chart_starts_at_zero_and_ends_at_the_totals(club: Club) -> None:
    table = make_table(club, "bridge")
    ada_and_chloe_make(table, 1, 2)
    chart = chart_of(table)
    assert chart
    assert chart.text == "N–S ends at 180 (lowest 0, highest 180); E–W ends at −180 (lowest −180, highest 0)"
    for drawing in chart.drawings:
        assert [tick.text for tick in drawing.across] == ["1", "2"]
        assert {line.points.split()[0] for line in drawing.lines} == {f"{drawing.left},{drawing.zero}"}


def test_a_voided_hand_is_not_on_the_chart(club: Club) -> None:
    table = make_table(club, "bridge")
    ada_and_chloe_make(table, 1, 2, 3)
    services.void_hand(table.hands.get(number=2), by=None, why="misdeal")
    chart = chart_of(table)
    assert chart
    assert chart.text.startswith("N–S ends at 180 ")
    assert len(chart.drawings[0].lines[0].points.split()) == 3


def test_there_is_no_chart_without_a_counting_hand(club: Club, ada: Membership, client_of: LogIn) -> None:
    table = make_table(club, "bridge")
    assert chart_of(table) is None
    ada_and_chloe_make(table, 1)
    services.void_hand(table.hands.get(number=1), by=None, why="misdeal")
    assert chart_of(table) is None
    for address in ("table", "progress"):
        assert b"<figure" not in client_of(ada).get(reverse(f"play:{address}", args=[table.pk])).content


def test_too_many_sides_have_no_chart(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    table = make_table(club, "bridge")
    ada_and_chloe_make(table, 1)
    assert chart_of(table)
    monkeypatch.setattr("scorer.play.selectors.sheet.MAX_LINES", 1)
    assert chart_of(table) is None


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_the_chart_is_on_the_sheet_of_every_game_and_at_its_own_url(
    game: GameConfig, club: Club, ada: Membership, client_of: LogIn
) -> None:
    table = table_with(club, game, 3)
    client = client_of(ada)
    for close in (False, True):
        if close:
            services.close_table(table, by=ada.user)
        sheet = client.get(reverse("play:table", args=[table.pk])).content.decode()
        alone = client.get(reverse("play:progress", args=[table.pk])).content.decode()
        assert sheet.count("<figure") == 1
        assert alone.strip() in sheet
        for _side, name in TableContext(table).sides:
            assert f"{name} ends at" in alone.replace("&amp;", "&")


def test_the_chart_takes_as_many_queries_for_30_hands_as_for_3(
    club: Club, ada: Membership, client_of: LogIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(ada)
    counts = []
    for hands in (3, 30):
        table = table_with(club, all_games()[0], hands)
        with django_assert_max_num_queries(12) as asked:
            client.get(reverse("play:progress", args=[table.pk]))
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_save_does_not_render_the_chart_but_makes_the_page_fetch_it(
    club: Club, ada: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "bridge")
    entry = Entry(board=1, level=1, strain="NT", declarer="N", tricks=7)
    saved = client_of(ada).post(reverse("play:record", args=[table.pk]), ask(table, entry), **HTMX).content.decode()
    assert "<figure" not in saved
    assert f'hx-get="{reverse("play:progress", args=[table.pk])}"' in saved


def test_nobody_sees_the_chart_of_another_club(club: Club, zoe: Membership, client_of: LogIn) -> None:
    table = make_table(club, "bridge")
    assert client_of(zoe).get(reverse("play:progress", args=[table.pk])).status_code == 404
