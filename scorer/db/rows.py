"""New rows, without what the ORM does for each of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

from django.db import connection, models


@contextmanager
def together() -> Iterator[None]:
    """Within a transaction, around writes of which none needs an answer: on PostgreSQL they are sent one after another
    without waiting, and what it refuses is raised at the end. That is a tenth of what a hand takes there."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


PLAIN = (models.IntegerField, models.BooleanField, models.CharField, models.ForeignKey)
"""Fields whose values a database takes as they are."""


def insert_rows(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Inserts rows of values in the order of `columns` (a foreign key is "club_id"); nothing is filled in or sent back.

    For what there are thousands of: bulk_create, which makes an expression of every value, takes three to ten times
    as long.
    """
    sql, prepare = _insert(model, tuple(columns))
    given = list(_prepared(rows, prepare) if prepare else rows)
    if not given:
        return
    with connection.cursor() as cursor:
        if len(given) == 1:  # on PostgreSQL a fifth less than as one of many
            cursor.execute(sql, given[0])
        else:
            cursor.executemany(sql, given)


def insert(row: models.Model) -> None:
    """As `row.save()` for a new row that has its id or needs none; no signals, and the id is not sent back."""
    fields = [field.attname for field in row._meta.concrete_fields if not (field.primary_key and row.pk is None)]
    insert_rows(type(row), fields, [[getattr(row, name) for name in fields]])
    row._state.adding = False


Prepare = Sequence[tuple[int, Callable[[Any], Any]]]
"""What some of the values have to go through first, by their places."""


@cache
def _insert(model: type[models.Model], columns: tuple[str, ...]) -> tuple[str, Prepare]:
    meta = model._meta
    fields: list[Any] = [meta.get_field(column) for column in columns]
    into = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    table = connection.ops.quote_name(meta.db_table)
    sql = f"INSERT INTO {table} ({into}) VALUES ({', '.join(['%s'] * len(fields))})"  # noqa: S608  # names of ours
    return sql, [
        (place, partial(field.get_db_prep_save, connection=connection))
        for place, field in enumerate(fields)
        if not isinstance(field, PLAIN)
    ]


def _prepared(rows: Iterable[Sequence[Any]], prepare: Prepare) -> Iterable[Sequence[Any]]:
    for row in rows:
        values = list(row)
        for place, of in prepare:
            values[place] = of(values[place])
        yield values
