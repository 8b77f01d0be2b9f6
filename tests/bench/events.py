"""The cost of plans and rankings of events: python -m tests.bench.events."""

from tests.bench import contests, machine, report

TIMES = 5


def main() -> None:
    report(machine("before"))
    report(contests.plans(players=200, rounds=7, times=TIMES))
    report(contests.rankings(tables=40, deals=27, players=200, rounds=7, crowd=1000, times=TIMES))
    report(machine("after"))


if __name__ == "__main__":
    main()
