"""A cache of sheets, so that saving a hand takes no longer as the sheet grows."""

from dataclasses import replace

from django.db import transaction
from django.db.models import Sum

from scorer.db.snapshot import is_committed
from scorer.db.versioned_cache import VersionedCache
from scorer.play.models import Table
from scorer.play.sheets.ledger import Sheet

MAX_SHEETS = 500
"""More tables than are ever played at one time. A sheet of 40 hands takes about 30 kB."""

_cache: VersionedCache[Sheet] = VersionedCache(MAX_SHEETS)


def cached_sheet(table: Table) -> Sheet:
    """Return the sheet of `table` with its seats and totals. Only what may have changed since the last call is read.

    Every change of a table increments its version, and every new line the last number. If both have grown by the same
    amount in one era, lines were added and nothing else has changed. If `table` still has the cached version, nothing
    is read at all.
    """
    cached = _cache.peek(table.pk, table.version_key)
    if cached:
        return cached
    current = Sheet.without_hands(table)

    def make(known: Sheet | None) -> Sheet:
        only_grown = (
            known and known.era == current.era and 0 < current.version - known.version == current.last - known.last
        )
        sheet = current.with_hands(table, known if only_grown else None)
        results = table.seats.order_by().values_list("position").annotate(Sum("result"))
        counted = {} if sheet.unit.is_points else dict(results)
        return replace(sheet, seats=tuple(table.seats.current()), totals=totals_of(table), counted=counted)

    return _cache.get(table.pk, current.version_key, make, store=is_committed())


def totals_of(table: Table) -> dict[int, int]:
    """Return the score points by position, as they are in the database."""
    return dict(table.scores.order_by().values_list("seat__position").annotate(Sum("points")))


def cache_on_commit(table: Table, sheet: Sheet) -> None:
    """Cache the sheet of `table` once the transaction that wrote it is committed."""
    transaction.on_commit(lambda: _cache.put(table.pk, sheet.version_key, sheet), robust=True)
