"""A season of finished events, and the pages that add it up."""

import gc
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from statistics import median
from time import perf_counter
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorer.events.models import Event, Round, Sitting
from scorer.play.models import Hand, Table
from scorer.standings import records
from scorer.standings.models import Championship
from scorer.standings.services import save_championship
from tests.bench import Line
from tests.bench.evenings import Evening
from tests.bench.growing import forget
from tests.bench.measuring import browser_of, found_club, processor_time

COUNTING = 20
"""How many events count in the championship."""

NEWER_PARTS: Mapping[str, Any] = {
    "finishes_of": lambda *_: [],
    "hands_with": lambda *_: {},
    "named_of": lambda _others: records.Named((), (), ()),
    "longest_evening_of": lambda _played: None,
    "places_of": lambda *_: [],
}
"""What makes the parts that a player's page has had since 2026-11-26 (form, rating explained, hands with each other
player, best partners and opponents, longest evening, championships), and what stands for each in a page without them.
"""


class PlayedSeason:
    """A season with an event each week until today, always with the same players."""

    def __init__(self, events: int, tables: int, rounds: int) -> None:
        began = perf_counter()
        director = found_club()
        self.client = browser_of(director)
        self.club = director.club
        for ago in reversed(range(events)):
            people = list(self.club.players.order_by("pk"))
            evening = Evening(self.club, tables, rounds, people=people)
            _finish(evening.event, ago)
        rule = {"of": Championship.Of.BOTH, "worth": Championship.Worth.SIZE, "best": COUNTING}
        new = Championship(club=self.club, name="Cup", season=self.club.seasons.get(), **rule)
        self.championship = save_championship(new, by=None)
        self.made = perf_counter() - began

    def counts(self) -> Iterator[Line]:
        yield "season.events", Event.objects.count(), "events"
        yield "season.players", self.club.players.count(), "players"
        yield "season.tables", Table.objects.count(), "tables"
        yield "season.hands", Hand.objects.count(), "hands"
        yield "season.made", self.made, "s"

    def page_times(self, times: int) -> Iterator[Line]:
        """Yield queries, and median milliseconds of processor time: for the first request of a page since the start,
        after a correction at one table of the season, and without changes.
        """
        gc.collect()
        gc.freeze()  # as in the server
        happens: dict[str, tuple[Callable[[], object], int]] = {
            "first": (forget, 1),
            "after-a-correction": (correct, times),
            "again": (lambda: None, times),
        }
        player = self.club.players.order_by("pk")[0].pk
        pages = {
            "championship": [self.championship.pk],
            "statistics": [],
            "player_statistics": [player],
            "player": [player],
        }
        for name, arguments in pages.items():
            address = reverse(f"standings:{name}", args=[self.club.pk, *arguments])
            for when, (happen, often) in happens.items():
                taken = []
                for _ in range(often):
                    happen()
                    with CaptureQueriesContext(connection) as asked:
                        taken.append(processor_time(lambda page=address: self.client.get(page)))
                yield f"season.{name}.{when}.queries", len(asked), "queries"
                yield f"season.{name}.{when}.processor", median(taken) * 1000, "ms"

    def newer_parts(self, times: int) -> Iterator[Line]:
        """Yield the median milliseconds of processor time of a player's page, and of the same page without what is
        newer. They take turns.
        """
        player = self.club.players.order_by("pk")[0].pk
        address = reverse("standings:player", args=[self.club.pk, player])
        gc.collect()
        gc.freeze()  # the server has read the season before it does this and answers anybody
        happens: dict[str, Callable[[], object]] = {"again": lambda: None, "after-a-correction": correct}
        for when, happen in happens.items():
            whole, without = [], []
            for _ in range(times):
                happen()
                whole.append(processor_time(lambda: self.client.get(address)))
                happen()
                with patch.multiple(records, **NEWER_PARTS):
                    without.append(processor_time(lambda: self.client.get(address)))
            yield f"season.player.{when}.whole", median(whole) * 1000, "ms"
            yield f"season.player.{when}.without", median(without) * 1000, "ms"
            yield f"season.player.{when}.whole/without", median(whole) / median(without), "times"


def _finish(event: Event, weeks_ago: int) -> None:
    now = timezone.now() - timedelta(weeks=weeks_ago)
    tables = Table.objects.filter(pk__in=Sitting.objects.filter(round__event=event).values("table"))
    tables.update(state=Table.State.CLOSED, opened_at=now, closed_at=now)
    Round.objects.filter(event=event).update(ended_at=now)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED, day=timezone.localdate(now))


def correct() -> None:
    """Give the first table a new version, as a correction does."""
    first = Table.objects.order_by("opened_at")[:1]
    Table.objects.filter(pk__in=first.values("pk")).update(version=F("version") + 1)
