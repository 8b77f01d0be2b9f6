"""Backups with SQLite's online backup, which copies a database while others read and write."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from urllib.parse import quote

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from scorer.db.ids import ERAS
from scorer.setup.backup.atomic import scratch_folder, write_atomically
from scorer.setup.backup.engine import OWNER_ONLY, BackupError

FIRST_BYTES = b"SQLite format 3\0"
TABLES = {"play_hand", "play_table", "history_revision", "django_migrations"}

TIMEOUT = 30.0
"""Seconds to wait for the write lock."""


class Engine:
    suffix = ".sqlite3"

    def save(self, path: Path) -> None:
        path.touch(OWNER_ONLY, exist_ok=False)
        with _sqlite_errors(), closing(_open(_live(), "rw")) as live, closing(_open(path, "rw")) as copy:
            live.backup(copy)  # in one step, and so consistent; in WAL mode others can write meanwhile
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, not three
            if not _is_sound(copy):
                raise BackupError(
                    _("The copy is damaged; perhaps the disk is full, or the database itself is damaged.")
                )

    def check(self, path: Path) -> None:
        with path.open("rb") as file:
            if file.read(len(FIRST_BYTES)) != FIRST_BYTES:
                raise BackupError(_("%(file)s is no backup of an SQLite database.") % {"file": path})
        try:
            with closing(_open(path, "ro")) as copy:
                sound = _is_sound(copy)
                ours = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")} >= TABLES
        except sqlite3.DatabaseError:
            sound = False
        if not sound:
            raise BackupError(_("%(file)s is damaged.") % {"file": path})
        if not ours:
            raise BackupError(_("%(file)s is a database, but not one of Scorer’s.") % {"file": path})

    def rows(self, path: Path, table: str, *columns: str) -> Iterator[tuple[str, ...]]:
        with closing(_open(path, "ro")) as copy:
            if copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [table]).fetchone():
                for row in copy.execute(f"SELECT {', '.join(columns)} FROM {table}"):  # noqa: S608  # our own names
                    yield tuple(map(str, row))

    def replace(self, path: Path, safety: Path | None, *, older: bool, version: int) -> None:
        """Write the backup into the database's file as one transaction.

        The server's connections see it with their next query. They would not see another file in its place.
        """
        with _sqlite_errors(), scratch_folder(Path(settings.DATA)) as folder:
            staged = folder / "staged.sqlite3"
            with closing(_open(path, "ro")) as source, closing(_open(staged, "rwc")) as copy:
                source.backup(copy)
            if older:
                _upgrade(staged)
            with closing(_open(staged, "rw")) as source, source:
                source.execute(
                    "UPDATE play_table SET version = max(version, ?), era = abs(random() % ?)", [version, ERAS]
                )
            self._put(staged, safety)

    def _put(self, staged: Path, safety: Path | None) -> None:
        deadline = monotonic() + TIMEOUT

        def between_steps(_status: int, _left: int, pages: int) -> None:
            """Save what will be replaced after the first step. Nobody else can write from then until the last step."""
            nonlocal safety
            if pages and safety:
                write_atomically(safety, self.save)
                safety = None
            elif not pages and monotonic() > deadline:  # not even the first step was possible
                raise BackupError(_("The database is being written to all the time. Stop Scorer and try again."))

        with closing(_open(staged, "ro")) as source, closing(_open(_live(), "rwc")) as live:
            live.execute("PRAGMA journal_mode=WAL")  # without which nobody could read while the copy is written
            (pages,) = source.execute("PRAGMA page_count").fetchone()
            source.backup(live, pages=pages // 100 + 1, progress=between_steps, sleep=0.1)
            live.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _live() -> Path:
    return Path(connection.settings_dict["NAME"]).absolute()


def _open(path: Path, mode: str) -> sqlite3.Connection:
    try:
        return sqlite3.connect(f"file:{quote(str(path))}?mode={mode}", uri=True)
    except sqlite3.OperationalError as error:
        raise BackupError(_("%(file)s cannot be opened: %(error)s.") % {"file": path, "error": error}) from error


@contextmanager
def _sqlite_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:  # the disk is full, or cannot be read
        raise BackupError(_("SQLite says: %(error)s.") % {"error": error}) from error


def _is_sound(copy: sqlite3.Connection) -> bool:
    return [result for (result,) in copy.execute("PRAGMA integrity_check")] == ["ok"]


def _upgrade(staged: Path) -> None:
    """Migrate the copy in another process, in which it is the database of the settings."""
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{quote(str(staged))}", "DATA": str(settings.DATA)}
    command = [sys.executable, "-m", "scorer", "migrate", "--no-input", "--verbosity=0"]
    done = subprocess.run(  # noqa: S603  # our own
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupError(_("The backup could not be brought up to date: %(error)s") % {"error": done.stderr.strip()})
