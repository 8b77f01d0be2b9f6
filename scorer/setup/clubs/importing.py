"""Read a whole club from its file. Random ids stay, so links may go on; counted ones are given out again.

The log names logins by such an id. It gets the new ones, and so does what it has of lines that were stored together:
a checksum of each, in which the login takes part.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, models, transaction
from django.utils.translation import gettext as _

from scorer.audit.rows import read_rows as read_tables
from scorer.club.forms import MAX_NAME
from scorer.club.models import Club, Membership, User
from scorer.club.names import comparable
from scorer.club.services import find_logins, numbered, settle_login, taken_names
from scorer.db.ids import random_era
from scorer.db.rows import insert_rows
from scorer.history.models import Revision
from scorer.play.models import Hand, Table
from scorer.play.sheets import revision_values
from scorer.setup.backup import AHEAD
from scorer.setup.clubs import sessions
from scorer.setup.clubs.club_file import LOGINS, ClubFileError, later_version, links_of_site, read_header, read_rows
from scorer.transfer.club_rows import Part, parts

LOGGED_LOGINS = ("opened_by", "entered_by")
"""The values in the log that are logins."""
AT_ONCE = 100
"""Tables that are read together."""


@dataclass(slots=True)
class ImportedClub:
    club: Club
    links_go_on: bool
    """Whether the links and codes from before are valid here."""
    lost_host: str = ""
    """The host name of the club, if it is taken here."""
    renamed: dict[str, str] = field(default_factory=dict)
    """Logins whose names were taken, with their names here."""
    without_password: list[str] = field(default_factory=list)
    """Logins that need a one-time link, directors first."""


def import_club(path: Path, *, same: Mapping[str, str] | None = None) -> ImportedClub:
    """Read a club from its file: all of it or nothing. Raise ClubFileError if that is not possible.

    `same` names logins of the file whose people have logins here, by the names of those. They keep their passwords, and
    get the rights that they have in the club. No other login of the file becomes one that is here.
    """
    header = read_header(path)
    if Club.objects.filter(pk=header["club"]).exists():
        raise ClubFileError(_("The club %(name)s is here already.") % {"name": header["name"]})
    try:
        with transaction.atomic():
            reading = _Reading(header, dict(same or {}))
            for kind, columns, rows in read_rows(path):
                reading.store(kind, columns, rows)
            if reading.same:
                raise ClubFileError(_("The club has no login %(name)s.") % {"name": next(iter(reading.same))})
            return reading.finish()
    except (ValidationError, IntegrityError, DataError, KeyError, TypeError, ValueError) as error:
        raise ClubFileError(_("%(file)s contradicts itself: %(error)s") % {"file": path, "error": error}) from error


class _Reading:
    def __init__(self, header: Mapping[str, Any], same: dict[str, str]) -> None:
        self.same = same
        """The logins that are here already and have not been read yet."""
        self.known_here: set[int] = set()
        self.parts = {part.label: part for part in parts()}
        self.new_ids: dict[Any, dict[Any, int]] = {}
        """By model: the counted ids of the file, and those here."""
        self.result = ImportedClub(Club(pk=header["club"]), header["links"] == links_of_site())
        self.revisions: list[Revision] = []
        was_here = Revision.objects.of(Revision.Kind.CLUB, header["club"]).filter(action="delete")
        self.begins_era = was_here.exists()
        """Processes may still remember tables of the club as they were when it was deleted."""

    def store(self, kind: str, columns: list[str], rows: list[list[Any]]) -> None:
        if kind == LOGINS:
            self._store_logins([dict(zip(columns, row, strict=True)) for row in rows])
            return
        if kind == sessions.LABEL:
            sessions.store_sessions([dict(zip(columns, row, strict=True)) for row in rows], self.new_ids)
            return
        part = self.parts.get(kind)
        if part is None or not {field.attname for field in part.fields}.issuperset(columns):
            raise later_version()
        values = [self._values(part, dict(zip(columns, row, strict=True))) for row in rows]
        counted = part.model._meta.pk
        if part.model is Revision:
            self.revisions += [Revision(**row) for row in values]
        elif isinstance(counted, models.AutoField) and self._is_referred_to(part):
            known = self.new_ids.setdefault(part.model, {})
            olds = [row.pop(counted.attname) for row in values]
            made = part.model.objects.bulk_create(part.model(**row) for row in values)
            known.update(zip(olds, (row.pk for row in made), strict=True))
        else:
            names = [field.attname for field in part.fields if not isinstance(field, models.AutoField)]
            insert_rows(part.model, names, ([row[name] for name in names] for row in values))

    def _is_referred_to(self, part: Part) -> bool:
        return any(other.keys_to(part.model) for other in parts())

    def _values(self, part: Part, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of a row here. A column that the file does not know has its default."""
        values = {}
        for column in part.fields:
            value = column.to_python(given[column.attname]) if column.attname in given else column.get_default()
            if value is not None and column.related_model in self.new_ids:
                value = self.new_ids[column.related_model][value]
            values[column.attname] = value
        if part.model is Club:
            values["suspended"] = False
            host = values["host"]
            if host and (host in settings.ALLOWED_HOSTS or Club.objects.filter(host=host).exists()):
                self.result.lost_host, values["host"] = host, None
        if part.model is Table and self.begins_era:
            values |= {"era": random_era(), "version": values["version"] + AHEAD}
        return values

    def _store_logins(self, logins: Iterable[Mapping[str, Any]]) -> None:
        taken = taken_names()
        made: dict[Any, User] = {}
        for given in logins:
            values = {name: User._meta.get_field(name).to_python(value) for name, value in given.items()}  # type: ignore[union-attr]
            old, name = values.pop("id"), values["username"]
            if name in self.same:
                self._use_login(old, self.same.pop(name))
                continue
            if comparable(name) in taken:
                values["username"] = numbered(name[:MAX_NAME], taken)
            taken.add(comparable(values["username"]))
            if values["username"] != name:
                self.result.renamed[name] = values["username"]
            made[old] = User(**values)
            if "password" not in values:
                made[old].set_unusable_password()
        User.objects.bulk_create(made.values())
        self.new_ids.setdefault(User, {}).update({old: user.pk for old, user in made.items()})

    def _use_login(self, old: int, name: str) -> None:
        user = next(iter(find_logins(name)), None)
        if user is None:
            raise ClubFileError(_("There is no login %(name)s.") % {"name": name})
        if user.pk in self.known_here:
            raise ClubFileError(_("Two logins of the file cannot both be %(name)s.") % {"name": name})
        self.known_here.add(user.pk)
        self.new_ids.setdefault(User, {})[old] = user.pk

    def finish(self) -> ImportedClub:
        self._settle_logins()
        self._renumber_log()
        Revision.objects.bulk_create(self.revisions, AT_ONCE)
        self.result.club.refresh_from_db()
        Revision.objects.log(Revision.Kind.CLUB, self.result.club, "import", None)
        return self.result

    def _settle_logins(self) -> None:
        """Let directors into the admin site, and nobody in who has no role in the club."""
        Membership.objects.filter(club=self.result.club, user__is_active=False).update(active=False)
        users = list(User.objects.filter(pk__in=self.new_ids.get(User, {}).values()).order_by("username"))
        for user in users:
            settle_login(user)
        lost = [user for user in users if user.is_active and not user.has_usable_password()]
        self.result.without_password = [user.username for user in sorted(lost, key=lambda user: not user.is_staff)]

    def _renumber_log(self) -> None:
        logins = self.new_ids.get(User, {})
        changed: dict[int, dict[str, Any]] = {}
        """By line: the values that its changes replaced, as they were before the first of them."""
        whole: dict[int, Revision] = {}
        """By table: how it was stored, if with all its lines."""
        for revision in self.revisions:
            revision.pk = None
            revision.actor_id = logins.get(revision.actor_id or 0)
            if revision.key == "setup":  # each site has this once
                revision.key = None
            for values in (revision.before, revision.after):
                values |= {name: logins.get(values[name]) for name in LOGGED_LOGINS if values.get(name)}
            if revision.kind == Revision.Kind.HAND:
                changed[revision.object_id] = revision.before | changed.get(revision.object_id, {})
            elif "lines" in revision.after:
                whole[revision.object_id] = revision
        for start in range(0, len(whole), AT_ONCE):
            for rows in read_tables(list(whole)[start : start + AT_ONCE]):
                lines = whole[rows.table.pk].after["lines"]
                for hand in rows.hands:
                    if hand.entered_by_id and hand.number <= len(lines):
                        entry = rows.entries.get(hand.pk) if hand.is_played else None
                        lines[hand.number - 1] = self._digest(hand, entry, changed, lines[hand.number - 1])

    def _digest(self, hand: Hand, entry: Any, changed: Mapping[int, dict[str, Any]], logged: int) -> int:
        """Return the checksum with the login's id here, or as it was if the line already differed from it."""
        line = revision_values.line_values(hand, entry)
        line |= {name: value for name, value in changed.get(hand.pk, {}).items() if name in line}
        olds = {new: old for old, new in self.new_ids.get(User, {}).items()}
        was = revision_values.digest(line | {"entered_by": olds.get(hand.entered_by_id or 0)})
        return revision_values.digest(line) if was == logged else logged
