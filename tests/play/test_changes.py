"""What a phone fetches after it was told about a change."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Hand, Table
from scorer.play.selectors import Row
from scorer.registry import get_game
from tests.factories import PlayerFactory, make_table

pytestmark = pytest.mark.django_db
LogIn = Callable[[Membership], Client]


@pytest.fixture
def table(club: Club) -> Table:
    table = make_table(club, "bridge")
    for board in range(1, 5):
        services.record_hand(table, passed_out(board), by=None, key=None)
    table.refresh_from_db()
    return table


@pytest.fixture
def client(boris: Membership, client_of: LogIn) -> Client:
    return client_of(boris)


def passed_out(board: int) -> Any:
    return get_game("bridge").rules.Entry(board=board, passed_out=True)


def made(board: int) -> Any:
    return get_game("bridge").rules.Entry(board=board, level=3, strain="NT", declarer="N", tricks=9)


def changes(client: Client, table: Table, since: object, **more: str) -> Any:
    return client.get(reverse("play:changes", args=[table.pk]), {"since": since, **more})


def rows(answer: Any) -> list[str]:
    shown: str = answer.content.decode()
    return [number for number in map(str, range(1, 9)) if f'id="hand-{number}"' in shown]


def test_a_phone_with_the_current_version_gets_nothing(client: Client, table: Table) -> None:
    assert changes(client, table, table.version).status_code == 204


def test_a_new_hand_is_sent_alone_with_the_totals(client: Client, table: Table) -> None:
    services.record_hand(table, made(5), by=None, key=None)
    answer = changes(client, table, table.version)
    assert rows(answer) == ["5"]
    shown = answer.content.decode()
    assert f'data-version="{table.version + 1}"' in shown
    assert '<b class="">600</b>' in shown
    assert 'id="entry"' not in shown


def test_a_correction_sends_all_rows_from_the_corrected_one_on(client: Client, table: Table) -> None:
    services.correct_hand(table.hands.get(number=2), made(2), by=None, why="typed wrong")
    assert rows(changes(client, table, table.version)) == ["2", "3", "4"]


def test_several_missed_changes_are_sent_at_once(client: Client, table: Table) -> None:
    services.record_hand(table, made(5), by=None, key=None)
    services.void_hand(table.hands.get(number=4), by=None)
    services.record_hand(table, made(6), by=None, key=None)
    assert rows(changes(client, table, table.version)) == ["4", "5", "6"]


def test_rows_are_sent_oldest_first(client: Client, table: Table) -> None:
    for board in (5, 6):
        services.record_hand(table, made(board), by=None, key=None)
    shown = changes(client, table, table.version).content.decode()
    assert shown.index('id="hand-5"') < shown.index('id="hand-6"')


@pytest.mark.parametrize("since", ["", "x", "0", "-1", "99", "9" * 30])
def test_an_impossible_version_loads_the_whole_page(since: str, client: Client, table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(version=40)
    assert changes(client, table, since).status_code == 205


def test_changed_seats_load_the_whole_page(client: Client, table: Table, club: Club) -> None:
    services.substitute(table, 1, PlayerFactory(club=club, name="Élise"), by=None)
    assert changes(client, table, table.version).status_code == 205


def test_a_phone_with_typed_values_gets_the_whole_sheet_instead(client: Client, table: Table, club: Club) -> None:
    services.substitute(table, 1, PlayerFactory(club=club, name="Élise"), by=None)
    answer = changes(client, table, table.version, typed="")
    assert answer.status_code == 200
    assert rows(answer) == ["1", "2", "3", "4"]
    shown = answer.content.decode()
    for part in ("totals", "heads", "menu", "print-head", "notices", "confirmations"):
        assert f'id="{part}"' in shown
    assert "Substitute N · Élise" in shown
    assert 'id="entry"' not in shown


def test_a_restored_sheet_is_loaded_whatever_was_typed(client: Client, table: Table) -> None:
    """As after a backup was restored."""
    assert changes(client, table, table.version + 1, typed="").status_code == 205


def test_a_half_typed_form_is_rendered_again_for_the_current_players(client: Client, table: Table, club: Club) -> None:
    half = {"key": "k", "number": "5", "layout": str(table.layout), "declarer": "N", "level": "4", "look": "1"}
    services.substitute(table, 1, PlayerFactory(club=club, name="Élise"), by=None)
    path, htmx = reverse("play:entry", args=[table.pk]), {"HX-Request": "true"}
    answer = client.post(path, half | {"instead": "j"}, headers=htmx)
    form = answer.context["form"]
    assert [form[name].value() for name in ("key", "number", "declarer", "level")] == ["k", "5", "N", "4"]
    assert form["layout"].value() == str(table.layout + 1)
    shown = answer.content.decode()
    assert "Check the names before you save" in shown
    assert 'data-instead="j"' in shown
    assert "aria-invalid" not in shown
    again = client.post(path, half | {"layout": form["layout"].value()}, headers=htmx)
    assert "Check the names" not in again.content.decode()


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_a_half_typed_form_stays_readable_when_the_table_is_closed(
    headers: dict[str, str], client: Client, table: Table
) -> None:
    half = {"key": "k", "number": "5", "layout": str(table.layout), "level": "4", "strain": "S", "look": "1"}
    services.close_table(table, by=None)
    answer = client.post(reverse("play:entry", args=[table.pk]), half, headers=headers)
    shown = answer.content.decode()
    assert "This table is closed." in shown
    assert answer.context["form" if headers else "values"]["level"].value() == "4"


def test_an_empty_form_is_replaced(client: Client, table: Table) -> None:
    services.record_hand(table, made(5), by=None, key=None)
    answer = changes(client, table, table.version, form="")
    assert answer.context["form"]["number"].value() == 6


def test_changes_of_another_club_are_not_found(table: Table, zoe: Membership, client_of: LogIn) -> None:
    assert changes(client_of(zoe), table, 1).status_code == 404


def test_the_number_of_queries_does_not_grow_with_the_sheet(
    client: Client, table: Table, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    counts = []
    for more in (1, 8):
        for _ in range(more):
            table.refresh_from_db()
            services.record_hand(table, passed_out(table.version + 4), by=None, key=None)
        with django_assert_max_num_queries(16) as asked:
            assert changes(client, table, table.version, form="").status_code == 200
        counts.append(len(asked))
        table.refresh_from_db()
    assert counts[0] == counts[1]


def test_rows_that_show_other_points_have_other_keys() -> None:
    hand = Hand(pk=1, number=1, kind=Hand.Kind.PLAYED)
    rows = [Row(hand, None, points=(each, 1), running=(running, 1)) for each in (-1, -2) for running in (-1, -2)]
    assert len({row.cache_key for row in rows}) == len(rows)
    assert len({row.line_key for row in rows}) == 2


def test_a_login_that_another_page_sent_to_the_table_goes_back_when_it_is_closed(client: Client, table: Table) -> None:
    services.close_table(table, by=None)
    assert changes(client, table, table.version, back="").status_code == 410
    assert changes(client, table, table.version).status_code == 205
