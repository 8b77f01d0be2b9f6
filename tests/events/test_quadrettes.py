"""Quadrettes on the site: one of a squad against three of another, and the reverse at a second table."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from django.test import Client

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.models import Event
from scorer.events.planning.proposals import proposals
from scorer.events.planning.replanning import remaining_plans
from scorer.events.results.event_results import EventResults
from scorer.events.results.squads import squads_of
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_pages import address

LogIn = Callable[[Membership], Client]


def quadrettes(make_event: MakeEvent, squads: int = 3, **values: Any) -> Event:
    """So many squads of four, whose members have signed up in turn."""
    settings = {"comparison": "seat_difference", "comparison_settings": {"limit": 10_000}}
    event = make_event("tarot", 4 * squads, per_round=2, **settings | values)
    names = {number: f"Squad {number % squads}" for number in range(1, 4 * squads + 1)}
    services.set_squads(event, "sum", names=names, by=None)
    event.refresh_from_db()
    return event


def test_squads_of_four_are_scored_by_what_their_takers_make_more(make_event: MakeEvent) -> None:
    event = quadrettes(make_event)
    assert [proposal.key for proposal in proposals(event, 12)] == ["quadrettes", "duplicate"]
    choose(event, "quadrettes")
    for number in range(3):
        play_round(event, Random(number))
    made: Counter[str] = Counter()
    for line in EventResults(event).lines:
        for number, points in zip(line.result.contestants, line.result.points or (), strict=True):
            made[event.squad_of[number]] += int(points)
    rows = squads_of(EventResults(event), contestants_by_number(event))
    assert {row.name: row.score for row in rows} == made
    assert any(made.values())
    assert faults_of_events() == []


def test_quadrettes_are_offered_to_squads_of_four_only(make_event: MakeEvent) -> None:
    event = quadrettes(make_event, 2)
    assert "quadrettes" in {proposal.key for proposal in proposals(event, 8)}
    services.change_event(event, comparison="seat_matchpoints", by=None)
    event.refresh_from_db()
    assert "quadrettes" not in {proposal.key for proposal in proposals(event, 8)}
    services.change_event(event, comparison="seat_difference", by=None)
    services.set_squads(event, "sum", names={1: "Squad 0"}, by=None)
    event.refresh_from_db()
    assert "quadrettes" not in {proposal.key for proposal in proposals(event, 8)}


def test_a_match_of_quadrettes_says_how_it_is_played(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = quadrettes(make_event, 2)
    page = client_of(ada).get(address(event, "plan")).content.decode()
    assert "plays alone against three of the other squad" in page
    choose(event, "quadrettes")
    assert {plan.offered.name for plan in remaining_plans(event)} == {"duplicate"}
