"""The instructions in docs/adding-a-game.md."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/adding-a-game.md"

FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"\*\*`(?P<path>[^`]+/[^`]+)`\*\*")


@dataclass(frozen=True, slots=True)
class Step:
    """A file to write or to change, or commands to run, which have no path."""

    section: int
    text: str
    path: str = ""
    is_diff: bool = False


def steps() -> Iterator[Step]:
    """Yield the steps. A block in `sh` is run. One in another language is the file named in bold before it.

    A `diff` has the lines of that file that change. Blocks without a language are only to be read.
    """
    for number, section in enumerate(re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)):
        read = 0
        for block in FENCE.finditer(section):
            named = FILE.findall(section, read, block.start())
            read = block.end()
            if block["language"] == "sh":
                yield Step(number, block["text"])
            elif block["language"]:
                yield Step(number, block["text"], named[-1], block["language"] == "diff")


def changed(text: str, diff: str) -> str:
    """Return the text of a file as the diff changes it. `@@` separates changes; what each replaces occurs once."""
    for change in diff.split("@@\n"):
        lines = [(line[0], line[1:] or line) for line in change.splitlines(keepends=True)]
        before, after = ("".join(line for mark, line in lines if mark != other) for other in "+-")
        assert text.count(before) == 1, f"this is not there just once:\n{before}"
        text = text.replace(before, after)
    return text


def commands() -> list[tuple[str, str]]:
    """Yield each command with the output on the page, where [...] stands for omitted parts."""
    return re.findall(r"^\$ (.+)\n(.+)$", PAGE.read_text(), re.MULTILINE)
