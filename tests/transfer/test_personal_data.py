"""What a director hands out to whoever asks what is stored about them."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership, Player
from scorer.club.services import anonymise
from scorer.play import phones, services
from scorer.play.models import Table
from scorer.transfer import personal_data
from tests.factories import make_players, make_table


@pytest.fixture
def table(club: Club, boris: Membership) -> Table:
    """Boris has entered a hand with his login, and Ada one on her phone."""
    table = make_table(club)
    first, second = table.config.rules.EXAMPLES[:2]
    ada = make_players(club)[0]
    services.record_hand(table, first.entry, by=boris.user, key=None)
    services.record_hand(table, second.entry, by=phones.Phone(phones.Link.ENTRY, ada), key=None)
    return table


@pytest.mark.postgres
def test_of_a_player_it_is_everything_that_refers_to_them(table: Table, ada: Membership, client_of: Any) -> None:
    player = table.seats.get(position=1).player
    Player.objects.filter(pk=player.pk).update(number="17", note="needs a chair with arms")
    page = client_of(ada).get(reverse("transfer:stored_of_player", args=[table.club_id, player.pk]))
    assert page["Content-Disposition"] == 'attachment; filename="Ada.json"'
    stored = json.loads(page.content)
    assert [row["note"] for row in stored["club.player"]] == ["needs a chair with arms"]
    assert [row["position"] for row in stored["play.seat"]] == [1]
    assert len(stored["play.score"]) == 2
    assert [row["number"] for row in stored["play.hand"]] == [2], "the one that her phone entered"
    assert [row["id"] for row in stored["play.table"]] == [table.pk]
    assert {row["action"] for row in stored["history.revision"]} == {"record"}


def test_of_a_player_it_has_who_was_merged_into_them(table: Table, ada: Membership) -> None:
    chloe, dirk = (table.seats.get(position=position).player for position in (3, 4))
    services.close_table(table, by=None)
    other = make_table(table.club, players=[*make_players(table.club, 8)[4:]])
    elise = other.seats.get(position=1).player
    services.merge_players(elise, chloe, by=ada.user, why="Typed twice")
    stored = json.loads(personal_data.of_player(chloe))
    assert {row["name"] for row in stored["club.player"]} == {chloe.name, elise.name}
    assert {row["table_id"] for row in stored["play.seat"]} == {table.pk, other.pk}
    assert dirk.name not in personal_data.of_player(chloe)


@pytest.mark.postgres
def test_of_a_login_it_is_everything_but_the_password(
    table: Table, ada: Membership, boris: Membership, client_of: Any
) -> None:
    page = client_of(ada).get(reverse("transfer:stored_of_login", args=[table.club_id, boris.pk]))
    stored = json.loads(page.content)
    assert [row["username"] for row in stored["club.user"]] == ["boris"]
    assert [row["role"] for row in stored["club.membership"]] == ["scorer"]
    assert [row["number"] for row in stored["play.hand"]] == [1]
    assert b"password" not in page.content
    assert b"ada" not in page.content


def test_of_a_login_in_two_clubs_each_tells_only_its_own(table: Table, boris: Membership, zoe: Membership) -> None:
    there = Membership.objects.create(club=zoe.club, user=boris.user, role="scorer")
    stored = json.loads(personal_data.of_login(there))
    assert stored.keys() == {"club.user", "club.membership"}
    assert [row["id"] for row in stored["club.membership"]] == [there.pk]


def test_after_the_name_was_removed_it_is_in_no_file(table: Table) -> None:
    player = table.seats.get(position=3).player
    anonymise(player, by=None)
    assert "Chloé" not in personal_data.of_player(Player.objects.get(pk=player.pk))


def test_others_are_told_nothing(table: Table, boris: Membership, zoe: Membership, client_of: Any) -> None:
    player = table.seats.get(position=1).player
    for name, pk in (("stored_of_player", player.pk), ("stored_of_login", boris.pk)):
        path = reverse(f"transfer:{name}", args=[table.club_id, pk])
        assert [client_of(who).get(path).status_code for who in (boris, zoe)] == [403, 404]
        assert Client().get(path).status_code == 302
