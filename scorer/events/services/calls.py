"""Calls for the director, from the tables."""

from django.db import transaction
from django.utils import timezone

from scorer.events.models import Call, Event, Sitting
from scorer.events.services.shared import lock_for
from scorer.history.models import Revision
from scorer.play.phones import Phone
from scorer.play.services import Actor


@transaction.atomic
def call_director(sitting: Sitting, *, by: Actor) -> Call:
    """Call the director to a table. It has one call at a time, so calling again changes nothing."""
    event = lock_for(sitting.round.event, "call_director", sitting=sitting.pk).event
    open_call = sitting.calls.open().first()
    if open_call:
        return open_call
    call = Call.objects.create(sitting=sitting)
    _log(event, sitting, "call", by)
    return call


@transaction.atomic
def end_call(sitting: Sitting, *, by: Actor) -> None:
    """End the call of a table: the director has come, or is no longer needed."""
    event = lock_for(sitting.round.event, "end_call").event
    if sitting.calls.open().update(ended_at=timezone.now()):
        _log(event, sitting, "end_call", by)


@transaction.atomic
def end_call_of_station(event: Event, station: int, *, by: Actor) -> None:
    """End the call of a station in the running round."""
    progress = lock_for(event, "end_call_of_station")
    for sitting in Sitting.objects.filter(round=progress.running, station=station):
        end_call(sitting, by=by)


def _log(event: Event, sitting: Sitting, action: str, by: Actor) -> None:
    after = {"round": sitting.round.number, "station": sitting.station}
    login, player = (None, by.player) if isinstance(by, Phone) else (by, None)
    Revision.objects.log(
        Revision.Kind.EVENT, event, action, login, player_id=player.pk if player else None, after=after
    )
