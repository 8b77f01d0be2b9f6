"""Parses numbers from URLs and forms. Their length is limited, since Python refuses to convert 5,000 digits."""

from typing import Any

SMALL, OF_AN_ID = 5, 19
"""Maximum number of digits of a position, a board or a page; and of the id of a row."""


def small_number(typed: Any) -> int | None:
    """Return the number, or None if the text is not a small one."""
    return _number(typed, SMALL)


def id_number(typed: Any) -> int | None:
    """Return the number, or None if the text cannot be an id."""
    return _number(typed, OF_AN_ID)


def _number(typed: Any, digits: int) -> int | None:
    text = str(typed)
    return int(text) if text.isdecimal() and len(text) <= digits else None
