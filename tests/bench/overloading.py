"""Twice the load that the server can carry, by phones that keep what is not saved and send it again."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from statistics import median

from scorer.registry import all_games
from tests.bench import Line
from tests.bench.crowds import Crowd
from tests.bench.hall import Desk, desks_of, evening_of
from tests.bench.measuring import found_club
from tests.bench.nginx import nginx
from tests.bench.traffic import Server, allow_many_files, served

ON_A_SHEET, TO_COME = 10, 60
OTHERS = 3
"""Phones at each table, beside the one that types."""
A_CLUB = 30
"""Tables behind one address."""
AT_THE_LIMIT = 24
"""Tables that are enough to keep the server busy, if each plays on as soon as everybody there has seen the hand."""
PROBES, PROBE_SECONDS = 2, 3.0
"""Tables whose saves are timed before and after the load, and for how long."""
THEN = 5.0
"""Seconds after the load in which the server should be as before."""
LAGGARDS = 120.0


def overload(tables: int, seconds: float, processes: int) -> Iterator[Line]:
    """`tables` are open, with four phones each. `seconds` is the duration of the load, and of the measurement before.

    `carries` is the load at the limit: a hand comes with what is sent while it is typed, the news to three phones, what
    these fetch, and now and then the forms of later hands. `limit/twice` compares the hands saved at the limit and at
    twice that load.
    """
    allow_many_files()
    club = found_club().club
    games = all_games()
    evenings = [evening_of(club, game, game.default_variant, ON_A_SHEET, TO_COME) for game in games]
    hall = [desks_of(club, evening, -(-tables // len(games)), OTHERS) for evening in evenings]
    desks = [desk for row in zip(*hall, strict=True) for desk in row][:tables]
    probes = desks_of(club, evenings[0], PROBES, OTHERS)
    with several(processes) as site:
        yield from under(site, desks, probes, seconds)


@dataclass(frozen=True, slots=True)
class Site:
    port: int
    servers: list[Server]

    @property
    def processor(self) -> float:
        """Return the processor time of all processes so far, in seconds."""
        return sum(server.processor for server in self.servers)


@contextmanager
def several(processes: int) -> Iterator[Site]:
    """One process, or several behind nginx."""
    with ExitStack() as stack:
        servers = [stack.enter_context(served()) for _ in range(processes)]
        ports = [server.port for server in servers]
        yield Site(ports[0] if processes == 1 else stack.enter_context(nginx(ports)), servers)


def under(site: Site, desks: Sequence[Desk], probes: Sequence[Desk], seconds: float) -> Iterator[Line]:
    hosts = [f"127.0.2.{number + 1}" for number in range(-(-len(desks) // A_CLUB))]
    with Crowd(site.port, probes, ["127.0.3.1"]) as probe, Crowd(site.port, desks, hosts) as crowd:
        for phones in (probe, crowd):
            phones.do("look")
            phones.do("arrive")
        quiet = timed(probe)
        began, before = time.monotonic(), site.processor
        crowd.do("play", tables=AT_THE_LIMIT, seconds=seconds)
        count, taken = crowd.played().acknowledged(began, time.monotonic()), site.processor - before
        limit = count / seconds
        yield "carries", limit, "hands/s"
        yield "a-hand.processor", taken / count * 1000, "ms"
        yield "busy", 100 * taken / seconds, "percent"
        crowd.do("settle", seconds=LAGGARDS)
        began, before = time.monotonic(), site.processor
        crowd.do("type", rate=2 * limit, seconds=seconds)
        taken = site.processor - before
        crowd.do("leave")
        played = crowd.played()
        count = played.acknowledged(began, time.monotonic())
        yield "twice", count / seconds, "hands/s"
        yield "twice.a-hand.processor", taken / count * 1000, "ms"
        yield "twice.busy", 100 * taken / seconds, "percent"
        yield "limit/twice", limit * seconds / count, "times"
        yield "waiting", sum(not hand.acknowledged for hand in played.all), "hands"
        yield "posts", sum(hand.posts for hand in played.all), "posts"
        time.sleep(THEN)
        after = timed(probe)
        yield "save.before", quiet * 1000, "ms"
        yield "save.after", after * 1000, "ms"
        yield "after/before", after / quiet, "times"
        began = time.monotonic()
        crowd.do("arrive")
        crowd.do("settle", seconds=LAGGARDS)
        yield "drained", time.monotonic() - began, "s"
        yield from crowd.outcome()


def timed(probe: Crowd) -> float:
    """Return the median seconds of a save."""
    began = time.monotonic()
    probe.do("play", tables=PROBES, seconds=PROBE_SECONDS)
    probe.do("settle", seconds=LAGGARDS)
    return median(probe.played().seconds(began, time.monotonic()))
