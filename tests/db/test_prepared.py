import gc
import weakref
from threading import Thread
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import Sum
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Player
from scorer.db.prepared import Prepared
from tests.factories import ClubFactory, make_players

pytestmark = pytest.mark.postgres

OF_CLUB = Prepared(lambda club: Player.objects.filter(club=club).select_related("club").order_by("name"))


@pytest.fixture
def club() -> Club:
    return ClubFactory()


@pytest.fixture
def players(club: Club) -> list[Player]:
    return sorted(make_players(club, 4), key=lambda player: player.name)


@pytest.mark.django_db
def test_it_gives_what_the_queryset_gives_for_each_value(
    club: Club, players: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    others = make_players(ClubFactory(), 2)
    with django_assert_num_queries(3):
        assert OF_CLUB(club.pk) == players
        assert {player.club for player in OF_CLUB(others[0].club_id)} == {others[0].club}
        assert [player.name for player in OF_CLUB(club.pk)] == [player.name for player in players]


@pytest.mark.django_db
def test_what_has_changed_is_read_anew(club: Club, players: list[Player]) -> None:
    assert OF_CLUB.first(club.pk) == players[0]
    Player.objects.filter(pk=players[0].pk).update(name="Zoë")
    assert OF_CLUB.first(club.pk) == players[1]
    Player.objects.all().delete()
    assert OF_CLUB(club.pk) == []
    assert OF_CLUB.first(club.pk) is None


@pytest.mark.django_db
def test_texts_numbers_and_plain_rows(club: Club, players: list[Player]) -> None:
    named = Prepared(lambda name, club: Player.objects.filter(club=club, name=name).values_list("pk", flat=True))
    summed = Prepared(
        lambda club, least: Club.objects.filter(pk=club, correction_days__gte=least).annotate(
            days=Sum("correction_days")
        )
    )
    assert [named(player.name, club.pk) for player in players] == [[player.pk] for player in players]
    assert [one.days for one in summed(club.pk, 0)] == [club.correction_days]
    assert summed(club.pk, club.correction_days + 1) == []


@pytest.mark.django_db
def test_a_value_that_does_not_reach_the_database_is_refused() -> None:
    lost = Prepared(lambda pk: Player.objects.filter(pk=pk + 1))
    with pytest.raises(ValueError, match="not every value"):
        lost(7)


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_by_its_own_connection(club: Club, players: list[Player]) -> None:
    found: list[list[Player]] = []

    def ask() -> None:
        found.append(OF_CLUB(club.pk))
        connection.close()

    with transaction.atomic():
        Player.objects.filter(pk=players[0].pk).update(shown_as="Adi")
        assert OF_CLUB(club.pk)[0].shown_as == "Adi"
        thread = Thread(target=ask)
        thread.start()
        thread.join()
    assert found[0][0].shown_as != "Adi"


@pytest.mark.django_db(transaction=True)
def test_a_thread_that_has_ended_leaves_nothing(club: Club) -> None:
    left: list[weakref.ref[Any]] = []

    def ask() -> None:
        OF_CLUB(club.pk)
        left.append(weakref.ref(connections[DEFAULT_DB_ALIAS]))
        connection.close()

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    del thread
    gc.collect()
    assert [ref() for ref in left] == [None]


@pytest.mark.django_db(transaction=True)
def test_it_outlives_a_connection_that_was_lost(club: Club, players: list[Player]) -> None:
    assert OF_CLUB(club.pk) == players
    connection.close()
    assert OF_CLUB(club.pk) == players
