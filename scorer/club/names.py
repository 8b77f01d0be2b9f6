"""Comparing and sorting names.

This is done in Python because SQLite only knows the case of a to z, and no accents.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

BIDI_MARKS = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""Marks that change the direction of writing, even of the text beside a name. Letters have a direction without them."""

RIGHT_TO_LEFT = frozenset({"R", "AL"})
"""The directions of letters that are written from right to left."""

CYRILLIC = "абвгдђежзијклљмнњопрстћуфхцчџш"
LETTER = re.compile("dž|lj|nj|.")
LATIN = LETTER.findall("abvgdđežzijklljmnnjoprstćufhcčdžš")
"""The same letters in Latin script, in the order of the Cyrillic alphabet."""

IN_LATIN = {ord(cyrillic): latin for cyrillic, latin in zip(CYRILLIC, LATIN, strict=True)}
LETTER_WITH_MARKS = re.compile(r"[^\u0300-\u036f][\u0300-\u036f]*")
WIDE, NARROW = frozenset("mwMWжшщюфмљњЖШЩЮФМЉЊ"), frozenset("iıíîïjlłtfrIJ.,'’- ")
LATIN_ORDER = LETTER.findall("abcčćddžđefghijklljmnnjopqrsštuvwxyzž")
ALPHABETS: Mapping[str, Mapping[str, tuple[int, str]]] = {
    language: {letter: (place, "") for place, letter in enumerate(letters)}
    for language, letters in {"sr": LATIN, "sr-latn": LATIN_ORDER}.items()
}
"""The place of each letter, by language. Other languages sort by the letters without their accents."""


def clean_name(name: str) -> str:
    """Normalise a name: composed letters, single spaces, no control characters and no marks of writing direction.

    Return "" if nothing of the name is visible.
    """
    composed = unicodedata.normalize("NFC", name.translate(BIDI_MARKS))
    spaced = "".join(" " if unicodedata.category(letter) == "Cc" else letter for letter in composed)
    return " ".join(spaced.split()) if any(unicodedata.category(letter)[0] in "LNPS" for letter in spaced) else ""


@lru_cache(2_000)
def comparable(name: str) -> str:
    """Return a name without what two spellings of the same name may differ in: case and spacing."""
    return clean_name(name).casefold()


def same_name(name: str, other: str) -> bool:
    return comparable(name) == comparable(other)


@lru_cache(2_000)
def isolated(name: str) -> str:
    """Isolate a name written from right to left, so that it does not change the direction of the text around it."""
    is_usual = RIGHT_TO_LEFT.isdisjoint(map(unicodedata.bidirectional, name))
    return name if is_usual else f"\u2068{name}\u2069"


def join_names(names: Iterable[str], by: str) -> str:
    """Join names with the separator `by`. Each keeps its own direction of writing."""
    return by.join(map(isolated, names))


@lru_cache(2_000)
def short_names(names: tuple[str, ...], max_width: float | None = None, *, two_lines: bool = False) -> tuple[str, ...]:
    """Return the first names of the players of one table, with as much of the last name as tells namesakes apart.

    Names wider than `max_width` (see `width`) are abbreviated with a full stop, unless two would then be the same.
    With `two_lines`, a name such as Klaus-Dieter stays whole if each of its parts fits in a line.
    Names stay whole only if they are the same in full. Cached, since the forms of a table show the same names.
    """
    words = [name.split() or [name] for name in names]
    shown = [_abbreviated(first, max_width, two_lines=two_lines) for first, *_rest in words]
    forms = [
        _abbreviated(parts[0], max_width, _ending(place, words, shown), two_lines=two_lines)
        for place, parts in enumerate(words)
    ]
    longer = names if max_width is None else short_names(names)
    return tuple(short if forms.count(short) == 1 else name for short, name in zip(forms, longer, strict=True))


def _ending(place: int, words: Sequence[Sequence[str]], shown: Sequence[str]) -> str:
    """Return what follows the first name: "", " K." or, beside a Krause, " Kr.".

    `shown` are the first names, abbreviated if they are too wide.
    """
    first, *rest = words[place]
    alike = [
        other
        for at, other in enumerate(words)
        if at != place and _are_alike((first, other[0]), (shown[place], shown[at]))
    ]
    if not alike or not rest:
        return ""
    last, others = _letters(rest[-1]), [without_accents(other[-1]) for other in alike if len(other) > 1]
    for length in range(1, len(last)):
        start = "".join(last[:length])
        if not any(other.startswith(without_accents(start)) for other in others):
            return f" {start}."
    return f" {rest[-1]}"


def _are_alike(names: tuple[str, str], shown: tuple[str, str]) -> bool:
    """Return whether two first names are the same, or the abbreviation of one could also stand for the other."""
    if without_accents(names[0]) == without_accents(names[1]):
        return True
    return any(
        short != name and without_accents(other).startswith(without_accents(short[:-1]))
        for short, name, other in zip(shown, names, reversed(names), strict=True)
    )


def _abbreviated(first: str, max_width: float | None, ending: str = "", *, two_lines: bool = False) -> str:
    before, hyphen, after = first.partition("-")
    lines = (before + hyphen, after + ending) if two_lines and after else (first + ending,)
    if max_width is None or all(width(line) <= max_width for line in lines):
        return first + ending
    letters = _letters(first)
    fitting = (length for length in range(len(letters), 1, -1) if width([*letters[:length], ".", *ending]) <= max_width)
    return "".join(letters[: next(fitting, 1)]).rstrip("-") + "." + ending


def width(letters: Iterable[str]) -> float:
    """Return roughly how many letters of average width are as wide as these."""
    return sum(
        1.45 if letter[0] in WIDE else 0.55 if letter[0] in NARROW else 1.15 if letter[0].isupper() else 1
        for letter in letters
        if not unicodedata.combining(letter[0])
    )


def _letters(word: str) -> list[str]:
    """Split a word into letters, each with its combining marks."""
    return LETTER_WITH_MARKS.findall(word)


def sort_key(name: str) -> tuple[Any, ...]:
    """Return a key that sorts names in the order of the reader's language."""
    return _sort_key(name, get_language() or "")


@lru_cache(20_000)
def _sort_key(name: str, language: str) -> tuple[Any, ...]:
    """Cached, since each view of a board sorts the names of the whole club.

    German and French names are sorted as if they had no accents (DIN 5007-1). In Serbian č, lj and others are letters
    of their own, and a name has the same place in either script.
    """
    alphabet = ALPHABETS.get(language)
    if alphabet is None:
        return without_accents(name), name
    letters = LETTER.findall(unicodedata.normalize("NFC", name.casefold()).translate(IN_LATIN))
    return tuple(alphabet.get(letter) or _place_of_unknown(letter, alphabet) for letter in letters), name


def _place_of_unknown(letter: str, alphabet: Mapping[str, tuple[int, str]]) -> tuple[int, str]:
    """Return the place of a letter that the alphabet lacks: after the same letter without its accent, if there is one.

    Otherwise a letter comes after the whole alphabet, and any other character before it.
    """
    bare = without_accents(letter)[:1]
    place = alphabet.get(bare, (len(alphabet) if letter.isalpha() else -1, ""))[0]
    return place, letter


@lru_cache(10_000)
def without_accents(name: str) -> str:
    """Return a name for searching: lower case without accents, so that "elise" finds Élise."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


ALIKE = 0.8
"""How similar names must be, from 0 to 1 for the same name. Boris and Borsi are just similar enough."""


def similar(name: str, names: Iterable[str]) -> list[str]:
    """Return those of `names` that may be meant by a name that is not among them, in their order.

    One of the two names begins with the other or has it as a word (Ada and Ada Nowak, Nowak and Ada Nowak), or they
    differ by a typing error.
    """
    wanted, others = without_accents(name), {other: without_accents(other) for other in names}
    close = set(get_close_matches(wanted, set(others.values()), cutoff=ALIKE))

    def is_like(bare: str) -> bool:
        parts = (bare, *bare.split())
        return bare in close or wanted.startswith(bare) or any(part.startswith(wanted) for part in parts)

    return [other for other, bare in others.items() if is_like(bare)]
