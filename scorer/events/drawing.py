"""Rounds that are drawn while the event runs, from what has been played so far."""

from dataclasses import replace

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorer.contest.draws import DEFAULT_ROUNDS, Draw
from scorer.contest.families import Impossible, Task
from scorer.contest.lines import PlanReader
from scorer.contest.past import Past
from scorer.contest.plan import Plan
from scorer.events.families import family_of, is_steered
from scorer.events.files import event_lines
from scorer.events.models import Event
from scorer.events.results import EventResults
from scorer.events.selectors import contestants_by_number
from scorer.events.selectors.people import ContestantRow


def past_of(event: Event, people: dict[int, ContestantRow]) -> Past:
    """Return the rounds so far with their results, as `plan --past` reads them from the export of the event."""
    reader = PlanReader()
    for line in event_lines(EventResults(event), people):
        reader.take(line)
    return reader.past()


def draw_of(event: Event) -> Draw | None:
    """Return how the rounds of the event are drawn, or None if they are not."""
    family = family_of(event)
    return family if isinstance(family, Draw) else None


def round_count(event: Event, planned: int) -> int:
    """Return how many rounds there will be. If each is drawn by itself, these are more than are planned so far."""
    family = family_of(event)
    return max(planned, event.rounds or DEFAULT_ROUNDS) if is_steered(family) else planned


def drawn_rounds(event: Event, number: int, *, rounds: int, per_round: int | None, seed: int) -> Plan:
    """Return the plan of the rounds from this number on, which follow all that are planned.

    Raise a ValidationError if there is none.
    """
    draw = draw_of(event)
    people = contestants_by_number(event)
    if draw is None:
        raise ValidationError(_("The rounds of this event are not drawn."))
    draw = replace(draw, absent=tuple(one for one, contestant in people.items() if not contestant.competes_in(number)))
    task = Task(
        max(people),
        rounds=rounds,
        per_round=per_round,
        evening=event.offer.evening,
        seed=seed,
        past=past_of(event, people),
    )
    try:
        draw, task = draw.complete(task)
    except Impossible:
        raise ValidationError(_("There is no such plan for this number of contestants.")) from None
    return draw.plan(task)
