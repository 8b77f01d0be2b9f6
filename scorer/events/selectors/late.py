"""Hands that were handed in late at the tables of an event, for the director."""

from dataclasses import dataclass

from scorer.events.models import Sitting
from scorer.events.results import EventResults
from scorer.play import selectors
from scorer.play.late import waiting_among
from scorer.play.table_context import TableContext


@dataclass(frozen=True, slots=True)
class LateAtStation:
    sitting: Sitting
    table_context: TableContext
    hand: selectors.LateHand
    deal: int | None
    is_ruled: bool
    """Whether its deal was ruled on meanwhile. Otherwise the table was closed."""


def late_at_stations(results: EventResults) -> list[LateAtStation]:
    sittings = {sitting.table_id: sitting for sitting in results.sittings if sitting.table_id}
    waiting = {revision.table_id for revision in waiting_among(sittings).values()}
    found = []
    for pk, sitting in sittings.items():
        if pk not in waiting or sitting.table is None:
            continue
        table_context = TableContext(sitting.table)
        for hand in selectors.late_hands(table_context):
            deal = table_context.game.rules.deal(hand.form.entry) if hand.form.entry else None
            found.append(LateAtStation(sitting, table_context, hand, deal, results.is_ruled(sitting, deal)))
    return found
