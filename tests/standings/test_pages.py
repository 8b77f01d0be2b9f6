"""The pages of the leaderboards, of a player, and of the club."""

import csv
from collections.abc import Callable
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import BoardRule, Club, Membership, Player, Role
from scorer.club.services import end_season
from scorer.play import services
from scorer.registry import get_game
from scorer.standings.views.board import render_row
from tests.factories import MembershipFactory, PlayerFactory, make_players, make_table
from tests.standings.conftest import Evening

pytestmark = pytest.mark.django_db

LogIn = Callable[[Membership], Client]


@pytest.fixture
def client(boris: Membership, client_of: LogIn) -> Client:
    return client_of(boris)


def address(name: str, club: Club, *args: Any) -> str:
    return reverse(f"standings:{name}", args=[club.pk, *args])


def text(answer: Any) -> str:
    shown: str = answer.content.decode()
    return shown


def names(answer: Any) -> list[str]:
    return [line.name for line in answer.context["page"]]


@pytest.mark.parametrize("name", ["all_games", "board", "player", "home", "big_screen"])
def test_a_page_takes_as_many_queries_for_much_as_for_little(
    name: str, club: Club, client: Client, evening: Evening, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ada = make_players(club, 3)[0]
    more = {"board": ["preferans"], "player": [ada.pk]}.get(name, [])
    counts = []
    for tables in (1, 4):
        for _ in range(tables):
            others = [PlayerFactory(club=club) for _ in range(2)]
            evening(10, -10, 0, players=[ada, *others], hands=tables)
            evening(5, -5, 0, close=False)
        with django_assert_max_num_queries(24) as asked:
            assert client.get(address(name, club, *more)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_board_names_its_ranking_and_links_every_player(club: Club, client: Client, evening: Evening) -> None:
    evening(10, -30, 20)
    page = client.get(address("board", club, "preferans"))
    assert "Ranked by the sum of all points." in text(page)
    assert names(page) == ["Chloé", "Ada", "Boris"]
    for player in club.players.all():
        assert address("player", club, player.pk) in text(page)


@pytest.mark.parametrize("rule", BoardRule.values)
def test_an_unchanged_row_is_rendered_once(rule: str, club: Club, client: Client, evening: Evening) -> None:
    club.board_rule = rule
    club.save()
    ada, boris, chloe = make_players(club, 3)
    dirk, emil, fatma = (PlayerFactory(club=club, name=name) for name in ("Dirk", "Emil", "Fatma"))
    evening(90, -80, -10, players=[dirk, emil, fatma])
    evening(10, 20, -30, players=[ada, boris, chloe])
    board = address("board", club, "preferans")

    def lines_written(page: str, query: dict[str, str] | None = None) -> int:
        before = render_row.cache_info().misses
        client.get(page, query)
        return render_row.cache_info().misses - before

    assert lines_written(board) == 6
    assert lines_written(board) == lines_written(board, {"sort": "-player"}) == 0
    evening(1, 2, -3, players=[ada, boris, chloe])
    assert lines_written(board) == 3
    assert lines_written(board, {"period": "all"}) == 6  # it is where the names lead
    assert lines_written(address("all_games", club)) == 6

    Player.objects.filter(pk=ada.pk).update(shown_as="Countess")
    assert lines_written(board) == 1
    shown = text(client.get(board))
    assert "Countess" in shown
    assert "Ada" not in shown


def test_a_heading_sorts_the_board_and_then_reverses_it(club: Club, client: Client, evening: Evening) -> None:
    evening(10, -30, 20)
    board = address("board", club, "preferans")
    by_name = client.get(board, {"sort": "player"})
    assert names(by_name) == ["Ada", "Boris", "Chloé"]
    assert 'aria-sort="ascending"' in text(by_name)
    assert "sort=-player" in text(by_name)
    backwards = client.get(board, {"sort": "-player"})
    assert names(backwards) == ["Chloé", "Boris", "Ada"]
    assert 'aria-sort="descending"' in text(backwards)


def test_a_board_can_leave_out_players_with_few_hands(club: Club, client: Client, evening: Evening) -> None:
    ada, boris, chloe, dirk = make_players(club, 4)
    evening(10, -30, 20, players=[ada, boris, chloe], hands=3)
    evening(10, -30, 20, players=[dirk, boris, chloe], hands=1)
    board = address("board", club, "preferans")
    assert "Dirk" not in names(client.get(board, {"hands": "2"}))
    page = client.get(board, {"tables": "2"})
    assert sorted(names(page)) == ["Boris", "Chloé"]
    assert "at least 2 tables" in text(page)
    assert "Nobody has played that much." in text(client.get(board, {"tables": "9"}))


@pytest.mark.parametrize(
    "query", ["hands=x", "tables=-1", "sort=%00", "period=x", "variant=x", "page=x", "hands=99999"]
)
def test_no_query_makes_a_board_fail(query: str, club: Club, client: Client, evening: Evening) -> None:
    evening(10, -30, 20)
    for board in (address("all_games", club), address("board", club, "preferans")):
        assert client.get(f"{board}?{query}").status_code == 200


def test_a_board_that_adds_up_different_variants_says_so(club: Club, client: Client, evening: Evening) -> None:
    for preset in get_game("belote").rules.PRESETS.values():
        evening(10, -10, game="belote", variant=preset)
    board = address("board", club, "belote")
    warning = "This adds up tables with different house rules"
    assert "House rules of these tables: House rules." in text(client.get(board))
    assert warning not in text(client.get(board))
    assert warning in text(client.get(board, {"variant": "all"}))


def test_an_unknown_game_has_no_board(club: Club, client: Client) -> None:
    assert client.get(address("board", club, "snap")).status_code == 404


def test_without_a_season_every_board_says_so(club: Club, client: Client) -> None:
    ada = make_players(club, 1)[0]
    club.seasons.all().delete()
    for page in (address("all_games", club), address("board", club, "bridge")):
        assert "There is no season yet" in text(client.get(page))
    for page in (address("home", club), address("big_screen", club), address("player", club, ada.pk)):
        assert client.get(page).status_code == 200


def test_the_board_of_an_ended_season_is_still_shown(club: Club, client: Client, evening: Evening) -> None:
    evening(10, -30, 20)
    end_season(club.seasons.get(), by=None)
    assert names(client.get(address("board", club, "preferans"))) == ["Chloé", "Ada", "Boris"]


def test_the_board_is_exported_as_it_is_shown(club: Club, client: Client, evening: Evening) -> None:
    evening(10, -30, 20)
    Player.objects.filter(name="Ada").update(name="=1+1")
    board = address("board", club, "preferans")
    rows = list(csv.reader(StringIO(client.get(board, {"file": "csv"}).content.decode("utf-8-sig"))))
    assert rows[0] == ["Rank", "Player", "Tables", "Hands", "Points", "Per hand", "Won", "Best table", "Rating"]
    assert [row[0] for row in rows[1:]] == ["1", "2", "3"]
    assert rows[2][1] != "=1+1"
    assert rows[2][1].endswith("=1+1")
    sheet: Any = load_workbook(BytesIO(client.get(board, {"file": "xlsx", "sort": "player"}).content)).active
    assert [cell.value for cell in sheet["E"]][1:] == [10, -30, 20]
    assert sheet["B2"].data_type == "s"
    assert client.get(board, {"file": "exe"}).status_code == 404


def test_a_players_page_shows_the_record_the_hands_and_the_other_players(
    club: Club, client: Client, evening: Evening
) -> None:
    ada, _boris, chloe, _dirk = make_players(club, 4)
    entry = get_game("bridge").rules.Entry(board=1, level=3, strain="NT", declarer="N", tricks=9)
    table = evening(0, 0, game="bridge", hands=0, close=False)
    services.record_hand(table, entry, by=None, key=None)
    services.close_table(table, by=None)
    evening(10, -30, 20)
    page = client.get(address("player", club, ada.pk))
    found = page.context["found"]
    assert [(record.game.slug, record.tally.points) for record in found.records] == [("bridge", 400), ("preferans", 10)]
    assert found.chosen.game.slug == "bridge"
    assert [one.score.points for one in found.best] == [400]
    assert "<b>3</b><b>NT</b> N =" in text(page)
    assert reverse("play:hand", args=[table.pk, 1]) in text(page)
    company = {one.name: (one.beside, one.won, one.against, one.ahead) for one in found.other_players}
    assert company == {"Boris": (0, 0, 2, 2), "Chloé": (1, 1, 1, 0), "Dirk": (0, 0, 1, 1)}
    assert (found.streak.longest, found.streak.running) == (1, 0)
    other = client.get(address("player", club, ada.pk), {"game": "1"}).context["found"]
    assert (other.chosen.game.slug, other.best) == ("preferans", [])
    assert client.get(address("player", club, chloe.pk), {"game": "77"}).status_code == 200
    assert "Progress: Bridge" in text(page)
    folded, open_ = (
        '<details class="card fold"><summary>Best and worst',
        '<details class="card fold" open><summary>Best and',
    )
    assert folded in text(page)
    assert open_ in text(client.get(address("player", club, ada.pk), {"game": "0"}))
    assert "Rating over all games" in text(page)


def test_a_players_page_is_exported_as_a_spreadsheet(club: Club, client: Client, evening: Evening) -> None:
    evening(10, -30, 20)
    ada = club.players.get(name="Ada")
    page = address("player", club, ada.pk)
    rows = list(csv.reader(StringIO(client.get(page, {"file": "csv"}).content.decode("utf-8-sig"))))
    assert rows[1][:10] == ["Preferans", "House rules", "1", "0", "1", "10", "10.0", "1", "0", "10"]
    people = [["Boris", "0", "0", "0", "1", "1", "1.0"], ["Chloé", "0", "0", "0", "1", "1", "0.0"]]
    assert [row[10:17] for row in rows[2:]] == people
    assert client.get(page, {"file": "xlsx"}).status_code == 200
    assert client.get(page, {"file": "exe"}).status_code == 404


def test_the_current_streak_ends_with_the_last_table(club: Club, client: Client, evening: Evening) -> None:
    ada = make_players(club, 3)[0]
    for days, points in ((9, 5), (8, 5), (7, 5), (6, -5), (5, 5), (4, 5)):
        evening(points, -points, -50, days=days)
    streak = client.get(address("player", club, ada.pk)).context["found"].streak
    assert (streak.longest, streak.running) == (3, 2)


def test_a_player_of_another_club_is_not_found(club: Club, client: Client, zoe: Membership) -> None:
    stranger = PlayerFactory(club=zoe.club, name="Zoltan")
    assert client.get(address("player", club, stranger.pk)).status_code == 404


@pytest.mark.parametrize("name", ["home", "all_games", "big_screen"])
def test_another_club_is_not_found(name: str, club: Club, zoe: Membership, client_of: LogIn) -> None:
    assert client_of(zoe).get(address(name, club)).status_code == 404


def test_the_club_page_shows_the_top_of_the_board(club: Club, client: Client, evening: Evening) -> None:
    assert "Full leaderboard" not in text(client.get(address("home", club)))
    evening(10, -30, 20)
    page = client.get(address("home", club))
    assert [line.name for line, _cell in page.context["lines"]] == ["Chloé", "Ada", "Boris"]
    assert address("board", club, "preferans") in text(page)
    evening(10, -10, game="bridge")
    assert page.context["board"].game.slug == "preferans"
    assert client.get(address("home", club)).context["board"].game is None


def test_the_board_is_not_below_the_tables_of_a_long_evening(club: Club, client: Client, evening: Evening) -> None:
    evening(10, -30, 20)
    services.close_table(make_table(club, "bridge"), by=None)
    page = text(client.get(address("home", club)))
    assert page.index("<h2>Tables in play") < page.index("<h2>Leaderboard") < page.index("<h2>Finished today")


def test_a_listening_page_fetches_only_what_changed(club: Club, client: Client) -> None:
    part = text(client.get(address("home", club), headers={"HX-Request": "true"}))
    assert 'id="now"' in part
    assert "<html" not in part


def test_the_big_screen_shows_tables_and_boards_in_turn(club: Club, client: Client, evening: Evening) -> None:
    club.board_hands = 0
    club.save()
    evening(10, -30, 20)
    evening(10, -10, game="bridge")
    evening(1, 0, -1, close=False)
    screen = address("big_screen", club)
    titles = []
    view = 0
    for _ in range(4):
        page = client.get(screen, {"view": view})
        titles.append("tables" if "cards" in page.context else page.context["board"].title)
        view = page.context["following"]
    assert titles == ["tables", "All games", "Preferans", "Bridge"]
    assert view == 0
    assert 'hx-trigger="every 15s"' in text(client.get(screen))
    assert "hx-trigger" not in text(client.get(screen, {"still": ""}))
    assert "<html" not in text(client.get(screen, headers={"HX-Request": "true"}))
    assert client.get(screen, {"view": "²"}).status_code == 200
    assert client.get(screen, {"view": "9" * 50}).status_code == 200


def test_the_big_screen_leaves_out_players_without_a_rank(club: Club, client: Client, evening: Evening) -> None:
    evening(10, -30, 20)
    club.board_rule = "average"
    club.save()
    assert client.get(address("big_screen", club), {"view": "1"}).context["lines"] == []
    assert len(names(client.get(address("board", club, "preferans")))) == 3


def test_a_removed_name_is_shown_nowhere(club: Club, ada: Membership, client_of: LogIn, evening: Evening) -> None:
    table = evening(10, -30, 20)
    client = client_of(ada)
    player = club.players.get(name="Chloé")
    shown = client.post(reverse("club:anonymise", args=[club.pk, player.pk]), follow=True)
    assert "N. N. 1" in text(shown)
    pages = [
        address("board", club, "preferans"),
        address("home", club),
        address("player", club, player.pk),
        reverse("play:table", args=[table.pk]),
        reverse("club:players", args=[club.pk]) + "?show=left",
        reverse("admin:history_revision_changelist"),
    ]
    for page in pages:
        assert "Chloé" not in text(client.get(page, follow=True)), page
    assert names(client.get(pages[0])) == ["N. N. 1", "Ada", "Boris"]


def test_every_figure_of_a_board_has_its_css_classes(club: Club, client: Client, evening: Evening) -> None:
    evening(10, -10, 0)
    page = text(client.get(address("board", club, "preferans")))
    assert 'class=""' not in page.split("<main")[1]
    assert page.count('<td class="num extra') == 3 * len(["tables", "hands", "won", "best", "rating", "trend"])
    assert '<td class="num">+10</td>' in page
    assert '<td class="num">+10</td>' in text(client.get(address("home", club)))


def test_a_club_without_hands_shows_its_first_steps_and_no_board(
    club: Club, ada: Membership, client_of: LogIn, evening: Evening
) -> None:
    client = client_of(ada)
    first = client.get(address("home", club))
    assert [done for _text, done, _link in first.context["steps"]] == [True, False, False, False]
    assert "First steps" in text(first)
    table = evening(0, 0, 0, hands=0, close=False)
    second = client.get(address("home", club)).context["steps"]
    assert [(done, link) for _text, done, link in second[2:]] == [
        (True, reverse("play:choose", args=[club.pk])),
        (False, reverse("play:table", args=[table.pk])),
    ]
    services.record_hand(table, table.config.rules.Entry(passed_out=True), by=None, key=None)
    assert "First steps" not in text(client.get(address("home", club)))


def test_whoever_only_reads_is_shown_no_steps(club: Club, client_of: LogIn) -> None:
    mehmet = MembershipFactory(club=club, role=Role.MEMBER)
    assert "First steps" not in text(client_of(mehmet).get(address("home", club)))


def test_a_board_on_which_nobody_has_a_rank_yet_is_a_sentence(club: Club, client: Client, evening: Evening) -> None:
    evening(10, -10, 0)
    evening(10, -10, game="bridge")
    for name, query in (("home", {}), ("big_screen", {"view": 1})):
        page = text(client.get(address(name, club), query))
        assert "Nobody has a rank yet." in page
        assert "A rank needs 10 opponents" in page
