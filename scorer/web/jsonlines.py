"""Lines of JSON, read strictly and one at a time: what one program would read otherwise than another is refused."""

import json
from collections.abc import Iterator
from typing import BinaryIO, NoReturn


class DuplicateName(ValueError):
    """JSON allows it, and parsers disagree on which one counts."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name[:40]


def lines(file: BinaryIO, most: int) -> Iterator[bytes | None]:
    """Each line without its end; None for one of more than `most` bytes, which is passed over unread."""
    while line := file.readline(most + 2):
        text = line.removesuffix(b"\n").removesuffix(b"\r")
        if len(text) <= most:
            yield text
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(most)
        yield None


def load(line: bytes) -> object:
    """Raises NamedTwice for an object with a name twice, ValueError or RecursionError for what is not JSON: other bytes
    than UTF-8, endless numbers and endless nesting too."""
    return json.loads(line.decode(), object_pairs_hook=_once_each, parse_constant=_no_number)


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise DuplicateName(name)
        found[name] = value
    return found


def _no_number(name: str) -> NoReturn:
    """NaN and the infinities, which Python would read."""
    raise ValueError(name)
