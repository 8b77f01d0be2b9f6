"""An evening at a club under attack."""

import asyncio
import contextlib
import json
import re
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from django.db import connection
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Player
from scorer.events import services
from scorer.events.links import sign_up_path
from scorer.events.models import Event
from scorer.live import Ticket, live_path
from scorer.registry import all_games
from tests.attack import SECONDS, repeated
from tests.attack.addresses import addresses
from tests.attack.meddling import meddling, played_room, request_of_contestant
from tests.attack.orders import HONEST, Attack, attacks
from tests.attack.phones import PAIRS, PATIENCE, Measured, measure, save
from tests.attack.spying import game_with_boards, spying
from tests.bench import Line, prefixed
from tests.bench.hall import Desk, Evening, desks_of, evening_of
from tests.bench.measuring import found_club
from tests.bench.overloading import overload
from tests.bench.traffic import Server, served

QUIET = SECONDS / 2
"""Seconds of measuring before each attack, for comparison."""
PHONES = 4
A_SECOND = 2
"""Hands that a phone can save during an attack."""
NAMES = 200
"""Pairs on the roster, more than sign up during one attack."""
TABLES = 200
"""Those that overload the server."""
FEW_FILES = 512
"""The number of files that the server may open in the attack that uses them up."""


def play(log: Path, names: Sequence[str]) -> Iterator[Line]:
    """Run all attacks, or those with these names."""
    club = found_club().club
    Club.objects.update(public=True)
    game = all_games()[0]
    to_come = round(A_SECOND * (QUIET + SECONDS)) + 5
    evening = evening_of(club, game, game.default_variant, 10, to_come)
    foreign, *_others = desks_of(club, evening, 1)
    event = event_with_wall(club)
    wall, cards = sign_up_path(event), [stream_of_card(event, number) for number in range(1 + PHONES)]
    home = reverse("standings:home", args=[club.pk])
    login, code = reverse("club:login"), reverse("play:code")
    path, hand = request_of_contestant(played_room(club))
    asks = path, urlencode(hand)
    for attack in attacks(foreign.record, foreign.stream, home, stream_of(home), login, code, wall, cards[0], asks):
        if not names or attack.name in names:
            yield from repeated(partial(run, attack, log, club, evening, event, cards[1:]))
    if not names or "overload" in names:
        yield from repeated(by_mistake)
    for intrusion in (spying, meddling, addresses):
        if not names or intrusion.__name__ in names:
            yield from repeated(partial(told_by, intrusion, club))


def told_by(intrusion: Callable[[Club], Iterator[Line]], club: Club) -> Iterator[Line]:
    return prefixed(f"attack.{connection.vendor}", intrusion(club))


def by_mistake() -> Iterator[Line]:
    """Honest phones save twice as many hands as the server can carry."""
    return prefixed(f"attack.{connection.vendor}.overload", overload(TABLES, SECONDS, processes=1))


def run(attack: Attack, log: Path, club: Club, evening: Evening, event: Event, cards: Sequence[str]) -> Iterator[Line]:
    few = {"preexec_fn": open_few_files} if attack.name == "no-files" else {}
    desks = desks_of(club, evening, PHONES)
    for number, (desk, card) in enumerate(zip(desks, cards, strict=True)):
        desk.wall, desk.waits = sign_up_path(event), card
        desk.pairs = [f"Honest {pair:06}" for pair in range(number * PAIRS, (number + 1) * PAIRS)]
    services.sign_off_self_signed(event, by=None)
    with log.open("wb") as complaints, served(stderr=complaints, **few) as server:
        yield from prefixed(f"attack.{connection.vendor}.{attack.name}", under(attack, server, desks))
    yield f"attack.{connection.vendor}.{attack.name}.log", log.stat().st_size, "bytes"
    if "sign-up" in attack.kinds:
        strangers = event.contestants.filter(players__player__name__startswith="Stranger", players__place=1)
        yield f"attack.{connection.vendor}.{attack.name}.strangers", strangers.count(), "contestants"


def event_with_wall(club: Club) -> Event:
    """An event for which pairs can sign up, all of whom are on the roster."""
    game = game_with_boards()
    assert game.events
    values = {"preset": game.default_variant, "comparison": game.events.comparisons[0].name}
    names = (f"{who} {number:06} {one}" for who in ("Honest", "Stranger") for number in range(NAMES) for one in "AB")
    Player.objects.bulk_create(Player(club=club, name=name) for name in names)
    return services.create_event(club, game, name="Tuesday", **values, by=None)


def stream_of_card(event: Event, number: int) -> str:
    return live_path(Ticket((event.pk,), event.club_id, link=event.link, card=f"contestant {number}"))


def stream_of(page: str) -> str:
    """Return the URL of the event stream of the public page."""
    html = Client(SERVER_NAME="localhost").get(page).content.decode()
    found = re.search('data-live="([^"]+)"', html)
    assert found, html
    return found[1]


def open_few_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_FILES, FEW_FILES))


def under(attack: Attack, server: Server, desks: Sequence[Desk]) -> Iterator[Line]:
    quiet = asyncio.run(measure(server.port, desks, attack.host, QUIET, attack.kinds))
    if attack.orders:
        with attackers(server.port, attack.orders) as said:
            began, before = perf_counter(), server.processor
            during = asyncio.run(measure(server.port, desks, attack.host, SECONDS, attack.kinds))
            busy = 100 * (server.processor - before) / (perf_counter() - began)
        yield from told(said)
        yield "processor", busy, "percent"
    else:
        with locked():
            during, answered = asyncio.run(waiting(server.port, desks, attack.kinds))
        yield "save.answered", answered, "s"
        began = perf_counter()
        assert asyncio.run(save(server.port, desks[0], HONEST)) == 200
        yield "first-save", perf_counter() - began, "s"
    yield from compared(quiet, during)
    yield "memory", server.memory / 2**20, "MiB"


def compared(quiet: Measured, during: Measured) -> Iterator[Line]:
    for kind in during.times:
        yield f"{kind}.quiet", quiet.median(kind), "ms"
        yield kind, during.median(kind), "ms"
        yield f"{kind}/quiet", during.median(kind) / quiet.median(kind), "times"
    yield "asked", sum(map(len, during.times.values())), "requests"
    yield "failed", during.failed, "requests"


@contextmanager
def attackers(port: int, orders: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Run the attackers inside the block. Afterwards, the dictionary has their results."""
    said: dict[str, Any] = {}
    command = [sys.executable, "-m", "tests.attack.attackers", str(port), json.dumps(orders)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            yield said
        finally:
            process.terminate()
            said |= json.loads(process.communicate()[0])


def told(said: dict[str, Any]) -> Iterator[Line]:
    answers = said.pop("answers")
    for name, value in said.items():
        yield f"attackers.{name}", value, "connections"
    for status, count in sorted(answers.items()):
        yield f"attackers.{status}", count, "answers"


@contextmanager
def locked() -> Iterator[None]:
    """Another process locks the database: all of it on SQLite, and every table on PostgreSQL."""
    if connection.vendor == "sqlite":
        with contextlib.closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as process:
            process.execute("BEGIN IMMEDIATE")
            yield
        return
    with contextlib.closing(connection.copy()) as process:
        process.set_autocommit(False)
        with process.cursor() as cursor:
            cursor.execute("LOCK TABLE play_table IN EXCLUSIVE MODE")
            yield


async def waiting(port: int, desks: Sequence[Desk], kinds: Sequence[str]) -> tuple[Measured, float]:
    """Half of the phones try to save meanwhile. Return the longest time that one of them waited for a response."""
    savers, readers = desks[: PHONES // 2], desks[PHONES // 2 :]
    ends = asyncio.get_running_loop().time() + SECONDS

    async def saves(desk: Desk) -> float:
        longest = 0.0
        while asyncio.get_running_loop().time() < ends:
            began = perf_counter()
            status = await save(port, desk, HONEST)
            longest = max(longest, perf_counter() - began if status else PATIENCE)
            assert status != 200
        return longest

    saving = [asyncio.create_task(saves(desk)) for desk in savers]
    during = await measure(port, readers, HONEST, SECONDS, kinds)
    return during, max([await each for each in saving])
