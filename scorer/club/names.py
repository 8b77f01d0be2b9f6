"""When two names are one. Done here and not by the database: SQLite knows the case of a to z only, and no accents."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

TURNING = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""Marks that turn the direction of writing, also that of whatever stands beside the name. Letters have their own."""


def clean_name(name: str) -> str:
    """In one spelling: letters composed, spaces single, no control characters and none that turn the direction of
    writing; empty if nothing of it can be seen."""
    composed = unicodedata.normalize("NFC", name.translate(TURNING))
    spaced = "".join(" " if unicodedata.category(letter) == "Cc" else letter for letter in composed)
    return " ".join(spaced.split()) if any(unicodedata.category(letter)[0] in "LNPS" for letter in spaced) else ""


def same_name(one: str, other: str) -> bool:
    """Two people of a club cannot differ in upper and lower case alone."""
    return clean_name(one).casefold() == clean_name(other).casefold()


def apart(name: str) -> str:
    """For a sentence or a list: a name written from right to left keeps to itself there."""
    return f"\u2068{name}\u2069" if any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in name) else name


def joined(names: Iterable[str], by: str) -> str:
    return by.join(map(apart, names))


@lru_cache(10_000)
def plain(name: str) -> str:
    """For sorting and finding: Élise stands beside Elise, and is found without her accent. Kept, since a board sorts
    the names of the whole club whenever somebody looks."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
