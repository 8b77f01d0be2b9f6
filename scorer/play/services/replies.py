"""Replies of a side to the hands that another side has entered. The hands themselves do not change."""

from django.db import transaction

from scorer.play.models import Hand, Reply, Table
from scorer.play.phones import Phone, Reader, reader_of
from scorer.play.services.errors import Conflict, ConflictCode, Refused
from scorer.play.services.shared import Actor, lock_open, log_version
from scorer.play.sheets.confirmations import Confirmation, confirmations_of
from scorer.scoring import Problem


@transaction.atomic
def reply_to_hand(hand: Hand, *, accepted: bool, by: Phone, basis: int, note: str = "") -> None:
    """Reply on behalf of the side where the phone's holder sits. Repeating the same reply changes nothing.

    `basis` is the version of the hand that the reader has seen. If the hand was changed since, raise Conflict.
    """
    table = lock_open(hand.table)
    reader, confirmations = _reader_and_confirmations(table, by)
    confirmation = confirmations.get(hand.pk)
    if confirmation is None or confirmation.version != basis:
        raise Conflict(ConflictCode.CORRECTED, table=table, hand=hand)
    if not reader.may_reply(confirmation):
        raise Conflict(ConflictCode.OWN_SIDE, table=table, hand=hand)
    if not accepted and not note.strip():
        raise Refused(Problem("note", "required"))
    said, note = reader.said(confirmation), "" if accepted else note
    if said is None or (said.accepted, said.note) != (accepted, note):
        kind = Reply.Kind.ACCEPT if accepted else Reply.Kind.OBJECT
        _save(table, Reply(hand=hand, version=basis, kind=kind, player=by.player, note=note), by)


@transaction.atomic
def accept_hands(table: Table, *, by: Phone, seen: int) -> int:
    """Accept all lines that wait for the side where the phone's holder sits, and return their number.

    `seen` is the latest version of a line that the reader has seen. Lines that were changed later go on waiting.
    """
    table = lock_open(table)
    reader, confirmations = _reader_and_confirmations(table, by)
    asked = [
        (pk, confirmation.version)
        for pk, confirmation in confirmations.items()
        if reader.is_asked_about(confirmation) and confirmation.version <= seen
    ]
    for pk, version in asked:
        _save(table, Reply(hand_id=pk, version=version, kind=Reply.Kind.ACCEPT, player=by.player), by)
    return len(asked)


@transaction.atomic
def ask_for_confirmations(table: Table, *, confirms: bool, by: Actor) -> Table:
    """Turn confirmation on or off. Earlier replies reappear when it is turned on again."""
    table = lock_open(table)
    if table.confirms != confirms:
        table.confirms = confirms
        table.save(update_fields=["confirms"])
        log_version(table, table, "confirms", by, after={"confirms": confirms})
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


def _save(table: Table, reply: Reply, by: Phone) -> None:
    reply.save()
    log_version(table, reply, reply.kind, by, at=reply.at, why=reply.note)
