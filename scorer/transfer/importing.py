"""Survey what importing a file would do to a club, and import it: all of the file or nothing, each table once.

The import is split into chunks, so that hands can be saved between them. `scorer.transfer.undo` removes it again.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from itertools import combinations, count, islice

from django.db import IntegrityError
from django.utils import timezone

from scorer.club.models import Club, Player, Season, User
from scorer.club.services import add_players, ensure_season
from scorer.db.rows import insert_rows
from scorer.live.publishing import publish_change
from scorer.play.models import Hand, Table
from scorer.transfer.bulk import ScoredTables, WholeTable, store
from scorer.transfer.chunks import LINES_PER_CHUNK, PLAYERS_PER_CHUNK, Interrupted, chunked, import_transaction
from scorer.transfer.event_import import event_problems, existing_events, write_event
from scorer.transfer.event_lines import ParsedEvent, TableName
from scorer.transfer.export import table_records
from scorer.transfer.json_lines import parse_lines
from scorer.transfer.models import Import, ImportedEvent, ImportedTable
from scorer.transfer.parsed import Fault, ParsedPlayer, ParsedTable, name_key, sentence
from scorer.transfer.undo import log, season_days, undo

Source = Callable[[], Iterator[ParsedTable | ParsedEvent | Fault]]
"""Reads the file from the beginning each time it is called."""

BATCH_SIZE = 100
"""Tables that are in memory at the same time."""
MAX_FAULTS, MAX_SHOWN_TABLES = 100, 20
"""The number of faults and tables that are shown; the rest are only counted."""


class Faulty(Exception):
    """The file has faults, which `survey` lists, and is not imported."""

    def __init__(self, survey: "Survey") -> None:
        super().__init__(survey.fault_count)
        self.survey = survey


@dataclass(slots=True)
class SeasonDays:
    """The dates that tables of the file need in a season. `season` is None if the club has none of that name."""

    name: str
    season: Season | None
    first: date
    last: date

    @property
    def is_wider(self) -> bool:
        """Whether an existing season has to be extended."""
        season = self.season
        return season is not None and (
            self.first < season.starts or (season.ends is not None and season.ends < self.last)
        )


@dataclass(slots=True)
class Survey:
    """The contents of a file, compared with what the club has."""

    tables: int = 0
    hands: int = 0
    totals: int = 0
    """Old evenings for which only the points are known."""
    shown_tables: list[ParsedTable] = field(default_factory=list)
    """The first of the new tables."""
    existing: int = 0
    """Tables that the club has already. They stay as they are, and the other counts leave them out."""
    events: list[ParsedEvent] = field(default_factory=list)
    """The new events. Those that the club has already stay as they are."""
    existing_events: int = 0
    changed: list[int] = field(default_factory=list)
    """Lines of the file whose table or event differs from the one that the club has."""
    known: dict[str, tuple[str, Player]] = field(default_factory=dict)
    """Players who are on the roster, each with the name in the file."""
    new: dict[str, ParsedPlayer] = field(default_factory=dict)
    shown_names: set[str] = field(default_factory=set)
    """Display names of the new players."""
    seasons: dict[str, SeasonDays] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    fault_count: int = 0
    """The number of all faults."""
    record: Import | None = None
    """The import, once the file has been imported."""

    @property
    def respelled(self) -> list[tuple[str, str]]:
        """Names that are spelled differently in the file and on the roster."""
        return [(name, player.name) for name, player in self.known.values() if name != player.name]

    @property
    def more_tables(self) -> int:
        return self.tables - len(self.shown_tables)

    @property
    def more_faults(self) -> int:
        return self.fault_count - len(self.faults)


def survey(club: Club, source: Source) -> Survey:
    """Read the whole file without storing anything."""
    found = Survey()
    roster = _roster(club)
    seasons = {name_key(season.name): season for season in club.seasons.all()}
    lines: dict[str, int] = {}
    events: list[ParsedEvent] = []
    for batch in _batches(_tables(source(), found, events)):
        ids = _existing_ids(club, batch)
        existing = _existing_tables(club, ids.values())
        for table in batch:
            if table.key in lines:
                _add_fault(found, Fault(table.file_line, sentence("again", {"line": lines[table.key]})))
            lines.setdefault(table.key, table.file_line)
            if table.key in ids:
                found.existing += 1
                if existing.get(ids[table.key]) != table:
                    found.changed.append(table.file_line)
            else:
                _count(found, table, roster, seasons)
    if events:
        _survey_events(club, events, found, tables=lines.keys())
    return found


def _survey_events(club: Club, events: Sequence[ParsedEvent], found: Survey, *, tables: Collection[str]) -> None:
    """`tables` are the keys of those in the file."""
    roster = _roster(club)
    seasons = {name_key(season.name): season for season in club.seasons.all()}
    existing, lines = existing_events(club, events), dict[str, int]()
    for event in events:
        if event.key in lines:
            _add_fault(found, Fault(event.file_line, sentence("event_again", {"line": lines[event.key]})))
        lines.setdefault(event.key, event.file_line)
        if event.key in existing:
            found.existing_events += 1
            if existing[event.key].parsed != event:
                found.changed.append(event.file_line)
            continue
        found.events.append(event)
        for player in event.players:
            _count_player(found, event.file_line, player, roster)
        _count_day(found, event.season, event.values["day"], seasons)
        elsewhere = [one.table for one in event.sittings if one.table and one.table.key not in tables]
        here = _existing_ids(club, elsewhere)
        for table in elsewhere:
            if table.key not in here:
                _add_fault(found, Fault(event.file_line, sentence("no_table", {"id": table.text})))


def import_file(club: Club, source: Source, *, by: User | None) -> Survey:
    """Import what the club does not have yet.

    Raise Faulty if anything is wrong with the file, and Interrupted if the data it was compared with changes meanwhile.
    Whatever is raised, nothing of the import is left behind.
    """
    found = survey(club, source)
    if found.fault_count:
        raise Faulty(found)
    if not (found.tables or found.events):
        return found
    found.record = Import.objects.create(club=club, by=by)
    try:
        _Importer(found.record, found, by).store(source)
    except BaseException as error:  # Ctrl-C too
        undo(found.record, by=by)
        if isinstance(error, IntegrityError):
            raise Interrupted from error
        raise
    return found


class _Importer:
    def __init__(self, record: Import, found: Survey, by: User | None) -> None:
        self.record, self.found, self.by = record, found, by
        self.players = {key: player for key, (_name, player) in found.known.items()}
        self.sealed = {
            sitting.table.key
            for event in found.events
            for sitting in event.sittings
            if sitting.table and sitting.sealed
        }
        self.seasons: dict[str, Season] = {}

    def store(self, source: Source) -> None:
        for players in chunked(self.found.new.values(), lambda _person: 1, PLAYERS_PER_CHUNK):
            with self._transaction() as club:
                self._add_players(club, players)
        with self._transaction() as club:
            for key, days in self.found.seasons.items():
                self._cover_days(club, key, days)
            self.record.save(update_fields=["seasons"])
        for tables in chunked(_tables(source(), self.found, []), lambda table: 1 + len(table.lines), LINES_PER_CHUNK):
            self._store_tables(tables)
        for event in self.found.events:
            self._store_event(event)
        with self._transaction() as club:
            self.record.state = Import.State.IMPORTED
            self.record.save(update_fields=["state"])
            log(self.record, "import", self.found, self.by)
            publish_change(club.pk, version=0)

    def _transaction(self) -> AbstractContextManager[Club]:
        return import_transaction(self.record, Import.State.IMPORTING)

    def _add_players(self, club: Club, players: Sequence[ParsedPlayer]) -> None:
        """Add players to the roster, except those that somebody else has added meanwhile."""
        roster = _roster(club)
        new = {
            player.name_key: Player(
                club=club, name=player.name, shown_as=player.shown_as, guest=player.guest, active=player.active
            )
            for player in players
            if player.name_key not in roster
        }
        add_players(list(new.values()), by=self.by)
        self.players |= {player.name_key: new.get(player.name_key) or roster[player.name_key] for player in players}
        self.record.players += [player.pk for player in new.values()]
        self.record.save(update_fields=["players"])

    def _cover_days(self, club: Club, key: str, days: SeasonDays) -> None:
        earlier = next((season for season in club.seasons.all() if name_key(season.name) == key), None)
        before = season_days(earlier) if earlier else None
        season = ensure_season(club, days.name, days.first, days.last, by=self.by)
        self.seasons[key] = season
        if before != season_days(season):
            self.record.seasons.append({"id": season.pk, "before": before, "after": season_days(season)})

    def _store_tables(self, tables: Sequence[ParsedTable]) -> None:
        """Store a chunk of tables. Whatever takes long is done before the club is locked."""
        club = self.record.club
        existing, in_use = _existing_ids(club, tables), _ids_in_use(tables)
        whole = {
            table.key: _whole_table(
                table,
                club,
                self.seasons[name_key(table.season)],
                self.players,
                keeps_id=table.id not in in_use,
                sealed=table.key in self.sealed,
            )
            for table in tables
            if table.key not in existing
        }
        new = ScoredTables.score(list(whole.values()))
        seated = {seat.player.name_key for table in tables for seat in table.seats}
        with self._transaction():
            if _any_merged([self.players[key] for key in seated]):
                raise Interrupted
            for key in whole.keys() & _existing_ids(club, tables).keys():  # another import was faster
                self._leave_out(whole.pop(key))
                new = ScoredTables.score(list(whole.values()))
            _number_open(club, [table.table for table in new.tables])
            store(new, by=self.by)
            rows = [(table.table.pk, self.record.pk, key) for key, table in whole.items()]
            insert_rows(ImportedTable, ("table_id", "source_id", "key"), rows)

    def _store_event(self, event: ParsedEvent) -> None:
        """Store an event, whose tables are there by now. What `check_ledger` would find in it undoes the import."""
        try:
            with self._transaction() as club:
                for text in self._write_event(club, event):
                    _add_fault(self.found, Fault(event.file_line, text))
                if self.found.fault_count:
                    raise Faulty(self.found)
        except IntegrityError as error:
            _add_fault(self.found, Fault(event.file_line, sentence("event_twice")))
            raise Faulty(self.found) from error

    def _write_event(self, club: Club, event: ParsedEvent) -> list[str]:
        """Return what is wrong with it."""
        if existing_events(club, [event]):  # another import was faster
            return []
        names = {sitting.table.key: sitting.table for sitting in event.sittings if sitting.table}
        tables = _existing_ids(club, list(names.values()))
        if names.keys() != tables.keys() or _any_merged([self.players[one.name_key] for one in event.players]):
            raise Interrupted
        season = self.seasons[name_key(event.season)]
        stored = write_event(event, club, season, players=self.players, tables=tables, by=self.by)
        ImportedEvent.objects.create(event=stored, source=self.record, key=event.key)
        return event_problems(stored)

    def _leave_out(self, table: WholeTable) -> None:
        self.found.tables -= 1
        self.found.hands -= len(table.played)


def _any_merged(players: Sequence[Player]) -> bool:
    return Player.objects.filter(pk__in=[player.pk for player in players]).exclude(merged_into=None).exists()


def _number_open(club: Club, tables: Iterable[Table]) -> None:
    """Give each open table the lowest free number if another open table has its number."""
    in_use: set[int] | None = None
    for table in tables:
        if table.is_open:
            if in_use is None:
                in_use = set(club.tables.filter(state=Table.State.OPEN).values_list("number", flat=True))
            if table.number in in_use:
                table.number = next(number for number in count(1) if number not in in_use)
            in_use.add(table.number)


def _tables(
    lines: Iterable[ParsedTable | ParsedEvent | Fault], found: Survey, events: list[ParsedEvent]
) -> Iterator[ParsedTable]:
    """Yield the tables. The events go to `events`, and the faults to `found`."""
    for line in lines:
        if isinstance(line, Fault):
            _add_fault(found, line)
        elif isinstance(line, ParsedEvent):
            events.append(line)
        else:
            yield line


def _add_fault(found: Survey, fault: Fault) -> None:
    found.fault_count += 1
    if len(found.faults) < MAX_FAULTS:
        found.faults.append(fault)


def _batches(tables: Iterator[ParsedTable]) -> Iterator[list[ParsedTable]]:
    while batch := list(islice(tables, BATCH_SIZE)):
        yield batch


def _existing_ids(club: Club, batch: Sequence[ParsedTable | TableName]) -> dict[str, int]:
    """Map the key of each table that the club already has to the id of its table."""
    done = ImportedTable.objects.filter(key__in=[table.key for table in batch], table__club=club)
    keys = done.values_list("key", "table")
    own = set(club.tables.filter(pk__in=[table.id for table in batch if table.id]).values_list("pk", flat=True))
    return {table.key: table.id for table in batch if table.id and table.id in own} | dict(keys)


def _ids_in_use(batch: Sequence[ParsedTable]) -> set[int]:
    """Return those ids of the batch that tables of any club already have."""
    return set(Table.objects.filter(pk__in=[table.id for table in batch if table.id]).values_list("pk", flat=True))


def _existing_tables(club: Club, ids: Iterable[int]) -> dict[int, ParsedTable]:
    """Parse the club's own tables as if they had been exported now."""
    found = table_records(list(ids))
    order = list(found)
    lines = BytesIO("\n".join(json.dumps(record) for record in found.values()).encode())
    return {order[table.file_line - 1]: table for table in parse_lines(lines, club) if isinstance(table, ParsedTable)}


def _roster(club: Club) -> dict[str, Player]:
    """Map names and display names to players. The name of a merged player means the one who is left."""
    players = {player.pk: player for player in club.players.all()}

    def merged(player: Player) -> Player:
        return merged(players[player.merged_into_id]) if player.merged_into_id else player

    shown = {name_key(player.shown_as): player for player in players.values() if player.shown_as}
    return shown | {name_key(player.name): merged(player) for player in players.values()}


def _count(found: Survey, table: ParsedTable, roster: dict[str, Player], seasons: dict[str, Season]) -> None:
    found.tables += 1
    found.hands += table.hands
    found.totals += table.totals
    if len(found.shown_tables) < MAX_SHOWN_TABLES:
        found.shown_tables.append(table)
    for seat in table.seats:
        _count_player(found, table.file_line, seat.player, roster)
    for one, other in combinations({seat.player.name_key: seat.player for seat in table.seats}.values(), 2):
        if one.name_key in roster and roster.get(one.name_key) == roster.get(other.name_key):
            _add_fault(found, Fault(table.file_line, sentence("merged", {"one": one.name, "other": other.name})))
    _count_day(found, table.season, timezone.localdate(table.opened_at), seasons)


def _count_player(found: Survey, file_line: int, parsed: ParsedPlayer, roster: dict[str, Player]) -> None:
    player = roster.get(parsed.name_key)
    if player:
        found.known.setdefault(parsed.name_key, (parsed.name, player))
    elif parsed.name_key not in found.new:
        _add_new_player(found, file_line, parsed, roster)


def _count_day(found: Survey, season: str, day: date, seasons: dict[str, Season]) -> None:
    key = name_key(season)
    days = found.seasons.setdefault(key, SeasonDays(season, seasons.get(key), day, day))
    days.first, days.last = min(days.first, day), max(days.last, day)


def _add_new_player(found: Survey, file_line: int, player: ParsedPlayer, roster: dict[str, Player]) -> None:
    """Note a new player. A display name that belongs to somebody else is a fault."""
    shown = name_key(player.shown_as)
    if player.name_key in found.shown_names or (
        shown and shown in {*roster, *found.new, *found.shown_names} - {player.name_key}
    ):
        _add_fault(found, Fault(file_line, sentence("shown", {"name": player.shown_as or player.name})))
    found.new[player.name_key] = player
    if shown:
        found.shown_names.add(shown)


def _whole_table(
    parsed: ParsedTable, club: Club, season: Season, players: dict[str, Player], *, keeps_id: bool, sealed: bool
) -> WholeTable:
    table = Table(
        club=club,
        season=season,
        game=parsed.game,
        number=parsed.number,
        size=parsed.size,
        first_dealer=parsed.first_dealer,
        confirms=parsed.confirms,
        first_deal=parsed.first_deal,
        deal_count=parsed.deal_count,
        state=Table.State.CLOSED if parsed.closed_at else Table.State.OPEN,
        opened_at=parsed.opened_at,
        closed_at=parsed.closed_at,
        sealed=sealed,
    )
    if parsed.id and keeps_id:
        table.pk = parsed.id
    seats = [seat.as_seat(table, players[seat.player.name_key]) for seat in parsed.seats]
    lines = [
        (
            Hand(
                table=table,
                number=number,
                kind=line.kind,
                dealer=line.dealer,
                points=list(line.points) or None,
                why=line.why,
                entered_at=line.entered_at,
                voided=line.voided,
                closing=line.closing,
            ),
            line.entry,
        )
        for number, line in enumerate(parsed.lines, start=1)
    ]
    return WholeTable(table, parsed.variant, seats, lines)
