"""Numbers as they come in an address or a form. Of 5,000 digits there is none: Python refuses to make it."""

from typing import Any

SMALL, OF_AN_ID = 5, 19
"""Digits that a position, a board or a page may have; and the id of a row."""


def small_number(typed: Any) -> int | None:
    """None for anything that is not such a number."""
    return _number(typed, SMALL)


def id_number(typed: Any) -> int | None:
    """None for anything that is no id."""
    return _number(typed, OF_AN_ID)


def _number(typed: Any, digits: int) -> int | None:
    text = str(typed)
    return int(text) if text.isdecimal() and len(text) <= digits else None
