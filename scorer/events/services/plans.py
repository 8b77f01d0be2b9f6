"""The plan of an event's rounds: chosen, discarded, and changed for another section; the links on its guide cards."""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.contest.families import Family, Impossible
from scorer.contest.movements.teams import in_both_rooms
from scorer.contest.plan import Plan, is_of_teams
from scorer.contest.plan import Sitting as PlannedSitting
from scorer.contest.wishes import arranged, numbers_for
from scorer.db.ids import random_id
from scorer.events.models import Contestant, Event, HalfTable, Round, Sitting, SittingSide, section_letter
from scorer.events.planning.movement import per_round_of
from scorer.events.planning.proposal import Proposal
from scorer.events.planning.proposals import plan_sections
from scorer.events.planning.wishes import wishes_of
from scorer.events.services.shared import lock_for, log_change
from scorer.events.services.signing_off import take_off
from scorer.events.services.signing_up import move_up
from scorer.live import recheck_listeners


@transaction.atomic
def choose_plan(event: Event, proposal: Proposal, *, one_field: bool = True, by: User | None) -> None:
    """Store the rounds of a proposal, and divide the contestants who have signed up among its sections."""
    event = lock_for(event, "choose_plan").event
    contestants = list(event.contestants.all())
    if len(contestants) != sum(proposal.sizes):
        raise ValidationError(_("Others have signed up in the meantime. Look at the plans again."))
    plan = _as_wished(proposal.family, proposal.plan, contestants)
    contestants.sort(key=attrgetter("number"))
    sections = [section for section, size in enumerate(proposal.sizes, start=1) for _one in range(size)]
    for contestant, section in zip(contestants, sections, strict=True):
        contestant.section = section
    _save_numbers(event, contestants)
    store_rounds(event, plan, per_round=proposal.per_round, seed=proposal.seed)
    event.format, event.settings, event.winners = proposal.format, proposal.settings, proposal.winners
    event.one_field = one_field
    if proposal.family.barometer and event.ranking_shown == Event.RankingShown.AT_THE_END:
        event.ranking_shown = Event.RankingShown.EACH_ROUND
    event.save(update_fields=["format", "settings", "winners", "one_field", "ranking_shown"])
    said: dict[str, Any] = {"format": event.format, "winners": event.winners, "rounds": len(plan.rounds)}
    said |= {"settings": event.settings, "sections": len(proposal.sizes), "one_field": one_field}
    log_change(event, "plan", by, **said)


def _as_wished(
    family: Family, plan: Plan, contestants: Sequence[Contestant], sections: Mapping[int, int] | None = None
) -> Plan:
    """Return the plan that meets the wishes of contestants. In a movement, they get other numbers, not yet saved.

    With `sections`, by number, they stay in their own.
    """
    wishes = wishes_of(contestants)
    if family.is_drawn:
        return arranged(plan, wishes, {})
    numbers = numbers_for(plan, wishes, sections)
    for contestant in contestants:
        contestant.number = numbers.get(contestant.number, contestant.number)
    return plan


def _save_numbers(event: Event, contestants: Sequence[Contestant]) -> None:
    event.contestants.update(number=ASIDE + models.F("number"))
    Contestant.objects.bulk_update(contestants, ["number", "section"])


def store_rounds(event: Event, plan: Plan, *, per_round: int | None, seed: int) -> None:
    """Store the rounds of a plan. Where it has a match of teams as one sitting, this is played at two tables."""
    rooms = in_both_rooms if event.of_teams and not is_of_teams(plan) else _as_planned
    contestants = {contestant.number: contestant for contestant in event.contestants.all()}
    rounds = [Round(event=event, number=round_.number, seed=seed) for round_ in plan.rounds]
    Round.objects.bulk_create(rounds)
    sittings, places, half_tables = [], [], []
    for stored, round_ in zip(rounds, plan.rounds, strict=True):
        for planned in chain.from_iterable(map(rooms, round_.sittings)):
            sitting = Sitting(round=stored, **_columns(event, planned, per_round))
            sittings.append(sitting)
            places += [
                _place(event, contestants[number], side, sitting=sitting)
                for side, number in enumerate(planned.contestants, start=1)
            ]
        half_tables += [
            HalfTable(round=stored, numbers=half.contestants, **_columns(event, half, per_round))
            for resting in round_.resting
            if resting.half_table
            for half in rooms(resting.half_table)
        ]
    Sitting.objects.bulk_create(sittings)
    SittingSide.objects.bulk_create(places)
    HalfTable.objects.bulk_create(half_tables)


def _place(event: Event, contestant: Contestant, side: int, **sitting: Any) -> SittingSide:
    """Return the place of a contestant, with the line-up that it has chosen."""
    line_up = contestant.places_on(event, side) if contestant.line_up else []
    return SittingSide(contestant=contestant, side=side, line_up=line_up, **sitting)


def _as_planned(sitting: PlannedSitting) -> tuple[PlannedSitting]:
    return (sitting,)


def save_half_table(half: HalfTable, present: Mapping[int, Contestant]) -> None:
    """Save a half table, or the sitting that it becomes if nobody is missing there any more."""
    if not present.keys() >= set(half.numbers):
        half.save()
        return
    sitting = half.as_sitting()
    sitting.save()
    SittingSide.objects.bulk_create(
        _place(half.round.event, present[number], side, sitting=sitting)
        for side, number in enumerate(half.numbers, start=1)
    )
    if half.pk:
        half.delete()


def exchange_places(places: Collection[SittingSide], one: Contestant, other: Contestant) -> None:
    """Let two contestants sit in each other's places."""
    instead = {one.pk: other, other.pk: one}
    SittingSide.objects.filter(pk__in=[place.pk for place in places]).delete()
    SittingSide.objects.bulk_create(
        _place(one.event, instead[place.contestant_id], place.side, sitting_id=place.sitting_id) for place in places
    )


def exchange_at_half_tables(where: Round, number: int, other: int) -> None:
    """Let two contestants wait in each other's place where somebody is missing, so that nobody is seated twice."""
    instead = {number: other, other: number}
    for half in where.half_tables.all():
        half.numbers = [instead.get(waiting, waiting) for waiting in half.numbers]
        half.save(update_fields=["numbers"])


def _columns(event: Event, planned: PlannedSitting, per_round: int | None) -> dict[str, Any]:
    return {
        "station": planned.station,
        "section": planned.section,
        "copy": planned.copy,
        "first_deal": planned.deals[0] if planned.deals else None,
        "deal_count": len(planned.deals) or event.deals_at(per_round, len(planned.contestants)),
    }


@transaction.atomic
def discard_plan(event: Event, *, by: User | None) -> None:
    """Discard the plan, so that others can sign up again. Whoever has left is taken off the list.

    Whoever has waited longest moves up if there is room then.
    """
    event = lock_for(event, "discard_plan").event
    event.planned_rounds.all().delete()
    take_off(event, event.contestants.exclude(left_after=None), by)
    event.contestants.update(section=1)
    event.format, event.settings, event.winners, event.one_field = "", {}, 1, True
    event.save(update_fields=["format", "settings", "winners", "one_field"])
    log_change(event, "discard_plan", by)
    move_up(event, by)


@transaction.atomic
def exchange_numbers(event: Event, number: int, other: int, *, by: User | None) -> None:
    """Let two contestants take each other's number, and with it each other's places in all rounds."""
    progress = lock_for(event, "exchange_numbers", contestant=number)
    event, one = progress.event, progress.contestant
    another = event.contestants.filter(left_after=None).exclude(pk=one.pk).filter(number=other).first()
    if another is None:
        raise ValidationError(_("Choose two different contestants."))
    places = SittingSide.objects.filter(sitting__round__event=event, contestant__in=(one, another))
    exchange_places(list(places), one, another)
    one.number, another.number = other, number
    one.section, another.section = another.section, one.section
    event.contestants.filter(pk=another.pk).update(number=ASIDE)
    for contestant in (one, another):
        contestant.save(update_fields=["number", "section"])
    log_change(event, "exchange_numbers", by, contestants=[number, other])


@transaction.atomic
def renew_links(event: Event, *, by: User | None) -> None:
    """End the links of all stations and contestants. Phones stay at their tables until the round ends."""
    event = lock_for(event, "renew_links").event
    event.link = random_id()
    event.save(update_fields=["link"])
    recheck_listeners(event.pk)
    log_change(event, "links", by)


ASIDE = 10_000
"""Added to numbers while they change, so that none is there twice."""


@transaction.atomic
def move_to_section(event: Event, number: int, section: int, *, by: User | None) -> Contestant:
    """Make a contestant the last of another section. All are numbered again, by their wishes too, and all sections are
    planned again.

    Whoever has left is taken off the list.
    """
    progress = lock_for(event, "move_to_section")
    event, family, rounds = progress.event, progress.family, progress.rounds
    contestants = list(event.contestants.filter(left_after=None))
    moved = next((contestant for contestant in contestants if contestant.number == number), None)
    if moved is None or section not in {contestant.section for contestant in contestants}:
        raise ValidationError(_("There is no such section or contestant any more."))
    moved.section = section
    contestants.sort(key=lambda contestant: (contestant.section, contestant == moved, contestant.number))
    sizes = tuple(
        len(list(those)) for _section, those in groupby(contestants, key=lambda contestant: contestant.section)
    )
    per_round, seed = per_round_of(event, rounds[0].sittings.prefetch_related("sides")), rounds[0].seed or event.pk
    try:
        plan = plan_sections(event, family, sizes, rounds=len(rounds), per_round=per_round, seed=seed)
    except Impossible:
        plan = None
    if plan is None or len(sizes) < max(contestant.section for contestant in contestants):
        left = section_letter(event.contestants.get(pk=moved.pk).section)
        raise ValidationError(_("Section %(section)s would be too small for this plan.") % {"section": left})
    event.planned_rounds.all().delete()
    take_off(event, event.contestants.exclude(left_after=None), by)
    for place, contestant in enumerate(contestants, start=1):
        contestant.number = place
    plan = _as_wished(family, plan, contestants, {contestant.number: contestant.section for contestant in contestants})
    _save_numbers(event, contestants)
    store_rounds(event, plan, per_round=per_round, seed=seed)
    log_change(event, "move", by, contestant=number, section=section, number=moved.number)
    return moved
