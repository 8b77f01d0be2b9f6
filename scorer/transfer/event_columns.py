"""The plain columns of the rows of an event. A file carries each under its own name; what refers to rows is nested."""

from datetime import date, datetime
from typing import Any

from django.db import models

from scorer.events.models import Contestant, Event
from scorer.transfer.export import utc_text

REQUIRED = object()
"""Stands for the default of a column that has none."""
NOT_CARRIED = {(Event, "link"), (Contestant, "link"), (Event, "version"), (Event, "skipped")}
"""Links end with the site on which they were made. Every site counts its own changes, and undoes only those."""


def columns(model: type[models.Model]) -> list[Any]:
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
    return value.isoformat() if isinstance(value, date) else value
