"""One file with all that the site's database holds: made while hands are being saved, and put back again."""

from itertools import count
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.play.models import Table
from scorer.setup.backup import postgres, sqlite
from scorer.setup.backup.comparison import Lost, compared
from scorer.setup.backup.engine import Engine, Unusable
from scorer.setup.backup.scratch import write_whole

AHEAD = 100
"""More versions than a table can go through while it is being replaced, and than a phone is sent the lines of."""


def engine() -> Engine:
    if connection.vendor == "sqlite":
        return sqlite.Engine()
    if connection.vendor == "postgresql":
        return postgres.Engine()
    raise Unusable(_("Backups are made of SQLite and PostgreSQL only."))


def save(path: Path, *, force: bool = False) -> None:
    """Makes a backup, whole or not at all."""
    if path.exists() and not force:
        raise Unusable(_("There is a file %(file)s already; --force overwrites it.") % {"file": path})
    if not path.parent.is_dir():
        raise Unusable(_("There is no folder %(folder)s.") % {"folder": path.parent})
    if _is_empty():
        raise Unusable(
            _("There is nothing to copy: this database is empty. Name the DATA or DATABASE_URL of the server.")
        )
    write_whole(path, engine().save)


def check(path: Path) -> None:
    """Raises Unusable for a file that cannot be put back here."""
    if not path.is_file():
        raise Unusable(_("There is no file %(file)s.") % {"file": path})
    engine().check(path)
    _is_older(path)


def lost(path: Path) -> Lost:
    """What putting it back would take from the sheets."""
    return Lost() if _is_empty() else compared(engine(), path)


def put_back(path: Path) -> Path | None:
    """Restores a backup that has been checked, and gives the file with what was there before, if there was anything."""
    safety = None if _is_empty() else _free_name()
    engine().replace(path, safety, older=_is_older(path), version=_latest() + AHEAD)
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
    """Whether nothing has been set up in this database yet."""
    return Table._meta.db_table not in connection.introspection.table_names()


def _is_older(path: Path) -> bool:
    """Whether the backup is of an older Scorer. Raises Unusable for one of a newer."""
    applied = {(app, name) for app, name in engine().rows(path, "django_migrations", "app", "name")}
    known = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    # A game that was taken away is no reason: what this site has lived with until now it can live with again.
    unknown = applied - known - set(MigrationRecorder(connection).applied_migrations())
    if unknown:
        names = ", ".join(sorted(f"{app} {name}" for app, name in unknown))
        raise Unusable(
            _("The backup is of a newer Scorer, or has a game that is not installed here: %(names)s.")
            % {"names": names}
        )
    return bool(known - applied)


def _latest() -> int:
    return 0 if _is_empty() else Table.objects.aggregate(latest=Max("version"))["latest"] or 0
