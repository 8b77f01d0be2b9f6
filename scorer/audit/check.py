"""The check of the ledger: whatever somebody with SQL may have done to the rows, it is found here and named.

It trusts no column, and reads only. Tables are read under the lock that every service takes first, so that a hand
which is being saved is not taken for damage. Three questions are asked of a table: do its seats and its lines make
sense (seats, lines), is the ledger what the lines amount to (lines), and is all of it what the log says (log).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import OperationalError
from django.db.models import Exists, ForeignKey, OuterRef

from scorer.audit.lines import Judgement, judged, score_faults
from scorer.audit.log import log_faults, site_faults
from scorer.audit.rows import Fault, Rows, read
from scorer.audit.seats import gaps, seat_faults, table_faults
from scorer.play.models import Table
from scorer.registry import all_games

__all__ = ["OF_SCORES", "Checked", "Fault", "check", "faults", "faults_of", "lost", "read", "seat_faults"]


OF_SCORES = frozenset({"missing", "surplus", "points", "copies"})
"""What writing the scores anew puts right."""

OF_NO_POINTS = frozenset({"dealer", "gap", "first_dealer", "state", "cancelled", "other_variant"}) | OF_SCORES
"""Faults beside which it is known all the same what a hand is worth."""

OF_LINES = frozenset(
    {"kind", "no_detail", "wrong_game", "has_detail", "refused", "unreadable", "unlogged", "gone", "logged"}
)
"""Faults that are one line's, where they have its number; of all the others no line is free."""

LOGGED_OF_NO_POINTS = frozenset({"dealer", "why", "entered_by", "entered_as", "entered_at"}) | {
    "first_dealer", "opened_by", "opened_at", "state", "closed_at"
}  # fmt: skip
"""The same of what is not as it was logged."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One table, and what came out."""

    rows: Rows
    sheet: Judgement
    faults: list[Fault]

    @property
    def settled(self) -> set[int]:
        """The numbers of the lines whose worth is beyond doubt: their scores can be written anew."""
        doubts = [fault for fault in self.faults if not self._of_no_points(fault)]
        numbers = {hand.number for hand in self.rows.hands if hand.pk not in self.sheet.doubtful}
        if any(fault.code not in OF_LINES or fault.hand == 0 for fault in doubts):
            return set()
        played = {hand.number for hand in self.rows.hands if hand.is_played}
        variant = self.rows.variants[self.rows.table.game].variant
        remembers = self.rows.table.config.rules.remembers(variant)
        return numbers - {fault.hand for fault in doubts} - (played if doubts and remembers else set())

    def _of_no_points(self, fault: Fault) -> bool:
        names = set(fault.row.split(", "))
        return fault.code in OF_NO_POINTS or (fault.code == "logged" and names <= LOGGED_OF_NO_POINTS)


def faults(table: Table) -> list[Fault]:
    """Everything in which a table's rows disagree with its entries, with each other, or with the log.

    Of the table: unknown_game, size, state, cancelled (but with hands), season (another club's), first_dealer,
    no_variant, variant (values that cannot be), other_variant (one of another game too), unreadable.
    Of the seats: position, no_seat, two_seats, sits_twice, player (another club's).
    Of the hands: gap (in the numbers), kind, dealer, no_detail, wrong_game (a detail of another game), has_detail (a
    line that is no hand), refused (by the rules), unreadable.
    Of the score rows: missing, surplus, points, copies (season, game, table, player, or whether it was played).
    Of any: unlogged (the log does not know it), gone (the log knows it), logged (as something else).
    """
    return list(faults_of([table]))


def faults_of(tables: Sequence[Table]) -> Iterator[Fault]:
    """The faults of many tables with the queries of one. What cannot be read costs its own table's check only."""
    try:
        found = read([table.pk for table in tables])
    except OperationalError:  # the database is locked or gone, which is no damage
        raise
    except Exception as error:  # noqa: BLE001  # a value that its column should not hold may make anything raise
        if len(tables) > 1:
            for table in tables:
                yield from faults_of([table])
        else:
            yield Fault(tables[0], 0, "unreadable", repr(error))
        return
    for rows in found:
        try:
            yield from check(rows).faults
        except Exception as error:  # noqa: BLE001  # as above
            yield Fault(rows.table, 0, "unreadable", repr(error))


def check(rows: Rows) -> Checked:
    sheet = judged(rows)
    found = [*table_faults(rows), *seat_faults(rows.table, rows.seats), *gaps(rows), *sheet.faults]
    return Checked(rows, sheet, [*found, *score_faults(rows, sheet), *log_faults(rows)])


def lost() -> Iterator[Fault]:
    """What no table's own check comes across: rows that refer to one which is not there; what only the log knows."""
    labels = ["club", "play", "transfer", *(game.label for game in all_games())]
    models: list[Any] = [model for label in labels for model in apps.get_app_config(label).get_models()]
    for model in models:
        meta = model._meta
        for column in meta.concrete_fields:
            if isinstance(column, ForeignKey):
                target: Any = column.related_model
                there = target.objects.filter(pk=OuterRef(column.attname))
                found = model.objects.exclude(**{column.attname: None}).exclude(Exists(there))
                for pk in found.order_by("pk").values_list("pk", flat=True):
                    yield Fault(None, 0, "lost", f"{meta.db_table} {pk}, {column.column}")
    yield from site_faults()
