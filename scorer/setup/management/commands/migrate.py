"""Django's `migrate` in one transaction: if it is killed at any moment, the database stays as it was.

Django commits each migration by itself, and records it only afterwards. If it is killed in between, the next `migrate`
finds tables that it does not know, and can never get past them (docs/decisions/0029-one-migrate.md).
"""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections, transaction
from django.db.migrations.recorder import MigrationRecorder

from scorer.setup.results import fill_results

MIGRATING = 7_267_673
"""The number of the lock for which a second `migrate` waits on PostgreSQL. On SQLite it waits for the transaction."""


SEAT_RESULT = ("play", "0016_seat_result")
"""After this migration, tables that were played before it need their results."""


class Command(migrate.Command):
    def handle(self, *args: Any, database: str, **options: Any) -> None:
        connection = connections[database]
        # SQLite rebuilds many tables, so foreign keys can only be checked at the end.
        with connection.constraint_checks_disabled(), transaction.atomic(using=database):
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
                    # A table cannot be altered while deferred constraints of its rows wait for the commit.
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            had_results = SEAT_RESULT in MigrationRecorder(connection).applied_migrations()
            super().handle(*args, database=database, **options)
            if not had_results and SEAT_RESULT in MigrationRecorder(connection).applied_migrations():
                fill_results()
