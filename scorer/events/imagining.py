"""Imagined hands, for rehearsals and the demo."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from scorer.play.models import Table


def imagined_entries(table: Table, random: Random) -> Iterator[Any]:
    """Yield a hand for each deal that the table was given; one for each seat where it plays as many as it likes."""
    rules, entries = table.config.rules, list[Any]()
    variant, turn = table.config.table_model.objects.get(table=table).variant, table.first_dealer
    for deal in table.deals or range(table.deal_count or table.size):
        entry = rules.imagine(random, entries, variant, table.size, turn)
        if table.deals:
            entry = replace(entry, **rules.deal_fields(deal))
        entries.append(entry)
        turn = rules.next_dealer(entry, turn, table.size, variant)
        yield entry
