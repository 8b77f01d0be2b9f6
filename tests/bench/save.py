"""How the time of a save grows with the sheet: python -m tests.bench.save [--hands N ...] [--rounds N]."""

from argparse import ArgumentParser

from tests.bench import report, temporary_site


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.save")
    parser.add_argument("--hands", type=int, nargs="+", default=[10, 100, 400], help="hands that the sheets have")
    parser.add_argument("--rounds", type=int, default=25, help="saves on each sheet, for the median")
    options = parser.parse_args()
    with temporary_site():
        from tests.bench import measuring  # noqa: PLC0415  # imports models, which need the settings

        report(measuring.save_times(options.hands, options.rounds))


if __name__ == "__main__":
    main()
