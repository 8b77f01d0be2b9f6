"""A club's own movement: each format is read, what is wrong is said line by line, and the judge says what is sound."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.families import Task
from scorer.contest.individual import Individual
from scorer.contest.movement_files import MOV_DATA, Reading, read_movement
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.plan import Plan, judge, sittings_of
from tests.contest.judging import made, sound
from tests.contest.movements.test_individual import oppose, partners


def read(text: str) -> Reading:
    return read_movement(text.encode())


def lines_of(plan: Plan) -> str:
    """The plan as a line for each round."""
    return "\n".join(
        " ".join(f"{'-'.join(map(str, sitting.contestants))}:{sitting.deals[0]}" for sitting in round_.sittings)
        for round_ in plan.rounds
    )


def by_table(plan: Plan) -> list[list[tuple[tuple[int, ...], int]]]:
    tables: dict[int, list[tuple[tuple[int, ...], int]]] = {}
    for _round, sitting in sittings_of(plan.rounds):
        tables.setdefault(sitting.station, []).append((sitting.contestants, sitting.deals[0]))
    return list(tables.values())


def mov(kind: int, tables: list[list[tuple[tuple[int, ...], int]]]) -> bytes:
    head = bytes([0x5D, 0x8D, kind, len(tables), len(tables[0]), len(tables[0])]) + b"A movement of ours"
    return head.ljust(MOV_DATA, b"\0") + bytes(
        number for cells in tables for contestants, deals in cells for number in (*contestants, deals)
    )


def ebu(kind: int, tables: list[list[tuple[tuple[int, ...], int]]], missing: int = 0, per_round: int = 1) -> str:
    rounds = len(tables[0])
    head = f"{kind},{len(tables)},{rounds * per_round},{per_round},{rounds},{missing}"
    return "\n".join(
        [head, *(",".join(f"{','.join(map(str, there))},{deals}" for there, deals in cells) for cells in tables)]
    )


HOWELL = made(Howell(), 8, 7)


def test_all_formats_of_pairs_say_the_same() -> None:
    text = lines_of(HOWELL)
    titled = [
        "\n".join(f"{title % number} {line}" for number, line in enumerate(text.splitlines(), start=1))
        for title in ("Round %d:", "r%d", "Runde %d.", "Tour %d :", "%d. коло", "%d.", "%d)")
    ]
    rows = [
        f"{number},{sitting.station},{sitting.contestants[0]},{sitting.contestants[1]},{sitting.deals[0]}"
        for number, sitting in sittings_of(HOWELL.rounds)
    ]
    table = "\n".join(["Round,Table,NS,EW,Set", *rows])
    for content in (
        text,
        *titled,
        text.replace("\n", "\r\n"),
        table,
        table.replace(",", ";"),
        ebu(0, by_table(HOWELL)),
    ):
        reading = read(content)
        assert reading.problems == []
        assert reading.plan(1) == HOWELL
    for encoded in (mov(1, by_table(HOWELL)), text.encode("utf-16"), text.encode("utf-8-sig")):
        reading = read_movement(encoded)
        assert reading.problems == []
        assert reading.plan(1) == HOWELL


def test_a_first_round_goes_round() -> None:
    start = " ".join(f"{'-'.join(map(str, cell.contestants))}:{cell.deals[0]}" for cell in HOWELL.rounds[0].sittings)
    reading = read(f"cyclic 7\n{start}")
    assert reading.problems == []
    sound(reading.plan(2))
    couples = [{frozenset(cell.contestants) for cell in round_.sittings} for round_ in reading.plan(1).rounds]
    assert couples == [{frozenset(cell.contestants) for cell in round_.sittings} for round_ in HOWELL.rounds]


INDIVIDUALS = {
    (8, 7, "8 7 1 3:1, 2 6 4 5:1"): {2},
    (12, 11, "12 7 1 3:1, 2 5 4 8:1, 6 11 9 10:1"): {2},
    (12, 11, "12 7 2 6:6, 1 9 3 4:10, 5 11 8 10:2"): set(range(5)),
    (13, 13, "1 6 3 13:13, 2 4 8 12:10, 5 11 9 10:1"): {2},
}
"""Players, rounds and a first round with N, S, E, W and set; how often two players may oppose each other. The club's
text on events, A1.5.
"""


@pytest.mark.parametrize(("players", "rounds", "start"), INDIVIDUALS)
def test_published_starts_of_individuals_let_everybody_be_the_partner_of_everybody_once(
    players: int, rounds: int, start: str
) -> None:
    tables = [re.split("[ :]", table) for table in start.split(", ")]
    said = " ".join(f"{north}-{east}-{south}-{west}:{deals}" for north, south, east, west, deals in tables)
    reading = read(f"cyclic {rounds}\n{said}")
    assert reading.problems == []
    plan = reading.plan(2)
    sound(plan)
    assert set(partners(plan).values()) == {1}
    assert len(partners(plan)) == players * (players - 1) // 2
    assert oppose(plan, players) <= INDIVIDUALS[players, rounds, start]
    assert {len(round_.resting) for round_ in plan.rounds} == {players % 4}


def test_individuals_are_read_with_partners_first_from_ebu_lines() -> None:
    plan = made(Individual(), 12, 11)
    swapped = [[((n, s, e, w), deals) for (n, e, s, w), deals in cells] for cells in by_table(plan)]
    assert read(ebu(3, swapped)).plan(1) == plan
    assert read(lines_of(plan)).plan(1) == plan


def test_a_mitchell_with_numbers_that_begin_again_is_numbered_on() -> None:
    plan = made(Mitchell(), 10, 5)
    again = [[((ns, ew - 5), deals) for (ns, ew), deals in cells] for cells in by_table(plan)]
    assert read(ebu(1, again)).plan(1) == plan
    assert read_movement(mov(2, again)).plan(1) == plan
    assert read(ebu(1, by_table(plan))).plan(1) == plan


def test_the_missing_pair_lets_its_opponents_rest() -> None:
    reading = read(ebu(0, by_table(HOWELL), missing=8, per_round=3))
    plan = reading.plan(1)
    assert plan == made(Howell(), 7, 7, per_round=3)
    assert sound(plan)
    assert read(lines_of(HOWELL).replace("-8:", "-0:").replace("8-", "0-")).plan(3) == plan


def test_boards_are_sets() -> None:
    text = "round;table;ns;ew;boards\n1;1;1;3;1-3\n1;2;2;4;4-6\n2;1;1;4;4-6\n2;2;2;3;1-3"
    plan = read(text).plan(9)
    assert [sitting.deals for _round, sitting in sittings_of(plan.rounds)] == [
        (1, 2, 3),
        (4, 5, 6),
        (4, 5, 6),
        (1, 2, 3),
    ]
    assert read(f"{text}\n3;1;1;2;5-7").problems[0][0] == 6


def test_an_unsound_movement_is_read_and_judged() -> None:
    verdict = judge(read("1-2:1 3-4:2\n1-3:1 2-4:3").plan(1))
    assert {finding.code for finding in verdict.defects} == {"deal_again"}


FAULTY = {
    "nothing": ("", [(0, "no_movement")]),
    "a letter": ("Dear director", [(1, "no_movement")]),
    "a cell": ("1-2:1 3-4\n5:1 x", [(1, "no_table"), (2, "no_table"), (2, "no_table")]),
    "three at a table": ("1-2-3:1", [(1, "no_table")]),
    "a short line": ("0,2,4,1,2,0\n1,2,1,3,4,2\n1,2,3", [(3, "as_many")]),
    "a table too few": ("0,2,4,1,2,0\n1,2,1,3,4,2", [(0, "as_many_tables")]),
    "no column": ("round,table,ns,set\n1,1,1,1", [(1, "no_column")]),
    "no number": ("round,table,ns,ew,set\n1,1,1,x,1", [(2, "whole_numbers")]),
    "a table twice": ("round,table,ns,ew,set\n1,1,1,2,1\n1,1,3,4,1", [(3, "table_twice")]),
    "boards from high to low": ("round,table,ns,ew,boards\n1,1,1,2,8-7", [(2, "no_set")]),
    "more boards than a round has": ("round,table,ns,ew,boards\n1,1,1,2,1-101", [(2, "no_set")]),
    "too many rounds": ("cyclic 101\n1-2:1", [(1, "number_range")]),
    "too many contestants": ("1-999:1", [(0, "number_range")]),
}


@pytest.mark.parametrize("name", FAULTY)
def test_what_is_wrong_is_said_with_the_number_of_the_line(name: str) -> None:
    text, expected = FAULTY[name]
    assert [(line, problem.code) for line, problem in read(text).problems] == expected


@pytest.mark.parametrize("content", [b"\x5d\x8d", b"\x5d\x8d\x01\x02\x03\x03", mov(1, by_table(HOWELL))[:-1]])
def test_a_file_that_ends_early_is_refused(content: bytes) -> None:
    assert [problem.code for _line, problem in read_movement(content).problems] == ["movement_ends_early"]


def test_a_large_file_is_refused() -> None:
    assert [problem.code for _line, problem in read_movement(b"1-2:1 " * 20_000).problems] == ["too_long_movement"]


@given(st.binary(max_size=400))
def test_whatever_a_file_holds_is_read_or_refused(content: bytes) -> None:
    reading = read_movement(content)
    assert reading.problems or judge(reading.plan(2))


@given(st.text("0123456789-:,;. \n\tcyclirondtablewsu", max_size=200))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    reading = read(text)
    assert reading.problems or judge(reading.plan(2))


@given(st.integers(4, 28))
def test_every_individual_is_read_as_it_was_written(players: int) -> None:
    plan = made(Individual(), players, 3)
    assert [round_.sittings for round_ in read(lines_of(plan)).plan(1).rounds] == [
        round_.sittings for round_ in plan.rounds
    ]
    assert Individual().complete(Task(players))
