"""What every write of an event starts and ends with."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.events.models import Contestant, Event, Round, Sitting
from scorer.events.results.event_results import EventResults
from scorer.events.services.carrying import carry_on_commit
from scorer.events.services.locking import lock_event
from scorer.events.states import Progress
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.play.phones import Phone
from scorer.registry.words import common_text


def lock_for(event: Event, action: str, *, contestant: int | None = None, sitting: int | None = None) -> Progress:
    """Lock an event for an action of `states.TABLE`. Raise a ValidationError that says why it is not possible now.

    `contestant` is the number of the one that the action is about, `sitting` the id.
    """
    progress = Progress(lock_event(event))
    if contestant is not None:
        competes = progress.event.contestants.filter(number=contestant).with_players().first()
        if competes is None:
            raise ValidationError(_("There is no such contestant."))
        progress.contestant = competes
    if sitting is not None:
        chosen = Sitting.objects.select_related("round", "table").filter(round__event=event, pk=sitting).first()
        if chosen is None:
            raise ValidationError(_("This sitting has not started."))
        progress.sitting = chosen
    refusal = progress.refusal(action)
    if refusal:
        raise ValidationError(refusal)
    carry_on_commit(progress.event)
    return progress


def refuse_absent(contestants: Iterable[Contestant], when: Round) -> None:
    for contestant in contestants:
        if not contestant.competes_in(when.number):
            said = {"name": contestant, "number": when.number}
            raise ValidationError(_("Round %(number)s is played without %(name)s.") % said)


def set_state(event: Event, state: Event.State, action: str, by: User | None) -> Event:
    event.state = state
    event.save(update_fields=["state"])
    log_change(event, action, by, state=state)
    return event


PLANNING = {"plan", "plan_rest", "draw", "draw_anew", "move"}
"""The actions after which a round that was left out no longer fits."""


def log_change(event: Event, action: str, by: play.Actor, **after: Any) -> None:
    if action in PLANNING and event.skipped:
        event.skipped = []
        event.save(update_fields=["skipped"])
    login, player = (None, by.player) if isinstance(by, Phone) else (by, None)
    player_id = player.pk if player else None
    Revision.objects.log(Revision.Kind.EVENT, event, action, login, player_id=player_id, after=after)


def where_of(sitting: Sitting) -> dict[str, int]:
    """Return where a sitting is, as the log says it."""
    return {"round": sitting.round.number, "station": sitting.station}


@contextmanager
def as_validation_errors() -> Iterator[None]:
    """Turn what a service of play refuses into a ValidationError with a sentence."""
    try:
        yield
    except play.Conflict as conflict:
        raise ValidationError(conflict.code.label) from conflict
    except play.Refused as refused:
        raise ValidationError([common_text(problem) for problem in refused.problems]) from refused


def set_seals(event: Event, by: User | None) -> None:
    """Seal the tables with deals that are still to be played, and unseal all others, within a transaction."""
    if event.rehearsal:
        return
    results = EventResults(event)
    tables = [(sitting.table, sitting.deals) for sitting in results.sittings if sitting.table]
    hidden = {table.pk for table, deals in tables if not results.sealed_deals.isdisjoint(deals)}
    play.seal_tables([table.pk for table, _ in tables if table.pk in hidden and not table.sealed], by=by)
    play.unseal_tables([table.pk for table, _ in tables if table.pk not in hidden and table.sealed], by=by)
