"""Start and end the rounds of an event, which opens and closes their tables; their clock; and the finish."""

from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.models import Player, User
from scorer.events.models import Call, Event, Round, Sitting
from scorer.events.results.event_results import EventResults
from scorer.events.services.carrying import carry_on_commit, carry_over
from scorer.events.services.people import put_people_before
from scorer.events.services.rulings import drop_rulings_on_round
from scorer.events.services.shared import as_validation_errors, lock_for, log_change, set_seals
from scorer.play import services as play
from scorer.play.models import Table


@transaction.atomic
def start_round(event: Event, *, clocked: bool = True, by: User | None) -> Round:
    """Open the tables of the next round, and start its clock if it has one.

    Tables with numbered deals are sealed, because others still have to play these.
    """
    progress = lock_for(event, "start_round")
    event = progress.event
    following: Round = progress.following
    sittings = list(following.sittings.with_players())
    if not sittings:
        raise ValidationError(_("Nobody plays in this round. Leave it out, or replan the rest."))
    wanted = [
        play.NewTable(
            sitting.station,
            event.variant_at(sitting.deal_count, len(sitting.sides.all())),
            _seated(event, sitting),
            sitting.first_deal,
            sitting.deal_count,
            sealed=event.rehearsal or bool(sitting.deals),
            confirms=event.confirms,
        )
        for sitting in sittings
    ]
    with as_validation_errors():
        tables = play.open_tables(event.season, event.config, wanted, by=by, has_occasion=True)
    for sitting, table in zip(sittings, tables, strict=True):
        sitting.table = table
    Sitting.objects.bulk_update(sittings, ["table"])
    following.started_at = timezone.now()
    minutes = event.minutes_for(sittings) if clocked else 0
    following.ends_at = following.started_at + timedelta(minutes=minutes) if minutes else None
    following.save(update_fields=["started_at", "ends_at"])
    if event.state == Event.State.SIGNING_UP:
        event.state = Event.State.RUNNING
        event.save(update_fields=["state"])
    log_change(event, "start_round", by, round=following.number)
    return following


@transaction.atomic
def take_back_round(event: Event, *, by: User | None) -> None:
    """Cancel the tables of a round that was started by mistake. The round may then be started again.

    Its rulings go with it. Whoever has come or left in the meantime did so before the round.
    """
    progress = lock_for(event, "take_back_round")
    event, running = progress.event, progress.running
    for sitting in running.sittings.select_related("table"):
        table: Any = sitting.table
        if table.late_hands.waiting().exists():
            raise ValidationError(
                _("A late hand is waiting at table %(number)s. Put it aside first.") % {"number": sitting.station}
            )
        with as_validation_errors():
            play.cancel_table(table, by=by)
        sitting.table = None
        sitting.save(update_fields=["table"])
    Call.objects.open().filter(sitting__round=running).update(ended_at=timezone.now())
    running.started_at = running.ends_at = running.paused_at = running.stopped_at = None
    running.held = False
    running.save(update_fields=["started_at", "ends_at", "paused_at", "held", "stopped_at"])
    if not event.planned_rounds.started().exists():
        event.state = Event.State.SIGNING_UP
        event.save(update_fields=["state"])
    drop_rulings_on_round(running, by)
    put_people_before(event, running.number, by)
    log_change(event, "take_back_round", by, round=running.number)


@transaction.atomic
def end_round(event: Event, *, by: User | None) -> None:
    """Close the tables of the running round, and unseal those whose deals everybody has played by now.

    Whoever reopens a table can enter what is missing.
    """
    progress = lock_for(event, "end_round")
    event, running = progress.event, progress.running
    play.close_tables(running.sittings.values_list("table", flat=True), by=by)
    running.ended_at, running.stopped_at = timezone.now(), None
    running.save(update_fields=["ended_at", "stopped_at"])
    set_seals(event, by)
    log_change(event, "end_round", by, round=running.number)


@transaction.atomic
def go_back(event: Event, *, by: User | None) -> None:
    """Let the round go on that ended last, because it was ended by mistake.

    Its tables, phones and clock go on where they were. It does not end by itself again.
    """
    progress = lock_for(event, "go_back")
    event, ended = progress.event, progress.started[-1]
    closed = Table.objects.filter(pk__in=ended.sittings.values("table"), state=Table.State.CLOSED)
    with as_validation_errors():
        for table in closed.order_by("number"):
            play.reopen_table(table, keep_links=True, by=by)
    if ended.ends_at and ended.ended_at and not ended.paused_at:
        ended.ends_at += timezone.now() - ended.ended_at
    ended.ended_at, ended.held = None, event.rounds_follow
    ended.save(update_fields=["ended_at", "ends_at", "held"])
    set_seals(event, by)
    log_change(event, "go_back", by, round=ended.number, ends_at=ended.ends_at)


@transaction.atomic
def finish(event: Event, *, by: User | None) -> Event:
    """Finish the event after any round. Rounds that were not played are left out, and everybody may see the results.

    The log keeps the places, so that a later correction can be seen.
    """
    event = lock_for(event, "finish").event
    carry_over(event, by=by)
    event.state, event.finished_at = Event.State.FINISHED, timezone.now()
    event.save(update_fields=["state", "finished_at"])
    set_seals(event, by)
    carry_on_commit(event)
    places = {str(place.standing.contestant): place.place for place in EventResults(event).ranking.places}
    log_change(event, "finish", by, state=event.state, places=places)
    return event


def _seated(event: Event, sitting: Sitting) -> list[Player]:
    places = list(sitting.sides.all())
    sides = event.sides(len(places) * event.side_size)
    at: dict[int, Player] = {}
    for side, place in zip(sides, places, strict=True):
        at |= dict(zip(side, place.players_of(event, sitting.round.number).values(), strict=True))
    return [at[position] for position in sorted(at)]


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
def remove_minutes(event: Event, minutes: int, *, by: User | None) -> None:
    """Take minutes off the clock: at most all that are left."""
    event, running = _lock(event, "remove_minutes")
    if not 1 <= minutes <= MAX_MINUTES:
        raise ValidationError(_("Take off between 1 and %(most)d minutes.") % {"most": MAX_MINUTES})
    now = running.paused_at or timezone.now()
    running.ends_at = max(running.ends_at - timedelta(minutes=minutes), min(running.ends_at, now))
    _save(event, running, "clock", by, minutes=-minutes)


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
    event, running = _lock(event, "stop_clock")
    running.ends_at = running.paused_at = None
    _save(event, running, "no_clock", by)


def _lock(event: Event, action: str) -> tuple[Event, Any]:
    progress = lock_for(event, action)
    return progress.event, progress.running


def _save(event: Event, running: Round, action: str, by: User | None, **after: Any) -> None:
    running.save(update_fields=["ends_at", "paused_at"])
    log_change(event, action, by, round=running.number, ends_at=running.ends_at, **after)
