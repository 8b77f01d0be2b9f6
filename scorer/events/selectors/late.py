"""Hands that were handed in late at the tables of an event, for the director."""

from dataclasses import dataclass

from scorer.events.reading import SittingRow
from scorer.events.results import EventResults
from scorer.play import selectors
from scorer.play.late import waiting_among
from scorer.play.models import Table
from scorer.play.table_context import TableContext


@dataclass(frozen=True, slots=True)
class LateAtStation:
    sitting: SittingRow
    table_context: TableContext
    hand: selectors.LateHand
    deal: int | None
    is_ruled: bool
    """Whether its deal was ruled on meanwhile. Otherwise the table was closed."""


def late_at_stations(results: EventResults) -> list[LateAtStation]:
    sittings = {sitting.table_id: sitting for sitting in results.sittings if sitting.table_id}
    waiting = {revision.table_id for revision in waiting_among(sittings).values()}
    found = []
    tables = Table.objects.in_bulk([pk for pk in waiting if pk in sittings]) if waiting else {}
    for pk, sitting in sittings.items():
        if pk not in tables:
            continue
        table_context = TableContext(tables[pk])
        for hand in selectors.late_hands(table_context):
            deal = table_context.game.rules.deal(hand.form.entry) if hand.form.entry else None
            found.append(LateAtStation(sitting, table_context, hand, deal, (sitting.pk, deal) in results.played.ruled))
    return found
