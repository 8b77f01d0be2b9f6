"""Reads lines of JSON strictly: what parsers interpret differently is refused."""

import json
from collections.abc import Iterator
from typing import BinaryIO, NoReturn


class DuplicateName(ValueError):
    """An object has the same name twice. JSON allows that, but parsers disagree about which one counts."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name[:40]


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


def load(line: bytes) -> object:
    """Parse a line. Raises DuplicateName, or ValueError or RecursionError if it is not valid JSON in UTF-8.

    Very long numbers and very deep nesting count as invalid too.
    """
    return json.loads(line.decode(), object_pairs_hook=_once_each, parse_constant=_no_number)


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise DuplicateName(name)
        found[name] = value
    return found


def _no_number(name: str) -> NoReturn:
    """Refuse NaN and the infinities, which Python would accept."""
    raise ValueError(name)
