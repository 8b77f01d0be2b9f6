"""How many hands the server carries, and what becomes of twice as many: python -m tests.bench.overload [--tables N]
[--seconds N] [--processes N ...]. The status is 1 if a hand is lost."""

from argparse import ArgumentParser
from collections.abc import Iterator

from tests.bench import Line, machine, prefixed, temporary_site
from tests.chaos import finish


def main() -> Iterator[Line]:
    parser = ArgumentParser(prog="python -m tests.bench.overload")
    parser.add_argument("--tables", type=int, default=300, help="open tables, with four phones each")
    parser.add_argument("--seconds", type=float, default=20, help="of the load, and of the measurement before it")
    parser.add_argument("--processes", type=int, nargs="+", default=[1], help="several only on PostgreSQL")
    options = parser.parse_args()
    with temporary_site():
        from tests.bench import overloading  # noqa: PLC0415  # imports models, which need the settings

        yield from machine("before")
        for processes in options.processes:
            yield from prefixed(
                f"overload.{processes}", overloading.overload(options.tables, options.seconds, processes)
            )
        yield from machine("after")


if __name__ == "__main__":
    finish(main())
