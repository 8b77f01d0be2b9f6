"""Entries and variants to JSON and back, by the annotations of their frozen dataclasses.

Known annotations: int, bool, str, Half, Literal of strings, another frozen dataclass, `tuple[X, ...]`, and any of
them `| None` or in a union like `int | Literal["capot"] | None`: the first member that the value fits takes it, and
one that fits none is reported by the first. A field without a default must be there. A field of an entry that some
kinds of hand do without has the default None; whether it is needed is for the rules to say (code "required"), not for
the shape.
"""

import dataclasses
import types
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from scorer.scoring.model import Problem

Half = NewType("Half", float)
"""Card points in halves: 40, 40.0 or 40.5."""

MAX_NUMBER = 1_000_000
"""No number of a scoresheet is larger; it keeps every number inside any database's columns."""

MAX_ITEMS = 64
"""No list in an entry is longer."""

T = TypeVar("T")
Wrong = list[Problem]
_MISSING = object()


def read(cls: type[T], data: object, at: str = "") -> tuple[T, Wrong]:
    """An instance of `cls` from JSON data, and everything that is wrong with the data's shape.

    A value of a wrong shape is reported and replaced by the field's default (None where it has none), a list with a
    bad item as a whole, so that the rules can still judge the rest.
    """
    wrong: Wrong = []
    if not isinstance(data, Mapping):
        wrong.append(Problem(at, "object"))
        data = {}
    known = _fields(cls)
    for name in data:
        if name not in known:
            wrong.append(Problem(_join(at, str(name)[:40]), "unknown"))
    values: dict[str, Any] = {}
    for name, (annotation, default) in known.items():
        if name in data:
            values[name] = _value(annotation, data[name], _join(at, name), default, wrong)
        elif default is _MISSING:
            wrong.append(Problem(_join(at, name), "required"))
            values[name] = None
        else:
            values[name] = default
    return cls(**values), wrong


def dump(value: Any) -> dict[str, Any]:
    """The JSON object of an entry or variant; fields that have their default are left out."""
    known = _fields(type(value))
    return {
        name: _plain(getattr(value, name))
        for name, (_, default) in known.items()
        if default is _MISSING or getattr(value, name) != default
    }


def coerce(value: T) -> tuple[T, Wrong]:
    """The same entry with every ill-shaped value replaced by its default, and what was wrong with them.

    Entries built in Python are not checked by the interpreter; rules call this first and can then trust the types.
    """
    if _fitting(type(value))(value):
        return value, []
    raw = {name: _plain(getattr(value, name)) for name in _fields(type(value))}
    entry, wrong = read(type(value), raw)
    return entry, [problem for problem in wrong if raw.get(problem.field, "") is not None]


def _look_up_fields(cls: Any) -> dict[str, tuple[Any, Any]]:
    hints = get_type_hints(cls)
    known = {}
    for item in dataclasses.fields(cls):
        default = item.default
        if default is dataclasses.MISSING:
            default = item.default_factory() if item.default_factory is not dataclasses.MISSING else _MISSING
        known[item.name] = (hints[item.name], default)
    return known


_fields: Callable[[Any], dict[str, tuple[Any, Any]]] = cache(_look_up_fields)


def _value(annotation: Any, data: object, at: str, default: Any, wrong: Wrong) -> Any:
    fallback = None if default is _MISSING else default
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        members = [arg for arg in get_args(annotation) if arg is not type(None)]
        return None if data is None else _first_fit(members, data, at, default, wrong)
    if origin is Literal:
        if isinstance(data, str) and data in get_args(annotation):
            return data
        wrong.append(Problem(at, "choice", {"choices": ", ".join(filter(None, get_args(annotation)))}))
        return fallback
    if origin is tuple:
        if not isinstance(data, list | tuple):
            wrong.append(Problem(at, "list"))
            return fallback
        if len(data) > MAX_ITEMS:
            wrong.append(Problem(at, "too_many", {"most": MAX_ITEMS}))
            return fallback
        inner, before = get_args(annotation)[0], len(wrong)
        items = [_value(inner, item, _join(at, str(place)), _MISSING, wrong) for place, item in enumerate(data)]
        return tuple(items) if len(wrong) == before else fallback
    if isinstance(annotation, type) and dataclasses.is_dataclass(annotation):
        value, problems = read(annotation, data, at)
        wrong += problems
        return value
    code = _ill(annotation, data)
    if code:
        wrong.append(Problem(at, code))
        return fallback
    return float(data) if annotation is Half else data  # type: ignore[arg-type]  # _ill has seen that it is a number


def _first_fit(members: list[Any], data: object, at: str, default: Any, wrong: Wrong) -> Any:
    for member in members:
        found: Wrong = []
        value = _value(member, data, at, default, found)
        if not found:
            return value
    return _value(members[0], data, at, default, wrong)


def _look_up_fitting(annotation: Any) -> Callable[[Any], bool]:
    """Whether a value is just what `_value` makes of it: tells quickly what is nearly always so."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        members = [_fitting(member) for member in args]
        return lambda value: any(fits(value) for fits in members)
    if origin is Literal:
        return lambda value: type(value) is str and value in args
    if origin is tuple:
        inner = _fitting(args[0])
        return lambda value: type(value) is tuple and len(value) <= MAX_ITEMS and all(map(inner, value))
    if dataclasses.is_dataclass(annotation):
        fields = [(attrgetter(name), _fitting(kind)) for name, (kind, _default) in _fields(annotation).items()]
        return lambda value: type(value) is annotation and all(fits(get(value)) for get, fits in fields)
    kind = float if annotation is Half else annotation
    return lambda value: type(value) is kind and (value is None or _ill(annotation, value) is None)


_fitting: Callable[[Any], Callable[[Any], bool]] = cache(_look_up_fitting)


def _ill(annotation: Any, data: object) -> str | None:
    number = isinstance(data, int | float) and not isinstance(data, bool)
    if annotation is bool:
        return None if isinstance(data, bool) else "true_false"
    if annotation is int:
        whole = number and isinstance(data, int) and abs(data) <= MAX_NUMBER
        return None if whole else "whole_number"
    if annotation is Half:
        half = number and abs(data) <= MAX_NUMBER and data * 2 == int(data * 2)  # type: ignore[arg-type, operator]
        return None if half else "half_number"
    if annotation is str:
        return None if isinstance(data, str) and len(data) <= 200 else "text"  # noqa: PLR2004
    raise TypeError(f"no JSON shape for {annotation!r}")


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: _plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _join(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name
