"""Pages of a season of events: python -m tests.bench.season [--events N] [--tables N] [--rounds N]."""

from argparse import ArgumentParser

from tests.bench import machine, report, temporary_site

TIMES = 9


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.season")
    parser.add_argument("--events", type=int, default=50)
    parser.add_argument("--tables", type=int, default=50, help="at each event, with four players")
    parser.add_argument("--rounds", type=int, default=6, help="of each event, with three deals")
    options = parser.parse_args()
    with temporary_site():
        from tests.bench import seasons  # noqa: PLC0415  # imports models, which need the settings

        report(machine("before"))
        season = seasons.PlayedSeason(options.events, options.tables, options.rounds)
        report(season.counts())
        report(season.page_times(TIMES))
        report(season.newer_parts(TIMES))
        report(machine("after"))


if __name__ == "__main__":
    main()
