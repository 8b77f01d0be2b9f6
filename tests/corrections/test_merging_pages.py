"""Merging two players on the club's own pages, with the same preview and service as in the admin site."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership, Player
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Score, Table
from tests.factories import PlayerFactory, make_table

LogIn = Callable[[Membership], Client]


@pytest.fixture
def table(club: Club) -> Table:
    """A table at which Chloé, who has two names on the roster, has made a contract."""
    table = make_table(club)
    services.record_hand(table, Entry(board=1, level=4, strain="S", declarer="N", tricks=10), by=None, key=None)
    return table


@pytest.fixture
def chloe(table: Table) -> Player:
    return Player.objects.get(name="Chloé")


@pytest.fixture
def twice(club: Club, chloe: Player) -> Player:
    return PlayerFactory(club=club, name="Chloe M.")


def address(act: str, player: Player) -> str:
    return reverse(f"corrections:{act}", args=[player.club_id, player.pk])


def test_a_director_merges_two_players_after_seeing_what_changes(
    ada: Membership, client_of: LogIn, chloe: Player, twice: Player
) -> None:
    client, where = client_of(ada), address("merge", chloe)
    page_of_chloe = reverse("club:player", args=[chloe.club_id, chloe.pk])
    assert where in client.get(page_of_chloe).content.decode()

    data = {"key": "k1", "into": twice.pk, "why": "one person"}
    asked = client.post(where, data)
    assert "Nothing is saved yet." in asked.content.decode()
    assert "+420" in asked.content.decode()
    assert not Score.objects.filter(player=twice).exists()

    done = client.post(where, data | {"confirm": asked.context["fingerprint"]})
    assert done["Location"] == page_of_chloe
    assert Score.objects.get(player=twice).points == 420
    text = client.get(page_of_chloe).content.decode()
    assert "The two players are now one." in text
    assert "Same person as Chloe M." in text
    assert address("unmerge", chloe) in text


def test_a_director_undoes_a_merge(ada: Membership, client_of: LogIn, chloe: Player, twice: Player) -> None:
    services.merge_players(chloe, twice, by=ada.user, why="one person")
    client, where = client_of(ada), address("unmerge", chloe)
    asked = client.post(where, {"key": "k2", "why": "two after all"})
    client.post(where, {"key": "k2", "why": "two after all", "confirm": asked.context["fingerprint"]})
    assert Score.objects.get(player=chloe).points == 420
    actions = Revision.objects.of(Revision.Kind.PLAYER, chloe.pk).values_list("action", flat=True)
    assert list(actions) == ["merge", "unmerge"]


def test_there_is_no_merge_to_undo_of_a_player_who_was_not_merged(
    ada: Membership, client_of: LogIn, chloe: Player
) -> None:
    assert client_of(ada).get(address("unmerge", chloe)).status_code == 404


def test_a_scorer_is_not_offered_a_merge_and_may_make_none(
    boris: Membership, client_of: LogIn, chloe: Player, twice: Player
) -> None:
    client, where = client_of(boris), address("merge", chloe)
    assert where not in client.get(reverse("club:player", args=[chloe.club_id, chloe.pk])).content.decode()
    assert client.post(where, {"key": "k", "into": twice.pk, "why": "one person"}).status_code == 403
    chloe.refresh_from_db()
    assert chloe.merged_into is None
