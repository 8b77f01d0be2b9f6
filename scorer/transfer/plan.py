"""What bringing in a file would do to a club, and doing it: the whole file or nothing of it, each table once.

It is done in portions, so that hands can be saved meanwhile; what has come in can be taken out again (undo).
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from itertools import combinations, count, islice

from django.db import IntegrityError
from django.utils import timezone

from scorer.club.models import Club, Player, Season, User
from scorer.club.services import add_players, cover
from scorer.db.rows import insert_rows
from scorer.live.telling import tell
from scorer.play.models import Hand, Table
from scorer.transfer.brought import Brought, Fault, ImportedPlayer, sameness, sentence
from scorer.transfer.bulk import Scored, WholeTable, store
from scorer.transfer.export import records
from scorer.transfer.models import BroughtTable, Import
from scorer.transfer.portions import LINES, PEOPLE, Interrupted, in_portions, portion
from scorer.transfer.tables import brought
from scorer.transfer.undo import days_of, log, undo

Source = Callable[[], Iterator[Brought | Fault]]
"""Reads the file from its beginning, each time it is called."""

A_BATCH = 100
"""Tables that are in memory together."""
MOST_FAULTS, MOST_SHOWN = 100, 20
"""Faults and tables that are kept to be shown; the others are counted."""


class Faulty(Exception):
    """The file is not brought in: `survey` says why."""

    def __init__(self, survey: "Survey") -> None:
        super().__init__(survey.faulty)
        self.survey = survey


@dataclass(slots=True)
class Days:
    """A season that tables of the file belong to; `season` is None if there is none of that name yet."""

    name: str
    season: Season | None
    first: date
    last: date

    @property
    def is_wider(self) -> bool:
        """Whether the season that is there has to take in more days."""
        season = self.season
        return season is not None and (
            self.first < season.starts or (season.ends is not None and season.ends < self.last)
        )


@dataclass(slots=True)
class Survey:
    """What is in a file, as seen from a club."""

    tables: int = 0
    hands: int = 0
    totals: int = 0
    """Old evenings of which only the points are known."""
    first: list[Brought] = field(default_factory=list)
    """Some of the tables, to be shown."""
    here: int = 0
    """Tables that the club has already; they stay as they are, and the other numbers leave them out."""
    changed: list[int] = field(default_factory=list)
    """Lines of the file with a table that the club has, but not as the file has it."""
    known: dict[str, tuple[str, Player]] = field(default_factory=dict)
    """Players on the roster, each with the name in the file."""
    new: dict[str, ImportedPlayer] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    """The names by which new players are shown."""
    seasons: dict[str, Days] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    faulty: int = 0
    """How many faults there are."""
    record: Import | None = None
    """Under which it was brought in."""

    @property
    def respelled(self) -> list[tuple[str, str]]:
        """Names that the file spells otherwise than the roster."""
        return [(name, player.name) for name, player in self.known.values() if name != player.name]

    @property
    def further(self) -> int:
        return self.tables - len(self.first)

    @property
    def unshown(self) -> int:
        return self.faulty - len(self.faults)


def survey(club: Club, source: Source) -> Survey:
    """Reads the whole file and stores nothing."""
    found = Survey()
    roster = _roster(club)
    seasons = {sameness(season.name): season for season in club.seasons.all()}
    lines: dict[str, int] = {}
    for batch in _batches(_sound(source(), found)):
        here = _here(club, batch)
        as_they_are = _as_they_are(club, here.values())
        for table in batch:
            if table.key in lines:
                _add_fault(found, Fault(table.at, sentence("again", {"line": lines[table.key]})))
            lines.setdefault(table.key, table.at)
            if table.key in here:
                found.here += 1
                if as_they_are.get(here[table.key]) != table:
                    found.changed.append(table.at)
            else:
                _count(found, table, roster, seasons)
    return found


def bring(club: Club, source: Source, *, by: User | None) -> Survey:
    """Stores what the file has and the club has not. Raises Faulty if anything is wrong with the file, and Interrupted
    if something that it was compared with is changed meanwhile. Whatever is raised, nothing of it stays."""
    found = survey(club, source)
    if found.faulty:
        raise Faulty(found)
    if not found.tables:
        return found
    found.record = Import.objects.create(club=club, by=by)
    try:
        _Storing(found.record, found, by).store(source)
    except BaseException as error:  # somebody's Ctrl-C too
        undo(found.record, by=by)
        if isinstance(error, IntegrityError):
            raise Interrupted from error
        raise
    return found


class _Storing:
    def __init__(self, record: Import, found: Survey, by: User | None) -> None:
        self.record, self.found, self.by = record, found, by
        self.players = {same: player for same, (_name, player) in found.known.items()}
        self.seasons: dict[str, Season] = {}

    def store(self, source: Source) -> None:
        for people in in_portions(self.found.new.values(), lambda _person: 1, PEOPLE):
            with self._portion() as club:
                self._welcome(club, people)
        with self._portion() as club:
            for same, days in self.found.seasons.items():
                self._cover(club, same, days)
            self.record.save(update_fields=["seasons"])
        for tables in in_portions(_sound(source(), self.found), lambda table: 1 + len(table.lines), LINES):
            self._store_tables(tables)
        with self._portion() as club:
            self.record.state = Import.State.HERE
            self.record.save(update_fields=["state"])
            log(self.record, "import", self.found, self.by)
            tell(club.pk, version=0)

    def _portion(self) -> AbstractContextManager[Club]:
        return portion(self.record, Import.State.COMING)

    def _welcome(self, club: Club, people: Sequence[ImportedPlayer]) -> None:
        """Somebody else may have put them on the roster since it was looked at."""
        roster = _roster(club)
        new = {
            person.same: Player(
                club=club, name=person.name, shown_as=person.shown_as, guest=person.guest, active=person.active
            )
            for person in people
            if person.same not in roster
        }
        add_players(list(new.values()), by=self.by)
        self.players |= {person.same: new.get(person.same) or roster[person.same] for person in people}
        self.record.players += [player.pk for player in new.values()]
        self.record.save(update_fields=["players"])

    def _cover(self, club: Club, same: str, days: Days) -> None:
        before = next((season for season in club.seasons.all() if sameness(season.name) == same), None)
        season = cover(club, days.name, days.first, days.last, by=self.by)
        self.seasons[same] = season
        was = days_of(before) if before else None
        if was != days_of(season):
            self.record.seasons.append({"id": season.pk, "before": was, "after": days_of(season)})

    def _store_tables(self, tables: Sequence[Brought]) -> None:
        """What takes long is done before the lock is asked for."""
        club = self.record.club
        here, taken = _here(club, tables), _taken(tables)
        whole = {
            table.key: _rows(
                table,
                club,
                self.seasons[sameness(table.season)],
                self.players,
                keeps_id=table.id not in taken,
            )
            for table in tables
            if table.key not in here
        }
        new = Scored.of(list(whole.values()))
        sitting = {place.person.same for table in tables for place in table.places}
        with self._portion():
            if _are_merged([self.players[same] for same in sitting]):
                raise Interrupted
            for key in whole.keys() & _here(club, tables).keys():  # somebody else brings in the same
                self._leave_out(whole.pop(key))
                new = Scored.of(list(whole.values()))
            _number_open(club, [one.table for one in new.tables])
            store(new, by=self.by)
            rows = [(one.table.pk, self.record.pk, key) for key, one in whole.items()]
            insert_rows(BroughtTable, ("table_id", "source_id", "key"), rows)

    def _leave_out(self, one: WholeTable) -> None:
        self.found.tables -= 1
        self.found.hands -= len(one.played)


def _are_merged(players: Sequence[Player]) -> bool:
    return Player.objects.filter(pk__in=[player.pk for player in players]).exclude(merged_into=None).exists()


def _number_open(club: Club, tables: Iterable[Table]) -> None:
    """Each keeps its number, or gets the lowest free one if another open table has that."""
    in_use: set[int] | None = None
    for table in tables:
        if table.is_open:
            if in_use is None:
                in_use = set(club.tables.filter(state=Table.State.OPEN).values_list("number", flat=True))
            if table.number in in_use:
                table.number = next(number for number in count(1) if number not in in_use)
            in_use.add(table.number)


def _sound(lines: Iterable[Brought | Fault], found: Survey) -> Iterator[Brought]:
    for line in lines:
        if isinstance(line, Fault):
            _add_fault(found, line)
        else:
            yield line


def _add_fault(found: Survey, fault: Fault) -> None:
    found.faulty += 1
    if len(found.faults) < MOST_FAULTS:
        found.faults.append(fault)


def _batches(tables: Iterator[Brought]) -> Iterator[list[Brought]]:
    while batch := list(islice(tables, A_BATCH)):
        yield batch


def _here(club: Club, batch: Sequence[Brought]) -> dict[str, int]:
    """The id of the club's table for each key in the batch that it has."""
    done = BroughtTable.objects.filter(key__in=[table.key for table in batch], table__club=club)
    keys = done.values_list("key", "table")
    own = set(club.tables.filter(pk__in=[table.id for table in batch if table.id]).values_list("pk", flat=True))
    return {table.key: table.id for table in batch if table.id and table.id in own} | dict(keys)


def _taken(batch: Sequence[Brought]) -> set[int]:
    """The ids in the batch that another club's table has."""
    return set(Table.objects.filter(pk__in=[table.id for table in batch if table.id]).values_list("pk", flat=True))


def _as_they_are(club: Club, ids: Iterable[int]) -> dict[int, Brought]:
    """Tables that the club has, as a file exported now would have them."""
    found = records(list(ids))
    order = list(found)
    lines = BytesIO("\n".join(json.dumps(record) for record in found.values()).encode())
    return {order[table.at - 1]: table for table in brought(lines, club) if isinstance(table, Brought)}


def _roster(club: Club) -> dict[str, Player]:
    """Who is meant by a name, or by the one that everybody sees: of merged players the one that is left."""
    players = {player.pk: player for player in club.players.all()}

    def left(player: Player) -> Player:
        return left(players[player.merged_into_id]) if player.merged_into_id else player

    shown = {sameness(player.shown_as): player for player in players.values() if player.shown_as}
    return shown | {sameness(player.name): left(player) for player in players.values()}


def _count(found: Survey, table: Brought, roster: dict[str, Player], seasons: dict[str, Season]) -> None:
    found.tables += 1
    found.hands += table.hands
    found.totals += table.totals
    if len(found.first) < MOST_SHOWN:
        found.first.append(table)
    for place in table.places:
        person = place.person
        player = roster.get(person.same)
        if player:
            found.known.setdefault(person.same, (person.name, player))
        elif person.same not in found.new:
            _welcome(found, table.at, person, roster)
    for one, other in combinations({place.person.same: place.person for place in table.places}.values(), 2):
        if one.same in roster and roster.get(one.same) == roster.get(other.same):
            _add_fault(found, Fault(table.at, sentence("merged", {"one": one.name, "other": other.name})))
    day, same = timezone.localdate(table.opened_at), sameness(table.season)
    days = found.seasons.setdefault(same, Days(table.season, seasons.get(same), day, day))
    days.first, days.last = min(days.first, day), max(days.last, day)


def _welcome(found: Survey, at: int, person: ImportedPlayer, roster: dict[str, Player]) -> None:
    """Nobody may be shown by the name of somebody else."""
    shown = sameness(person.shown_as)
    if person.same in found.shown or (shown and shown in {*roster, *found.new, *found.shown} - {person.same}):
        _add_fault(found, Fault(at, sentence("shown", {"name": person.shown_as or person.name})))
    found.new[person.same] = person
    if shown:
        found.shown.add(shown)


def _rows(brought: Brought, club: Club, season: Season, players: dict[str, Player], *, keeps_id: bool) -> WholeTable:
    table = Table(
        club=club,
        season=season,
        game=brought.game,
        number=brought.number,
        size=brought.size,
        first_dealer=brought.first_dealer,
        confirms=brought.confirms,
        state=Table.State.CLOSED if brought.closed_at else Table.State.OPEN,
        opened_at=brought.opened_at,
        closed_at=brought.closed_at,
    )
    if brought.id and keeps_id:
        table.pk = brought.id
    seats = [place.seat(table, players[place.person.same]) for place in brought.places]
    lines = [
        (
            Hand(
                table=table,
                number=place,
                kind=line.kind,
                dealer=line.dealer,
                points=list(line.points) or None,
                why=line.why,
                entered_at=line.entered_at,
                voided=line.voided,
            ),
            line.entry,
        )
        for place, line in enumerate(brought.lines, start=1)
    ]
    return WholeTable(table, brought.variant, seats, lines)
