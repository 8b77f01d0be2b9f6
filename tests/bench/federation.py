"""Many clubs on one server: two processes behind nginx, and an evening in which something goes wrong all the time."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any, Self

from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorer.club.models import Club
from scorer.play.models import Hand
from scorer.registry import all_games
from tests.bench import Line, prefixed, served_from
from tests.bench.crowds import Crowd, Played
from tests.bench.growing import Site
from tests.bench.hall import Desk, desks_of, evening_of, tables_of
from tests.bench.measuring import next_hand, processor_time
from tests.bench.nginx import nginx
from tests.bench.traffic import ROOT, allow_many_files, environment_of_server
from tests.chaos import free_port
from tests.chaos.postgres import Postgres
from tests.chaos.server import Server, until
from tests.contract.test_table import HTMX
from tests.factories import ClubFactory, MembershipFactory, SeasonFactory, UserFactory

PARTS = 6
"""Of an evening."""
OTHERS = 3
ROUNDS, ON_A_SHEET = 15, 30
PROCESSES = 2
RESTART = 2.0
"""Seconds after which systemd starts a process again that has died (RestartSec in docs/deploy)."""
LAGGARDS = 120.0
MIGRATES = ROOT / "docs/deploy/scorer-migrate.service"


class Federation:
    """Clubs with a login, some tables of different games, and so many hands on each sheet. Some of them will play."""

    def __init__(self, clubs: int, tables: int, hands: int, playing: int, rate: float, seconds: float) -> None:
        """The playing clubs together type `rate` hands a second, in each part of the evening for so many seconds."""
        self.rate, self.seconds = rate, seconds
        to_come = ceil(PARTS * rate * seconds / (playing * tables)) + PARTS
        began = time.monotonic()
        first, *others = (new_club(number) for number in range(clubs))
        evenings = [evening_of(first, game, game.default_variant, hands, to_come) for game in all_games()]
        kinds = cycle(evenings)
        self.desks: list[Desk] = []
        for number, club in enumerate((first, *others)):
            for evening in islice(kinds, tables):
                if number < playing:
                    self.desks += desks_of(club, evening, 1, OTHERS)
                else:
                    tables_of(club, evening, 1)
        self.hosts = [f"127.1.{number // 250}.{number % 250 + 1}" for number in range(playing)]
        self.took = time.monotonic() - began

    def costs(self) -> Iterator[Line]:
        """Compare a save and a club's page with those of a site with one club, in turns."""
        yield "clubs", Club.objects.count(), "clubs"
        yield "clubs.hands", Hand.objects.count(), "hands"
        yield "clubs.made", self.took, "s"
        one, many = (Site.furnished(name, ON_A_SHEET) for name in ("one", "default"))
        for name, cost in {"save": save_once, "page": show_once}.items():
            for site in (one, many):
                cost(site)  # warm up
            rounds = [[cost(site) for site in (one, many)] for _ in range(ROUNDS)]
            medians = []
            for column, where in zip(zip(*rounds, strict=True), ("one", "many"), strict=True):
                times, statements = zip(*column, strict=True)
                medians.append(median(times))
                yield f"clubs.{name}.{where}", medians[-1] * 1000, "ms"
                yield f"clubs.{name}.statements.{where}", max(statements), "statements"
            yield f"clubs.{name}.many/one", medians[1] / medians[0], "times"

    def evening(self, folder: Path, *, moves: bool = True) -> Iterator[Line]:
        """A process is killed, the database restarts, Scorer is upgraded, and a club `moves` out and in again."""
        allow_many_files()
        with Processes(folder, PROCESSES) as processes, Crowd(processes.port, self.desks, self.hosts) as crowd:
            crowd.do("look")
            crowd.do("arrive")
            evening = Disturbed(crowd, self.rate, self.seconds)
            yield "clubs.evening.phones", len(self.desks) * (1 + OTHERS), "phones"
            yield from evening.part("normal")
            yield from evening.part("kill", processes.kill_one)
            if connection.vendor == "postgresql":
                yield from evening.part("database", restart_database)
            yield from evening.part("upgrade", processes.upgrade)
            if moves:
                yield from evening.part("move", partial(processes.move, self.desks[0].table.club, folder))
            yield from evening.part("after")
            yield from prefixed("clubs.evening", crowd.outcome())
            yield "clubs.evening.faults", int(not processes.manage("check_ledger")), "checks"


def new_club(number: int) -> Club:
    club: Club = ClubFactory(name=f"Club {number + 1}")
    SeasonFactory(club=club)
    MembershipFactory(club=club, user=UserFactory(username=f"director-{number + 1}", password=None), role="director")
    return club


def save_once(site: Site) -> tuple[float, int]:
    """Return the processor time, in seconds, and the statements."""
    with served_from(site.name):
        address, data = next_hand(site.tables[0])
        return measured(lambda: site.client.post(address, data, **HTMX))


def show_once(site: Site) -> tuple[float, int]:
    with served_from(site.name):
        return measured(lambda: site.client.get(site.pages()["club"]))


def measured(ask: Callable[[], Any]) -> tuple[float, int]:
    with CaptureQueriesContext(connection) as asked:
        return processor_time(ask), len(asked)


@dataclass(frozen=True, slots=True)
class Disturbed:
    """An evening that goes on whatever happens."""

    crowd: Crowd
    rate: float
    seconds: float

    def part(self, name: str, disturb: Callable[[], None] | None = None) -> Iterator[Line]:
        """Perhaps let something happen soon after the beginning. Then wait until every phone shows everything."""
        began = time.monotonic()
        self.crowd.begin("type", rate=self.rate, seconds=self.seconds)
        time.sleep(self.seconds / 5)
        happened = time.monotonic()
        if disturb:
            disturb()
        over = time.monotonic()
        self.crowd.end()
        ended = time.monotonic()
        self.crowd.do("settle", seconds=LAGGARDS)
        played = self.crowd.played()
        times = played.seconds(began, ended)
        yield f"clubs.{name}.saved", played.acknowledged(began, ended) / (ended - began), "hands/s"
        yield f"clubs.{name}.p50", median(times) * 1000, "ms"
        yield f"clubs.{name}.p95", times[int(0.95 * len(times))] * 1000, "ms"
        if disturb:
            yield f"clubs.{name}.took", over - happened, "s"
            yield from recovery(name, played, began, happened)


def recovery(name: str, played: Played, began: float, happened: float) -> Iterator[Line]:
    """How long after the event the last hand that was sent again is saved, and the last phone listens again."""
    again = [hand.acknowledged for hand in played.all if hand.tapped > began and hand.posts > 1]
    back = [
        min(after) for phones in played.opened for opened in phones if (after := [at for at in opened if at > happened])
    ]
    yield f"clubs.{name}.sent-again", len(again), "hands"
    yield f"clubs.{name}.last-sent-again", max(again, default=happened) - happened, "s"
    yield f"clubs.{name}.listen-again", len(back), "phones"
    yield f"clubs.{name}.last-listens-again", max(back, default=happened) - happened, "s"


class Processes:
    """Several processes of Scorer behind nginx, as docs/deploy.md sets them up, but without systemd."""

    def __init__(self, folder: Path, count: int) -> None:
        self.environment = environment_of_server() | {"DATA": str(folder)}
        self.servers = [
            Server(folder / f"log-{number}", PORT=str(free_port()), **self.environment) for number in range(count)
        ]
        self.stack = ExitStack()
        self.port = 0

    def __enter__(self) -> Self:
        self.stack.callback(self._kill)
        self._start()
        self.port = self.stack.enter_context(nginx([server.port for server in self.servers]))
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def _start(self) -> None:
        for server in self.servers:
            server.launch()
        for server in self.servers:
            until(server.responds)

    def _kill(self) -> None:
        for server in self.servers:
            server.kill()

    def kill_one(self) -> None:
        self.servers[0].kill()
        time.sleep(RESTART)
        self.servers[0].start()

    def upgrade(self) -> None:
        """What `systemctl restart scorer-migrate` does."""
        for server in self.servers:
            server.stop()
        for command in re.findall(r"^ExecStart=\S+ manage\.py (.*)$", MIGRATES.read_text(), re.MULTILINE):
            assert self.manage(*command.split())
        self._start()

    def move(self, club: Club, folder: Path) -> None:
        """Move a club away and back, while the others play."""
        file = folder / "club.gz"
        for words in (
            ("suspend", club.name),
            ("export", club.name, str(file), "--passwords"),
            ("delete", club.name, "--yes"),
            ("import", str(file)),
            ("resume", club.name),
        ):
            assert self.manage("club", *words), words

    def manage(self, *words: str) -> bool:
        """Return whether the command succeeds."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            command, cwd=ROOT, env=os.environ | self.environment, stdout=subprocess.DEVNULL, check=False
        )
        return done.returncode == 0


def restart_database() -> None:
    connection.close()  # our own connection would be closed too
    Postgres().ctl("restart", "-m", "fast")
