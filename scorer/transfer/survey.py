"""Survey what importing a file would do to a club, without storing anything."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from itertools import combinations, islice
from typing import Any, TypeVar

from django.db.models import Manager
from django.utils import timezone
from django.utils.translation import gettext

from scorer.club.models import Club, Player, Season
from scorer.club.names import comparable, similar
from scorer.events.models import Event
from scorer.standings.models import Championship
from scorer.transfer.championships import (
    ChampionshipReader,
    ParsedChampionship,
    championship_records,
    existing_championship,
)
from scorer.transfer.chunks import chunked
from scorer.transfer.event_export import event_records
from scorer.transfer.event_reader import EventReader, ParsedEvent
from scorer.transfer.export import table_records
from scorer.transfer.json_lines import Parsed, parse_lines
from scorer.transfer.line_reader import RowName
from scorer.transfer.models import Import
from scorer.transfer.parsed import MAX_FAULTS, Fault, ParsedPlayer, ParsedTable, Remark, sentence

P = TypeVar("P", ParsedTable, ParsedEvent)

Source = Callable[[], Iterator[Parsed | Fault | Remark]]
"""Reads the file from the beginning each time it is called."""

BATCH_SIZE = 100
"""Tables that are in memory at the same time."""
MOST_COMPARED = 200
"""The number of new names that are compared with the roster. It takes time for each pair of names."""
MAX_SHOWN_TABLES = 20
"""The number of tables that are shown; the rest are only counted."""


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
    championships: list[ParsedChampionship] = field(default_factory=list)
    """The new ones, likewise."""
    existing_championships: int = 0
    changed: list[int] = field(default_factory=list)
    """Lines of the file whose table, event or championship differs from the one that the club has."""
    known: dict[str, tuple[str, Player]] = field(default_factory=dict)
    """Players who are on the roster, each with the name in the file."""
    new: dict[str, ParsedPlayer] = field(default_factory=dict)
    shown_names: set[str] = field(default_factory=set)
    """Display names of the new players."""
    seasons: dict[str, SeasonDays] = field(default_factory=dict)
    alike: dict[str, list[str]] = field(default_factory=dict)
    """Names of new players who may be on the roster already, under the names there."""
    remarks: list[Remark] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    """At most MAX_FAULTS."""
    record: Import | None = None
    """The import, once the file has been imported."""

    def add_remark(self, remark: Remark) -> None:
        if remark.text not in (other.text for other in self.remarks):  # a file is read twice
            self.remarks.append(remark)

    def add_fault(self, fault: Fault) -> None:
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(fault)

    @property
    def respelled(self) -> list[tuple[str, str]]:
        """Names that are spelled differently in the file and on the roster."""
        return [(name, player.name) for name, player in self.known.values() if name != player.name]

    @property
    def has_news(self) -> bool:
        """Whether there is anything that the club does not have."""
        return bool(self.tables or self.events or self.championships)

    @property
    def more_tables(self) -> int:
        return self.tables - len(self.shown_tables)

    @property
    def is_cut(self) -> bool:
        """Whether the file has so many faults that the rest was not read."""
        return len(self.faults) == MAX_FAULTS


def survey(club: Club, source: Source) -> Survey:
    """Read the whole file and compare it with what the club has."""
    surveyor = _Surveyor(club)
    others: list[ParsedEvent | ParsedChampionship] = []
    for batch in chunked(tables_in(source(), surveyor.contents, others), lambda _table: 1, BATCH_SIZE):
        surveyor.take_tables(batch)
    if events := [other for other in others if isinstance(other, ParsedEvent)]:
        surveyor.take_events(events)
    surveyor.take_championships([other for other in others if isinstance(other, ParsedChampionship)])
    surveyor.compare_names()
    return surveyor.contents


class _Surveyor:
    def __init__(self, club: Club) -> None:
        self.club, self.contents = club, Survey()
        self.roster = roster_of(club)
        self.numbered = numbered_of(club)
        self.new_by_number: dict[str, ParsedPlayer] = {}
        """New players by federation number."""
        self.seasons = {comparable(season.name): season for season in club.seasons.all()}
        self.lines: dict[str, int] = {}
        """The line of each table, event and championship of the file by its key."""

    def take_tables(self, tables: Sequence[ParsedTable]) -> None:
        ids = existing_ids(self.club.tables, tables)
        self.contents.existing += sum(table.key in ids for table in tables)
        for table in self._new(tables, ids, _existing_tables(self.club, ids.values()), "again"):
            self._add_table(table)

    def take_events(self, events: Sequence[ParsedEvent]) -> None:
        """To be called when all tables of the file have been taken."""
        ids, tables = existing_ids(self.club.events, events), set(self.lines)
        self.contents.existing_events += sum(event.key in ids for event in events)
        for event in self._new(events, ids, _existing_events(self.club, ids.values()), "event_again"):
            self._add_event(event, tables)

    def take_championships(self, championships: Sequence[ParsedChampionship]) -> None:
        """To be called when all events of the file have been taken."""
        in_file = set(self.lines)
        for parsed in championships:
            self._note_line(parsed, "championship_again")
            existing = existing_championship(self.club, parsed)
            if existing is None:
                self._add_championship(parsed, in_file)
                continue
            self.contents.existing_championships += 1
            (record,) = championship_records(Championship.objects.filter(pk=existing.pk), self.club.events.all())
            own = ChampionshipReader(self.club, 0).read(record)
            if own != parsed or self._ids(own.left_out) != self._ids(parsed.left_out):
                self.contents.changed.append(parsed.file_line)

    def _ids(self, events: Sequence[RowName]) -> set[int]:
        return set(existing_ids(self.club.events, events).values())

    def compare_names(self) -> None:
        roster = dict.fromkeys(player.name for player in self.roster.values() if player.active)
        for player in islice(self.contents.new.values(), MOST_COMPARED):
            if found := similar(player.name, roster):
                self.contents.alike[player.name] = found

    def _new(self, parsed: Sequence[P], ids: Mapping[str, int], existing: Mapping[int, Any], again: str) -> Iterator[P]:
        """Yield what the club does not have yet, and note the lines that differ from what it has."""
        for item in parsed:
            self._note_line(item, again)
            if item.key not in ids:
                yield item
            elif existing.get(ids[item.key]) != item:
                self.contents.changed.append(item.file_line)

    def _note_line(self, parsed: Parsed, code: str) -> None:
        """Add a fault with this code if it has been in the file already."""
        if parsed.key in self.lines:
            self.contents.add_fault(Fault(parsed.file_line, sentence(code, {"line": self.lines[parsed.key]})))
        self.lines.setdefault(parsed.key, parsed.file_line)

    def _add_table(self, table: ParsedTable) -> None:
        self.contents.tables += 1
        self.contents.hands += table.hands
        self.contents.totals += table.totals
        if len(self.contents.shown_tables) < MAX_SHOWN_TABLES:
            self.contents.shown_tables.append(table)
        players = {seat.player.name_key: seat.player for seat in table.seats}
        for seat in table.seats:
            self._add_player(table.file_line, seat.player)
        for player, other in combinations(players.values(), 2):
            if (same := self._find(player)) and same == self._find(other):
                text = sentence("merged", {"one": player.name, "other": other.name})
                self.contents.add_fault(Fault(table.file_line, text))
        self._add_day(table.season, timezone.localdate(table.values["opened_at"]))

    def _add_event(self, event: ParsedEvent, tables: Collection[str]) -> None:
        """`tables` are the keys of those in the file."""
        self.contents.events.append(event)
        for player in event.players:
            self._add_player(event.file_line, player)
        self._add_day(event.season, event.values["day"])
        elsewhere = [sitting.table for sitting in event.sittings if sitting.table and sitting.table.key not in tables]
        here = existing_ids(self.club.tables, elsewhere)
        for table in elsewhere:
            if table.key not in here:
                self.contents.add_fault(Fault(event.file_line, sentence("no_table", {"id": table.text})))

    def _add_championship(self, parsed: ParsedChampionship, in_file: Collection[str]) -> None:
        """`in_file` has the keys of the events there."""
        self.contents.championships.append(parsed)
        elsewhere = [event for event in parsed.left_out if event.key not in in_file]
        here = existing_ids(self.club.events, elsewhere)
        for event in elsewhere:
            if event.key not in here:
                self.contents.add_fault(
                    Fault(parsed.file_line, sentence("no_event", {"id": event.text}), field="left_out")
                )
        if parsed.season and parsed.season_key not in self.contents.seasons.keys() | self.seasons.keys():
            if parsed.season_starts:
                self._add_day(parsed.season, parsed.season_starts)
            else:
                self.contents.add_fault(Fault(parsed.file_line, sentence("required"), field="season_starts"))

    def _add_player(self, file_line: int, parsed: ParsedPlayer) -> None:
        player = self._find(parsed)
        if player:
            self.contents.known.setdefault(parsed.name_key, (parsed.name, player))
            number, other = parsed.federation_number, player.federation_number
            if number and other and number.casefold() != other.casefold():
                said = {"name": player.name, "own": other, "theirs": number}
                text = gettext("%(name)s: federation number %(own)s here, %(theirs)s in the file.") % said
                self.contents.add_remark(Remark(file_line, text))
            elif number and (owner := self.numbered.get(number.casefold(), player)) != player:
                said = {"name": player.name, "number": number, "other": owner.name}
                text = gettext(
                    "%(name)s: in the file with federation number %(number)s, which is that of %(other)s here."
                )
                self.contents.add_remark(Remark(file_line, text % said))
        elif parsed.name_key not in self.contents.new:
            self._add_new_player(file_line, parsed)

    def _find(self, parsed: ParsedPlayer) -> Player | None:
        """Return who has this name on the roster, or else this federation number."""
        return self.roster.get(parsed.name_key) or self.numbered.get(parsed.federation_number.casefold())

    def _add_new_player(self, file_line: int, player: ParsedPlayer) -> None:
        """Note a new player. A display name that belongs to somebody else is a fault."""
        contents, shown = self.contents, comparable(player.shown_as)
        taken = any(shown in names for names in (self.roster, contents.new, contents.shown_names))
        if player.name_key in contents.shown_names or (shown and shown != player.name_key and taken):
            contents.add_fault(Fault(file_line, sentence("shown", {"name": player.shown_as or player.name})))
        number = player.federation_number.casefold()
        same = self.new_by_number.setdefault(number, player)
        if number and same is not player:
            said = {"one": same.name, "other": player.name, "number": player.federation_number}
            contents.add_fault(Fault(file_line, sentence("federation_number", said)))
        contents.new[player.name_key] = player
        if shown:
            contents.shown_names.add(shown)

    def _add_day(self, season: str, day: date) -> None:
        key = comparable(season)
        days = self.contents.seasons.setdefault(key, SeasonDays(season, self.seasons.get(key), day, day))
        days.first, days.last = min(days.first, day), max(days.last, day)


def tables_in(
    lines: Iterable[Parsed | Fault | Remark], contents: Survey, others: list[ParsedEvent | ParsedChampionship]
) -> Iterator[ParsedTable]:
    """Yield the tables. What else there is goes to `others`, and faults to `contents`, until there are too many."""
    for line in lines:
        if contents.is_cut:
            return
        if isinstance(line, Fault):
            contents.add_fault(line)
        elif isinstance(line, Remark):
            contents.add_remark(line)
        elif isinstance(line, ParsedTable):
            yield line
        else:
            others.append(line)


def existing_ids(rows: "Manager[Any]", parsed: Sequence[ParsedTable | ParsedEvent | RowName]) -> dict[str, int]:
    """Map the key of each table or event that a club already has to the id of its row. `rows` are the club's."""
    imported = rows.filter(imported__key__in=[item.key for item in parsed]).values_list("imported__key", "pk")
    own = set(rows.filter(pk__in=[item.id for item in parsed if item.id]).values_list("pk", flat=True))
    return {item.key: item.id for item in parsed if item.id and item.id in own} | dict(imported)


def _existing_events(club: Club, ids: Iterable[int]) -> dict[int, ParsedEvent | None]:
    """Parse the club's own events as if they had been exported now."""
    order = sorted(set(ids))
    records = event_records(Event.objects.filter(pk__in=order).order_by("pk"))
    return {pk: EventReader(club, 0).read(record) for pk, record in zip(order, records, strict=True)}


def _existing_tables(club: Club, ids: Iterable[int]) -> dict[int, ParsedTable]:
    """Parse the club's own tables as if they had been exported now."""
    records = table_records(list(ids))
    order = list(records)
    lines = BytesIO("\n".join(json.dumps(record) for record in records.values()).encode())
    return {order[table.file_line - 1]: table for table in parse_lines(lines, club) if isinstance(table, ParsedTable)}


def numbered_of(club: Club) -> dict[str, Player]:
    """Map federation numbers to players. Those who were merged into others have none."""
    numbered = club.players.filter(merged_into=None).exclude(federation_number="")
    return {player.federation_number.casefold(): player for player in numbered}


def roster_of(club: Club) -> dict[str, Player]:
    """Map names and display names to players. The name of a merged player means the one who is left."""
    players = {player.pk: player for player in club.players.all()}

    def merged(player: Player) -> Player:
        return merged(players[player.merged_into_id]) if player.merged_into_id else player

    shown = {comparable(player.shown_as): player for player in players.values() if player.shown_as}
    return shown | {comparable(player.name): merged(player) for player in players.values()}
