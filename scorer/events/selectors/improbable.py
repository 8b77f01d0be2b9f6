"""Hands that were saved although the judge had asked about them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from scorer.db.versioned_cache import VersionedCache
from scorer.events.models import Event
from scorer.events.rows import TableRow
from scorer.registry.words import problem_text

MAX_CACHED = 1_000
"""More tables than play at one time, even with directors of several languages."""


@dataclass(frozen=True, slots=True)
class Improbable:
    hand: int
    """The number of its line."""
    deal: int | None
    sentences: tuple[str, ...]


Hands = tuple[Improbable, ...]
_cache: VersionedCache[Hands] = VersionedCache(MAX_CACHED)


def improbable_at(event: Event, tables: Iterable[TableRow]) -> dict[int, Hands]:
    """Return the improbable hands by table. Only tables that have changed are read and judged again.

    Do not use this in a transaction that may be rolled back: a later one would have the same version with other hands.
    """
    language = get_language()
    known = {table: _cache.peek((table.pk, language), (table.era, table.version)) for table in tables}
    changed = {table.pk: table for table, hands in known.items() if hands is None}
    judged = _judge(event, changed) if changed else {}
    for pk, hands in judged.items():
        _cache.put((pk, language), (changed[pk].era, changed[pk].version), hands)
    return {table.pk: hands for table, hands in known.items() if hands is not None} | judged


def _judge(event: Event, tables: Mapping[int, TableRow]) -> dict[int, Hands]:
    config = event.config
    at: dict[int, list[Any]] = {pk: [] for pk in tables}
    for detail in config.hand_model.objects.for_tables(tables):
        if not detail.hand.voided:
            at[detail.hand.table_id].append(detail)

    def seat_name(position: int) -> str:
        return str(config.seat_names[position - 1]) if config.seat_names else str(position)

    found = {}
    for pk, details in at.items():
        table, entries, asked = tables[pk], [detail.entry for detail in details], []
        variant = config.with_deals(event.variant, table.deal_count, table.size)
        for place, detail in enumerate(details, start=1):
            problems = config.rules.warnings(entries[:place], variant, table.size, entries[place:])
            if problems:
                sentences = tuple(problem_text(config, problem, seat_name) for problem in problems)
                asked.append(Improbable(detail.hand.number, detail.hand.deal, sentences))
        found[pk] = tuple(asked)
    return found
