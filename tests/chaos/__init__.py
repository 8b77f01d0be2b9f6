"""What becomes of saved hands when things break: `make chaos`. docs/bench.md keeps what it gave.

Each part starts the real server as a process of its own, has eight writers save hands by HTTP as a phone's outbox
would, and breaks something meanwhile: the server, the database, its disk, the way to it. Then it compares what the
writers were told with what is there. It prints lines of name, value and unit, and ends with status 1 if a hand that
was acknowledged is lost or doubled, a number is missing, or the ledger is not whole.

CHAOS_SAVES (2000) and CHAOS_ROUNDS (10): hands that are saved while the server is killed, and how often it is.
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
"""Last words of names: where one is not 0, that has happened which never must.

lost: hands that were acknowledged, and are not there as they were. doubled: hands that are there beside those sent.
gaps: tables whose numbers or versions are not 1, 2, 3 ... faults: of the ledger. unheard: tables of whose last version
an open page was not told. wrong: answers and pages that are not what they have to be.
"""


@contextmanager
def site(folder: Path | None = None) -> Iterator[Path]:
    """The folder of a site that is gone afterwards, its database made. Models can be imported inside only."""
    with TemporaryDirectory(prefix="scorer-chaos-") as temporary:
        folder = folder or Path(temporary)
        os.environ |= {"DATA": str(folder), "DJANGO_SETTINGS_MODULE": "scorer.settings", "PORT": str(free_port())}
        if not on_postgresql():  # never into a database that somebody uses
            os.environ.pop("DATABASE_URL", None)
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        yield folder


def on_postgresql() -> bool:
    """Started by .ci/postgres, on a database that is gone afterwards."""
    return "POSTGRES_FOLDER" in os.environ


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def finish(lines: Iterable[Line]) -> None:
    """Prints them, and ends the process with the status that they deserve."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(STOPPED))  # or the server would stay behind
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
