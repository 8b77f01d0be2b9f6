from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scorer.club.models import Club, Player
from scorer.events.models import Event
from scorer.events.results.rows import EventRows
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import get_game
from scorer.standings import event_results
from tests.factories import make_players

Evening = Callable[..., Table]


@pytest.fixture
def events_read(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """The events whose results have been read from the database, in order."""
    read: list[Event] = []
    usual = event_results.read_events

    def note(events: list[Event]) -> dict[int, EventRows]:
        read.extend(events)
        return usual(events)

    monkeypatch.setattr(event_results, "read_events", note)
    return read


@pytest.fixture
def evening(club: Club) -> Evening:
    """Make a closed table whose sides end with these points, from adjustments beside one hand worth nothing.

    The table was opened an hour before it was closed, `days` ago.
    """

    def play(
        *points: int,
        game: str = "preferans",
        players: Sequence[Player] | None = None,
        days: int = 0,
        hands: int = 1,
        variant: Any = None,
        close: bool = True,
    ) -> Table:
        config = get_game(game)
        at = timezone.now() - timedelta(days=days, hours=1)
        players = players or make_players(club, config.seat_counts[0])
        chosen = variant or config.rules.PRESETS[config.default_variant]
        table = services.open_table(club, config, chosen, players, first_dealer=1, by=None, at=at)
        for number in range(hands):
            nothing = {"board": number + 1, "passed_out": True} if game == "bridge" else {"passed_out": True}
            services.record_hand(table, config.rules.Entry(**nothing), by=None, key=None, at=at)
        by_seat = [0] * table.size
        for side, value in zip(config.rules.sides(table.size), points, strict=True):
            for seat in side:
                by_seat[seat - 1] = value
        if any(by_seat):
            services.record_adjustment(table, by_seat, why="as it stood", by=None, key=None, at=at)
        return services.close_table(table, by=None, at=at + timedelta(hours=1)) if close else table

    return play
