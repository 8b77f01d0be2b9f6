"""The plan of an event's rounds, and the links on its guide cards."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.db.ids import random_id
from scorer.events.models import Event, HalfTable, Place, Round, Sitting
from scorer.events.planning import Proposal
from scorer.events.services.shared import lock_event, lock_signing_up, log_change


@transaction.atomic
def choose_plan(event: Event, proposal: Proposal, *, by: User | None) -> None:
    """Stores the rounds of a plan that was made for the contestants who have signed up."""
    event = lock_signing_up(event)
    contestants = {contestant.number: contestant for contestant in event.contestants.all()}
    planned = {number for each in proposal.plan.rounds for number in each.places()}
    if not planned <= contestants.keys():
        raise ValidationError(_("Others have signed up meanwhile. Look at the plans again."))
    rounds = [Round(event=event, number=each.number) for each in proposal.plan.rounds]
    Round.objects.bulk_create(rounds)
    sittings, places = [], []
    for stored, each in zip(rounds, proposal.plan.rounds, strict=True):
        for planned_sitting in each.sittings:
            deals = planned_sitting.deals
            sitting = Sitting(
                round=stored,
                station=planned_sitting.station,
                first_deal=deals[0] if deals else None,
                deal_count=len(deals) or proposal.per_round,
            )
            sittings.append(sitting)
            places += [
                Place(sitting=sitting, side=side, contestant=contestants[number])
                for side, number in enumerate(planned_sitting.contestants, start=1)
            ]
    Sitting.objects.bulk_create(sittings)
    Place.objects.bulk_create(places)
    HalfTable.objects.bulk_create(
        HalfTable(
            round=stored,
            station=resting.waits.station,
            copy=resting.waits.copy,
            first_deal=resting.waits.deals[0] if resting.waits.deals else None,
            deal_count=len(resting.waits.deals) or proposal.per_round,
            numbers=resting.waits.contestants,
        )
        for stored, each in zip(rounds, proposal.plan.rounds, strict=True)
        for resting in each.resting
        if resting.waits
    )
    event.format, event.winners = proposal.format, proposal.winners
    event.save(update_fields=["format", "winners"])
    log_change(event, "plan", by, format=event.format, winners=event.winners, rounds=len(rounds))


@transaction.atomic
def discard_plan(event: Event, *, by: User | None) -> None:
    """Until the first round starts: then others can sign up again."""
    event = lock_event(event)
    if event.state != Event.State.SIGNING_UP:
        raise ValidationError(_("The event has started."))
    event.planned_rounds.all().delete()
    event.format, event.winners = "", 1
    event.save(update_fields=["format", "winners"])
    log_change(event, "discard_plan", by)


@transaction.atomic
def renew_links(event: Event, *, by: User | None) -> None:
    """Ends the links of all stations and contestants. Phones stay at their tables until the round ends."""
    event = lock_event(event)
    event.link = random_id()
    event.save(update_fields=["link"])
    log_change(event, "links", by)
