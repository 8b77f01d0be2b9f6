"""A club's own movement, read from a file or from what was typed. Whether it is sound, the judge of plans says.

    EBU lines    `type,tables,boards,per round,rounds,missing`, then a line for each table: the pairs N-S and E-W and
                 the set of each round. Types 3 and 4 are individuals, with four players N, S, E, W and the set
    ACBL .MOV    bytes: 5D 8D, the type, tables, rounds, sets; from 2C3 on the same three numbers for each table
    CSV          a line of titles: round, table, ns, ew, set (or boards, as in 7-9); n, e, s, w in an individual
    cyclic       `cyclic 7`, the number of rounds and sets; then the tables of the first round, as in 8-5:2 or 1-6-3-9:2
                 After each round, all numbers up to 7 (in an individual, in each ring of 7) go up by one, and the last
                 becomes the first
    round lines  a line for each round with its tables, as in 1-8:3 2-9:4

0 stands for nobody, so that whoever would sit there rests, as with set 0. In a Mitchell whose E-W pairs are numbered
from 1 again, they follow the N-S pairs.

Source: the club's text on events, A1.7.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from scorer.contest.families import MAX_CONTESTANTS, MAX_DEALS, moved_up
from scorer.contest.plan import NOBODY, SIDES, Plan, Resting, Round, Sitting
from scorer.scoring import Problem

MAX_BYTES = 100_000
MAX_ROUNDS, MAX_TABLES = 100, 200
MOV, MOV_DATA = b"\x5d\x8d", 0x2C3
MOV_HEAD = 6
MITCHELLS, INDIVIDUALS = (1, 2), (3, 4)
"""Types of movements in EBU lines. In a .MOV, 1 is a Howell and everything else a Mitchell."""
MOV_HOWELL = 1
FOUR = 4
HEAD = 6
"""How many numbers the first of the EBU lines has."""
CELL = re.compile(r"([0-9]{1,3}(?:[-–][0-9]{1,3}){1,3}):([0-9]{1,3})")
CYCLIC = re.compile(r"cyclic[\s,;:]+([0-9]{1,3})", re.IGNORECASE)
LABEL = re.compile(r"^\s*(?:[^\W\d_]+\.?\s*[0-9]*\s*[:.)]?|[0-9]+\s*[:.)](?:\s*[^\W\d_]+:?)?)\s+(?=[0-9])")
"""What a round may be called at the start of its line, in any language: "Round 1:", "R1", "3. коло" or "1."."""
TITLES = {"round", "table"}
SEATS = ("n", "e", "s", "w")


class Cell(NamedTuple):
    """Who plays which set at a table."""

    contestants: tuple[int, ...]
    set: int

    def __str__(self) -> str:
        return f"{'-'.join(map(str, self.contestants))}:{self.set}"


NO_CELL = Cell((NOBODY, NOBODY), 0)

Table = dict[int, Cell]
"""By the number of the table."""


@dataclass
class Reading:
    """What was read. Problems come with the numbers of their lines; 0 is the file as a whole."""

    rounds: dict[int, Table] = field(default_factory=dict)
    per_round: int | None = None
    problems: list[tuple[int, Problem]] = field(default_factory=list)

    def refuse(self, line: int, code: str, **params: str | int) -> None:
        self.problems.append((line, Problem("", code, params)))

    @property
    def contestants(self) -> int:
        """The highest number that plays or rests."""
        cells = chain.from_iterable(table.values() for table in self.rounds.values())
        return max(chain.from_iterable(cell.contestants for cell in cells), default=0)

    def plan(self, per_round: int, *, missing: int = NOBODY) -> Plan:
        """Return the plan, in which a set has so many deals unless the file says how many."""
        count = self.per_round or per_round
        rounds = ((number, _without(missing, tables)) for number, tables in sorted(self.rounds.items()))
        return Plan(tuple(self._round(number, tables, count) for number, tables in rounds))

    @property
    def lines(self) -> str:
        """The movement as a line for each round."""
        stations = range(1, 1 + max(map(max, self.rounds.values())))
        tables = [self.rounds.get(number, {}) for number in range(1, 1 + max(self.rounds))]
        return "\n".join(" ".join(str(there.get(station, NO_CELL)) for station in stations) for there in tables)

    def _round(self, number: int, tables: Table, per_round: int) -> Round:
        sittings, resting = list[Sitting](), list[Resting]()
        for station, cell in sorted(tables.items()):
            sitting = Sitting(station, cell.contestants, _deals(cell.set, per_round))
            if sitting.deals and NOBODY not in sitting.contestants:
                sittings.append(sitting)
                continue
            half_table = sitting if sitting.deals and len(sitting.contestants) == SIDES else None
            resting += [Resting(one, half_table) for one in sitting.contestants if one != NOBODY]
        if any(len(sitting.contestants) == FOUR for sitting in sittings):
            there = {one for cell in tables.values() for one in cell.contestants}
            resting += [Resting(one) for one in range(1, self.contestants + 1) if one not in there]
        return Round(number, tuple(sittings), tuple(resting))


def read_movement(content: bytes) -> Reading:
    reading = Reading()
    if len(content) > MAX_BYTES:
        reading.refuse(0, "too_long_movement")
    elif content.startswith(MOV):
        _read_mov(content, reading)
    else:
        is_utf16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        _read_text(content.decode("utf-16" if is_utf16 else "utf-8-sig", "replace"), reading)
    cells = [cell for tables in reading.rounds.values() for cell in tables.values()]
    if not reading.problems and not cells:
        reading.refuse(0, "no_movement")
    if max((number for cell in cells for number in cell.contestants), default=0) > MAX_CONTESTANTS:
        reading.refuse(0, "number_range", least=1, most=MAX_CONTESTANTS)
    return reading


def _without(missing: int, tables: Table) -> Table:
    return {
        station: cell._replace(contestants=tuple(NOBODY if one == missing else one for one in cell.contestants))
        for station, cell in tables.items()
    }


def _deals(number: int, per_round: int) -> tuple[int, ...]:
    first = (number - 1) * per_round + 1
    return tuple(range(first, first + per_round)) if number else ()


def _read_mov(content: bytes, reading: Reading) -> None:
    kind, tables, rounds = content[2:5] if len(content) >= MOV_HEAD else (0, 0, 0)
    numbers = list(content[MOV_DATA:])
    if not tables or not rounds or len(numbers) < 3 * tables * rounds:
        reading.refuse(0, "movement_ends_early")
        return
    by_table = [_cells(numbers[3 * rounds * table : 3 * rounds * (table + 1)], SIDES) for table in range(tables)]
    _take_tables(by_table, reading, mitchell=kind != MOV_HOWELL)


def _read_text(text: str, reading: Reading) -> None:
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        return
    first = lines[0][1]
    titles = [title.strip().lower() for title in re.split(r"[,;\t]", first)]
    cyclic = CYCLIC.fullmatch(first)
    if cyclic:
        _read_cyclic(int(cyclic[1]), lines, reading)
    elif set(titles) >= TITLES:
        _read_csv(titles, lines, reading)
    elif CELL.search(first):
        for round_, (number, line) in enumerate(lines, start=1):
            reading.rounds[round_] = dict(enumerate(_read_cells(number, LABEL.sub("", line), reading), start=1))
        if len(lines) > MAX_ROUNDS:
            reading.refuse(0, "number_range", least=1, most=MAX_ROUNDS)
    elif len(_whole(first)) == HEAD:
        _read_ebu(lines, reading)
    else:
        reading.refuse(lines[0][0], "no_movement")


def _read_cells(number: int, line: str, reading: Reading) -> Iterator[Cell]:
    for word in filter(None, re.split(r"[\s,;]+", line)):
        match = CELL.fullmatch(word)
        contestants = tuple(map(int, re.split("[-–]", match[1]))) if match else ()
        if match and len(contestants) in {SIDES, FOUR}:
            yield Cell(contestants, int(match[2]))
        else:
            reading.refuse(number, "no_table", text=word[:40])


def _read_cyclic(rounds: int, lines: Sequence[tuple[int, str]], reading: Reading) -> None:
    first = [cell for number, line in lines[1:] for cell in _read_cells(number, LABEL.sub("", line), reading)]
    if not 1 <= rounds <= MAX_ROUNDS:
        reading.refuse(lines[0][0], "number_range", least=1, most=MAX_ROUNDS)
        return
    highest = max((one for cell in first for one in cell.contestants), default=0)
    individual = any(len(cell.contestants) == FOUR for cell in first)
    moving = highest // rounds * rounds if individual else rounds
    for after in range(rounds):
        reading.rounds[after + 1] = {
            station: Cell(
                tuple(moved_up(one, after, rounds, moving) for one in cell.contestants),
                (cell.set - 1 + after) % rounds + 1 if cell.set else 0,
            )
            for station, cell in enumerate(first, start=1)
        }


def _read_csv(titles: Sequence[str], lines: Sequence[tuple[int, str]], reading: Reading) -> None:
    sides = ("ns", "ew") if "ns" in titles else SEATS
    needed = ("round", "table", *sides, "boards" if "boards" in titles else "set")
    missing = [title for title in needed if title not in titles]
    if missing:
        reading.refuse(lines[0][0], "no_column", columns=", ".join(missing))
        return
    separator = next(sign for sign in ",;\t" if sign in lines[0][1])
    for number, line in lines[1:]:
        cells = [cell.strip(' "') for cell in line.split(separator)]
        row = dict(zip(titles, cells, strict=False))
        *numbers, boards = (_whole(row.get(title, "")) for title in needed)
        if not all(len(found) == 1 for found in numbers) or not boards:
            reading.refuse(number, "whole_numbers", columns=", ".join(needed))
            continue
        round_, table, *contestants = (found[0] for found in numbers)
        count = boards[-1] - boards[0] + 1
        is_set = needed[-1] == "set" or not boards[0]
        if not is_set:
            reading.per_round = reading.per_round or min(max(count, 1), MAX_DEALS)
        if not (1 <= round_ <= MAX_ROUNDS and 1 <= table <= MAX_TABLES):
            reading.refuse(number, "number_range", least=1, most=MAX_TABLES)
        elif table in reading.rounds.setdefault(round_, {}):
            reading.refuse(number, "table_twice", round=round_, table=table)
        elif not is_set and (count != reading.per_round or (boards[0] - 1) % count):
            reading.refuse(number, "no_set", count=reading.per_round or 0)
        else:
            played = boards[0] if is_set else (boards[0] - 1) // count + 1
            reading.rounds[round_][table] = Cell(tuple(contestants), played)


def _read_ebu(lines: Sequence[tuple[int, str]], reading: Reading) -> None:
    kind, tables, _boards, per_round, rounds, missing = _whole(lines[0][1])
    reading.per_round = per_round or None
    size = FOUR if kind in INDIVIDUALS else SIDES
    if not (1 <= tables <= MAX_TABLES and 1 <= rounds <= MAX_ROUNDS and per_round <= MAX_DEALS):
        reading.refuse(lines[0][0], "number_range", least=1, most=MAX_TABLES)
        return
    by_table = []
    for number, line in lines[1:]:
        numbers = _whole(line)
        if len(numbers) != rounds * (size + 1):
            reading.refuse(number, "as_many", count=rounds * (size + 1))
        by_table.append(_cells(numbers, size))
    if len(by_table) != tables:
        reading.refuse(0, "as_many_tables", count=tables, found=len(by_table))
    if reading.problems:
        return
    if size == FOUR:  # N, S, E, W in the file
        by_table = [[Cell((n, e, s, w), deals) for (n, s, e, w), deals in cells] for cells in by_table]
    _take_tables(by_table, reading, mitchell=kind in MITCHELLS, missing=missing)


def _take_tables(by_table: Sequence[Sequence[Cell]], reading: Reading, *, mitchell: bool, missing: int = 0) -> None:
    first = {cell.contestants[0] for cells in by_table for cell in cells}
    second = {cell.contestants[-1] for cells in by_table for cell in cells}
    further = len(by_table) if mitchell and first & second - {NOBODY} else 0
    for station, cells in enumerate(by_table, start=1):
        for number, cell in enumerate(cells, start=1):
            *others, last = cell.contestants
            there = (*others, last + further if last else last)
            reading.rounds.setdefault(number, {})[station] = cell._replace(contestants=there)
    if missing:
        reading.rounds = {number: _without(missing, tables) for number, tables in reading.rounds.items()}


def _cells(numbers: Sequence[int], size: int) -> list[Cell]:
    steps = range(0, len(numbers) - size, size + 1)
    return [Cell(tuple(numbers[step : step + size]), numbers[step + size]) for step in steps]


def _whole(text: str) -> list[int]:
    """Return the whole numbers in a text, or none if there is anything else in it."""
    words = list(filter(None, re.split(r"[\s,;–()-]+", text)))
    return [int(word) for word in words] if all(re.fullmatch("[0-9]{1,4}", word) for word in words) else []
