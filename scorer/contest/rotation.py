"""A movement for four at a table who each compete alone, keep their seat and change tables.

There are T tables, and T sets of deals. The players are numbered seat by seat: 1 to T at the first, T + 1 to 2T at the
second and so on. In each round, those of each seat and the sets have moved by a number of tables of their own (shift).
Two players of different seats meet if their shifts differ by what their tables differed by at first. So nobody meets
anybody twice, and nobody plays a set twice, if the differences of any two of the five shifts are all different. Such
shifts are searched for in order; a shorter movement is the beginning of a longer one.

As a barometer, all tables play the same deals in each round, each its own copy.

For fewer than 20 players, for numbers that four does not divide and for more rounds than are known, the tables are
drawn for the fewest repeats, and the players change seats. All tables of a round then play the same deals.

Source: the club's text on events, B2: players keep their seat, and player and deal never meet twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Self

from scorer.contest.draws import Draw
from scorer.contest.families import MAX_CONTESTANTS, Family, Task, within
from scorer.contest.plan import Plan, Round, Sitting

SEATS = 4
USUAL_ROUNDS = 5
MAX_DRAWN_ROUNDS = 15
MOST_ROUNDS = {5: 5, 6: 5, 7: 7, 8: 6, 9: 7, 10: 8, 11: 9, 12: 9, 13: 10, 14: 10, 15: 11, 16: 12, 17: 12}
"""For how many rounds there are shifts that are found at once, by the number of tables."""
MANY_ROUNDS = 13
"""The same for more tables than these."""

Shifts = tuple[int, ...]
"""By how many tables the players of each seat have moved, and then the sets."""


@dataclass(frozen=True, slots=True)
class Rotation(Family):
    barometer: bool = False
    """Whether all tables play the same deals in each round, each its own copy."""

    def complete(self, task: Task) -> tuple[Self, Task]:
        within("contestants", task.contestants, SEATS, MAX_CONTESTANTS)
        rounds = task.rounds_or(USUAL_ROUNDS, MAX_DRAWN_ROUNDS)
        drawn = rounds > known_rounds(task.contestants)
        return replace(self, barometer=self.barometer or drawn), task.with_deals(rounds)

    def plan(self, task: Task) -> Plan:
        rounds = task.rounds or 0
        if rounds > known_rounds(task.contestants):
            return Draw(sizes=(SEATS,)).plan(task)
        tables = task.contestants // SEATS
        return Plan(tuple(self._round(task, tables, number) for number in range(rounds)))

    def _round(self, task: Task, tables: int, number: int) -> Round:
        """Return the round that comes so many rounds after the first."""
        *of_seats, of_sets = shifts(tables, number + 1)[number]
        sittings = []
        for table in range(tables):
            there = tuple(seat * tables + (table - shift) % tables + 1 for seat, shift in enumerate(of_seats))
            if self.barometer:
                sittings.append(Sitting(table + 1, there, task.deals(number + 1), table + 1))
            else:
                sittings.append(Sitting(table + 1, there, task.deals((table - of_sets) % tables + 1)))
        return Round(number + 1, tuple(sittings))


def known_rounds(contestants: int) -> int:
    """Return for how many rounds nobody meets again, if everybody keeps a seat: 0 where no such movement is known."""
    tables, left = divmod(contestants, SEATS)
    return 0 if left or tables < min(MOST_ROUNDS) else MOST_ROUNDS.get(tables, MANY_ROUNDS)


def shifts(tables: int, rounds: int) -> tuple[Shifts, ...]:
    """Return the shifts of so many rounds, of which the first are the same for any number of rounds."""
    return _all_shifts(tables)[:rounds]


@cache
def _all_shifts(tables: int) -> tuple[Shifts, ...]:
    search = _Search(tables)
    search.complete(known_rounds(tables * SEATS))
    return tuple(search.found)


class _Search:
    """A search for shifts, round by round and in each of them line by line: the four seats, then the sets."""

    def __init__(self, tables: int) -> None:
        self.tables = tables
        self.found: list[Shifts] = []
        self.used: dict[tuple[int, int], set[int]] = {couple: set() for couple in combinations(range(SEATS + 1), 2)}
        """The differences so far of any two lines."""

    def complete(self, rounds: int) -> bool:
        """Find the rounds that are left. Return False if there are none."""
        if len(self.found) == rounds:
            return True
        for shift in self._further(()):
            self.found.append(shift)
            for (line, other), differences in self.used.items():
                differences.add((shift[other] - shift[line]) % self.tables)
            if self.complete(rounds):
                return True
            self.found.pop()
            for (line, other), differences in self.used.items():
                differences.remove((shift[other] - shift[line]) % self.tables)
        return False

    def _further(self, shift: Shifts) -> Iterator[Shifts]:
        """Yield the shifts of a whole round that begin with these.

        The first seat stays. The second moves further in each round, since rounds may come in any order.
        """
        line = len(shift)
        if line > SEATS:
            yield shift
            return
        first = self.found[-1][1] + 1 if self.found and line == 1 else 0
        for step in range(first, self.tables if line else 1):
            if all((step - shift[other]) % self.tables not in self.used[other, line] for other in range(line)):
                yield from self._further((*shift, step))
