"""Whatever somebody writes into the file of an event: it is refused in a sentence, or no page ever fails for it."""

import json
from collections.abc import Iterator
from copy import deepcopy
from http import HTTPStatus
from random import Random
from typing import Any

import pytest

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.models import Event
from scorer.transfer.columns import columns, default_value
from scorer.transfer.importing import Faulty
from tests.events.conftest import MakeEvent, choose, make_event, play_round, players
from tests.events.test_pages import address
from tests.rollback import rolled_back
from tests.transfer.test_events import LogIn, Record, records_of
from tests.transfer.test_tables import take

__all__ = ["make_event", "players"]  # fixtures

Path = tuple[Any, ...]
INSTEAD: dict[type, list[Any]] = {
    bool: [True, False],
    int: [0, 1, 3, 32_767, None],
    str: ["", "nonsense", "draw", "total", "finished", "signing_up"],
    dict: [{}, {"switch": 1}, {"sizes": [9]}, {"by": "swiss"}],
    list: [[], [1], [{}]],
    type(None): [0, 3, 32_767, "2026-11-24T20:00:00+00:00"],
}
TRIED = 40
"""One in six of the ways to spoil an event. All of them take half a minute."""
PAGES = (
    *[("event",), ("screen",), ("movement",), ("people",), ("draw",), ("plan",), ("replan",)],
    *[("scorecard", 1), ("download", "event", "jsonl")],
)


@pytest.fixture
def movement(make_event: MakeEvent) -> Event:
    """Five pairs at bridge after the first of two rounds."""
    event = make_event("bridge", 5, rounds=2, per_round=1)
    choose(event, "mitchell")
    play_round(event, Random(7))
    return event


@pytest.fixture
def drawn(make_event: MakeEvent) -> Event:
    """Five players of Doppelkopf after a round; the next one is drawn by standing."""
    event = make_event("doppelkopf", 5, rounds=2, per_round=4)
    choose(event, "draw-standing")
    play_round(event, Random(7))
    return event


def paths(value: Any, at: Path = ()) -> Iterator[Path]:
    """Yield the way to each value. The last one of a list stands for all."""
    inside = (
        value.items() if isinstance(value, dict) else list(enumerate(value))[-1:] if isinstance(value, list) else ()
    )
    for step, inner in inside:
        yield from [(*at, step), *paths(inner, (*at, step))]


def spoiled(record: Record) -> Iterator[tuple[Path, Record]]:
    """Yield copies, in each of which one value is another one."""
    for path in paths(record):
        where = record
        for step in path[:-1]:
            where = where[step]
        for value in INSTEAD[type(where[path[-1]])]:
            before, where[path[-1]] = where[path[-1]], value
            yield path, deepcopy(record)
            where[path[-1]] = before


@pytest.mark.parametrize("evening", ["movement", "drawn"])
def test_a_spoiled_event_is_refused_or_harmless(
    evening: str, zoe: Membership, client_of: LogIn, request: pytest.FixtureRequest
) -> None:
    event = request.getfixturevalue(evening)
    services.rule_contestant(event, event.contestants.get(number=1), {"carry": 3}, why="Last week", by=None)
    first, *tables = records_of(event)
    whole = json.loads(json.dumps({column.name: default_value(column) for column in columns(Event)} | first))
    client, accepted, refused = client_of(zoe), 0, 0
    for path, record in Random(7).sample(list(spoiled(whole)), TRIED):
        with rolled_back():
            try:
                take(zoe.club, "\n".join(map(json.dumps, [record, *tables])).encode())
            except Faulty:
                refused += 1
                continue
            accepted += 1
            for page, *more in PAGES:
                answer = client.get(address(zoe.club.events.get(), page, *more))
                assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, (path, record, page)
    assert min(accepted, refused) >= 5


def test_settings_that_cannot_be_read_leave_the_usual_ones(movement: Event, ada: Membership, client_of: LogIn) -> None:
    """As in an event that was imported before anybody looked at them."""
    for settings in ({"turn": 1}, {"switch": "all"}, {"switch": 1}):
        Event.objects.update(settings=settings)
        assert client_of(ada).get(address(movement)).status_code == HTTPStatus.OK
