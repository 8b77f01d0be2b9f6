"""Whole clubs: `club add NAME` and the like, for whoever runs a server for many."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorer.club.hosts import printed_address, set_host
from scorer.club.models import Club
from scorer.club.names import same_name
from scorer.club.services import suspend
from scorer.db.commands import DatabaseCommand
from scorer.db.ids import IdConverter
from scorer.setup.backup.engine import BackupError
from scorer.setup.clubs.club_file import ClubFileError
from scorer.setup.clubs.importing import ImportedClub, import_club
from scorer.setup.clubs.overview import with_figures
from scorer.setup.clubs.services import delete_club, export_club, find_club
from scorer.setup.services import add_club, setup_path
from scorer.web.formatting import day


class Command(DatabaseCommand):
    help = _("Adds, lists, exports, imports, suspends and deletes clubs, on a server for many.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        helps = {
            "add": _("adds a club, and prints the link with which its director sets it up"),
            "list": _("lists the clubs: tables, hands, last evening, size, id"),
            "export": _("writes everything of a club to FILE"),
            "import": _("reads a club from FILE"),
            "host": _("gives a club a host name of its own, or takes it away"),
            "suspend": _("lets the pages of a club say that it is suspended; its phones keep what they hold"),
            "resume": _("lifts the suspension"),
            "delete": _("writes everything of a club to a file in the data folder, and deletes the club"),
        }
        made = {name: what.add_parser(name, help=text, description=text) for name, text in helps.items()}
        for name in ("add", "export", "host", "suspend", "resume", "delete"):
            made[name].add_argument("name", metavar="NAME", help=_("of the club, or its id"))
        for name in ("export", "import"):
            made[name].add_argument("file", metavar="FILE", type=Path)
        made["export"].add_argument("--passwords", action="store_true", help=_("also the hashes of the passwords"))
        made["export"].add_argument(
            "--sessions", action="store_true", help=_("also which phones have joined tables, and who is logged in")
        )
        made["export"].add_argument("--force", action="store_true", help=_("overwrite FILE if it exists"))
        made["import"].add_argument(
            "--login",
            metavar="LOGIN=HERE",
            action="append",
            default=[],
            help=_("this login of the file is that person, who has a login here"),
        )
        made["host"].add_argument("host", metavar="HOST", help=_("such as nord.example, or - for none"))
        made["delete"].add_argument("--yes", action="store_true", help=_("do not ask"))

    def handle(self, *_args: Any, what: str, **options: Any) -> None:
        try:
            getattr(self, f"_{what}")(options)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except (ClubFileError, BackupError, OSError) as error:
            raise CommandError(str(error)) from error

    def _add(self, options: dict[str, Any]) -> None:
        club = add_club(options["name"])
        site = printed_address(club)
        self.stdout.write(f"{site or ''}{setup_path(club)}")
        if not site:
            self.stdout.write(_("Put the address of this site in front of it."))
        self.stdout.write(_("Whoever opens it first sets up the club and directs it."))

    def _list(self, _options: dict[str, Any]) -> None:
        for club in with_figures(Club.objects.order_by("name", "pk")):
            said = [
                club.name,
                ngettext("%(n)d table", "%(n)d tables", club.table_count) % {"n": club.table_count},
                ngettext("%(n)d hand", "%(n)d hands", club.hand_count) % {"n": club.hand_count},
                day(timezone.localtime(club.last_opened)) if club.last_opened else _("never played"),
                filesizeformat(club.size).replace("\xa0", " "),
                IdConverter().to_url(club.pk),
                *([club.host] if club.host else []),
                *([_("suspended")] if club.suspended else []),
                *([] if club.has_logins else [_("not set up yet")]),
            ]
            self.stdout.write(", ".join(said))

    def _export(self, options: dict[str, Any]) -> None:
        file: Path = options["file"]
        flags = {name: options[name] for name in ("passwords", "sessions", "force")}
        export_club(find_club(options["name"]), file, **flags)
        size = filesizeformat(file.stat().st_size).replace("\xa0", " ")
        self.stdout.write(_("%(file)s: the whole club, %(size)s.") % {"file": file, "size": size})
        if not options["passwords"]:
            self.stdout.write(_("Without the passwords: after an import, each login needs a one-time link."))

    def _import(self, options: dict[str, Any]) -> None:
        imported = import_club(options["file"], same=dict(_pair(text) for text in options["login"]))
        self.stdout.write(_("%(club)s has been imported, with everything.") % {"club": imported.club.name})
        if imported.links_go_on:
            self.stdout.write(_("The links and QR codes still work: this server has the same SECRET_KEY."))
        else:
            self.stdout.write(_("The old links and QR codes no longer work: this server has another SECRET_KEY."))
        self._say_logins(imported)

    def _say_logins(self, imported: ImportedClub) -> None:
        if imported.lost_host:
            text = _("Its host name %(host)s is taken here, so the club has none.")
            self.stdout.write(text % {"host": imported.lost_host})
        for old, new in imported.renamed.items():
            self.stdout.write(_("The login %(old)s is called %(new)s here.") % {"old": old, "new": new})
        if imported.without_password:
            names = ", ".join(imported.without_password)
            self.stdout.write(_("Without a password (passwordlink NAME): %(names)s.") % {"names": names})

    def _host(self, options: dict[str, Any]) -> None:
        club = set_host(find_club(options["name"]), None if options["host"] == "-" else options["host"])
        if club.host:
            self.stdout.write(_("%(club)s is at %(site)s.") % {"club": club.name, "site": printed_address(club)})
        else:
            self.stdout.write(_("%(club)s has no host name of its own.") % {"club": club.name})

    def _suspend(self, options: dict[str, Any]) -> None:
        club = suspend(find_club(options["name"]), suspended=True, by=None)
        self.stdout.write(_("%(club)s is suspended.") % {"club": club.name})

    def _resume(self, options: dict[str, Any]) -> None:
        club = suspend(find_club(options["name"]), suspended=False, by=None)
        self.stdout.write(_("%(club)s is no longer suspended.") % {"club": club.name})

    def _delete(self, options: dict[str, Any]) -> None:
        club = find_club(options["name"])
        if not options["yes"]:
            if not sys.stdin.isatty():
                raise CommandError(_("There is nobody to ask here: use --yes."))
            typed = input(_("To delete %(club)s, type its name:") % {"club": club.name} + " ")
            if not same_name(typed, club.name):
                self.stdout.write(_("Nothing was changed."))
                return
        file = delete_club(club)
        self.stdout.write(
            _("%(club)s is deleted. Everything of it is in %(file)s.") % {"club": club.name, "file": file}
        )


def _pair(text: str) -> tuple[str, str]:
    before, equals, here = text.partition("=")
    if not equals:
        raise CommandError(_("Write --login LOGIN=HERE: the name in the file, then the name here."))
    return before, here
