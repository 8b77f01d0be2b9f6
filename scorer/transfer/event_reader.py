"""Parse events from lines of JSON (docs/table-format.md).

This checks their shape, and that everything they refer to exists. `scorer.audit.events` checks whether an event is
sound once it is stored; if it is not, the import is undone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

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
from scorer.transfer.line_reader import LineReader, PlayerRecord, RowName, import_key, local_id
from scorer.transfer.parsed import ParsedPlayer, Values
from scorer.transfer.values import Id, Name

MOST = 2_000
"""Items of any list of an event."""


@dataclass(frozen=True, slots=True)
class ParsedContestant:
    values: Values
    players: tuple[tuple[Values, ParsedPlayer], ...]


@dataclass(frozen=True, slots=True)
class ParsedSitting:
    values: Values
    places: tuple[tuple[Values, int], ...]
    """Each with the number of the contestant."""
    table: RowName | None = field(compare=False)
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
            table = RowName(key, local_id(record.table), record.table)
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
