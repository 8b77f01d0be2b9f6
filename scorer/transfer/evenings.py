"""Parse old evenings from a spreadsheet: the points of each player, without the hands they came from.

The spreadsheet has either a row per player and evening, or a row per evening with a column per player.
docs/table-format.md shows both.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, time
from itertools import count, permutations

from django.conf import settings
from django.utils import timezone
from django.utils.translation import override

from scorer.club.models import Club, Season
from scorer.club.names import clean_name, comparable
from scorer.club.services import season_name
from scorer.play.models import Hand
from scorer.registry import GameConfig, all_games
from scorer.scoring import MAX_NUMBER, Params
from scorer.transfer.line_reader import import_key
from scorer.transfer.parsed import (
    SHEET_COLUMNS,
    Fault,
    ParsedLine,
    ParsedPlayer,
    ParsedSeat,
    ParsedTable,
    sentence,
)
from scorer.transfer.values import MAX_NAME_LENGTH, MAX_TABLE_NUMBER, is_storable
from scorer.web.spreadsheet import Cell
from scorer.web.spreadsheet_reader import Row

START_TIME = time(20)
"""The time given to an old evening, of which the file has only the date."""
EARLIEST_DAY = date(1900, 1, 1)

COLUMNS = {
    "date": "date day datum tag spieltag jour датум дан",
    "game": "game spielart spiel jeu игра igra",
    "table": (
        "table tableno tablenumber evening group tisch tischnr tischnummer abend gruppe soirée groupe сто вече sto veče"
    ),
    "player": "player players name spieler spielerin joueur joueuse joueurs nom играч играчи име igrač igrači ime",
    "points": (
        "points score result punkte wertung ergebnis résultat поени бодови скор резултат poeni bodovi skor rezultat"
    ),
    "total": "total sum summe gesamt gesamtpunkte insgesamt somme збир укупно zbir ukupno",
}
"""The titles that a column may have, in lower case without spaces and punctuation, in the languages of the site.

A total is the points if no other column is. Beside them, or beside columns of players, it is not read. The Serbian day
in Latin letters is missing, since Dan is a name.
"""
TITLES = {title: name for name, titles in COLUMNS.items() for title in titles.split()}

DATE_FORMATS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%d-%m-%Y", "%d %B %Y", "%d %b %Y")
"""Formats with the day before the month, as it is written everywhere but in America."""


@dataclass(slots=True)
class _Evening:
    """The rows that belong to one table."""

    file_line: int
    """The first of its rows."""
    day: date
    game: GameConfig
    label: str
    points: list[tuple[ParsedPlayer, int]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    valid: bool = True


@dataclass(frozen=True, slots=True)
class _PointsCell:
    """One player's points, as they are written in a row of the file."""

    file_line: int
    day: str
    game: str
    label: str
    name: str
    points: str


def parse_evenings(rows: Sequence[Row], club: Club, default_game: GameConfig | None) -> Iterator[ParsedTable | Fault]:
    """Yield a table for each evening in the rows, and a Fault for everything that is wrong with the others.

    `default_game` is used where the rows name no game.
    """
    reader = _Reader(club, default_game)
    for cell in reader.lines(rows):
        reader.add(cell)
    yield from reader.faults
    yield from reader.tables()


EXAMPLE_HEADER = ("Date", "Game", "Table", "Player", "Points")


def example() -> Iterator[Sequence[Cell]]:
    """Yield the rows of an example file with two tables, to go below EXAMPLE_HEADER."""
    game = all_games()[0]
    names = ("Ada", "Boris", "Chloé", "Dirk", "Élise", "Farid", "Greta", "Hugo")
    size = min(game.seat_counts)
    for table in (1, 2):
        for seat in range(size):
            points = (-30 if seat % 2 else 30) * table
            yield date(2019, 3, 12), game.title, table, names[(table - 1) * size + seat], points


class _Reader:
    def __init__(self, club: Club, default_game: GameConfig | None) -> None:
        self.club, self.default_game = club, default_game
        self.faults: list[Fault] = []
        self.games = {game.slug: game for game in all_games()}
        for language, _name in settings.LANGUAGES:
            with override(language):
                self.games |= {comparable(str(game.title)): game for game in all_games()}
        self.evenings: dict[tuple[date, str, str], _Evening] = {}
        self.has_stray_lines = False
        """Whether a row could not be assigned to an evening. Any evening may then lack that row, so no tables are made.
        """

    def lines(self, rows: Sequence[Row]) -> Iterator[_PointsCell]:
        """Yield every cell with points. A row without a date belongs to the evening above it and has the same game and
        table.
        """
        if not rows:
            self._fault(1, "empty")
            return
        first, header = rows[0]
        columns = self._columns(header, first)
        if columns is None:
            return
        day = game = label = ""
        for file_line, row in rows[1:]:
            cells = [*row, *[""] * (len(header) - len(row))]
            if cells[columns["date"]]:
                day, game, label = cells[columns["date"]], "", ""
            game = (cells[columns["game"]] if "game" in columns else "") or game
            label = (cells[columns["table"]] if "table" in columns else "") or label
            if "player" in columns:
                yield _PointsCell(file_line, day, game, label, cells[columns["player"]], cells[columns["points"]])
            else:
                for index, name in enumerate(header):
                    if not _column(name) and cells[index]:
                        yield _PointsCell(file_line, day, game, label, name, cells[index])

    def _columns(self, header: Sequence[str], file_line: int) -> dict[str, int] | None:
        """Map each known column to its index. Return None if a column is missing.

        Without "player" and "points", all other columns are taken for players.
        """
        columns: dict[str, int] = {}
        totals: list[int] = []
        for index, title in enumerate(header):
            name = _column(title)
            if name == "total":
                totals.append(index)
            elif name in columns:
                self._fault(file_line, "column_twice", {"name": title[:40]})
                return None
            elif name:
                columns[name] = index
        if totals and "player" in columns:
            columns.setdefault("points", totals[0])
        wide = "player" not in columns and "points" not in columns and len(header) - len(totals) > len(columns) + 1
        needed = ["date", *([] if self.default_game else ["game"]), *([] if wide else ["player", "points"])]
        missing = [name for name in needed if name not in columns]
        for name in missing:
            self._fault(file_line, "no_column", {"name": name})
        return None if missing else columns

    def add(self, cell: _PointsCell) -> None:
        """Check a cell and add it to its evening."""
        if not (cell.name or cell.points):
            return
        before = len(self.faults)
        day, game, points = self._day(cell), self._game(cell), self._points(cell)
        player, label = ParsedPlayer(clean_name(cell.name)), " ".join(cell.label.split())
        if not 1 <= len(player.name) <= MAX_NAME_LENGTH or not is_storable(player.name):
            self._fault(cell.file_line, "name", {"most": MAX_NAME_LENGTH})
        if len(label) > MAX_NAME_LENGTH or not is_storable(label):
            self._fault(cell.file_line, "label", {"most": MAX_NAME_LENGTH})
            game = None
        if day is None or game is None:
            self.has_stray_lines = True
            return
        key = (day, game.slug, label.casefold())
        evening = self.evenings.setdefault(key, _Evening(cell.file_line, day, game, label))
        if player.name_key in evening.names:
            self._fault(cell.file_line, "player_twice", {"name": player.name})
        evening.names.add(player.name_key)
        evening.points.append((player, points))
        evening.valid = evening.valid and len(self.faults) == before

    def tables(self) -> Iterator[ParsedTable | Fault]:
        seasons = list(self.club.seasons.all())
        evenings = list(self.evenings.values())
        for evening, number in zip(evenings, _numbers(evenings), strict=True):
            if evening.valid and not self.has_stray_lines:
                yield self._table(evening, number, season_on(evening.day, seasons))

    def _table(self, evening: _Evening, number: int, season: str) -> ParsedTable | Fault:
        game, size = evening.game, len(evening.points)
        if size not in game.seat_counts:
            counts = ", ".join(map(str, game.seat_counts))
            return Fault(
                evening.file_line, sentence("players", {"game": str(game.title), "counts": counts, "size": size})
            )
        seated = _seated(game, evening.points)
        if seated is None:
            return Fault(evening.file_line, sentence("partners"))
        at = timezone.make_aware(datetime.combine(evening.day, START_TIME))
        points = [points for _player, points in seated]
        why = "" if _is_number(evening.label) else evening.label
        return ParsedTable(
            file_line=evening.file_line,
            key=import_key(self.club, "evening", str(evening.day), game.slug, evening.label.casefold()),
            id=None,
            season=season,
            number=number,
            values=dict.fromkeys(SHEET_COLUMNS)
            | {"game": game.slug, "size": size, "first_dealer": 1, "opened_at": at, "closed_at": at},
            variant=game.rules.PRESETS[game.default_variant],
            seats=tuple(ParsedSeat(position, player) for position, (player, _points) in enumerate(seated, start=1)),
            lines=(ParsedLine(Hand.Kind.TOTAL, at, points=points, why=why),),
        )

    def _day(self, cell: _PointsCell) -> date | None:
        day = _day(cell.day)
        if day is None or not EARLIEST_DAY <= day <= timezone.localdate():
            self._fault(cell.file_line, "day")
            return None
        return day

    def _game(self, cell: _PointsCell) -> GameConfig | None:
        if not cell.game and self.default_game:
            return self.default_game
        wanted = comparable(cell.game)
        game = self.games.get(wanted)
        if game is None:
            self._fault(cell.file_line, "game", {"choices": ", ".join(str(game.title) for game in all_games())})
        return game

    def _points(self, cell: _PointsCell) -> int:
        points = _whole_number(cell.points)
        if points is None or abs(points) > MAX_NUMBER:
            self._fault(cell.file_line, "points")
        return points or 0

    def _fault(self, file_line: int, code: str, params: Params | None = None) -> None:
        self.faults.append(Fault(file_line, sentence(code, params)))


def _column(title: str) -> str | None:
    return TITLES.get(re.sub(r"[\W_]", "", title.casefold()))


def _day(text: str) -> date | None:
    with suppress(ValueError):
        return datetime.fromisoformat(text).date()
    for form in DATE_FORMATS:
        with suppress(ValueError):
            return datetime.strptime(text, form).date()  # noqa: DTZ007  # a date has no time zone
    return None


def _whole_number(text: str) -> int | None:
    """Parse a number such as "-30", "+1 250", "−76" or "12.0"."""
    plain = re.sub(r"[\s'’]", "", text).replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    match = re.fullmatch(r"([+-]?[0-9]{1,9})(?:[.,]0{1,2})?", plain)
    return int(match[1]) if match else None


def _seated(game: GameConfig, points: Sequence[tuple[ParsedPlayer, int]]) -> Sequence[tuple[ParsedPlayer, int]] | None:
    """Seat the players in the order of the file, but partners opposite each other.

    Partners have the same points. Return None if no such order exists.
    """
    sides = game.rules.sides(len(points))
    first, *others = points
    for order in permutations(others):
        seated = [first, *order]
        if all(len({seated[position - 1][1] for position in side}) == 1 for side in sides):
            return seated
    return None


def _numbers(evenings: Sequence[_Evening]) -> list[int]:
    """Number the tables: as in the file, or else with the lowest number that is free on that day."""
    own = [int(evening.label) if _is_number(evening.label) else 0 for evening in evenings]
    taken: dict[date, set[int]] = {}
    for evening, number in zip(evenings, own, strict=True):
        taken.setdefault(evening.day, set()).add(number)
    numbers = []
    for evening, number in zip(evenings, own, strict=True):
        free = number or next(free for free in count(1) if free not in taken[evening.day])
        taken[evening.day].add(free)
        numbers.append(free)
    return numbers


def _is_number(label: str) -> bool:
    return label.isascii() and label.isdecimal() and len(label) < 6 and 1 <= int(label) <= MAX_TABLE_NUMBER  # noqa: PLR2004


def season_on(day: date, seasons: Sequence[Season]) -> str:
    """Return the name of the latest season that covers the day, or of the one that would be created for it."""
    covering = [season for season in seasons if season.starts <= day and (season.ends is None or day <= season.ends)]
    return max(covering, key=lambda season: season.starts).name if covering else season_name(day)
