"""An evening at many clubs of one server, with faults, an upgrade and a club that moves: python -m tests.bench.clubs
[--clubs N] [--hands N] [--playing N] [--tables N] [--rate N] [--seconds N], on PostgreSQL. The status is 1 if a hand is
lost, or some phone does not hear the news."""

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from tests.bench import Line, machine, temporary_site
from tests.chaos import finish


def main() -> Iterator[Line]:
    parser = ArgumentParser(prog="python -m tests.bench.clubs")
    parser.add_argument("--clubs", type=int, default=300)
    parser.add_argument("--hands", type=int, default=25, help="on each sheet")
    parser.add_argument("--tables", type=int, default=4, help="of each club, with four phones each")
    parser.add_argument("--playing", type=int, default=40, help="clubs that play")
    parser.add_argument("--rate", type=float, default=8, help="hands a second, of all clubs together")
    parser.add_argument("--seconds", type=float, default=20, help="of each part of the evening")
    options = parser.parse_args()
    with temporary_site("one"):
        from tests.bench import federation  # noqa: PLC0415  # imports models, which need the settings

        yield from machine("before")
        site = federation.Federation(**vars(options))
        yield from site.costs()
        yield from site.evening(Path(os.environ["DATA"]))
        yield from machine("after")


if __name__ == "__main__":
    finish(main())
