"""Faults of a table, its seats and the numbers of its lines, whatever was played there."""

from collections.abc import Iterator, Sequence

from scorer.audit.rows import Fault, TableRows
from scorer.play.models import Seat, Table
from scorer.registry import find_game


def table_faults(rows: TableRows) -> Iterator[Fault]:
    table = rows.table
    if table.state not in Table.State.values:
        yield Fault(table, 0, "state", table.state)
    if table.state == Table.State.CANCELLED and rows.hands:
        yield Fault(table, 0, "cancelled")
    if rows.season_club != table.club_id:
        yield Fault(table, 0, "season")
    if not 1 <= table.first_dealer <= table.size:
        yield Fault(table, 0, "first_dealer")
    for other in sorted(rows.variants.keys() - {table.game}):
        yield Fault(table, 0, "other_variant", other)
    if (game := find_game(table.game)) is None:
        yield Fault(table, 0, "unknown_game", table.game)
    elif table.size not in game.seat_counts:
        yield Fault(table, 0, "size", str(table.size))


def gap_faults(rows: TableRows) -> Iterator[Fault]:
    """Yield a fault for each gap in the numbers of the lines, which start at 1."""
    before = 0
    for hand in rows.hands:
        if hand.number != before + 1:
            yield Fault(rows.table, hand.number, "gap")
        before = hand.number


def seat_faults(table: Table, seats: Sequence[Seat]) -> Iterator[Fault]:
    for position in range(1, table.size + 1):
        yield from _position_faults(table, position, [seat for seat in seats if seat.position == position])
    for place, seat in enumerate(seats):
        if not 1 <= seat.position <= table.size:
            yield Fault(table, seat.since, "position", str(seat))
        if seat.player.club_id != table.club_id:
            yield Fault(table, seat.since, "player", str(seat))
        for other in seats[place + 1 :]:
            together = max(seat.since, other.since)
            if seat.player_id == other.player_id and seat.holds(together) and other.holds(together):
                yield Fault(table, together, "sits_twice", str(seat.player))


def _position_faults(table: Table, position: int, seats: Sequence[Seat]) -> Iterator[Fault]:
    """Check that exactly one player holds the position for each hand from 1 on. `seats` are ordered by `since`."""
    free: int | None = 1  # the first hand without a player; None if there is none
    for seat in seats:
        if free is None or seat.since < free:
            yield Fault(table, seat.since, "two_seats", str(seat))
        elif seat.since > free:
            yield Fault(table, free, "no_seat", str(position))
        free = None if free is None or seat.until is None else max(free, seat.until + 1)
    if free is not None:
        yield Fault(table, free, "no_seat", str(position))
