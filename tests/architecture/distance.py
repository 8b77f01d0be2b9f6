"""How far a newcomer has to read: the files of Scorer's own that take part in something, and the calls in them.

They are counted for functions in `scorer` and `games`, by Python 3.11, with caches as warm as during an evening.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from types import FrameType
from typing import Any

from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.planning.proposals import proposals
from scorer.play import phones
from scorer.play.models import Table
from scorer.registry import GameConfig, all_games
from tests.bench import Line
from tests.bench.measuring import browser_of, found_club, next_hand
from tests.contract.test_table import HTMX, table_with
from tests.factories import PlayerFactory

ROOT = Path(__file__).parents[2]
OURS = tuple(f"{ROOT / name}/" for name in ("scorer", "games"))
HANDS, SAVES, CONTESTANTS, DEALS = 10, 4, 8, 2


class Distance:
    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        """By file."""

    @contextmanager
    def measured(self) -> Iterator[None]:
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _arg: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            self.calls[frame.f_code.co_filename] += 1

    def lines(self, name: str) -> Iterator[Line]:
        yield f"distance.{name}.files", len(self.calls), "files"
        yield f"distance.{name}.calls", self.calls.total(), "calls"


def distances() -> Iterator[Line]:
    director = found_club()
    for game in all_games():
        yield from of_a_save(director.club, game)
        if game.events:
            yield from of_a_round(director, game)


def of_a_save(club: Club, game: GameConfig) -> Iterator[Line]:
    """The fourth save of a phone that joined by link; and that with what another phone then fetches."""
    table = table_with(club, game, HANDS)
    writer, reader = _phone_at(table), _phone_at(table)
    for _save in range(SAVES):
        table.refresh_from_db()
        before, distance = table.version, Distance()
        _save_at(table, writer, distance)
    yield from distance.lines(f"save.{game.slug}")
    with distance.measured():
        answer = reader.get(reverse("play:changes", args=[table.pk]), {"since": before, "form": 1}, **HTMX)
    assert answer.status_code == HTTPStatus.OK, answer.content
    yield from distance.lines(f"save-and-changes.{game.slug}")


def of_a_round(director: Membership, game: GameConfig) -> Iterator[Line]:
    """The second round of an event, from its start through a save at each table to the ranking."""
    club, client = director.club, browser_of(director)
    assert game.events
    values = {"preset": game.default_variant, "comparison": game.events.comparisons[0].name}
    event = services.create_event(club, game, name=game.slug, **values, rounds=2, per_round=DEALS, by=None)
    for _contestant in range(CONTESTANTS):
        services.sign_up(event, [PlayerFactory(club=club) for _ in range(event.side_size)], by=None)
    services.choose_plan(event, proposals(event, CONTESTANTS)[0], by=None)
    args = [club.pk, event.pk]
    for number in (1, 2):
        distance = Distance()
        with distance.measured():
            client.post(reverse("events:start_round", args=args))
        tables = Table.objects.filter(pk__in=event.planned_rounds.get(number=number).sittings.values("table"))
        for table in tables:
            _save_at(table, client, distance)
        with distance.measured():
            client.post(reverse("events:end_round", args=args))
            answer = client.get(reverse("events:event", args=args))
        assert answer.status_code == HTTPStatus.OK, answer.content
    yield from distance.lines(f"round.{game.slug}")


def _phone_at(table: Table) -> Client:
    phone = Client(SERVER_NAME="localhost")
    phone.post(phones.path_of(table, phones.Link.ENTRY) or "", {"player": ""})
    phone.get(reverse("play:table", args=[table.pk]))
    return phone


def _save_at(table: Table, client: Client, distance: Distance) -> None:
    address, data = next_hand(table)
    with distance.measured():
        answer = client.post(address, data | _given_deal(table), **HTMX)
    assert answer.status_code == HTTPStatus.OK, answer.content


def _given_deal(table: Table) -> dict[str, Any]:
    """The first deal of a table that was given its deals, and none elsewhere."""
    return table.config.rules.deal_fields(table.deals[0]) if table.deals else {}
