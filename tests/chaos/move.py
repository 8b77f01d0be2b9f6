"""Move a club to another server while two clubs play: OTHER_DATABASE_URL=... python -m tests.chaos.move.

Each server has a database of its own, on a PostgreSQL of its own, and they have the same SECRET_KEY. A proxy for each
club stands for nginx, which leads the host name of a club to its server. The phones of Nord joined their tables by the
codes, without a login.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from secrets import token_hex
from typing import Any

import dj_database_url
from django.db import connection

from tests.bench import Line
from tests.chaos import finish, free_port, site
from tests.chaos.proxy import Proxy
from tests.chaos.server import ROOT, Server

HANDS = 64
OF_OTHERS = 200


class Site:
    """One of the servers, with the commands of whoever runs it."""

    def __init__(self, database: str, data: Path) -> None:
        self.database = database
        self.environment = {"DATABASE_URL": database, "DATA": str(data), "PORT": str(free_port())}

    def manage(self, *words: str) -> str:
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            command, cwd=ROOT, env=os.environ | self.environment, check=True, stdout=subprocess.PIPE, text=True
        )
        return done.stdout

    @contextmanager
    def looked_into(self) -> Iterator[None]:
        """Let this process and its commands use this database."""
        before = dict(connection.settings_dict), os.environ["DATABASE_URL"]
        connection.close()
        connection.settings_dict.update(dj_database_url.parse(self.database))
        os.environ["DATABASE_URL"] = self.database
        try:
            yield
        finally:
            connection.close()
            connection.settings_dict.update(before[0])
            os.environ["DATABASE_URL"] = before[1]


def moves(
    here: Site, there: Site, folder: Path, nord: Proxy, others: Proxy, old: Server, new: Server
) -> Iterator[Line]:
    from scorer.db.ids import IdConverter  # noqa: PLC0415  # needs the settings, as what imports models
    from tests.chaos import checking, writers  # noqa: PLC0415
    from tests.chaos.listening import Listener  # noqa: PLC0415

    club, other = writers.found_club(), writers.found_club()
    moved, played = writers.evening(club, nord.port, HANDS), writers.evening(other, others.port, OF_OTHERS)
    codes, moved.again = scan(moved, nord), 0.5
    tables = {hand.table for hand in played.hands}
    file, name = str(folder / "nord.club.gz"), IdConverter().to_url(club.club_id)
    with Listener(old.port, sorted(tables), other, played.cookie) as listener, played.played(), moved.played():
        moved.wait_for(0.3)
        already, began = len(played.acknowledged), time.monotonic()
        here.manage("club", "suspend", name)
        yield "move.suspended.wrong", says_suspended(moved, nord), "pages"
        here.manage("club", "export", name, file, "--passwords", "--sessions")
        told = there.manage("club", "import", file)
        yield "move.codes-end.wrong", "same SECRET_KEY" not in told, "sites"
        nord.behind = new.port
        yield "move.away", time.monotonic() - began, "s"
        here.manage("club", "delete", name, "--yes")
        yield "move.saved-by-others", len(played.acknowledged) - already, "hands"
    yield "move.others-idle.wrong", len(played.acknowledged) == already, "clubs"
    yield "move.others-refused.wrong", len(played.refused), "posts"
    yield "move.others-unheard.unheard", listener.unheard, "tables"
    yield "move.answered.503", moved.refused.count(HTTPStatus.SERVICE_UNAVAILABLE), "posts"
    yield "move.answered.wrong", sum(status != HTTPStatus.SERVICE_UNAVAILABLE for status in moved.refused), "posts"
    yield "move.dead-codes.wrong", sum(join(nord, code) == "" for code in codes), "codes"
    yield from checking.lines_of("move.others", checking.compare(played.hands))
    yield "move.left.wrong", checking.doubled({hand.table for hand in moved.hands}, {}), "hands"
    yield "move.here.faults", checking.faults(), "checks"
    with there.looked_into():
        yield from checking.lines_of("move", checking.compare(moved.hands))
        yield "move.there.faults", checking.faults(), "checks"


def scan(evening: Any, proxy: Proxy) -> list[str]:
    """Let a phone join each table by its code. Return the addresses in the codes."""
    from scorer.play import phones  # noqa: PLC0415  # as above
    from scorer.play.models import Table  # noqa: PLC0415

    tables = Table.objects.in_bulk({hand.table for hand in evening.hands})
    codes = {pk: str(phones.path_of(table, phones.Link.ENTRY)) for pk, table in tables.items()}
    sessions = {pk: join(proxy, code) for pk, code in codes.items()}
    for hand in evening.hands:
        hand.cookie = sessions[hand.table]
    return list(codes.values())


def join(proxy: Proxy, code: str) -> str:
    """Open the address in a code, and tap the button. Return the phone's session, or "" if the code is not valid."""
    from tests.chaos.writers import Phone  # noqa: PLC0415  # as above

    with Phone(proxy.port) as phone:
        phone.post(code, {}, "")
        return phone.session


def says_suspended(evening: Any, proxy: Proxy) -> bool:
    """Whether the page of a table does not say that the club is suspended."""
    from tests.chaos.writers import Phone  # noqa: PLC0415  # as above

    with Phone(proxy.port) as phone:
        hand = evening.hands[0]
        status, page = phone.post(hand.address, hand.body, hand.cookie)
    return status != HTTPStatus.SERVICE_UNAVAILABLE or "This club is suspended" not in page


def main() -> Iterator[Line]:
    os.environ |= {"SECRET_KEY": token_hex(32), "LC_ALL": "C.UTF-8"}
    with site() as folder:
        here = Site(os.environ["DATABASE_URL"], folder)
        there = Site(os.environ["OTHER_DATABASE_URL"], folder / "there")
        with (
            Server(folder / "log", **here.environment) as old,
            Server(folder / "log-there", "run", **there.environment) as new,
            Proxy(old.port) as nord,
            Proxy(old.port) as others,
        ):
            yield from moves(here, there, folder, nord, others, old, new)


if __name__ == "__main__":
    finish(main())
