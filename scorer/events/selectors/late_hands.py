"""Hands that were handed in late at the tables of an event, for the director."""

from dataclasses import dataclass

from scorer.events.models import Sitting
from scorer.events.results.event_results import EventResults
from scorer.events.results.rows import SittingRow
from scorer.play import selectors
from scorer.play.late import late_hands_at_any
from scorer.play.models import Table
from scorer.play.table_context import TableContext


@dataclass(frozen=True, slots=True)
class LateHandAtStation:
    sitting: SittingRow
    table_context: TableContext
    hand: selectors.LateHand
    deal: int | None
    is_ruled: bool
    """Whether its deal was ruled on meanwhile. Otherwise the table was closed."""


def late_hands_at_stations(results: EventResults) -> list[LateHandAtStation]:
    of_event = Sitting.objects.filter(round__event=results.event).exclude(table=None).order_by()
    waiting = {revision.table_id for revision in late_hands_at_any(of_event.values("table")).values()}
    if not waiting:
        return []
    found, tables = [], Table.objects.in_bulk(waiting)
    for sitting in results.sittings:
        pk = sitting.table_id
        if pk not in tables:
            continue
        table_context = TableContext(tables[pk])
        for hand in selectors.late_hands(table_context):
            deal = table_context.game.rules.deal(hand.form.entry) if hand.form.entry else None
            found.append(
                LateHandAtStation(sitting, table_context, hand, deal, (sitting.pk, deal) in results.played.ruled)
            )
    return found
