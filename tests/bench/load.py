"""A hall full of tables, and the server itself: python -m tests.bench.load [--tables N] [--rounds N] [--hands N]."""

from argparse import ArgumentParser

from tests.bench import machine, report, temporary_site


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.load")
    parser.add_argument("--tables", type=int, default=250, help="open tables, with four phones each")
    parser.add_argument("--rounds", type=int, default=5, help="of each measurement that has them, for the median")
    parser.add_argument("--sheets", type=int, nargs="+", default=[10, 100, 400], help="hands that the sheets have")
    parser.add_argument("--hands", type=int, default=60, help="saved while the phones listen")
    options = parser.parse_args()
    with temporary_site():
        from tests.bench import loading, waiting  # noqa: PLC0415  # import models, which need the settings

        report(machine("before"))
        report(loading.load(options.tables, options.rounds, options.sheets, options.hands))
        report(waiting.waiting(stations=40, phones=160))
        report(machine("after"))


if __name__ == "__main__":
    main()
