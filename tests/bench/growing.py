"""The cost of a long history: the same club with and without one, each in its own database."""

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from statistics import median
from time import perf_counter, process_time

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorer.club.models import Club, Season
from scorer.db.versioned_cache import VersionedCache
from scorer.play.models import Hand, Score, Table
from scorer.registry import all_games
from scorer.setup.demo_seasons import A_FULL_SEASON, fill_seasons
from scorer.standings import event_results, rating, results, selectors, statistics
from scorer.standings.views.board import render_row
from tests.bench import Line, served_from
from tests.bench.measuring import browser_of, found_club, next_hand
from tests.contract.test_table import HTMX, table_with

SEASON_SO_FAR = timedelta(weeks=13)


@dataclass(frozen=True, slots=True)
class Site:
    """A club with an open table of each game. `name` is the name of its database."""

    name: str
    club: Club
    tables: Sequence[Table]
    client: Client

    @classmethod
    def furnished(cls, name: str, hands: int) -> "Site":
        """Make the club, with so many hands at each table."""
        with served_from(name):
            director = found_club()
            Season.objects.filter(club=director.club).update(starts=timezone.localdate() - SEASON_SO_FAR)
            tables = [table_with(director.club, game, hands) for game in all_games()]
            return cls(name, director.club, tables, browser_of(director))

    def pages(self) -> dict[str, str]:
        sheets = {f"sheet.{table.game}": reverse("play:table", args=[table.pk]) for table in self.tables}
        return {**sheets, "club": reverse("standings:home", args=[self.club.pk])}

    def boards(self) -> dict[str, str]:
        club = self.club.pk
        with served_from(self.name):
            player = self.club.players.order_by("-name")[0].pk  # with a history, somebody who plays every week
        games = {game.slug: reverse("standings:board", args=[club, game.slug]) for game in all_games()}
        return {
            "all": reverse("standings:all_games", args=[club]),
            **games,
            "player": reverse("standings:player", args=[club, player]),
        }

    def get(self, address: str) -> tuple[float, float]:
        """Return wall-clock time and processor time, in seconds."""
        with served_from(self.name):
            clock, processor = perf_counter(), process_time()
            answer = self.client.get(address)
            taken = perf_counter() - clock, process_time() - processor
        assert answer.status_code == HTTPStatus.OK, answer.content
        return taken

    def queries(self, address: str) -> int:
        with served_from(self.name), CaptureQueriesContext(connection) as asked:
            assert self.client.get(address).status_code == HTTPStatus.OK
            return len(asked)

    def save(self, table: Table) -> None:
        with served_from(self.name):
            address, data = next_hand(table)
            assert self.client.post(address, data, **HTMX).status_code == HTTPStatus.OK


def past(site: Site, hands: int) -> Iterator[Line]:
    """Give the club a history until yesterday, so that the page of today stays the same."""
    began = perf_counter()
    with served_from(site.name):
        for _tables in fill_seasons(site.club, hands=hands, at=timezone.now() - timedelta(days=1)):
            pass
        taken = perf_counter() - began
        yield "past.hands", Hand.objects.count(), "hands"
        yield "past.scores", Score.objects.count(), "rows"
        yield "past.tables", Table.objects.count(), "tables"
        yield "past.players", site.club.players.count(), "players"
        yield "past.season", min(hands, A_FULL_SEASON), "hands"
    yield "past.written", taken, "s"


def page_times(without: Site, with_past: Site, rounds: int) -> Iterator[Line]:
    """Yield the medians for a sheet and the club's page, with both sites in turns, and the ratio of processor time."""
    addresses = [(name, address, with_past.pages()[name]) for name, address in without.pages().items()]
    for name, small, large in addresses:
        without.get(small), with_past.get(large)  # warm up
        pairs = [(without.get(small), with_past.get(large)) for _ in range(rounds)]
        before, after = zip(*pairs, strict=True)
        yield from _times(f"page.{name}.{without.name}", before)
        yield from _times(f"page.{name}.{with_past.name}", after)
        ratio = _median(after)[1] / _median(before)[1]
        yield f"page.{name}.{with_past.name}/{without.name}", ratio, "times"


def board_times(site: Site, rounds: int) -> Iterator[Line]:
    """Yield what a start takes to compute the season's leaderboards, and the times of these and of a player's results:
    with empty caches, as the first request for a past season; the first request after a start; after a hand was saved
    at one of the tables; and without changes. As in the server, objects loaded before are exempt from garbage
    collection.
    """
    gc.collect()
    gc.freeze()
    yield from _times("board.start", [start(site) for _ in range(rounds)])
    for name, address in site.boards().items():
        table = next((table for table in site.tables if table.game == name), site.tables[0])
        before: dict[str, Callable[[], object]] = {
            "empty-caches": forget,
            "first": lambda: start(site),
            "after-a-hand": lambda table=table: site.save(table),
            "again": lambda: None,
        }
        for when, happens in before.items():
            times = []
            for _ in range(rounds):
                happens()
                times.append(site.get(address))
            yield from _times(f"board.{name}.{when}", times)


def start(site: Site) -> tuple[float, float]:
    """Empty the caches and compute the boards of open seasons, as a start of the server does. Return the times."""
    forget()
    with served_from(site.name):
        clock, processor = perf_counter(), process_time()
        selectors.compute_current_boards()
        return perf_counter() - clock, process_time() - processor


def forget() -> None:
    for module in (results, event_results, selectors, rating, statistics):
        for value in vars(module).values():
            if isinstance(value, VersionedCache):
                value.clear()
    render_row.cache_clear()


def query_counts(without: Site, with_past: Site) -> Iterator[Line]:
    for kind, small, large in (
        ("page", without.pages(), with_past.pages()),
        ("board", without.boards(), with_past.boards()),
    ):
        for name, address in small.items():
            for site, where in ((without, address), (with_past, large[name])):
                forget()
                yield f"queries.{kind}.{name}.{site.name}", site.queries(where), "queries"


def _times(name: str, times: Sequence[tuple[float, float]]) -> Iterator[Line]:
    clock, processor = _median(times)
    yield name, clock * 1000, "ms"
    yield f"{name}.processor", processor * 1000, "ms"


def _median(times: Sequence[tuple[float, float]]) -> tuple[float, float]:
    clock, processor = (median(column) for column in zip(*times, strict=True))
    return clock, processor
