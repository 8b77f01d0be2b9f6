"""What a file that is brought in says, read and judged line by line, before anything of it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorer.club.models import Player
from scorer.club.names import clean_name
from scorer.play.models import Hand, Seat, Table
from scorer.registry import GameConfig, get_game
from scorer.registry.words import COMMON_PROBLEMS, problem_text
from scorer.scoring import Params, Problem

MAX_NAME_LENGTH = 80
"""Of players and seasons."""


@dataclass(frozen=True, slots=True)
class ParsedPlayer:
    """Somebody by name. The rest says how a new player is put on the roster, and changes nobody who is on it."""

    name: str
    shown_as: str = field(default="", compare=False)
    guest: bool = field(default=False, compare=False)
    active: bool = field(default=True, compare=False)

    @property
    def name_key(self) -> str:
        """Equal for two spellings of one name."""
        return name_key(self.name)


def name_key(name: str) -> str:
    return clean_name(name).casefold()


@dataclass(frozen=True, slots=True)
class ParsedSeat:
    """Who sits at a position, from which hand to which."""

    position: int
    player: ParsedPlayer
    since: int = 1
    until: int | None = None

    def as_seat(self, table: Table, player: Player) -> Seat:
        """Stored nowhere yet."""
        return Seat(table=table, position=self.position, player=player, since=self.since, until=self.until)


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A line of a sheet: `entry` of a hand, `points` by position of one that is none."""

    kind: str
    entered_at: datetime
    entry: Any = None
    dealer: int | None = None
    points: tuple[int, ...] = ()
    why: str = ""
    voided: bool = False

    @property
    def is_played(self) -> bool:
        return self.kind == Hand.Kind.PLAYED


@dataclass(frozen=True, slots=True)
class ParsedTable:
    """A table that a file brings. Equal to another if both sheets say the same, wherever they come from."""

    file_line: int = field(compare=False)
    """Its line in the file."""
    key: str = field(compare=False)
    """Of the Revision under which it is stored: the same table is taken once."""
    id: int | None = field(compare=False)
    """The one that it had where it comes from, if that is one of ours."""
    game: str
    variant: Any
    number: int = field(compare=False)
    size: int
    first_dealer: int
    season: str = field(compare=False)
    opened_at: datetime
    closed_at: datetime | None
    seats: tuple[ParsedSeat, ...]
    lines: tuple[ParsedLine, ...]
    confirms: bool = field(default=False, compare=False)

    @property
    def title(self) -> str:
        return str(get_game(self.game).title)

    @property
    def hands(self) -> int:
        return sum(line.is_played for line in self.lines)

    @property
    def totals(self) -> int:
        return sum(line.kind == Hand.Kind.TOTAL for line in self.lines)

    @property
    def players(self) -> list[tuple[str, int | None]]:
        """Each with the points, where the file has these and nothing else."""
        points = self.lines[0].points if self.totals and len(self.lines) == 1 else None
        return [(seat.player.name, points[seat.position - 1] if points else None) for seat in self.seats]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a line of the file, in words; `hand` is a number on the sheet that the line holds, or 0."""

    file_line: int
    text: str
    hand: int = 0
    field: str = ""


SENTENCES: Mapping[str, Any] = {
    "unknown_game": gettext_lazy("There is no such game here."),
    "version": gettext_lazy("This is version %(version)s of the format. Version %(known)s can be read here."),
    "name": gettext_lazy("A name has 1 to %(most)s letters."),
    "id": gettext_lazy("An id has 1 to %(most)s letters."),
    "when": gettext_lazy("Expected a moment such as 2026-11-21T19:30+01:00, not before 1900 and not to come."),
    "number": gettext_lazy("The lines are numbered from 1, without a gap: here comes %(number)s."),
    "one_of": gettext_lazy("Expected one of: entry, adjustment, total."),
    "not_here": gettext_lazy("A hand has no such field."),
    "until": gettext_lazy("The last hand of a seat comes before its first."),
    "position": gettext_lazy("The table has no such position."),
    "no_seat": gettext_lazy("From here on nobody sits at a position."),
    "two_seats": gettext_lazy("From here on two sit at one position."),
    "sits_twice": gettext_lazy("From here on one player sits at two positions."),
    "merged": gettext_lazy("%(one)s and %(other)s are one player here, and cannot both sit at this table."),
    "empty": gettext_lazy("This table is empty."),
    "no_column": gettext_lazy("The first line names no column “%(name)s”."),
    "column_twice": gettext_lazy("The first line has two columns for the same: %(name)s."),
    "day": gettext_lazy("Expected a date such as 2019-03-12 or 12.3.2019, not before 1900 and not to come."),
    "game": gettext_lazy("Expected a game: %(choices)s."),
    "points": gettext_lazy("Expected a whole number of points."),
    "label": gettext_lazy("A table or an evening is called by at most %(most)s letters."),
    "player_twice": gettext_lazy("%(name)s has points at this table already."),
    "players": gettext_lazy(
        "%(game)s is played by %(counts)s at a table; here are %(size)s. If there were more tables, number them."
    ),
    "partners": gettext_lazy("In this game two play together: give both the same points."),
    "shown": gettext_lazy("Somebody else is shown by the name %(name)s already."),
    "again": gettext_lazy("This table stands in line %(line)s already."),
}
"""Of a file; those of an entry are the game's."""


def sentence(code: str, params: Params | None = None) -> str:
    return str((SENTENCES.get(code) or COMMON_PROBLEMS[code]) % {"choices": "", **(params or {})})


def entry_sentence(game: GameConfig, problem: Problem) -> str:
    """Of a problem with an entry: without a table, seats are called by their names or numbers."""

    def seat_name(position: int) -> str:
        names = game.seat_names
        return str(names[position - 1]) if 1 <= position <= len(names) else _("seat %(n)s") % {"n": position}

    return problem_text(game, problem, seat_name)
