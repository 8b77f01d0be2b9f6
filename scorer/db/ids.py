"""Random ids for use in URLs, so that nobody finds another club's table by counting upwards."""

import secrets
from base64 import b32encode
from typing import Any

from django.db import models

MAX_ID = 2**63 - 1
"""The largest value of a BIGINT column, in SQLite and in PostgreSQL."""

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32. It has no i, l, o or u, so that a URL read aloud is typed correctly."""

CROCKFORD = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", DIGITS)
"""From the digits of Python's base 32."""

LENGTH = 13
"""Digits in a URL: 13 digits of 5 bits hold 63 bits."""


def random_id() -> int:
    """Return an unguessable number from 1 to MAX_ID."""
    return secrets.randbelow(MAX_ID) + 1


ERAS = 2**40
"""Number of different eras: enough that none repeats, and few enough that a BIGINT column holds a sum of millions."""


def random_era() -> int:
    return secrets.randbelow(ERAS)


class RandomIdField(models.BigIntegerField):  # type: ignore[type-arg]  # the stubs' class takes parameters, Django's does not
    """A primary key that defaults to `random_id()`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "primary_key": True, "default": random_id, "editable": False})

    def deconstruct(self) -> tuple[str, str, Any, dict[str, Any]]:
        name, path, args, kwargs = super().deconstruct()
        for always in ("primary_key", "default", "editable"):
            kwargs.pop(always, None)
        return name, path, args, kwargs


class IdConverter:
    """Path converter `<id:...>`: an id as 13 lower-case base-32 digits. Any other spelling of the id is not found."""

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
        digits = b32encode(value.to_bytes(10, "big")).decode()  # 16 digits of 5 bits
        return digits[-LENGTH:].translate(CROCKFORD)
