"""Helpers for the columns and constraints of the games' models.

A CHECK constraint accepts a row if its condition is NULL, which a range or a list is for a NULL column. So the
conditions here also require that the column has a value.
"""

from collections.abc import Collection, Sequence
from typing import Any, get_args

from django.db import models
from django.db.models import Q


def code_field(codes: Any, **kwargs: Any) -> Any:
    """Return a column for one of a few codes, as long as the longest of them. `codes` are listed, or a Literal."""
    codes = get_args(codes) or codes
    return models.CharField(max_length=max(map(len, codes)), choices=[(code, code) for code in codes], **kwargs)


def known_codes(game: str, **codes: Any) -> list[models.BaseConstraint]:
    """Return a constraint for each of these columns, which are never NULL: it has one of the codes of its Literal."""
    return [
        models.CheckConstraint(condition=Q(**{f"{column}__in": get_args(known)}), name=f"{game}_{column}_known")
        for column, known in codes.items()
    ]


def filled(*columns: str) -> Q:
    return Q(**{f"{column}__isnull": False for column in columns})


def empty(*columns: str) -> Q:
    return Q(**{f"{column}__isnull": True for column in columns})


def within(column: str, least: float, most: float) -> Q:
    return filled(column) & Q(**{f"{column}__range": (least, most)})


def one_of(column: str, codes: Collection[Any]) -> Q:
    return filled(column) & Q(**{f"{column}__in": codes})


def to_columns(name: str, values: Sequence[Any], count: int) -> dict[str, Any]:
    """Map the columns `name_1`, `name_2` and so on to `values`, and the rest of them to None."""
    return {f"{name}_{index}": value for index, value in enumerate([*values, *[None] * count][:count], start=1)}


def from_columns(*values: Any) -> tuple[Any, ...]:
    """Return the values that are not None. The inverse of `to_columns`."""
    return tuple(value for value in values if value is not None)
