"""The pages of a club's tables, and that their queries do not depend on the number of tables."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.club.services import end_season
from scorer.play import services
from scorer.play.models import Score, Table
from scorer.registry import all_games
from tests.factories import PlayerFactory, make_players, make_table

LogIn = Callable[[Membership], Client]


def an_evening(club: Club, tables: int) -> None:
    for number in range(tables):
        for game in all_games():
            table = make_table(club, game)
            services.record_hand(table, game.rules.EXAMPLES[0].entry, by=None, key=None) if number else None
            if number % 2:
                services.close_table(table, by=None)


@pytest.mark.parametrize(("name", "most"), [("tables", 10), ("choose", 10), ("open", 8), ("open_several", 8)])
def test_a_page_takes_as_many_queries_for_many_tables_as_for_few(
    name: str,
    most: int,
    club: Club,
    ada: Membership,
    client_of: LogIn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client = client_of(ada)
    address = reverse(f"play:{name}", args=[club.pk, "bridge"] if name.startswith("open") else [club.pk])
    counts = []
    for tables in (2, 6):
        an_evening(club, tables)
        with django_assert_max_num_queries(most) as asked:
            assert client.get(address).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_home_page_has_the_points_of_every_side_and_marks_who_leads(
    club: Club, ada: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "bridge")
    services.record_hand(table, Entry(board=1, level=3, strain="NT", declarer="E", tricks=9), by=None, key=None)
    page = client_of(ada).get(reverse("standings:home", args=[club.pk]))
    card = page.context["running"][0]
    assert [(side.name, side.points, side.lead) for side in card.sides] == [
        ("Ada & Chloé", -400, False),
        ("Boris & Dirk", 400, True),
    ]
    assert card.hands == 1
    assert "Boris &amp; Dirk" in page.content.decode()


def test_a_list_of_tables_has_names_for_a_phone_that_tell_the_players_apart(
    club: Club, ada: Membership, client_of: LogIn
) -> None:
    names = ("Alexander Weber", "Alexandra Weber", "Hans-Joachim Krause", "Élise")
    players = [PlayerFactory(club=club, name=name) for name in names]
    make_table(club, "doppelkopf", players=players)
    (card,) = client_of(ada).get(reverse("standings:home", args=[club.pk])).context["running"]
    assert [side.narrow for side in card.sides] == ["Alexander", "Alexandra", "Hans-Jo.", "Élise"]
    assert [side.wide for side in card.sides] == list(names)


def test_a_right_to_left_name_does_not_affect_its_neighbours(club: Club, ada: Membership, client_of: LogIn) -> None:
    players = [PlayerFactory(club=club, name=name) for name in ("محمد", "Boris", "דנה", "Dirk")]
    table = make_table(club, "belote", players=players)
    client = client_of(ada)
    card = client.get(reverse("standings:home", args=[club.pk])).context["running"][0]
    assert card.people == "\u2068محمد\u2069 & \u2068דנה\u2069, Boris & Dirk"
    sheet = client.get(reverse("play:table", args=[table.pk]))
    assert [total.name for total in sheet.context["totals"]] == ["\u2068محمد\u2069 & \u2068דנה\u2069", "Boris & Dirk"]
    assert "Substitute \u2068محمد\u2069<" in sheet.content.decode()
    assert sheet.context["table_context"].seat_name(3) == "\u2068דנה\u2069"
    bridge = make_table(club, "bridge", players=players)
    totals = client.get(reverse("play:table", args=[bridge.pk])).context["totals"]
    assert [total.players for total in totals] == ["\u2068محمد\u2069 & \u2068דנה\u2069", "Boris & Dirk"]


def test_every_page_says_what_to_do_without_a_season(club: Club, ada: Membership, client_of: LogIn) -> None:
    end_season(club.seasons.get(), by=None)
    client = client_of(ada)
    home = reverse("standings:home", args=[club.pk])
    new = [reverse("play:choose", args=[club.pk])]
    new += [reverse(f"play:{name}", args=[club.pk, "bridge"]) for name in ("open", "open_several")]
    for address in (home, *new):
        page = client.get(address).content.decode()
        assert "No season is open" in page
        assert reverse("club:seasons", args=[club.pk]) in page


def test_a_cancelled_table_is_in_no_list(club: Club, ada: Membership, client_of: LogIn) -> None:
    services.cancel_table(make_table(club, "bridge"), by=None)
    for name in ("standings:home", "play:tables", "play:choose"):
        page = client_of(ada).get(reverse(name, args=[club.pk])).content.decode()
        assert "Ada" not in page


@pytest.mark.parametrize("close", [False, True], ids=["open", "closed"])
def test_a_table_of_an_uninstalled_game_breaks_no_page(
    close: bool, club: Club, ada: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "bridge")
    services.record_hand(table, Entry(board=1, passed_out=True), by=None, key=None)
    services.close_table(table, by=None) if close else None
    Table.objects.update(game="whist")
    Score.objects.update(game="whist")
    client = client_of(ada)
    hand = table.hands.get()
    for name in ("standings:home", "play:tables", "play:choose"):
        page = client.get(reverse(name, args=[club.pk]))
        assert page.status_code == 200
        assert "Ada" not in page.content.decode()
    for name in ("table", "rules"):
        assert client.get(reverse(f"play:{name}", args=[table.pk])).status_code == 404
    for name in ("table", "hand", "score"):
        page = client.get(reverse(f"admin:play_{name}_changelist"))
        assert page.status_code == 200
        assert ("whist" in page.content.decode()) == (name != "hand")
    assert client.get(reverse("admin:play_hand_change", args=[hand.pk])).status_code == 404


def test_reopening_a_table_reports_its_new_number(club: Club, ada: Membership, client_of: LogIn) -> None:
    table = make_table(club)
    services.close_table(table, by=None)
    director, again = client_of(ada), reverse("play:reopen", args=[table.pk])
    answer = director.post(again, follow=True)
    assert "The table is open again.<" in answer.content.decode()
    services.close_table(table, by=None)
    make_table(club)
    answer = director.post(again, follow=True)
    assert "now as table 2: another open table has the number 1." in answer.content.decode()


def test_only_a_director_corrects_a_locked_table(
    club: Club, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "bridge")
    services.record_hand(table, Entry(board=1, passed_out=True), by=None, key=None)
    club.correction_days = 0
    club.save()
    services.close_table(table, by=None)
    for name in ("correct", "hand"):
        address = reverse(f"play:{name}", args=[table.pk, 1])
        assert client_of(ada).get(address).status_code == 200
        assert client_of(boris).get(address).status_code == (403 if name == "correct" else 200)
    assert client_of(boris).post(reverse("play:void", args=[table.pk, 1])).status_code == 403
    assert client_of(boris).post(reverse("play:reopen", args=[table.pk])).status_code == 403
    assert client_of(ada).post(reverse("play:reopen", args=[table.pk])).status_code == 302


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, [3, 2, 1]),
        ({"date": "2026-05-01"}, [1]),
        ({"date": "2026-05-03"}, []),
        ({"game": "belote"}, [3, 1]),
        ({"player": "elis"}, [2]),
        ({"player": "zoran"}, [3]),
        ({"player": "nobody"}, []),
        ({"game": "belote", "player": "ada", "date": "2026-05-01"}, [1]),
        ({"date": "tomorrow", "game": "chess", "player": "x" * 200}, [3, 2, 1]),
    ],
)
def test_a_table_is_found_by_its_day_its_game_and_its_players(
    query: dict[str, str], found: list[int], club: Club, boris: Membership, client_of: LogIn
) -> None:
    """Zoran took Ada's place at the third."""
    may = [datetime(2026, 5, day, 20, tzinfo=UTC) for day in (1, 2, 4)]
    make_table(club, "belote", at=may[0], number=1)
    make_table(club, "tarot", at=may[1], number=2, players=make_players(club, 5))
    third = make_table(club, "belote", at=may[2], number=3)
    services.substitute(third, 1, PlayerFactory(club=club, name="Zoran"), by=None)
    page = client_of(boris).get(reverse("play:tables", args=[club.pk]), query)
    assert [card.table.number for card in page.context["cards"]] == found


def test_a_closed_sheet_says_its_day_and_every_page_the_name_of_the_club(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = make_table(club, "belote", at=datetime(2026, 5, 1, 20, tzinfo=UTC))
    client, sheet = client_of(boris), reverse("play:table", args=[table.pk])
    day = "<small>1 May 2026</small></h1>"
    assert day not in client.get(sheet).content.decode()
    services.close_table(table, by=None)
    assert day in client.get(sheet).content.decode()
    for address in (sheet, reverse("play:tables", args=[club.pk]), reverse("club:players", args=[club.pk])):
        assert '<p class="club"><bdi>Kartenfreunde</bdi></p>' in client.get(address).content.decode()
