"""Calls for the director, and what else an event shows at its tables."""

from random import Random

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Call, Event, Sitting
from scorer.history.models import Revision
from scorer.play import phones
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, begin, play_all
from tests.events.test_pages import LogIn, address
from tests.factories import make_table


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs in the first of two rounds."""
    return begin(make_event("bridge", 6, rounds=2, per_round=2), "mitchell")


def sitting_at(event: Event, station: int, number: int = 1) -> Sitting:
    sittings = Sitting.objects.select_related("table", "round__event")
    return sittings.get(round__event=event, round__number=number, station=station)


def table_at(event: Event, station: int) -> Table:
    table = sitting_at(event, station).table
    assert table
    return table


@pytest.fixture
def phone(event: Event) -> Client:
    """At station 1."""
    client = Client()
    client.post(links.path_of(event, Holder.STATION, 1))
    return client


def test_a_table_calls_the_director_and_takes_it_back(event: Event, phone: Client) -> None:
    table = table_at(event, 1)
    sheet, call, end = (reverse(name, args=[table.pk]) for name in ("play:table", "events:call", "events:end_call"))
    assert "Call the director" in phone.get(sheet).content.decode()
    assert phone.post(call)["Location"] == sheet
    assert "Director called, " in phone.get(sheet).content.decode()
    answer = phone.post(end, headers={"HX-Request": "true"})
    assert answer.content.decode().strip().startswith('<div id="around"')
    assert "Call the director" in answer.content.decode()
    assert list(Revision.objects.filter(object_id=event.pk).values_list("action", "after"))[-2:] == [
        ("call", {"round": 1, "station": 1}),
        ("end_call", {"round": 1, "station": 1}),
    ]


def test_a_table_has_one_call_at_a_time(event: Event, phone: Client) -> None:
    call = reverse("events:call", args=[table_at(event, 1).pk])
    for _again in range(3):
        phone.post(call)
    assert Call.objects.open().count() == 1
    services.end_call(sitting_at(event, 1), by=None)
    services.end_call(sitting_at(event, 1), by=None)
    phone.post(call)
    assert (Call.objects.open().count(), Call.objects.count()) == (1, 2)


def test_who_does_not_enter_hands_at_a_table_calls_nobody_there(
    event: Event, phone: Client, client: Client, boris: Membership, client_of: LogIn
) -> None:
    call = reverse("events:call", args=[table_at(event, 2).pk])
    for stranger in (phone, client, client_of(boris)):
        assert stranger.post(call).status_code in {302, 403}
    assert not Call.objects.exists()
    watcher = Client()
    watcher.post(phones.path_of(table_at(event, 2), phones.Link.WATCHING) or "")
    assert watcher.post(call).status_code == 403
    assert not Call.objects.exists()


def test_a_table_without_an_event_asks_nobody_about_it(
    club: Club,
    boris: Membership,
    client_of: LogIn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    table, client = make_table(club, "bridge"), client_of(boris)
    with django_assert_max_num_queries(30) as asked:
        page = client.get(reverse("play:table", args=[table.pk]))
    assert not [query for query in asked.captured_queries if "events_" in query["sql"]]
    assert "Call the director" not in page.content.decode()
    assert client.post(reverse("events:call", args=[table.pk])).status_code == 404
    assert client.get(reverse("events:around", args=[table.pk])).content.strip() == b""


def test_nobody_calls_from_a_round_that_is_over(event: Event, phone: Client) -> None:
    sitting = sitting_at(event, 1)
    services.end_round(event, by=None)
    with pytest.raises(ValidationError, match="No round is running"):
        services.call_director(sitting, by=None)
    assert phone.post(reverse("events:call", args=[sitting.table_id])).status_code == 403


def test_after_its_last_deal_a_table_says_who_goes_where_with_which_deals(event: Event, phone: Client) -> None:
    table, around = table_at(event, 1), reverse("events:around", args=[table_at(event, 1).pk])
    assert "After the round" not in phone.get(around).content.decode()
    play_all(table, Random(7))
    content = phone.get(around).content.decode()
    assert "After the round" in content
    now, later = sitting_at(event, 1), Sitting.objects.filter(round__event=event, round__number=2)
    for place in now.sides.select_related("contestant"):
        following = later.get(sides__contestant=place.contestant)
        side = ("N–S", "E–W")[following.sides.get(contestant=place.contestant).side - 1]
        assert f"Table {following.station} · {side} · against" in content
    to = later.get(first_deal=now.first_deal)
    assert f"To table {to.station}: Boards 1–2" in content


def test_the_last_round_says_that_it_was_the_last(event: Event, phone: Client) -> None:
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    phone.post(links.path_of(event, Holder.STATION, 1))
    table = sitting_at(event, 1, 2).table
    assert table
    play_all(table, Random(7))
    assert "This was the last round." in phone.get(reverse("play:table", args=[table.pk])).content.decode()


def test_the_part_of_an_event_on_a_sheet_takes_few_queries(
    event: Event, phone: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    table = table_at(event, 1)
    play_all(table, Random(7))
    around = reverse("events:around", args=[table.pk])
    with django_assert_max_num_queries(20):
        phone.get(around)


def test_changes_of_an_event_count_up_its_version(event: Event, ada: Membership, client_of: LogIn) -> None:
    event.refresh_from_db()
    before = event.version
    services.add_minutes(event, 5, by=None)
    services.call_director(sitting_at(event, 1), by=None)
    event.refresh_from_db()
    assert event.version == before + 2
    client_of(ada).post(address(event, "add_minutes", 500))
    event.refresh_from_db()
    assert event.version == before + 2
