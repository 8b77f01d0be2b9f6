"""Ids that an address may show: random, so that nobody can count upwards to the next club's table."""

import secrets
from typing import Any

from django.db import models

MAX_ID = 2**63 - 1
"""The largest number of a BIGINT column, in SQLite and in PostgreSQL."""

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no i, l, o or u, so that an address read aloud is typed right."""

LENGTH = 13
"""Digits of 5 bits that hold 63 bits."""


def random_id() -> int:
    """1 to MAX_ID, not to be guessed."""
    return secrets.randbelow(MAX_ID) + 1


ERAS = 2**40
"""So many that none comes twice, and few enough that a column holds the sum of millions."""


def random_era() -> int:
    return secrets.randbelow(ERAS)


class RandomIdField(models.BigIntegerField):  # type: ignore[type-arg]  # the stubs' class takes parameters, Django's does not
    """A primary key that is random_id() unless it is given."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "primary_key": True, "default": random_id, "editable": False})

    def deconstruct(self) -> tuple[str, str, Any, dict[str, Any]]:
        name, path, args, kwargs = super().deconstruct()
        for always in ("primary_key", "default", "editable"):
            kwargs.pop(always, None)
        return name, path, args, kwargs


class IdConverter:
    """`<id:...>` in an address: an id as 13 lower-case base-32 digits, one spelling an id. All else is not found."""

    regex = f"[0-7][{DIGITS}]{{{LENGTH - 1}}}"

    def to_python(self, value: str) -> int:
        number = 0
        for digit in value:
            number = number * 32 + DIGITS.index(digit)
        if number == 0:
            raise ValueError(value)
        return number

    def to_url(self, value: int) -> str:
        if not 1 <= value <= MAX_ID:
            raise ValueError(value)
        return "".join(DIGITS[value >> shift & 31] for shift in range(5 * (LENGTH - 1), -1, -5))
