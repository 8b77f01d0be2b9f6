"""The roll of honour: who has won the finished events of a year."""

from collections.abc import Callable
from datetime import date
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.standings.honours import Honours, honours_of
from tests.events.conftest import MakeEvent, choose, make_event, play_round, players
from tests.events.test_sessions import next_session, play_to_the_end

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db


def names(found: Honours) -> list[list[list[str]]]:
    return [[[winner.name for winner in field] for field in honour.fields] for honour in found.honours]


def won_by(event: Event, number: int) -> str:
    return str(event.contestants.with_players().get(number=number))


@pytest.fixture
def howell(make_event: MakeEvent) -> Event:
    """Four pairs, in 2025."""
    return play_to_the_end(make_event("bridge", 4, day=date(2025, 12, 30), rounds=3, per_round=1), "howell")


@pytest.fixture
def mitchell(make_event: MakeEvent) -> Event:
    """Six pairs in two fields, in 2026."""
    event = make_event("bridge", 6, day=date(2026, 1, 6), rounds=3, per_round=1)
    choose(event, "mitchell")
    for number in range(3):
        play_round(event, Random(number))
    services.finish(event, by=None)
    return event


def test_each_field_of_an_event_has_its_winners_and_each_year_its_page(
    howell: Event, mitchell: Event, club: Club
) -> None:
    newest, before = honours_of(club, None), honours_of(club, 2025)
    assert (newest.years, newest.year, before.year) == ([2026, 2025], 2026, 2025)
    assert [(honour.event, honour.contestants) for honour in newest.honours] == [(mitchell, 6)]
    assert [len(fields) for fields in names(newest)] == [2]
    assert [honour.event for honour in before.honours] == [howell]
    assert honours_of(club, 1999) == newest


def test_the_winner_is_the_first_of_the_ranking_and_a_penalty_makes_another_one(howell: Event, club: Club) -> None:
    for _winner in range(2):
        ((field,),) = names(honours_of(club, 2025))
        leaders = [won_by(howell, number) for number in first_places(howell)]
        assert field == leaders
        for number in first_places(howell):
            services.rule_contestant(
                howell, howell.contestants.get(number=number), {"penalty": 900, "unit": "top"}, why="Late", by=None
            )
    ((last,),) = names(honours_of(club, 2025))
    assert last == [won_by(howell, number) for number in first_places(howell)]
    assert last != leaders


def first_places(event: Event) -> list[int]:
    return [ranked.standing.contestant for ranked in EventResults(event).ranking.places if ranked.place == 1]


def test_an_event_of_several_sessions_is_won_once(make_event: MakeEvent, club: Club) -> None:
    first = play_to_the_end(make_event("bridge", 4, rounds=3, per_round=1), "howell")
    second = next_session(first)
    play_to_the_end(second, "howell")
    (honour,) = honours_of(club, None).honours
    assert (honour.event, honour.sessions, len(honour.fields)) == (second, 2, 1)


def test_nobody_has_won_what_is_not_finished(make_event: MakeEvent, club: Club) -> None:
    event = make_event("bridge", 4, rounds=3, per_round=1)
    choose(event, "howell")
    play_round(event, Random(1))
    assert honours_of(club, None) == Honours([], None, [])


def test_the_page_names_the_winners_and_takes_as_many_queries_for_many_as_for_few(
    howell: Event,
    make_event: MakeEvent,
    ada: Membership,
    client_of: Callable[[Membership], Client],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client, address = client_of(ada), reverse("standings:honours", args=[ada.club_id])
    counts = []
    for _more in range(2):
        with django_assert_max_num_queries(25) as asked:
            page = client.get(address, {"year": "2025"}).content.decode()
        counts.append(len(asked))
        day = date(2025, 11, 4)
        play_to_the_end(make_event("bridge", 4, day=day, rounds=3, per_round=1), "howell")
        play_to_the_end(make_event("bridge", 4, day=day, rounds=3, per_round=1), "howell")
    assert counts[0] == counts[1]
    assert escape(won_by(howell, first_places(howell)[0])) in page
    assert (
        reverse("standings:honours", args=[ada.club_id])
        in client.get(reverse("standings:all_games", args=[ada.club_id])).content.decode()
    )
