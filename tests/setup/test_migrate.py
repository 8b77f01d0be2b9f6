"""The first start creates the whole database or nothing, even if the machine is switched off meanwhile."""

import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from scorer.setup.database import PATIENCE, wait_for_database
from scorer.setup.earlier_versions import OF_1_0

pytestmark = pytest.mark.postgres
KILLS = 3
WRITES_DOWN = 'INSERT INTO "django_migrations"'
"""The last statement of a migration in Django."""

Do = Callable[[], Any]


def tables(url: str) -> int:
    """Count the tables that another connection sees."""
    if url.startswith("postgres"):
        with psycopg.connect(url) as postgres:
            return int(postgres.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchall()[0][0])
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as sqlite:
        return int(sqlite.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'").fetchall()[0][0])


def migrate(before_each: Callable[[str], None]) -> None:
    def execute(execute: Callable[..., Any], sql: Any, *rest: Any) -> Any:
        before_each(str(sql))
        return execute(sql, *rest)

    with connection.execute_wrapper(execute):
        call_command("migrate", verbosity=0)


def forked(do: Do) -> int:
    """Run the function in a process of its own, and return that."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            do()
            code = 0
        finally:
            os._exit(code)
    return child


def test_after_a_start_that_was_killed_the_next_one_succeeds_and_nobody_sees_part_of_it(url: str) -> None:
    count = 0
    seen: set[int] = set()

    def dies_at(moment: int) -> Callable[[str], None]:
        def before(sql: str) -> None:
            nonlocal count
            count += sql.startswith(WRITES_DOWN)
            if count == moment:
                os.kill(os.getpid(), signal.SIGKILL)

        return before

    def look(sql: str) -> None:
        if sql.startswith(("CREATE TABLE", WRITES_DOWN)):
            seen.add(tables(url))

    written = len(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    for moment in range(1, written + 1, written // KILLS):
        child = forked(partial(migrate, dies_at(moment)))
        assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
        assert tables(url) == 0
    migrate(look)
    assert seen == {0}
    assert tables(url) > 0
    call_command("migrate", check_unapplied=True, verbosity=0)


def test_an_older_database_gets_the_tables_of_a_new_one() -> None:
    """New databases run the squashed migrations; those of earlier versions run the ones that these replace."""
    old = MigrationLoader(None, ignore_no_migrations=True, replace_migrations=False)
    new = MigrationLoader(None, ignore_no_migrations=True)
    replaced = [node for node in old.graph.leaf_nodes() if not old.disk_migrations[node].replaces]
    state = old.project_state(replaced)
    assert {app for app, _name in replaced} == {app for app, _name in new.graph.leaf_nodes()}
    assert MigrationAutodetector(state, new.project_state()).changes(new.graph) == {}


def test_a_database_from_any_day_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever takes Scorer from its repository may have some of the replaced migrations: here, the last apps first."""
    old = MigrationLoader(None, ignore_no_migrations=True, replace_migrations=False)
    leaves = [node for node in reversed(old.graph.leaf_nodes()) if not old.disk_migrations[node].replaces]
    squashed = {node: migration for node, migration in old.disk_migrations.items() if migration.replaces}
    plan = list(dict.fromkeys(node for leaf in leaves for node in old.graph.forwards_plan(leaf)))
    for count in range(len(plan)):
        applied = {node: old.disk_migrations[node] for node in plan[:count]}
        applied |= {node: migration for node, migration in squashed.items() if applied.keys() >= {*migration.replaces}}
        monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda _self, applied=applied: dict(applied))
        executor = MigrationExecutor(connection)
        executor.loader.check_consistent_history(connection)
        ahead = [migration for migration, _back in executor.migration_plan(executor.loader.graph.leaf_nodes())]
        names = {name for step in ahead for name in step.replaces or [(step.app_label, step.name)]}
        assert names == {*plan[count:]}


def test_two_starts_at_the_same_time_succeed(url: str) -> None:
    both = [forked(partial(call_command, "migrate", verbosity=0)) for _ in range(2)]
    assert [os.waitstatus_to_exitcode(os.waitpid(start, 0)[1]) for start in both] == [0, 0]
    assert tables(url) > 0


def test_a_database_from_before_version_1_0_is_told_what_to_start_first(url: str) -> None:
    migrate(lambda _sql: None)
    MigrationRecorder(connection).record_unapplied(*OF_1_0)
    MigrationRecorder(connection).record_applied(OF_1_0[0], "0001_initial")
    with pytest.raises(CommandError, match=r"older than version 1\.0\. Start version 1\.0 with it first"):
        call_command("migrate", verbosity=0)


def test_an_older_version_does_not_start_on_the_database_of_a_later_one(url: str) -> None:
    migrate(lambda _sql: None)
    recorder = MigrationRecorder(connection)
    recorder.record_applied("play", "0001_initial")  # squashed since
    recorder.record_applied("whist", "0001_initial")  # of a game that has been removed
    migrate(lambda _sql: None)
    recorder.record_applied("play", "9999_of_a_later_version")
    with pytest.raises(CommandError, match="A later version of Scorer has used this database"):
        call_command("migrate", verbosity=0)


def test_it_waits_for_a_database_that_is_not_there_yet_but_not_for_ever(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    connect = BaseDatabaseWrapper.ensure_connection

    def after(seconds: int) -> Callable[[BaseDatabaseWrapper], None]:
        def ensure(wrapper: BaseDatabaseWrapper) -> None:
            if len(waited) < seconds:
                raise OperationalError("no route to host")
            connect(wrapper)

        return ensure

    said = StringIO()
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", after(3))
    wait_for_database(said.write)
    assert (len(waited), said.getvalue()) == (3, "Waiting for the database …")
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", after(1000))
    with pytest.raises(CommandError, match="cannot be reached: no route to host"):
        call_command("migrate", verbosity=0)
    assert len(waited) == 3 + PATIENCE
