"""Reads a list for the roster: names, or a table that also has numbers, groups and notes."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext

from scorer.club.names import clean_name
from scorer.club.pasted_names import read_line, turned

if TYPE_CHECKING:
    from scorer.club.models import Player

COLUMNS = {
    "name": "name player surname lastname familyname spieler spielerin nachname familienname nom joueur joueuse"
    " презиме играч prezime igrač",
    "first": "firstname givenname forename vorname prénom име ime",
    "number": "number no memberno membernumber nummer nr mitgliedsnummer mitgliedsnr numéro број broj",
    "federation_number": "federationnumber federationno federation nationalid nationalidnumber nationalnumber"
    " verbandsnummer verbandsnr numérofédéral fédération licence numérodelicence nodelicence"
    " бројусавезу савез brojusavezu savez",
    "groups": "group groups category categories gruppe gruppen kategorie kategorien groupe groupes catégorie catégories"
    " група групе категорија grupa grupe kategorija",
    "note": "note notes remark remarks comment notiz notizen bemerkung bemerkungen remarque remarques commentaire"
    " напомена белешка napomena beleška",
}
"""The titles that a column may have, in lower case without spaces and punctuation, in the languages of the site."""
TITLES = {title: column for column, titles in COLUMNS.items() for title in titles.split()}

NUMBER = re.compile(r"(?:[^\W\d_]{1,4}[ -]?)?\d[\d ./-]*")
"""What is taken for a player's number, if no title says so: 4711, 12/034, DBV 4711."""
GUEST = (
    "guest",
    "guests",
    "gast",
    "gäste",
    "de passage",
    "invité",
    "invitée",
    "invités",
    "гост",
    "гости",
    "gost",
    "gosti",
)
"""The group of those who are guests, which every roster has, in the languages of the site."""


class ListedPlayer(NamedTuple):
    """A player as a list names them. What the list does not say is empty."""

    name: str
    number: str = ""
    groups: tuple[str, ...] = ()
    note: str = ""
    guest: bool = False
    federation_number: str = ""


class RosterLine(NamedTuple):
    players: Sequence[ListedPlayer]
    left_out: Sequence[str] = ()
    """What is behind the names and has no title, such as a club."""


def read_groups(text: str) -> tuple[tuple[str, ...], bool]:
    """Return the groups of a text such as "junior, women", each once, and whether guests are among them."""
    groups: dict[str, str] = {}
    for group in filter(None, map(clean_name, re.split(r"[,;/]", text))):
        groups.setdefault(group.casefold(), group)
    own = tuple(group for key, group in groups.items() if key not in GUEST)
    return own, len(own) < len(groups)


def read_roster(text: str, is_known: Callable[[str], bool]) -> list[RosterLine]:
    """Return the players of a list, line by line. A single name is left as it is.

    A table has a first line with titles, or a column of numbers before or behind the names, and then groups and notes.
    Otherwise semicolons separate names, as in a list from an e-mail, unless each of several lines has one club behind
    its name.
    """
    separator = "\t" if "\t" in text else ";"
    table = [[clean_name(cell) for cell in line.split(separator)] for line in text.splitlines() if clean_name(line)]
    if columns := _columns_by_title(table):
        return [_read_row(row, columns) for row in table[1:]]
    if columns := _columns_by_place(table):
        return [_read_row(row, columns) for row in table]
    return [RosterLine([ListedPlayer(name) for name in names], left_out) for names, left_out in _names(text, is_known)]


def table_of(players: "Iterable[ListedPlayer | Player]") -> Iterator[list[str]]:
    """Yield the rows of a table that `read_roster` reads, the titles first."""
    yield [gettext("Name"), gettext("Number"), gettext("Groups"), gettext("Note"), gettext("Federation number")]
    for player in players:
        groups = [*player.groups, *([gettext("guest")] if player.guest else [])]
        yield [player.name, player.number, ", ".join(groups), player.note, player.federation_number]


def as_text(players: Sequence[ListedPlayer]) -> str:
    """Return a list that says the same: names, or a table if there is more to say."""
    if all(player == ListedPlayer(player.name) for player in players):
        return "\n".join(player.name for player in players)
    return "\n".join("; ".join(cell.replace(";", ",") for cell in row) for row in table_of(players))


def _columns_by_title(table: Sequence[Sequence[str]]) -> Mapping[str, int] | None:
    titles = [TITLES.get(re.sub(r"[\W_]", "", cell.casefold()), "") for cell in table[0]] if table else []
    columns = {column: place for place, column in reversed([*enumerate(titles)]) if column}
    return columns if len(columns) > 1 and not columns.keys().isdisjoint({"name", "first"}) else None


def _columns_by_place(table: Sequence[Sequence[str]]) -> Mapping[str, int] | None:
    """A first column that only counts the lines is no column of numbers."""
    for place, name in ((0, 1), (1, 0)):
        numbers = [row[place] for row in table if len(row) > place and row[place]]
        if numbers and all(map(NUMBER.fullmatch, numbers)) and all(len(row) > name and row[name] for row in table):
            counts = [number.rstrip(".") for number in numbers] == [str(line) for line in range(1, len(table) + 1)]
            return {"name": name, "groups": 2, "note": 3} | ({} if counts else {"number": place})
    return None


def _read_row(row: Sequence[str], columns: Mapping[str, int]) -> RosterLine:
    cells = {column: row[place] for column, place in columns.items() if place < len(row)}
    name = turned(clean_name(f"{cells.get('first', '')} {cells.get('name', '')}"))
    groups, guest = read_groups(cells.get("groups", ""))
    plain = {column: cells.get(column, "") for column in ("number", "note", "federation_number")}
    listed = ListedPlayer(name, groups=groups, guest=guest, **plain)
    left_out = [cell for place, cell in enumerate(row) if cell and place not in columns.values()]
    return RosterLine([listed] if name else [], left_out)


def _names(text: str, is_known: Callable[[str], bool]) -> Iterable[tuple[Sequence[str], Sequence[str]]]:
    """Yield the names of each line, and what is left out."""
    rows = [[cell for cell in line.split(";") if clean_name(cell)] for line in text.splitlines()]
    rows = [row for row in rows if row]
    if [len(row) for row in rows] == [1]:
        yield [clean_name(rows[0][0])], ()
        return
    has_clubs = len(rows) > 1 and all(len(row) == 2 and not is_known(clean_name(row[1])) for row in rows)  # noqa: PLR2004
    for row in rows:
        clubs = row[1:] if has_clubs else []
        named = row[: len(row) - len(clubs)]
        yield [name for cell in named for name in _every_name(cell, is_known)], [clean_name(club) for club in clubs]


def _every_name(text: str, is_known: Callable[[str], bool]) -> list[str]:
    one_line = clean_name(text)
    for size in (1, 2, one_line.count(",") + 1):
        reading = read_line(one_line, size, is_known)
        if reading is not None:
            return [name if is_known(name) else turned(name) for name in reading.names]
    return [one_line]
