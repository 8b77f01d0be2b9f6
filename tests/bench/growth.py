"""Pages and boards of a club with a long past: python -m tests.bench.growth [--hands N] [--rounds N]."""

import os
from argparse import ArgumentParser

from tests.bench import machine, report, temporary_site

HANDS = int(os.environ.get("BENCH_HANDS") or 1_000_000)
ON_A_SHEET = 30


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.growth")
    parser.add_argument("--hands", type=int, default=HANDS, help="hands of the past (BENCH_HANDS, or a million)")
    parser.add_argument("--rounds", type=int, default=15, help="how often each page is asked for, for the median")
    options = parser.parse_args()
    with temporary_site("empty", "full"):
        from tests.bench import growing  # noqa: PLC0415  # imports models, which need the settings

        empty = growing.Site.furnished("empty", ON_A_SHEET)
        full = growing.Site.furnished("full", ON_A_SHEET)
        report(growing.past(full, options.hands))
        report(growing.query_counts(empty, full))
        report(machine("before"))
        report(growing.page_times(empty, full, options.rounds))
        report(growing.board_times(full, options.rounds))
        report(machine("after"))


if __name__ == "__main__":
    main()
