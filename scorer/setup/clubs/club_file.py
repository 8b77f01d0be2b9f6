"""The file of a whole club: compressed JSON lines (docs/clubs.md).

The first line says what it is. Then each kind of row has a line with its name and columns, and a line for each row.
"""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from datetime import date, time
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from scorer import __version__
from scorer.club.models import Club, User
from scorer.setup.backup.engine import OWNER_ONLY
from scorer.setup.clubs import sessions as club_sessions
from scorer.transfer.club_rows import login_ids, parts

FORMAT = 1
LOGINS = User._meta.label_lower
LOGIN_COLUMNS = ("id", "username", "is_active", "date_joined", "last_login")
AT_ONCE = 2_000
"""Rows that are in memory together."""


class ClubFileError(Exception):
    """Nothing has been changed. The message is a sentence that says why."""


def links_of_site() -> str:
    """Return a text that is the same on all servers on which the same links and codes are valid.

    They are derived from the secret key.
    """
    return salted_hmac("scorer.setup.clubs", "links", algorithm="sha256").hexdigest()[:16]


def write_club(club: Club, path: Path, *, passwords: bool, sessions: bool = False) -> None:
    """Write everything of a club to a new file that only its owner may read."""
    path.touch(OWNER_ONLY, exist_ok=False)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        for value in _lines(club, passwords=passwords, sessions=sessions):
            file.write(json.dumps(value, default=_as_text, ensure_ascii=False, separators=(",", ":")) + "\n")


def _lines(club: Club, *, passwords: bool, sessions: bool) -> Iterator[Any]:
    yield {"club": club.pk, "name": club.name, "format": FORMAT, "scorer": __version__, "links": links_of_site()}
    columns = [*LOGIN_COLUMNS, *(["password"] if passwords else [])]
    yield {"rows": LOGINS, "columns": columns}
    yield from User.objects.filter(pk__in=login_ids(club)).order_by("pk").values_list(*columns)
    for part in parts():
        columns = [field.attname for field in part.fields]
        yield {"rows": part.label, "columns": columns}
        yield from part.of(club).order_by("pk").values_list(*columns).iterator(AT_ONCE)
    if sessions:
        yield {"rows": club_sessions.LABEL, "columns": club_sessions.COLUMNS}
        yield from club_sessions.sessions_of(club)


def _as_text(value: Any) -> str:
    """DjangoJSONEncoder would cut off the microseconds of times, by which the log and the rows are compared."""
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    raise TypeError(value)


def read_header(path: Path) -> dict[str, Any]:
    """Read the first line. Raise ClubFileError if this is no file of a club, or one of a later version."""
    header = next(iter(_read_lines(path)), None)
    if not isinstance(header, dict) or not header.keys() >= {"club", "name", "format", "links"}:
        raise ClubFileError(_("%(file)s is no file of a club.") % {"file": path})
    if header["format"] != FORMAT:
        raise later_version()
    return header


def read_rows(path: Path) -> Iterator[tuple[str, list[str], list[list[Any]]]]:
    """Yield the rows in batches, each with its kind and columns."""
    kind, columns, rows = "", list[str](), list[list[Any]]()
    for number, line in enumerate(_read_lines(path)):
        if number == 0:
            continue
        if isinstance(line, dict) or len(rows) == AT_ONCE:
            if rows:
                yield kind, columns, rows
            rows = []
        if isinstance(line, dict):
            kind, columns = line["rows"], line["columns"]
        else:
            rows.append(line)
    if rows:
        yield kind, columns, rows


def _read_lines(path: Path) -> Iterable[Any]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            yield from map(json.loads, file)
    except FileNotFoundError as error:
        raise ClubFileError(_("There is no file %(file)s.") % {"file": path}) from error
    except (gzip.BadGzipFile, EOFError, zlib.error, ValueError) as error:
        raise ClubFileError(_("%(file)s is damaged, or no file of a club.") % {"file": path}) from error


def later_version() -> ClubFileError:
    return ClubFileError(_("The file is of a later version of Scorer, or has a game that is not installed here."))
