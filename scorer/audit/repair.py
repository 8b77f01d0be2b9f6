"""Repair the scores of lines that are damaged in nothing but their scores, and the results of seats."""

from django.db import transaction

from scorer.audit.check import SCORE_FAULTS, check
from scorer.audit.rows import Fault, read_rows
from scorer.club.models import User
from scorer.play.models import Score, Table
from scorer.play.services.shared import lock, log_version
from scorer.play.sheets import ledger


@transaction.atomic
def repair(table: Table, *, by: User | None) -> list[Fault]:
    """Rewrite the scores of each line whose entry, seats and variant are beyond doubt, and results that are.

    Return the repaired faults.
    """
    table = lock(table)
    (rows,) = read_rows([table.pk])
    checked = check(rows)
    repairable = checked.repairable
    repaired = [fault for fault in checked.faults if fault.code in SCORE_FAULTS and fault.hand in repairable]
    numbers = {fault.hand for fault in repaired}
    if repaired:
        lines = [hand.pk for hand in rows.hands if hand.number in numbers]
        Score.objects.filter(hand__in=lines).delete()
        expected_scores = {key: score for key, score in checked.sheet.expected_scores.items() if key[0] in lines}
        ledger.write(table, expected_scores, rows.seats)
        if 0 in numbers:
            ledger.write_results(rows.seats, checked.sheet.results)
        log_version(table, table, "repair", by, after={"scored": sorted(numbers)})
    return repaired
