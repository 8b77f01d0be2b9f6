"""Django's `migrate` in one transaction: if it is killed at any moment, the database stays as it was.

Django commits each migration by itself, and records it only afterwards. If it is killed in between, the next `migrate`
finds tables that it does not know, and can never get past them (docs/decisions/0029-one-migrate.md).
"""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from scorer.setup.database import wait_for_database
from scorer.setup.earlier_versions import (
    BEFORE_1_0,
    SEAT_RESULT,
    fill_results,
    is_before_1_0,
    known_migrations,
    later_migrations,
)

MIGRATING = 7_267_673
"""The number of the lock for which a second `migrate` waits on PostgreSQL. On SQLite it waits for the transaction."""

MAX_WAIT_MS = 120_000
"""On a slow machine, another `migrate` takes longer than the 20 s that other commands wait on SQLite."""


class Command(migrate.Command):
    def handle(self, *args: Any, database: str, **options: Any) -> None:
        wait_for_database(self.stdout.write)
        connection = connections[database]
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA busy_timeout = {MAX_WAIT_MS}")
        # SQLite rebuilds many tables, so foreign keys can only be checked at the end.
        with connection.constraint_checks_disabled(), transaction.atomic(using=database):
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
                    # A table cannot be altered while deferred constraints of its rows wait for the commit.
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            before = MigrationRecorder(connection).applied_migrations()
            if is_before_1_0(before):
                raise CommandError(_("This database cannot be brought up to date.") + f" {BEFORE_1_0}")
            known = known_migrations()
            installed = {app for app, _name in known}
            if any(app in installed for app, _name in later_migrations(before, known)):
                raise CommandError(
                    _("A later version of Scorer has used this database. Install that version, or restore a backup.")
                )
            super().handle(*args, database=database, **options)
            if SEAT_RESULT in MigrationRecorder(connection).applied_migrations().keys() - before.keys():
                fill_results()
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:  # for what follows in this transaction, if it is not our own
                    cursor.execute("SET CONSTRAINTS ALL DEFERRED")
