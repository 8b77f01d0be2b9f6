"""Cheap phones, in a Chromium that is slowed down: python -m tests.bench.phones [--hands N ...] [--evening N]."""

from argparse import ArgumentParser

from tests.bench import machine, report, temporary_site


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.phones")
    parser.add_argument("--games", nargs="+", help="all of them if there are none")
    parser.add_argument("--hands", type=int, nargs="+", default=[100, 400], help="hands that the sheets have")
    parser.add_argument("--saves", type=int, default=3, help="on each sheet")
    parser.add_argument("--evening", type=int, default=30, help="hands of the evening whose bytes are counted")
    options = parser.parse_args()
    with temporary_site():
        from tests.bench import tapping  # noqa: PLC0415  # imports models, which need the settings

        report(machine("before"))
        report(tapping.phones(options.games, options.hands, options.saves, options.evening))
        report(machine("after"))


if __name__ == "__main__":
    main()
