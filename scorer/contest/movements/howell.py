"""Howell movements: there is one field, most pairs move, and each pair plays all sets of deals.

There are R rounds and R sets. `howell_starts.py` says where the pairs and sets are in the first round. After each round
all numbers of pairs and sets up to R go up by one, and R becomes 1: a pair takes the place of the pair numbered one
lower. The pairs from R + 1 on stay. 28 pairs in 27 rounds count in three digits modulo 3 instead: after round r, the
digits of r are added to the digits of each number less 1, without carrying. The rounds of 6 pairs in 5 rounds are
listed one by one. At turned tables the two pairs change sides.

    rounds            2 T - 1, all meet       full
                      T + 1 to 2 T - 2        three-quarter, reduced; T + 1 is the hesitation
                      up to T                 the first rounds of T + 1: curtailed

As a barometer, all tables of a round play the set with its number, each with its own copy.

With an odd number of pairs the last pair, 2 T, is missing. Tables share deals only where a movement of this kind cannot
avoid it: 2 tables, 3 in 5 rounds, 4 in 6, 5 in 8, and even T in T + 1.

Source: the club's text on events, A1.2. All balances published there are reached or bettered.
"""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Self

from scorer.contest.families import MAX_DEFAULT_ROUNDS, Family, Task, within
from scorer.contest.movements.howell_starts import STARTS
from scorer.contest.plan import NOBODY, Plan, Round, Sitting

FEWEST_PAIRS, MAX_PAIRS = 3, 30
DIGITS = {(14, 27): 3}
"""The base in which numbers are added digit by digit, by tables and rounds."""

Cell = tuple[int, int, int]
"""N-S pair, E-W pair and set, all numbered from 0."""


@dataclass(frozen=True, slots=True)
class Howell(Family):
    barometer: bool = False
    """Whether all tables play the same deals in each round, so that there is a ranking after it."""
    section_tables: ClassVar = (4, 8)

    def complete(self, task: Task) -> tuple[Self, Task]:
        pairs = within("contestants", task.contestants, FEWEST_PAIRS, MAX_PAIRS)
        most = pairs - 1 + pairs % 2
        return self, task.with_deals(task.rounds_or(min(most, MAX_DEFAULT_ROUNDS), most))

    def plan(self, task: Task) -> Plan:
        tables, rounds = (task.contestants + 1) // 2, task.rounds or 0
        cells = _cells(tables, max(rounds, tables + 1))
        return Plan(
            tuple(self._round(task, number, round_cells) for number, round_cells in enumerate(cells[:rounds], start=1))
        )

    def _round(self, task: Task, number: int, cells: tuple[Cell, ...]) -> Round:
        def there(pair: int) -> int:
            return pair + 1 if pair < task.contestants else NOBODY

        def sitting(station: int, ns: int, ew: int, deals: int) -> Sitting:
            where = (task.deals(number), station) if self.barometer else (task.deals(deals + 1), 1)
            return Sitting(station, (there(ns), there(ew)), *where)

        return Round.of(number, (sitting(station, *cell) for station, cell in enumerate(cells, start=1)))


@cache
def _cells(tables: int, rounds: int) -> tuple[tuple[Cell, ...], ...]:
    _sd, start, turned = STARTS[tables, rounds]
    listed = [[_cell(word) for word in line.split()] for line in start.split("/")]
    if len(listed) > 1:
        return tuple(map(tuple, listed))
    base = DIGITS.get((tables, rounds), rounds)
    return tuple(
        tuple(
            _advanced(cell, number, rounds, base, turned=int(mask, 16) >> table & 1 == 1)
            for table, cell in enumerate(listed[0])
        )
        for number, mask in enumerate(turned.split())
    )


def _cell(word: str) -> Cell:
    """Read a cell such as "8-5:2"."""
    pairs, _, deals = word.partition(":")
    ns, _, ew = pairs.partition("-")
    return int(ns) - 1, int(ew) - 1, int(deals) - 1


def _advanced(cell: Cell, number: int, rounds: int, base: int, *, turned: bool) -> Cell:
    ns, ew, deals = (place if place >= rounds else _sum_without_carry(place, number, base) for place in cell)
    return (ew, ns, deals) if turned else (ns, ew, deals)


def _sum_without_carry(left: int, right: int, base: int) -> int:
    """Add two numbers digit by digit, without carrying."""
    total, weight = 0, 1
    while left or right:
        total += (left + right) % base * weight
        left, right, weight = left // base, right // base, weight * base
    return total
