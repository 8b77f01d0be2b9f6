"""A player's own link: what it opens, who makes it, and when it ends."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club import services as club_services
from scorer.club.models import Club, Membership, Player
from scorer.history.models import Revision
from scorer.play import services
from scorer.standings.links import path_of
from tests.factories import PlayerFactory, make_players
from tests.standings.conftest import Evening

LogIn = Callable[[Membership], Client]


@pytest.fixture
def players(club: Club, evening: Evening) -> list[Player]:
    """Three who have played a table of preferans. The first has a link of her own."""
    players = make_players(club, 3)
    evening(10, -4, -6, players=players)
    players[0] = club_services.renew_player_link(players[0], by=None)
    return players


def own(player: Player) -> str:
    path = path_of(player)
    assert path
    return path


def test_a_director_makes_a_link_and_makes_another_and_ends_it(
    players: list[Player], ada: Membership, client_of: LogIn
) -> None:
    player, director, anybody = players[1], client_of(ada), Client()
    page = reverse("standings:link", args=[player.club_id, player.pk])
    assert "Make the link" in director.get(page).content.decode()
    paths = []
    for button in ("new", "new", "end"):
        director.post(page, {button: ""})
        player.refresh_from_db()
        paths.append(path_of(player))
        if paths[-1]:
            assert paths[-1] in director.get(page).content.decode()
            assert [anybody.get(path or "").status_code for path in paths] == [403] * (len(paths) - 1) + [200]
    assert paths[0] != paths[1]
    assert paths[2] is None
    assert anybody.get(paths[1] or "").status_code == 403
    logged = Revision.objects.filter(object_id=player.pk).order_by("pk").values_list("action", flat=True)
    assert list(logged)[-3:] == ["own_link", "own_link", "end_own_link"]


def test_the_link_opens_the_own_page_of_a_club_that_is_not_public_and_leads_nowhere_else(
    players: list[Player],
) -> None:
    page = Client().get(own(players[0]))
    text = page.content.decode()
    assert page.status_code == 200
    assert players[0].name in text
    assert players[1].name in text
    assert f"{players[0].name} · {players[0].club.name}</title>" in text
    assert "/clubs/" not in text
    assert "/tables/" not in text
    assert Client().get(own(players[0]), {"file": "csv"}).status_code == 200
    guessed = own(players[0]).rstrip("/")
    guessed = guessed[:-1] + ("1" if guessed.endswith("0") else "0")
    assert Client().get(guessed + "/").status_code == 403
    other = own(players[0]).replace(own(players[0]).split("/")[2], own_id(players[1]))
    assert Client().get(other).status_code == 403


def own_id(player: Player) -> str:
    return own(club_services.renew_player_link(player, by=None)).split("/")[2]


def test_who_may_read_the_club_has_its_links_on_the_own_page(
    players: list[Player], ada: Membership, client_of: LogIn, club: Club
) -> None:
    assert "/tables/" in client_of(ada).get(own(players[0])).content.decode()
    Club.objects.filter(pk=club.pk).update(public=True)
    assert "/tables/" in Client().get(own(players[0])).content.decode()


def test_the_holder_hides_the_name_from_visitors_and_shows_it_again(players: list[Player], club: Club) -> None:
    player, holder = players[0], Client(enforce_csrf_checks=False)
    assert "from visitors" not in holder.get(own(player)).content.decode()  # there are none
    Club.objects.filter(pk=club.pk).update(public=True)
    text = holder.get(own(player)).content.decode()
    assert text.index('<a href="#your-name">Hide my name from visitors</a>') < text.index("Period")
    assert '<form class="card stack no-print" id="your-name"' in text
    holder.post(f"{own(player)}hide/", {"hidden": ""})
    board = reverse("standings:board", args=[club.pk, "preferans"])
    assert player.name not in Client().get(board).content.decode()
    page = holder.get(own(player)).content.decode()
    assert "Your name is hidden" in page
    assert player.name in page
    holder.post(f"{own(player)}hide/")
    assert player.name in Client().get(board).content.decode()


def test_the_holder_sees_the_names_of_others_who_are_hidden(players: list[Player], club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(public=True)
    club_services.hide_player(players[1], hidden=True, by=None)
    assert players[1].name in Client().get(own(players[0])).content.decode()


def test_the_link_ends_with_the_name_or_a_merge_or_while_the_club_is_suspended(
    players: list[Player], club: Club
) -> None:
    path = own(players[0])
    club_services.suspend(club, suspended=True, by=None)
    assert Client().get(path).status_code == 503
    club_services.suspend(club, suspended=False, by=None)
    assert Client().get(path).status_code == 200
    services.merge_players(players[0], PlayerFactory(club=club), by=None, why="the same person")
    assert Client().get(path).status_code == 403
    own_id(players[1])
    players[1].refresh_from_db()
    path = own(players[1])
    club_services.anonymise(players[1], by=None)
    assert Client().get(path).status_code == 403
