"""Hands that were handed in late at the tables of an event."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.events.models import Event
from scorer.events.services.shared import as_validation_errors, lock_for, log_change, set_seals, where_of
from scorer.play import selectors
from scorer.play import services as play
from scorer.play.table_context import TableContext


@transaction.atomic
def enter_late_hand(event: Event, sitting_id: int, late: int, *, by: User | None) -> None:
    """Enter a late hand on the sheet of its sitting. A closed table stays closed, and a ruling on the deal stands."""
    progress = lock_for(event, "enter_late_hand", sitting=sitting_id)
    event, sitting, table = progress.event, progress.sitting, progress.sitting.table
    closed = not table.is_open
    with as_validation_errors():
        if closed:
            table = play.reopen_table(table, by=by)
        forms = {waiting.row.pk: waiting.form for waiting in selectors.waiting_hands(TableContext(table))}
        form = forms.get(late)
        if form is None:
            raise play.Conflict(play.ConflictCode.RESOLVED)
        if form.entry is None:
            raise ValidationError(_("This hand is not complete. Look at it at the table."))
        key, dealer = form.cleaned_data["key"], form.cleaned_data.get("dealer")
        play.enter_late(table, form.entry, late=late, by=by, key=key, dealer=dealer)
        if closed:
            play.close_table(table, by=by)
    set_seals(event, by)
    log_change(event, "enter_late", by, **where_of(sitting))


@transaction.atomic
def put_aside_late_hand(event: Event, sitting_id: int, late: int, *, by: User | None) -> None:
    """Put aside a late hand that does not belong on the sheet. What was typed stays in the log."""
    progress = lock_for(event, "put_aside_late_hand", sitting=sitting_id)
    event, sitting, table = progress.event, progress.sitting, progress.sitting.table
    with as_validation_errors():
        play.put_aside(table, late, by=by)
    log_change(event, "put_aside_late", by, **where_of(sitting))
