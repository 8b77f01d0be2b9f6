"""What a director sees of the stations of a running round."""

from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership, Player
from scorer.events import services
from scorer.events.models import Event, Round, Sitting
from scorer.play import services as play
from scorer.play.models import Table
from scorer.play.phones import Link, Phone
from tests.events.conftest import MakeEvent, begin, choose, play_all
from tests.events.test_pages import LogIn, address
from tests.events.test_rounds import room


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Eight pairs at four stations, in the first round; three deals each."""
    return begin(make_event("bridge", 8, rounds=2, per_round=3), "mitchell")


@pytest.fixture
def director(ada: Membership, client_of: LogIn) -> Client:
    return client_of(ada)


def sitting_at(event: Event, station: int) -> Sitting:
    sittings = Sitting.objects.select_related("table", "round__event")
    return sittings.get(round__event=event, round__number=1, station=station)


def table_at(event: Event, station: int) -> Table:
    table = sitting_at(event, station).table
    assert table
    return table


def play_deals(table: Table, count: int, after: int = 0) -> None:
    rules = table.config.rules
    for deal in list(table.deals or ())[after : after + count]:
        entry = replace(rules.EXAMPLES[0].entry, **rules.deal_fields(deal))
        play.record_hand(table, entry, by=None, key=None)


def stations(director: Client, event: Event) -> dict[int, Any]:
    """By number, in the order in which they are shown."""
    return {station.sitting.station: station for station in director.get(address(event)).context["stations"]}


def test_stations_that_need_the_director_come_first(event: Event, director: Client) -> None:
    assert list(stations(director, event)) == [1, 2, 3, 4]
    for station in (1, 2, 3):
        play_deals(table_at(event, station), 2)
    assert list(stations(director, event)) == [4, 1, 2, 3]
    services.call_director(sitting_at(event, 3), by=None)
    found = stations(director, event)
    assert list(found) == [3, 4, 1, 2]
    assert found[3].called_at
    assert found[4].slow


def test_a_hand_that_was_saved_after_a_second_look_is_improbable(event: Event, director: Client) -> None:
    table = table_at(event, 2)
    assert table.deals
    usual = table.config.rules.EXAMPLES[0].entry
    play.record_hand(table, replace(usual, board=table.deals[0], level=7, tricks=0), by=None, key=None)
    play_deals(table_at(event, 1), 1)
    found = stations(director, event)
    assert next(iter(found)) == 2
    assert [one.deal for one in found[2].improbable] == [table.deals[0]]
    assert found[2].improbable[0].sentences[0]
    assert found[1].improbable == ()
    play.void_hand(table.hands.get(), by=None, why="misread")
    assert stations(director, event)[2].improbable == ()


def test_a_station_is_slow_by_the_clock_when_it_is_more_than_a_deal_behind(event: Event, director: Client) -> None:
    now = timezone.now()
    for station in (1, 2, 3):
        play_deals(table_at(event, station), 1)
    running = Round.objects.running().filter(event=event)
    running.update(started_at=now - timedelta(minutes=12), ends_at=now + timedelta(minutes=10))
    assert [number for number, one in stations(director, event).items() if one.slow] == [4]
    running.update(started_at=now - timedelta(minutes=30), ends_at=now - timedelta(minutes=8))
    play_all_left(event, 2)
    assert {number for number, one in stations(director, event).items() if one.slow} == {1, 3, 4}


def play_all_left(event: Event, station: int) -> None:
    table = table_at(event, station)
    play.void_hand(table.hands.get(), by=None, why="again")
    play_all(table, Random(7))


def test_a_paused_clock_makes_nobody_slow(event: Event, director: Client) -> None:
    now = timezone.now()
    Round.objects.running().filter(event=event).update(
        started_at=now - timedelta(minutes=20),
        ends_at=now + timedelta(minutes=2),
        paused_at=now - timedelta(minutes=19),
    )
    assert not any(one.slow for one in stations(director, event).values())


def test_hands_to_confirm_and_objections_are_counted(event: Event, director: Client) -> None:
    table = table_at(event, 3)
    play.ask_for_confirmations(table, confirms=True, by=None)
    seats = {seat.position: seat.player for seat in table.seats.select_related("player")}
    north, east = (Phone(Link.ENTRY, seats[position]) for position in (1, 2))
    rules = table.config.rules
    for deal in list(table.deals or ())[:2]:
        entry = replace(rules.EXAMPLES[0].entry, **rules.deal_fields(deal))
        saved = play.record_hand(table, entry, by=north, key=None)
    assert (stations(director, event)[3].waiting, stations(director, event)[3].objections) == (2, 0)
    play.reply_to_hand(saved.hand, accepted=False, by=east, basis=saved.hand.version, note="Nine tricks")
    found = stations(director, event)
    assert (next(iter(found)), found[3].waiting, found[3].objections) == (3, 1, 1)


def test_members_see_the_stations_by_number_and_nothing_to_direct(
    event: Event, boris: Membership, client_of: LogIn
) -> None:
    services.call_director(sitting_at(event, 3), by=None)
    client = client_of(boris)
    assert list(stations(client, event)) == [1, 2, 3, 4]
    content = client.get(address(event)).content.decode()
    assert "End the call" not in content
    assert "Give a ruling" not in content


def test_the_director_ends_a_call_on_the_console(event: Event, director: Client) -> None:
    services.call_director(sitting_at(event, 3), by=None)
    assert "End the call of table 3" in director.get(address(event)).content.decode()
    director.post(address(event, "end_call_of_station", 3))
    assert "End the call" not in director.get(address(event)).content.decode()


def test_forty_stations_take_as_many_queries_as_four(
    club: Club, director: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    counts = []
    for pairs in (8, 80):
        event = room(club, pairs)
        services.start_round(event, by=None)
        for sitting in Sitting.objects.filter(round__event=event, round__number=1).select_related("table")[:30]:
            assert sitting.table
            play_deals(sitting.table, 1)
        with django_assert_max_num_queries(22) as asked:
            assert director.get(address(event)).status_code == 200
        counts.append(len(asked))
        services.end_round(event, by=None)
    assert counts[0] == counts[1]


def tile(page: str, station: int) -> str:
    return page.split(f'id="station-{station}"')[1].split("</li>", maxsplit=1)[0]


def test_a_tile_and_a_line_of_the_ranking_are_kept_until_what_they_show_changes(
    event: Event, director: Client, boris: Membership, client_of: LogIn
) -> None:
    Event.objects.filter(pk=event.pk).update(ranking_shown=Event.RankingShown.AT_ONCE)
    for station in (1, 2, 3, 4):
        play_deals(table_at(event, station), 1)

    def page(client: Client = director, language: str = "en") -> str:
        return client.get(address(event), headers={"Accept-Language": language}).content.decode()

    before = page()
    assert tile(page(), 1) == tile(before, 1)
    assert "1 of 3" in tile(before, 1)
    assert "Missing: 2, 3" in tile(before, 1)
    play_deals(table_at(event, 1), 1, after=1)
    assert "2 of 3" in tile(page(), 1)
    assert tile(page(), 2) == tile(before, 2)
    assert "Tisch" in tile(page(language="de"), 1)
    assert "Give a ruling" not in tile(page(client_of(boris)), 1)
    assert "Give a ruling" in tile(page(), 1)
    assert before.count("Player 1 &amp; Player 2") == 2  # at the station and in the ranking
    Player.objects.filter(name="Player 1").update(name="Ada")
    assert page().count("Ada &amp; Player 2") == 2
    services.leave(event, 2, by=None)
    assert "left after round 1" in page()


def test_only_tables_that_have_changed_are_judged_again(event: Event, director: Client) -> None:
    tables = [table_at(event, station) for station in (1, 2)]
    for table in tables:
        play_deals(table, 1)
    hands = f'FROM "{tables[0].config.hand_model._meta.db_table}"'

    def judged() -> list[str]:
        with CaptureQueriesContext(connection) as asked:
            stations(director, event)
        return [query["sql"] for query in asked if hands in query["sql"]]

    assert len(judged()) == 1
    assert judged() == []
    play_deals(tables[1], 1, after=1)
    [query] = judged()
    assert str(tables[1].pk) in query
    assert str(tables[0].pk) not in query


def test_the_page_of_a_refused_action_follows_what_happens_at_the_address_of_the_event(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 4, rounds=2, per_round=1)
    choose(event, "howell")
    services.start_round(event, by=None)
    refused = client_of(ada).post(address(event, "start_round"))
    assert refused.status_code == 409
    assert f'data-changes="{address(event)}"' in refused.content.decode()
