"""Parse events from lines of JSON (docs/table-format.md).

This checks their shape, and that everything they refer to exists. `scorer.audit.events` checks whether an event is
sound once it is stored; if it is not, the import is undone.
"""

import json
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, make_dataclass
from functools import cache, partial
from typing import Annotated, Any

from django.core.exceptions import ValidationError
from django.db import models

from scorer.contest.families import MAX_CONTESTANTS
from scorer.events.models import (
    Applicant,
    ApplicantPlayer,
    Contestant,
    ContestantPlayer,
    Event,
    HalfTable,
    Round,
    Ruling,
    Sitting,
    SittingSide,
)
from scorer.events.planning.families import choice_problems
from scorer.registry import get_game
from scorer.scoring import Unfit, load
from scorer.transfer.event_export import REQUIRED, columns, default_value
from scorer.transfer.line_reader import LineReader, PlayerRecord, import_key, local_id
from scorer.transfer.parsed import ParsedPlayer, Values
from scorer.transfer.values import Id, Name, is_storable, read_day, read_moment, read_name

MOST = 2_000
"""Items of any list of an event."""


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
    applicants: tuple[ParsedContestant, ...] = ()

    @property
    def title(self) -> str:
        return str(get_game(self.values["game"]).title)

    @property
    def players(self) -> Iterator[ParsedPlayer]:
        return (player for entrant in (*self.contestants, *self.applicants) for _values, player in entrant.players)

    @property
    def sittings(self) -> Iterator[ParsedSitting]:
        return (sitting for planned in self.rounds for sitting in planned.sittings)


@dataclass(frozen=True, slots=True)
class _EventRecord:
    version: int
    event: Id
    season: Name
    scorer: str = ""


@dataclass(frozen=True, slots=True)
class _SittingRecord:
    table: Id | None = None
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
        head, values = self._row(Event, data, "", ("contestants", "plan", "rulings", "applicants"), _EventRecord)
        if not self._is_readable_version(head.version):
            return None
        self._check_game(values)
        contestants = tuple(
            self._contestant(record, at) for record, at in self._items(data, "contestants", "", MAX_CONTESTANTS)
        )
        applicants = tuple(
            self._contestant(record, at, Applicant, ApplicantPlayer)
            for record, at in self._items(data, "applicants", "", MAX_CONTESTANTS)
        )
        rounds = tuple(self._round(record, at) for record, at in self._items(data, "plan", "", MOST))
        rulings = tuple(self._ruling(record, at) for record, at in self._items(data, "rulings", "", MOST))
        if not self.faults:
            self._check_numbers(contestants, rounds, rulings)
        if self.faults:
            return None
        return ParsedEvent(
            file_line=self.file_line,
            key=import_key(self.club, "event", head.event),
            id=local_id(head.event),
            season=head.season,
            values=values,
            contestants=contestants,
            rounds=rounds,
            rulings=rulings,
            applicants=applicants,
        )

    def _check_game(self, values: Values) -> None:
        game = self._game(values["game"])
        if game and game.events is None:
            self._fault("no_events", "game")
        if not self.faults:
            for problem in choice_problems(Event(**values)):
                self._fault(problem.code, problem.field, problem.params)

    def _contestant(
        self,
        data: object,
        at: str,
        model: type[models.Model] = Contestant,
        player_model: type[models.Model] = ContestantPlayer,
    ) -> ParsedContestant:
        _record, values = self._row(model, data, at, ("players",))
        players = []
        for record, field_of in self._items(data, "players", at, MOST):
            person, own = self._row(player_model, record, field_of, shape=PlayerRecord)
            players.append((own, person.player))
        return ParsedContestant(values, tuple(players))

    def _round(self, data: object, at: str) -> ParsedRound:
        _record, values = self._row(Round, data, at, ("sittings", "half_tables"))
        sittings = [self._sitting(record, field_of) for record, field_of in self._items(data, "sittings", at, MOST)]
        halves = [
            self._row(HalfTable, record, field_of)[1] for record, field_of in self._items(data, "half_tables", at, MOST)
        ]
        return ParsedRound(values, tuple(sittings), tuple(halves))

    def _sitting(self, data: object, at: str) -> ParsedSitting:
        record, values = self._row(Sitting, data, at, ("places",), _SittingRecord)
        places = []
        for item, field_of in self._items(data, "places", at, MOST):
            place, own = self._row(SittingSide, item, field_of, shape=_PlaceRecord)
            places.append((own, place.contestant))
        table = None
        if record.table is not None:
            key = import_key(self.club, "table", record.table)
            table = TableName(key, local_id(record.table), record.table)
        return ParsedSitting(values, tuple(places), table, record.sealed)

    def _ruling(self, data: object, at: str) -> ParsedRuling:
        record, values = self._row(Ruling, data, at, shape=_RulingRecord)
        return ParsedRuling(values, record.round, record.station, record.contestant)

    def _check_numbers(
        self,
        contestants: tuple[ParsedContestant, ...],
        rounds: tuple[ParsedRound, ...],
        rulings: tuple[ParsedRuling, ...],
    ) -> None:
        """Whoever is named by number must be there."""
        numbers = {contestant.values["number"] for contestant in contestants}
        stations = {
            (planned.values["number"], sitting.values["station"]) for planned in rounds for sitting in planned.sittings
        }
        named = [number for planned in rounds for sitting in planned.sittings for _values, number in sitting.places]
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
        self, model: type[models.Model], data: object, at: str, nested: tuple[str, ...] = (), shape: Any = None
    ) -> tuple[Any, Values]:
        """Return what `shape` says of a row, and its columns."""
        record_type = _record_type(model, shape)
        if isinstance(data, dict):
            record = self._load(record_type, {name: data[name] for name in data if name not in nested}, at)
        else:
            self._fault("object", at)
            record, _problems = load(record_type, {})
        return record, {column.name: copy(getattr(record, column.name)) for column in columns(model)}


@cache
def _record_type(model: type[models.Model], shape: Any) -> Any:
    """Return the class of the records of rows: `shape`, with a field for each column."""
    fields = []
    for column in columns(model):
        default = default_value(column)
        has_default: dict[str, Any] = {} if default is REQUIRED else {"default_factory": partial(default_value, column)}
        fields.append((column.name, Annotated[Any, partial(_read_column, column)], field(**has_default)))
    return make_dataclass(f"{model.__name__}Record", fields, bases=(shape,) if shape else (), frozen=True, kw_only=True)


KINDS = (
    (models.BooleanField, bool, "true_false"),
    (models.IntegerField, int, "whole_number"),
    (models.JSONField, dict, "object"),
    ((models.CharField, models.DateField, models.TimeField), str, "text"),
)
"""How JSON has the values of each kind of column, and the code of what it has instead."""


def _read_column(column: Any, value: Any) -> Any:
    if value is None and column.null:
        return None
    wanted, code = next((wanted, code) for kinds, wanted, code in KINDS if isinstance(column, kinds))
    fits = type(value) is wanted or (type(value) is list and wanted is dict and column.default is not dict)
    if not fits or not _is_storable(value):
        raise Unfit(code)
    if isinstance(column, models.DateField):
        return read_moment(value) if isinstance(column, models.DateTimeField) else read_day(value)
    if column.name == "name" and not column.blank:
        return read_name(value)
    try:
        return column.clean(value, None)
    except ValidationError as error:
        raise Unfit("invalid", text=" ".join(error.messages)) from error


def _is_storable(value: Any) -> bool:
    try:
        written = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:  # an infinite number
        return False
    return "\\u0000" not in written and is_storable(written)
