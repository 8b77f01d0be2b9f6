"""Hands that reach the site when their table is closed, or their deal ruled on: they go to the director."""

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorer.audit.check import faults
from scorer.club.models import Membership
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, begin, play_all
from tests.events.test_pages import LogIn, address

VALUES = {"way": "points", "level": "4", "strain": "S", "declarer": "S", "tricks": "="}


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs in the first of three rounds of two boards."""
    return begin(make_event("bridge", 6, rounds=3, per_round=2), "mitchell")


@pytest.fixture
def sitting(event: Event) -> Sitting:
    sittings = Sitting.objects.select_related("round__event", "table")
    return sittings.get(round__event=event, round__number=1, station=2)


@pytest.fixture
def table(sitting: Sitting) -> Table:
    assert sitting.table
    return sitting.table


@pytest.fixture
def phone(event: Event) -> Client:
    """The phone of station 2."""
    client = Client()
    client.post(links.path_of(event, Holder.STATION, 2))
    return client


def send(phone: Client, table: Table, deal: int, key: str = "k", **more: str) -> Any:
    table.refresh_from_db()
    values = VALUES | {"board": str(deal), "number": "1", "key": key, "layout": "1"} | more
    return phone.post(reverse("play:record", args=[table.pk]), values, HTTP_HX_REQUEST="true")


def text(answer: Any) -> str:
    return str(answer.content.decode())


def points_of(event: Event, sitting: Sitting, deal: int) -> list[int] | None:
    (line,) = [line for line in EventResults(event).lines if line.sitting.pk == sitting.pk and line.result.deal == deal]
    return line.result.points and [int(points) for points in line.result.points]


@pytest.mark.postgres
def test_a_hand_whose_deal_was_ruled_on_meanwhile_goes_to_the_director_at_once(
    event: Event, sitting: Sitting, table: Table, phone: Client, ada: Membership, client_of: LogIn
) -> None:
    deal, other = sitting.deals
    services.rule_result(event, sitting, deal, {"average": [60, 40]}, why="Slow", by=None)
    for _again in range(2):  # the answer was lost on its way
        answer = send(phone, table, deal)
        assert answer.status_code == 200
        assert "Your hand is with the director now" in text(answer)
        assert answer.context["form"]["board"].value() == other
    assert not table.hands.exists()
    assert table.late_hands.waiting().count() == 1
    director = client_of(ada)
    (late,) = director.get(address(event)).context["late_hands"]
    assert (late.sitting.pk, late.deal, late.is_ruled) == (sitting.pk, deal, True)
    page = text(director.get(address(event)))
    assert "already ruled on" in page
    assert director.post(address(event, "enter_late_hand", sitting.pk, late.hand.row.pk)).status_code == 302
    assert [hand.deal for hand in table.hands.all()] == [deal]
    assert points_of(event, sitting, deal) is None
    assert not table.late_hands.waiting()
    services.withdraw_ruling(event, sitting.rulings.get().pk, by=None)
    assert points_of(event, sitting, deal) is not None
    assert list(faults(table)) == []


def test_a_hand_that_was_saved_before_the_ruling_counts_as_saved(
    event: Event, sitting: Sitting, table: Table, phone: Client
) -> None:
    deal = sitting.deals[0]
    assert send(phone, table, deal).status_code == 200
    services.rule_result(event, sitting, deal, {"not_played": True}, why="Fouled", by=None)
    again = send(phone, table, deal)
    assert again.context["saved"].repeated
    assert not table.late_hands.waiting()


def test_the_next_deal_is_offered_when_one_is_spoiled_and_the_last_one_ends_the_table(
    event: Event, sitting: Sitting, table: Table, phone: Client
) -> None:
    deal, other = sitting.deals
    services.rule_result(event, sitting, deal, {"not_played": True}, why="Fouled", by=None)
    page = phone.get(reverse("play:table", args=[table.pk]))
    assert page.context["form"]["board"].value() == other
    assert send(phone, table, other).status_code == 200
    assert phone.get(reverse("play:table", args=[table.pk])).context["table_context"].all_played


def test_a_hand_of_a_round_that_has_ended_goes_to_the_table_of_that_round(
    event: Event, sitting: Sitting, table: Table, phone: Client, ada: Membership, client_of: LogIn
) -> None:
    """The next round runs already, and the phone has not been to its table."""
    deal = sitting.deals[1]
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    assert send(phone, table, deal).status_code == 409
    handed_in = text(send(phone, table, deal, hand_in="1"))
    assert "is with the director now" in handed_in
    assert f'href="{links.path_of(event, Holder.STATION, 2)}?after=1"' in handed_in
    director = client_of(ada)
    (late,) = director.get(address(event)).context["late_hands"]
    assert (late.sitting.pk, late.deal, late.is_ruled) == (sitting.pk, deal, False)
    assert "came after the table was closed" in text(director.get(address(event)))
    assert director.post(address(event, "enter_late_hand", sitting.pk, late.hand.row.pk)).status_code == 302
    table.refresh_from_db()
    assert not table.is_open
    assert points_of(event, sitting, deal) is not None
    assert "late" not in text(director.get(address(event))).split("<main")[0]
    assert director.get(address(event)).context["late_hands"] == []
    assert director.post(address(event, "enter_late_hand", sitting.pk, late.hand.row.pk)).status_code == 409
    assert list(faults(table)) == []


def test_a_late_hand_is_put_aside(
    event: Event, sitting: Sitting, table: Table, phone: Client, ada: Membership, client_of: LogIn
) -> None:
    services.end_round(event, by=None)
    send(phone, table, sitting.deals[0], hand_in="1")
    director = client_of(ada)
    (late,) = director.get(address(event)).context["late_hands"]
    assert director.post(address(event, "put_aside_late_hand", sitting.pk, late.hand.row.pk)).status_code == 302
    assert not table.late_hands.waiting()
    assert not table.hands.exists()


def test_half_a_hand_is_looked_at_at_its_table(
    event: Event, sitting: Sitting, table: Table, phone: Client, ada: Membership, client_of: LogIn
) -> None:
    services.end_round(event, by=None)
    send(phone, table, sitting.deals[0], hand_in="1", level="")
    director = client_of(ada)
    (late,) = director.get(address(event)).context["late_hands"]
    refused = director.post(address(event, "enter_late_hand", sitting.pk, late.hand.row.pk))
    assert (refused.status_code, "hand is not complete" in text(refused)) == (409, True)
    table.refresh_from_db()
    assert not table.is_open


@pytest.mark.postgres
def test_a_hand_of_a_deal_that_is_on_the_sheet_already_is_not_entered_twice(
    event: Event, sitting: Sitting, table: Table, phone: Client, ada: Membership, client_of: LogIn
) -> None:
    play_all(table, Random(7))
    services.end_round(event, by=None)
    send(phone, table, sitting.deals[0], hand_in="1")
    director = client_of(ada)
    (late,) = director.get(address(event)).context["late_hands"]
    refused = director.post(address(event, "enter_late_hand", sitting.pk, late.hand.row.pk))
    assert refused.status_code == 409
    table.refresh_from_db()
    assert (table.is_open, table.late_hands.waiting().count()) == (False, 1)


def test_only_directors_see_the_late_hands_of_an_event(
    event: Event, sitting: Sitting, table: Table, phone: Client, boris: Membership, client_of: LogIn
) -> None:
    services.end_round(event, by=None)
    send(phone, table, sitting.deals[0], hand_in="1")
    assert "Hands for the director" not in text(client_of(boris).get(address(event)))


def test_a_round_with_a_late_hand_is_not_taken_back(
    event: Event, sitting: Sitting, table: Table, phone: Client, ada: Membership, client_of: LogIn
) -> None:
    services.rule_result(event, sitting, sitting.deals[0], {"not_played": True}, why="Fouled", by=None)
    send(phone, table, sitting.deals[0])
    refused = client_of(ada).post(address(event, "take_back_round"))
    assert (refused.status_code, "A late hand is waiting at table 2" in text(refused)) == (409, True)
