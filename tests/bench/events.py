"""The cost of plans, rankings and rooms of events: python -m tests.bench.events."""

from tests.bench import contests, machine, report, temporary_site

TIMES = 5


def main() -> None:
    report(machine("before"))
    report(contests.plans(players=200, rounds=7, times=TIMES))
    report(contests.rankings(tables=40, deals=27, players=200, rounds=7, crowd=1000, times=TIMES))
    with temporary_site():
        from tests.bench import evenings, rooms  # noqa: PLC0415  # import models, which need the settings

        report(rooms.rooms(stations=40, times=4 * TIMES))
        report(evenings.of_teams(times=4 * TIMES))
        report(evenings.evenings({40: 9, 1000: 10}, times=TIMES))
    report(machine("after"))


if __name__ == "__main__":
    main()
