"""Reads names from a list that somebody pastes: numbered, with clubs, with the surname first."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from scorer.club.names import clean_name

NUMBERING = re.compile(r"\s*(?:[(#]?\d{1,3}(?:\s*[.):]+|\s+[-–—](?=\s)|(?=\s|$))|[-–—•*·](?=\s))\s*")
"""What a line may begin with: "1.", "1)", "(1)", "#1", "1 -", "1", or a sign such as "•"."""

COLUMN = r"[;\t]"
SIGN, DASH, COMMA = r"[&+/]", r"\s[-–—]\s", ","
AND = (r"\s(?i:and)\s", r"(?<!von)\s(?i:und)\s(?!zu\s)", r"\s(?i:et)\s")
WORDS = (*AND, r"\s[iи]\s")
"""And, in the languages of the site. A capital I is the initial of a name, a small one may be part of it."""
SEPARATORS = (SIGN, DASH, *WORDS, COMMA)
"""Between the players of a pair, the surest first: words and commas may also be part of a name."""
ANY_SEPARATOR = "|".join((COLUMN, *SEPARATORS))

NO_NAME = re.compile("|".join((COLUMN, SIGN, DASH, *AND, ",.*,")))
"""What is in no name, unless the roster has it."""


TWO_TURNED = re.compile(r"([^,]+,[^,]+),([^,]+,[^,]+)")
"""Two names with the surname first: "Hansen, Dörte, Maier, Uwe"."""


class Line(NamedTuple):
    """What a line says."""

    names: Sequence[str]
    left_out: Sequence[str] = ()
    """What is behind the names, such as a club."""


def read_line(line: str, size: int, is_known: Callable[[str], bool]) -> Line | None:
    """Return the names of so many players. Of several readings, prefer the one whose names are on the roster.

    Return no names for a line that has nothing but a number, and None if no reading has so many names.
    """
    best, most = None, -1
    for reading in _readings(line, size):
        known = [is_known(name) for name in reading.names]
        if any(is_known(text) for text in reading.left_out):
            continue
        if all(known) and (len(known) == size or not reading.left_out):
            return reading if len(known) in (0, size) else None
        in_order = all(there or not NO_NAME.search(name) for name, there in zip(reading.names, known, strict=True))
        if len(known) == size and in_order and sum(known) > most:
            best, most = reading, sum(known)
    return best


def turned(name: str) -> str:
    """Return a name that is written with the surname first in the usual order: "Hansen, Dörte" is Dörte Hansen."""
    last, comma, first = name.partition(",")
    return clean_name(f"{first} {last}") if comma and first.strip() and "," not in first else name


def _readings(line: str, size: int) -> Iterator[Line]:
    """Yield everything that a line may mean, what is most usual first."""
    numbering = NUMBERING.match(line)
    for text in [line[numbering.end() :], line] if numbering else [line]:
        columns = _names(re.split(COLUMN, text))
        if not columns:
            yield Line(())
            continue
        head, behind = columns[0], columns[1:]
        for separator in SEPARATORS:
            yield Line(_names(re.split(separator, head)), behind)
        if two := TWO_TURNED.fullmatch(head):
            yield Line(_names(two.groups()), behind)
        yield Line(columns[:size], columns[size:])
        yield Line(columns)
        yield Line(_names(re.split(ANY_SEPARATOR, text)))


def _names(parts: Iterable[str]) -> list[str]:
    return [name for part in parts if (name := clean_name(part).strip(" &+/,;-–—"))]
