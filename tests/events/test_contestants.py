"""Who competes, however many there are."""

import pytest
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Player
from scorer.events.models import Contestant, ContestantPlayer, Event
from tests.events.conftest import MakeEvent

pytestmark = pytest.mark.django_db


def test_the_names_of_more_than_a_thousand_players_take_two_queries(
    make_event: MakeEvent, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event: Event = make_event("bridge", 0)
    players = Player.objects.bulk_create(Player(club=club, name=f"Guest {number}") for number in range(1002))
    pairs = Contestant.objects.bulk_create(Contestant(event=event, number=number) for number in range(1, 502))
    ContestantPlayer.objects.bulk_create(
        ContestantPlayer(contestant=pairs[number // 2], place=number % 2 + 1, player=player)
        for number, player in enumerate(players)
    )
    with django_assert_num_queries(2):
        names = [str(pair) for pair in event.contestants.with_players()]
    assert names[0] == "Guest 0 & Guest 1"
    assert names[-1] == "Guest 1000 & Guest 1001"
