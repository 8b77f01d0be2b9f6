"""What every write of an event starts and ends with."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.events.models import Event, Round
from scorer.history.models import Revision
from scorer.live import publish_change
from scorer.play import services as play
from scorer.registry.words import common_text


def lock_event(event: Event) -> Event:
    """Lock an event for a change, which gives it a new version. Its pages and those of its club hear of that."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event = Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event.pk)
    publish_change(event.pk, event.club_id, version=event.version)
    return event


def lock_started(event: Event) -> Event:
    """Lock an event that has started. Raise a ValidationError if it has not."""
    event = lock_event(event)
    if event.state not in {Event.State.RUNNING, Event.State.FINISHED}:
        raise ValidationError(_("The event has not started."))
    return event


def lock_signing_up(event: Event) -> Event:
    event = lock_event(event)
    if not is_signing_up(event):
        raise ValidationError(_("There is a plan already. Discard it first."))
    return event


def lock_running(event: Event) -> tuple[Event, Round]:
    """Lock an event, and return it with its running round. Raise a ValidationError if no round is running."""
    event = lock_event(event)
    running = event.planned_rounds.running().first()
    if running is None:
        raise ValidationError(_("No round is running."))
    return event, running


def set_state(event: Event, state: Event.State, action: str, by: User | None) -> Event:
    event.state = state
    event.save(update_fields=["state"])
    log_change(event, action, by, state=state)
    return event


def log_change(event: Event, action: str, by: User | None, **after: Any) -> None:
    Revision.objects.log(Revision.Kind.EVENT, event, action, by, after=after)


def lock_planned(event: Event) -> Event:
    """Lock an event that has a plan and is not over. Raise a ValidationError for any other."""
    event = lock_event(event)
    if not is_planned(event):
        raise ValidationError(_("This is possible only once there is a plan, and until the event is finished."))
    return event


def is_signing_up(event: Event) -> bool:
    """Whether others can still sign up, because there is no plan yet."""
    return event.state == Event.State.SIGNING_UP and not event.planned_rounds.exists()


def is_planned(event: Event) -> bool:
    """Whether there is a plan, and rounds that may follow."""
    waiting = event.state == Event.State.SIGNING_UP and event.planned_rounds.exists()
    return waiting or event.state == Event.State.RUNNING


def next_round_number(event: Event) -> int:
    """Return the number of the first round that has not started, whether it is planned or not."""
    return event.planned_rounds.started().count() + 1


@contextmanager
def as_validation_errors() -> Iterator[None]:
    """Turn what a service of play refuses into a ValidationError with a sentence."""
    try:
        yield
    except play.Conflict as conflict:
        raise ValidationError(conflict.code.label) from conflict
    except play.Refused as refused:
        raise ValidationError([common_text(problem) for problem in refused.problems]) from refused
