"""Individual movements: nobody has a partner twice, and all oppose each other as evenly as is known."""

from collections import Counter
from itertools import chain, product

import pytest

from scorer.contest.draws import partnerships
from scorer.contest.families import Impossible, Task
from scorer.contest.individual import FEWEST, MAX_DRAWN_ROUNDS, MOST_KNOWN, Individual
from scorer.contest.movements.individual_starts import STARTS
from scorer.contest.plan import Plan, is_barometer, sittings_of
from tests.contest.judging import made, rests, sound, warned

WHOLE = {8: 7, 12: 11, 13: 13, 16: 15, 17: 17, 20: 19}
"""Players and the rounds of the movement in which everybody has everybody else as partner, or all but few."""


def partners(plan: Plan) -> Counter[tuple[int, int]]:
    return Counter(
        chain.from_iterable(partnerships(sitting.contestants) for _round, sitting in sittings_of(plan.rounds))
    )


def opponents(plan: Plan) -> Counter[tuple[int, int]]:
    couples: Counter[tuple[int, int]] = Counter()
    for _round, sitting in sittings_of(plan.rounds):
        north, east, south, west = sitting.contestants
        couples.update((min(pair), max(pair)) for pair in product((north, south), (east, west)))
    return couples


def oppose(plan: Plan, players: int) -> set[int]:
    """How often two players may oppose each other."""
    met = opponents(plan)
    return {met[one, other] for other in range(1, players + 1) for one in range(1, other)}


def test_first_rounds_are_known_for_each_number_up_to_28() -> None:
    assert {players for players, _rounds, _barometer in STARTS} == set(range(FEWEST, MOST_KNOWN + 1))


@pytest.mark.parametrize(("players", "rounds", "barometer"), sorted(STARTS))
def test_a_movement_is_sound_and_nobody_has_a_partner_twice(players: int, rounds: int, barometer: bool) -> None:
    for family in {Individual(barometer=barometer), Individual(barometer=True)}:
        plan = made(family, players, rounds)
        warnings = warned(sound(plan))
        tables = players // 4
        assert len(plan.rounds) == rounds
        assert max(partners(plan).values()) == 1
        assert all(len(round_.sittings) == tables for round_ in plan.rounds)
        assert max(rests(plan).values(), default=0) - min(rests(plan).values(), default=0) <= 2
        assert set(warnings) <= {"met_again", "rests_again", *([] if tables > 2 or family.barometer else ["shared"])}
        assert is_barometer(plan) == family.barometer or tables <= 2


PERFECT = [(4, 3), (5, 5), (8, 7), (13, 13), (21, 21), (24, 23), (25, 25)]
PERFECT_BAROMETERS = [*PERFECT, (12, 11), (16, 15), (17, 17), (20, 19), (28, 27)]


@pytest.mark.parametrize(
    ("players", "rounds", "barometer"),
    [*((*size, False) for size in PERFECT), *((*size, True) for size in PERFECT_BAROMETERS)],
)
def test_some_are_perfect(players: int, rounds: int, barometer: bool) -> None:
    plan = made(Individual(barometer=barometer), players, rounds)
    assert set(partners(plan).values()) == {1}
    assert len(partners(plan)) == players * (players - 1) // 2
    assert oppose(plan, players) == {2}
    assert set(rests(plan).values()) == ({1} if players % 4 else set())


@pytest.mark.parametrize("players", range(FEWEST, MOST_KNOWN + 1))
def test_as_a_barometer_players_oppose_each_other_at_least_as_evenly(players: int) -> None:
    """Each table has a copy of the boards of the round, and there are at least as many rounds."""
    apart = max(rounds for number, rounds, barometer in STARTS if number == players and not barometer)
    moving, barometer = (made(Individual(barometer=together), players, apart) for together in (False, True))
    spread = [max(opposed) - min(opposed) for opposed in (oppose(moving, players), oppose(barometer, players))]
    assert spread[1] <= spread[0]
    for round_ in barometer.rounds:
        assert {sitting.deals for sitting in round_.sittings} == {(round_.number,)}
        assert [sitting.copy for sitting in round_.sittings] == list(range(1, players // 4 + 1))


def test_12_oppose_each_other_unevenly_where_boards_go_from_table_to_table() -> None:
    apart = made(Individual(), 12, 11)
    assert max(oppose(apart, 12)) <= 4
    assert {len({sitting.deals for sitting in round_.sittings}) for round_ in apart.rounds} == {3}


@pytest.mark.parametrize(("players", "rounds"), WHOLE.items())
def test_everybody_has_everybody_as_partner(players: int, rounds: int) -> None:
    assert len(partners(made(Individual(), players, rounds))) == players * (players - 1) // 2


@pytest.mark.parametrize("players", range(FEWEST, MOST_KNOWN + 1))
def test_fewer_rounds_are_the_beginning_of_more(players: int) -> None:
    known = sorted(rounds for number, rounds, barometer in STARTS if number == players and not barometer)
    for rounds in range(1, known[-1] + 1):
        longer = min(number for number in known if number >= rounds)
        assert made(Individual(), players, rounds).rounds == made(Individual(), players, longer).rounds[:rounds]


@pytest.mark.parametrize("players", range(14, MOST_KNOWN + 1))
def test_those_who_do_not_fill_a_table_rest_in_turn(players: int) -> None:
    plan = made(Individual(), players)
    assert {len(round_.resting) for round_ in plan.rounds} == {players % 4}
    assert max(rests(plan).values(), default=0) <= 3


@pytest.mark.parametrize("players", range(MOST_KNOWN + 1, 61, 3))  # with each number of players who rest
def test_larger_numbers_are_drawn_without_a_partner_twice(players: int) -> None:
    plan = made(Individual(), players, 13)
    assert sound(plan).defects == ()
    assert max(partners(plan).values()) == 1
    assert max(oppose(plan, players)) <= 3
    assert max(rests(plan).values(), default=1) - min(rests(plan).values(), default=1) <= 1
    assert {sitting.copy for sitting in plan.rounds[0].sittings} == set(range(1, players // 4 + 1))


def test_what_is_left_open_suits_the_number() -> None:
    def chosen(players: int) -> tuple[int | None, int | None]:
        task = Individual().complete(Task(players, evening=28))[1]
        return task.rounds, task.per_round

    assert [chosen(players) for players in (8, 12, 13, 28, 40)] == [(7, 4), (11, 2), (13, 2), (13, 2), (13, 2)]


@pytest.mark.parametrize(("players", "rounds"), [(3, None), (401, None), (8, 8), (8, 0), (40, MAX_DRAWN_ROUNDS + 1)])
def test_other_numbers_are_refused(players: int, rounds: int | None) -> None:
    with pytest.raises(Impossible):
        Individual().complete(Task(players, rounds))
