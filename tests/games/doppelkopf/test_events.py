"""Events of Doppelkopf: what breaks ties of the total."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.doppelkopf.rules.entry import Entry
from games.doppelkopf.rules.variant import PRESETS
from scorer.club.models import Membership
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.links import Holder, path_of
from scorer.events.models import Event, Sitting
from scorer.events.results.duties import owed_so_far
from scorer.events.results.event_results import EventResults
from scorer.events.results.ranking import fields_of
from scorer.events.selectors.console import stations_of
from scorer.play import services as play
from tests.events.conftest import MakeEvent, choose, make_event, players
from tests.events.test_pages import address

__all__ = ["make_event", "players"]
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

SOLO = {"kind": "damen", "re_augen": 150}


def at_table(event: Event, *hands: dict[str, Any]) -> dict[int, int]:
    """Enter hands at the only table of the running round. `re` are contestants; return the seat of each."""
    sitting = Sitting.objects.get(round__event=event, round__ended_at=None, table__isnull=False)
    seats = {side.contestant.number: side.side for side in sitting.sides.select_related("contestant")}
    for hand in hands:
        entry = Entry(**hand | {"re": tuple(sorted(seats[number] for number in hand["re"]))})
        play.record_hand(sitting.table, entry, by=None, key=None)
    return seats


@pytest.fixture
def level(make_event: MakeEvent) -> Event:
    """Four players who all have 0 points. 1 has won a solo and lost one, and nobody else has played any."""
    event = make_event("doppelkopf", 4, rounds=1, per_round=8, comparison_settings={"ties": "solos"})
    choose(event, "draw")
    services.start_round(event, by=None)
    with_partner = {"kind": "normal", "re_augen": 150}
    at_table(
        event,
        SOLO | {"re": (1,)},
        SOLO | {"re": (1,), "re_augen": 90},
        with_partner | {"re": (1, 2)},
        with_partner | {"re": (3, 4)},
    )
    return event


def standings(event: Event) -> dict[int, tuple[int | None, float | None, str]]:
    (field,) = fields_of(EventResults(event), contestants_by_number(event))
    return {row.contestant.number: (row.place, row.score, str(row.tie_break)) for row in field.standings}


def test_solos_won_are_counted_from_the_sheets_and_hands_with_a_partner_are_not(level: Event) -> None:
    lines = [line for line in event_lines(EventResults(level), contestants_by_number(level)) if "points" in line]
    assert [(line.get("won"), line.get("lost")) for line in lines] == [
        ([1], None),
        (None, [1]),
        (None, None),
        (None, None),
    ]


def test_more_solos_won_break_a_tie(level: Event) -> None:
    assert standings(level) == {
        1: (1, 0, "by solos won: 1"),
        2: (2, 0, "by solos won: 0"),
        3: (2, 0, "by solos won: 0"),
        4: (2, 0, "by solos won: 0"),
    }


# The Pflichtsolo in an event

PFLICHT = SOLO | {"duty": "pflicht"}


def start(make_event: MakeEvent, *, once: bool) -> Event:
    """Four players, two rounds; the first one runs."""
    variant = replace(PRESETS["ddv"], pflichtsolo_once=once)
    event = make_event("doppelkopf", 4, rounds=2, per_round=8, preset="ddv", variant=variant)
    choose(event, "draw")
    services.start_round(event, by=None)
    event.refresh_from_db()
    return event


def owed_at_stations(event: Event) -> list[str]:
    running = event.planned_rounds.get(started_at__isnull=False, ended_at=None)
    return [station.owed for station in stations_of(EventResults(event), running, contestants_by_number(event))]


def test_the_console_says_who_owes_a_pflichtsolo_in_each_list(
    make_event: MakeEvent, ada: Membership, client_of: Callable[[Membership], Client]
) -> None:
    event = start(make_event, once=False)
    at_table(event, PFLICHT | {"re": (2,)}, SOLO | {"re": (3,)})
    assert {*owed_at_stations(event)[0].split(": ")[1].split(", ")} == {"Player 1", "Player 3", "Player 4"}
    page = client_of(ada).get(address(event, "event")).content.decode()
    assert "Pflichtsolo still owed:" in page
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    at_table(event, *(PFLICHT | {"re": (number,)} for number in (1, 3, 4)))
    assert owed_at_stations(event) == ["Pflichtsolo still owed: Player 2"]
    services.end_round(event, by=None)
    event.refresh_from_db()
    assert owed_so_far(EventResults(event)) == {1: [1], 2: [2], 3: [1], 4: [1]}
    page = client_of(ada).get(address(event, "event")).content.decode()
    assert "Pflichtsolo still owed: Player 1 (R1), Player 2 (R2), Player 3 (R1), Player 4 (R1)" in page


def test_one_pflichtsolo_in_the_whole_event_is_owed_until_it_is_played_at_any_table(
    make_event: MakeEvent, ada: Membership, client_of: Callable[[Membership], Client]
) -> None:
    event = start(make_event, once=True)
    at_table(event, PFLICHT | {"re": (2,)}, PFLICHT | {"re": (3,)})
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    at_table(event, PFLICHT | {"re": (1,)})
    assert owed_at_stations(event) == ["Pflichtsolo still owed: Player 4"]
    sitting = Sitting.objects.get(round__event=event, round__number=2)
    client = client_of(ada)
    around = client.get(reverse("events:around", args=[sitting.table_id])).content.decode()
    assert "Pflichtsolo still owed: Player 4" in around
    at_table(event, PFLICHT | {"re": (4,)})
    services.end_round(event, by=None)
    event.refresh_from_db()
    assert owed_so_far(EventResults(event)) == {}
    assert "still owed" not in client.get(address(event, "event")).content.decode()


def test_an_event_without_pflichtsolo_asks_for_none(level: Event) -> None:
    assert owed_so_far(EventResults(level)) == {}
    assert owed_at_stations(level) == [""]


def test_a_corrected_hand_is_owed_again(make_event: MakeEvent) -> None:
    event = start(make_event, once=False)
    at_table(event, PFLICHT | {"re": (2,)})
    assert "Player 2" not in owed_at_stations(event)[0]
    sitting = Sitting.objects.get(round__event=event, round__number=1)
    assert sitting.table
    play.void_hand(sitting.table.hands.get(), by=None)
    assert "Player 2" in owed_at_stations(event)[0]


def swap_first_two(event: Event) -> tuple[int, int]:
    """Swap who is planned on the first two seats of the only table in round 1: they sat in each other's places."""
    sitting = Sitting.objects.get(round__event=event, round__number=1)
    first, second = [side.contestant for side in sitting.sides.select_related("contestant")][:2]
    services.swap_contestants(event, sitting, first, second, by=None)
    event.refresh_from_db()
    return first.number, second.number


def test_whoever_sat_there_has_played_it_and_not_whoever_was_planned_there(make_event: MakeEvent) -> None:
    event = start(make_event, once=False)
    seats = at_table(event)
    planned = {seat: number for number, seat in seats.items()}
    at_table(event, PFLICHT | {"re": (planned[1],)})
    swap_first_two(event)
    assert owed_at_stations(event) == [
        "Pflichtsolo still owed: " + ", ".join(f"Player {planned[seat]}" for seat in (1, 3, 4))
    ]


def test_a_substitute_goes_on_with_what_the_contestant_has_played(make_event: MakeEvent) -> None:
    event = start(make_event, once=False)
    at_table(event, PFLICHT | {"re": (2,)})
    came = event.club.players.get(name="Player 20")
    services.substitute(event, 2, 1, came, now=True, by=None)
    assert "Player 2 " not in owed_at_stations(event)[0]
    at_table(event, PFLICHT | {"re": (3,)})
    assert {*owed_at_stations(event)[0].split(": ")[1].split(", ")} == {"Player 1", "Player 4"}


def own_page(event: Event, number: int) -> str:
    return Client().get(path_of(event, Holder.CONTESTANT, number)).content.decode()


def test_the_page_of_a_contestant_says_what_it_owes(make_event: MakeEvent) -> None:
    event = start(make_event, once=False)
    at_table(event, PFLICHT | {"re": (2,)})
    assert "Pflichtsolo still owed: Player 1 (R1)" in own_page(event, 1)
    assert "still owed" not in own_page(event, 2)
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    at_table(event, PFLICHT | {"re": (1,)})
    assert "Pflichtsolo still owed: Player 1 (R1)<" in own_page(event, 1)
    assert "Pflichtsolo still owed: Player 2 (R2)<" in own_page(event, 2)
    assert "Pflichtsolo still owed: Player 3 (R1, R2)<" in own_page(event, 3)
    services.end_round(event, by=None)
    services.finish(event, by=None)
    event.refresh_from_db()
    assert "Pflichtsolo still owed: Player 3 (R1, R2)<" in own_page(event, 3)


def test_the_page_of_a_contestant_names_no_round_where_one_is_owed_in_the_whole_event(make_event: MakeEvent) -> None:
    event = start(make_event, once=True)
    at_table(event, PFLICHT | {"re": (2,)})
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    assert "Pflichtsolo still owed: Player 1<" in own_page(event, 1)
    assert "still owed" not in own_page(event, 2)


def test_nobody_owes_anything_before_the_first_round(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 4, rounds=2, per_round=8, preset="ddv")
    choose(event, "draw")
    assert "still owed" not in own_page(event, 1)
