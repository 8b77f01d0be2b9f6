"""What the director hears from the tables: calls, and changes of hands whose deals had been opened to them."""

from django.db import transaction
from django.utils import timezone

from scorer.club.models import User
from scorer.club.rights import roles_in
from scorer.events.models import Call, Event, Sitting
from scorer.events.results.event_results import EventResults, viewer_with
from scorer.events.selectors.console import CHANGED_AFTER_OPENING
from scorer.events.services.following import follow_on_commit
from scorer.events.services.shared import lock_for, log_change, where_of
from scorer.play.models import Table
from scorer.play.services import Actor


@transaction.atomic
def call_director(sitting: Sitting, *, by: Actor) -> Call:
    """Call the director to a table. It has one call at a time, so calling again changes nothing."""
    event = lock_for(sitting.round.event, "call_director", sitting=sitting.pk).event
    open_call = sitting.calls.open().first()
    if open_call:
        return open_call
    call = Call.objects.create(sitting=sitting)
    log_change(event, "call", by, **where_of(sitting))
    return call


@transaction.atomic
def end_call(sitting: Sitting, *, by: Actor) -> None:
    """End the call of a table: the director has come, or is no longer needed."""
    event = lock_for(sitting.round.event, "end_call").event
    if sitting.calls.open().update(ended_at=timezone.now()):
        log_change(event, "end_call", by, **where_of(sitting))
        follow_on_commit(event)


@transaction.atomic
def end_call_of_station(event: Event, station: int, *, by: Actor) -> None:
    progress = lock_for(event, "end_call_of_station")
    for sitting in Sitting.objects.filter(round=progress.running, station=station):
        end_call(sitting, by=by)


@transaction.atomic
def note_change(table: Table, deal: int, *, undone: bool, by: Actor) -> None:
    """Log a change of a hand whose contestants can read what others have made of the deal.

    Called before the change, whose table is locked. So it does not lock the event, which services of events lock before
    its tables, and gives it no new version: the page of the event hears of the table. What a director changes is not
    noted.
    """
    sitting = Sitting.objects.select_related("round__event").filter(table=table).first()
    if sitting is None or (isinstance(by, User) and viewer_with(roles_in(table.club, by)).directs):
        return
    event = sitting.round.event
    results = EventResults(event)
    played = results.played
    own = next(row for row in results.sittings if row.pk == sitting.pk)
    others = [row for row in results.planned if deal in row.deals and row.pk != sitting.pk]
    is_open = deal in played.over_at(own) if event.played_shown else deal not in results.sealed_deals
    if is_open and any(deal in played.deals_in(other) for other in others):
        log_change(event, CHANGED_AFTER_OPENING, by, **where_of(sitting), deal=deal, undone=undone)
