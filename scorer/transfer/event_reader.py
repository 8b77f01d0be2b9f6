"""Parse events from lines of JSON (docs/table-format.md).

This checks their shape, and that everything they refer to exists. `scorer.audit.events` checks whether an event is
sound once it is stored; if it is not, the import is undone.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from scorer.contest.families import MAX_CONTESTANTS
from scorer.events.models import Contestant, ContestantPlayer, Event, HalfTable, Place, Round, Ruling, Sitting
from scorer.events.planning.families import choice_problems
from scorer.registry import get_game
from scorer.transfer.event_columns import REQUIRED, columns, default_value
from scorer.transfer.line_reader import EARLIEST, LineReader, PlayerRecord, import_key, is_storable, local_id
from scorer.transfer.parsed import Fault, ParsedPlayer

MOST = 2_000
"""Items of any list of an event."""
MAX_AHEAD = timedelta(days=731)

Values = Mapping[str, Any]
"""The columns of a row by name."""


@dataclass(frozen=True, slots=True)
class TableName:
    """Which table of the file, or of the club, a sitting has."""

    key: str
    id: int | None
    text: str


@dataclass(frozen=True, slots=True)
class ParsedContestant:
    values: Values
    players: tuple[tuple[Values, ParsedPlayer], ...]


@dataclass(frozen=True, slots=True)
class ParsedSitting:
    values: Values
    places: tuple[tuple[Values, int], ...]
    """Each with the number of the contestant."""
    table: TableName | None = field(compare=False)
    sealed: bool = field(compare=False)


@dataclass(frozen=True, slots=True)
class ParsedRound:
    values: Values
    sittings: tuple[ParsedSitting, ...]
    half_tables: tuple[Values, ...]


@dataclass(frozen=True, slots=True)
class ParsedRuling:
    values: Values
    round: int | None
    station: int | None
    contestant: int | None


@dataclass(frozen=True, slots=True)
class ParsedEvent:
    """An event in the file. Two of them are equal if their contestants, plans and rulings are."""

    file_line: int = field(compare=False)
    key: str = field(compare=False)
    id: int | None = field(compare=False)
    season: str = field(compare=False)
    values: Values
    contestants: tuple[ParsedContestant, ...]
    rounds: tuple[ParsedRound, ...]
    rulings: tuple[ParsedRuling, ...]

    @property
    def title(self) -> str:
        return str(get_game(self.values["game"]).title)

    @property
    def players(self) -> Iterator[ParsedPlayer]:
        return (player for contestant in self.contestants for _values, player in contestant.players)

    @property
    def sittings(self) -> Iterator[ParsedSitting]:
        return (sitting for each in self.rounds for sitting in each.sittings)


@dataclass(frozen=True, slots=True)
class _EventRecord:
    version: int
    event: str
    season: str
    scorer: str = ""


@dataclass(frozen=True, slots=True)
class _SittingRecord:
    table: str | None = None
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class _PlaceRecord:
    contestant: int


@dataclass(frozen=True, slots=True)
class _RulingRecord:
    round: int | None = None
    station: int | None = None
    contestant: int | None = None


class EventReader(LineReader):
    def read(self, data: Mapping[str, Any]) -> ParsedEvent | None:
        """Return None if there are faults."""
        head, values = self._row(_EventRecord, Event, data, "", ("contestants", "plan", "rulings"))
        if not self._is_readable_version(head.version):
            return None
        season, name = self._name(head.season, "season"), self._name(values.get("name"), "name")
        self._check_id(head.event, "event")
        self._check_game(values)
        contestants = tuple(
            self._contestant(record, at) for record, at in self._items(data, "contestants", "", MAX_CONTESTANTS)
        )
        rounds = tuple(self._round(record, at) for record, at in self._items(data, "plan", "", MOST))
        rulings = tuple(self._ruling(record, at) for record, at in self._items(data, "rulings", "", MOST))
        if not self.faults:
            self._check_numbers(contestants, rounds, rulings)
        if self.faults:
            return None
        return ParsedEvent(
            file_line=self.file_line,
            key=import_key(self.club, "event", head.event.strip()),
            id=local_id(head.event),
            season=season,
            values={**values, "name": name},
            contestants=contestants,
            rounds=rounds,
            rulings=rulings,
        )

    def _check_game(self, values: Values) -> None:
        if "game" not in values:
            return
        try:
            game = get_game(values["game"])
        except LookupError:
            self._fault("unknown_game", "game")
            return
        if game.events is None:
            self._fault("no_events", "game")
            return
        if not self.faults:
            for problem in choice_problems(Event(**values)):
                self._fault(problem.code, problem.field, problem.params)

    def _contestant(self, data: object, at: str) -> ParsedContestant:
        _nothing, values = self._row(None, Contestant, data, at, ("players",))
        players = []
        for record, field_of in self._items(data, "players", at, MOST):
            person, own = self._row(PlayerRecord, ContestantPlayer, record, field_of)
            players.append((own, self._player(person, field_of)))
        return ParsedContestant(values, tuple(players))

    def _round(self, data: object, at: str) -> ParsedRound:
        _nothing, values = self._row(None, Round, data, at, ("sittings", "half_tables"))
        sittings = [self._sitting(record, field_of) for record, field_of in self._items(data, "sittings", at, MOST)]
        halves = [
            self._row(None, HalfTable, record, field_of)[1]
            for record, field_of in self._items(data, "half_tables", at, MOST)
        ]
        return ParsedRound(values, tuple(sittings), tuple(halves))

    def _sitting(self, data: object, at: str) -> ParsedSitting:
        record, values = self._row(_SittingRecord, Sitting, data, at, ("places",))
        places = []
        for item, field_of in self._items(data, "places", at, MOST):
            place, own = self._row(_PlaceRecord, Place, item, field_of)
            places.append((own, place.contestant))
        table = None
        if record.table is not None:
            self._check_id(record.table, f"{at}.table")
            text = record.table.strip()
            table = TableName(import_key(self.club, "table", text), local_id(text), text)
        return ParsedSitting(values, tuple(places), table, record.sealed)

    def _ruling(self, data: object, at: str) -> ParsedRuling:
        record, values = self._row(_RulingRecord, Ruling, data, at)
        return ParsedRuling(values, record.round, record.station, record.contestant)

    def _check_numbers(
        self,
        contestants: tuple[ParsedContestant, ...],
        rounds: tuple[ParsedRound, ...],
        rulings: tuple[ParsedRuling, ...],
    ) -> None:
        """Whoever is named by number must be there."""
        numbers = {one.values["number"] for one in contestants}
        stations = {(each.values["number"], one.values["station"]) for each in rounds for one in each.sittings}
        named = [number for each in rounds for sitting in each.sittings for _values, number in sitting.places]
        named += [ruling.contestant for ruling in rulings if ruling.contestant is not None]
        for number in sorted(set(named) - numbers):
            self._fault("no_contestant", params={"number": number})
        for ruling in rulings:
            where = ruling.round, ruling.station
            if where != (None, None) and where not in stations:
                self._fault("no_sitting", "rulings", {"round": ruling.round or 0, "station": ruling.station or 0})

    def _items(self, data: object, name: str, at: str, most: int) -> Iterator[tuple[object, str]]:
        field_of = f"{at}.{name}".strip(".")
        items = self._list(data.get(name, []), field_of, most) if isinstance(data, dict) else []
        return ((item, f"{field_of}.{number}") for number, item in enumerate(items))

    def _row(
        self, shape: Any, model: type[models.Model], data: object, at: str, nested: tuple[str, ...] = ()
    ) -> tuple[Any, Values]:
        """Return what `shape` says of a row, and its columns."""
        own = {column.name: column for column in columns(model)}
        fields = data if isinstance(data, dict) else {}
        rest = {name: fields[name] for name in fields.keys() - own.keys() - set(nested)}
        loaded = self._load(shape or _Nothing, rest if isinstance(data, dict) else data, at)
        values = {}
        for name, column in own.items():
            field_of = f"{at}.{name}".strip(".")
            if name in fields:
                values[name] = self._value(column, fields[name], field_of)
            elif isinstance(data, dict):
                values[name] = default_value(column)
                if values[name] is REQUIRED:
                    values[name] = None
                    self._fault("required", field_of)
        return loaded, values

    def _value(self, column: Any, value: Any, field_of: str) -> Any:
        if value is None and column.null:
            return None
        wanted, code = next((wanted, code) for kinds, wanted, code in KINDS if isinstance(column, kinds))
        fits = type(value) is wanted or (type(value) is list and wanted is dict and column.default is not dict)
        if not fits or not _is_storable(value):
            self._fault(code, field_of)
            return None
        if isinstance(column, models.DateTimeField):
            return self._moment(value, field_of)
        if isinstance(column, models.DateField):
            return self._day(value, field_of)
        try:
            return column.clean(value, None)
        except ValidationError as error:
            self._add_fault(Fault(self.file_line, " ".join(error.messages), field=field_of))
            return None

    def _day(self, text: str, field_of: str) -> date | None:
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = date.max
        if EARLIEST.date() <= day <= timezone.localdate() + MAX_AHEAD:
            return day
        self._fault("event_day", field_of)
        return None


@dataclass(frozen=True, slots=True)
class _Nothing:
    """Of a row that has nothing but columns, and rows of its own."""


KINDS = (
    (models.BooleanField, bool, "true_false"),
    (models.IntegerField, int, "whole_number"),
    (models.JSONField, dict, "object"),
    ((models.CharField, models.DateField), str, "text"),
)
"""How JSON has the values of each kind of column, and the code of what it has instead."""


def _is_storable(value: Any) -> bool:
    try:
        written = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:  # an infinite number
        return False
    return "\\u0000" not in written and is_storable(written)
