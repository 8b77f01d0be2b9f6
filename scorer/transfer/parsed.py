"""The contents of an imported file: parsed and checked line by line before anything is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorer.club.models import Player
from scorer.club.names import comparable
from scorer.play.models import Hand, Seat, Table
from scorer.registry import GameConfig, get_game
from scorer.registry.words import COMMON_PROBLEMS, problem_text
from scorer.scoring import Params, Problem

MAX_FAULTS = 100
"""A file with as many faults is read no further."""

Values = Mapping[str, Any]
"""The columns of a row by name."""


@dataclass(frozen=True, slots=True)
class ParsedPlayer:
    """A player as the file names them. The other fields are used only when the player is new to the roster."""

    name: str
    shown_as: str = field(default="", compare=False)
    groups: tuple[str, ...] = field(default=(), compare=False)
    guest: bool = field(default=False, compare=False)
    hidden: bool = field(default=False, compare=False)
    active: bool = field(default=True, compare=False)
    federation_number: str = field(default="", compare=False)

    @property
    def name_key(self) -> str:
        """The same for two spellings of one name."""
        return comparable(self.name)


@dataclass(frozen=True, slots=True)
class ParsedSeat:
    """A player's occupancy of a position, from one hand to another."""

    position: int
    player: ParsedPlayer
    since: int = 1
    until: int | None = None

    def as_seat(self, table: Table, player: Player) -> Seat:
        """Return an unsaved Seat."""
        return Seat(table=table, position=self.position, player=player, since=self.since, until=self.until)


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A line of a sheet. A hand has an `entry`; any other line has `points` by position."""

    kind: str
    entered_at: datetime
    entry: Any = None
    dealer: int | None = None
    points: list[int] | None = None
    why: str = ""
    voided: bool = False
    closing: bool = False

    @property
    def is_played(self) -> bool:
        return self.kind == Hand.Kind.PLAYED

    @property
    def values(self) -> Values:
        return {column.name: getattr(self, column.name) for column in fields(self) if column.name != "entry"}


SHEET_COLUMNS = ("game", "size", "first_dealer", "opened_at", "closed_at", "first_deal", "deal_count")
"""The columns of a table that make its sheet."""


@dataclass(frozen=True, slots=True)
class ParsedTable:
    """A table in the file. Two of them are equal if their sheets are equal, whichever file they come from."""

    file_line: int = field(compare=False)
    """The line of the file that it comes from."""
    key: str = field(compare=False)
    """Identifies the table among those that a club has imported, so that it is imported only once."""
    id: int | None = field(compare=False)
    """The id it had on the site it was exported from, or None if that is no id of ours."""
    season: str = field(compare=False)
    number: int = field(compare=False)
    values: Values
    """Its SHEET_COLUMNS."""
    variant: Any
    seats: tuple[ParsedSeat, ...]
    lines: tuple[ParsedLine, ...]
    confirms: bool = field(default=False, compare=False)

    @property
    def title(self) -> str:
        return str(get_game(self.values["game"]).title)

    @property
    def hands(self) -> int:
        return sum(line.is_played for line in self.lines)

    @property
    def totals(self) -> int:
        return sum(line.kind == Hand.Kind.TOTAL for line in self.lines)

    @property
    def players(self) -> list[tuple[str, int | None]]:
        """The name of each player, with the points if the file has nothing but points."""
        points = self.lines[0].points if self.totals and len(self.lines) == 1 else None
        return [(seat.player.name, points[seat.position - 1] if points else None) for seat in self.seats]


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem with a line of the file, as a sentence. `hand` is the number of a line on the sheet, or 0."""

    file_line: int
    text: str
    hand: int = 0
    field: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that is worth knowing about a file, although it can be imported."""

    file_line: int
    text: str


class TooManyFaults(Exception):
    """A line has so many faults that it is read no further."""


SENTENCES: Mapping[str, Any] = {
    "unknown_game": gettext_lazy("There is no such game here."),
    "version": gettext_lazy("This file has version %(version)s of the format, but only version %(known)s can be read."),
    "name": gettext_lazy("A name must have 1 to %(most)s characters."),
    "number_letters": gettext_lazy("A number has at most %(most)s characters."),
    "federation_number": gettext_lazy("%(one)s and %(other)s have the same federation number, %(number)s."),
    "id": gettext_lazy("An id must have 1 to %(most)s characters."),
    "when": gettext_lazy(
        "Expected a date and time such as 2026-11-21T19:30+01:00, not before 1900 and not in the future."
    ),
    "number": gettext_lazy("The lines must be numbered from 1 without a gap, but this one has number %(number)s."),
    "one_of": gettext_lazy("Expected one of: entry, adjustment, total."),
    "not_here": gettext_lazy("A hand has no such field."),
    "until": gettext_lazy("The last hand of a seat comes before its first."),
    "position": gettext_lazy("The table has no such position."),
    "no_seat": gettext_lazy("From this hand on, a position has no player."),
    "two_seats": gettext_lazy("From this hand on, two players sit at one position."),
    "sits_twice": gettext_lazy("From this hand on, one player sits at two positions."),
    "merged": gettext_lazy("%(one)s and %(other)s are one player here, and cannot both sit at this table."),
    "empty": gettext_lazy("The spreadsheet is empty."),
    "no_column": gettext_lazy("The first line has no column “%(name)s”."),
    "column_twice": gettext_lazy("The first line has two columns for the same: %(name)s."),
    "day": gettext_lazy("Expected a date such as 2019-03-12 or 12.3.2019, not before 1900 and not in the future."),
    "game": gettext_lazy("Expected a game: %(choices)s."),
    "points": gettext_lazy("Expected a whole number of points."),
    "label": gettext_lazy("The name of a table or an evening must have at most %(most)s characters."),
    "player_twice": gettext_lazy("%(name)s has points at this table already."),
    "players": gettext_lazy(
        "%(game)s is played by %(counts)s at a table, but here are %(size)s. If there were several tables, number them."
    ),
    "partners": gettext_lazy("In this game partners have the same points."),
    "shown": gettext_lazy("Another player is already shown as %(name)s."),
    "again": gettext_lazy("This table is already in line %(line)s."),
    "event_again": gettext_lazy("This event is already in line %(line)s."),
    "championship_again": gettext_lazy("A championship with this name is already in line %(line)s."),
    "no_event": gettext_lazy("Event %(id)s, which is left out, is neither in this file nor here."),
    "not_comparable": gettext_lazy("Events compare points, which are not the result of a table under these rules."),
    "no_events": gettext_lazy("This game has no events here."),
    "event_day": gettext_lazy("Expected a date such as 2026-11-21, not before 1900 and at most two years ahead."),
    "no_contestant": gettext_lazy("There is no contestant with number %(number)s."),
    "no_sitting": gettext_lazy("Nobody plays at table %(station)s in round %(round)s."),
    "no_table": gettext_lazy("The event needs table %(id)s, which is neither in this file nor here."),
    "event_twice": gettext_lazy("The event contradicts itself: a number, a place or a table is there twice."),
    "invalid": "%(text)s",
    "unsound": gettext_lazy("The event contradicts itself: %(what)s."),
}
"""Sentences for problems with a file. Those for problems with an entry come from the game."""


def sentence(code: str, params: Params | None = None) -> str:
    return str((SENTENCES.get(code) or COMMON_PROBLEMS[code]) % {"choices": "", **(params or {})})


def entry_sentence(game: GameConfig, problem: Problem) -> str:
    """Describe a problem with an entry. There is no table yet, so seats go by their names or numbers."""

    def seat_name(position: int) -> str:
        names = game.seat_names
        return str(names[position - 1]) if 1 <= position <= len(names) else _("seat %(n)s") % {"n": position}

    return problem_text(game, problem, seat_name)
