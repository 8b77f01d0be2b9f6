import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scorer.club.models import Club
from scorer.club.names import same_name
from scorer.db.commands import DatabaseCommand
from scorer.db.ids import IdConverter
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.transfer.commands import add_club_argument, chosen_club
from scorer.transfer.event_export import export_club, export_event
from scorer.transfer.packed import pack

id_converter = IdConverter()


class Command(DatabaseCommand):
    help = _("Writes a club's events and tables for `import`, one JSON object per line (docs/table-format.md).")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE",
            nargs="?",
            help=_("standard output if left out; compressed if its name ends with .gz"),
        )
        parser.add_argument("--season", metavar="NAME", help=_("the events and tables of one season"))
        parser.add_argument("--event", metavar="ID", help=_("one event; its address ends with its ID"))
        parser.add_argument(
            "--results", action="store_true", help=_("only the plan and the results of the event, for `rank`")
        )
        add_club_argument(parser)

    def handle(
        self,
        *_args: Any,
        file: str | None,
        club: str | None,
        season: str | None,
        event: str | None,
        results: bool,
        **_options: Any,
    ) -> None:
        if results and event is None:
            raise CommandError(_("Use --results with --event ID."))
        if event is None:
            lines = _everything(chosen_club(club), season)
        else:
            lines = _results(_event(event)) if results else export_event(_event(event))
        if file is None:
            if isinstance(sys.stdout, TextIOWrapper):
                sys.stdout.reconfigure(encoding="utf-8")  # JSON is UTF-8, whatever the terminal's language
            for line in lines:
                self.stdout.write(line)
            return
        try:
            with Path(file).open("wb") as out:
                out.writelines(pack(lines) if file.endswith(".gz") else (line.encode() for line in lines))
        except OSError as error:
            params = {"file": file, "error": error.strerror}
            raise CommandError(_("Cannot write %(file)s: %(error)s.") % params) from error


def _everything(club: Club, season: str | None) -> Iterator[str]:
    if season is None:
        return export_club(club)
    seasons = [other for other in club.seasons.all() if same_name(other.name, season)]
    if not seasons:
        raise CommandError(_("There is no season of this name."))
    return export_club(club, seasons[0])


def _event(address: str) -> Event:
    event = next((event for event in Event.objects.installed() if id_converter.to_url(event.pk) == address), None)
    if event is None:
        raise CommandError(_("There is no such event."))
    return event


def _results(event: Event) -> Iterator[str]:
    lines = event_lines(EventResults(event), contestants_by_number(event))
    return (json.dumps(line) + "\n" for line in lines)
