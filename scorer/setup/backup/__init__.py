"""Backups: one file with the contents of the database, made while hands are being saved, and restored from."""

from itertools import count
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.play.models import Table
from scorer.setup.backup import postgres, sqlite
from scorer.setup.backup.atomic import write_atomically
from scorer.setup.backup.comparison import Lost, compare
from scorer.setup.backup.engine import BackupError, Engine
from scorer.setup.earlier_versions import BEFORE_1_0, is_before_1_0, known_migrations, later_migrations

AHEAD = 100
"""By how much a restore raises the versions of tables.

It is more than they can rise while the database is being replaced, and more than the changes that a page fetches one by
one.
"""


def engine() -> Engine:
    if connection.vendor == "sqlite":
        return sqlite.Engine()
    if connection.vendor == "postgresql":
        return postgres.Engine()
    raise BackupError(_("Backups are made of SQLite and PostgreSQL only."))


def save(path: Path, *, force: bool = False) -> None:
    """Make a backup. If that fails, no file is left."""
    if path.exists() and not force:
        raise BackupError(_("The file %(file)s exists already; --force overwrites it.") % {"file": path})
    if not path.parent.is_dir():
        raise BackupError(_("There is no folder %(folder)s.") % {"folder": path.parent})
    if _is_empty():
        raise BackupError(
            _("There is nothing to copy: this database is empty. Name the DATA or DATABASE_URL of the server.")
        )
    write_atomically(path, engine().save)


def check(path: Path) -> None:
    """Raise BackupError if the file cannot be restored here."""
    if not path.is_file():
        raise BackupError(_("There is no file %(file)s.") % {"file": path})
    engine().check(path)
    _is_older(path)


def find_lost(path: Path) -> Lost:
    """Return what restoring the backup would remove from the sheets."""
    return Lost() if _is_empty() else compare(engine(), path)


def restore(path: Path) -> Path | None:
    """Restore a backup that has been checked. Return the file with what it replaced, or None if that was empty."""
    safety, latest = None, 0
    if not _is_empty():
        safety, latest = _free_name(), Table.objects.aggregate(latest=Max("version"))["latest"] or 0
    engine().replace(path, safety, older=_is_older(path), version=latest + AHEAD)
    return safety


def _free_name() -> Path:
    folder, name, suffix = (
        Path(settings.DATA),
        f"before-restore-{timezone.localtime():%Y-%m-%d-%H%M%S}",
        engine().suffix,
    )
    files = (folder / f"{name}{'' if number == 1 else -number}{suffix}" for number in count(1))
    return next(file for file in files if not file.exists())


def _is_empty() -> bool:
    """Return whether the database has no tables yet."""
    return Table._meta.db_table not in connection.introspection.table_names()


def _is_older(path: Path) -> bool:
    """Return whether the backup is of an older version. Raise BackupError if it is of none that can be restored."""
    applied = {(app, name) for app, name in engine().rows(path, "django_migrations", "app", "name")}
    if is_before_1_0(applied):
        raise BackupError(_("The backup cannot be restored here.") + f" {BEFORE_1_0}")
    known = known_migrations()
    # The tables of a game that has been removed are allowed in the backup, if they are in this database too.
    unknown = later_migrations(applied - MigrationRecorder(connection).applied_migrations().keys(), known)
    if unknown:
        names = ", ".join(sorted(f"{app} {name}" for app, name in unknown))
        raise BackupError(
            _("The backup is of a newer Scorer, or has a game that is not installed here: %(names)s.")
            % {"names": names}
        )
    return bool(known - applied)
