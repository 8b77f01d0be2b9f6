"""The ledger put right where it is damaged and nothing else is."""

from django.db import transaction

from scorer.audit.check import OF_SCORES, Fault, check, read
from scorer.club.models import User
from scorer.history.models import Revision
from scorer.play import ledger
from scorer.play.models import Score, Table
from scorer.play.services.shared import bump_version, lock, log


@transaction.atomic
def repair(table: Table, *, by: User | None) -> list[Fault]:
    """Writes the scores anew of every line whose entry, seats and house rules are beyond doubt; what was put right."""
    table = lock(table)
    (rows,) = read([table.pk])
    checked = check(rows)
    settled = checked.settled
    put_right = [fault for fault in checked.faults if fault.code in OF_SCORES and fault.hand in settled]
    numbers = {fault.hand for fault in put_right}
    if numbers:
        lines = [hand.pk for hand in rows.hands if hand.number in numbers]
        Score.objects.filter(hand__in=lines).delete()
        expected_scores = {key: score for key, score in checked.sheet.expected_scores.items() if key[0] in lines}
        ledger.write(table, expected_scores, rows.seats)
        bump_version(table)
        log(table, Revision.Kind.TABLE, table.pk, "repair", by, after={"scored": sorted(numbers)})
    return put_right
