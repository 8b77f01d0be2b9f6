"""Requests for corrections by contestants, which the director decides on."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorer.club.models import User
from scorer.events.models import Event
from scorer.events.selectors.requests import requests_of
from scorer.events.services.shared import as_validation_errors, lock_for, set_seals
from scorer.play import services as play
from scorer.play.models import Reply
from scorer.play.phones import Link, Phone


@transaction.atomic
def ask_for_correction(
    event: Event, sitting_id: int, contestant: int, line: int, *, note: str, entry: Any, basis: int
) -> Reply:
    """Ask for a correction of a hand in which the contestant played. For `note`, `entry` and `basis`, see play."""
    progress = lock_for(event, "ask_for_correction", contestant=contestant, sitting=sitting_id)
    sitting, asking = progress.sitting, progress.contestant
    hand = sitting.table.hands.filter(number=line).first()
    seated = sitting.table.seats.filter(player__in=asking.players_in(sitting.round.number)).select_related("player")
    if hand is None or not seated:
        raise ValidationError(_("This hand is not one of yours."))
    by = Phone(Link.ENTRY, seated[0].player)
    with as_validation_errors():
        return play.ask_for_correction(
            hand, note=note, entry=entry, basis=basis, by=by, together=requests_of(progress.event, asking)
        )


@transaction.atomic
def accept_request(event: Event, sitting_id: int, ask: int, *, by: User | None) -> None:
    """Correct the hand as the contestant has filled it in."""
    progress = lock_for(event, "accept_request", sitting=sitting_id)
    request = _request(progress.sitting.table_id, ask)
    if request.entry is None:
        raise ValidationError(_("Nobody has filled in this hand again. Correct it yourself."))
    with as_validation_errors():
        play.accept_request(request, by=by, why=request.note or _("as asked for"))
    set_seals(progress.event, by)


@transaction.atomic
def refuse_request(event: Event, sitting_id: int, ask: int, *, why: str, by: User | None) -> None:
    """Leave the hand as it is, and say why."""
    progress = lock_for(event, "refuse_request", sitting=sitting_id)
    with as_validation_errors():
        play.refuse_request(_request(progress.sitting.table_id, ask), why=why, by=by)


def _request(table: int, pk: int) -> Reply:
    request = Reply.objects.requests().select_related("hand__table").filter(hand__table=table, pk=pk).first()
    if request is None:
        raise ValidationError(_("There is no such request."))
    return request
