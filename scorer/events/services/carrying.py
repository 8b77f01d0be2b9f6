"""What contestants carry from the qualifying into a final. It follows each correction of the qualifying.

A carry-over is a ruling on the contestant. The director may put another in its place, which no longer follows. Once
the time for corrections of the final is over, nothing follows any more.
"""

from contextlib import suppress
from fractions import Fraction
from typing import Any

from django.db import OperationalError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.events.models import Event, Ruling
from scorer.events.results.event_results import EventResults
from scorer.events.results.sessions import carried_figures, carried_unit, finals_of, qualifying_of
from scorer.events.services.locking import lock_event
from scorer.history.models import Revision


def carry_on_commit(event: Event) -> None:
    """Let the finals of a finished event follow what is about to change in it."""
    if event.series is not None and event.state == Event.State.FINISHED:
        transaction.on_commit(lambda: carry_from(event), robust=True)


def carry_from(event: Event) -> None:
    for final in finals_of(event):
        if follows(final) and carry_differences(final):
            with suppress(OperationalError):  # busy: the next change tries again, and so does the finish
                carry_over(final, by=None)


def follows(final: Event) -> bool:
    """Whether what is carried into a final still follows the qualifying."""
    until = final.corrections_until
    takes_place = final.qualifying is not None and final.state != Event.State.CANCELLED
    return takes_place and (until is None or timezone.now() < until)


def carry_differences(final: Event) -> dict[int, tuple[Ruling | None, Fraction]]:
    """Return the carry-overs that differ from what is in the qualifying now, by the id of the contestant.

    Each comes with its ruling, None if there is none yet, and with what it should be. What the director has changed
    does not differ.
    """
    if not qualifying_of(final):  # it was imported without them
        return {}
    figures = carried_figures(final, EventResults) if final.carried_percent else {}
    rulings = final.rulings.filter(carried=True).order_by("pk").select_related("contestant")
    known = {ruling.contestant_id: ruling for ruling in rulings}
    differing: dict[int, tuple[Ruling | None, Fraction]] = {}
    for contestant in final.contestants.all():
        ruling, figure = known.get(contestant.pk), figures.get(contestant.entry or 0)
        if ruling is None and figure is not None:
            differing[contestant.pk] = None, figure
        elif ruling and not ruling.withdrawn and ruling.line != carried_line(final, figure or Fraction(0)):
            differing[contestant.pk] = ruling, figure or Fraction(0)
    return differing


@transaction.atomic
def carry_over(final: Event, *, by: User | None) -> None:
    """Let what is carried into a final follow the qualifying, except for what the director has changed.

    Nothing is carried into an event that is no final.
    """
    if not final.qualifying:
        return
    final = lock_event(final)
    differing = carry_differences(final)
    if not differing:
        return
    contestants, why = final.contestants.in_bulk(differing), why_carried(final)
    before, after = dict[str, Any](), dict[str, Any]()
    for pk, (ruling, figure) in differing.items():
        number = str(contestants[pk].number)
        if ruling:
            before[number] = ruling.line["carry"]
        after[number] = as_amount(figure)
        new = {"line": carried_line(final, figure), "why": why}
        Ruling.objects.update_or_create(event=final, contestant=contestants[pk], carried=True, defaults=new)
    Revision.objects.log(Revision.Kind.EVENT, final, "carry", by, before=before, after=after)
    carry_on_commit(final)


def why_carried(final: Event) -> str:
    name = qualifying_of(final)[-1].name
    return (_("%(percent)s %% from “%(name)s”") % {"percent": final.carried_percent, "name": name})[:200]


def carried_line(final: Event, figure: Fraction) -> dict[str, Any]:
    """Return the rest of the line in the event format."""
    return {"carry": as_amount(figure)} | carried_unit(final)


def as_amount(figure: Fraction) -> int | str:
    """Return a figure as a line of the event format has it, without rounding."""
    return int(figure) if figure.denominator == 1 else str(figure)
