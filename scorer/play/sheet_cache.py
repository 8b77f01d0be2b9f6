"""The sheets of the tables, kept in memory, so that a save takes no longer as its sheet grows."""

from dataclasses import replace

from django.db import transaction

from scorer.db.snapshot import is_committed
from scorer.db.versioned_cache import VersionedCache
from scorer.play import queries
from scorer.play.ledger import Sheet
from scorer.play.models import Table

MAX_SHEETS = 500
"""More than there are tables at one time; a sheet of 40 hands takes some 30 kB."""

_cache: VersionedCache[Sheet] = VersionedCache(MAX_SHEETS)


def cached_sheet(table: Table) -> Sheet:
    """The sheet of `table`, with its seats and totals. Only what may have changed since the last call is read.

    Each change of a table increments its version, and each new line the last number. If both have grown by as much in
    one era, the only changes are added lines. If `table` still has the version that is cached, nothing is read at all.
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
        return replace(sheet, seats=tuple(queries.seats_now(table.pk)), totals=queries.totals(table.pk))

    return _cache.get(table.pk, current.version_key, make, store=is_committed())


def cache_on_commit(table: Table, sheet: Sheet) -> None:
    """Caches the sheet of `table` once the transaction that wrote it is committed."""
    transaction.on_commit(lambda: _cache.put(table.pk, sheet.version_key, sheet), robust=True)
