"""Check the ledger: find and name whatever somebody with SQL access may have done to the rows.

The check trusts no column, and only reads. It reads tables under the lock that every service takes first, so that a
hand that is being saved is not mistaken for damage. It asks three questions about each table: are its seats and lines
consistent (seats, lines), is the ledger what the lines add up to (lines), and does all of it agree with the log (log).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import OperationalError
from django.db.models import Exists, ForeignKey, OuterRef

from scorer.audit.events import event_faults
from scorer.audit.lines import JudgedSheet, judge_sheet, result_faults, score_faults
from scorer.audit.log import log_faults, log_site_faults
from scorer.audit.rows import Fault, TableRows, read_rows
from scorer.audit.seats import gap_faults, seat_faults, table_faults
from scorer.play.models import Table
from scorer.registry import all_games

SCORE_FAULTS = frozenset({"missing", "surplus", "points", "copies", "result"})
"""Faults that are repaired by writing the scores, and the results of the seats, again."""

HARMLESS_FAULTS = frozenset({"dealer", "deal", "gap", "first_dealer", "state", "cancelled"}) | {
    "other_variant",
    *SCORE_FAULTS,
}
"""Faults that leave no doubt about what a hand scores."""

LINE_FAULTS = frozenset(
    {"kind", "no_detail", "wrong_game", "has_detail", "refused", "unreadable", "unlogged", "gone", "logged"}
)
"""Faults of a single line if they have its number. Any other fault affects all lines."""

HARMLESS_FIELDS = frozenset({"dealer", "why", "entered_by", "entered_as", "entered_at"}) | {
    "first_dealer", "opened_by", "opened_at", "state", "closed_at"
}  # fmt: skip
"""Fields that leave no doubt about the score when they differ from the log."""


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """The rows of one table with the result of checking them."""

    rows: TableRows
    sheet: JudgedSheet
    faults: list[Fault]

    @property
    def repairable(self) -> set[int]:
        """The numbers of the lines whose score is beyond doubt, so that it can be written again; 0 for the results."""
        serious = [fault for fault in self.faults if not self._is_harmless(fault)]
        numbers = {hand.number for hand in self.rows.hands if hand.pk not in self.sheet.doubtful}
        if any(fault.code not in LINE_FAULTS or fault.hand == 0 for fault in serious):
            return set()
        played = {hand.number for hand in self.rows.hands if hand.is_played}
        variant = self.rows.variants[self.rows.table.game].variant
        remembers = self.rows.table.config.rules.remembers(variant)
        results = set() if serious or self.sheet.doubtful else {0}
        return results | numbers - {fault.hand for fault in serious} - (played if serious and remembers else set())

    def _is_harmless(self, fault: Fault) -> bool:
        names = set(fault.row.split(", "))
        return fault.code in HARMLESS_FAULTS or (fault.code == "logged" and names <= HARMLESS_FIELDS)


def faults(table: Table) -> list[Fault]:
    """Return every way in which the rows of a table contradict its entries, each other, or the log.

    The command check_ledger has a sentence for each code.
    """
    return list(faults_of([table]))


def faults_of(tables: Sequence[Table]) -> Iterator[Fault]:
    """Yield the faults of many tables with as many queries as for one.

    If a table cannot be read, only its own check fails.
    """
    try:
        read = read_rows([table.pk for table in tables])
    except OperationalError:  # the database is locked or gone, which is no damage
        raise
    except Exception as error:  # noqa: BLE001  # a value that its column should not hold may make anything raise
        if len(tables) > 1:
            for table in tables:
                yield from faults_of([table])
        else:
            yield Fault(tables[0], 0, "unreadable", repr(error))
        return
    for rows in read:
        try:
            yield from check(rows).faults
        except Exception as error:  # noqa: BLE001  # as above
            yield Fault(rows.table, 0, "unreadable", repr(error))


def check(rows: TableRows) -> CheckedTable:
    sheet = judge_sheet(rows)
    row_faults = [*table_faults(rows), *seat_faults(rows.table, rows.seats), *gap_faults(rows), *sheet.faults]
    return CheckedTable(
        rows, sheet, [*row_faults, *score_faults(rows, sheet), *result_faults(rows, sheet), *log_faults(rows)]
    )


def site_faults() -> Iterator[Fault]:
    """Yield faults outside the tables' own checks: rows that refer to missing ones, and what only the log knows."""
    labels = ["club", "play", "events", "transfer", *(game.label for game in all_games())]
    models: list[Any] = [model for label in labels for model in apps.get_app_config(label).get_models()]
    for model in models:
        meta = model._meta
        for column in meta.concrete_fields:
            if isinstance(column, ForeignKey):
                target: Any = column.related_model
                targets = target.objects.filter(pk=OuterRef(column.attname))
                lost = model.objects.exclude(**{column.attname: None}).exclude(Exists(targets))
                for pk in lost.order_by("pk").values_list("pk", flat=True):
                    yield Fault(None, 0, "lost", f"{meta.db_table} {pk}, {column.column}")
    yield from event_faults()
    yield from log_site_faults()
