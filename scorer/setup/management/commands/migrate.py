"""Django's `migrate` as one transaction: whoever kills it, whenever, leaves the database as it was.

Django commits one migration after another, and writes down that one was made after it has been committed. Killed in
between, it would find tables that it does not know of, and never get past them (docs/decisions/0029-one-migrate.md).
"""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections, transaction

MIGRATING = 7_267_673
"""Of the lock in PostgreSQL that a second `migrate` waits for; on SQLite it waits for the transaction."""


class Command(migrate.Command):
    def handle(self, *args: Any, database: str, **options: Any) -> None:
        connection = connections[database]
        # SQLite makes many a table anew, and looks at what refers to it once all of it is there.
        with connection.constraint_checks_disabled(), transaction.atomic(using=database):
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
                    # A table cannot be altered while checks of its rows wait for the commit.
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            super().handle(*args, database=database, **options)
