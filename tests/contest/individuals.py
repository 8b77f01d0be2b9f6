"""Finds the first rounds that `scorer/contest/movements/individual_starts.py` keeps, and writes that file (needs a C
compiler):

    python -m tests.contest.individuals

About 20 minutes of one core, and the same file each time. `individual.py` says how a movement goes on from its first
round.

Each first round is searched for by annealing (individuals.c). A step exchanges two players, or gives a table another
set. What it costs is read off the first round, because two players of one ring meet once for each time that their
distance occurs at a table, and two of different rings likewise: a partner twice, or a set twice for a player, most;
then a set at two tables; then who rests twice; and last how unevenly players oppose each other, as the sum of squares.

Where annealing falls short of a perfect movement that there is, whist.c searches for that.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

TARGET = Path(__file__).resolve().parents[2] / "scorer/contest/movements/individual_starts.py"
BEGINS, ENDS = 'MOVEMENTS = """\\\n', '"""\n\n\ndef '
FEWEST, MOST = 4, 28
MOST_ROUNDS = 13
"""Longer movements are kept only where they are whole."""
TRIES, STEPS = 4, 600_000
TRIES_OF_WHOLE = 8
"""Of movements in which everybody is the partner of everybody else, or nearly so."""
PERFECT = (21, 24, 25)
"""Players for whom whist.c finds a movement in which all oppose each other twice. For 16, 17 and 20 it found none."""
TWO_TABLES = 2
TOGETHER = (12, 11)
"""Players and rounds of the movement that is better if all tables play the same deals."""


def sizes() -> Iterator[tuple[int, int, bool]]:
    """Yield players and rounds, and whether all tables play the same deals.

    Each player who stays has a table of its own.
    """
    for players in range(FEWEST, MOST + 1):
        tables, whole = players // 4, whole_rounds(players)
        for rounds in range(max(3, tables), whole + 1):
            if players % rounds <= tables and (rounds <= MOST_ROUNDS or rounds == whole):
                yield players, rounds, False
                if (players, rounds) == TOGETHER:
                    yield players, rounds, True


def whole_rounds(players: int) -> int:
    return players if players % 4 else players - 1


def found(programs: Path, players: int, rounds: int, *, together: bool) -> Iterator[tuple[int, int, float, list[int]]]:
    """Yield what must not be, what is shared and the cost, then who is at each place and the set of each table."""
    whole = rounds == whole_rounds(players)
    tries: list[tuple[str | int, ...]] = [("whist", 1, players)]
    if not (whole and players in PERFECT):
        seeds = range(1, 1 + (TRIES_OF_WHOLE if whole else TRIES))
        tries = [("individuals", seed, STEPS, players, rounds, int(together)) for seed in seeds]
    for program, *words in tries:
        command = [programs / str(program), *map(str, words)]
        output = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        again, sharing, cost, *numbers = output.split()
        yield int(again), int(sharing), float(cost), [int(number) + 1 for number in numbers]
        if not float(cost):
            return


def searched(programs: Path, players: int, rounds: int, *, together: bool) -> str:
    """Return the line of the best first round, or none if none is sound. Only two tables may share their deals."""
    again, sharing, _cost, numbers = min(found(programs, players, rounds, together=together))
    if again or (sharing and players // 4 > TWO_TABLES):
        return ""
    places, sets = numbers[:players], numbers[players:]
    tables = [places[4 * table : 4 * table + 4] for table in range(players // 4)]
    words = (f"{'-'.join(map(str, table))}:{deals}" for table, deals in zip(tables, sets, strict=True))
    return " ".join([str(players), str(rounds), *(["together"] if together else []), "|", *words])


def main() -> None:
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        programs = Path(folder)
        for name in ("individuals", "whist"):
            source = Path(__file__).with_name(f"{name}.c")
            subprocess.run(["cc", "-O3", "-o", programs / name, source, "-lm"], check=True)
        for players, rounds, together in sizes():
            line = searched(programs, players, rounds, together=together)
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
            lines += [line] if line else []
    before, _, rest = TARGET.read_text().partition(BEGINS)
    _old, _, after = rest.partition(ENDS)
    TARGET.write_text(before + BEGINS + "".join(f"{line}\n" for line in lines) + ENDS + after)


if __name__ == "__main__":
    main()
