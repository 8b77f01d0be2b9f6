import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorer.db.commands import DatabaseCommand
from scorer.server.maintenance import SiteAlreadyClosed, close_site
from scorer.setup import backup
from scorer.setup.backup.comparison import LostHand
from scorer.setup.backup.engine import BackupError
from scorer.web.formatting import day, moment

MAX_LISTED = 200
"""Hands that are listed one by one."""


class Command(DatabaseCommand):
    help = _("Replaces everything in the database with a backup. First lists the hands that are newer than the backup.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help=_("a file that the command backup has made"))
        parser.add_argument("--yes", action="store_true", help=_("do not ask"))

    def handle(self, *_args: Any, file: Path, yes: bool, **_options: Any) -> None:
        if not (yes or sys.stdin.isatty()):
            raise CommandError(_("There is nobody to ask here: use --yes."))
        try:
            backup.check(file)
            with close_site():
                self._print_losses(file)
                if not (yes or self._agreed()):
                    self.stdout.write(_("Nothing was changed."))
                    return
                safety = backup.restore(file)
        except SiteAlreadyClosed as error:
            raise CommandError(_("Another restore is running.")) from error
        except (BackupError, OSError) as error:
            raise CommandError(f"{error} " + _("Nothing was changed.")) from error
        self.stdout.write(_("Restored from %(file)s.") % {"file": file})
        if safety:
            self.stdout.write(_("The data from before is in %(file)s.") % {"file": safety})

    def _agreed(self) -> bool:
        self.stdout.write(_("The site shows a maintenance page until you answer."))
        answer = input(_("Replace everything with the backup? Type yes:") + " ")
        return answer.strip().casefold() in {"yes", _("yes").casefold()}

    def _print_losses(self, file: Path) -> None:
        gone = backup.find_lost(file)
        newer = ngettext(
            "%(n)d hand is newer than the backup, and will be gone:",
            "%(n)d hands are newer than the backup, and will be gone:",
            len(gone.new),
        )
        changed = ngettext(
            "%(n)d hand has been changed since, and will be as it was before:",
            "%(n)d hands have been changed since, and will be as they were before:",
            len(gone.changed),
        )
        self._list(newer, gone.new)
        self._list(changed, gone.changed)
        if gone.others:
            others = ngettext("%(n)d other change is newer", "%(n)d other changes are newer", gone.others)
            self.stdout.write(others % {"n": gone.others} + " " + _("(players, seasons, logins, tables)."))
        if not (gone.new or gone.changed or gone.others):
            self.stdout.write(_("Nothing is newer than the backup."))

    def _list(self, heading: str, hands: Sequence[LostHand]) -> None:
        if hands:
            self.stdout.write(heading % {"n": len(hands)})
        for hand in hands[:MAX_LISTED]:
            self.stdout.write(
                "  "
                + _("%(club)s, table %(table)s of %(day)s: hand %(number)s, %(time)s")
                % {
                    "club": hand.club,
                    "table": hand.table,
                    "day": day(timezone.localtime(hand.opened_at)),
                    "number": hand.number,
                    "time": moment(timezone.localtime(hand.at)),
                }
            )
        if len(hands) > MAX_LISTED:
            self.stdout.write("  " + _("and %(n)d more") % {"n": len(hands) - MAX_LISTED})
