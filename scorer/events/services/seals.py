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
    tables = [(sitting.table, sitting.deals) for sitting in results.sittings if sitting.table]
    hidden = {table.pk for table, deals in tables if not results.sealed_deals.isdisjoint(deals)}
    play.seal_tables([table.pk for table, _ in tables if table.pk in hidden and not table.sealed], by=by)
    play.unseal_tables([table.pk for table, _ in tables if table.pk not in hidden and table.sealed], by=by)
