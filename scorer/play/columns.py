"""Helpers for the columns and constraints of the games' models.

A CHECK constraint accepts a row if its condition is NULL, which a range or a list is for a NULL column. Where the
column must have a value, `filled` and the conditions made from it require that.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from functools import cache, reduce
from operator import or_
from typing import Any, Literal, get_args, get_origin, get_type_hints

from django.db import models
from django.db.models import Q

from scorer.scoring import HandKind, HandKinds

Stored = Mapping[str, Mapping[Any, str] | Sequence[str]]
"""The columns of the fields of an entry that are no column of the same name: for a dataclass by its fields, for a tuple
in its order. None if the game stores the field in a way of its own.
"""


def code_field(codes: Any, **kwargs: Any) -> Any:
    """Return a column for one of a few codes, as long as the longest of them. `codes` are listed, or a Literal."""
    codes = get_args(codes) or codes
    return models.CharField(max_length=max(map(len, codes)), choices=[(code, code) for code in codes], **kwargs)


def known_codes(game: str, variant: Any = None, **codes: Any) -> list[models.BaseConstraint]:
    """Return a constraint for each of these columns: it is NULL or has one of the codes of its Literal.

    The same for the codes of a `variant`.
    """
    hints = get_type_hints(variant) if variant else {}
    codes |= {name: hint for name, hint in hints.items() if get_origin(hint) is Literal}
    return [
        models.CheckConstraint(condition=Q(**{f"{column}__in": get_args(known)}), name=f"{game}_{column}_known")
        for column, known in codes.items()
    ]


def within_limits(game: str, **limits: tuple[float, float]) -> list[models.BaseConstraint]:
    """Return a constraint for each of these columns: it is NULL or within its limits, which belong to the range."""
    return [
        models.CheckConstraint(condition=Q(**{f"{column}__range": both}), name=f"{game}_{column}_in_range")
        for column, both in limits.items()
    ]


def one_kind_of_hand(game: str, entry: Any, kinds: HandKinds, stored: Stored | None = None) -> models.BaseConstraint:
    """Return the constraint that a row has the fields of one kind of hand, and no others.

    Of a required field with several columns at least one has a value.
    """
    columns = {
        name: to_columns(stored[name], empty) if stored and name in stored else {name: empty}
        for name, empty in empty_fields(entry).items()
    }
    names: dict[HandKind, list[str]] = {}
    for name, kind in kinds.items():
        names.setdefault(kind, []).append(name)
    conditions = [_of_kind(kind, names[kind], columns) for kind in names]
    return models.CheckConstraint(condition=reduce(or_, conditions), name=f"{game}_one_kind_of_hand")


def _of_kind(kind: HandKind, names: Sequence[str], columns: Mapping[str, Mapping[str, Any]]) -> Q:
    condition = one_of("kind", names) if kind.has("kind") else Q()
    for field, empty_values in columns.items():
        if not kind.has(field):
            condition &= Q(**empty_values)
        elif field in kind.required and field != "kind" and empty_values:
            condition &= reduce(or_, [_has_value(column, empty) for column, empty in empty_values.items()])
    return condition


def _has_value(column: str, empty: Any) -> Q:
    return filled(column) if empty is None else ~Q(**{column: empty})


@cache
def empty_fields(entry: Any) -> dict[str, Any]:
    """Return the values of an empty entry of this type."""
    return {field.name: field.default for field in fields(entry)}


def filled(*columns: str) -> Q:
    return Q(**{f"{column}__isnull": False for column in columns})


def empty(*columns: str) -> Q:
    return Q(**{f"{column}__isnull": True for column in columns})


def within(column: str, least: float, most: float) -> Q:
    return filled(column) & Q(**{f"{column}__range": (least, most)})


def one_of(column: str, codes: Collection[Any]) -> Q:
    return filled(column) & Q(**{f"{column}__in": codes})


def to_columns(columns: Mapping[Any, str] | Sequence[str], value: Any) -> dict[str, Any]:
    """Return what is in the columns of a value: its parts, and None in those that are left over."""
    if isinstance(columns, Mapping):
        return {column: getattr(value, part) for part, column in columns.items()}
    return dict(zip(columns, [*(value or ()), *[None] * len(columns)], strict=False))


def from_columns(columns: Mapping[Any, str] | Sequence[str], row: Any, empty: Any) -> Any:
    """Return the value in the columns of a row, which is like an `empty` one. The inverse of `to_columns`."""
    if isinstance(columns, Mapping):
        return type(empty)(**{part: getattr(row, column) for part, column in columns.items()})
    return tuple(part for column in columns if (part := getattr(row, column)) is not None) or empty
