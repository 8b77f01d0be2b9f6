"""Finds the first rounds that `scorer/contest/movements/howell_starts.py` keeps, and writes that file:

    python -m tests.contest.howells

About a quarter of an hour of one core, and the same file each time. `howell.py` says how a movement goes on from there.

How they are found. Places are numbers of a group: whole numbers modulo the rounds, or for 28 pairs three digits modulo
3. A first round is sound when the moving pairs fill its places once, no two tables have the same difference of places,
and no two places have the same difference from the deals of their table. That is a search with retreat, from a seed.
Six pairs in five rounds are listed in full: going round, all tables would share in every round, while two ways to pair
all with all, one for the rounds and one for the deals, have only one round in common.

How they are turned, who sits N-S and who E-W. In a full Howell a sequence of signs decides, by the difference of place
and deals: if it agrees with itself equally often at every shift, every two pairs are compared equally. Quadratic
residues do, where the rounds are prime; elsewhere it is found by hill climbing. Where not all pairs meet, single tables
of single rounds are turned, by annealing on the sum of squares of the comparisons.
"""

import math
import random
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from operator import mul
from pathlib import Path
from typing import Self

TARGET = Path(__file__).resolve().parents[2] / "scorer/contest/movements/howell_starts.py"
BEGINS, ENDS = 'MOVEMENTS = """\\\n', '"""\n\n\ndef '
MAX_TABLES = 15
SEEDS = {2: 1, 3: 24, 4: 24, 5: 24, 6: 24, 7: 24, 8: 20, 9: 20, 10: 16}
FEWEST_SEEDS = 10
STEPS = 200_000
HOT, COLD = 300.0, 4.0
BUDGET = 20_000
"""Tries before a search begins again from other numbers."""

SHARING = {(2, 3), (4, 6), (5, 8)}
"""Tables and rounds where two tables of every first round share their deals; as they do where an even number of tables
plays one round more."""

Table = tuple[int, int | None, int]
"""Two places and the deals, all from 0; None where a pair sits for good."""
Cell = tuple[int, int, int]
"""Two pairs and the deals."""


@dataclass
class Group:
    size: int
    base: int = 0
    """Numbers are added digit by digit in this base, without carrying; 0: they have one digit."""
    sums: list[list[int]] = field(init=False)
    differences: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        numbers = range(self.size)
        self.sums = [[self.add(one, other) for other in numbers] for one in numbers]
        self.differences = [[0] * self.size for _ in numbers]
        for one in numbers:
            for other in numbers:
                self.differences[self.sums[one][other]][other] = one

    def add(self, one: int, other: int) -> int:
        base, total, weight = self.base or self.size, 0, 1
        while weight < self.size:
            total += (one // weight + other // weight) % base * weight
            weight *= base
        return total


def first_round(tables: int, group: Group, rng: random.Random, shared: int, signs: Sequence[int] | None) -> list[Table]:
    """A sound first round, at most `shared` tables of which have the deals of another one; none found: empty."""
    rounds = group.size
    classes = sorted({min(shift, group.differences[0][shift]) for shift in range(1, rounds)})
    classes = [shift for shift in classes if group.sums[shift][shift] != 0]
    for _again in range(400):
        rng.shuffle(classes)
        search = Search(tables, group, rng, shared, signs, classes[: rounds - tables])
        if search.moving(0):
            return search.found
    return []


@dataclass
class Search:
    tables: int
    group: Group
    rng: random.Random
    shared: int
    signs: Sequence[int] | None
    shifts: Sequence[int]
    found: list[Table] = field(default_factory=list)
    places: set[int] = field(default_factory=set)
    offsets: set[int] = field(default_factory=set)
    budget: int = BUDGET

    def shuffled(self) -> list[int]:
        numbers = list(range(self.group.size))
        self.rng.shuffle(numbers)
        return numbers

    def fits(self, deals: int) -> bool:
        used = [table[2] for table in self.found]
        return deals not in used or len(used) - len(set(used)) < self.shared

    def moving(self, count: int) -> bool:
        """Tables of two pairs that both move; then those where one sits for good."""
        if count == len(self.shifts):
            return self.sitting()
        add = self.group.sums
        for offset in self.shuffled():
            other = add[offset][self.shifts[count]]
            if {offset, other} & self.offsets or (self.signs and self.signs[offset] == self.signs[other]):
                continue
            for deals in self.shuffled():
                self.budget -= 1
                if self.budget <= 0:
                    return False
                if not self.fits(deals) or {add[offset][deals], add[other][deals]} & self.places:
                    continue
                if self.tried((add[offset][deals], add[other][deals], deals), (offset, other), count + 1):
                    return True
        return False

    def sitting(self) -> bool:
        if len(self.found) == self.tables:
            return True
        place = min(set(range(self.group.size)) - self.places)
        for offset in self.shuffled():
            self.budget -= 1
            if self.budget <= 0:
                return False
            deals = self.group.differences[place][offset]
            if offset in self.offsets or not self.fits(deals) or (self.signs and self.signs[offset] > 0):
                continue
            if self.tried((place, None, deals), (offset,), len(self.shifts)):
                return True
        return False

    def tried(self, table: Table, offsets: tuple[int, ...], count: int) -> bool:
        taken = {place for place in table[:2] if place is not None}
        self.found.append(table)
        self.places |= taken
        self.offsets |= set(offsets)
        if self.moving(count):
            return True
        self.found.pop()
        self.places -= taken
        self.offsets -= set(offsets)
        return False


@dataclass
class Movement:
    """All rounds, by table: two pairs from 0, N-S before E-W unless the cell is turned, and the deals."""

    tables: int
    rounds: int
    cells: list[list[Cell]]
    goes_round: bool = True
    """So that the first round says it all."""
    turned: set[tuple[int, int]] = field(default_factory=set)

    @classmethod
    def going_round(cls, tables: int, group: Group, start: list[Table]) -> Self:
        add, rounds, cells = group.sums, group.size, []
        for number in range(rounds):
            sitting = iter(range(rounds, 2 * tables))
            cells.append(
                [
                    (next(sitting) if b is None else add[a][number], add[a if b is None else b][number], add[s][number])
                    for a, b, s in start
                ]
            )
        return cls(tables, rounds, cells)

    def directions(self) -> list[list[int]]:
        found = [[0] * 2 * self.tables for _ in range(self.rounds)]
        for number, cells in enumerate(self.cells):
            for table, (ns, ew, deals) in enumerate(cells):
                found[deals][ns] = -1 if (number, table) in self.turned else 1
                found[deals][ew] = -found[deals][ns]
        return found

    def compared(self, directions: list[list[int]]) -> list[list[int]]:
        pairs = range(2 * self.tables)
        found = [[sum(row[one] * row[other] for row in directions) for other in pairs] for one in pairs]
        for cells in self.cells:
            for one, other, _deals in cells:
                found[one][other] += self.tables
                found[other][one] += self.tables
        for one in pairs:
            found[one][one] = 0
        return found

    def squares(self) -> int:
        return sum(value * value for row in self.compared(self.directions()) for value in row) // 2

    def sd(self) -> float:
        couples = self.tables * (2 * self.tables - 1)
        mean = self.rounds * (self.tables - 1) * self.tables / couples
        return math.sqrt(max(0.0, self.squares() / couples - mean * mean))

    def turn_by(self, signs: Sequence[int], group: Group) -> None:
        """N-S is who has a plus at its offset from the deals; who sits for good has one always."""
        for number, cells in enumerate(self.cells):
            for table, (ns, _ew, deals) in enumerate(cells):
                if ns < self.rounds and signs[group.differences[ns][deals]] < 0:
                    self.turned.add((number, table))

    def anneal(self, rng: random.Random) -> None:
        """Turns single cells. What that does to the sum of squares is read off two rows of `compared`."""
        rounds, pairs = self.rounds, 2 * self.tables
        self.turned = {
            (number, table) for number in range(rounds) for table in range(self.tables) if rng.random() < 0.5
        }
        directions, cost = self.directions(), 0
        compared = self.compared(directions)
        best, least = set(self.turned), 0
        heat, cooling = HOT, (COLD / HOT) ** (1 / STEPS)
        for _step in range(STEPS):
            heat *= cooling
            cell = int(rng.random() * rounds), int(rng.random() * self.tables)
            one, other, deals = self.cells[cell[0]][cell[1]]
            signs, mine, theirs = directions[deals], compared[one], compared[other]
            sign = signs[one]
            ahead = sum(map(mul, signs, mine)) - sum(map(mul, signs, theirs)) + 2 * sign * mine[other]
            change = 8 * (pairs - 2) - 4 * sign * ahead
            if change > 0 and rng.random() >= math.exp(-change / heat):
                continue
            for third in range(pairs):
                if third not in (one, other):
                    step = 2 * sign * signs[third]
                    mine[third] -= step
                    compared[third][one] -= step
                    theirs[third] += step
                    compared[third][other] += step
            signs[one], signs[other] = -sign, sign
            self.turned ^= {cell}
            cost += change
            if cost < least:
                best, least = set(self.turned), cost
        self.turned = best

    def mix_directions(self) -> None:
        """Turns a set of deals wherever it is played if somebody never changes sides: no comparison changes by that."""
        for deals in range(self.rounds):
            if all(len(set(column)) > 1 for column in zip(*self.directions(), strict=True)):
                return
            self.turned ^= {
                (number, table)
                for number, cells in enumerate(self.cells)
                for table, cell in enumerate(cells)
                if cell[2] == deals
            }

    def written(self) -> str:
        """The movement as the file has it, with as few cells turned as can be."""
        numbers, tables = range(self.rounds), range(self.tables)
        if self.goes_round:
            often = {
                table for table in tables if sum((number, table) in self.turned for number in numbers) > self.rounds / 2
            }
            first = _written(self.cells[0], often)
            masks = [sum(1 << t for t in tables if ((number, t) in self.turned) != (t in often)) for number in numbers]
            turned = " ".join(f"{mask:x}" for mask in masks)
        else:
            first = " / ".join(
                _written(cells, {table for table in tables if (number, table) in self.turned})
                for number, cells in enumerate(self.cells)
            )
            turned = ""
        text = f"{self.tables} {self.rounds} {self.sd():.4f} | {first} | {turned}"
        return "\n".join(textwrap.wrap(text, 118, break_on_hyphens=False, subsequent_indent="  ")) + "\n"


def _written(cells: list[Cell], turned: set[int]) -> str:
    ways = [
        (two, one, deals) if table in turned else (one, two, deals) for table, (one, two, deals) in enumerate(cells)
    ]
    return " ".join(f"{one + 1}-{two + 1}:{deals + 1}" for one, two, deals in ways)


def signs_of(group: Group) -> list[int]:
    """A sequence whose agreement with itself, shifted, is as even as can be found; one more minus than plus."""
    size = group.size
    squares = {number * number % size for number in range(1, size)}
    if group.base:
        return [1 if number in squares_of_27() else -1 for number in range(size)]
    if all(size % factor for factor in range(2, size)):
        return [1 if number in squares else -1 for number in range(size)]
    rng, best, least = random.Random(size), [0], math.inf
    for _again in range(400):
        plus = set(rng.sample(range(size), size // 2))
        cost = uneven(plus, group)
        while True:
            swaps = [(gone, come) for gone in plus for come in range(size) if come not in plus]
            new, gone, come = min((uneven(plus - {gone} | {come}, group), gone, come) for gone, come in swaps)
            if new >= cost:
                break
            plus, cost = plus - {gone} | {come}, new
        if cost < least:
            best, least = [1 if number in plus else -1 for number in range(size)], cost
    return best


def uneven(plus: set[int], group: Group) -> int:
    shifts = range(1, group.size // 2 + 1)
    return sum(len(plus & {(number + shift) % group.size for number in plus}) ** 2 for shift in shifts)


def squares_of_27() -> set[int]:
    """The squares of the field of 27, as three digits modulo 3 of a polynomial, where x³ = x + 2."""

    def times_x(number: int) -> int:
        low, middle, high = number % 3, number // 3 % 3, number // 9
        return (2 * high) % 3 + (low + high) % 3 * 3 + middle * 9

    power, powers = 1, []
    for _step in range(26):
        powers.append(power)
        power = times_x(power)
    return set(powers[::2])


def full(tables: int) -> Movement:
    rounds = 2 * tables - 1
    group = Group(rounds, 3 if rounds == 27 else 0)
    signs = signs_of(group)
    start = first_round(tables, group, random.Random(1), shares(tables, rounds), signs)
    movement = Movement.going_round(tables, group, start)
    movement.turn_by(signs, group)
    return movement


def reduced(tables: int, rounds: int) -> Movement:
    group, found = Group(rounds), []
    for seed in range(SEEDS.get(tables, FEWEST_SEEDS)):
        rng = random.Random(seed)
        start = first_round(tables, group, rng, shares(tables, rounds), None)
        movement = Movement.going_round(tables, group, start)
        movement.anneal(rng)
        found.append(movement)
    return min(found, key=Movement.squares)


def of_six() -> Movement:
    """Two ways to pair six with all others in five rounds that have one round in common: there is no way with none."""
    ways = list(pairings(frozenset(combinations(range(6), 2))))
    rounds, deals = next((one, other) for one in ways for other in ways if len(set(one) & set(other)) == 1)
    played = {couple: number for number, couples in enumerate(deals) for couple in couples}
    cells = [[(one, two, played[one, two]) for one, two in sorted(couples)] for couples in rounds]
    movement = Movement(3, 5, cells, goes_round=False)
    movement.anneal(random.Random(1))
    return movement


def pairings(left: frozenset[tuple[int, int]]) -> Iterator[tuple[frozenset[tuple[int, int]], ...]]:
    """All ways to part couples into rounds of three."""
    if not left:
        yield ()
        return
    for others in combinations(sorted(left - {min(left)}), 2):
        couples = frozenset({min(left), *others})
        if len(set(chain.from_iterable(couples))) == 6:
            yield from ((couples, *rest) for rest in pairings(left - couples))


def shares(tables: int, rounds: int) -> int:
    return int((tables, rounds) in SHARING or (tables % 2 == 0 and rounds == tables + 1))


def all_movements() -> Iterator[Movement]:
    for tables in range(2, MAX_TABLES + 1):
        for rounds in range(tables + 1, 2 * tables):
            if (tables, rounds) == (3, 5):
                movement = of_six()
            else:
                movement = full(tables) if rounds == 2 * tables - 1 else reduced(tables, rounds)
            movement.mix_directions()
            yield movement


if __name__ == "__main__":
    before, _, rest = TARGET.read_text().partition(BEGINS)
    _old, _, after = rest.partition(ENDS)
    TARGET.write_text(before + BEGINS + "".join(movement.written() for movement in all_movements()) + ENDS + after)
