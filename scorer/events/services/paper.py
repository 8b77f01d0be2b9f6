"""Hands that were written down on paper, and are typed for several tables at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from scorer.club.models import User
from scorer.events.models import Event
from scorer.events.services.shared import as_validation_errors, lock_for, log_change, set_seals
from scorer.play import services as play
from scorer.play.models import Table


@dataclass(frozen=True, slots=True)
class HandOnPaper:
    line: str
    """What the page calls its line, for what is said about it."""
    sitting: int
    entry: Any
    key: str
    dealer: int | None = None
    """None if it is whose turn it is."""


@transaction.atomic
def type_hands(event: Event, hands: Sequence[HandOnPaper], *, by: User | None) -> None:
    """Enter all of these hands or none, in the order of the sheet. A closed table stays closed.

    The ValidationError says by line what cannot be entered.
    """
    errors: dict[str, list[str]] = {}
    for sitting, written in groupby(hands, attrgetter("sitting")):
        progress, at_table = lock_for(event, "type_hands", sitting=sitting), list(written)
        errors |= _type_at(progress.sitting.table, at_table, by)
        where = {"round": progress.sitting.round.number, "station": progress.sitting.station}
        log_change(progress.event, "type_hands", by, **where, hands=len(at_table))
    if errors:
        raise ValidationError(errors)
    set_seals(event, by)


def _type_at(table: Table, hands: Sequence[HandOnPaper], by: User | None) -> dict[str, list[str]]:
    """Return what is wrong, by line."""
    closed, errors, sheet = not table.is_open, {}, None
    with as_validation_errors():
        if closed:
            table = play.reopen_table(table, by=by)
        for hand in hands:
            try:
                with as_validation_errors():
                    saved = play.record_hand(table, hand.entry, by=by, key=hand.key, dealer=hand.dealer, known=sheet)
                    sheet = saved.sheet
            except ValidationError as error:
                errors[hand.line] = error.messages
        if closed:
            play.close_table(table, by=by)
    return errors
