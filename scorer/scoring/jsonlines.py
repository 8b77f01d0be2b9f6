"""Reads lines of JSON strictly: what parsers interpret differently is refused."""

import json
from collections.abc import Iterator
from typing import BinaryIO, NoReturn

from scorer.scoring.model import Problem


class _DuplicateName(ValueError):
    """An object has the same name twice. JSON allows that, but parsers disagree about which one counts."""


def lines(file: BinaryIO, most: int) -> Iterator[bytes | None]:
    """Yield each line without its line break, or None for a line of more than `most` bytes, which is skipped."""
    while line := file.readline(most + 2):
        text = line.removesuffix(b"\n").removesuffix(b"\r")
        if len(text) <= most:
            yield text
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(most)
        yield None


def parse(line: bytes | None) -> tuple[object, Problem | None]:
    """Return what a line of JSON in UTF-8 says, or the problem with it. The line is None if it was too long.

    Very long numbers and very deep nesting count as no JSON too.
    """
    if line is None:
        return None, Problem("", "too_long")
    try:
        return json.loads(line.decode(), object_pairs_hook=_once_each, parse_constant=_no_number), None
    except _DuplicateName as twice:
        return None, Problem("", "named_twice", {"name": str(twice)})
    except (ValueError, RecursionError):
        return None, Problem("", "not_json")


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, value in pairs:
        if name in values:
            raise _DuplicateName(name[:40])
        values[name] = value
    return values


def _no_number(name: str) -> NoReturn:
    """Refuse NaN and the infinities, which Python would accept."""
    raise ValueError(name)
