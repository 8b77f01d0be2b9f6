from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorer.club.models import Club
from scorer.db.commands import DatabaseCommand
from scorer.db.ids import IdConverter
from scorer.registry import all_games, get_game
from scorer.transfer.chunks import Interrupted
from scorer.transfer.commands import add_club_argument, chosen_club
from scorer.transfer.evenings import parse_evenings
from scorer.transfer.finished_events import parse_finished_event, readable_formats
from scorer.transfer.importing import Faulty, import_file
from scorer.transfer.json_lines import Parsed, parse_lines
from scorer.transfer.parsed import Fault
from scorer.transfer.survey import Source, Survey, survey
from scorer.transfer.undo import undo as undo_import
from scorer.web.spreadsheet_reader import Unreadable, rows

id_converter = IdConverter()
SPREADSHEETS = (".xlsx", ".csv")


class Command(DatabaseCommand):
    help = _(
        "Imports events and tables (JSON lines, also compressed), old evenings (.xlsx, .csv), or a finished event from "
        "another program (docs/table-format.md), each once. Nothing "
        "of the file is kept if anything is wrong with it, or if you stop the import with Ctrl-C. If its process is "
        "killed, what it has stored stays: import the same file again, which adds the rest, or undo the import."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE",
            nargs="?",
            help=_("a file written by `export`, a spreadsheet of old evenings, or an event from another program"),
        )
        parser.add_argument("--undo", metavar="ID", help=_("undo an import"))
        parser.add_argument("--dry-run", action="store_true", help=_("show what would be imported, and import nothing"))
        games = [game.slug for game in all_games()]
        parser.add_argument("--game", choices=games, help=_("the game of old evenings, if the file does not name it"))
        add_club_argument(parser)

    def handle(
        self, *_args: Any, file: str | None, club: str | None, game: str | None, undo: str | None, **options: Any
    ) -> None:
        if (file is None) == (undo is None):
            raise CommandError(_("Name a file, or an import with --undo."))
        into = chosen_club(club)
        if file is None:
            self._undo(into, undo or "")
            return
        try:
            source = _source(Path(file), into, game)
            contents = survey(into, source) if options["dry_run"] else import_file(into, source, by=None)
        except Faulty as faulty:
            contents = faulty.survey
        except (Unreadable, Interrupted) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            params = {"file": file, "error": error.strerror}
            raise CommandError(_("Cannot read %(file)s: %(error)s.") % params) from error
        if contents.faults:
            self._say_faults(contents)
            raise CommandError(_("Nothing was imported."))
        self._say(contents)
        for record in into.imports.unfinished():
            params = {
                "id": id_converter.to_url(record.pk),
                "when": f"{timezone.localtime(record.began):%Y-%m-%d %H:%M}",
            }
            self.stdout.write(
                _("The import of %(when)s is still running, or was killed. To undo it: import --undo %(id)s") % params
            )
        if options["dry_run"]:
            self.stdout.write(_("Nothing was imported: this was a dry run."))

    def _undo(self, club: Club, address: str) -> None:
        record = next((record for record in club.imports.to_undo() if id_converter.to_url(record.pk) == address), None)
        if record is None:
            raise CommandError(_("There is no such import, or it was undone already."))
        done = undo_import(record, by=None)
        for sentence in done.sentences:
            self.stdout.write(sentence)
        if done.kept:
            kept = ngettext(
                "%(n)d table was changed since the import, or its event was, and was kept.",
                "%(n)d tables were changed since the import, or their events were, and were kept.",
                done.kept,
            )
            self.stdout.write(kept % {"n": done.kept})

    def _say(self, contents: Survey) -> None:
        counts = (
            ngettext("%(n)d table", "%(n)d tables", contents.tables) % {"n": contents.tables},
            ngettext("%(n)d hand", "%(n)d hands", contents.hands) % {"n": contents.hands},
            ngettext("%(n)d total of an evening", "%(n)d totals of evenings", contents.totals) % {"n": contents.totals},
        )
        self.stdout.write(", ".join(counts))
        if contents.events:
            text = ngettext("%(n)d event", "%(n)d events", len(contents.events))
            self.stdout.write(text % {"n": len(contents.events)})
        if contents.championships:
            text = ngettext("%(n)d championship", "%(n)d championships", len(contents.championships))
            self.stdout.write(text % {"n": len(contents.championships)})
        self._say_existing(contents)
        for line in contents.changed:
            self.stdout.write(_("  line %(line)s: differs in the file") % {"line": line})
        for days in contents.seasons.values():
            old, new = _("Season: %(name)s, %(first)s to %(last)s"), _("New season: %(name)s, %(first)s to %(last)s")
            params = {"name": days.name, "first": days.first, "last": days.last}
            self.stdout.write((old if days.season else new) % params)
        self.stdout.write(_("Players on the roster: %(n)s") % {"n": len(contents.known)})
        for name, on_roster in contents.respelled:
            self.stdout.write(f"  {name} → {on_roster}")
        self.stdout.write(_("New players: %(n)s") % {"n": len(contents.new)})
        for player in contents.new.values():
            alike = contents.alike.get(player.name)
            meant = _(" (on the roster: %(names)s?)") % {"names": ", ".join(alike)} if alike else ""
            self.stdout.write(f"  {player.name}{meant}")
        self._say_remarks(contents)
        if contents.record:
            address = id_converter.to_url(contents.record.pk)
            self.stdout.write(_("To undo this import: import --undo %(id)s") % {"id": address})

    def _say_existing(self, contents: Survey) -> None:
        existing = (
            ngettext("%(n)d table", "%(n)d tables", contents.existing) % {"n": contents.existing},
            ngettext("%(n)d event", "%(n)d events", contents.existing_events) % {"n": contents.existing_events},
            ngettext("%(n)d championship", "%(n)d championships", contents.existing_championships)
            % {"n": contents.existing_championships},
        )
        counts = (contents.existing, contents.existing_events, contents.existing_championships)
        for count, here in zip(counts, existing, strict=True):
            if count:
                self.stdout.write(_("Already here, and left as they are: %(tables)s") % {"tables": here})

    def _say_remarks(self, contents: Survey) -> None:
        if contents.remarks:
            self.stdout.write(_("What the file says otherwise: %(n)s") % {"n": len(contents.remarks)})
        for remark in contents.remarks:
            where = _("line %(line)s") % {"line": remark.file_line} + ": " if remark.file_line else ""
            self.stdout.write(f"  {where}{remark.text}")

    def _say_faults(self, contents: Survey) -> None:
        for fault in contents.faults:
            where = [_("line %(line)s") % {"line": fault.file_line}]
            if fault.hand:
                where.append(_("hand %(number)s") % {"number": fault.hand})
            if fault.field:
                where.append(fault.field)
            self.stderr.write(f"{', '.join(where)}: {fault.text}")
        if contents.is_cut:
            self.stderr.write(_("The rest of the file was not checked."))


def _source(path: Path, club: Club, game: str | None) -> Source:
    if path.suffix.lower() in SPREADSHEETS:
        default_game = get_game(game) if game else None
        cells = rows(path.read_bytes())
        return lambda: parse_evenings(cells, club, default_game)

    if found := readable_formats().get(path.suffix.lower()):
        content = path.read_bytes()
        return lambda: parse_finished_event(content, club, *found)

    def read() -> Iterator[Parsed | Fault]:
        with path.open("rb") as file:
            yield from parse_lines(file, club)

    return read
