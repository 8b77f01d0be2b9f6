"""The seals of an event's tables, which keep their sheets from those who still have to play the deals."""

from scorer.club.models import User
from scorer.events.models import Event
from scorer.events.results import EventResults
from scorer.play import services as play


def set_seals(event: Event, by: User | None) -> None:
    """Seal the tables with deals that are still to be played, and unseal all others, within a transaction."""
    if event.rehearsal:
        return
    results = EventResults(event)
    for sitting in results.sittings:
        if sitting.table is None:
            continue
        sealed = not results.sealed_deals.isdisjoint(sitting.deals)
        if sealed and not sitting.table.sealed:
            play.seal_table(sitting.table, by=by)
        elif sitting.table.sealed and not sealed:
            play.unseal_table(sitting.table, by=by)
