"""Ada and Boris are two threads of the server with a connection each to one database file."""

import contextlib
import gc
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connections, transaction
from django.db.utils import ConnectionHandler

from scorer.db.base import DEFAULT_TIMEOUT, DatabaseWrapper

Connect = Callable[..., DatabaseWrapper]


def connection_to(name: str, alias: str, **settings: Any) -> DatabaseWrapper:
    databases = ConnectionHandler({"default": {"ENGINE": "scorer.db", "NAME": name, **settings}})
    return DatabaseWrapper(databases.settings["default"], alias)


@pytest.fixture
def connect(tmp_path: Path, django_db_blocker: Any) -> Iterator[Connect]:
    """Makes a connection under an alias, for the thread that calls it."""
    made: list[DatabaseWrapper] = []

    def connect(alias: str, *, timeout: float = 5, name: str | None = None) -> DatabaseWrapper:
        # SQLite itself never waits, so what waits is the lock.
        options = {"transaction_mode": "IMMEDIATE", "timeout": timeout, "init_command": "PRAGMA busy_timeout=0"}
        connection = connection_to(name or str(tmp_path / "club.sqlite3"), alias, OPTIONS=options)
        connection.inc_thread_sharing()  # so that the end of the test may close what a thread left open
        connections[alias] = connection
        made.append(connection)
        return connection

    with django_db_blocker.unblock():
        with connect("set-up").cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute(
                "CREATE TABLE seat (id integer PRIMARY KEY, points integer,"
                " beside integer REFERENCES seat (id) DEFERRABLE INITIALLY DEFERRED)"
            )
            cursor.execute("INSERT INTO seat VALUES (1, 0, NULL)")
        yield connect
        for connection in made:
            connection.close()


class Thread(threading.Thread):
    """Keeps what the work raised, for the test to see."""

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self.work()
        except BaseException as error:  # noqa: BLE001  # told to the test
            self.error = error

    def finish(self) -> None:
        self.join(10)
        assert not self.is_alive(), "still waiting"
        if self.error:
            raise self.error


def score(alias: str, points: int = 1) -> None:
    with connections[alias].cursor() as cursor:
        cursor.execute("UPDATE seat SET points = points + %s WHERE id = 1", [points])


def points(alias: str) -> int:
    with connections[alias].cursor() as cursor:
        return int(cursor.execute("SELECT points FROM seat WHERE id = 1").fetchone()[0])


def boris_scores(connect: Connect, *, timeout: float = 5) -> Thread:
    def work() -> None:
        connect("boris", timeout=timeout)
        with transaction.atomic(using="boris"):
            score("boris")

    return Thread(work)


def boris_reads(connect: Connect) -> Thread:
    def work() -> None:
        with connect("boris").reading(), transaction.atomic(using="boris"):
            assert points("boris") == 0

    return Thread(work)


def commits() -> None:
    pass


def rolls_back() -> None:
    raise LookupError("Ada changed her mind")


def loses_her_connection() -> None:
    connections["ada"].close()


def breaks_a_constraint() -> None:
    with connections["ada"].cursor() as cursor:
        cursor.execute("UPDATE seat SET beside = 99 WHERE id = 1")  # found at COMMIT


@pytest.mark.parametrize(
    ("ends", "error", "total"),
    [
        (commits, None, 11),
        (rolls_back, LookupError, 1),
        (loses_her_connection, None, 1),
        (breaks_a_constraint, IntegrityError, 1),
    ],
)
def test_boris_waits_until_adas_transaction_ends(
    connect: Connect, ends: Callable[[], None], error: type[Exception] | None, total: int
) -> None:
    connect("ada")
    with pytest.raises(error) if error else contextlib.nullcontext(), transaction.atomic(using="ada"):
        score("ada", 10)
        boris = boris_scores(connect)
        boris.join(0.03)
        assert boris.is_alive(), "did not wait"
        ends()
    boris.finish()
    assert points("ada") == total


def test_nested_transactions_and_savepoints_wait_for_nothing(connect: Connect) -> None:
    connect("ada")
    with transaction.atomic(using="ada"):
        score("ada")
        with transaction.atomic(using="ada"):
            score("ada", 100)
            transaction.set_rollback(True, using="ada")
        with transaction.atomic(using="ada"), transaction.atomic(using="ada", savepoint=False):
            score("ada")
    with transaction.atomic(using="ada"):
        score("ada")
    assert points("ada") == 3


def test_who_reads_waits_for_nobody_and_sees_one_moment(connect: Connect) -> None:
    ada = connect("ada")
    with transaction.atomic(using="ada"):
        boris_reads(connect).finish()
    with ada.reading(), transaction.atomic(using="ada"):
        assert points("ada") == 0
        boris_scores(connect).finish()
        assert points("ada") == 0
    assert points("ada") == 1


def test_a_wait_ends_with_djangos_error(connect: Connect) -> None:
    connect("ada")
    with transaction.atomic(using="ada"):
        boris = boris_scores(connect, timeout=0.02)
        with pytest.raises(OperationalError, match=r"^database is locked$"):
            boris.finish()


def test_a_wait_is_twenty_seconds_where_no_option_says_otherwise(connect: Connect) -> None:
    connection = connect("ada")
    del connection.settings_dict["OPTIONS"]["timeout"]
    assert connection.get_connection_params()["timeout"] == 20
    assert connection._write_timeout == DEFAULT_TIMEOUT == 20


def test_a_transaction_that_cannot_begin_leaves_the_lock_free(connect: Connect, tmp_path: Path) -> None:
    connect("ada")
    with contextlib.closing(sqlite3.connect(tmp_path / "club.sqlite3", isolation_level=None)) as other_process:
        other_process.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"), transaction.atomic(using="ada"):
            pass
    boris_scores(connect).finish()


def test_one_thread_with_two_connections_to_one_file_is_refused_and_does_not_wait_for_itself(connect: Connect) -> None:
    def work() -> None:
        connect("ada")
        connect("ada again", timeout=threading.TIMEOUT_MAX)
        with transaction.atomic(using="ada"):
            with pytest.raises(OperationalError, match="locked"), transaction.atomic(using="ada again"):
                pass
            score("ada")
        with transaction.atomic(using="ada again"):
            score("ada again")
        assert points("ada") == 2

    Thread(work).finish()


def test_one_thread_writes_to_two_files_at_once(connect: Connect, tmp_path: Path) -> None:
    connect("ada")
    connect("archive", name=str(tmp_path / "archive.sqlite3"))
    with transaction.atomic(using="ada"), transaction.atomic(using="archive"):
        score("ada")
        connections["archive"].cursor().execute("CREATE TABLE evening (id integer)")
    assert points("ada") == 1


def test_two_spellings_of_one_file_are_one_lock(connect: Connect, tmp_path: Path) -> None:
    (tmp_path / "link.sqlite3").symlink_to(tmp_path / "club.sqlite3")
    ada, link = connect("ada"), connect("link", name=str(tmp_path / "link.sqlite3"))
    ada.ensure_connection()
    link.ensure_connection()
    assert ada._write_lock is link._write_lock is not None


def test_databases_in_memory_are_each_connections_own(connect: Connect) -> None:
    connect("one", name=":memory:")
    connect("two", name=":memory:")
    with transaction.atomic(using="one"), transaction.atomic(using="two"):
        connections["one"].cursor().execute("CREATE TABLE evening (id integer)")


def test_what_follows_a_commit_finds_the_lock_free(connect: Connect) -> None:
    connect("ada")
    with transaction.atomic(using="ada"):
        score("ada")
        transaction.on_commit(lambda: boris_scores(connect).finish(), using="ada")
    assert points("ada") == 2


def test_a_thread_that_died_inside_a_transaction_holds_nobody_up(connect: Connect, tmp_path: Path) -> None:
    def dies() -> None:
        database = {"ENGINE": "scorer.db", "NAME": str(tmp_path / "club.sqlite3")}
        connections["chloé"] = DatabaseWrapper(
            ConnectionHandler({"default": database})["default"].settings_dict, "chloé"
        )
        transaction.atomic(using="chloé").__enter__()
        score("chloé", 100)

    Thread(dies).finish()
    gc.collect()
    boris_scores(connect).finish()
    connect("ada")
    assert points("ada") == 1


def test_eight_threads_that_read_and_then_write_lose_nothing(connect: Connect) -> None:
    def adds(alias: str) -> Callable[[], None]:
        def work() -> None:
            connect(alias)
            for _ in range(20):
                with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
                    cursor.execute("UPDATE seat SET points = %s WHERE id = 1", [points(alias) + 1])

        return work

    for thread in [Thread(adds(f"phone {number}")) for number in range(8)]:
        thread.finish()
    connect("ada")
    assert points("ada") == 160
