"""Inserts and reads rows without the work that the ORM does for each row, or for each query."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)


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
        cursor.executemany(sql, given)


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


def read_with(relation: str, model: type[Row], where: str, value: int) -> list[Row]:
    """Read rows like `select_related`: each with the row that its foreign key `relation` points to.

    For the two queries that every request of a phone makes. To build them, the ORM takes a tenth of the time of a save
    (docs/bench.md).
    """
    sql, related, columns = _select(model, relation)
    rows = list(model._default_manager.raw(f"{sql} WHERE {where}", [value]))
    for row in rows:
        values = [getattr(row, f"{relation}__{column}") for column in columns]
        setattr(row, relation, related.from_db(row._state.db, columns, values))
    return rows


@cache
def _select(model: type[models.Model], relation: str) -> tuple[str, type[models.Model], list[str]]:
    """Return the statement without its condition, the related model, and the names of that model's columns."""
    key: Any = model._meta.get_field(relation)
    own, other = model._meta.db_table, key.related_model._meta.db_table
    columns = [field.attname for field in key.related_model._meta.concrete_fields]
    related_columns = ", ".join(f"{other}.{column} AS {relation}__{column}" for column in columns)
    sql = f"SELECT {own}.*, {related_columns} FROM {own} JOIN {other} ON {other}.id = {own}.{key.attname}"  # noqa: S608  # our own names
    return sql, key.related_model, columns
