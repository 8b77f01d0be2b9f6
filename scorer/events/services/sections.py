"""Move contestants to another section by hand, before the first round."""

from itertools import groupby

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.contest.families import Impossible
from scorer.events.lengths import per_round_of
from scorer.events.models import Contestant, Event, section_letter
from scorer.events.planning import plan_sections
from scorer.events.services.plans import store_rounds
from scorer.events.services.shared import lock_for, log_change
from scorer.events.services.signing_up import take_off

ASIDE = 10_000
"""Added to numbers while they change, so that none is there twice."""


@transaction.atomic
def move_to_section(event: Event, number: int, section: int, *, by: User | None) -> Contestant:
    """Make a contestant the last of another section. All are numbered again, and all sections are planned anew.

    Whoever has left is taken off the list.
    """
    progress = lock_for(event, "move_to_section")
    event, family, rounds = progress.event, progress.family, progress.rounds
    contestants = list(event.contestants.filter(left_after=None))
    moved = next((one for one in contestants if one.number == number), None)
    if moved is None or section not in {one.section for one in contestants}:
        raise ValidationError(_("There is no such section or contestant any more."))
    moved.section = section
    contestants.sort(key=lambda one: (one.section, one == moved, one.number))
    sizes = tuple(len(list(those)) for _section, those in groupby(contestants, key=lambda one: one.section))
    per_round, seed = per_round_of(event, rounds[0].sittings.prefetch_related("places")), rounds[0].seed or event.pk
    try:
        plan = plan_sections(event, family, sizes, rounds=len(rounds), per_round=per_round, seed=seed)
    except Impossible:
        plan = None
    if plan is None or len(sizes) < max(one.section for one in contestants):
        left = section_letter(event.contestants.get(pk=moved.pk).section)
        raise ValidationError(_("Section %(section)s would be too small for this plan.") % {"section": left})
    event.planned_rounds.all().delete()
    take_off(event, event.contestants.exclude(left_after=None), by)
    event.contestants.update(number=ASIDE + models.F("number"))
    for place, contestant in enumerate(contestants, start=1):
        contestant.number = place
    Contestant.objects.bulk_update(contestants, ["number", "section"])
    store_rounds(event, plan, per_round=per_round, seed=seed)
    log_change(event, "move", by, contestant=number, section=section, number=moved.number)
    return moved
