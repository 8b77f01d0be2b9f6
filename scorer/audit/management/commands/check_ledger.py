from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorer.audit.check import SCORE_FAULTS, faults_of, site_faults
from scorer.audit.repair import repair
from scorer.audit.rows import SENTENCES, Fault
from scorer.club.models import Club
from scorer.db.commands import DatabaseCommand
from scorer.play.models import Hand, Table

BATCH_SIZE = 100
"""Tables that are locked and read together."""


class Command(DatabaseCommand):
    help = _(
        "Recalculates every table and compares it with the ledger and the log. Changes nothing without --repair. "
        "Exits with status 1 if anything is wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--repair",
            action="store_true",
            help=_("rewrite scores and results if everything they follow from is as it was entered"),
        )

    def handle(self, *_args: Any, repair: bool, **_options: Any) -> None:
        clubs = dict(Club.objects.values_list("pk", "name"))
        count = repaired = 0
        for fault, is_repaired in _faults(repairing=repair):
            sentence = _describe(fault, clubs)
            if repair:
                sentence += " – " + (_("repaired") if is_repaired else _("cannot be repaired"))
            self.stdout.write(sentence)
            count += 1
            repaired += is_repaired
        tables, hands = Table.objects.count(), Hand.objects.filter(kind=Hand.Kind.PLAYED).count()
        checked = ", ".join(
            (
                ngettext("%(n)d table", "%(n)d tables", tables) % {"n": tables},
                ngettext("%(n)d hand", "%(n)d hands", hands) % {"n": hands},
            )
        )
        faults = ngettext("%(n)d fault.", "%(n)d faults.", count) % {"n": count}
        if repaired:
            faults += " " + ngettext("%(n)d was repaired.", "%(n)d were repaired.", repaired) % {"n": repaired}
        if count > repaired:
            raise CommandError(f"{checked}: {faults}")
        whole = faults + " " + _("The ledger is now correct.") if count else _("the ledger is correct.")
        self.stdout.write(f"{checked}: {whole}")


def _faults(*, repairing: bool) -> Iterator[tuple[Fault, bool]]:
    """Yield each fault, with whether it was repaired."""
    for tables in _batches():
        faults = list(faults_of(tables))
        damaged = {fault.table for fault in faults if repairing and fault.code in SCORE_FAULTS}
        repaired = [fault for table in damaged if table for fault in repair(table, by=None)]
        yield from ((fault, fault in repaired) for fault in faults)
    yield from ((fault, False) for fault in site_faults())


def _batches() -> Iterator[list[Table]]:
    ids = list(Table.objects.order_by("opened_at", "pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH_SIZE):
        # `faults_of` reads the other columns, so that an unreadable one is only its own table's fault.
        yield list(Table.objects.filter(pk__in=ids[start : start + BATCH_SIZE]).only("club", "game"))


def _describe(fault: Fault, clubs: dict[int, str]) -> str:
    """Describe a fault: club, table, line, what is wrong and in which row."""
    sentence = f"{SENTENCES[fault.code]} ({fault.row})" if fault.row else str(SENTENCES[fault.code])
    if fault.table is None:
        return sentence
    where = [clubs.get(fault.table.club_id, "?"), _("table %(id)s") % {"id": fault.table.pk}]
    if fault.hand:
        where.append(_("line %(number)s") % {"number": fault.hand})
    return f"{', '.join(where)}: {sentence}"
