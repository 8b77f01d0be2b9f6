"""When two names are one, and which comes first.

Done here and not by the database: SQLite knows the case of a to z only, and no accents.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

TURNING = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""Marks that turn the direction of writing, also that of whatever stands beside the name. Letters have their own."""

CYRILLIC = "абвгдђежзијклљмнњопрстћуфхцчџш"
LETTER = re.compile("dž|lj|nj|.")
LATIN = LETTER.findall("abvgdđežzijklljmnnjoprstćufhcčdžš")
"""Letter by letter the same, in the order of the Cyrillic alphabet."""

IN_LATIN = {ord(cyrillic): latin for cyrillic, latin in zip(CYRILLIC, LATIN, strict=True)}
LATIN_ORDER = LETTER.findall("abcčćddžđefghijklljmnnjopqrsštuvwxyzž")
ALPHABETS: Mapping[str, Mapping[str, tuple[int, str]]] = {
    language: {letter: (place, "") for place, letter in enumerate(letters)}
    for language, letters in {"sr": LATIN, "sr-latn": LATIN_ORDER}.items()
}
"""By language: where each letter stands. Of languages that are not here, the letters without their accents."""


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


def alphabetical(name: str) -> tuple[Any, ...]:
    """What names are sorted by, in the order of the reader's language."""
    return _order(name, get_language() or "")


@lru_cache(20_000)
def _order(name: str, language: str) -> tuple[Any, ...]:
    """Kept, since a board sorts the names of the whole club whenever somebody looks.

    German and French names stand where they would without their accents (DIN 5007-1). In Serbian č, lj and others are
    letters of their own, and a name stands at the same place in whichever script it is written.
    """
    alphabet = ALPHABETS.get(language)
    if alphabet is None:
        return plain(name), name
    letters = LETTER.findall(unicodedata.normalize("NFC", name.casefold()).translate(IN_LATIN))
    return tuple(alphabet.get(letter) or _beside(letter, alphabet) for letter in letters), name


def _beside(letter: str, alphabet: Mapping[str, tuple[int, str]]) -> tuple[int, str]:
    """A letter that the alphabet lacks: after the one that it is without its accent; else before or after them all."""
    bare = plain(letter)[:1]
    place = alphabet.get(bare, (len(alphabet) if letter.isalpha() else -1, ""))[0]
    return place, letter


@lru_cache(10_000)
def plain(name: str) -> str:
    """For finding: Élise is found without her accent."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


ALIKE = 0.8
"""Of 1, which is the same: Boris and Borsi just are."""


def similar(name: str, names: Iterable[str]) -> list[str]:
    """Those of `names` that may be meant by one that is not among them, in their order: one of the two has the other
    at its beginning or as a word of it (Ada and Ada Nowak, Nowak and Ada Nowak), or they differ by a slip."""
    wanted, others = plain(name), {other: plain(other) for other in names}
    close = set(get_close_matches(wanted, set(others.values()), cutoff=ALIKE))

    def is_like(bare: str) -> bool:
        parts = (bare, *bare.split())
        return bare in close or wanted.startswith(bare) or any(part.startswith(wanted) for part in parts)

    return [other for other, bare in others.items() if is_like(bare)]
