"""Barometers: everybody plays the same boards in the same round, and sees how it stands after it."""

import json
from collections.abc import Callable
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.test import Client

from scorer.club.models import Membership
from scorer.contest.plan import is_barometer
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.models import Event
from scorer.events.planning.movement import stored_plan
from scorer.events.planning.proposals import proposal_of
from scorer.events.results.event_results import EventResults, Viewer
from scorer.play.models import Table
from tests.contest.movements.test_individual import oppose
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_all, play_round
from tests.events.test_individuals import lines_of
from tests.events.test_pages import address

LogIn = Callable[[Membership], Client]


def barometer(event: Event, format: str) -> Event:  # noqa: A002  # as the field is called
    chosen = proposal_of(event, format, event.contestants.count(), barometer=True)
    assert chosen
    services.choose_plan(event, chosen, by=None)
    event.refresh_from_db()
    return event


@pytest.fixture
def howell(make_event: MakeEvent) -> Event:
    """Six pairs, in rounds of two boards."""
    return barometer(make_event("bridge", 6, rounds=5, per_round=2, ranking_shown="at_the_end"), "howell")


@pytest.mark.parametrize("format", ["howell", "mitchell", "mitchell-switched", "individual"])
@pytest.mark.parametrize("contestants", [6, 7, 8, 16])
def test_it_is_a_choice_of_the_planner_and_the_command_plans_the_same(
    format: str,  # noqa: A002  # as the field is called
    contestants: int,
    make_event: MakeEvent,
) -> None:
    competes = "players" if format == "individual" else "sides"
    event = make_event("bridge", contestants, per_round=2, competes=competes)
    barometer(event, format)
    family = format.partition("-")[0]
    settings = ["--set", "barometer=true"]
    for name in ("switch", "missing"):
        settings += ["--set", f"{name}={event.settings[name]}"] if event.settings.get(name) else []
    rounds, out = event.planned_rounds.count(), StringIO()
    command = ["plan", "bridge", family, "--contestants", str(contestants), "--rounds", str(rounds), "--per-round", "2"]
    call_command(*command, *settings, stdout=out, stderr=StringIO())
    theirs = [line for line in map(json.loads, out.getvalue().splitlines()) if "station" in line]
    ours = [line for line in lines_of(event) if "station" in line]
    assert theirs == ours
    assert is_barometer(stored_plan(event, contestants_by_number(event)))


def test_the_planner_says_what_it_takes(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event, client = make_event("bridge", 6, rounds=5, per_round=2), client_of(ada)
    page = client.get(address(event, "plan")).content.decode()
    assert "This takes a copy of all cards for each table." in page
    assert "3 copies of all cards" in page  # the round robin
    assert client.post(address(event, "plan"), {"format": "howell", "barometer": "on"}).status_code == 302
    event.refresh_from_db()
    assert event.settings == {"barometer": True}
    assert "Howell as a barometer, 5 rounds of 2 boards" in client.get(address(event, "event")).content.decode()
    movement = client.get(address(event, "movement")).content.decode()
    assert "Boards 1–10: 3 copies" in movement
    assert "copy 3" in movement
    assert not faults_of_events()


def test_a_tick_below_an_individual_of_more_than_one_table(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    client = client_of(ada)
    one_table, individual = (make_event("bridge", players, competes="players") for players in (5, 16))
    assert "Barometer" not in client.get(address(one_table, "plan")).content.decode()
    assert "Barometer" in client.get(address(individual, "plan")).content.decode()
    client.post(address(individual, "plan"), {"format": "individual", "barometer": "on"})
    page = client.get(address(individual, "event")).content.decode()
    assert "Individual as a barometer, 13 rounds of 2 boards" in page
    melee = make_event("belote", 16, competes="players", per_round=4)
    assert "Barometer" not in client.get(address(melee, "plan")).content.decode()


def test_everybody_opposes_everybody_twice_in_an_individual_of_16_in_15_rounds(make_event: MakeEvent) -> None:
    event = make_event("bridge", 16, competes="players", rounds=15, per_round=1)
    barometer(event, "individual")
    plan = stored_plan(event, contestants_by_number(event))
    assert len(plan.rounds) == 15
    assert oppose(plan, 16) == {2}
    assert sorted(sitting.copy for sitting in plan.rounds[0].sittings) == [1, 2, 3, 4]


def test_the_deals_of_a_round_are_open_and_ranked_as_soon_as_it_has_ended(howell: Event, ada: Membership) -> None:
    assert howell.ranking_shown == "each_round"
    howell.club.public = True
    howell.club.save()
    play_round(howell, Random(7))
    started = services.start_round(howell, by=None)
    (first, *others) = started.sittings.select_related("table")
    assert first.table
    play_all(first.table, Random(3))
    howell.refresh_from_db()
    everybody = EventResults(howell, Viewer())
    assert [everybody.shows(deal) for deal in (1, 2, 3, 4)] == [True, True, False, False]
    assert {row.standing.deals for row in everybody.ranking_shown.places if everybody.ranking_shown} == {2}
    page = Client().get(address(howell, "event")).content.decode()
    assert "after round 1" in page
    assert "after round 1" in Client().get(address(howell, "screen") + "?view=1&still").content.decode()
    assert Client().get(address(howell, "traveller", 1)).context["lines"]
    assert not Client().get(address(howell, "traveller", 3)).context["lines"]
    for sitting in others:
        assert sitting.table
        play_all(sitting.table, Random(3))
    services.end_round(howell, by=None)
    assert not Table.objects.filter(sealed=True).exists()
    assert "after round 2" in Client().get(address(howell, "event")).content.decode()
    services.finish(howell, by=None)
    assert "after round" not in Client().get(address(howell, "event")).content.decode()


ONE_SET_A_ROUND = [("round_robin", "sides"), ("swiss", "sides"), ("round_robin", "teams")]


@pytest.mark.parametrize(("format", "competes"), ONE_SET_A_ROUND)
def test_formats_of_one_set_a_round_open_it_after_the_round(
    format: str,  # noqa: A002  # as the field is called
    competes: str,
    make_event: MakeEvent,
) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=2, competes=competes, ranking_shown="each_round")
    choose(event, format)
    play_round(event, Random(7))
    event.refresh_from_db()
    assert all(EventResults(event, Viewer()).shows(deal) for deal in (1, 2))
    ranking = EventResults(event, Viewer()).ranking_shown
    assert ranking
    assert {row.standing.deals for row in ranking.places} == {2}


def test_what_is_left_of_an_individual_is_replanned_as_a_barometer_too(make_event: MakeEvent) -> None:
    event = barometer(make_event("bridge", 12, competes="players", per_round=2), "individual")
    play_round(event, Random(7))
    services.leave(event, 6, by=None)
    services.replan(event, "individual", by=None)
    event.refresh_from_db()
    assert event.settings == {"barometer": True}
    assert is_barometer(stored_plan(event, contestants_by_number(event)))
    assert not faults_of_events()


def test_what_is_left_of_a_barometer_is_replanned_as_one(howell: Event) -> None:
    play_round(howell, Random(7))
    services.leave(howell, 6, by=None)
    services.replan(howell, "howell", by=None)
    howell.refresh_from_db()
    assert howell.settings == {"barometer": True}
    assert is_barometer(stored_plan(howell, contestants_by_number(howell)))
    assert not faults_of_events()


def test_sections_play_a_barometer_together(make_event: MakeEvent) -> None:
    event = make_event("bridge", 20, rounds=4, per_round=1)
    barometer(event, "mitchell-2")
    plan = stored_plan(event, contestants_by_number(event))
    assert is_barometer(plan)
    assert sorted(sitting.copy for sitting in plan.rounds[0].sittings) == list(range(1, 11))
