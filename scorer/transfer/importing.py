"""Import a file into a club: all of it or nothing, each table once.

The import is split into chunks, so that hands can be saved between them. `scorer.transfer.undo` removes it again.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from itertools import count

from django.db import IntegrityError

from scorer.club.models import Club, Player, Season, User
from scorer.club.names import comparable
from scorer.club.services import add_players, ensure_season
from scorer.db.rows import insert_rows
from scorer.live import publish_change
from scorer.play.models import Hand, Table
from scorer.transfer.bulk import WholeTable, score_tables, store_tables
from scorer.transfer.championships import existing_championship, write_championship
from scorer.transfer.chunks import LINES_PER_CHUNK, PLAYERS_PER_CHUNK, Interrupted, chunked, import_transaction
from scorer.transfer.event_import import event_problems, write_event
from scorer.transfer.event_reader import ParsedEvent
from scorer.transfer.models import Import, ImportedEvent, ImportedTable
from scorer.transfer.parsed import Fault, ParsedPlayer, ParsedTable, sentence
from scorer.transfer.survey import SeasonDays, Source, Survey, existing_ids, roster_of, survey, tables_in
from scorer.transfer.undo import log, season_days, undo


class Faulty(Exception):
    """The file has faults, which `survey` lists, and is not imported."""

    def __init__(self, survey: Survey) -> None:
        super().__init__(len(survey.faults))
        self.survey = survey


def import_file(club: Club, source: Source, *, by: User | None) -> Survey:
    """Import what the club does not have yet.

    Raise Faulty if anything is wrong with the file, and Interrupted if the data it was compared with changes meanwhile.
    Whatever is raised, nothing of the import is left behind.
    """
    contents = survey(club, source)
    if contents.faults:
        raise Faulty(contents)
    if not contents.has_news:
        return contents
    contents.record = Import.objects.create(club=club, by=by)
    try:
        _Importer(contents.record, contents, by).store(source)
    except BaseException as error:  # Ctrl-C too
        undo(contents.record, by=by)
        if isinstance(error, IntegrityError):
            raise Interrupted from error
        raise
    return contents


class _Importer:
    def __init__(self, record: Import, contents: Survey, by: User | None) -> None:
        self.record, self.contents, self.by = record, contents, by
        self.players = {key: player for key, (_name, player) in contents.known.items()}
        self.sealed = {
            sitting.table.key
            for event in contents.events
            for sitting in event.sittings
            if sitting.table and sitting.sealed
        }
        self.seasons: dict[str, Season] = {}

    def store(self, source: Source) -> None:
        for players in chunked(self.contents.new.values(), lambda _person: 1, PLAYERS_PER_CHUNK):
            with self._transaction() as club:
                self._add_players(club, players)
        with self._transaction() as club:
            for key, days in self.contents.seasons.items():
                self._cover_days(club, key, days)
            self.record.save(update_fields=["seasons"])
        for tables in chunked(
            tables_in(source(), self.contents, []), lambda table: 1 + len(table.lines), LINES_PER_CHUNK
        ):
            self._store_tables(tables)
        for event in self.contents.events:
            self._store_event(event)
        if self.contents.championships:
            self._store_championships()
        with self._transaction() as club:
            self.record.state = Import.State.IMPORTED
            self.record.save(update_fields=["state"])
            log(self.record, "import", self.contents, self.by)
            publish_change(club.pk, version=0)

    def _transaction(self) -> AbstractContextManager[Club]:
        return import_transaction(self.record, Import.State.IMPORTING)

    def _add_players(self, club: Club, players: Sequence[ParsedPlayer]) -> None:
        """Add players to the roster, except those that somebody else has added meanwhile."""
        roster = roster_of(club)
        new = {
            player.name_key: Player(
                club=club,
                name=player.name,
                shown_as=player.shown_as,
                groups=list(player.groups),
                guest=player.guest,
                hidden=player.hidden,
                active=player.active,
                federation_number=player.federation_number,
            )
            for player in players
            if player.name_key not in roster
        }
        add_players(list(new.values()), by=self.by)
        self.players |= {player.name_key: new.get(player.name_key) or roster[player.name_key] for player in players}
        self.record.players += [player.pk for player in new.values()]
        self.record.save(update_fields=["players"])

    def _cover_days(self, club: Club, key: str, days: SeasonDays) -> None:
        earlier = next((season for season in club.seasons.all() if comparable(season.name) == key), None)
        before = season_days(earlier) if earlier else None
        season = ensure_season(club, days.name, days.first, days.last, by=self.by)
        self.seasons[key] = season
        if before != season_days(season):
            self.record.seasons.append({"id": season.pk, "before": before, "after": season_days(season)})

    def _store_tables(self, tables: Sequence[ParsedTable]) -> None:
        """Store a chunk of tables. Whatever takes long is done before the club is locked."""
        club = self.record.club
        existing, in_use = existing_ids(club.tables, tables), _ids_in_use(tables)
        whole = {
            table.key: _whole_table(
                table,
                club,
                self.seasons[comparable(table.season)],
                self.players,
                keeps_id=table.id not in in_use,
                sealed=table.key in self.sealed,
            )
            for table in tables
            if table.key not in existing
        }
        scores = score_tables(list(whole.values()))
        seated = {seat.player.name_key for table in tables for seat in table.seats}
        with self._transaction():
            if _any_merged([self.players[key] for key in seated]):
                raise Interrupted
            for key in whole.keys() & existing_ids(club.tables, tables).keys():  # another import was faster
                self._leave_out(whole.pop(key))
                scores = score_tables(list(whole.values()))
            _number_open(club, [table.table for table in whole.values()])
            store_tables(list(whole.values()), scores, by=self.by)
            rows = [(table.table.pk, self.record.pk, key) for key, table in whole.items()]
            insert_rows(ImportedTable, ("table_id", "source_id", "key"), rows)

    def _store_event(self, event: ParsedEvent) -> None:
        """Store an event, whose tables are there by now. What `check_ledger` would find in it undoes the import."""
        try:
            with self._transaction() as club:
                for text in self._write_event(club, event):
                    self.contents.add_fault(Fault(event.file_line, text))
                if self.contents.faults:
                    raise Faulty(self.contents)
        except IntegrityError as error:
            self.contents.add_fault(Fault(event.file_line, sentence("event_twice")))
            raise Faulty(self.contents) from error

    def _write_event(self, club: Club, event: ParsedEvent) -> list[str]:
        """Return what is wrong with it."""
        if existing_ids(club.events, [event]):  # another import was faster
            return []
        names = {sitting.table.key: sitting.table for sitting in event.sittings if sitting.table}
        tables = existing_ids(club.tables, list(names.values()))
        if names.keys() != tables.keys() or _any_merged([self.players[player.name_key] for player in event.players]):
            raise Interrupted
        season = self.seasons[comparable(event.season)]
        stored = write_event(event, club, season, players=self.players, tables=tables, by=self.by)
        ImportedEvent.objects.create(event=stored, source=self.record, key=event.key)
        return event_problems(stored)

    def _store_championships(self) -> None:
        """Store the championships, whose seasons and events are there by now."""
        with self._transaction() as club:
            seasons = {comparable(season.name): season for season in club.seasons.all()}
            for parsed in self.contents.championships:
                if existing_championship(club, parsed):  # somebody else was faster
                    continue
                left_out = existing_ids(club.events, parsed.left_out)
                if len(left_out) < len(parsed.left_out) or not (parsed.season_key in seasons or not parsed.season):
                    raise Interrupted
                season = seasons.get(parsed.season_key)
                stored = write_championship(parsed, club, season, list(left_out.values()), by=self.by)
                self.record.championships.append(stored.pk)
            self.record.save(update_fields=["championships"])

    def _leave_out(self, table: WholeTable) -> None:
        self.contents.tables -= 1
        self.contents.hands -= len(table.played)


def _any_merged(players: Sequence[Player]) -> bool:
    return Player.objects.filter(pk__in=[player.pk for player in players]).exclude(merged_into=None).exists()


def _number_open(club: Club, tables: Iterable[Table]) -> None:
    """Give each open table the lowest free number if another open table has its number."""
    coming = [table for table in tables if table.is_open]
    if coming:
        in_use = set(club.tables.filter(state=Table.State.OPEN).values_list("number", flat=True))
        free = (number for number in count(1) if number not in in_use)
        for table in coming:
            if table.number in in_use:
                table.number = next(free)
            in_use.add(table.number)


def _ids_in_use(batch: Sequence[ParsedTable]) -> set[int]:
    """Return those ids of the batch that tables of any club already have."""
    return set(Table.objects.filter(pk__in=[table.id for table in batch if table.id]).values_list("pk", flat=True))


def _whole_table(
    parsed: ParsedTable, club: Club, season: Season, players: dict[str, Player], *, keeps_id: bool, sealed: bool
) -> WholeTable:
    table = Table(
        club=club, season=season, number=parsed.number, confirms=parsed.confirms, sealed=sealed, **parsed.values
    )
    if table.closed_at:
        table.state = Table.State.CLOSED
    if parsed.id and keeps_id:
        table.pk = parsed.id
    seats = [seat.as_seat(table, players[seat.player.name_key]) for seat in parsed.seats]
    hands = [Hand(table=table, number=number, **line.values) for number, line in enumerate(parsed.lines, start=1)]
    entries = [line.entry for line in parsed.lines]
    return WholeTable(table, parsed.variant, seats, list(zip(hands, entries, strict=True)))
