"""Mitchell movements: sound for every number of tables, whatever becomes of the even ones."""

import pytest

from scorer.contest.families import Impossible, Task
from scorer.contest.movements.mitchell import Even, Mitchell
from scorer.contest.plan import NOBODY, Plan, Resting, Sitting, judge
from tests.contest.judging import made, meetings, rests, sound, warned

TABLES = range(2, 31)
SWITCHED = {
    5: (2.48, 1.62, 3.39, None),
    6: (2.41, 1.70, 3.61, None),
    7: (3.49, 1.05, 3.31, 4.69),
    8: (3.43, 1.80, 3.51, 5.17),
    9: (4.49, 1.16, 2.82, 4.99),
    10: (4.44, 2.14, 3.17, 5.19),
    11: (5.49, 1.87, 2.24, 4.75),
    12: (5.45, 2.73, 3.04, 5.02),
    13: (6.49, 2.76, 1.77, 4.30),
    14: (6.46, 3.48, 2.97, 4.68),
}
"""Tables; standard deviation of the balance with none to three rounds switched.

Source: the club's text on events, A1.1.
"""


def offered(tables: int) -> list[tuple[Even | None, int]]:
    """The ways for a number of tables, with their most rounds."""
    if tables % 2:
        return [(None, tables)]
    ways: list[tuple[Even | None, int]] = [("relay", tables), ("skip", tables - 1)]
    if tables % 4 == 0:
        ways.append(("weave", tables))
    if tables >= 10:
        ways.append(("web", tables - 1))
    return ways


@pytest.mark.parametrize("tables", TABLES)
def test_every_length_is_sound_and_repeats_nobody(tables: int) -> None:
    for even, most in offered(tables):
        for rounds in {1, tables // 2, most - 1, most} - {0}:
            plan = made(Mitchell(even=even), 2 * tables, rounds)
            verdict = sound(plan)
            assert len(plan.rounds) == rounds
            assert set(warned(verdict)) <= ({"shared"} if even == "relay" else set())
            assert max(meetings(plan).values()) == 1


@pytest.mark.parametrize("tables", TABLES)
@pytest.mark.parametrize("missing", ["ns", "ew"])
def test_with_a_half_table_everybody_rests_once_at_most(tables: int, missing: str) -> None:
    for even, most in offered(tables):
        plan = made(Mitchell(even=even, missing=missing), 2 * tables - 1, most)
        absent = tables if missing == "ns" else 2 * tables
        verdict = sound(plan)
        assert set(warned(verdict)) <= ({"shared"} if even == "relay" else set())
        assert sum(rests(plan).values()) == most
        assert set(rests(plan).values()) == {1}
        assert absent not in {contestant for each in plan.rounds for contestant in each.contestants()}
        other_field = range(tables + 1, 2 * tables + 1) if missing == "ns" else range(1, tables + 1)
        assert set(rests(plan)) <= set(other_field)


def test_a_resting_pair_waits_where_its_opponent_would_sit() -> None:
    plan = made(Mitchell(missing="ns"), 13, 2)
    assert [each.resting for each in plan.rounds] == [
        (Resting(14, Sitting(7, (NOBODY, 14), (7,))),),
        (Resting(13, Sitting(7, (NOBODY, 13), (1,))),),
    ]


def test_north_south_have_the_low_numbers_and_stay() -> None:
    plan = made(Mitchell(), 14)
    for each in plan.rounds:
        for sitting in each.sittings:
            assert sitting.contestants[0] == sitting.station
            assert sitting.contestants[1] > 7


def test_the_first_rounds_of_seven_tables_as_every_club_knows_them() -> None:
    plan = made(Mitchell(), 14, per_round=4)
    first, second = plan.rounds[:2]
    assert first.sittings[0] == Sitting(1, (1, 8), (1, 2, 3, 4))
    assert second.sittings[0] == Sitting(1, (1, 14), (5, 6, 7, 8))
    assert second.sittings[1] == Sitting(2, (2, 8), (9, 10, 11, 12))


@pytest.mark.parametrize("tables", [4, 6, 8, 10, 12, 14, 16])
def test_one_set_is_shared_a_round_in_a_relay_and_another_one_waits(tables: int) -> None:
    verdict = judge(made(Mitchell(even="relay"), 2 * tables, tables))
    assert [(warning.round, warning.stations) for warning in verdict.warnings] == [
        (number, (1, tables)) for number in range(1, tables + 1)
    ]


def test_nobody_shares_in_a_relay_whose_last_north_south_pair_is_missing() -> None:
    assert Mitchell(even="relay").complete(Task(15, 8))[0].missing == "ns"
    assert warned(judge(made(Mitchell(even="relay"), 15))) == {}


def test_the_second_station_of_a_set_has_the_second_copy_in_a_web() -> None:
    for each in made(Mitchell(even="web"), 24, 9).rounds:
        copies: dict[tuple[int, ...], set[int]] = {}
        for sitting in each.sittings:
            copies.setdefault(sitting.deals, set()).add(sitting.copy)
        assert {1, 2} in copies.values()
        assert sum(map(len, copies.values())) == 12


@pytest.mark.parametrize(("rounds", "sets"), [(9, 9), (8, 9), (11, 11), (3, 7)])
def test_a_web_has_as_many_sets_as_rounds_or_one_more(rounds: int, sets: int) -> None:
    plan = made(Mitchell(even="web"), 24, rounds)
    assert len({sitting.deals for each in plan.rounds for sitting in each.sittings}) == sets


@pytest.mark.parametrize("tables", SWITCHED)
def test_switched_rounds_balance_as_published(tables: int) -> None:
    rounds = tables - (tables % 2 == 0)
    for switch, sd in enumerate(SWITCHED[tables]):
        if sd is not None:
            assert judge(made(Mitchell(switch=switch), 2 * tables, rounds)).balance.sd == pytest.approx(sd, abs=0.005)


def test_a_switch_turns_every_table_of_the_last_rounds() -> None:
    plain, switched = made(Mitchell(), 14), made(Mitchell(switch=2), 14)
    assert plain.rounds[:5] == switched.rounds[:5]
    for before, after in zip(plain.rounds[5:], switched.rounds[5:], strict=True):
        assert [each.contestants[::-1] for each in before.sittings] == [each.contestants for each in after.sittings]


def test_what_is_left_open_suits_the_number() -> None:
    def chosen(pairs: int, rounds: int | None = None) -> tuple[Even | None, int | None, int | None]:
        family, task = Mitchell().complete(Task(pairs, rounds, evening=28))
        return family.even, task.rounds, task.per_round

    assert chosen(13) == (None, 7, 4)
    assert chosen(12) == ("relay", 6, 4)
    assert chosen(16) == ("weave", 8, 3)
    assert chosen(16, 7) == ("skip", 7, 4)
    assert chosen(20) == ("skip", 9, 3)
    assert chosen(20, 10) == ("relay", 10, 2)
    assert chosen(30) == (None, 13, 2)


REFUSED = {
    "two pairs": (Mitchell(), Task(2), "contestants"),
    "too many pairs": (Mitchell(), Task(401), "contestants"),
    "a round more than tables": (Mitchell(), Task(14, 8), "rounds"),
    "no round": (Mitchell(), Task(14, 0), "rounds"),
    "skipping, as many rounds as tables": (Mitchell(even="skip"), Task(16, 8), "rounds"),
    "as many sets as tables": (Mitchell(even="web"), Task(20, 10), "rounds"),
    "weaving ten tables": (Mitchell(even="weave"), Task(20), "even"),
    "a web of eight": (Mitchell(even="web"), Task(16), "even"),
    "more switched than played": (Mitchell(switch=8), Task(14), "switch"),
    "fewer than none switched": (Mitchell(switch=-1), Task(14), "switch"),
    "a round without deals": (Mitchell(), Task(14, per_round=0), "per_round"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused_at_its_field(name: str) -> None:
    family, task, field = REFUSED[name]
    with pytest.raises(Impossible) as refused:
        family.complete(task)
    assert refused.value.problem.field == field


def test_even_says_nothing_of_an_odd_number_of_tables() -> None:
    assert Mitchell(even="skip").complete(Task(14))[0].even is None


def test_no_deals_are_named_where_they_are_only_counted() -> None:
    family, task = Mitchell().complete(Task(14))
    plan: Plan = family.plan(task)
    assert {sitting.deals for each in plan.rounds for sitting in each.sittings} == {()}
