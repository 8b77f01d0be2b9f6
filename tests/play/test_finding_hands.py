"""The club's page that finds a hand by day, table, player and game."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import all_games
from tests.factories import make_players, make_table

LogIn = Callable[[Membership], Client]


def four_spades(board: int) -> Entry:
    return Entry(board=board, level=4, strain="S", declarer="N", tricks=10)


@pytest.fixture
def client(boris: Membership, client_of: LogIn) -> Client:
    """The browser of Boris, who keeps the scores."""
    return client_of(boris)


@pytest.fixture
def tables(club: Club) -> list[Table]:
    """Ada's bridge table of the 5th of March, and the belote table next to it on the 12th, without her."""
    bridge = make_table(club)
    for board in (1, 2):
        services.record_hand(bridge, four_spades(board), by=None, key=None)
    belote = make_table(club, "belote", players=make_players(club, 8)[4:])
    services.record_adjustment(belote, [-10, 0, -10, 0], why="late", by=None, key=None)
    for table, day in ((bridge, "2026-03-05"), (belote, "2026-03-12")):
        Table.objects.filter(pk=table.pk).update(opened_at=f"{day}T18:00:00+00:00")
    return [bridge, belote]


def found(client: Client, club: Club, **query: Any) -> list[str]:
    page = client.get(reverse("play:hands", args=[club.pk]), query)
    assert page.status_code == 200
    return [f"{line.hand.table.game}: {line.title}" for line in page.context["lines"]]


BRIDGE, BELOTE = ["bridge: Board 2", "bridge: Board 1"], ["belote: Adjustment"]


def test_without_a_question_the_hands_of_the_last_day_are_shown(
    client: Client, club: Club, tables: list[Table]
) -> None:
    assert found(client, club) == BELOTE


@pytest.mark.parametrize(
    ("query", "hands"),
    [
        ({"date": "2026-03-05"}, BRIDGE),
        ({"date": "2026-03-12"}, BELOTE),
        ({"date": "2026-03-06"}, []),
        ({"player": "ada"}, BRIDGE),
        ({"player": "ada", "date": "2026-03-12"}, []),
        ({"number": 1}, BRIDGE),
        ({"number": 2}, BELOTE),
        ({"game": "belote"}, BELOTE),
        ({"player": "nobody"}, []),
    ],
)
def test_a_hand_is_found_by_day_table_player_and_game(
    client: Client, club: Club, tables: list[Table], query: dict[str, Any], hands: list[str]
) -> None:
    assert found(client, club, **query) == hands


def test_each_line_says_what_was_played_and_leads_to_the_hand_and_its_correction(
    client: Client, club: Club, tables: list[Table]
) -> None:
    text = client.get(reverse("play:hands", args=[club.pk]), {"number": 1}).content.decode()
    hand = reverse("play:hand", args=[tables[0].pk, 2])
    assert f'href="{hand}"' in text
    assert '<bdi>Ada &amp; Chloé</bdi> <b class="num">+420</b>' in text
    assert '<bdi>Boris &amp; Dirk</bdi> <b class="num minus">−420</b>' in text
    assert reverse("play:correct", args=[tables[0].pk, 2]) in client.get(hand).content.decode()


def test_hands_of_deals_that_others_still_have_to_play_are_not_found(
    client: Client, club: Club, tables: list[Table]
) -> None:
    Table.objects.filter(pk=tables[0].pk).update(sealed=True)
    assert found(client, club, player="ada") == []


@pytest.mark.parametrize(
    "query",
    [
        {"number": "9" * 40},
        {"number": "-1"},
        {"number": "x"},
        {"date": "2026-99-99"},
        {"date": "0001-01-01"},
        {"date": "9999-12-31"},
        {"player": "\0"},
        {"game": "chess"},
        {"page": "9" * 40},
    ],
)
def test_an_impossible_question_is_no_server_error(
    client: Client, club: Club, tables: list[Table], query: dict[str, str]
) -> None:
    for page in ("hands", "tables"):
        assert client.get(reverse(f"play:{page}", args=[club.pk]), query).status_code == 200


def test_the_page_takes_as_many_queries_for_many_hands_as_for_few(
    client: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    counts = []
    for tables in (1, 3):
        for _ in range(tables):
            for game in all_games():
                table = make_table(club, game)
                services.record_hand(table, game.rules.EXAMPLES[0].entry, by=None, key=None)
        with django_assert_max_num_queries(22) as asked:
            assert len(found(client, club)) >= len(all_games())
        counts.append(len(asked))
    assert counts[0] == counts[1]
