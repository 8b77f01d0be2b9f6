"""Who competes, however many there are."""

import pytest
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Player
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.models import Contestant, ContestantPlayer, Event
from scorer.play.services import merge_players
from tests.events.conftest import MakeEvent, choose

pytestmark = pytest.mark.django_db


def test_the_names_of_more_than_a_thousand_players_take_two_queries_or_one(
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
    with django_assert_num_queries(1):
        rows = contestants_by_number(event)
    assert [row.name for row in rows.values()] == names


def test_a_row_says_the_same_as_the_contestant(make_event: MakeEvent, club: Club, players: list[Player]) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=1)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    ingrid, jovan = (Player.objects.create(club=club, name=name) for name in ("Ingrid", "Jovan"))
    services.substitute(event, 1, 2, ingrid, by=None)
    services.end_round(event, by=None)
    services.leave(event, 6, by=None)
    services.set_standing(event, 2, without=True, by=None)
    Player.objects.filter(pk=players[4].pk).update(shown_as="Chloé")
    merge_players(players[6], jovan, by=None, why="one person")
    rows = contestants_by_number(event)
    assert [str(row) for row in rows.values()][:4] == [
        "Player 1 & Player 2 (from round 2: Ingrid)",
        "Player 3 & Player 4",
        "Chloé & Player 6",
        "Jovan & Player 8",
    ]
    for contestant in event.contestants.with_players():
        row = rows[contestant.number]
        assert str(row) == str(contestant)
        assert row.section_letter == contestant.section_letter
        for own in ("number", "section", "left_after", "without_standing", "self_signed", "wish", "link"):
            assert getattr(row, own) == getattr(contestant, own)
        assert [row.competes_in(n) for n in (1, 2, 3)] == [contestant.competes_in(n) for n in (1, 2, 3)]
