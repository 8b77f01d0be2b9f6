"""Replies of a side to the hands that another side has entered. The hands themselves do not change."""

from django.db import transaction

from scorer.history.models import Revision
from scorer.play.confirmations import ACCEPT, OBJECT, Confirmation, Reader, confirmations_of, reader_of
from scorer.play.models import Hand, Table
from scorer.play.phones import Phone
from scorer.play.services.errors import Conflict, ConflictCode, Refused
from scorer.play.services.shared import Actor, bump_version, lock_open, log
from scorer.scoring import Problem


@transaction.atomic
def reply_to_hand(hand: Hand, *, accepted: bool, by: Phone, basis: int, note: str = "") -> None:
    """Reply on behalf of the side where the phone's holder sits. Repeating the same reply leaves no Revision.

    `basis` is the last Revision of the hand that the reader has seen. If there is a newer one, raise Conflict.
    """
    table = lock_open(hand.table)
    reader, confirmations = _reader_and_confirmations(table, by)
    confirmation = confirmations.get(hand.pk)
    if confirmation is None or confirmation.change.pk != basis:
        raise Conflict(ConflictCode.CORRECTED, table=table, hand=hand)
    if not reader.may_reply(confirmation):
        raise Conflict(ConflictCode.OWN_SIDE, table=table, hand=hand)
    if not accepted and not note.strip():
        raise Refused(Problem("note", "required"))
    earlier = confirmation.reply_of(reader.side) if reader.side else None
    if earlier is None or earlier.accepted != accepted or (earlier.note != note and not accepted):
        _log_reply(table, hand.pk, by, ACCEPT if accepted else OBJECT, "" if accepted else note)


@transaction.atomic
def accept_hands(table: Table, *, by: Phone, seen: int) -> int:
    """Accept all lines that wait for the side where the phone's holder sits, and return their number.

    `seen` is the last Revision that the reader has seen. Lines that were changed later go on waiting.
    """
    table = lock_open(table)
    reader, confirmations = _reader_and_confirmations(table, by)
    asked = [
        pk
        for pk, confirmation in confirmations.items()
        if reader.is_asked_about(confirmation) and confirmation.change.pk <= seen
    ]
    for pk in asked:
        _log_reply(table, pk, by, ACCEPT, "")
    return len(asked)


@transaction.atomic
def ask_for_confirmations(table: Table, *, confirms: bool, by: Actor) -> Table:
    """Turn confirmation on or off. Earlier replies reappear when it is turned on again."""
    table = lock_open(table)
    if table.confirms != confirms:
        table.confirms = confirms
        table.save(update_fields=["confirms"])
        bump_version(table)
        log(table, Revision.Kind.TABLE, table.pk, "confirms", by, after={"confirms": confirms})
    return table


def _reader_and_confirmations(table: Table, by: Phone) -> tuple[Reader, dict[int, Confirmation]]:
    """Return the reader with the confirmations so far."""
    if not table.confirms:
        raise Conflict(ConflictCode.NOT_ASKED, table=table)
    seats = list(table.seats.select_related("player"))
    reader = reader_of(by, table, seats)
    if reader is None or reader.side is None:
        raise Conflict(ConflictCode.OWN_SIDE, table=table)
    return reader, confirmations_of(table, seats)


def _log_reply(table: Table, hand_id: int, by: Phone, action: str, note: str) -> None:
    bump_version(table)
    log(table, Revision.Kind.REPLY, hand_id, action, by, why=note)
