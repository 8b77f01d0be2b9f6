"""The seals of an event's tables, which keep their sheets from those who still have to play the deals."""

from scorer.club.models import User
from scorer.events.models import Event
from scorer.events.results import EventResults
from scorer.play import services as play
from scorer.play.models import Table


def set_seals(event: Event, by: User | None) -> None:
    """Seal the tables with deals that are still to be played, and unseal all others, within a transaction."""
    if event.rehearsal:
        return
    results = EventResults(event)
    changing = [
        sitting.table.pk
        for sitting in results.sittings
        if sitting.table and sitting.table.sealed == results.sealed_deals.isdisjoint(sitting.deals)
    ]
    for table in Table.objects.filter(pk__in=changing).order_by("pk"):
        change = play.unseal_table if table.sealed else play.seal_table
        change(table, by=by)
