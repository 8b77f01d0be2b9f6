"""A round that was ended by mistake goes on where it was, until the next one starts."""

from datetime import timedelta
from random import Random

import pytest
from django.core.exceptions import ValidationError
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.events import links, services
from scorer.events.models import Event, Round, Sitting
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, begin, choose, faults_of_events, play_all, play_round
from tests.events.test_late_hands import send
from tests.events.test_pages import LogIn, address
from tests.factories import make_table


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs in the first of three rounds of two boards."""
    return begin(make_event("bridge", 6, rounds=3, per_round=2), "mitchell")


def table_at(event: Event, station: int, number: int = 1) -> Table:
    table = Sitting.objects.get(round__event=event, round__number=number, station=station).table
    assert table
    return table


def sound(event: Event) -> None:
    assert faults_of_events() == []
    for sitting in Sitting.objects.filter(round__event=event).exclude(table=None).select_related("table"):
        assert sitting.table
        assert faults(sitting.table) == []


@pytest.mark.postgres
def test_tables_phones_and_late_hands_go_on_where_they_were(
    event: Event, ada: Membership, client_of: LogIn, club: Club
) -> None:
    director, phone, card = client_of(ada), Client(), links.path_of(event, links.Holder.STATION, 2)
    phone.post(card)
    play_all(table_at(event, 2), Random(7), 1)
    play_all(table_at(event, 1), Random(7))
    services.call_director(Sitting.objects.get(round__event=event, round__number=1, station=3), by=None)
    numbers = [table_at(event, station).number for station in (1, 2, 3)]
    missing = Sitting.objects.get(round__event=event, round__number=1, station=2).deals[1]
    director.post(address(event, "end_round"))
    answer = send(phone, table_at(event, 2), missing, number="2", hand_in="1")
    assert "is with the director now" in answer.content.decode()
    left = make_table(club, "tarot", number=numbers[2])  # station 3 needs another number
    page = director.get(address(event)).content.decode()
    assert "Go back to round 1" in page
    assert director.post(address(event, "go_back")).status_code == 302
    tables = [table_at(event, station) for station in (1, 2, 3)]
    assert all(table.is_open for table in tables)
    assert [table.number for table in tables[:2]] == numbers[:2]
    assert tables[2].number not in {left.number, *numbers[:2]}
    assert tables[1].sealed
    page = director.get(address(event)).content.decode()
    assert "Go back to round 1" not in page
    assert "Enter it on the sheet" in page
    assert "1 table is calling the director." in page
    sheet = phone.get(reverse("play:table", args=[tables[1].pk]))
    assert sheet.context["form"]
    assert send(phone, tables[1], missing, key="other", number="2", layout=str(tables[1].layout)).status_code == 200
    assert tables[1].hands.counted().count() == 2
    sound(event)
    log = Revision.objects.of(Revision.Kind.EVENT, event.pk)
    assert log.values_list("action", "after__round").last() == ("go_back", 1)
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    sound(event)


def test_a_late_hand_is_entered_at_the_table_that_is_open_again(event: Event) -> None:
    phone = Client()
    phone.post(links.path_of(event, links.Holder.STATION, 2))
    services.end_round(event, by=None)
    sitting = Sitting.objects.get(round__event=event, round__number=1, station=2)
    send(phone, table_at(event, 2), sitting.deals[0], hand_in="1")
    services.go_back(event, by=None)
    (late,) = Revision.objects.filter(kind=Revision.Kind.LATE).values_list("object_id", flat=True)
    services.enter_late_hand(event, sitting.pk, late, by=None)
    table = table_at(event, 2)
    assert (table.is_open, table.hands.counted().count()) == (True, 1)
    sound(event)


def test_a_phone_that_waits_at_its_station_follows_the_round_that_goes_on(event: Event) -> None:
    phone, card = Client(), links.path_of(event, links.Holder.STATION, 2)
    phone.post(card)
    services.end_round(event, by=None)
    waiting = phone.get(f"{card}?after=1").content.decode()
    assert f'data-changes="{card}?after=0"' in waiting
    services.go_back(event, by=None)
    part = phone.get(f"{card}?after=0", headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="load delay:2s, submit"' in part
    assert phone.post(card)["Location"] == reverse("play:table", args=[table_at(event, 2).pk])


@pytest.mark.parametrize("paused", [False, True])
def test_the_clock_goes_on_where_it_was(event: Event, paused: bool) -> None:
    if paused:
        services.pause_clock(event, by=None)
    services.end_round(event, by=None)
    rounds = Round.objects.filter(event=event, number=1)
    hour = timedelta(hours=1)
    rounds.update(started_at=F("started_at") - hour, ends_at=F("ends_at") - hour, ended_at=timezone.now() - hour)
    if paused:
        rounds.update(paused_at=F("paused_at") - hour)
    services.go_back(event, by=None)
    seconds = rounds.get().seconds_left
    assert seconds is not None
    assert 15 * 60 - 5 <= seconds <= 15 * 60
    assert bool(rounds.get().paused_at) == paused


def test_nobody_goes_back_once_the_next_round_has_started_or_the_event_is_finished(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    director = client_of(ada)
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    answer = director.post(address(event, "go_back"))
    assert (answer.status_code, "A round is running. End it first." in answer.content.decode()) == (409, True)
    services.end_round(event, by=None)
    services.finish(event, by=None)
    answer = director.post(address(event, "go_back"))
    assert (answer.status_code, "The event is finished." in answer.content.decode()) == (409, True)
    assert "Go back to round" not in answer.content.decode()


def test_a_round_that_goes_on_is_taken_back_if_nothing_was_entered(event: Event) -> None:
    services.leave(event, 2, by=None)
    services.end_round(event, by=None)
    services.go_back(event, by=None)
    services.take_back_round(event, by=None)
    assert event.contestants.get(number=2).left_after == 0
    services.start_round(event, by=None)
    playing = Sitting.objects.filter(round__event=event, round__number=1).values_list("sides__contestant__number")
    assert (2,) not in playing
    sound(event)


def test_who_left_after_the_round_still_plays_when_it_goes_on(event: Event) -> None:
    services.end_round(event, by=None)
    services.leave(event, 2, by=None)
    services.go_back(event, by=None)
    assert event.contestants.get(number=2).left_after == 1
    for station in (1, 2, 3):
        play_all(table_at(event, station), Random(7))
    services.end_round(event, by=None)
    play_round(event, Random(7))
    services.finish(event, by=None)
    sound(event)


def test_a_draw_stays_and_says_that_the_round_before_still_runs(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "swiss")
    play_round(event, Random(7))
    services.draw_round(event, by=None)
    services.go_back(event, by=None)
    page = client_of(ada).get(address(event, "draw")).content.decode()
    assert "Round 1 is still running" in page
    services.draw_anew(event, by=None)
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    sound(event)


def test_a_table_that_was_cancelled_or_opened_by_hand_stays_as_it_is(event: Event) -> None:
    play.cancel_table(table_at(event, 3), by=None)
    services.end_round(event, by=None)
    play.reopen_table(table_at(event, 1), by=None)
    services.go_back(event, by=None)
    assert [table_at(event, station).state for station in (1, 2, 3)] == ["open", "open", "cancelled"]
    with pytest.raises(ValidationError, match="A round is running"):
        services.go_back(event, by=None)


def test_a_round_of_a_rehearsal_goes_on(make_event: MakeEvent) -> None:
    rehearsal = services.rehearse(make_event("bridge", 6, rounds=3, per_round=2), by=None)
    choose(rehearsal, "mitchell")
    services.start_round(rehearsal, by=None)
    services.end_round(rehearsal, by=None)
    services.go_back(rehearsal, by=None)
    services.imagine_round(rehearsal, by=None)
    assert table_at(rehearsal, 1).sealed
    sound(rehearsal)
