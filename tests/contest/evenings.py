"""Finds the evenings of `scorer/contest/known_evenings.txt`, and writes that file (needs a C compiler):

    python -m tests.contest.evenings [SEED [TRIES]]

An evening stays in the file until a better one is found, so each run with another seed can only improve it. With 3
tries it takes half an hour of one core. It starts by lot, from the best known so far, and from evenings of fewer
contestants or rounds. Four evenings in the file go round: each round follows from the one before by adding 1 to all
numbers of a ring. Their first rounds came from a search with retreat: those of 24, 28 and 32 players at tables of four,
and of 15 at tables of three.
"""

import math
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice
from pathlib import Path
from random import Random

from scorer.contest.draws import table_sizes
from scorer.contest.known_evenings import CONTESTANTS, FILE, Tables, known_evenings

MOST_ROUNDS, MOST_CONTESTANTS = 8, 60
FEWEST = {(4, 5): 8, (3, 4): 9}
"""The fewest contestants for whom evenings are kept, by the sizes of their tables, the best size first."""

TRIES, STEPS, HOT, COLD = 20, 20_000, 0.9, 0.15
"""How evenings are extended: how often, in how many steps, and with which heat at the start and at the end."""
BEST = 2
"""How many of the best evenings the search starts from again."""

Evening = Sequence[Tables]
Cost = tuple[int, int, int]


def cost(evening: Evening) -> Cost:
    """Return the repeats, how often couples meet again who have met twice, and how unevenly all are at other tables."""
    usual = min(map(len, evening[0]))
    couples = Counter(couple for tables in evening for table in tables for couple in combinations(sorted(table), 2))
    elsewhere = Counter(one for tables in evening for table in tables if len(table) != usual for one in table)
    return (
        sum(times * (times - 1) // 2 for times in couples.values()),
        sum(times - 2 for times in couples.values() if times > 2),
        sum(times * (times - 1) // 2 for times in elsewhere.values()),
    )


def all_sizes() -> Iterator[list[int]]:
    """Yield the sizes of the tables for each number of contestants, if nobody rests."""
    for sizes, fewest in FEWEST.items():
        for contestants in range(fewest, MOST_CONTESTANTS + 1):
            found = table_sizes(contestants, sizes)
            if sum(found) == contestants:
                yield found


def improved(program: Path, seed: int, tries: int, sizes: list[int]) -> Iterator[Evening]:
    """Yield the best evenings for these tables, until one is the beginning of a longer one without a repeat."""
    kept = known_evenings().get(tuple(sorted(sizes)), [])
    for rounds in range(MOST_ROUNDS, 1, -1):
        command = [str(program), *map(str, (seed, tries, rounds, *sizes))]
        known = [evening for evening in kept if len(evening) >= rounds]
        found = [evening[:rounds] for evening in known] + [searched(command)] + list(extended(seed, rounds, sizes))
        shorter = min((one for one in kept if len(one) == rounds - 1), key=cost, default=None)
        if shorter:  # with another round by lot
            lot = iter(Random(seed).sample(range(sum(sizes)), sum(sizes)))
            found.append([*shorter, [[*islice(lot, size)] for size in sizes]])
        for start in [*sorted(found, key=cost)[:BEST], *(found[-1:] if shorter else ())]:
            if cost(start)[0]:
                found.append(searched(command, start))
        best = min(found, key=cost)
        yield next((evening for evening in known if not cost(evening)[0] and not cost(best)[0]), best)
        if not cost(best)[0]:
            return


def searched(command: list[str], start: Evening = ()) -> Evening:
    told = subprocess.run(command, input=text(start), capture_output=True, check=True, text=True).stdout
    return read(told.split()[3:])


def extended(seed: int, rounds: int, sizes: list[int]) -> Iterator[Evening]:
    """Yield evenings made from one of fewer contestants on which nobody meets again: the others join its tables.

    They go to another table each round, so that they meet as few as possible twice. That, too, is annealing.
    """
    small, more = min(sizes), sum(sizes) % min(sizes)
    random = Random(seed)
    for base in known_evenings().get((small,) * (sum(sizes) // small), []) if max(sizes) == small + 1 else ():
        for _try in range(TRIES if len(base) == rounds or (len(base) > rounds and not cost(base)[0]) else 0):
            chosen = random.sample(base, rounds)
            joined = [random.sample(range(len(tables)), more) for tables in chosen]
            met = Counter((one, other) for turn in zip(chosen, joined, strict=True) for one, other in _met(*turn))
            for step in range(STEPS):
                place = random.randrange(rounds)
                before, tables = joined[place], chosen[place]
                after = before[:]
                one, table = random.randrange(more), random.randrange(len(tables))
                if table in after:
                    after[after.index(table)] = after[one]
                after[one] = table
                met.subtract(_met(tables, before))
                new, old = (sum(met[couple] for couple in _met(tables, tried)) for tried in (after, before))
                if new <= old or random.random() < math.exp((old - new) / (HOT * (COLD / HOT) ** (step / STEPS))):
                    joined[place] = after
                met.update(_met(tables, joined[place]))
            yield [
                sorted(
                    (
                        [*table, *(sum(sizes) - more + one for one in range(more) if where[one] == at)]
                        for at, table in enumerate(tables)
                    ),
                    key=len,
                )
                for tables, where in zip(chosen, joined, strict=True)
            ]


def _met(tables: Tables, joined: list[int]) -> list[tuple[int, int]]:
    """Return whom each of those who join meets."""
    return [(one, other) for one, table in enumerate(joined) for other in tables[table]]


def read(words: Iterable[str]) -> Evening:
    return [[[*map(CONTESTANTS.index, table)] for table in word.split("/")] for word in words]


def text(evening: Evening) -> str:
    return " ".join("/".join("".join(CONTESTANTS[one] for one in table) for table in tables) for tables in evening)


def main(seed: int = 1, tries: int = 3) -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "evenings"
        source = Path(__file__).with_suffix(".c")
        subprocess.run(["cc", "-O3", "-o", program, source, "-lm"], check=True)
        found = list(chain.from_iterable(improved(program, seed, tries, sizes) for sizes in all_sizes()))
    FILE.write_text("".join(text(evening) + "\n" for evening in found))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
