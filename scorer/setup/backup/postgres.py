"""PostgreSQL's own programs: pg_dump writes a backup, pg_restore reads it, psql puts it back in one transaction."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from django.core.management import call_command
from django.db import connection, connections
from django.utils.translation import gettext as _

from scorer.db.ids import ERAS
from scorer.setup.backup.engine import OWNER_ONLY, Unusable
from scorer.setup.backup.scratch import write_whole

FIRST_BYTES = b"PGDMP"
END_OF_COPY = "\\.\n"
MOST_LETTERS = 500
"""Of what a program complains of."""

PLAIN = ("--no-owner", "--no-privileges", "--no-comments")

FOLDERS = Path("/usr/lib/postgresql")
"""Debian's, one for each version; its programs are not all on PATH."""

ATTEMPTS = 60
"""To find a moment in which nobody uses the tables; one lasts up to a second."""

END_WHO_WAITS = """
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid));"""
"""Whoever waits to write to what is about to go can only fail, and may hold what we wait for."""

NEW_ERAS = """
    DO $$ BEGIN
        UPDATE {schema}.play_table SET era = floor(random() * {eras});
    EXCEPTION WHEN undefined_column THEN
        NULL;
    END $$;"""
"""A backup of before there were eras gets them when it is brought up to date."""

ENVIRONMENT = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "service": "PGSERVICE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
}
"""How the programs are told where the database is: a command line can be read by everybody on the machine."""


class Engine:
    suffix = ".dump"

    def save(self, path: Path) -> None:
        path.touch(OWNER_ONLY, exist_ok=False)
        _run("pg_dump", "--format=custom", "--no-password", *PLAIN, f"--file={path}")

    def check(self, path: Path) -> None:
        with path.open("rb") as file:
            if file.read(len(FIRST_BYTES)) != FIRST_BYTES:
                raise Unusable(_("%(file)s is no backup of a PostgreSQL database.") % {"file": path})
        _run("pg_restore", f"--file={os.devnull}", str(path))  # reads it to the end
        if " play_hand " not in _run("pg_restore", "--list", str(path)):
            raise Unusable(_("%(file)s is a database, but none of Scorer.") % {"file": path})

    def rows(self, path: Path, table: str, *columns: str) -> Iterator[tuple[str, ...]]:
        """From the dump's text: COPY table (columns) FROM stdin, a line a row, and a line that ends it."""
        places: list[int] = []
        with _script(path, "--data-only", f"--table={table}") as lines:
            for line in map(bytes.decode, lines):
                if line == END_OF_COPY:
                    places = []
                elif places:
                    values = line.rstrip("\n").split("\t")
                    yield tuple(values[place] for place in places)
                elif line.startswith("COPY "):
                    names = [name.strip(' "') for name in line[line.index("(") + 1 : line.index(")")].split(",")]
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
            raise Unusable(_("The backup could not be brought up to date: %(error)s") % {"error": error}) from error

    def _put(self, path: Path, version: int, safety: Path | None = None) -> None:
        """In one transaction, in which others wait who would write, and then find the table gone."""
        schema, tables = _schema(), _tables()
        connections.close_all()  # what has been read through them would keep the tables from being replaced
        with _psql() as session:
            session.say("BEGIN;")
            if tables:
                session.say(_lock(tables, "EXCLUSIVE"))  # pg_dump may still read
                session.wait()
                if safety:
                    write_whole(safety, self.save)
                session.say(_lock(tables, "ACCESS EXCLUSIVE", meanwhile=END_WHO_WAITS))
                session.say(f"DROP TABLE {', '.join(tables)} CASCADE;")
            with _script(path) as script:
                session.read(script)
            session.say(f"UPDATE {schema}.play_table SET version = {version} WHERE version < {version};")  # noqa: S608  # ours
            session.say(NEW_ERAS.format(schema=schema, eras=ERAS))
            session.say("COMMIT;")
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _lock(tables: Sequence[str], mode: str, *, meanwhile: str = "") -> str:
    """SQL that locks all tables or none: whoever waits for one lock with others in hand may wait for ever."""
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
        END $$;"""


class _Session:
    """A psql that is told one thing after another, and ends at the first that fails."""

    def __init__(self, told: IO[bytes], answers: IO[bytes], complaints: IO[bytes]) -> None:
        self._told, self._answers, self._complaints = told, answers, complaints

    def say(self, line: str) -> None:
        with self._still_there():
            self._told.write(line.encode() + b"\n")
            self._told.flush()

    def read(self, script: IO[bytes]) -> None:
        with self._still_there():
            shutil.copyfileobj(script, self._told)

    def wait(self) -> None:
        """Until all is done that has been said so far."""
        self.say("\\echo done")
        if not self._answers.readline():
            raise self.trouble()

    def end(self) -> None:
        with self._still_there():
            self._told.close()

    def trouble(self) -> Unusable:
        self._complaints.seek(0)
        return Unusable(_in_short(self._complaints.read()))

    @contextmanager
    def _still_there(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError as error:
            with suppress(BrokenPipeError):
                self._told.close()  # what it still holds for a reader that is gone
            raise self.trouble() from error


@contextmanager
def _psql() -> Iterator[_Session]:
    """Its input ends without a COMMIT where something goes wrong in between, and then nothing has changed."""
    command = [_program("psql"), "--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--file=-"]
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(  # noqa: S603  # no shell, and nothing that somebody typed
            command, env=_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints
        )
        with process:
            session = _Session(_there(process.stdin), _there(process.stdout), complaints)
            session.say(f"\\o {os.devnull}")  # answers of queries; \echo is none
            yield session
            session.end()
        if process.returncode:
            raise session.trouble()


@contextmanager
def _script(path: Path, *options: str) -> Iterator[IO[bytes]]:
    """A backup as the SQL that makes it. Whoever stops reading early is not told what came of the rest."""
    command = [_program("pg_restore"), *PLAIN, *options, "--file=-", str(path)]
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints)  # noqa: S603  # as above
        with process:
            yield _there(process.stdout)
        if process.returncode:
            complaints.seek(0)
            raise Unusable(_in_short(complaints.read()))


def _run(name: str, *arguments: str) -> str:
    done = subprocess.run([_program(name), *arguments], env=_environment(), capture_output=True, check=False)  # noqa: S603
    if done.returncode:
        raise Unusable(_in_short(done.stderr))
    return done.stdout.decode()


def _program(name: str) -> str:
    """Of the server's own version if it is there: others write or read what the server may not understand."""
    database: Any = connection
    ours = FOLDERS / str(database.pg_version // 10_000) / "bin" / name
    newest = sorted(FOLDERS.glob(f"*/bin/{name}"), key=lambda path: path.parts[-3].zfill(3))
    found = str(ours) if ours.exists() else shutil.which(name) or next(map(str, reversed(newest)), None)
    if found is None:
        raise Unusable(_("The program %(name)s is missing: install the package postgresql-client.") % {"name": name})
    return found


def _environment() -> dict[str, str]:
    params = connection.get_connection_params()
    known = {ENVIRONMENT[name]: str(value) for name, value in params.items() if name in ENVIRONMENT and value}
    return {**os.environ, **known}


def _tables() -> list[str]:
    """The one first that every service at a table locks first: with it in hand nearly all else is free."""
    tables = sorted(connection.introspection.table_names(), key=lambda name: (name != "play_table", name))
    return [connection.ops.quote_name(table) for table in tables]


def _schema() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_schema())")
        return str(cursor.fetchone()[0])


def _there(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise AssertionError  # Popen was asked for it
    return stream


def _in_short(complaint: bytes) -> str:
    return " ".join(complaint.decode(errors="replace").split())[:MOST_LETTERS]
