"""Many new rows in one statement."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from django.db import connection, models

PLAIN = (models.IntegerField, models.BooleanField, models.CharField, models.ForeignKey)
"""Fields whose values a database takes as they are."""


def insert_rows(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Inserts rows of values in the order of `columns` (a foreign key is "club_id"); nothing is filled in or sent back.

    For what there are thousands of: bulk_create, which makes an expression of every value, takes three to ten times
    as long.
    """
    meta = model._meta  # noqa: SLF001  # public in spite of its name
    fields: list[Any] = [meta.get_field(column) for column in columns]
    into = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    table = connection.ops.quote_name(meta.db_table)
    sql = f"INSERT INTO {table} ({into}) VALUES ({', '.join(['%s'] * len(fields))})"  # noqa: S608  # names of ours
    prepare: list[tuple[int, Callable[[Any], Any]]] = [
        (place, partial(field.get_db_prep_save, connection=connection))
        for place, field in enumerate(fields)
        if not isinstance(field, PLAIN)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(sql, list(_prepared(rows, prepare) if prepare else rows))


def _prepared(
    rows: Iterable[Sequence[Any]], prepare: Sequence[tuple[int, Callable[[Any], Any]]]
) -> Iterable[Sequence[Any]]:
    for row in rows:
        values = list(row)
        for place, of in prepare:
            values[place] = of(values[place])
        yield values
