"""Rounds that follow by themselves: once a round is complete, it ends and the next one starts.

The step is tried after each change at a table of such an event (`follow_from_table`), and every few seconds for all of
them (`scorer.events.clock`). It decides under the lock of the event, so it happens once, whoever tries it.
"""

from contextlib import suppress

from django.core.exceptions import ValidationError
from django.db import OperationalError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.events.models import MAX_GRACE, Event, Round, RoundsQuerySet
from scorer.events.selectors.following import may_be_done, readiness_of
from scorer.events.services.remaining import draw_round
from scorer.events.services.rounds import end_round, start_round
from scorer.events.services.shared import lock_for, log_change
from scorer.events.states import Progress
from scorer.play.models import Table


@transaction.atomic
def follow_round(event: Event) -> None:
    """End the running round and start the next one, if it is complete and nothing needs the director.

    If something does, note since when, so that the director hears of it.
    """
    progress = lock_for(event, "follow_round")
    event, running = progress.event, progress.running
    tables = Table.objects.select_for_update().filter(pk__in=running.sittings.order_by().values("table"))
    list(tables.order_by("pk"))  # no hand is undone from here on
    readiness = readiness_of(running)
    if readiness.can_follow:
        end_round(event, by=None)
        with suppress(ValidationError):  # that nobody plays in it, or that there is no draw: the director decides
            _start_next(event)
    elif readiness.is_due != bool(running.stopped_at):
        running.stopped_at = timezone.now() if readiness.is_due else None
        running.save(update_fields=["stopped_at"])
        if running.stopped_at:
            stops = [f"{stop.obstacle} {stop.station}" for stop in readiness.stops]
            log_change(event, "stop_round", None, round=running.number, stops=stops)


@transaction.atomic
def _start_next(event: Event) -> None:
    progress = Progress(event)
    if progress["draw_round"] and not progress.has_all_rounds:
        draw_round(event, by=None)
    if Progress(event)["start_round"]:
        start_round(event, by=None)


def follow_all() -> None:
    """Let all rounds follow that can."""
    _follow(Round.objects.running())


def follow_from_table(event: Event, table: Table) -> None:
    """Let the running round of an event follow, if that can be due to a change at one of its tables."""
    if may_be_done(table):
        _follow(event.planned_rounds.running())


def follow_on_commit(event: Event) -> None:
    """Let the round that runs follow if it can, after a change that may have been the last thing in its way."""
    transaction.on_commit(lambda: _follow(event.planned_rounds.running()), robust=True)


def _follow(rounds: RoundsQuerySet) -> None:
    followed = rounds.filter(
        held=False, event__rounds_follow=True, event__club__suspended=False, event__in=Event.objects.installed()
    )
    for running in followed.select_related("event"):
        readiness = readiness_of(running)
        if readiness.can_follow or readiness.is_due != bool(running.stopped_at):
            # Somebody else has been faster, or the database is busy: the clock tries again.
            with suppress(ValidationError, OperationalError):
                follow_round(running.event)


@transaction.atomic
def set_following(event: Event, *, rounds_follow: bool, grace_minutes: int, by: User | None) -> None:
    """Let the rounds follow by themselves from now on, or no longer."""
    event = lock_for(event, "set_following").event
    if not 0 <= grace_minutes <= MAX_GRACE:
        raise ValidationError(_("The grace period is at most %(most)d minutes.") % {"most": MAX_GRACE})
    event.rounds_follow, event.grace_minutes = rounds_follow, grace_minutes
    event.save(update_fields=["rounds_follow", "grace_minutes"])
    log_change(event, "following", by, rounds_follow=rounds_follow, grace_minutes=grace_minutes)
    follow_again(event)


def follow_again(event: Event) -> None:
    """Let the running round end by the settings of the event, which have changed, even if it was held."""
    event.planned_rounds.running().update(held=False, stopped_at=None)
    follow_on_commit(event)


@transaction.atomic
def hold_round(event: Event, *, by: User | None) -> None:
    """Do not let the running round end by itself: only the director ends it."""
    progress = lock_for(event, "hold_round")
    _set_held(progress.running, held=True)
    log_change(progress.event, "hold_round", by, round=progress.running.number)


@transaction.atomic
def release_round(event: Event, *, by: User | None) -> None:
    progress = lock_for(event, "release_round")
    _set_held(progress.running, held=False)
    log_change(progress.event, "release_round", by, round=progress.running.number)
    follow_on_commit(progress.event)


def _set_held(running: Round, *, held: bool) -> None:
    running.held, running.stopped_at = held, None
    running.save(update_fields=["held", "stopped_at"])
