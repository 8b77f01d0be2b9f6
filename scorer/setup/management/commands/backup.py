from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from scorer.db.commands import DatabaseCommand
from scorer.setup.backup import save
from scorer.setup.backup.engine import BackupError


class Command(DatabaseCommand):
    help = _("Copies everything in the database to FILE, even while Scorer runs.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--force", action="store_true", help=_("overwrite FILE if it exists"))

    def handle(self, *_args: Any, file: Path, force: bool, **_options: Any) -> None:
        try:
            save(file, force=force)
        except (BackupError, OSError, DatabaseError) as error:
            raise CommandError(str(error)) from error
        size = filesizeformat(file.stat().st_size).replace("\xa0", " ")
        self.stdout.write(_("%(file)s: a backup of %(size)s.") % {"file": file, "size": size})
