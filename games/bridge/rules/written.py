"""A contract with its result in one line, as players write it: "4♠ S =", "3NT X N −1", "2♥ E 9".

It is level, strain, X or XX, declarer, and the result: =, over- or undertricks, or all the tricks that declarer won.
Spaces and small letters do not matter. In which letters strains and seats are written depends on the language.
"""

import re
from collections.abc import Collection, Mapping
from typing import TypeVar

from games.bridge.rules.contract import BOOK
from games.bridge.rules.entry import DOUBLED, LEVELS, Declarer, Entry, Strain
from scorer.scoring import Problem

TRICKS = re.compile(r"=|[+-]?[0-9]{1,2}")

T = TypeVar("T")


def read_written(
    text: str, board: int, *, strains: Mapping[str, Strain], seats: Mapping[str, Declarer], passed: Collection[str]
) -> tuple[Entry, list[Problem]]:
    """Return the entry of a board, and what is wrong with the line. Letters and words are given as capitals."""
    rest = "".join(text.upper().replace("−", "-").replace("×", "X").split())
    if rest in {"".join(word.split()) for word in passed}:
        return Entry(board, passed_out=True), []
    level, rest = _taken(rest, {str(level): level for level in LEVELS})
    if level is None:
        return Entry(), [Problem("", "written_level")]
    strain, rest = _taken(rest, strains)
    if strain is None:
        return Entry(), [Problem("", "written_strain", {"strains": ", ".join(strains)})]
    doubled, rest = _taken(rest, {sign: sign for sign in DOUBLED if sign})
    declarer, rest = _taken(rest, seats)
    if declarer is None:
        return Entry(), [Problem("", "written_declarer", {"seats": ", ".join(seats)})]
    if not TRICKS.fullmatch(rest):
        return Entry(), [Problem("", "written_result")]
    tricks = 0 if rest == "=" else int(rest)
    if rest == "=" or rest[0] in "+-":
        tricks += BOOK + level
    return Entry(board, level=level, strain=strain, doubled=doubled or "", declarer=declarer, tricks=tricks), []


def _taken(text: str, signs: Mapping[str, T]) -> tuple[T | None, str]:
    """Take the longest of the signs that the text begins with, and return what it stands for and the rest."""
    sign = max((sign for sign in signs if text.startswith(sign)), key=len, default=None)
    return (None, text) if sign is None else (signs[sign], text[len(sign) :])
