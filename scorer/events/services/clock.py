"""The clock of the running round."""

from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.events.models import Event, Round
from scorer.events.services.shared import lock_for, log_change

MAX_MINUTES = 240
"""How many minutes can be added at once."""


@transaction.atomic
def add_minutes(event: Event, minutes: int, *, by: User | None) -> None:
    """Add minutes to the clock. They count from now if the time is up, or if the round has no clock yet."""
    event, running = _lock(event, "add_minutes")
    if not 1 <= minutes <= MAX_MINUTES:
        raise ValidationError(_("Add between 1 and %(most)d minutes.") % {"most": MAX_MINUTES})
    now = running.paused_at or timezone.now()
    running.ends_at = max(running.ends_at or now, now) + timedelta(minutes=minutes)
    _save(event, running, "clock", by, minutes=minutes)


@transaction.atomic
def pause_clock(event: Event, *, by: User | None) -> None:
    event, running = _lock(event, "pause_clock")
    if running.ends_at and not running.paused_at:
        running.paused_at = timezone.now()
        _save(event, running, "pause", by)


@transaction.atomic
def resume_clock(event: Event, *, by: User | None) -> None:
    event, running = _lock(event, "resume_clock")
    if running.ends_at and running.paused_at:
        running.ends_at += timezone.now() - running.paused_at
        running.paused_at = None
        _save(event, running, "resume", by)


@transaction.atomic
def stop_clock(event: Event, *, by: User | None) -> None:
    """Stop the clock. The round goes on without one."""
    event, running = _lock(event, "stop_clock")
    running.ends_at = running.paused_at = None
    _save(event, running, "no_clock", by)


def _lock(event: Event, action: str) -> tuple[Event, Any]:
    progress = lock_for(event, action)
    return progress.event, progress.running


def _save(event: Event, running: Round, action: str, by: User | None, **after: Any) -> None:
    running.save(update_fields=["ends_at", "paused_at"])
    log_change(event, action, by, round=running.number, ends_at=running.ends_at, **after)
