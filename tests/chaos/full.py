"""Fill the disk of the database for a while: python -m tests.chaos.full.

The disk is a small file system in memory, if one can be mounted. Otherwise the server may not let files grow, which on
SQLite has the same effect. On PostgreSQL, this part is then skipped.
"""

import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from tests.bench import Line
from tests.chaos import finish, on_postgresql, site
from tests.chaos.server import Server, until

HANDS = 200
MEGABYTES = 48
REFUSED = 40
"""The number of responses that report a full disk before there is room again."""

Fill = Callable[[Server], Callable[[], object]]
"""Fill the disk, and return a function that frees it."""


def full(server: Server, fill: Fill) -> Iterator[Line]:
    from tests.chaos import checking, writers  # noqa: PLC0415  # imports models, which need the settings

    who = writers.found_club()
    evening = writers.evening(who, server.port, HANDS)
    with evening.played():
        evening.wait_for(0.3)
        make_room = fill(server)
        already = len(evening.acknowledged)
        until(lambda: evening.trouble or len(evening.refused) >= REFUSED)
        evening.open.clear()
        until(evening.all_wait)
        yield "full.saved-all-the-same", len(evening.acknowledged) - already, "hands"
        pages = [server.shows(path, evening.cookie) for path in evening.sheets]
        yield "full.pages-read", sum(pages), "pages"
        yield "full.pages.wrong", pages.count(False), "pages"
        unanswered = evening.unanswered
        saved_unsaid = checking.hands_by_key(unanswered)
        make_room()
        began, already = time.monotonic(), len(evening.acknowledged)
        evening.open.set()
        until(lambda: evening.trouble or len(evening.acknowledged) > already)
        yield "full.first-save", time.monotonic() - began, "s"
    yield "full.waited", len(unanswered), "hands"
    yield "full.recovered", len(saved_unsaid), "hands"
    yield "full.answered.503", evening.refused.count(HTTPStatus.SERVICE_UNAVAILABLE), "posts"
    yield "full.wrong", len(evening.refused) - evening.refused.count(HTTPStatus.SERVICE_UNAVAILABLE), "posts"
    yield from checking.lines_of("full", checking.compare(evening.hands))
    yield "full.faults", checking.faults(), "checks"


@contextmanager
def small_disk() -> Iterator[Path | None]:
    """Yield the folder of a small disk, or None if it cannot be mounted."""
    with TemporaryDirectory(prefix="scorer-disk-") as folder:
        options = f"size={MEGABYTES}m"
        mounted = run("mount", "-t", "tmpfs", "-o", options, "none", folder)
        try:
            yield Path(folder) if mounted else None
        finally:
            if mounted:
                run("umount", "--lazy", folder)


def run(*command: str) -> bool:
    try:
        return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0
    except FileNotFoundError:
        return False


def ballast(disk: Path) -> Fill:
    def fill(_server: Server) -> Callable[[], object]:
        file = disk / "ballast"
        with suppress(OSError), file.open("wb", buffering=0) as written:
            while True:
                written.write(b"\0" * 4096)
        return file.unlink

    return fill


def forbid_more(folder: Path) -> Fill:
    def fill(server: Server) -> Callable[[], object]:
        assert server.process
        longest = max(file.stat().st_size for file in folder.glob("scorer.sqlite3*"))
        process, (_soft, hard) = server.process.pid, resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (longest, hard))
        return lambda: resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))

    return fill


def main() -> Iterator[Line]:
    with small_disk() as disk, TemporaryDirectory() as log:
        if on_postgresql():
            if disk is None:
                sys.stderr.write("full: not tried, since no small disk can be mounted here\n")
                return
            move_database(disk)
        with site(None if on_postgresql() else disk) as folder, Server(Path(log) / "log") as server:
            yield from full(server, ballast(disk) if disk else forbid_more(folder))
        if on_postgresql():
            drop_database()


def move_database(disk: Path) -> None:
    """Use another database on the same server, with its tables on that disk. The files of the server itself stay."""
    shutil.chown(disk, Path(os.environ["POSTGRES_FOLDER"]).owner())
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"CREATE TABLESPACE small LOCATION '{disk}'")
        connection.execute("CREATE DATABASE small TABLESPACE small")
    os.environ["DATABASE_URL"] = os.environ["DATABASE_URL"].removesuffix("postgres") + "small"


def drop_database() -> None:
    with psycopg.connect(os.environ["DATABASE_URL"].removesuffix("small") + "postgres", autocommit=True) as connection:
        connection.execute("DROP DATABASE small WITH (FORCE)")
        connection.execute("DROP TABLESPACE small")


if __name__ == "__main__":
    finish(main())
