"""Inserts rows without the work that the ORM does for each of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

from django.db import connection, models


@contextmanager
def pipelined() -> Iterator[None]:
    """Send the writes inside to PostgreSQL one after another, without waiting for each result.

    For use within a transaction, around writes whose results nobody reads. Errors are raised at the end. This saves a
    tenth of the time that recording a hand takes there. SQLite has no round trips to save.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


PLAIN = (models.IntegerField, models.BooleanField, models.CharField, models.ForeignKey)
"""Fields whose values need no conversion for the database."""


def insert_rows(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows, each with its values in the order of `columns` (a foreign key's column is "club_id").

    Defaults are not filled in, and ids are not returned. `bulk_create` turns each value into an expression and takes
    three to ten times as long, which matters for thousands of rows.
    """
    sql, prepare = _insert(model, tuple(columns))
    given = list(_prepared(rows, prepare) if prepare else rows)
    if not given:
        return
    with connection.cursor() as cursor:
        if len(given) == 1:  # on PostgreSQL this takes a fifth less time than executemany
            cursor.execute(sql, given[0])
        else:
            cursor.executemany(sql, given)


def insert(row: models.Model) -> None:
    """Insert a row like `row.save()`, but without signals, and without reading back an id that the database sets."""
    fields = [field.attname for field in row._meta.concrete_fields if not (field.primary_key and row.pk is None)]
    insert_rows(type(row), fields, [[getattr(row, name) for name in fields]])
    row._state.adding = False


Prepare = Sequence[tuple[int, Callable[[Any], Any]]]
"""The conversions that some values need, each with the index of the value."""


@cache
def _insert(model: type[models.Model], columns: tuple[str, ...]) -> tuple[str, Prepare]:
    meta = model._meta
    fields: list[Any] = [meta.get_field(column) for column in columns]
    into = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    table = connection.ops.quote_name(meta.db_table)
    sql = f"INSERT INTO {table} ({into}) VALUES ({', '.join(['%s'] * len(fields))})"  # noqa: S608  # identifiers of our own models
    return sql, [
        (place, partial(field.get_db_prep_save, connection=connection))
        for place, field in enumerate(fields)
        if not isinstance(field, PLAIN)
    ]


def _prepared(rows: Iterable[Sequence[Any]], prepare: Prepare) -> Iterable[Sequence[Any]]:
    for row in rows:
        values = list(row)
        for place, convert in prepare:
            values[place] = convert(values[place])
        yield values
