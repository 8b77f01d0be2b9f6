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

A barometer, in which all tables of a round play the same deals, is searched for in the same way, without regard to
sets. It is kept where its players oppose each other more evenly.
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
"""Players for whom whist.c finds a movement in which all oppose each other twice. There is none for 16, 17 and 20: all
first rounds with the right distances were tried."""
PERFECT_BAROMETERS = (12, 16, 17, 20, 28)
"""Those of the others for whom it finds one if nobody meets a set twice anyway. There is none for 9."""
TWO_TABLES = 2

Found = tuple[int, int, float, list[int]]
"""What must not be, what is shared, how uneven it is; then who is at each place, and the set of each table."""


def sizes() -> Iterator[tuple[int, int]]:
    """Yield players and rounds. Each player who stays has a table of its own."""
    for players in range(FEWEST, MOST + 1):
        tables, whole = players // 4, whole_rounds(players)
        for rounds in range(max(3, tables), whole + 1):
            if players % rounds <= tables and (rounds <= MOST_ROUNDS or rounds == whole):
                yield players, rounds


def whole_rounds(players: int) -> int:
    return players if players % 4 else players - 1


def found(programs: Path, players: int, rounds: int, *, barometer: bool) -> Iterator[Found]:
    whole = rounds == whole_rounds(players)
    tries: list[tuple[str | int, ...]] = [("whist", 1, players, int(barometer))]
    if not (whole and players in (PERFECT_BAROMETERS if barometer else PERFECT)):
        seeds = range(1, 1 + (TRIES_OF_WHOLE if whole else TRIES))
        tries = [("individuals", seed, STEPS, players, rounds, int(barometer)) for seed in seeds]
    for program, *words in tries:
        command = [programs / str(program), *map(str, words)]
        output = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        again, sharing, uneven, *numbers = output.split()
        yield int(again), int(sharing), float(uneven), [int(number) + 1 for number in numbers]
        if not any(map(float, (again, sharing, uneven))):
            return


def is_sound(found: Found, players: int) -> bool:
    """Return whether nothing must not be. Only two tables may share their deals."""
    again, sharing, _uneven, _numbers = found
    return not again and (not sharing or players // 4 <= TWO_TABLES)


def line(found: Found, players: int, rounds: int, *, barometer: bool) -> str:
    numbers = found[-1]
    places, sets = numbers[:players], numbers[players:]
    tables = [places[4 * table : 4 * table + 4] for table in range(players // 4)]
    words = (f"{'-'.join(map(str, table))}:{deals}" for table, deals in zip(tables, sets, strict=True))
    return " ".join([str(players), str(rounds), *(["barometer"] if barometer else []), "|", *words])


def lines(programs: Path, players: int, rounds: int) -> Iterator[str]:
    """Yield the first round of the movement if it is sound, and that of the barometer if it is more even."""
    apart, together = (min(found(programs, players, rounds, barometer=barometer)) for barometer in (False, True))
    if is_sound(apart, players):
        yield line(apart, players, rounds, barometer=False)
    if is_sound(together, players) and (not is_sound(apart, players) or together[2] < apart[2]):
        yield line(together, players, rounds, barometer=True)


def main() -> None:
    kept: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        programs = Path(folder)
        for name in ("individuals", "whist"):
            source = Path(__file__).with_name(f"{name}.c")
            subprocess.run(["cc", "-O3", "-o", programs / name, source, "-lm"], check=True)
        for players, rounds in sizes():
            for movement in lines(programs, players, rounds):
                sys.stdout.write(f"{movement}\n")
                sys.stdout.flush()
                kept.append(movement)
    before, _, rest = TARGET.read_text().partition(BEGINS)
    _old, _, after = rest.partition(ENDS)
    TARGET.write_text(before + BEGINS + "".join(f"{movement}\n" for movement in kept) + ENDS + after)


if __name__ == "__main__":
    main()
