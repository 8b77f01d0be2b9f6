"""What a side says to the hands that another side has entered. The hands stay as they are."""

from django.db import transaction

from scorer.history.models import Revision
from scorer.play.confirmations import ACCEPT, OBJECT, Confirmation, Reader, confirmations_of, reader_of
from scorer.play.models import Hand, Table
from scorer.play.phones import Phone
from scorer.play.services.shared import Actor, Conflict, Refused, bump_version, lock_open, log
from scorer.scoring import Problem


@transaction.atomic
def reply_to_hand(hand: Hand, *, accepted: bool, by: Phone, basis: int, note: str = "") -> None:
    """In the name of the side where the phone's holder sits. The same answer again leaves no trace.

    `basis` is the hand's last Revision that the reader has seen: if it has been overtaken, Conflict.
    """
    table = lock_open(hand.table)
    reader, confirmations = _reader_and_confirmations(table, by)
    confirmation = confirmations.get(hand.pk)
    if confirmation is None or confirmation.change.pk != basis:
        raise Conflict("corrected", table=table, hand=hand)
    if not reader.may_reply(confirmation):
        raise Conflict("own_side", table=table, hand=hand)
    if not accepted and not note.strip():
        raise Refused(Problem("note", "required"))
    earlier = confirmation.reply_of(reader.side) if reader.side else None
    if earlier is None or earlier.accepted != accepted or (earlier.note != note and not accepted):
        _log_reply(table, hand.pk, by, ACCEPT if accepted else OBJECT, "" if accepted else note)


@transaction.atomic
def accept_hands(table: Table, *, by: Phone, seen: int) -> int:
    """Accepts whatever waits for the side where the phone's holder sits; how many those were.

    `seen` is the last Revision of a hand that the reader has seen: what has been changed since goes on waiting.
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
    """Whether what one side enters waits for another one. Answers that there are come back with the question."""
    table = lock_open(table)
    if table.confirms != confirms:
        table.confirms = confirms
        table.save(update_fields=["confirms"])
        bump_version(table)
        log(table, Revision.Kind.TABLE, table.pk, "confirms", by, after={"confirms": confirms})
    return table


def _reader_and_confirmations(table: Table, by: Phone) -> tuple[Reader, dict[int, Confirmation]]:
    """Who answers, and what has been answered so far."""
    if not table.confirms:
        raise Conflict("not_asked", table=table)
    seats = list(table.seats.select_related("player"))
    reader = reader_of(by, table, seats)
    if reader is None or reader.side is None:
        raise Conflict("own_side", table=table)
    return reader, confirmations_of(table, seats)


def _log_reply(table: Table, hand_id: int, by: Phone, action: str, note: str) -> None:
    bump_version(table)
    log(table, Revision.Kind.REPLY, hand_id, action, by, why=note)
