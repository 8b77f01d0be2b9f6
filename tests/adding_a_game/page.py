"""The instructions in docs/adding-a-game.md."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/adding-a-game.md"

FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^\*\*`(?P<path>[^`]+)`\*\*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Step:
    """A file to write, or commands to run, which have no path."""

    section: int
    text: str
    path: str = ""


def steps() -> Iterator[Step]:
    """Yield the steps. A block in `sh` is run. One in another language is the file named in bold before it.

    Blocks without a language are only to be read.
    """
    for number, section in enumerate(re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)):
        read = 0
        for block in FENCE.finditer(section):
            named = FILE.findall(section, read, block.start())
            read = block.end()
            if block["language"] == "sh":
                yield Step(number, block["text"])
            elif block["language"]:
                yield Step(number, block["text"], named[-1])


def commands() -> list[tuple[str, str]]:
    """Yield each command with the output on the page, where [...] stands for omitted parts."""
    return re.findall(r"^\$ (.+)\n(.+)$", PAGE.read_text(), re.MULTILINE)
