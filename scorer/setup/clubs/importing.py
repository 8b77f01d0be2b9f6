"""Read a whole club from its file. Random ids stay, so links may go on; counted ones are given out again.

The log names logins by such an id. It gets the new ones, and so does what it has of lines that were stored together:
a checksum of each, in which the login takes part.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, models, transaction
from django.utils.translation import gettext as _

from scorer.audit.rows import read_rows as read_tables
from scorer.club.models import Club, Membership, Role, User
from scorer.club.names import clean_name
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
    renamed: dict[str, str] = field(default_factory=dict)
    """Logins whose names were taken, with their names here."""
    without_password: list[str] = field(default_factory=list)
    """Logins that need a one-time link, directors first."""


def import_club(path: Path) -> ImportedClub:
    """Read a club from its file: all of it or nothing. Raise ClubFileError if that is not possible."""
    header = read_header(path)
    if Club.objects.filter(pk=header["club"]).exists():
        raise ClubFileError(_("The club %(name)s is here already.") % {"name": header["name"]})
    try:
        with transaction.atomic():
            reading = _Reading(header)
            for kind, columns, rows in read_rows(path):
                reading.store(kind, columns, rows)
            return reading.finish()
    except (ValidationError, IntegrityError, DataError, KeyError, TypeError, ValueError) as error:
        raise ClubFileError(_("%(file)s contradicts itself: %(error)s") % {"file": path, "error": error}) from error


class _Reading:
    def __init__(self, header: Mapping[str, Any]) -> None:
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
        if part.model is Table and self.begins_era:
            values |= {"era": random_era(), "version": values["version"] + AHEAD}
        return values

    def _store_logins(self, logins: Iterable[Mapping[str, Any]]) -> None:
        taken = {clean_name(name).casefold() for name in User.objects.values_list("username", flat=True)}
        made: dict[Any, User] = {}
        for given in logins:
            values = {name: User._meta.get_field(name).to_python(value) for name, value in given.items()}  # type: ignore[union-attr]
            old, name = values.pop("id"), values["username"]
            names = (name, *(f"{name[:140]}-{number}" for number in range(2, 1_000)))
            values["username"] = next(free for free in names if clean_name(free).casefold() not in taken)
            taken.add(clean_name(values["username"]).casefold())
            if values["username"] != name:
                self.result.renamed[name] = values["username"]
            made[old] = User(**values)
            if "password" not in values:
                made[old].set_unusable_password()
        User.objects.bulk_create(made.values())
        self.new_ids.setdefault(User, {}).update({old: user.pk for old, user in made.items()})

    def finish(self) -> ImportedClub:
        self._settle_logins()
        self._renumber_log()
        Revision.objects.bulk_create(self.revisions, AT_ONCE)
        self.result.club.refresh_from_db()
        Revision.objects.log(Revision.Kind.CLUB, self.result.club, "import", None)
        return self.result

    def _settle_logins(self) -> None:
        """Let directors into the admin site, and nobody in who has no role in the club."""
        roles = dict(Membership.objects.filter(club=self.result.club).values_list("user", "role"))
        users = list(User.objects.filter(pk__in=self.new_ids.get(User, {}).values()).order_by("username"))
        for user in users:
            user.is_staff = roles.get(user.pk) == Role.DIRECTOR
            user.is_active = user.is_active and user.pk in roles
        User.objects.bulk_update(users, ["is_staff", "is_active"])
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
