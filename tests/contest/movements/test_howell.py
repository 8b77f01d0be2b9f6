"""Howell movements: all that are kept are sound, and balance as they say."""

import math

import pytest

from scorer.contest.families import Impossible, Task
from scorer.contest.movements.howell import Howell
from scorer.contest.movements.howell_starts import MOVEMENTS, STARTS
from scorer.contest.plan import judge
from tests.contest import howells
from tests.contest.judging import made, meetings, rests, sound, warned

PUBLISHED = {(6, 9): 1.31, (7, 8): 1.99, (9, 10): 2.25, (10, 13): 2.22}
"""Tables and rounds; the best balance that the club's text on events knows of, A1.2."""
SHARED = {(2, 3): 3, (3, 5): 1, (4, 6): 6, (5, 8): 8}
"""How many sets are at several tables at once, in all rounds. Besides, one a round for even tables in tables + 1."""


def test_there_is_one_for_every_number_of_tables_and_rounds() -> None:
    assert set(STARTS) == {(tables, rounds) for tables in range(2, 16) for rounds in range(tables + 1, 2 * tables)}


@pytest.mark.parametrize(("tables", "rounds"), STARTS)
def test_a_whole_movement_is_sound_and_balances_as_stated(tables: int, rounds: int) -> None:
    plan = made(Howell(), 2 * tables, rounds)
    verdict = sound(plan)
    assert len(plan.rounds) == rounds
    assert set(meetings(plan).values()) == {1}
    assert len(meetings(plan)) == tables * rounds
    assert verdict.balance.sd == pytest.approx(STARTS[tables, rounds][0], abs=0.00005)
    warnings = warned(verdict)
    hesitation = rounds if tables % 2 == 0 and rounds == tables + 1 else 0
    assert warnings.pop("shared", 0) == SHARED.get((tables, rounds), hesitation)
    assert warnings == ({"one_direction": 1} if tables == 2 else {})  # three rounds cannot turn all four pairs


@pytest.mark.parametrize("tables", range(2, 16))
def test_all_meet_in_a_full_howell_and_are_compared_as_evenly_as_can_be(tables: int) -> None:
    """Equally where four divides the pairs. Where not, two comparisons of two pairs that move differ by 4 at least."""
    rounds = 2 * tables - 1
    assert len(meetings(made(Howell(), 2 * tables, rounds))) == tables * rounds
    least = 0 if tables % 2 == 0 else 2 * math.sqrt(1 - 1 / tables)
    assert STARTS[tables, rounds][0] == pytest.approx(least, abs=0.00005)


@pytest.mark.parametrize(
    ("pairs", "published"), [(4, 0), (8, 0), (12, 0), (16, 0), (20, 0), (6, 1.63), (10, 1.79), (14, 1.85), (18, 1.89)]
)
def test_full_howells_balance_as_published(pairs: int, published: float) -> None:
    assert STARTS[pairs // 2, pairs - 1][0] == pytest.approx(published, abs=0.005)


@pytest.mark.parametrize("tables", [(6, 9), (7, 8), (9, 10), (10, 13)])
def test_shorter_ones_balance_better_than_the_published(tables: tuple[int, int]) -> None:
    assert STARTS[tables][0] < PUBLISHED[tables]


@pytest.mark.parametrize("pairs", range(3, 30, 2))
def test_without_the_last_pair_its_opponents_rest_once_at_most(pairs: int) -> None:
    tables = (pairs + 1) // 2
    for rounds in range(tables + 1, pairs + 1):
        plan = made(Howell(), pairs, rounds)
        assert set(warned(sound(plan))) <= {"shared", "one_direction"}
        assert set(rests(plan).values()) == {1}
        assert sum(rests(plan).values()) == rounds
        assert max(one for each in plan.rounds for one in each.contestants()) == pairs


@pytest.mark.parametrize("pairs", range(4, 31, 2))
def test_a_shorter_one_is_the_beginning_of_that_of_a_round_more_than_tables(pairs: int) -> None:
    tables = pairs // 2
    longest = made(Howell(), pairs, tables + 1)
    for rounds in range(1, tables + 1):
        plan = made(Howell(), pairs, rounds)
        sound(plan)
        assert plan.rounds == longest.rounds[:rounds]


def test_only_the_pairs_after_the_rounds_stay() -> None:
    plan = made(Howell(), 12, 9)
    stations = {
        pair: {sitting.station for each in plan.rounds for sitting in each.sittings if pair in sitting.contestants}
        for pair in range(1, 13)
    }
    assert [len(stations[pair]) for pair in (10, 11, 12)] == [1, 1, 1]
    assert min(len(stations[pair]) for pair in range(1, 10)) == 6


def test_a_pair_follows_the_one_numbered_one_higher() -> None:
    plan = made(Howell(), 14, 11)
    for before, after in zip(plan.rounds, plan.rounds[1:], strict=False):
        for one, other in zip(before.sittings, after.sittings, strict=True):
            moved = {pair % 11 + 1 if pair <= 11 else pair for pair in one.contestants}
            assert moved == set(other.contestants)
            assert other.deals[0] == one.deals[0] % 11 + 1


def test_what_is_left_open_suits_the_number() -> None:
    def chosen(pairs: int) -> tuple[int | None, int | None]:
        task = Howell().complete(Task(pairs, evening=28))[1]
        return task.rounds, task.per_round

    assert [chosen(pairs) for pairs in (4, 7, 8, 10, 14, 20)] == [(3, 9), (7, 4), (7, 4), (9, 3), (13, 2), (13, 2)]


@pytest.mark.parametrize(("pairs", "rounds"), [(2, None), (31, None), (8, 8), (8, 0)])
def test_other_numbers_are_refused(pairs: int, rounds: int | None) -> None:
    with pytest.raises(Impossible):
        Howell().complete(Task(pairs, rounds))


def test_the_first_rounds_of_six_pairs_share_once() -> None:
    shared = [warning.round for warning in judge(made(Howell(), 6, 5)).warnings]
    assert shared == [1]


@pytest.mark.parametrize("tables", range(2, 10))
def test_the_file_is_what_its_maker_makes(tables: int) -> None:
    """Of the full ones; the others take a quarter of an hour."""
    movement = howells.of_six() if tables == 3 else howells.full(tables)
    movement.mix_directions()
    assert movement.written() in MOVEMENTS
