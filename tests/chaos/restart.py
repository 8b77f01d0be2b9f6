"""Restart PostgreSQL while hands are saved and a page listens: python -m tests.chaos.restart."""

import time
from collections.abc import Iterator
from http import HTTPStatus

from django.db import connection

from tests.bench import Line
from tests.chaos import finish, site
from tests.chaos.postgres import Postgres
from tests.chaos.server import Server, until

HANDS = 200
WAYS = ("fast", "immediate")
"""How the database stops: it closes connections properly, or just exits."""


def restarts(server: Server) -> Iterator[Line]:
    from tests.chaos import checking, writers  # noqa: PLC0415  # imports models, which need the settings
    from tests.chaos.listening import Listener  # noqa: PLC0415

    who = writers.found_club()
    for way in WAYS:
        name = f"restart.{way}"
        evening = writers.evening(who, server.port, HANDS)
        tables = {hand.table for hand in evening.hands}
        with Listener(server.port, sorted(tables), who, evening.cookie) as listener, evening.played():
            evening.wait_for(0.4)
            began = time.monotonic()
            connection.close()  # our own connection would be closed too
            Postgres().ctl("restart", "-m", way)
            yield f"{name}.restart", time.monotonic() - began, "s"
            already = len(evening.acknowledged)
            until(lambda already=already, evening=evening: evening.trouble or len(evening.acknowledged) > already)
            yield f"{name}.first-save", time.monotonic() - began, "s"
        for status in sorted(set(evening.refused)):
            told = HTTPStatus(status).value if status else "no-answer"
            yield f"{name}.answered.{told}", evening.refused.count(status), "posts"
        unclear = [status for status in evening.refused if status != HTTPStatus.SERVICE_UNAVAILABLE]
        yield f"{name}.wrong", len(unclear), "posts"
        yield f"{name}.unheard", listener.unheard, "tables"
        yield from checking.lines_of(name, checking.compare(evening.hands))
        yield f"{name}.faults", checking.faults(), "checks"


def main() -> Iterator[Line]:
    with site() as folder, Server(folder / "log") as server:
        yield from restarts(server)


if __name__ == "__main__":
    finish(main())
