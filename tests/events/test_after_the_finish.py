"""What the final ranking says about itself: how long it may be questioned, and whether it was corrected."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.links import Holder, path_of
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.play.models import Hand
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_pages import LogIn, address


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs after the finish."""
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "mitchell")
    for _round in range(3):
        play_round(event, Random(7))
    return services.finish(event, by=None)


def test_the_end_of_the_correction_period_is_announced(event: Event, boris: Membership, client_of: LogIn) -> None:
    page = client_of(boris).get(address(event))
    finish = page.context["finish"]
    assert event.finished_at
    assert finish.corrections_until == event.finished_at + timedelta(minutes=30)
    assert finish.corrected_at is None
    assert "anybody may ask for a correction" in page.content.decode()
    assert "corrected after the finish" not in page.content.decode()


def test_contestants_read_their_place_on_their_own_page_after_the_finish_only(event: Event) -> None:
    own = f"{path_of(event, Holder.CONTESTANT, 1)}results/"
    assert re.search(r"\d(st|nd|rd) of 3", Client().get(own).content.decode())
    Event.objects.update(state=Event.State.RUNNING)
    assert " of 3" not in Client().get(own).content.decode()


@pytest.mark.parametrize(("typed", "minutes"), [("90", 90), ("0", 0), ("", 30)])
def test_a_director_says_how_long_anybody_may_ask_for_a_correction(
    typed: str, minutes: int, club: Club, ada: Membership, client_of: LogIn
) -> None:
    client, make = client_of(ada), reverse("events:create", args=[club.pk, "bridge"])
    assert "anybody may ask for one" in client.get(make).content.decode()
    form = {"name": "Tuesday", "preset": "duplicate", "comparison": "matchpoints", "correction_minutes": typed}
    client.post(make, form)
    event = Event.objects.get()
    assert event.correction_minutes == minutes
    again = client.get(address(event, "copy"))
    assert again.context["form"]["correction_minutes"].value() == minutes


def test_a_ruling_after_the_finish_is_told_with_the_places_that_it_moved(
    event: Event, boris: Membership, client_of: LogIn
) -> None:
    first = EventResults(event).ranking.places[0].standing.contestant
    winner = event.contestants.get(number=first)
    services.rule_contestant(event, winner, {"penalty": 900, "unit": "top"}, why="Late", by=None)
    page = client_of(boris).get(address(event))
    moved = {one.number: (before, now) for one, before, now in page.context["finish"].moved}
    assert moved[first] == (1, 3)
    assert all(before != now for before, now in moved.values())
    assert "place 1 → 3" in page.content.decode()


def test_a_hand_that_is_corrected_after_the_finish_is_told_even_if_nobody_moves(
    event: Event, boris: Membership, client_of: LogIn
) -> None:
    hand = Hand.objects.filter(table__number=1).first()
    assert hand
    play.void_hand(hand, by=None, why="entered twice")
    play.restore_hand(hand, by=None)
    page = client_of(boris).get(address(event))
    assert "No place has changed" in page.content.decode()


def test_the_log_keeps_the_places_at_the_finish(event: Event) -> None:
    finished = Revision.objects.of("event", event.pk).get(action="finish")
    assert finished.after["places"] == {
        str(one.standing.contestant): one.place for one in EventResults(event).ranking.places
    }


@pytest.mark.parametrize("holder", Holder)
def test_the_links_of_the_players_lead_to_the_ranking_with_their_own_lines_marked(
    holder: Holder, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    assert not event.club.public
    path = path_of(event, holder, 2)
    Client().get(path)
    with django_assert_max_num_queries(15):
        page = Client().get(path)
    shown = page.content.decode()
    last = Sitting.objects.get(round__event=event, round__number=3, station=2)
    own = {2} if holder == Holder.CONTESTANT else set(last.numbers)
    assert {standing.contestant.number for standing, _count in page.context["own_places"]} == own
    assert shown.count('class="own" aria-current="true"') == len(own)
    for name in map(str, event.contestants.all()):
        assert name.replace("&", "&amp;") in shown
    assert "/clubs/" not in shown  # where the holder of a link may read nothing
    assert "anybody may ask for a correction" in shown


@pytest.mark.parametrize("holder", Holder)
def test_no_ranking_is_shown_by_the_links_before_the_finish(holder: Holder, make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 8, rounds=1, per_round=2, ranking_shown="at_the_end")
    choose(event, "draw")
    play_round(event, Random(7))
    path = path_of(event, holder, 1)
    assert "own_places" not in Client().get(path).context
    services.finish(event, by=None)
    assert "Place " in Client().get(path).content.decode()


def test_whoever_plays_without_standing_has_no_line_in_the_ranking(event: Event) -> None:
    services.set_standing(event, 2, without=True, by=None)
    page = Client().get(path_of(event, Holder.CONTESTANT, 2))
    assert page.context["own_places"] == []
    assert "Ranking" in page.content.decode()


def test_an_event_that_ended_before_anything_was_played_has_no_ranking(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, rounds=1, per_round=1)
    choose(event, "howell")
    services.start_round(event, by=None)
    services.end_round(event, by=None)
    services.finish(event, by=None)
    for holder in Holder:
        assert Client().get(path_of(event, holder, 1)).status_code == 200
