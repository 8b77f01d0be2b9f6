"""The rounds that have not started: drawn, one fewer, shorter, or planned anew. What was played is kept."""

from itertools import pairwise

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.contest.families import MAX_DEALS
from scorer.contest.plan import Plan
from scorer.contest.wishes import arranged
from scorer.db.ids import random_id
from scorer.events.models import Event, HalfTable, Round, Sitting, SittingSide
from scorer.events.planning.draws import drawn_rounds
from scorer.events.planning.movement import per_round_of, present_contestants
from scorer.events.planning.proposals import winners_of
from scorer.events.planning.replanning import RemainingPlan, remaining_plans, started_rounds
from scorer.events.planning.wishes import stations_so_far, wishes_of
from scorer.events.results.event_results import EventResults
from scorer.events.services.plans import exchange_at_half_tables, exchange_places, save_half_table, store_rounds
from scorer.events.services.shared import lock_for, log_change, refuse_absent, set_seals


@transaction.atomic
def skip_last_round(event: Event, *, by: User | None) -> None:
    progress = lock_for(event, "skip_last_round")
    event, last = progress.event, progress.rounds[-1]
    planned = [*last.sittings.with_contestants(), *last.half_tables.all()]
    sittings = [sitting.columns | {"numbers": list(sitting.numbers)} for sitting in planned]
    event.skipped = [{"number": last.number, "seed": last.seed, "sittings": sittings}, *event.skipped]
    event.save(update_fields=["skipped"])
    last.delete()
    set_seals(event, by)
    log_change(event, "skip_round", by, round=last.number)


@transaction.atomic
def bring_round_back(event: Event, *, by: User | None) -> None:
    """Undo `skip_last_round`. Whoever would meet somebody who has left meanwhile rests."""
    progress = lock_for(event, "bring_round_back")
    event, left_out = progress.event, progress.skipped
    present = present_contestants(event)
    round_ = Round.objects.create(event=event, number=left_out["number"], seed=left_out["seed"])
    for planned in left_out["sittings"]:
        half = HalfTable(round=round_, **planned)
        save_half_table(half, present)
    event.skipped = [other for other in event.skipped if other is not left_out]
    event.save(update_fields=["skipped"])
    set_seals(event, by)
    log_change(event, "bring_round_back", by, round=round_.number)


@transaction.atomic
def set_deals(event: Event, deals: int, *, by: User | None) -> None:
    """Set how many deals each table plays in the rounds that have not started: the first ones of its set."""
    event = lock_for(event, "set_deals").event
    if not 1 <= deals <= max_deals(event):
        raise ValidationError(_("From 1 to %(most)d are possible.") % {"most": max_deals(event)})
    waiting = {"round__event": event, "round__started_at": None}
    sittings = list(Sitting.objects.filter(**waiting).prefetch_related("sides"))
    halves = list(HalfTable.objects.filter(**waiting))
    for sitting in sittings:
        sitting.deal_count = deals if sitting.first_deal else event.deals_at(deals, len(sitting.sides.all()))
    for half in halves:
        half.deal_count = deals if half.first_deal else event.deals_at(deals, len(half.numbers))
    Sitting.objects.bulk_update(sittings, ["deal_count"])
    HalfTable.objects.bulk_update(halves, ["deal_count"])
    set_seals(event, by)
    log_change(event, "deals", by, deals=deals)


def max_deals(event: Event) -> int:
    """Return how many deals a round may have: as many as the sets of the plan."""
    sittings = Sitting.objects.filter(round__event=event)
    firsts = sorted({sitting.first_deal for sitting in sittings if sitting.first_deal})
    if not firsts:
        return MAX_DEALS
    gaps = [following - first for first, following in pairwise(firsts)]
    return min(gaps) if gaps else max(sitting.deal_count or 1 for sitting in sittings)


@transaction.atomic
def replan(event: Event, name: str, *, by: User | None) -> RemainingPlan:
    """Replace the rounds that have not started by a new plan. `name` is that of its format."""
    event = lock_for(event, "replan").event
    chosen = next((plan for plan in remaining_plans(event) if plan.offered.name == name), None)
    if chosen is None:
        raise ValidationError(_("There is no such plan for this number of contestants."))
    whole = Plan((*started_rounds(event), *chosen.plan.rounds))
    event.planned_rounds.not_started().delete()
    store_rounds(event, chosen.plan, per_round=chosen.per_round, seed=event.pk)
    event.settings = {"barometer": True} if chosen.offered.family.barometer else {}
    event.format, event.winners = name, winners_of(event, whole)
    event.save(update_fields=["format", "settings", "winners"])
    set_seals(event, by)
    log_change(event, "plan_rest", by, format=name, rounds=len(chosen.plan.rounds))
    return chosen


@transaction.atomic
def draw_round(event: Event, *, late: bool = False, seed: int | None = None, by: User | None) -> None:
    """Draw the next round from the results so far. The round before may still be running.

    With `late`, each of its matches that is not finished counts as a draw, instead of what is in so far. Without a
    `seed`, the event has one of its own.
    """
    event = lock_for(event, "draw_round").event
    _mark_late(event, late=late)
    _draw(event, rounds=1, per_round=_deal_count(event), seed=seed or event.pk, action="draw", by=by)


@transaction.atomic
def draw_anew(event: Event, *, late: bool | None = None, by: User | None) -> None:
    """Draw all rounds that have not started once more, with another seed.

    `late` as in `draw_round`; None lets the same matches count as draws as before.
    """
    event = lock_for(event, "draw_anew").event
    if late is not None:
        _mark_late(event, late=late)
    waiting = event.planned_rounds.not_started()
    count, per_round = waiting.count(), _deal_count(event)
    waiting.delete()
    _draw(event, rounds=count, per_round=per_round, seed=random_id(), action="draw_anew", by=by)


@transaction.atomic
def exchange(event: Event, number: int, other: int, *, by: User | None) -> None:
    """Let two contestants take each other's place in the next round of a draw. One of them may rest."""
    progress = lock_for(event, "exchange")
    event, following = progress.event, progress.following
    people = {contestant.number: contestant for contestant in event.contestants.filter(number__in=(number, other))}
    places = list(SittingSide.objects.filter(sitting__round=following, contestant__in=people.values()))
    refuse_absent(people.values(), following)
    if len(people) != len({number, other}) or number == other or not places:
        raise ValidationError(_("Choose two contestants, at least one of whom plays in this round."))
    exchange_places(places, people[number], people[other])
    exchange_at_half_tables(following, number, other)
    log_change(event, "exchange", by, round=following.number, contestants=[number, other])


def _mark_late(event: Event, *, late: bool) -> None:
    """Let the matches of the running round that are not finished count as draws, or no longer."""
    results = EventResults(event)
    unfinished = [sitting.pk for sitting in results.sittings if results.played.is_unfinished(sitting)]
    of_round = Sitting.objects.filter(round__in=event.planned_rounds.running())
    of_round.update(late=False)
    if late:
        of_round.filter(pk__in=unfinished).update(late=True)


def _draw(event: Event, *, rounds: int, per_round: int | None, seed: int, action: str, by: User | None) -> None:
    last: Round | None = event.planned_rounds.last()
    number = last.number + 1 if last else 1
    plan = drawn_rounds(event, number, rounds=rounds, per_round=per_round, seed=seed)
    wishes = wishes_of(event.contestants.all())
    if wishes:
        plan = arranged(plan, wishes, stations_so_far(event))
    store_rounds(event, plan, per_round=per_round, seed=seed)
    late = Sitting.objects.filter(round__in=event.planned_rounds.running(), late=True)
    said = {"late": list(late.values_list("station", flat=True))} if late else {}
    log_change(event, action, by, round=number, rounds=rounds, seed=seed, **said)


def _deal_count(event: Event) -> int | None:
    last = event.planned_rounds.last()
    return per_round_of(event, last.sittings.prefetch_related("sides")) if last else None
