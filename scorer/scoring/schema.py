"""Converts entries and variants to JSON and back, by the annotations of their frozen dataclasses.

Supported annotations: int, bool, str, HalfPoints, Literal of strings, another frozen dataclass, `tuple[X, ...]`, and
any of them `| None` or in a union like `int | Literal["capot"] | None`. A value in a union is converted by the first
member that accepts it; if none does, the first member reports the problem. A field without a default is required. A
field that only some kinds of hand need has the default None: the rules, not this module, say when it is required.

Records that are only loaded may have `Annotated[X, reader]` too. The reader returns the value for what JSON has there,
or raises Unfit.
"""

import dataclasses
import math
import types
from collections.abc import Callable, Mapping
from functools import cache
from itertools import repeat
from operator import call
from typing import Annotated, Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from scorer.scoring.model import Param, Problem

HalfPoints = NewType("HalfPoints", float)
"""Card points, whole or with a half: 40, 40.0 or 40.5."""

MAX_NUMBER = 1_000_000
"""Larger numbers are refused. None occurs on a scoresheet, and every number up to here fits any database column."""

MAX_ITEMS, MAX_LETTERS = 64, 200
"""Longer lists and texts are refused."""

T = TypeVar("T")
Problems = list[Problem]
_MISSING = object()


class Unfit(Exception):
    """A reader cannot make a value. The code says why."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code)
        self.code, self.params = code, params


def load(cls: type[T], data: object, at: str = "") -> tuple[T, Problems]:
    """Return an instance of `cls` made from JSON data, and all problems with the data's types.

    A value of a wrong type is reported and replaced by the field's default (None if it has none), so that the rules can
    still check the rest. A list with one bad item is replaced as a whole.
    """
    problems: Problems = []
    if not isinstance(data, Mapping):
        problems.append(Problem(at, "object"))
        data = {}
    known = _fields(cls)
    for name in data:
        if name not in known:
            problems.append(Problem(_join(at, str(name)[:40]), "unknown"))
    values: dict[str, Any] = {}
    for name, (annotation, default) in known.items():
        if name in data:
            values[name] = _value(annotation, data[name], _join(at, name), default, problems)
        elif default is _MISSING:
            problems.append(Problem(_join(at, name), "required"))
            values[name] = None
        else:
            values[name] = default
    return cls(**values), problems


def dump(value: Any) -> dict[str, Any]:
    """Return the JSON object of an entry or variant, without the fields that equal their defaults."""
    known = _fields(type(value))
    return {
        name: _to_json(getattr(value, name))
        for name, (_, default) in known.items()
        if default is _MISSING or getattr(value, name) != default
    }


def coerce(value: T) -> tuple[T, Problems]:
    """Return the entry with every value of a wrong type replaced by its default, and the problems with those values.

    Python does not check the types of an entry that was built in Python. Rules call this first and can then trust them.
    None, where the type does not allow it, is a missing value.
    """
    if _validator(type(value))(value):
        return value, []
    raw = {name: _to_json(getattr(value, name)) for name in _fields(type(value))}
    entry, problems = load(type(value), raw)
    return entry, [
        Problem(problem.field, "required") if raw.get(problem.field, "") is None else problem for problem in problems
    ]


def _find_fields(cls: Any) -> dict[str, tuple[Any, Any]]:
    hints = get_type_hints(cls, include_extras=True)
    known = {}
    for item in dataclasses.fields(cls):
        default = item.default
        if default is dataclasses.MISSING:
            default = item.default_factory() if item.default_factory is not dataclasses.MISSING else _MISSING
        known[item.name] = (hints[item.name], default)
    return known


_fields: Callable[[Any], dict[str, tuple[Any, Any]]] = cache(_find_fields)


def _value(annotation: Any, data: object, at: str, default: Any, problems: Problems) -> Any:
    fallback = None if default is _MISSING else default
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        members = [arg for arg in get_args(annotation) if arg is not type(None)]
        return None if data is None else _first_match(members, data, at, default, problems)
    if origin is Literal:
        if isinstance(data, str) and data in get_args(annotation):
            return data
        problems.append(Problem(at, "choice", {"choices": ", ".join(filter(None, get_args(annotation)))}))
        return fallback
    if origin is tuple:
        if not isinstance(data, list | tuple):
            problems.append(Problem(at, "list"))
            return fallback
        if len(data) > MAX_ITEMS:
            problems.append(Problem(at, "too_many", {"most": MAX_ITEMS}))
            return fallback
        inner, before = get_args(annotation)[0], len(problems)
        items = [_value(inner, item, _join(at, str(place)), _MISSING, problems) for place, item in enumerate(data)]
        return tuple(items) if len(problems) == before else fallback
    if isinstance(annotation, type) and dataclasses.is_dataclass(annotation):
        value, inner_problems = load(annotation, data, at)
        problems += inner_problems
        return value
    try:
        return (annotation.__metadata__[0] if origin is Annotated else READERS[annotation])(data)
    except Unfit as unfit:
        problems.append(Problem(at, unfit.code, unfit.params))
        return fallback


def _first_match(members: list[Any], data: object, at: str, default: Any, problems: Problems) -> Any:
    for member in members:
        member_problems: Problems = []
        value = _value(member, data, at, default, member_problems)
        if not member_problems:
            return value
    return _value(members[0], data, at, default, problems)


def _make_validator(annotation: Any) -> Callable[[Any], bool]:
    """Return a quick check whether `_value` would leave a value unchanged, which is nearly always so."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        members = [_validator(member) for member in args]
        return lambda value: any(map(call, members, repeat(value)))
    if origin is Literal:
        return lambda value: type(value) is str and value in args
    if origin is tuple:
        inner = _validator(args[0])
        return lambda value: type(value) is tuple and len(value) <= MAX_ITEMS and all(map(inner, value))
    if dataclasses.is_dataclass(annotation):
        names = _fields(annotation)
        checks = [_validator(kind) for kind, _default in names.values()]
        return lambda value: type(value) is annotation and all(map(call, checks, map(getattr, repeat(value), names)))
    if annotation in (bool, types.NoneType):
        return lambda value: type(value) is annotation
    kind, read = float if annotation is HalfPoints else annotation, READERS[annotation]

    def can_be_read(value: Any) -> bool:
        try:
            return type(value) is kind and read(value) == value
        except Unfit:
            return False

    return can_be_read


_validator: Callable[[Any], Callable[[Any], bool]] = cache(_make_validator)


def _read_bool(data: object) -> bool:
    if isinstance(data, bool):
        return data
    raise Unfit("true_false")


def _read_int(data: object) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise Unfit("whole_number")
    if abs(data) > MAX_NUMBER:
        raise Unfit("out_of_range")
    return data


def _read_half_points(data: object) -> float:
    if not isinstance(data, int | float) or isinstance(data, bool) or math.isnan(data):
        raise Unfit("half_number")
    if abs(data) > MAX_NUMBER:
        raise Unfit("out_of_range")
    if data * 2 != int(data * 2):
        raise Unfit("half_number")
    return float(data)


def _read_text(data: object) -> str:
    if isinstance(data, str) and len(data) <= MAX_LETTERS:
        return data
    raise Unfit("text")


READERS: Mapping[Any, Callable[[Any], object]] = {
    bool: _read_bool,
    int: _read_int,
    HalfPoints: _read_half_points,
    str: _read_text,
}


def _to_json(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: _to_json(getattr(value, item.name)) for item in dataclasses.fields(value)}
    if isinstance(value, list | tuple):
        return [_to_json(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _join(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name
