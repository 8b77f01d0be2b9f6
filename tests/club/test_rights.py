from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Membership
from tests.factories import PlayerFactory

ClientOf = Callable[[Membership], Client]


@pytest.fixture
def addresses(ada: Membership, boris: Membership) -> dict[str, str]:
    """Every page of Ada's club."""
    club = ada.club_id
    season = ada.club.seasons.get().pk
    player = PlayerFactory(club=ada.club, name="Chloé").pk
    ids: dict[str, list[Any]] = {
        "players": [],
        "player": [player],
        "bring_back": [player],
        "seasons": [],
        "start_season": [],
        "end_season": [season],
        "logins": [],
        "login_change": [boris.pk],
        "login_link": [boris.pk],
        "delete_login": [boris.pk],
    }
    return {name: reverse(f"club:{name}", args=[club, *more]) for name, more in ids.items()}


READ = {"players", "player", "seasons", "start_season", "logins", "login_change"}
DIRECTORS_ONLY = {"start_season", "end_season", "logins", "login_change", "login_link", "delete_login"}


@pytest.mark.parametrize("page", sorted(READ))
def test_a_director_reads_every_page(
    page: str, addresses: dict[str, str], ada: Membership, client_of: ClientOf
) -> None:
    assert client_of(ada).get(addresses[page]).status_code == 200


@pytest.mark.parametrize("page", sorted(READ))
def test_a_scorer_can_only_read_the_roster_and_the_seasons(
    page: str, addresses: dict[str, str], boris: Membership, client_of: ClientOf
) -> None:
    assert client_of(boris).get(addresses[page]).status_code == (403 if page in DIRECTORS_ONLY else 200)


@pytest.mark.parametrize("page", sorted(DIRECTORS_ONLY))
def test_a_scorer_cannot_post_to_pages_for_directors(
    page: str, addresses: dict[str, str], boris: Membership, client_of: ClientOf
) -> None:
    values = {"name": "Winter", "starts": "2026-01-01", "username": "dirk", "role": "director", "active": "on"}
    assert client_of(boris).post(addresses[page], values).status_code == 403
    boris.refresh_from_db()
    assert boris.role == "scorer"
    assert boris.club.seasons.open().get().name == "Autumn"
    assert boris.club.memberships.count() == 2


def test_a_director_of_another_club_finds_nothing_here(
    addresses: dict[str, str], zoe: Membership, client_of: ClientOf
) -> None:
    client = client_of(zoe)
    assert {page: client.get(addresses[page]).status_code for page in READ} == dict.fromkeys(READ, 404)
    written = set(addresses) - {"seasons"}
    assert {page: client.post(addresses[page]).status_code for page in written} == dict.fromkeys(written, 404)


@pytest.mark.parametrize("method", ["get", "post"])
def test_objects_of_another_club_are_not_found_under_ones_own(
    method: str, ada: Membership, boris: Membership, zoe: Membership, client_of: ClientOf
) -> None:
    client = client_of(zoe)
    player = PlayerFactory(club=ada.club, name="Chloé")
    for name, pk in (("player", player.pk), ("login_change", boris.pk)):
        address = reverse(f"club:{name}", args=[zoe.club_id, pk])
        assert getattr(client, method)(address).status_code == 404
    for name, pk in (
        ("bring_back", player.pk),
        ("login_link", boris.pk),
        ("end_season", ada.club.seasons.get().pk),
    ):
        assert client.post(reverse(f"club:{name}", args=[zoe.club_id, pk])).status_code == 404
    assert ada.club.seasons.open().exists()


def test_readers_who_have_not_logged_in_are_asked_to(addresses: dict[str, str]) -> None:
    for page in READ:
        answer = Client().get(addresses[page])
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("club:login"))


def test_writing_needs_a_post(addresses: dict[str, str], ada: Membership, client_of: ClientOf) -> None:
    client = client_of(ada)
    assert {client.get(addresses[page]).status_code for page in set(addresses) - READ} == {405}


def test_the_menu_offers_the_logins_to_directors_only(
    addresses: dict[str, str], ada: Membership, boris: Membership, client_of: ClientOf
) -> None:
    link = f'href="{addresses["logins"]}"'
    assert link in client_of(ada).get(addresses["players"]).content.decode()
    assert link not in client_of(boris).get(addresses["players"]).content.decode()
