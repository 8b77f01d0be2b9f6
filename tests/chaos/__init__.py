"""Whether saved hands survive failures: `make chaos`. docs/bench.md has the results.

Each part starts the real server in its own process, lets eight writers save hands over HTTP as a phone's outbox does,
and breaks something meanwhile: the server, the database, its disk, or the connection. Then it compares the responses
that the writers got with the database. It prints lines with a name, a value and a unit, and exits with status 1 if an
acknowledged hand is lost or duplicated, a number is missing, or the ledger has faults.

CHAOS_SAVES (2000) and CHAOS_ROUNDS (10): how many hands are saved while the server is killed, and how often it is.
"""

import os
import signal
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import django
from django.core.management import call_command

from tests.bench import Line, report

SAVES = int(os.environ.get("CHAOS_SAVES") or 2000)
ROUNDS = int(os.environ.get("CHAOS_ROUNDS") or 10)

STOPPED = 128 + signal.SIGTERM

MUST_BE_NONE = frozenset({"lost", "doubled", "gaps", "faults", "wrong", "unheard"})
"""The ends of names whose values must be 0.

lost: acknowledged hands that are missing or changed. doubled: hands that are saved twice, or that nobody sent. gaps:
tables whose numbers or versions are not 1, 2, 3 ... faults: faults in the ledger. unheard: tables whose last version
did not reach an open page. wrong: wrong responses and pages.
"""


@contextmanager
def site(folder: Path | None = None) -> Iterator[Path]:
    """A temporary folder of a site with an empty database. Models can be imported only inside the block."""
    with TemporaryDirectory(prefix="scorer-chaos-") as temporary:
        folder = folder or Path(temporary)
        os.environ |= {"DATA": str(folder), "DJANGO_SETTINGS_MODULE": "scorer.settings", "PORT": str(free_port())}
        if not on_postgresql():  # never use a database with data
            os.environ.pop("DATABASE_URL", None)
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        yield folder


def on_postgresql() -> bool:
    """A temporary database on the server that .ci/postgres has started."""
    return "POSTGRES_FOLDER" in os.environ


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def finish(lines: Iterable[Line]) -> None:
    """Print the lines, and exit with status 1 if one of them is not acceptable."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(STOPPED))  # otherwise the server would keep running
    seen: list[Line] = []
    database = "postgresql" if on_postgresql() else "sqlite"

    def noted() -> Iterator[Line]:
        for name, value, unit in lines:
            seen.append((f"{database}.{name}", value, unit))
            yield seen[-1]

    report(noted())
    wrong = [line for line in seen if is_wrong(line)]
    for name, value, unit in wrong:
        sys.stderr.write(f"{name}: {value} {unit}\n")
    sys.exit(bool(wrong))


def is_wrong(line: Line) -> bool:
    name, value, _unit = line
    return value != 0 and name.rpartition(".")[2] in MUST_BE_NONE
