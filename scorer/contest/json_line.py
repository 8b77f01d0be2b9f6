"""Read the fields of one line, and collect what is wrong with them."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scorer.contest.plan import is_number
from scorer.scoring import Param, Problem

MOST = 10**9
"""No game has more points than this."""
FINEST = 10**12
"""No points are finer than one part in this many."""
LONGEST = 40
"""How many characters a name may have."""
FRACTION = re.compile(r"[0-9]{1,9}/[1-9][0-9]{0,8}")


class JsonLine:
    """One line. Wrong values are replaced, so that the rest can be read."""

    def __init__(self, data: object) -> None:
        self.problems: list[Problem] = []
        self.data: Mapping[str, Any] = data if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            self.add_problem("", "not_json")

    def add_problem(self, field: str, code: str, **params: Param) -> None:
        """Report a problem with a field. Only the first one is kept, because the others follow from it."""
        if not self.has_problem(field):
            self.problems.append(Problem(field, code, params))

    def has_problem(self, field: str) -> bool:
        return any(problem.field == field for problem in self.problems)

    def has(self, name: str) -> bool:
        return name in self.data

    def get(self, name: str) -> Any:
        return self.data.get(name)

    def allow_only(self, names: Sequence[str]) -> None:
        for name in self.data:
            if name not in names:
                self.add_problem(name[:LONGEST], "unknown")

    def one_of(self, names: Sequence[str]) -> str | None:
        """Return the name of the one field that is there. A field that is false counts as absent."""
        there = [name for name in names if self.has(name) and self.get(name) is not False]
        for name in there[1:] if there else [""]:
            self.add_problem(name, "one_of", names=", ".join(names))
        return there[0] if there else None

    def require_true(self, name: str) -> None:
        if self.get(name) is not True:
            self.add_problem(name, "true_false")

    def choice(self, name: str, choices: Sequence[str]) -> str:
        value = self.get(name)
        if value not in choices:
            self.add_problem(name, "choice" if self.has(name) else "required", choices=", ".join(choices))
            return choices[0]
        return str(value)

    def name(self, name: str, default: str | int) -> str | int:
        found = self.name_or_none(name)
        return default if found is None else found

    def name_or_none(self, name: str) -> str | int | None:
        """Return a short text or a whole number."""
        found = self._short(plain(self.get(name)))
        if found is None and self.has(name):
            self.add_problem(name, "text_or_number")
        return found

    @staticmethod
    def _short(value: object) -> str | int | None:
        return value if type(value) is int or (isinstance(value, str) and len(value) <= LONGEST) else None

    def names(self, name: str, count: int | None) -> tuple[str | int, ...]:
        """Return a list of `count` short texts or whole numbers, or nothing if it is not there."""
        values = self.get(name) if self.has(name) else []
        if not isinstance(values, list):
            self.add_problem(name, "list")
            return ()
        if values and count is not None and len(values) != count:
            self.add_problem(name, "as_many", count=count)
        found = tuple(self._short(plain(value)) for value in values)
        if None in found:
            self.add_problem(name, "text_or_number")
            return ()
        return tuple(value for value in found if value is not None)

    def whole(self, name: str, default: int | None = None) -> int:
        if not self.has(name) and default is not None:
            return default
        value = plain(self.get(name))
        if not is_number(value):
            self.add_problem(name, "whole_number" if self.has(name) else "required")
            return 1
        return int(value)

    def whole_or_none(self, name: str) -> int | None:
        return self.whole(name) if self.has(name) else None

    def numbers(self, name: str, default: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """Return a list of values that might be meant as numbers."""
        value = self.data.get(name, default)
        if not isinstance(value, list | tuple):
            self.add_problem(name, "list" if self.has(name) else "required")
            return ()
        if any(isinstance(item, list | dict) for item in value):
            self.add_problem(name, "whole_number")
            return ()
        return tuple(map(plain, value))

    def once_each(self, name: str) -> tuple[int, ...]:
        """Return a list as `numbers` does, but accept only whole numbers from 1, and none of them twice."""
        found = self.numbers(name)
        if not all(map(is_number, found)):
            self.add_problem(name, "whole_number")
            return ()
        if len(set(found)) < len(found):
            self.add_problem(name, "number_twice")
        return found

    def amounts(self, name: str, count: int | None, *, null_is_0: bool = False) -> tuple[Fraction, ...]:
        """Return a list of `count` amounts. `count` is None if it is not known."""
        values = self.get(name)
        if not isinstance(values, list):
            self.add_problem(name, "list")
        elif count is not None and len(values) != count:
            self.add_problem(name, "as_many", count=count)
        else:
            return tuple(self.fraction(name, 0 if value is None and null_is_0 else value) for value in values)
        return (Fraction(0),) * (count or 0)

    def amount(self, name: str) -> Fraction:
        return self.fraction(name, self.get(name))

    def fraction(self, name: str, value: Any) -> Fraction:
        """Return the exact value of a number as it is written, or of a fraction in text."""
        if type(value) is int and abs(value) <= MOST:
            return Fraction(value)
        number = type(value) is float and abs(value) <= MOST  # excludes infinity and NaN
        if number or (isinstance(value, str) and FRACTION.fullmatch(value)):
            return Fraction(str(value)).limit_denominator(FINEST)
        self.add_problem(name, "number")
        return Fraction(0)


def plain(value: Any) -> Any:
    """Return 1.0 as 1, because 1.0 is a whole number in JSON."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
