"""The big screen of an event."""

import re
from random import Random

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.models import Event
from scorer.web.formatting import score
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_pages import LogIn, address
from tests.events.test_rounds import room


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Nine players of Doppelkopf, two rounds planned."""
    event = make_event("doppelkopf", 9, rounds=2, per_round=2)
    choose(event, "draw")
    return event


def test_it_says_where_to_sit_before_a_round_starts(event: Event, ada: Membership, client_of: LogIn) -> None:
    page = client_of(ada).get(address(event, "screen"))
    seats = page.context["view"].seats
    assert [seat.contestant.number for seat in seats] == list(range(1, 10))
    assert {seat.places[0][0] for seat in seats if seat.places} == {1, 2}
    assert "Planned" in page.content.decode()


def test_it_turns_from_the_seats_to_the_ranking_and_back(event: Event, boris: Membership, client_of: LogIn) -> None:
    play_round(event, Random(7))
    client, screen = client_of(boris), address(event, "screen")
    views = [client.get(screen, {"view": view}, headers={"HX-Request": "true"}).context for view in range(4)]
    assert [len(one["view"].standings) for one in views] == [0, 5, 4, 0]
    assert [one["following"] for one in views] == [1, 2, 0, 1]
    content = client.get(screen, {"view": 1}).content.decode()
    assert 'hx-get="?view=2"' in content
    assert "hx-get" not in client.get(screen + "?view=1&still").content.decode().split('id="screen"')[1]


def test_it_shows_no_result_that_the_room_may_not_see_even_to_a_director(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6, rounds=2, per_round=1)
    choose(event, "mitchell")
    play_round(event, Random(7))
    client, screen = client_of(ada), address(event, "screen")
    assert not any(client.get(screen, {"view": view}).context["view"].standings for view in range(4))
    play_round(event, Random(8))
    assert "All rounds have been played." in client.get(screen).content.decode()
    services.finish(event, by=None)
    page = client.get(screen)
    assert page.context["view"].standings
    assert "Final ranking" in page.content.decode()
    assert "data-left" not in page.content.decode()


def test_the_clock_is_on_it(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 4, rounds=2, per_round=1)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    assert 'data-left="4' in client_of(ada).get(address(event, "screen")).content.decode()


def test_the_big_screen_of_the_club_leads_to_it(event: Event, club: Club, ada: Membership, client_of: LogIn) -> None:
    services.start_round(event, by=None)
    page = client_of(ada).get(reverse("standings:big_screen", args=[club.pk]))
    assert address(event, "screen") in page.content.decode()


def test_it_takes_as_many_queries_for_many_as_for_few(
    club: Club, ada: Membership, client_of: LogIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    counts, client = [], client_of(ada)
    for pairs in (8, 40):
        event = room(club, pairs)
        services.start_round(event, by=None)
        with django_assert_max_num_queries(19) as asked:
            client.get(address(event, "screen"))
        counts.append(len(asked))
        services.end_round(event, by=None)
    assert counts[0] == counts[1]


@pytest.mark.parametrize(("number", "shown"), [(12.5, "12.50"), (1250.0, "1,250"), (-3.0, "−3"), (33.333, "33.33")])
def test_a_score_has_a_real_minus_sign_and_two_decimals_or_none(number: float, shown: str) -> None:
    assert score(number) == shown


def test_a_team_is_named_once_with_both_of_its_tables(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 4, competes="teams", rounds=3, per_round=1)
    choose(event, "round_robin")
    page = client_of(ada).get(address(event, "screen")).content.decode()
    assert [page.count(f"<bdi>Team {number}</bdi>") for number in range(1, 5)] == [1] * 4
    for station, side in ((1, "N–S"), (1, "E–W"), (4, "N–S"), (4, "E–W")):
        assert f"{station} {side}</span>" in page


def test_a_percentage_below_zero_has_a_minus(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 4, rounds=3, per_round=1)
    choose(event, "howell")
    play_round(event, Random(7))
    fine = {"penalty": 500, "unit": "top"}
    services.rule_contestant(event, event.contestants.get(number=1), fine, why="Noise", by=None)
    services.finish(event, by=None)
    client = client_of(ada)
    for path in (address(event), address(event, "screen"), address(event, "scorecard", 1)):
        page = client.get(path).content.decode()
        assert re.search(r"[^\d]−\d+\.\d\d\b", page), path
        assert not re.search(r">-\d", page), path
