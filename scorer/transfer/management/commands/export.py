import sys
from argparse import ArgumentParser
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scorer.club.names import same_name
from scorer.transfer.commands import add_club_argument, chosen_club
from scorer.transfer.export import export


class Command(BaseCommand):
    help = _("Writes a club's tables for `import`, one JSON object per line (docs/table-format.md).")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", nargs="?", help=_("standard output if left out"))
        parser.add_argument("--season", metavar="NAME", help=_("the tables of one season"))
        add_club_argument(parser)

    def handle(self, *_args: Any, file: str | None, club: str | None, season: str | None, **_options: Any) -> None:
        found = chosen_club(club)
        tables = found.tables.not_cancelled()
        if season is not None:
            seasons = [other for other in found.seasons.all() if same_name(other.name, season)]
            if not seasons:
                raise CommandError(_("There is no season of this name."))
            tables = tables.filter(season=seasons[0])
        if file is None:
            if isinstance(sys.stdout, TextIOWrapper):
                sys.stdout.reconfigure(encoding="utf-8")  # JSON is UTF-8, whatever the terminal's language
            for line in export(tables):
                self.stdout.write(line)
            return
        try:
            with Path(file).open("w", encoding="utf-8", newline="") as out:
                out.writelines(export(tables))
        except OSError as error:
            params = {"file": file, "error": error.strerror}
            raise CommandError(_("Cannot write %(file)s: %(error)s.") % params) from error
