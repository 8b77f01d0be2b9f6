from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from scorer.audit.events import event_faults
from scorer.audit.log import log_site_faults
from scorer.audit.rows import Fault
from scorer.club.models import Club, Player
from scorer.events import services
from scorer.events.models import Event
from scorer.events.planning.proposal import Proposal
from scorer.events.planning.proposals import proposal_of
from scorer.events.services.copies import random_entries
from scorer.events.states import Phase, Progress
from scorer.play import services as play
from scorer.play.models import Table
from scorer.registry import get_game

MakeEvent = Callable[..., Event]


@pytest.fixture
def players(club: Club) -> list[Player]:
    return Player.objects.bulk_create(Player(club=club, name=f"Player {number}") for number in range(1, 49))


@pytest.fixture
def make_event(club: Club, players: list[Player]) -> MakeEvent:
    """An event for which so many have signed up."""

    def make(game: str, contestants: int, **values: Any) -> Event:
        config = get_game(game)
        assert config.events
        offered = config.events.comparisons_for(values.get("competes", "sides"))
        usual = {"name": "Tuesday", "preset": config.default_variant, "comparison": offered[0].name}
        event = services.create_event(club, config, **usual | values, by=None)
        firsts = range(0, contestants * event.fewest_players, event.fewest_players)
        lines = [(line, players[first : first + event.fewest_players]) for line, first in enumerate(firsts, start=1)]
        names = {line: f"Team {line}" for line, _players in lines} if event.of_teams else {}
        services.sign_up_all(event, lines, names=names, by=None)
        return event

    return make


def entry_of(event: Event, number: int) -> int:
    """What the buttons for a contestant go by that has this number now."""
    return event.contestants.get(number=number).own_entry


IDENTITY = {"id", "club", "season", "name", "link", "version"}
"""The fields of an event that change nothing about its plans but the lots that are drawn."""
PROPOSALS: dict[str, Proposal | None] = {}


def choose(event: Event, format: str) -> None:  # noqa: A002  # as the field is called
    """Events that differ only in their identity share a plan, since drawing an evening takes long."""
    contestants = event.contestants.count()
    fields = {field.name: field.value_from_object(event) for field in event._meta.concrete_fields}
    asked = repr((format, contestants, [value for name, value in fields.items() if name not in IDENTITY]))
    if asked not in PROPOSALS:
        PROPOSALS[asked] = proposal_of(event, format, contestants)
    proposal = PROPOSALS[asked]
    assert proposal
    services.choose_plan(event, proposal, by=None)
    event.refresh_from_db()


def faults_of_events() -> list[Fault]:
    """The faults outside tables, but not rows that refer to missing ones: with these, Django lets no test pass."""
    return [*event_faults(), *log_site_faults()]


def begin(event: Event, format: str) -> Event:  # noqa: A002  # as the field is called
    """Choose a plan, and start its first round."""
    choose(event, format)
    services.start_round(event, by=None)
    event.refresh_from_db()
    return event


def play_all(table: Table, random: Random, hands: int | None = None) -> None:
    """Every deal that the table was given, or the first `hands`."""
    play.record_hands(table, islice(random_entries(table, random), hands), by=None)


def play_round(event: Event, random: Random) -> None:
    started = services.start_round(event, by=None)
    for sitting in started.sittings.select_related("table"):
        assert sitting.table
        play_all(sitting.table, random)
    services.end_round(event, by=None)


def play_two_rounds(event: Event) -> Event:
    """Choose a Mitchell, and play its first two rounds."""
    choose(event, "mitchell")
    for _round in range(2):
        play_round(event, Random(7))
    event.refresh_from_db()
    return event


def reach(event: Event, phase: Phase, format: str) -> Event:  # noqa: A002  # as the field is called
    """Bring an event that has just been created into this phase."""
    if phase is Phase.CANCELLED:
        services.cancel(event, by=None)
    elif phase is not Phase.SIGNING_UP:
        choose(event, format)
        if phase in Phase.BETWEEN | Phase.FINISHED:
            play_round(event, Random(7))
        if phase is Phase.FINISHED:
            services.finish(event, by=None)
        if phase is Phase.ROUND:
            services.start_round(event, by=None)
    event.refresh_from_db()
    assert Progress(event).phase is phase
    return event
