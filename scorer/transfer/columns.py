"""The columns of rows that files carry as they are, each under its own name."""

import json
from dataclasses import field, make_dataclass
from datetime import date, datetime, time
from functools import cache, partial
from typing import Annotated, Any

from django.core.exceptions import ValidationError
from django.db import models

from scorer.events.models import Contestant, Event
from scorer.scoring import Unfit
from scorer.transfer.export import utc_text
from scorer.transfer.values import is_storable, read_day, read_moment, read_name

REQUIRED = object()
"""Stands for the default of a column that has none."""
NOT_CARRIED = {(Event, "link"), (Contestant, "link"), (Event, "version"), (Event, "skipped")}
"""Links end with the site on which they were made. Every site counts its own changes, and undoes only those."""


def columns(model: type[models.Model]) -> list[Any]:
    """Return the plain columns. A file carries each under its own name; what refers to rows is nested."""
    return [
        column
        for column in model._meta.concrete_fields
        if not (column.primary_key or column.is_relation or (model, column.name) in NOT_CARRIED)
    ]


def default_value(column: Any) -> Any:
    """Return what a column has if the file leaves it out."""
    if column.has_default() and (not callable(column.default) or column.default in (dict, list)):
        return column.get_default()
    if column.null:
        return None
    return "" if column.blank else REQUIRED


def dump_columns(row: models.Model) -> dict[str, Any]:
    values = {column: getattr(row, column.name) for column in columns(type(row))}
    return {column.name: _plain(value) for column, value in values.items() if value != default_value(column)}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return utc_text(value)
    if isinstance(value, dict):
        return dict(sorted(value.items()))  # PostgreSQL has the names in an order of its own
    return value.isoformat() if isinstance(value, date | time) else value


@cache
def record_type(model: type[models.Model], shape: Any) -> Any:
    """Return the class of the records of rows: `shape`, with a field for each column."""
    fields = []
    for column in columns(model):
        default = default_value(column)
        has_default: dict[str, Any] = {} if default is REQUIRED else {"default_factory": partial(default_value, column)}
        fields.append((column.name, Annotated[Any, partial(_read_column, column)], field(**has_default)))
    return make_dataclass(f"{model.__name__}Record", fields, bases=(shape,) if shape else (), frozen=True, kw_only=True)


KINDS = (
    (models.BooleanField, bool, "true_false"),
    (models.IntegerField, int, "whole_number"),
    (models.JSONField, dict, "object"),
    ((models.CharField, models.DateField, models.TimeField), str, "text"),
)
"""How JSON has the values of each kind of column, and the code of what it has instead."""


def _read_column(column: Any, value: Any) -> Any:
    if value is None and column.null:
        return None
    wanted, code = next((wanted, code) for kinds, wanted, code in KINDS if isinstance(column, kinds))
    fits = type(value) is wanted or (type(value) is list and wanted is dict and column.default is not dict)
    if not fits or not _is_storable(value):
        raise Unfit(code)
    if isinstance(column, models.DateField):
        return read_moment(value) if isinstance(column, models.DateTimeField) else read_day(value)
    if column.name == "name" and not column.blank:
        return read_name(value)
    try:
        return column.clean(value, None)
    except ValidationError as error:
        raise Unfit("invalid", text=" ".join(error.messages)) from error


def _is_storable(value: Any) -> bool:
    try:
        written = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:  # an infinite number
        return False
    return "\\u0000" not in written and is_storable(written)
