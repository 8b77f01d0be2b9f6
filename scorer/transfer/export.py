"""Export tables as lines of JSON (docs/table-format.md). `scorer.transfer.json_lines` parses them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.models import QuerySet

from scorer import __version__
from scorer.club.models import Player
from scorer.db.ids import IdConverter
from scorer.db.snapshot import snapshot_read
from scorer.play.models import Hand, Seat, Table
from scorer.scoring import dump

VERSION = 1
"""Of the format."""
BATCH_SIZE = 100
"""Tables that are read in one snapshot."""

id_converter = IdConverter()


def export(tables: "QuerySet[Table]") -> Iterator[str]:
    """Yield one line per table, the oldest first. Only a few tables are in memory at a time."""
    return export_tables(ids_in_order(tables))


def ids_in_order(tables: "QuerySet[Table]") -> list[int]:
    return list(tables.order_by("opened_at", "number", "pk").values_list("pk", flat=True))


def export_tables(ids: Sequence[int]) -> Iterator[str]:
    for start in range(0, len(ids), BATCH_SIZE):
        records = table_records(ids[start : start + BATCH_SIZE])
        yield from (json.dumps(records[pk], ensure_ascii=False) + "\n" for pk in ids[start : start + BATCH_SIZE])


@snapshot_read()
def table_records(ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Return the record of each table by id. A hand that is being saved is either complete in it or missing."""
    tables = list(Table.objects.select_related("season").filter(pk__in=ids))
    seats: dict[int, list[Seat]] = {table.pk: [] for table in tables}
    for seat in Seat.objects.filter(table__in=ids).select_related("player"):
        seats[seat.table_id].append(seat)
    hands: dict[int, list[Hand]] = {table.pk: [] for table in tables}
    for hand in Hand.objects.filter(table__in=ids):
        hands[hand.table_id].append(hand)
    variants: dict[int, Any] = {}
    entries: dict[int, Any] = {}
    for game in {table.game: table.config for table in tables}.values():
        variants |= {row.table_id: row.variant for row in game.table_model.objects.filter(table__in=ids)}
        entries |= {detail.hand_id: detail.entry for detail in game.hand_model.objects.for_tables(ids)}
    return {table.pk: _record(table, variants[table.pk], seats[table.pk], hands[table.pk], entries) for table in tables}


def utc_text(at: datetime) -> str:
    """Return a moment in UTC, in the format of files (ISO 8601)."""
    return at.astimezone(UTC).isoformat()


def _record(
    table: Table, variant: Any, seats: Sequence[Seat], hands: Sequence[Hand], entries: Mapping[int, Any]
) -> dict[str, Any]:
    cancelled = table.opened_at if table.state == Table.State.CANCELLED else None
    closed_at = table.closed_at or cancelled  # one of an event, without hands
    closed = {"closed_at": utc_text(closed_at)} if closed_at else {}
    return {
        "version": VERSION,
        "scorer": __version__,
        "id": id_converter.to_url(table.pk),
        "game": table.game,
        "variant": dump(variant),
        "number": table.number,
        "size": table.size,
        "first_dealer": table.first_dealer,
        **({"confirms": True} if table.confirms else {}),
        **({"first_deal": table.first_deal} if table.first_deal else {}),
        **({"deal_count": table.deal_count} if table.deal_count else {}),
        "season": table.season.name,
        "opened_at": utc_text(table.opened_at),
        **closed,
        "seats": [_seat(seat) for seat in seats],
        "lines": [_line(hand, entries.get(hand.pk)) for hand in hands],
    }


def _seat(seat: Seat) -> dict[str, Any]:
    record: dict[str, Any] = {"position": seat.position}
    if seat.since > 1:
        record["since"] = seat.since
    if seat.until is not None:
        record["until"] = seat.until
    return record | player_record(seat.player)


def player_record(player: Player) -> dict[str, Any]:
    record: dict[str, Any] = {"name": player.name}
    if player.shown_as:
        record["shown_as"] = player.shown_as
    if player.groups:
        record["groups"] = player.groups
    if player.federation_number:
        record["federation_number"] = player.federation_number
    if player.guest:
        record["guest"] = True
    if player.hidden:
        record["hidden"] = True
    if not player.active:
        record["active"] = False
    return record


def _line(hand: Hand, entry: Any) -> dict[str, Any]:
    record: dict[str, Any] = {"number": hand.number}
    if hand.is_played:
        record |= {"dealer": hand.dealer, "entry": dump(entry)}
    else:
        record |= {hand.kind: hand.points}
        if hand.why:
            record["why"] = hand.why
    if hand.closing:
        record["closing"] = True
    if hand.voided:
        record["voided"] = True
    return record | {"entered_at": utc_text(hand.entered_at)}
