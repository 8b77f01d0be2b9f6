"""The number that people see counts the hands that count. The number of a line is used in URLs and files."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.belote.rules import Entry as Belote
from games.bridge.rules import Entry as Bridge
from scorer.club.models import Club, Membership, Player
from scorer.play import selectors, services
from scorer.play.models import Hand, Table, ordinal
from scorer.play.table_context import TableContext
from tests.factories import PlayerFactory, make_table

pytestmark = pytest.mark.django_db
LogIn = Callable[[Membership], Client]

COUNTED = {1: 1, 2: None, 3: 2, 4: None, 5: 3, 6: 4, 7: None}
"""What people call the lines of `table`: 2 was voided, 4 is a penalty, 7 was undone."""


def belote(points: int) -> Belote:
    return Belote(bidder=1, value=90, trump="H", points=points)


@pytest.fixture
def table(club: Club) -> Table:
    table = make_table(club, "belote")
    for points in (91, 92, 93):
        services.record_hand(table, belote(points), by=None, key=None)
    services.record_adjustment(table, [-10, 0, -10, 0], why="a revoke", by=None, key=None)
    for points in (94, 95, 96):
        services.record_hand(table, belote(points), by=None, key=None)
    services.void_hand(table.hands.get(number=2), by=None, why="misdeal")
    services.undo_hand(table.hands.get(number=7), by=None)
    table.refresh_from_db()
    return table


@pytest.fixture
def client(ada: Membership, client_of: LogIn) -> Client:
    return client_of(ada)


def page(name: str, *args: Any) -> str:
    return reverse(name, args=args)


def said(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_the_number_is_the_same_in_the_sheet_and_in_the_database(table: Table) -> None:
    sheet = TableContext(table).sheet
    assert {number: sheet.ordinal(number) for number in COUNTED} == COUNTED
    assert dict(Hand.objects.filter(table=table).annotate(n=ordinal()).values_list("number", "n")) == COUNTED


def test_the_number_after_the_last_line_is_the_next_hand(table: Table) -> None:
    assert TableContext(table).sheet.ordinal(8) == 5


def test_rows_and_form_show_the_number(client: Client, table: Table) -> None:
    sheet = client.get(page("play:table", table.pk))
    assert {row.hand.number: row.ordinal for row in sheet.context["rows"]} == COUNTED
    assert sheet.context["form"].head.title == "Hand 5"
    assert sheet.context["form"]["number"].value() == 8
    own = client.get(page("play:own", table.pk, 1))
    assert {row.hand.number: row.ordinal for row in own.context["rows"]} == COUNTED


def test_a_save_reports_the_number_that_the_form_showed(client: Client, table: Table) -> None:
    form = client.get(page("play:table", table.pk)).context["form"]
    values = {name: form[name].value() for name in ("key", "number", "layout")}
    typed = {"bidder": "1", "value": "90", "trump": "H", "points": "97"}
    saved = client.post(page("play:record", table.pk), values | typed, headers={"HX-Request": "true"})
    assert "Hand 5 is saved." in saved.content.decode()
    assert [row.ordinal for row in saved.context["rows"]] == [5]
    assert saved.context["form"].head.title == "Hand 6"
    again = client.post(page("play:record", table.pk), values | typed, headers={"HX-Request": "true"})
    assert "Hand 5 was already saved." in again.content.decode()


def test_a_change_reports_the_number_before_or_after_it(client: Client, table: Table) -> None:
    assert said(client.post(page("play:void", table.pk, 3))) == ["Hand 2 no longer counts."]
    client.get(page("play:table", table.pk))
    assert said(client.post(page("play:restore", table.pk, 2))) == ["Hand 2 counts again."]
    table.refresh_from_db()
    assert TableContext(table).sheet.ordinal(5) == 3


def test_an_undone_hand_is_saved_again_under_the_same_number(club: Club, client: Client) -> None:
    """In bridge, hands are named after the board."""
    table = make_table(club, "bridge")
    for board in (7, 8, 9):
        services.record_hand(table, Bridge(board=board, passed_out=True), by=None, key=None)
    undone = client.post(page("play:undo", table.pk, 3))
    assert said(undone) == ["Board 9 is undone. Its values are in the form again."]
    form = client.get(undone["Location"]).context["form"]
    assert form.head.title == "Board 9"
    values = {name: form[name].value() for name in ("key", "number", "layout", "board")}
    saved = client.post(page("play:record", table.pk), values | {"passed_out": "on"}, headers={"HX-Request": "true"})
    assert "Board 9 is saved." in saved.content.decode()
    assert [row.ordinal for row in saved.context["rows"]] == [3]


def test_lines_without_a_number_have_a_name(client: Client, table: Table) -> None:
    titles = {row.hand.number: row.title for row in selectors.rows_of(TableContext(table))}
    assert titles == {
        1: "Hand 1",
        2: "Hand · does not count",
        3: "Hand 2",
        4: "Adjustment",
        5: "Hand 3",
        6: "Hand 4",
        7: "Hand · does not count",
    }
    assert ">Hand 3 · Table 1 · " in client.get(page("play:hand", table.pk, 5)).content.decode()
    assert ">Correct Hand 3 · Table 1 · " in client.get(page("play:correct", table.pk, 5)).content.decode()


def test_a_conflict_shows_the_number_on_the_sheet(client: Client, table: Table) -> None:
    late = {"key": "late", "number": "6", "layout": str(table.layout), "bidder": "1", "value": "90", "trump": "H"}
    answer = client.post(page("play:record", table.pk), late | {"points": "99"}, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "Two results of Hand 4" in answer.content.decode()
    assert answer.context["form"].head.title == "Hand 5"


def test_the_chart_ends_at_the_last_hand_and_penalties_follow_the_hand_before(table: Table) -> None:
    table_context = TableContext(table)
    rows = selectors.rows_of(table_context)
    chart = selectors.progress_of(table_context, rows)
    assert chart
    assert len(chart.drawings[0].lines[0].points.split()) == 5
    assert [tick.text for tick in chart.drawings[0].across] == ["1", "2", "3", "4"]


def test_a_sheet_with_nothing_but_a_penalty_has_no_chart(club: Club) -> None:
    table = make_table(club, "belote")
    services.record_adjustment(table, [-10, 0, -10, 0], why="a revoke", by=None, key=None)
    table_context = TableContext(table)
    assert selectors.progress_of(table_context, selectors.rows_of(table_context)) is None


def test_home_page_and_board_count_the_same_hands(club: Club, client: Client, table: Table) -> None:
    assert "4 hands" in client.get(page("standings:home", club.pk)).content.decode()
    board = client.get(page("standings:board", club.pk, "belote") + "?hands=0&tables=0")
    assert {line.tally.hands for line in board.context["board"].rows} == {4}


def test_a_players_page_numbers_hands_like_the_sheet(club: Club, client: Client, table: Table) -> None:
    ada = Player.objects.get(name="Ada")
    shown = client.get(page("standings:player", club.pk, ada.pk))
    (_title, best), (_other, worst) = shown.context["hands"]
    assert {one.score.hand.number: one.score.ordinal for one in [*best, *worst]} == {1: 1, 3: 2, 5: 3, 6: 4}


def test_a_printed_sheet_says_from_which_hand_a_substitute_played(club: Club, client: Client, table: Table) -> None:
    services.substitute(table, 2, PlayerFactory(club=club, name="Élise"), by=None)
    table.refresh_from_db()
    assert [(chair.player, since) for chair, since in TableContext(table).chairs_with_first_hand][1:3] == [
        ("Boris", 1),
        ("Élise", 5),
    ]
    shown = client.get(page("play:substitute", table.pk, 1)).content.decode()
    assert "the substitute plays from the next one on" in shown


def test_the_admin_lists_show_the_number_for_hands_seats_and_scores(
    club: Club, client: Client, table: Table, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    services.substitute(table, 2, PlayerFactory(club=club, name="Élise"), by=None)
    for name, shown in (("play_hand", COUNTED), ("belote_belotehand", {n: COUNTED[n] for n in COUNTED if n != 4})):
        rows = client.get(page(f"admin:{name}_changelist")).context["cl"].result_list
        assert {getattr(row, "hand", row).number: row.ordinal for row in rows} == shown
    seats = client.get(page("admin:play_seat_changelist")).context["cl"]
    hands = seats.model_admin.hands
    assert {str(seat.player): hands(seat) for seat in seats.result_list if seat.position == 2} == {
        "Boris": "hands 1 to 4",
        "Élise": "from hand 5",
    }
    scores = client.get(page("admin:play_score_changelist")).context["cl"].result_list
    assert {score.ordinal for score in scores} == {1, 2, 3, 4, None}
    with django_assert_max_num_queries(20):
        client.get(page("admin:play_score_changelist"))
    for row in ("play_seat", "play_score"):
        pk = table.seats.first() if row == "play_seat" else scores[0]
        assert client.get(page(f"admin:{row}_change", pk.pk)).status_code == 200


def test_a_swap_starts_at_a_hand_and_not_at_another_line(client: Client, table: Table) -> None:
    form = client.get(page("admin:play_table_swap", table.pk)).context["form"]
    assert form.fields["since"].choices == [(1, "the first hand"), (3, "Hand 2"), (5, "Hand 3"), (6, "Hand 4")]


def test_the_effect_of_a_change_uses_the_numbers_of_the_sheet(client: Client, table: Table) -> None:
    hand = table.hands.get(number=3)
    asked = client.post(page("admin:belote_belotehand_void", hand.belotehand.pk), {"why": "misdeal"})
    (effect, _boards) = asked.context["effects"]
    assert [number for number, _gains in effect.lines] == [2]
    assert "Void Hand 2" in asked.content.decode()
