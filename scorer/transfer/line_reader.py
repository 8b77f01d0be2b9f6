"""What the readers of all lines of a file share (docs/table-format.md)."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from django.db import models

from scorer.club.models import Club
from scorer.registry import GameConfig, get_game
from scorer.scoring import Params, jsonlines, load
from scorer.transfer.columns import columns, record_type
from scorer.transfer.export import VERSION, id_converter
from scorer.transfer.parsed import MAX_FAULTS, Fault, ParsedPlayer, TooManyFaults, Values, sentence
from scorer.transfer.values import FederationNumber, GroupName, Name, NameOrNone

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RowName:
    """Which table or event, of the file or of the club, a line means."""

    key: str
    id: int | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecord:
    """What a line says of a player."""

    name: Name
    shown_as: NameOrNone = ""
    groups: tuple[GroupName, ...] = ()
    guest: bool = False
    hidden: bool = False
    active: bool = True
    federation_number: FederationNumber = ""

    @property
    def player(self) -> ParsedPlayer:
        said = {column.name: getattr(self, column.name) for column in fields(ParsedPlayer)}
        return ParsedPlayer(**said)


class LineReader:
    """Parses one line. `faults` collects everything that is wrong with it."""

    def __init__(self, club: Club, file_line: int) -> None:
        self.club, self.file_line = club, file_line
        self.faults: list[Fault] = []

    def read_record(self, text: bytes | None) -> Mapping[str, Any] | None:
        """Return the JSON object of a line. `text` is None if the line is too long."""
        data, problem = jsonlines.parse(text)
        if isinstance(data, dict):
            return data
        self._fault(problem.code if problem else "not_json", params=problem.params if problem else None)
        return None

    def _load(self, shape: type[T], data: object, field: str = "", *, hand: int = 0) -> T:
        """Load `data` into `shape`. A value of the wrong type is a fault and becomes None, or the default."""
        value, problems = load(shape, data, field)
        for problem in problems:
            self._fault(problem.code, problem.field, problem.params, hand=hand)
        return value

    def _list(self, data: object, field: str, most: int) -> list[object]:
        if data is None:
            self._fault("required", field)
        elif not isinstance(data, list):
            self._fault("list", field)
        elif len(data) > most:
            self._fault("too_many", field, {"most": most})
        else:
            return data
        return []

    def _items(self, data: object, name: str, at: str, most: int) -> Iterator[tuple[object, str]]:
        field_of = f"{at}.{name}".strip(".")
        items = self._list(data.get(name, []), field_of, most) if isinstance(data, dict) else []
        return ((item, f"{field_of}.{number}") for number, item in enumerate(items))

    def _row(
        self, model: type[models.Model], data: object, at: str, nested: tuple[str, ...] = (), shape: Any = None
    ) -> tuple[Any, Values]:
        """Return what `shape` says of a row, and its columns."""
        of_row = record_type(model, shape)
        if isinstance(data, dict):
            record = self._load(of_row, {name: data[name] for name in data if name not in nested}, at)
        else:
            self._fault("object", at)
            record, _problems = load(of_row, {})
        return record, {column.name: copy(getattr(record, column.name)) for column in columns(model)}

    def _game(self, slug: str | None) -> GameConfig | None:
        try:
            return get_game(slug) if slug is not None else None
        except LookupError:
            self._fault("unknown_game", "game")
            return None

    def _check_range(self, value: int | None, field: str, most: int, *, hand: int = 0) -> None:
        if value is not None and not 1 <= value <= most:
            self._fault("number_range", field, {"least": 1, "most": most}, hand=hand)

    def _fault(self, code: str, field: str = "", params: Params | None = None, *, hand: int = 0) -> None:
        self._add_fault(Fault(self.file_line, sentence(code, params), hand, field))

    def _say(self, field: str, text: str) -> None:
        self._add_fault(Fault(self.file_line, text, field=field))

    def _add_fault(self, fault: Fault) -> None:
        self.faults.append(fault)
        if len(self.faults) >= MAX_FAULTS:
            raise TooManyFaults

    def _is_readable_version(self, version: int | None) -> bool:
        if version is not None and version != VERSION:
            self.faults = []  # another version may have other fields
            self._fault("version", "version", {"version": version, "known": VERSION})
            return False
        return True


def import_key(club: Club, *what: object) -> str:
    """Return the key that identifies an imported table or event in a club, so that it is imported only once."""
    return hashlib.sha256(repr((club.pk, *what)).encode()).hexdigest()


def local_id(text: str) -> int | None:
    """Return the id as a number if a site like this one made it, else None."""
    try:
        return id_converter.to_python(text) if re.fullmatch(id_converter.regex, text) else None
    except ValueError:
        return None
