"""The seals of an event's tables, which keep their sheets from those who still have to play the deals."""

from scorer.club.models import User
from scorer.events.models import Event
from scorer.events.results import EventResults
from scorer.play import services as play


def unseal_played(event: Event, by: User | None) -> None:
    """Unseal the tables none of whose deals is sealed any more, within the transaction of a change."""
    if event.rehearsal:
        return
    results = EventResults(event)
    for sitting in results.sittings:
        if sitting.table and sitting.table.sealed and results.sealed_deals.isdisjoint(sitting.deals):
            play.unseal_table(sitting.table, by=by)
