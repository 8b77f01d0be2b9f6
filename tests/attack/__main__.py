"""All attacks, one after another, on the database at hand: python -m tests.attack [NAME ...]."""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.attack import finish
from tests.bench import Line, machine, temporary_site


def main() -> Iterator[Line]:
    with temporary_site(), TemporaryDirectory() as folder:
        from tests.attack import playing  # noqa: PLC0415  # models, once there is a site

        yield from machine("before")
        yield from playing.play(Path(folder) / "log", sys.argv[1:])
        yield from machine("after")


if __name__ == "__main__":
    finish(main())
