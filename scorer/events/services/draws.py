"""Draw rounds while the event runs, draw them anew, and change them by hand before they start."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.db.ids import random_id
from scorer.events.drawing import drawn_rounds
from scorer.events.lengths import per_round_of
from scorer.events.models import Event, Place, Round
from scorer.events.services.plans import exchange_at_half_tables, store_rounds
from scorer.events.services.shared import lock_for, log_change, refuse_absent


@transaction.atomic
def draw_round(event: Event, *, by: User | None) -> None:
    """Draw the next round from the results so far. The round before may still be running."""
    event = lock_for(event, "draw_round").event
    _draw(event, rounds=1, per_round=_deal_count(event), seed=event.pk, action="draw", by=by)


@transaction.atomic
def draw_anew(event: Event, *, by: User | None) -> None:
    """Draw all rounds that have not started once more, with another seed."""
    event = lock_for(event, "draw_anew").event
    waiting = event.planned_rounds.not_started()
    count, per_round = waiting.count(), _deal_count(event)
    waiting.delete()
    _draw(event, rounds=count, per_round=per_round, seed=random_id(), action="draw_anew", by=by)


@transaction.atomic
def exchange(event: Event, one: int, other: int, *, by: User | None) -> None:
    """Let two contestants take each other's place in the next round of a draw. One of them may rest."""
    progress = lock_for(event, "exchange")
    event, following = progress.event, progress.following
    people = {contestant.number: contestant for contestant in event.contestants.filter(number__in=(one, other))}
    places = list(Place.objects.filter(sitting__round=following, contestant__in=people.values()))
    refuse_absent(people.values(), following)
    if len(people) != len({one, other}) or one == other or not places:
        raise ValidationError(_("Choose two contestants, at least one of whom plays in this round."))
    instead = {people[one].pk: people[other], people[other].pk: people[one]}
    Place.objects.filter(pk__in=[place.pk for place in places]).delete()
    Place.objects.bulk_create(
        Place(sitting_id=place.sitting_id, side=place.side, contestant=instead[place.contestant_id]) for place in places
    )
    exchange_at_half_tables(following, one, other)
    log_change(event, "exchange", by, round=following.number, contestants=[one, other])


def _draw(event: Event, *, rounds: int, per_round: int | None, seed: int, action: str, by: User | None) -> None:
    last: Round | None = event.planned_rounds.last()
    number = last.number + 1 if last else 1
    plan = drawn_rounds(event, number, rounds=rounds, per_round=per_round, seed=seed)
    store_rounds(event, plan, per_round=per_round, seed=seed)
    log_change(event, action, by, round=number, rounds=rounds, seed=seed)


def _deal_count(event: Event) -> int | None:
    """Return how many deals the last planned round has."""
    last = event.planned_rounds.last()
    return per_round_of(event, last.sittings.prefetch_related("places")) if last else None
