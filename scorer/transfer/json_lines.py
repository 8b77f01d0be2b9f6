"""Parse lines of JSON (docs/table-format.md), checking fields, seats and every hand of each table."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, BinaryIO

from django.utils import timezone

from scorer.audit.seats import seat_faults
from scorer.club.models import Club, Player
from scorer.play import services
from scorer.play.models import Hand, Table
from scorer.play.sheets.sheet import MAX_DEALS, deal_problems
from scorer.registry import GameConfig
from scorer.scoring import jsonlines, judge, judge_variant
from scorer.transfer.championships import ChampionshipReader, ParsedChampionship
from scorer.transfer.event_reader import EventReader, ParsedEvent
from scorer.transfer.line_reader import LineReader, PlayerRecord, import_key, local_id
from scorer.transfer.packed import unpacked
from scorer.transfer.parsed import (
    SHEET_COLUMNS,
    Fault,
    ParsedLine,
    ParsedSeat,
    ParsedTable,
    TooManyFaults,
    entry_sentence,
)
from scorer.transfer.values import MAX_TABLE_NUMBER, Id, Moment, Name, TableNumber, Text, up_to

MAX_BYTES = 4_000_000
"""The size of one line. The longest evening takes about ten thousand bytes."""
MAX_SEATS, MAX_LINES = 200, 2_000
"""Limits for one table."""
BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class _TableRecord:
    version: int
    id: Id
    game: str
    number: TableNumber
    size: int
    first_dealer: int
    season: Name
    opened_at: Moment
    closed_at: Moment | None = None
    confirms: bool = False
    first_deal: Annotated[int, up_to(MAX_TABLE_NUMBER - MAX_DEALS)] | None = None
    deal_count: Annotated[int, up_to(MAX_DEALS)] | None = None
    scorer: str = ""
    """Which version of Scorer has written the line, for people who look for the cause of something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _SeatRecord(PlayerRecord):
    position: int
    since: TableNumber = 1
    until: TableNumber | None = None


@dataclass(frozen=True, slots=True)
class _LineRecord:
    number: int | None = None
    dealer: int | None = None
    adjustment: tuple[int, ...] | None = None
    total: tuple[int, ...] | None = None
    why: Text = ""
    voided: bool = False
    closing: bool = False
    entered_at: Moment | None = None


KINDS = ("entry", Hand.Kind.ADJUSTMENT, Hand.Kind.TOTAL)


Parsed = ParsedTable | ParsedEvent | ParsedChampionship


def parse_lines(file: BinaryIO, club: Club) -> Iterator[Parsed | Fault]:
    """Yield, for each line of the file, what it has for the club, or all faults of the line.

    The file may be compressed. Empty lines are skipped.
    """
    with unpacked(file) as plain:
        for file_line, line in enumerate(jsonlines.lines(plain, MAX_BYTES), start=1):
            text = line.removeprefix(BOM) if line and file_line == 1 else line
            if text is None or text.strip():
                yield from parse_line(text, file_line, club)


def parse_line(text: bytes | None, file_line: int, club: Club) -> Iterator[Parsed | Fault]:
    reader = LineReader(club, file_line)
    data = reader.read_record(text)
    parsed: Parsed | None = None
    if data is not None:
        kind = next((kind for name, kind in READERS.items() if name in data), _TableReader)
        reader = of_kind = kind(club, file_line)
        with suppress(TooManyFaults):
            parsed = of_kind.read(data)
    yield from reader.faults or filter(None, [parsed])


class _TableReader(LineReader):
    def read(self, data: Mapping[str, Any]) -> ParsedTable | None:
        """Return None if there are faults."""
        head = self._load(_TableRecord, {name: data[name] for name in data.keys() - {"variant", "seats", "lines"}})
        if not self._is_readable_version(head.version):
            return None
        game = self._game(head.game)
        if game is None or not self._size_fits(game, head):
            return None
        self._check_range(head.first_dealer, "first_dealer", head.size)
        table = Table(club=self.club, game=game.slug, size=head.size, first_dealer=head.first_dealer or 1)
        table.first_deal, table.deal_count = head.first_deal, head.deal_count
        if head.first_deal is not None and not game.rules.deal_fields(1):
            self._fault("unknown", "first_deal")
        elif head.first_deal is not None and "deal_count" not in data:
            self._fault("required", "deal_count")
        seats = self._seats(table, data.get("seats"))
        variant = self._variant(game, data.get("variant", game.default_variant))
        if variant is None:
            return None
        default_entered_at = head.closed_at or head.opened_at or timezone.now()
        lines = self._lines(
            _SheetState(game, variant, table, turn=table.first_dealer), data.get("lines", []), default_entered_at
        )
        if self.faults:
            return None
        return ParsedTable(
            file_line=self.file_line,
            key=import_key(self.club, "table", head.id),
            id=local_id(head.id),
            season=head.season,
            number=head.number,
            values={name: getattr(head, name) for name in SHEET_COLUMNS},
            variant=variant,
            seats=seats,
            lines=lines,
            confirms=head.confirms,
        )

    def _size_fits(self, game: GameConfig, head: _TableRecord) -> bool:
        fits = head.size in game.seat_counts
        if head.size is not None and not fits:
            self._fault("seats", "size", {"counts": ", ".join(map(str, game.seat_counts))})
        return fits

    def _variant(self, game: GameConfig, data: object) -> Any:
        """Read a variant, given as its fields or as the name of a preset."""
        presets = game.rules.PRESETS
        if isinstance(data, str):
            if data not in presets:
                self._fault("choice", "variant", {"choices": ", ".join(presets)})
            return presets.get(data)
        judged = judge_variant(game.rules, data)
        for problem in judged.problems:
            self._fault(problem.code, f"variant.{problem.field}".strip("."), problem.params)
        return judged.entry

    def _seats(self, table: Table, data: object) -> tuple[ParsedSeat, ...]:
        before = len(self.faults)
        records = [
            (self._load(_SeatRecord, record, f"seats.{number}"), f"seats.{number}")
            for number, record in enumerate(self._list(data, "seats", MAX_SEATS))
        ]
        for seat, field_of in records:
            if seat.until is not None and seat.since is not None and seat.until < seat.since:
                self._fault("until", f"{field_of}.until")
        seats = [ParsedSeat(seat.position, seat.player, seat.since, seat.until) for seat, _field in records]
        if len(self.faults) == before:
            seats.sort(key=lambda seat: (seat.position, seat.since))
            players = {seat.player.name_key: Player(club=self.club, name=seat.player.name) for seat in seats}
            for fault in seat_faults(table, [seat.as_seat(table, players[seat.player.name_key]) for seat in seats]):
                self._fault(fault.code, "seats", hand=fault.hand)
        return tuple(seats)

    def _lines(self, sheet: "_SheetState", data: object, default_entered_at: datetime) -> tuple[ParsedLine, ...]:
        """`default_entered_at` is used for a line that does not say when it was entered."""
        records = enumerate(self._list(data, "lines", MAX_LINES), start=1)
        lines = [self._line(sheet, record, number, default_entered_at) for number, record in records]
        return tuple(line for line in lines if line)

    def _line(
        self, sheet: "_SheetState", record: object, number: int, default_entered_at: datetime
    ) -> ParsedLine | None:
        before = len(self.faults)
        fields = record if isinstance(record, dict) else {}
        envelope = fields if fields is not record else {name: fields[name] for name in fields.keys() - {"entry"}}
        line = self._load(_LineRecord, envelope if isinstance(record, dict) else record, hand=number)
        kinds = [kind for kind in KINDS if kind in fields]
        if line.number not in (None, number):
            self._fault("number", "number", {"number": line.number}, hand=number)
        if isinstance(record, dict) and len(kinds) != 1:
            self._fault("one_of", hand=number)
        at = line.entered_at or default_entered_at
        if len(kinds) != 1:
            return None
        if kinds == ["entry"]:
            parsed = self._played_line(sheet, line, fields["entry"], number, at)
        else:
            parsed = self._other_line(sheet, line, str(kinds[0]), number, at)
        return parsed if len(self.faults) == before else None

    def _played_line(
        self, sheet: "_SheetState", line: _LineRecord, data: object, number: int, at: datetime
    ) -> ParsedLine | None:
        judged = judge(sheet.game.rules, data, sheet.variant, sheet.table.size)
        for problem in judged.problems:
            self._add_fault(Fault(self.file_line, entry_sentence(sheet.game, problem), number, problem.field))
        if line.why:
            self._fault("not_here", "why", hand=number)
        if line.closing:
            self._fault("not_here", "closing", hand=number)
        if line.dealer is not None:
            self._check_range(line.dealer, "dealer", sheet.table.size, hand=number)
        if judged.entry is None:
            return None
        if not line.voided:
            for problem in deal_problems(sheet.table, judged.entry, sheet.counted):
                self._fault(problem.code, problem.field, problem.params, hand=number)
            sheet.counted.append(judged.entry)
        dealer = line.dealer or sheet.game.rules.dealer(judged.entry, sheet.turn)
        if not line.voided:
            sheet.turn = sheet.game.rules.next_dealer(judged.entry, dealer, sheet.table.size, sheet.variant)
        return ParsedLine(Hand.Kind.PLAYED, at, entry=judged.entry, dealer=dealer, voided=line.voided)

    def _other_line(self, sheet: "_SheetState", line: _LineRecord, kind: str, number: int, at: datetime) -> ParsedLine:
        points = (line.total if kind == Hand.Kind.TOTAL else line.adjustment) or ()
        if kind == Hand.Kind.TOTAL:
            problems = services.total_problems(sheet.table, points)
        else:
            problems = services.adjustment_problems(sheet.table, points, line.why)
        for problem in problems:
            self._fault(problem.code, kind if problem.field == "points" else problem.field, hand=number)
        if line.dealer is not None:
            self._fault("unknown", "dealer", hand=number)
        if line.closing and kind == Hand.Kind.TOTAL:
            self._fault("unknown", "closing", hand=number)
        return ParsedLine(kind, at, points=list(points), why=line.why, voided=line.voided, closing=line.closing)


READERS: Mapping[str, type[EventReader | ChampionshipReader]] = {
    "event": EventReader,
    "championship": ChampionshipReader,
}
"""By the field that only such a line has. Any other line is a table."""


@dataclass(slots=True)
class _SheetState:
    """What is needed to check the next hand, including whose deal it is."""

    game: GameConfig
    variant: Any
    table: Table
    turn: int
    counted: list[Any] = field(default_factory=list)
    """The entries before it that count."""
