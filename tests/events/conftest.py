from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from scorer.club.models import Club, Player
from scorer.events import services
from scorer.events.imagining import imagined_entries
from scorer.events.models import Event
from scorer.events.planning import proposal_of
from scorer.play import services as play
from scorer.play.models import Table
from scorer.registry import get_game
from tests.factories import PlayerFactory

MakeEvent = Callable[..., Event]


@pytest.fixture
def players(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, name=f"Player {number}") for number in range(1, 27)]


@pytest.fixture
def make_event(club: Club, players: list[Player]) -> MakeEvent:
    """An event for which so many have signed up."""

    def make(game: str, contestants: int, **values: Any) -> Event:
        config = get_game(game)
        assert config.events
        usual = {"name": "Tuesday", "preset": config.default_variant, "comparison": config.events.comparisons[0].name}
        event = services.create_event(club, config, **usual | values, by=None)
        for number in range(contestants):
            first = number * event.side_size
            services.sign_up(event, players[first : first + event.side_size], by=None)
        return event

    return make


def choose(event: Event, format: str) -> None:  # noqa: A002  # as the field is called
    proposal = proposal_of(event, format, event.contestants.count())
    assert proposal
    services.choose_plan(event, proposal, by=None)
    event.refresh_from_db()


def play_all(table: Table, random: Random, hands: int | None = None) -> None:
    """Every deal that the table was given, or the first `hands`."""
    for entry in islice(imagined_entries(table, random), hands):
        play.record_hand(table, entry, by=None, key=None)


def play_round(event: Event, random: Random) -> None:
    started = services.start_round(event, by=None)
    for sitting in started.sittings.select_related("table"):
        assert sitting.table
        play_all(sitting.table, random)
    services.end_round(event, by=None)
