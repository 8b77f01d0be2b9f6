"""kill -9 while hands are saved: python -m tests.chaos.kill. On PostgreSQL, it kills server and database in turns."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from django.db import connection

from tests.bench import Line, machine
from tests.chaos import ROUNDS, SAVES, finish, on_postgresql, site
from tests.chaos.postgres import Postgres
from tests.chaos.server import Server, until


def kills(server: Server, saves: int, rounds: int, random: Random) -> Iterator[Line]:
    from tests.chaos import checking, writers  # noqa: PLC0415  # imports models, which need the settings

    who = writers.found_club()
    for number in range(1, rounds + 1):
        victim = "database" if on_postgresql() and number % 2 == 0 else "server"
        name = f"kill.{number}.{victim}"
        evening = writers.evening(who, server.port, saves // rounds)
        with evening.played():
            evening.wait_for(random.uniform(0.1, 0.9))
            time.sleep(random.uniform(0, 0.05))  # anywhere between two responses
            evening.open.clear()
            began = time.monotonic()
            start = kill_database() if victim == "database" else kill_server(server)
            connection.close()  # our own connection may be to the database that was killed
            until(evening.all_wait)
            acknowledged, unanswered = evening.acknowledged, evening.unanswered
            start()
            until(partial(server.shows, evening.sheets[0], evening.cookie))
            yield f"{name}.restart", time.monotonic() - began, "s"
            found, faults = checking.compare(evening.hands), checking.faults()
            saved_unsaid = checking.hands_by_key(unanswered)
            evening.open.set()
        wrong = [hand for hand in unanswered if hand.repeated != (hand.key in saved_unsaid)]
        yield f"{name}.acknowledged", len(acknowledged), "hands"
        yield f"{name}.unanswered", len(unanswered), "hands"
        yield f"{name}.recovered", len(saved_unsaid), "hands"
        yield f"{name}.wrong", len(wrong), "hands"
        yield from checking.lines_of(name, found + checking.compare(evening.hands))
        yield f"{name}.faults", faults, "checks"
    yield "kill.faults", checking.faults(), "checks"


def kill_server(server: Server) -> Callable[[], object]:
    """Kill it, and return a function that starts it again."""
    server.kill()
    return server.start


def kill_database() -> Callable[[], object]:
    database = Postgres()
    database.kill()
    return database.start


def main() -> Iterator[Line]:
    with site() as folder, Server(folder / "log") as server:
        began = time.monotonic()
        yield from machine("before")
        yield from kills(server, SAVES, ROUNDS, Random())
        yield "kill.all", time.monotonic() - began, "s"


if __name__ == "__main__":
    finish(main())
