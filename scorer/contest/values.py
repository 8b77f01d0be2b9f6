"""What the fields of a line may hold (docs/event-format.md): types for the records that `scorer.scoring.load` fills.

How exact values are rounded there, too.
"""

import math
import re
from fractions import Fraction
from typing import Annotated, Any

from scorer.contest.plan import SIDES
from scorer.scoring import Unfit

MOST = 10**9
"""No game has more points than this, and no event more contestants, deals or rounds."""
FINEST = 10**12
"""No points are finer than one part in this many."""
MOST_GAMES = 1_000
"""No match has more games than this."""
LONGEST = 40
"""How many characters a name may have."""
FRACTION = re.compile(r"-?[0-9]{1,22}/[1-9][0-9]{0,12}")
WHOLE_PERCENT = 100
SHOWN = 10**4

Weighted = tuple[tuple[Fraction, Fraction], ...]
"""Weights, which add up to 1, each with the points of the first side."""


def _plain(value: Any) -> Any:
    """Return 1.0 as 1, because 1.0 is a whole number in JSON."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise Unfit("list")
    return value


def _number(value: object) -> int:
    number = _plain(value)
    if type(number) is not int:
        raise Unfit("whole_number")
    if not 1 <= number <= MOST:
        raise Unfit("number_range", least=1, most=MOST)
    return number


def _perhaps_numbers(value: object) -> tuple[Any, ...]:
    if any(isinstance(item, list | dict) for item in _list(value)):
        raise Unfit("whole_number")
    return tuple(map(_plain, _list(value)))


def _once_each(value: object) -> tuple[int, ...]:
    numbers = tuple(map(_number, _list(value)))
    if len(set(numbers)) < len(numbers):
        raise Unfit("number_twice")
    return numbers


def _name(value: object) -> str | int:
    name = _plain(value)
    if type(name) is int or (isinstance(name, str) and len(name) <= LONGEST):
        return name
    raise Unfit("text_or_number")


def _names(value: object) -> tuple[str | int, ...]:
    return tuple(map(_name, _list(value)))


def _amount(value: object) -> Fraction:
    """Return the exact value of a number as it is written, or of a fraction in text."""
    if type(value) is int and abs(value) <= MOST:
        return Fraction(value)
    number = type(value) is float and abs(value) <= MOST  # excludes infinity and NaN
    if number or (isinstance(value, str) and FRACTION.fullmatch(value)):
        exact = Fraction(str(value)).limit_denominator(FINEST)
        if abs(exact) <= MOST:
            return exact
    raise Unfit("number")


def _points(value: object) -> Fraction | tuple[Fraction | None, ...]:
    """Return the points of the first side, or those of each contestant, of whom all but two may have sat out."""
    if not isinstance(value, list):
        return _amount(value)
    may_sit_out = len(value) - value.count(None) >= SIDES
    return tuple(None if points is None and may_sit_out else _amount(points) for points in value)


def _both_points(value: object) -> tuple[Fraction, Fraction]:
    if len(_list(value)) != SIDES:
        raise Unfit("as_many", count=SIDES)
    first, second = map(_amount, _list(value))
    return first, second


def _weighted(value: object) -> Weighted:
    if not isinstance(value, list) or not all(isinstance(part, list) and len(part) == SIDES for part in value):
        raise Unfit("weights")
    weighted = tuple((_amount(weight), _amount(points)) for weight, points in value)
    if sum(weight for weight, _points in weighted) != 1 or any(weight < 0 for weight, _points in weighted):
        raise Unfit("weights")
    return weighted


def _percentages(value: object) -> tuple[Fraction, ...]:
    percentages = tuple(map(_amount, _list(value)))
    if not all(0 <= percent <= WHOLE_PERCENT for percent in percentages):
        raise Unfit("number_range", least=0, most=WHOLE_PERCENT)
    return percentages


def _games(value: object) -> tuple[int, ...]:
    games = tuple(map(_plain, _list(value)))
    if not all(type(won) is int and 0 <= won <= MOST_GAMES for won in games):
        raise Unfit("number_range", least=0, most=MOST_GAMES)
    return games


def share(value: object) -> Fraction:
    """Return a part of a whole, less than a half. It may also be one already."""
    part = value if isinstance(value, Fraction) else _amount(value)
    if not 0 <= 2 * part < 1:
        raise Unfit("share")
    return part


Number = Annotated[int, _number]
"""A whole number from 1 to `MOST`."""
PerhapsNumbers = Annotated[tuple[int, ...], _perhaps_numbers]
"""Values that are meant as numbers. The judge of plans says which of them are none."""
OnceEach = Annotated[tuple[int, ...], _once_each]
"""Whole numbers from 1, none of them twice."""
Name = Annotated[str | int, _name]
"""A short text or a whole number."""
Names = Annotated[tuple[str | int, ...], _names]
Amount = Annotated[Fraction | None, _amount]
Points = Annotated[Fraction | tuple[Fraction | None, ...] | None, _points]
BothPoints = Annotated[tuple[Fraction, Fraction] | None, _both_points]
Weights = Annotated[Weighted, _weighted]
Percentages = Annotated[tuple[Fraction, ...], _percentages]
Games = Annotated[tuple[int, ...], _games]


def four_decimals(value: Fraction) -> float:
    """Round a value for a line of JSON. Exact halves are rounded away from zero (docs/event-format.md)."""
    scaled = abs(value) * SHOWN
    whole = math.floor(scaled + Fraction(1, 2))
    return math.copysign(whole / SHOWN, value) if whole else 0.0
