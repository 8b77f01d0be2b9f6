"""A hall full of tables, with the real server in its own process."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from math import ceil
from statistics import mean, median
from time import perf_counter

from django.db import connection

from scorer.club.models import Club
from scorer.live.stream import HEARTBEAT
from scorer.registry import GameConfig, all_games
from tests.bench import Line, prefixed
from tests.bench.hall import Desk, desks_of, evening_of
from tests.bench.measuring import found_club, usual_and_remembering
from tests.bench.traffic import Play, Server, Stream, Wire, allow_many_files, each, listen, served
from tests.bench.urls import BARE

ON_A_SHEET, TO_COME = 10, 45
"""Hands on the sheets in the hall, and how many more can be saved there."""
CLIENTS = 8
TURNS, SAVES, INSERTS = 4, 3, 10
"""The turns of a round, and the hands saved and rows inserted by each phone in a turn."""
PHONES = 4
"""Phones at a table."""
OTHERS = PHONES - 1
"""Those that fetch what one of them has saved."""
IDLE = HEARTBEAT
"""Seconds between two heartbeats of a stream."""
CALM = 0.05
"""A share of a core. With less load than this, earlier work has finished."""
WRITING = 40
"""Tables that save at the same time, and hands for each: one every PACE seconds, or without a pause."""
HANDS, PACE = 8, 4.0
LAGGARDS = 60.0
"""Seconds after which a phone gives up."""


def load(tables: int, rounds: int, sheets: Sequence[int], hands: int) -> Iterator[Line]:
    """`tables` are open tables, some of each game. `hands` are saved while the phones listen."""
    yield from prefixed(f"load.{connection.vendor}", _load(tables, rounds, sheets, hands))


def _load(tables: int, rounds: int, sheets: Sequence[int], hands: int) -> Iterator[Line]:
    allow_many_files()
    club = found_club().club
    games = all_games()
    hall = {
        game: desks_of(club, evening_of(club, game, game.default_variant, ON_A_SHEET, TO_COME), tables // len(games))
        for game in games
    }
    spare = desks_of(club, evening_of(club, games[0], games[0].default_variant, 0, 0), CLIENTS)
    grown = grown_sheets(club, sheets, rounds)
    desks = [desk for row in zip(*hall.values(), strict=True) for desk in row]
    yield from durability()
    with served() as server:
        yield from saves_and_inserts(server, hall, spare, rounds)
        yield from growth(server, grown, rounds)
        yield from asyncio.run(listening(server, desks, hands))
        yield from writing(server, desks[:WRITING])
    every = [*desks, *(desk for by_size in grown.values() for row in by_size.values() for desk in row)]
    wrong = {desk.record: (desk.sent, desk.saved) for desk in every if desk.sent != desk.saved}
    assert not wrong, wrong


def durability() -> Iterator[Line]:
    """Whether an acknowledged save would survive a power cut on this machine, as it does in operation."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous" if connection.vendor == "sqlite" else "SHOW fsync")
        (value,) = cursor.fetchone()
    yield "survives-power-cuts", int(value in {2, "on"}), "yes"


def saves_and_inserts(
    server: Server, hall: dict[GameConfig, list[Desk]], spare: list[Desk], rounds: int
) -> Iterator[Line]:
    """Yield saves per second. The speed of the machine varies, so saves and inserts take short turns: each turn of
    saves is compared with the mean of the inserts before and after it, and the ratio is the median of all turns."""
    inserts: list[float] = []
    saves: dict[GameConfig, list[float]] = {game: [] for game in hall}
    ratios: dict[GameConfig, list[float]] = {game: [] for game in hall}
    for number in range(rounds + 1):
        for game, desks in hall.items():
            start = number * CLIENTS % len(desks)
            turns = asyncio.run(_by_turns(server, desks[start : start + CLIENTS], spare))
            if number:  # the first one warms up
                inserts += [inserted for _saved, inserted in turns]
                saves[game] += [saved for saved, _inserted in turns]
                ratios[game] += [saved / inserted for saved, inserted in turns]
    yield "inserts-a-second", median(inserts), "rows"
    for game, numbers in saves.items():
        yield f"saves-a-second.{game.slug}", median(numbers), "hands"
    for game, numbers in ratios.items():
        yield f"save/insert.{game.slug}", median(numbers), "times"


async def _by_turns(server: Server, desks: Sequence[Desk], spare: Sequence[Desk]) -> list[tuple[float, float]]:
    """Return the saves per second in each turn, and the inserts around it."""
    wires = [Wire(server.port) for _ in desks]

    async def a_second(play: Play, at: Sequence[Desk]) -> float:
        began = perf_counter()
        rows = await asyncio.gather(*(play(desk, wire) for desk, wire in zip(at, wires, strict=False)))
        return sum(map(len, rows)) / (perf_counter() - began)

    await a_second(_open, desks)
    turns, before = [], await a_second(_insert, spare)
    for _ in range(TURNS):
        saved, after = await a_second(_save, desks), await a_second(_insert, spare)
        turns.append((saved, mean((before, after))))
        before = after
    for wire in wires:
        wire.close()
    return turns


async def _open(desk: Desk, wire: Wire) -> list[float]:
    """Load the table's page first, as somebody who saves a hand has done."""
    return [await wire.get(desk.page, desk.cookies)]


async def _save(desk: Desk, wire: Wire) -> list[float]:
    return [await wire.post(desk.record, desk.cookies, desk.next_post()) for _ in range(SAVES)]


async def _insert(desk: Desk, wire: Wire) -> list[float]:
    body = f"table={desk.table.pk}".encode()
    return [await wire.post(BARE, "", body) for _ in range(INSERTS)]


Grown = dict[str, dict[int, list[Desk]]]
"""Tables by game and variant, and by the number of hands on the sheet."""


def grown_sheets(club: Club, sizes: Sequence[int], rounds: int) -> Grown:
    """Make three tables of each size, since a sheet grows while it is measured."""
    return {
        f"{game.slug}-{preset}": {
            size: desks_of(club, evening_of(club, game, preset, size, rounds + 1), 3, OTHERS) for size in sizes
        }
        for game, preset in usual_and_remembering()
    }


@dataclass(frozen=True, slots=True)
class Saved:
    """A save and what the other phones at the table then fetch: processor time of the server, in seconds."""

    clock: float
    save: float
    fetches: float
    empty: float
    """For an answer that there is nothing new."""


def growth(server: Server, grown: Grown, rounds: int) -> Iterator[Line]:
    """Yield the time of a save on sheets of these sizes, in turns: wall-clock time and processor time of the server.

    `hand` is a save with what the other phones then fetch, in empty answers of the same run.
    """
    for name, by_size in grown.items():
        taken = asyncio.run(_grow(server, by_size, rounds))
        clocks = [median(one.clock for one in row) for row in taken.values()]
        processors = [median(one.save for one in row) for row in taken.values()]
        for size, clock, processor in zip(taken, clocks, processors, strict=True):
            yield f"save.{name}.{size}", clock * 1000, "ms"
            yield f"save.{name}.{size}.processor", processor * 1000, "ms"
        for kind, values in (("", clocks), (".processor", processors)):
            yield f"save.{name}.slowest/quickest{kind}", max(values) / min(values), "times"
        empty = median(one.empty for row in taken.values() for one in row)
        yield f"hand.empty.{name}", empty * 1000, "ms"
        for size, row in taken.items():
            yield f"hand.fetch.{name}.{size}", median(one.fetches for one in row) / OTHERS * 1000, "ms"
            yield f"hand.all.{name}.{size}", median(one.save + one.fetches for one in row) / empty, "times"


async def _grow(server: Server, by_size: dict[int, list[Desk]], rounds: int) -> dict[int, list[Saved]]:
    wire = Wire(server.port)
    taken: dict[int, list[Saved]] = {size: [] for size in by_size}

    async def ask(desk: Desk, since: int, status: int) -> float:
        began = server.processor
        for cookies in desk.others:
            await wire.get(f"{desk.changes}?since={since}&form", cookies, status)
        return server.processor - began

    for number in range(rounds + 1):  # the first one warms up
        for place in range(3):
            for size, desks in by_size.items():
                desk, before = desks[place], server.processor
                version = desk.table.version + desk.sent
                clock = await wire.post(desk.record, desk.cookies, desk.next_post())
                save = server.processor - before
                fetches = await ask(desk, version, HTTPStatus.OK)
                empty = await ask(desk, version + 1, HTTPStatus.NO_CONTENT) / OTHERS
                if number:
                    taken[size].append(Saved(clock, save, fetches, empty))
    wire.close()
    return taken


async def listening(server: Server, desks: Sequence[Desk], hands: int) -> list[Line]:
    """Yield what listening phones cost, and how soon they learn of a hand saved at their table."""
    lines: list[Line] = []
    phones = [desk for desk in desks for _ in range(PHONES)]
    began = perf_counter()
    streams = await listen(server.port, phones)
    lines.append(("streams", len(streams), "streams"))
    lines.append(("streams.opened", (perf_counter() - began) * 1000, "ms"))
    await _calm(server)
    lines.append(("streams.settled", (perf_counter() - began) * 1000, "ms"))
    began, before = perf_counter(), server.processor
    await asyncio.sleep(IDLE)
    lines.append(("streams.idle", 100 * (server.processor - before) / (perf_counter() - began), "percent"))
    lines.append(("streams.memory", server.memory / 2**20, "MiB"))
    before, began = server.processor, perf_counter()
    rooms = zip(desks, (streams[place : place + PHONES] for place in range(0, len(streams), PHONES)), strict=True)
    heard = await asyncio.gather(
        *(_hear(server, desk, phones, place / 2) for place, (desk, phones) in zip(range(hands), rooms, strict=False))
    )
    busy = 100 * (server.processor - before) / (perf_counter() - began)
    lines.append(("streams.two-hands-a-second", busy, "percent"))
    signals = sorted(time for signals, _fragment in heard for time in signals)
    fragments = sorted(fragment for _signals, fragment in heard)
    for name, times in (("news", signals), ("news.fragment", fragments)):
        lines.append((f"{name}.median", median(times) * 1000, "ms"))
        lines.append((f"{name}.p95", _percentile(times, 95) * 1000, "ms"))
    for stream in streams:
        stream.transport.close()
    await _calm(server)
    return lines


async def _calm(server: Server) -> None:
    """Wait until the server is idle: after opening a stream, it checks whether the phone's link is still valid."""
    busy = CALM
    while busy >= CALM:
        before = server.processor
        await asyncio.sleep(1)
        busy = server.processor - before


async def _hear(server: Server, desk: Desk, phones: Sequence[Stream], after: float) -> tuple[list[float], float]:
    """Return the seconds from the POST of one phone until the others learn of it, and until one has fetched it."""
    await asyncio.sleep(after)
    writing, reading = Wire(server.port), Wire(server.port)
    _one, *others = phones
    loop = asyncio.get_running_loop()
    news = [loop.create_future() for _ in others]
    for phone, future in zip(others, news, strict=True):
        phone.heard = lambda version, future=future: future.done() or future.set_result((perf_counter(), version))
    began = perf_counter()
    save = asyncio.create_task(writing.post(desk.record, desk.cookies, desk.next_post()))
    async with asyncio.timeout(LAGGARDS):
        _heard, version = await news[0]
        await reading.get(f"{desk.changes}?since={version - 1}&form", desk.cookies)
        fetched = perf_counter()
        await save
        times = [heard - began for heard, _version in await asyncio.gather(*news)]
    writing.close()
    reading.close()
    return times, fetched - began


def writing(server: Server, desks: Sequence[Desk]) -> Iterator[Line]:
    """Yield the times of many tables at once: at twenty times the pace of a quick evening, and as fast as possible."""
    offsets = {desk.record: PACE * place / len(desks) for place, desk in enumerate(desks)}

    async def at_a_pace(desk: Desk, wire: Wire) -> list[float]:
        loop = asyncio.get_running_loop()
        start = loop.time() + offsets[desk.record]
        times = []
        for number in range(HANDS):
            await asyncio.sleep(start + number * PACE - loop.time())
            times.append(await wire.post(desk.record, desk.cookies, desk.next_post()))
        return times

    async def flat_out(desk: Desk, wire: Wire) -> list[float]:
        return [await wire.post(desk.record, desk.cookies, desk.next_post()) for _ in range(HANDS)]

    for name, play in (("at-a-pace", at_a_pace), ("flat-out", flat_out)):
        times = sorted(time for row in asyncio.run(each(desks, server.port, play)) for time in row)
        usual, slow = median(times), _percentile(times, 99)
        yield f"writing.{name}.median", usual * 1000, "ms"
        yield f"writing.{name}.p99", slow * 1000, "ms"
        yield f"writing.{name}.p99/median", slow / usual, "times"


def _percentile(times: Sequence[float], percent: int) -> float:
    """Return a percentile of sorted times."""
    return times[ceil(len(times) * percent / 100) - 1]
