"""Run all attacks, one after another, on the configured database: python -m tests.attack [NAME ...]."""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.attack import finish
from tests.bench import Line, machine, temporary_site


def main() -> Iterator[Line]:
    with temporary_site(), TemporaryDirectory() as folder:
        from tests.attack import playing  # noqa: PLC0415  # imports models, which need the settings

        yield from machine("before")
        yield from playing.play(Path(folder) / "log", sys.argv[1:])
        yield from machine("after")


if __name__ == "__main__":
    finish(main())
