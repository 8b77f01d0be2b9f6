"""Backups with PostgreSQL's own programs: pg_dump writes them, and pg_restore reads them."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import IO, Any, cast

import psycopg
from django.core.management import call_command
from django.db import connection, connections
from django.utils.translation import gettext as _

from scorer.db.ids import ERAS
from scorer.setup.backup.atomic import write_atomically
from scorer.setup.backup.engine import OWNER_ONLY, BackupError

FIRST_BYTES = b"PGDMP"
COPY, END_OF_COPY = b"COPY ", b"\\.\n"
MAX_LETTERS = 500
"""Length to which the error message of a program is cut."""

PLAIN = ("--no-owner", "--no-privileges", "--no-comments")

FOLDERS = Path("/usr/lib/postgresql")
"""Debian's folder, with one folder for each version. Not all of the programs are on PATH."""

ATTEMPTS = 60
"""Number of attempts to lock the tables, each of which takes up to a second."""

END_BLOCKED_WRITERS = """
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid));"""
"""Ends the sessions that wait for our lock: their writes would fail anyway, and they may hold locks we wait for."""

SAME_NAME = ("host", "port", "user", "password", "service", "sslmode", "sslrootcert", "sslcert", "sslkey")
ENVIRONMENT = {"dbname": "PGDATABASE"} | {name: f"PG{name.upper()}" for name in SAME_NAME}
"""The programs get the connection from the environment, since everybody on the machine can read command lines."""


class Engine:
    suffix = ".dump"

    def save(self, path: Path) -> None:
        path.touch(OWNER_ONLY, exist_ok=False)
        _run("pg_dump", "--format=custom", "--no-password", *PLAIN, f"--file={path}")

    def check(self, path: Path) -> None:
        with path.open("rb") as file:
            if file.read(len(FIRST_BYTES)) != FIRST_BYTES:
                raise BackupError(_("%(file)s is no backup of a PostgreSQL database.") % {"file": path})
        _run("pg_restore", f"--file={os.devnull}", str(path))  # reads it to the end
        if " play_hand " not in _run("pg_restore", "--list", str(path)):
            raise BackupError(_("%(file)s is a database, but not one of Scorer’s.") % {"file": path})

    def rows(self, path: Path, table: str, *columns: str) -> Iterator[tuple[str, ...]]:
        """Parse the dump's text: COPY table (columns) FROM stdin, a line for each row, and a line that ends it."""
        places: list[int] = []
        with _script(path, "--data-only", f"--table={table}") as lines:
            for line in lines:
                text = line.decode()
                if line == END_OF_COPY:
                    places = []
                elif places:
                    values = text.rstrip("\n").split("\t")
                    yield tuple(values[place] for place in places)
                elif line.startswith(COPY):
                    names = [name.strip(' "') for name in text[text.index("(") + 1 : text.index(")")].split(",")]
                    places = [names.index(column) for column in columns]

    def replace(self, path: Path, safety: Path | None, *, older: bool, version: int) -> None:
        self._put(path, version, safety)
        if not older:
            return
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except Exception as error:
            if safety:
                self._put(safety, version)
            raise BackupError(_("The backup could not be brought up to date: %(error)s") % {"error": error}) from error

    def _put(self, path: Path, version: int, safety: Path | None = None) -> None:
        """Replace all tables in one transaction. Others who would write wait, and then fail as the table is gone."""
        tables, params = _tables(), connection.get_connection_params()
        connections.close_all()  # their read locks would keep the tables from being replaced
        try:
            with psycopg.connect(**params) as session, _script(path) as script:
                (schema,) = session.execute("SELECT quote_ident(current_schema())").fetchone() or ("public",)
                if tables:
                    session.execute(_lock(tables, "EXCLUSIVE"))  # pg_dump may still read
                    if safety:
                        write_atomically(safety, self.save)
                    session.execute(_lock(tables, "ACCESS EXCLUSIVE", meanwhile=END_BLOCKED_WRITERS))
                    session.execute(f"DROP TABLE {', '.join(tables)} CASCADE".encode())
                _run_script(session, script)
                eras = f"UPDATE {schema}.play_table SET version = greatest(version, %s), era = floor(random() * %s)"  # noqa: S608  # ours
                session.execute(eras.encode(), [version, ERAS])
        except psycopg.Error as error:
            raise BackupError(_shorten(str(error))) from error
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _run_script(session: psycopg.Connection[Any], script: Iterable[bytes]) -> None:
    """Run SQL with the rows that follow each COPY. Lines with a backslash, which are meant for psql, are left out."""
    sql: list[bytes] = []
    lines = iter(script)
    for line in lines:
        if line.startswith(COPY):
            session.execute(b"".join(sql))
            sql.clear()
            with session.cursor().copy(line) as rows:
                for row in takewhile(END_OF_COPY.__ne__, lines):
                    rows.write(row)
        elif not line.startswith(b"\\"):
            sql.append(line)
    session.execute(b"".join(sql))


def _lock(tables: Sequence[str], mode: str, *, meanwhile: str = "") -> bytes:
    """Return SQL that locks all tables or none. Waiting for one lock while holding others could be a deadlock."""
    first, *_ = tables
    return f"""
        DO $$ BEGIN
            SET LOCAL lock_timeout = '1s';
            FOR attempt IN 1..{ATTEMPTS} LOOP
                BEGIN
                    LOCK TABLE {first} IN {mode} MODE;
                    LOCK TABLE {", ".join(tables)} IN {mode} MODE NOWAIT;
                    RETURN;
                EXCEPTION WHEN lock_not_available THEN
                    {meanwhile}
                    PERFORM pg_sleep(0.1);
                END;
            END LOOP;
            RAISE EXCEPTION 'The tables are in use all the time.';
        END $$;""".encode()


@contextmanager
def _script(path: Path, *options: str) -> Iterator[IO[bytes]]:
    """Yield a backup as SQL. If the caller stops reading early, errors in the rest are not reported."""
    command = [_program("pg_restore"), *PLAIN, *options, "--file=-", str(path)]
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors)  # noqa: S603  # as above
        with process:
            yield cast("IO[bytes]", process.stdout)
        if process.returncode:
            errors.seek(0)
            raise BackupError(_shorten(errors.read().decode(errors="replace")))


def _run(name: str, *arguments: str) -> str:
    done = subprocess.run([_program(name), *arguments], env=_environment(), capture_output=True, check=False)  # noqa: S603
    if done.returncode:
        raise BackupError(_shorten(done.stderr.decode(errors="replace")))
    return done.stdout.decode()


def _program(name: str) -> str:
    """Return the path of a program, if possible of the server's version. Others may be incompatible with it."""
    database: Any = connection
    ours = FOLDERS / str(database.pg_version // 10_000) / "bin" / name
    newest = sorted(FOLDERS.glob(f"*/bin/{name}"), key=lambda path: path.parts[-3].zfill(3))
    program = str(ours) if ours.exists() else shutil.which(name) or next(map(str, reversed(newest)), None)
    if program is None:
        raise BackupError(_("The program %(name)s is missing: install the package postgresql-client.") % {"name": name})
    return program


def _environment() -> dict[str, str]:
    params = connection.get_connection_params()
    known = {ENVIRONMENT[name]: str(value) for name, value in params.items() if name in ENVIRONMENT and value}
    return {**os.environ, **known}


def _tables() -> list[str]:
    """Return the quoted names of all tables, first the one that services lock first: few others are in use then."""
    tables = sorted(connection.introspection.table_names(), key=lambda name: (name != "play_table", name))
    return [connection.ops.quote_name(table) for table in tables]


def _shorten(message: str) -> str:
    return " ".join(message.split())[:MAX_LETTERS]
