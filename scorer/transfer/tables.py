"""Reads tables from lines of JSON (docs/table-format.md), each judged by itself: its fields, its seats, every hand."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, BinaryIO, TypeVar

from django.utils import timezone

from scorer.audit.check import seat_faults
from scorer.club.models import Club, Player
from scorer.club.names import clean_name
from scorer.play import services
from scorer.play.models import Hand, Table
from scorer.registry import GameConfig, get_game
from scorer.scoring import Params, judge, judge_variant, load
from scorer.transfer.brought import (
    LONGEST_NAME,
    Brought,
    Fault,
    ImportedLine,
    ImportedPlayer,
    ImportedSeat,
    entry_sentence,
    sentence,
)
from scorer.transfer.export import VERSION, address
from scorer.web import jsonlines

MOST_BYTES = 4_000_000
"""Of one line. The longest evening has some ten thousand."""
MOST_SEATS, MOST_LINES = 200, 2_000
"""Of one table."""
HIGHEST_NUMBER = 32_767
"""That fits the columns for the numbers of tables and hands."""
LONGEST_ID = 64
OLDEST = datetime(1900, 1, 1, tzinfo=UTC)
BOM = b"\xef\xbb\xbf"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Head:
    version: int
    id: str
    game: str
    number: int
    size: int
    first_dealer: int
    season: str
    opened_at: str
    closed_at: str | None = None
    confirms: bool = False


@dataclass(frozen=True, slots=True)
class _Seat:
    position: int
    name: str
    since: int = 1
    until: int | None = None
    shown_as: str = ""
    guest: bool = False
    active: bool = True


@dataclass(frozen=True, slots=True)
class _Record:
    number: int | None = None
    dealer: int | None = None
    adjustment: tuple[int, ...] | None = None
    total: tuple[int, ...] | None = None
    why: str = ""
    voided: bool = False
    entered_at: str | None = None


KINDS = ("entry", Hand.Kind.ADJUSTMENT, Hand.Kind.TOTAL)


def brought(file: BinaryIO, club: Club) -> Iterator[Brought | Fault]:
    """For each line of the file a table for the club, or else all that is wrong with it. Empty ones are passed over."""
    for at, line in enumerate(jsonlines.lines(file, MOST_BYTES), start=1):
        text = line.removeprefix(BOM) if line and at == 1 else line
        if text is None or text.strip():
            reader = _Reader(club, at)
            table = reader.read(text)
            yield from reader.faults or filter(None, [table])


def import_key(club: Club, *what: object) -> str:
    """The key of the Revision under which a club keeps what it has brought in, so that it is brought in once."""
    return hashlib.sha256(repr((club.pk, *what)).encode()).hexdigest()


class _Reader:
    """Of one line. `faults` has everything that is wrong with it."""

    def __init__(self, club: Club, at: int) -> None:
        self.club, self.at = club, at
        self.faults: list[Fault] = []

    def read(self, text: bytes | None) -> Brought | None:
        """None if there are faults."""
        data = self._record(text)
        if data is None:
            return None
        head = self._shaped(_Head, {name: data[name] for name in data.keys() - {"variant", "seats", "lines"}})
        if head.version is not None and head.version != VERSION:
            self.faults = []  # another version may have other fields
            self._fault("version", "version", {"version": head.version, "known": VERSION})
            return None
        game = self._game(head)
        opened_at = self._moment(head.opened_at, "opened_at")
        closed_at = self._moment(head.closed_at, "closed_at")
        season = self._name(head.season, "season")
        if head.id is not None and not 1 <= len(head.id.strip()) <= LONGEST_ID:
            self._fault("id", "id", {"most": LONGEST_ID})
        self._in_range(head.number, "number", HIGHEST_NUMBER)
        if game is None or not self._size_fits(game, head):
            return None
        self._in_range(head.first_dealer, "first_dealer", head.size)
        table = Table(club=self.club, game=game.slug, size=head.size, first_dealer=head.first_dealer or 1)
        places = self._places(table, data.get("seats"))
        variant = self._variant(game, data.get("variant", game.default_variant))
        if variant is None:
            return None
        usual = closed_at or opened_at or timezone.now()
        lines = self._lines(_Sheet(game, variant, table, turn=table.first_dealer), data.get("lines", []), usual)
        if self.faults or opened_at is None:
            return None
        return Brought(
            at=self.at,
            key=import_key(self.club, "table", head.id.strip()),
            id=_own_id(head.id),
            game=game.slug,
            variant=variant,
            number=head.number,
            size=head.size,
            first_dealer=head.first_dealer,
            confirms=head.confirms,
            season=season,
            opened_at=opened_at,
            closed_at=closed_at,
            places=places,
            lines=lines,
        )

    def _record(self, text: bytes | None) -> Mapping[str, Any] | None:
        try:
            data = jsonlines.load(text) if text is not None else None
        except jsonlines.NamedTwice as twice:
            self._fault("named_twice", params={"name": twice.name})
            return None
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            self._fault("too_long" if text is None else "not_json")
            return None
        return data

    def _game(self, head: _Head) -> GameConfig | None:
        try:
            return get_game(head.game) if head.game is not None else None
        except LookupError:
            self._fault("unknown_game", "game")
            return None

    def _size_fits(self, game: GameConfig, head: _Head) -> bool:
        fits = head.size in game.seat_counts
        if head.size is not None and not fits:
            self._fault("seats", "size", {"counts": ", ".join(map(str, game.seat_counts))})
        return fits

    def _variant(self, game: GameConfig, data: object) -> Any:
        """Its fields, or the name of a preset."""
        presets = game.rules.PRESETS
        if isinstance(data, str):
            if data not in presets:
                self._fault("choice", "variant", {"choices": ", ".join(presets)})
            return presets.get(data)
        judged = judge_variant(game.rules, data)
        for problem in judged.problems:
            self._fault(problem.code, f"variant.{problem.field}".strip("."), problem.params)
        return judged.entry

    def _places(self, table: Table, data: object) -> tuple[ImportedSeat, ...]:
        records = [
            (self._shaped(_Seat, record, f"seats.{number}"), f"seats.{number}")
            for number, record in enumerate(self._list(data, "seats", MOST_SEATS))
        ]
        before = len(self.faults)
        places = [self._place(seat, at) for seat, at in records if seat.position is not None and seat.name is not None]
        places.sort(key=lambda place: (place.position, place.since))
        if len(places) == len(records) and len(self.faults) == before:
            people = {place.person.same: Player(club=self.club, name=place.person.name) for place in places}
            seats = [place.seat(table, people[place.person.same]) for place in places]
            for found in seat_faults(table, seats):
                self._fault(found.code, "seats", hand=found.hand)
        return tuple(places)

    def _place(self, seat: _Seat, at: str) -> ImportedSeat:
        shown_as = self._name(seat.shown_as, f"{at}.shown_as") if seat.shown_as else ""
        person = ImportedPlayer(self._name(seat.name, f"{at}.name"), shown_as, seat.guest, seat.active)
        self._in_range(seat.since, f"{at}.since", HIGHEST_NUMBER)
        if seat.until is not None:
            self._in_range(seat.until, f"{at}.until", HIGHEST_NUMBER)
            if seat.until < seat.since:
                self._fault("until", f"{at}.until")
        return ImportedSeat(seat.position, person, seat.since, seat.until)

    def _lines(self, sheet: "_Sheet", data: object, usual: datetime) -> tuple[ImportedLine, ...]:
        """`usual` is when a line was entered that does not say it."""
        lines = []
        for number, record in enumerate(self._list(data, "lines", MOST_LINES), start=1):
            line = self._line(sheet, record, number, usual)
            if line is not None:
                lines.append(line)
        return tuple(lines)

    def _line(self, sheet: "_Sheet", record: object, number: int, usual: datetime) -> ImportedLine | None:
        before = len(self.faults)
        fields = record if isinstance(record, dict) else {}
        envelope = fields if fields is not record else {name: fields[name] for name in fields.keys() - {"entry"}}
        line = self._shaped(_Record, envelope if isinstance(record, dict) else record, hand=number)
        kinds = [kind for kind in KINDS if kind in fields]
        if line.number not in (None, number):
            self._fault("number", "number", {"number": line.number}, hand=number)
        if isinstance(record, dict) and len(kinds) != 1:
            self._fault("one_of", hand=number)
        if not is_storable(line.why):
            self._fault("text", "why", hand=number)
        at = self._moment(line.entered_at, "entered_at", hand=number) or usual
        if len(kinds) != 1:
            return None
        if kinds == ["entry"]:
            found = self._hand(sheet, line, fields["entry"], number, at)
        else:
            found = self._other(sheet, line, str(kinds[0]), number, at)
        return found if len(self.faults) == before else None

    def _hand(self, sheet: "_Sheet", line: _Record, data: object, number: int, at: datetime) -> ImportedLine | None:
        judged = judge(sheet.game.rules, data, sheet.variant, sheet.table.size)
        for problem in judged.problems:
            self.faults.append(Fault(self.at, entry_sentence(sheet.game, problem), number, problem.field))
        if line.why:
            self._fault("not_here", "why", hand=number)
        if line.dealer is not None:
            self._in_range(line.dealer, "dealer", sheet.table.size, hand=number)
        if judged.entry is None:
            return None
        dealer = line.dealer or sheet.game.rules.dealer(judged.entry, sheet.turn)
        if not line.voided:
            sheet.turn = sheet.game.rules.next_dealer(judged.entry, dealer, sheet.table.size)
        return ImportedLine(Hand.Kind.PLAYED, at, entry=judged.entry, dealer=dealer, voided=line.voided)

    def _other(self, sheet: "_Sheet", line: _Record, kind: str, number: int, at: datetime) -> ImportedLine:
        points = (line.total if kind == Hand.Kind.TOTAL else line.adjustment) or ()
        if kind == Hand.Kind.TOTAL:
            problems = services.total_problems(sheet.table, points)
        else:
            problems = services.adjustment_problems(sheet.table, points, line.why)
        for problem in problems:
            self._fault(problem.code, kind if problem.field == "points" else problem.field, hand=number)
        if line.dealer is not None:
            self._fault("unknown", "dealer", hand=number)
        return ImportedLine(kind, at, points=points, why=line.why, voided=line.voided)

    def _shaped(self, shape: type[T], data: object, at: str = "", *, hand: int = 0) -> T:
        """What has the wrong shape is a fault, and None (or the default) in the result."""
        value, problems = load(shape, data, at)
        for problem in problems:
            self._fault(problem.code, problem.field, problem.params, hand=hand)
        return value

    def _list(self, data: object, at: str, most: int) -> list[object]:
        if data is None:
            self._fault("required", at)
        elif not isinstance(data, list):
            self._fault("list", at)
        elif len(data) > most:
            self._fault("too_many", at, {"most": most})
        else:
            return data
        return []

    def _name(self, name: str | None, at: str) -> str:
        """As it will be on the roster or among the seasons."""
        if name is None:
            return ""
        clean = clean_name(name) if is_storable(name) else ""
        if not 1 <= len(clean) <= LONGEST_NAME:
            self._fault("name", at, {"most": LONGEST_NAME})
        return clean

    def _moment(self, text: str | None, at: str, *, hand: int = 0) -> datetime | None:
        if text is None:
            return None
        try:
            moment = datetime.fromisoformat(text)
            if moment.tzinfo is None:
                moment = timezone.make_aware(moment)
            if OLDEST <= moment <= timezone.now() + timedelta(days=1):
                return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
        self._fault("when", at, hand=hand)
        return None

    def _in_range(self, value: int | None, at: str, most: int, *, hand: int = 0) -> None:
        if value is not None and not 1 <= value <= most:
            self._fault("number_range", at, {"least": 1, "most": most}, hand=hand)

    def _fault(self, code: str, at: str = "", params: Params | None = None, *, hand: int = 0) -> None:
        self.faults.append(Fault(self.at, sentence(code, params), hand, at))


@dataclass(slots=True)
class _Sheet:
    """What a hand is judged by, and whose deal it is."""

    game: GameConfig
    variant: Any
    table: Table
    turn: int


def _own_id(text: str) -> int | None:
    """The id of a table that a site like this one has made."""
    try:
        return address.to_python(text) if re.fullmatch(address.regex, text) else None
    except ValueError:
        return None


def is_storable(text: str) -> bool:
    """Whether a database can hold it: neither half a character nor the sign that ends a text."""
    return "\x00" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
