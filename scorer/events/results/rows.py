"""The rows of the database that results are made of, as plain tuples: an evening has hundreds of sittings."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Case, F, Prefetch, When
from django.db.models.expressions import Combinable

from scorer.events.models import (
    ContestantPlayer,
    Event,
    Round,
    Ruling,
    Sitting,
    SittingSide,
    deal_range,
    section_letter,
)
from scorer.events.results.rulings import AnyRuling, read
from scorer.play.models import Hand, Score, Seat, Table
from scorer.registry import get_game

NO_NUMBERS: frozenset[int] = frozenset()


class TableRow(NamedTuple):
    pk: int
    number: int
    game: str
    size: int
    deal_count: int | None
    state: str
    sealed: bool
    confirms: bool
    version: int
    era: int

    @property
    def is_open(self) -> bool:
        return self.state == Table.State.OPEN


class SittingRow(NamedTuple):
    """A sitting that is planned. It has a table when its round has started."""

    pk: int
    round: Round
    station: int
    section: int
    deals: range
    deal_count: int | None
    contestants: tuple[int, ...]
    """Their numbers by side, according to the plan."""
    late: bool
    """Whether the director let it count as a draw, as long as it is not finished."""
    table: TableRow | None

    @property
    def table_id(self) -> int | None:
        return self.table and self.table.pk

    @property
    def section_letter(self) -> str:
        return section_letter(self.section)


class SheetLine(NamedTuple):
    """A line of a sheet that counts, as the ledger has it."""

    number: int
    deal: int | None
    is_hand: bool
    why: str
    """The reason of an adjustment."""
    points: dict[int, int]
    """By position."""
    players: dict[int, int]
    """The ids of those who sat there, by position."""
    resting: set[int]
    """The positions that have points in a hand although they sat out."""
    declarer: int | None = None
    """The position of the player who won or lost a game, where games are counted."""


class SettledSeat(NamedTuple):
    """What somebody has at a position of a table whose result is what it is settled by, and not its points."""

    position: int
    player: int
    result: int


Numbers = dict[int, set[int]]
"""By the id of a player: the numbers of the contestants for whom the player plays in the course of the event."""
Sheets = dict[int, list[SheetLine]]
"""The lines of each sheet, by the id of its table."""
Settled = dict[int, list[SettledSeat]]
"""The seats of each table on which something has been entered, by its id. Empty where the points are the result."""


class EventRows(NamedTuple):
    """The rows of one event. The sheets may be those of other events too."""

    planned: list[SittingRow]
    rulings: list[AnyRuling]
    """Those in force."""
    without_standing: set[int]
    """The numbers of the contestants who have played and get no place in the ranking."""
    numbers: Numbers
    sections: dict[int, int]
    """The section of each contestant that has a place in the plan, by number."""
    sheets: Sheets
    settled: Settled


TABLE_FIELDS = tuple("table" if name == "pk" else f"table__{name}" for name in TableRow._fields)


def read_events(events: Collection[Event]) -> dict[int, EventRows]:
    """Read several events, in as many queries as one."""
    planned: dict[int, list[SittingRow]] = {event.pk: [] for event in events}
    without_standing: dict[int, set[int]] = {event.pk: set() for event in events}
    sections: dict[int, dict[int, int]] = {event.pk: {} for event in events}
    by_pk = {event.pk: event for event in events}
    rounds = {row.pk: row for row in Round.objects.filter(event__in=events)}
    for round_ in rounds.values():
        round_.event = by_pk[round_.event_id]
    places: dict[int, list[int]] = {}
    of_sittings = SittingSide.objects.filter(sitting__round__event__in=events).order_by("sitting", "side")
    names = ("number", "section", "without_standing")
    whose = ("sitting__round__event", "sitting", "sitting__table", *(f"contestant__{name}" for name in names))
    for event, sitting, started, number, section, unranked in of_sittings.values_list(*whose):
        sections[event][number] = section
        places.setdefault(sitting, []).append(number)
        if unranked and started:
            without_standing[event].add(number)
    sittings = Sitting.objects.filter(round__event__in=events).order_by("round__number", "station")
    columns = ("pk", "round", "station", "section", "first_deal", "deal_count", "late", *TABLE_FIELDS)
    for pk, number, station, section, first, count, late, *values in sittings.values_list(*columns):
        contestants, deals = tuple(places.get(pk, ())), deal_range(first, count)
        table = None if values[0] is None else TableRow(*values)
        row = SittingRow(pk, rounds[number], station, section, deals, count, contestants, late, table)
        planned[row.round.event_id].append(row)
    rulings: dict[int, list[AnyRuling]] = {event.pk: [] for event in events}
    in_force = Ruling.objects.in_force().filter(event__in=events).select_related("contestant", "sitting__round")
    for ruling in in_force.prefetch_related(
        Prefetch("sitting__sides", SittingSide.objects.select_related("contestant"))
    ):
        rulings[ruling.event_id].append(read(ruling))
    numbers = read_numbers(events)
    started = [(row, numbers[event]) for event, rows in planned.items() for row in rows if row.table]
    sheets = read_sheets(sittings.order_by().values("table"), started)
    settling = [row for event in events if event.is_settled for row in planned[event.pk]]
    settled = read_settled([row.table_id for row in settling], sheets)
    return {
        pk: EventRows(planned[pk], rulings[pk], without_standing[pk], numbers[pk], sections[pk], sheets, settled)
        for pk in planned
    }


def read_again(rows: EventRows, rounds: Collection[int]) -> EventRows:
    """Read the tables of some rounds again, and the sheets of those that have changed. The rows of others are kept."""
    tables = Sitting.objects.filter(round__in=rounds).exclude(table=None).values_list("pk", *TABLE_FIELDS)
    now = {pk: TableRow(*table) for pk, *table in tables}
    changed = {row.pk: now[row.pk] for row in rows.planned if row.pk in now and now[row.pk] != row.table}
    planned = [row._replace(table=changed[row.pk]) if row.pk in changed else row for row in rows.planned]
    ids = [table.pk for table in changed.values()]
    sheets = read_sheets(ids, [(row, rows.numbers) for row in planned if row.pk in changed])
    settling = [row for row in planned if row.pk in changed and row.round.event.is_settled]
    settled = read_settled([row.table_id for row in settling], sheets)
    settled = rows.settled | {pk: [] for pk in ids} | settled
    return rows._replace(planned=planned, sheets=rows.sheets | {pk: [] for pk in ids} | sheets, settled=settled)


def read_settled(tables: Collection[int | None], sheets: Sheets) -> Settled:
    """Read the seats of those of the tables whose sheets have a line."""
    settled: Settled = {}
    begun = [table for table in tables if table and sheets.get(table)]
    seats = Seat.objects.filter(table__in=begun).order_by("position", "since") if begun else Seat.objects.none()
    for table, *seat in seats.values_list("table", *SettledSeat._fields):
        settled.setdefault(table, []).append(SettledSeat(*seat))
    return settled


def read_numbers(events: Collection[Event]) -> dict[int, Numbers]:
    numbers: dict[int, Numbers] = {event.pk: {} for event in events}
    players = ContestantPlayer.objects.filter(contestant__event__in=events).order_by()
    names = ("contestant__event", "contestant__number", "player", "player__merged_into")
    for event, number, player, merged_into in players.values_list(*names):
        numbers[event].setdefault(merged_into or player, set()).add(number)
    return numbers


def read_sheets(tables: Any, sittings: Collection[tuple[SittingRow, Numbers]]) -> Sheets:
    """Read tables by their ids, or by a query for these. `sittings` are those at these tables.

    All members of a side have the same points. So only the first one is read, and the others where the first does not
    tell which contestant sat there.
    """
    kinds = {(row.round.event, row.table.size) for row, _numbers in sittings if row.table}
    sides = {side for event, size in kinds for side in event.sides(size)}
    firsts = {side[0] for side in sides}
    others = {position for side in sides for position in side} - firsts
    declarers = _columns_of_declarers({event.game for event, _size in kinds})
    by_table: dict[int, dict[int, SheetLine]] = {}
    _read_scores(by_table, tables, firsts, declarers)
    if others:
        read = ((row, numbers, by_table.get(row.table_id or 0, {})) for row, numbers in sittings)
        unclear = [row.table_id for row, numbers, lines in read if _is_unclear(lines, row.contestants, numbers)]
        if unclear:
            _read_scores(by_table, unclear, others, declarers)
    return {table: [lines[number] for number in sorted(lines)] for table, lines in by_table.items()}


def _columns_of_declarers(games: Collection[str]) -> list[Combinable]:
    """Return the declarer of the hand of a score, who plays without a partner, for each game that counts games."""
    columns: list[Combinable] = []
    for config in map(get_game, games):
        hand, offer = f"hand__{config.hand_model._meta.model_name}", config.events
        if offer and offer.declarer:
            declarer = F(f"{hand}__{offer.declarer}")
            alone = {f"{hand}__{offer.declarers_partner}": None} if offer.declarers_partner else None
            columns.append(Case(When(**alone, then=declarer)) if alone else declarer)
    return columns


def _read_scores(
    by_table: dict[int, dict[int, SheetLine]], tables: Any, positions: Collection[int], declarers: Sequence[Combinable]
) -> None:
    """Add the scores at some positions to the lines of each table."""
    rows = Score.objects.filter(seat__table__in=tables, seat__position__in=positions).order_by()
    names = ("hand__deal", "hand__kind", "hand__why", "seat__position", "player", "points")
    rested = Case(When(played=False, then=1))  # of thousands of rows, since Django converts each boolean of SQLite
    for table, number, deal, kind, why, position, player, points, rests, *seats in rows.values_list(
        "table", "hand__number", *names, rested, *declarers
    ):
        lines = by_table.setdefault(table, {})
        line = lines.get(number)
        if line is None:
            declarer = next(filter(None, seats), None)
            lines[number] = line = SheetLine(number, deal, kind == Hand.Kind.PLAYED, why, {}, {}, set(), declarer)
        line.points[position] = points
        line.players[position] = player
        if rests and line.is_hand:
            line.resting.add(position)


def _is_unclear(lines: Mapping[int, SheetLine], contestants: tuple[int, ...], numbers: Numbers) -> bool:
    """Whether somebody who sat there plays for none of the contestants of the sitting, or for several."""
    players = {player for line in lines.values() for player in line.players.values()}
    return any(len(numbers.get(player, NO_NUMBERS).intersection(contestants)) != 1 for player in players)
