"""The ranking of a large evening and the pages that show it: from nothing, after each hand, and without changes."""

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from http import HTTPStatus
from random import Random
from statistics import median
from time import process_time
from typing import Any, ClassVar

from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorer.club.models import Club, Player, Role
from scorer.contest.comparing.of_deals import score_deal
from scorer.contest.movements.round_robin import circle
from scorer.events import services
from scorer.events.models import Contestant, ContestantPlayer, Event, Round, Sitting, SittingSide
from scorer.events.results.event_results import DIRECTOR
from scorer.events.results.kept import results_for
from scorer.play import services as play
from scorer.play.models import Hand, Seat, Table
from scorer.registry import all_games
from scorer.transfer.bulk import WholeTable, write_tables
from tests.bench import Line
from tests.bench.measuring import browser_of, found_club
from tests.factories import MembershipFactory

DEALS = 3
"""In a round."""
TEAMS, TEAM_ROUNDS, BOARDS = 64, 8, 8
DRAWN_TEAMS = 128
AT_ONCE = 400
"""Tables that are written together."""


def evenings(sizes: dict[int, int], times: int) -> Iterator[Line]:
    """`sizes` has the number of rounds by that of stations."""
    for stations, rounds in sizes.items():
        director = found_club()
        member = MembershipFactory(club=director.club, role=Role.MEMBER)
        evening = Evening(director.club, stations, rounds)
        gc.collect()
        gc.freeze()  # as in the server
        name = f"{stations}x{rounds * DEALS}"
        yield from evening.measured(f"event.ranking.{name}", evening.rank, times)
        for reader in (director, member):
            show = partial(evening.show, browser_of(reader), "event")
            yield from evening.measured(f"event.page.{reader.role}.{name}", show, times)
        for page in ("traveller", "scorecard"):
            show = partial(evening.show, browser_of(director), page, 1)
            yield from evening.measured(f"event.{page}.{name}", show, times)


def of_teams(times: int) -> Iterator[Line]:
    """The ranking of 64 teams, compared with that of 40 tables at matchpoints, and a Swiss draw of 128."""
    taken: dict[str, dict[str, float]] = {}
    for name, evening in (
        ("pairs", Evening(found_club().club, 40, 9)),
        ("teams", TeamsEvening(found_club().club, TEAMS, TEAM_ROUNDS, BOARDS)),
    ):
        gc.collect()
        gc.freeze()
        for line, value, unit in evening.measured(f"event.ranking.{name}", evening.rank, times):
            taken.setdefault(line.removeprefix(f"event.ranking.{name}."), {})[name] = value
            yield line, value, unit
    for line, values in taken.items():
        if line.endswith("processor"):
            yield f"event.ranking.teams/pairs.{line}", values["teams"] / values["pairs"], "times"
    drawing = TeamsEvening(found_club().club, DRAWN_TEAMS, TEAM_ROUNDS - 1, 1)
    draws = []
    for _ in range(times):
        began = process_time()
        services.draw_round(drawing.event, by=None)
        draws.append(process_time() - began)
        drawing.event.planned_rounds.not_started().delete()
    yield f"event.draw.{DRAWN_TEAMS}-teams.round-{TEAM_ROUNDS}.processor", median(draws) * 1000, "ms"


@dataclass(frozen=True, slots=True)
class ToPlay:
    """The last deal of a table."""

    table: Table
    entry: Any


class Evening:
    """An event in its last round. All stations play the same deals in a round, and each has one left."""

    values: ClassVar[dict[str, Any]] = {"comparison": "matchpoints"}
    players_each = 2
    contestants_a_station = 2

    def __init__(
        self, club: Club, stations: int, rounds: int, deals: int = DEALS, people: Sequence[Player] = ()
    ) -> None:
        """Without `people`, there are new ones."""
        self.deals = deals
        self.game = next(game for game in all_games() if game.events and game.rules.deal_fields(1))
        self.variant = self.game.rules.PRESETS[self.game.default_variant]
        usual = {"preset": self.game.default_variant, **self.values}
        shown = Event.RankingShown.AT_ONCE
        self.event = services.create_event(club, self.game, name="Evening", ranking_shown=shown, **usual, by=None)
        Event.objects.filter(pk=self.event.pk).update(state=Event.State.RUNNING)
        numbers, each = range(1, self.contestants_a_station * stations + 1), self.players_each
        self.contestants = Contestant.objects.bulk_create(Contestant(event=self.event, number=n) for n in numbers)
        people = people or Player.objects.bulk_create(
            Player(club=club, name=f"Player {n}") for n in range(4 * stations)
        )
        self.players: list[Sequence[Player]] = [people[first : first + each] for first in range(0, len(people), each)]
        ContestantPlayer.objects.bulk_create(
            ContestantPlayer(contestant=contestant, place=place, player=player)
            for contestant, players in zip(self.contestants, self.players, strict=True)
            for place, player in enumerate(players, start=1)
        )
        self.left: list[ToPlay] = []
        random = Random(1)
        for number in range(1, rounds + 1):
            self._play(number, stations, random, is_last=number == rounds)

    def sides(self, number: int, station: int, stations: int) -> list[tuple[int, Sequence[Player]]]:
        """The index of the contestant on each side in a round, and who plays there for it."""
        pairs = station - 1, stations + (station + number) % stations
        return [(pair, self.players[pair]) for pair in pairs]

    def _play(self, number: int, stations: int, random: Random, *, is_last: bool) -> None:
        now, rules = timezone.now(), self.game.rules
        played = Round.objects.create(
            event=self.event, number=number, started_at=now, ended_at=None if is_last else now
        )
        deals = range(self.deals * (number - 1) + 1, self.deals * number + 1)
        sittings, places, tables = [], [], []
        for station in range(1, stations + 1):
            sides = self.sides(number, station, stations)
            table = Table(
                club=self.event.club,
                season=self.event.season,
                game=self.game.slug,
                number=station,
                size=4,
                first_dealer=1,
                first_deal=deals[0],
                deal_count=self.deals,
                has_occasion=True,
                state=Table.State.OPEN if is_last else Table.State.CLOSED,
                closed_at=None if is_last else now,
            )
            entries = [
                replace(rules.random_entry(random, [], self.variant, table.size, 1), **rules.deal_fields(deal))
                for deal in deals
            ]
            if is_last:
                self.left.append(ToPlay(table, entries.pop()))
            four = [playing[place] for place in (0, 1) for _contestant, playing in sides]
            seats = [Seat(table=table, position=at, player=player) for at, player in enumerate(four, start=1)]
            lines = [(Hand(table=table, number=at, dealer=1), entry) for at, entry in enumerate(entries, start=1)]
            tables.append(WholeTable(table, self.variant, seats, lines))
            sitting = Sitting(round=played, station=station, first_deal=deals[0], deal_count=self.deals, table=table)
            sittings.append(sitting)
            places += [
                SittingSide(sitting=sitting, side=at, contestant=self.contestants[contestant])
                for at, (contestant, _playing) in enumerate(sides, start=1)
            ]
        for first in range(0, len(tables), AT_ONCE):
            write_tables(tables[first : first + AT_ONCE], by=None)
        Sitting.objects.bulk_create(sittings)
        SittingSide.objects.bulk_create(places)

    def rank(self) -> None:
        assert results_for(Event.objects.get(pk=self.event.pk), DIRECTOR).ranking_shown

    def show(self, client: Client, what: str, *number: int) -> None:
        page = reverse(f"events:{what}", args=[self.event.club_id, self.event.pk, *number])
        assert client.get(page).status_code == HTTPStatus.OK

    def forget(self) -> None:
        """Have everything read and scored again: a new version of the event, and no deal that is known."""
        Event.objects.filter(pk=self.event.pk).update(version=F("version") + 1)
        score_deal.cache_clear()

    def save(self) -> None:
        hand = self.left.pop()
        play.record_hand(hand.table, hand.entry, by=None, key=None)

    def measured(self, name: str, work: Callable[[], None], times: int) -> Iterator[Line]:
        """Yield queries and median milliseconds of processor time."""
        work()  # warm up
        happens: dict[str, Callable[[], None]] = {
            "from-nothing": self.forget,
            "after-a-hand": self.save,
            "unchanged": lambda: None,
        }
        for when, happen in happens.items():
            happen()
            with CaptureQueriesContext(connection) as asked:
                work()
            yield f"{name}.{when}.queries", len(asked), "queries"
            taken = []
            for _ in range(times):
                happen()
                began = process_time()
                work()
                taken.append(process_time() - began)
            yield f"{name}.{when}.processor", median(taken) * 1000, "ms"


class TeamsEvening(Evening):
    """Teams that have played Swiss rounds. A team has two tables in each, as many as there are teams in all."""

    values: ClassVar[dict[str, Any]] = {"comparison": "vp", "competes": "teams"}
    players_each = 4
    contestants_a_station = 1

    def __init__(self, club: Club, stations: int, rounds: int, deals: int = DEALS) -> None:
        super().__init__(club, stations, rounds, deals)
        Event.objects.filter(pk=self.event.pk).update(format="swiss", rounds=rounds + 1)
        self.event.refresh_from_db()

    def sides(self, number: int, station: int, stations: int) -> list[tuple[int, Sequence[Player]]]:
        couples = sorted(circle(stations, number - 1))
        first, second = couples[(station - 1) // 2]
        if station % 2 == 0:
            first, second = second, first
        return [(first - 1, self.players[first - 1][:2]), (second - 1, self.players[second - 1][2:])]
