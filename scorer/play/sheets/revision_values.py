"""The values of a table, and of a line of its sheet, that Revisions record.

The `after` values of all Revisions of an object, applied in order, describe its current state. The check of the ledger
compares that with the rows (scorer.audit.check).
"""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from zlib import crc32

from scorer.history.models import Revision
from scorer.play.models import Hand, Seat, Table
from scorer.scoring import dump

LINE_KINDS = (Revision.Kind.HAND, Revision.Kind.REPLY)
"""The kinds of Revision that are about a line of a sheet."""


def correctable_values(hand: Hand, entry: Any) -> dict[str, Any]:
    """Return the values of a line that a correction can change. `entry` is None for a line that is no hand."""
    if hand.is_played:
        return {"entry": dump(entry), "dealer": hand.dealer}
    return {"points": hand.points, "why": hand.why}


def line_values(hand: Hand, entry: Any) -> dict[str, Any]:
    """Return the values of a line, apart from whether it counts. `entry` is None for a line that is no hand."""
    return {
        "number": hand.number,
        "kind": hand.kind,
        "dealer": hand.dealer,
        "points": hand.points,
        "why": hand.why,
        "entered_by": hand.entered_by_id,
        "entered_as": hand.entered_as_id,
        "entered_at": _moment(hand.entered_at),
        **({"closing": True} if hand.closing else {}),
        **({} if entry is None else {"entry": dump(entry)}),
    }


def digest(line: Mapping[str, Any]) -> int:
    """Return a checksum of the values of a line.

    For tables that were written as a whole, the log holds this instead of the values, since one import may have a
    million lines.
    """
    return crc32(json.dumps(line, sort_keys=True, separators=(",", ":")).encode())


def table_values(table: Table, variant: Any, seats: Iterable[Seat]) -> dict[str, Any]:
    """Return the values of a table. `variant` is None if the table has lost it."""
    return {
        "season": table.season_id,
        "game": table.game,
        "number": table.number,
        "size": table.size,
        "first_dealer": table.first_dealer,
        "confirms": table.confirms,
        "first_deal": table.first_deal,
        "deal_count": table.deal_count,
        "sealed": table.sealed,
        "opened_by": table.opened_by_id,
        "opened_at": _moment(table.opened_at),
        **state_values(table),
        **seat_values(seats),
        **({"variant": dump(variant)} if variant else {}),
    }


def state_values(table: Table) -> dict[str, Any]:
    return {"state": table.state, "closed_at": _moment(table.closed_at)}


def seat_values(seats: Iterable[Seat]) -> dict[str, Any]:
    """Return id, position, player, since and until of each seat."""
    rows = [[seat.pk, seat.position, seat.player_id, seat.since, seat.until] for seat in seats]
    return {"seats": sorted(rows, key=lambda row: row[0] or 0)}


def _moment(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat() if at else None
