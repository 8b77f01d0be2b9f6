"""Draws: no repeats while that is possible, the best round where standings steer, and the same one for a seed."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from games.bridge.rules.scales import IMPS, PERCENT_LIMITS
from scorer.contest.close_tables import close_tables
from scorer.contest.comparing.vp import Vp
from scorer.contest.draws import Draw, partnerships, table_sizes
from scorer.contest.earlier_rounds import Couple, EarlierRounds
from scorer.contest.families import Impossible, Task
from scorer.contest.known_evenings import known_evenings
from scorer.contest.plan import Plan, Round, Sitting, judge
from scorer.contest.results import Extra, Result
from tests.contest.evenings import MOST_ROUNDS, cost
from tests.contest.judging import meetings, rests, sound

FOURS, THREES = (4, 5), (3, 4)
BUSY = 3
"""How many times as long the processor of a busy machine may take."""
MAX_SECONDS = 1.2 * BUSY
"""Of processor time, for an evening that is planned together (docs/event-format.md)."""


def drawn(draw: Draw, contestants: int, rounds: int | None = None, **task: Any) -> Plan:
    completed, whole = draw.complete(Task(contestants, rounds, **task))
    return completed.plan(whole)


def repeats(plan: Plan) -> int:
    return sum(times * (times - 1) // 2 for times in meetings(plan).values())


def played(earlier: EarlierRounds, plan: Plan, random: Random) -> EarlierRounds:
    """The past with a plan's rounds, and results made up for them."""
    results = []
    for each in plan.rounds:
        for sitting in each.sittings:
            points = [Fraction(random.randrange(-60, 61), 2) for _ in sitting.contestants]
            if len(points) == 2:
                points[1] = -points[0]
            results.append(Result(sitting.contestants, tuple(points), each.number))
    return replace(earlier, rounds=earlier.rounds + plan.rounds, results=earlier.results + tuple(results))


# How many sit where


@pytest.mark.parametrize(
    ("contestants", "sizes", "tables"),
    [
        (18, (4, 5), [4, 4, 5, 5]),
        (16, (4, 5), [4, 4, 4, 4]),
        (11, (4, 5), [5, 5]),
        (7, (4, 5), [5]),
        (11, (4, 5, 3), [4, 4, 3]),
        (7, (4, 5, 3), [4, 3]),
        (10, (3, 4), [3, 3, 4]),
        (9, (2,), [2, 2, 2, 2]),
        (3, (4, 5), []),
    ],
)
def test_as_few_tables_as_possible_have_the_last_size_and_the_fewest_rest(
    contestants: int, sizes: tuple[int, ...], tables: list[int]
) -> None:
    assert table_sizes(contestants, sizes) == tables


# An evening by lot

PROMISED = {
    8: (4, 12, 24, 40, 60, 84, 120),
    12: (3, 9, 18, 30, 45, 63, 90),
    13: (4, 12, 24, 40, 60, 85, 119),
    16: (0, 0, 0, 0, 24, 48, 72),
    17: (1, 3, 6, 10, 32, 60, 88),
    18: (2, 6, 12, 20, 39, 71, 104),
    19: (3, 9, 18, 30, 47, 81, 120),
    20: (0, 0, 0, 0, 6, 24, 50),
    24: (0, 0, 0, 0, 1, 8, 25),
    28: (0, 0, 0, 0, 0, 1, 8),
    32: (0, 0, 0, 0, 0, 0, 1),
}
"""Players; the repeats in 2 to 8 rounds at tables of four, then five (the club's text on events, B0.1).

With 36 players and more, there are none.
"""

FEWEST = {
    FOURS: {
        6: (6, 18, 36, 60, 90, 130, 176),
        7: (3, 9, 21, 40, 61, 86, 120),
        8: (4, 12, 24, 40, 60, 84, 120),
        9: (6, 18, 36, 60, 90, 126, 171),
        10: (8, 24, 48, 80, 120, 168, 224),
        11: (6, 18, 36, 60, 90, 126, 168),
        12: (3, 9, 18, 30, 45, 63, 90),
        13: (4, 12, 24, 40, 60, 85, 118),
        14: (5, 15, 30, 50, 75, 105, 144),
        15: (6, 18, 36, 60, 90, 126, 170),
        16: (0, 0, 0, 0, 24, 48, 72),
        17: (1, 3, 6, 10, 32, 60, 88),
        18: (2, 6, 12, 20, 39, 71, 103),
        19: (3, 9, 18, 30, 45, 81, 118),
        20: (0, 0, 0, 0, 6, 20, 50),
        21: (0, 0, 0, 0, 6, 29, 62),
        22: (0, 0, 0, 0, 3, 35, 73),
        23: (0, 0, 0, 0, 5, 41, 83),
        24: (0, 0, 0, 0, 0, 0, 18),
        25: (0, 0, 0, 0, 0, 4, 25),
        26: (0, 0, 0, 0, 0, 8, 32),
        27: (0, 0, 0, 0, 2, 12, 38),
        28: (0, 0, 0, 0, 0, 0, 0),
        29: (0, 0, 0, 0, 0, 0, 4),
        30: (0, 0, 0, 0, 0, 3, 8),
        31: (0, 0, 0, 0, 0, 4, 12),
        32: (0, 0, 0, 0, 0, 0, 0),
        33: (0, 0, 0, 0, 0, 0, 1),
        34: (0, 0, 0, 0, 0, 0, 4),
        35: (0, 0, 0, 0, 0, 0, 5),
    },
    THREES: {
        6: (2, 6, 12, 20, 30, 42, 56),
        7: (3, 9, 18, 30, 45, 66, 90),
        8: (4, 12, 24, 40, 60, 84, 120),
        9: (0, 0, 0, 9, 18, 27, 36),
        10: (1, 3, 6, 15, 27, 39, 57),
        11: (2, 6, 12, 20, 35, 52, 75),
        12: (0, 0, 0, 3, 7, 18, 30),
        13: (0, 0, 0, 3, 12, 27, 42),
        14: (0, 0, 0, 2, 17, 35, 53),
        15: (0, 0, 0, 0, 0, 0, 15),
        16: (0, 0, 0, 0, 0, 6, 24),
        17: (0, 0, 0, 0, 1, 12, 32),
        18: (0, 0, 0, 0, 0, 0, 0),
        19: (0, 0, 0, 0, 0, 0, 5),
        20: (0, 0, 0, 0, 0, 1, 9),
    },
}
"""Players; the fewest repeats that our own search has found in 2 to 8 rounds. With more players, there are none.

With 6, 7 and 11 players, these are the most that a draw has.
"""
ROUNDS = range(2, 9)
SEARCHED = {6, 7, 11}
"""Numbers for which no evenings are kept, so that each draw takes a search."""


def fewest(sizes: tuple[int, ...], players: int, rounds: int) -> int:
    return FEWEST[sizes].get(players, (0,) * len(ROUNDS))[rounds - ROUNDS[0]]


@pytest.mark.parametrize("players", range(6, 121))
@pytest.mark.parametrize("sizes", [FOURS, THREES])
def test_of_every_number_of_players_as_few_meet_again_as_is_known(sizes: tuple[int, ...], players: int) -> None:
    for rounds in (4,) if players in SEARCHED else ROUNDS if players in FEWEST[FOURS] else (5, 8):
        plan = drawn(Draw(sizes=sizes), players, rounds, seed=players)
        sound(plan)
        assert repeats(plan) <= fewest(sizes, players, rounds)


@pytest.mark.parametrize("players", PROMISED)
def test_whatever_the_lot_an_evening_keeps_what_is_promised(players: int) -> None:
    for rounds, promised in zip(ROUNDS, PROMISED[players], strict=True):
        assert fewest(FOURS, players, rounds) <= promised
        for seed in range(10):
            plan = drawn(Draw(sizes=FOURS), players, rounds, seed=seed)
            sound(plan)
            assert repeats(plan) == fewest(FOURS, players, rounds)


def test_fours_fives_and_threes_leave_nobody_over_and_are_otherwise_fours_and_fives() -> None:
    for players in range(6, 121):
        sizes = table_sizes(players, (4, 5, 3))
        assert sum(sizes) == players
        assert (sizes == table_sizes(players, FOURS)) == (players not in SEARCHED)


@pytest.mark.parametrize("sizes", [FOURS, THREES])
def test_nobody_meets_three_times_if_as_few_repeats_are_known_without_that(sizes: tuple[int, ...]) -> None:
    thrice = {
        (players, rounds)
        for players in range(16, 61)
        for rounds in range(2, 9)
        if max(meetings(drawn(Draw(sizes=sizes), players, rounds)).values()) > 2
    }
    assert thrice <= {(17, 5), (19, 8)}  # the only cheapest evenings known on which somebody does


@pytest.mark.parametrize(("sizes", "evenings"), known_evenings().items())
def test_known_evenings_seat_everybody_once_a_round_and_the_shorter_ones_have_repeats(
    sizes: tuple[int, ...], evenings: list[list[list[list[int]]]]
) -> None:
    for evening in evenings:
        for tables in evening:
            assert sorted(one for table in tables for one in table) == list(range(sum(sizes)))
            assert sorted(map(len, tables)) == list(sizes)
    lengths = [len(evening) for evening in evenings]
    assert lengths == sorted(set(lengths), reverse=True)
    assert lengths[0] >= MOST_ROUNDS
    assert [len(evening) for evening in evenings if not cost(evening)[0]] in ([], lengths[-1:])


def test_an_evening_longer_than_any_that_is_known_is_searched_for() -> None:
    began = time.process_time()
    plan = drawn(Draw(sizes=FOURS), 22, 10)
    assert time.process_time() - began < MAX_SECONDS
    sound(plan)


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (20, 5), (24, 7), (28, 9)])
def test_fours_meet_nobody_twice_as_long_as_is_known(players: int, rounds: int) -> None:
    assert repeats(drawn(Draw(sizes=FOURS), players, rounds)) == 0


@pytest.mark.parametrize(("players", "rounds"), [(9, 4), (12, 4), (15, 7), (18, 8), (21, 8), (30, 8)])
def test_threes_meet_nobody_twice_as_long_as_is_known(players: int, rounds: int) -> None:
    assert repeats(drawn(Draw(sizes=THREES), players, rounds)) == 0


@pytest.mark.parametrize("players", [10, 18, 21, 40])
def test_the_first_rounds_of_a_league_are_an_evening_by_lot(players: int) -> None:
    league = Draw(by="comparison", sizes=THREES, together=8)
    assert drawn(league, players, 8) == drawn(Draw(sizes=THREES), players, 8)


@pytest.mark.parametrize("contestants", range(4, 61))
def test_couples_meet_nobody_twice_until_everybody_has_met(contestants: int) -> None:
    rounds = contestants - 1 + contestants % 2
    plan = drawn(Draw(), contestants, rounds)
    assert set(judge(plan).warnings) == set()
    assert set(meetings(plan).values()) == {1}
    assert len(meetings(plan)) == contestants * (contestants - 1) // 2
    assert set(rests(plan).values()) == ({1} if contestants % 2 else set())


def test_couples_meet_again_evenly_when_everybody_has_met() -> None:
    assert set(meetings(drawn(Draw(), 6, 12)).values()) == {2, 3}


@pytest.mark.parametrize(("contestants", "sizes"), [(7, (4, 5)), (11, (4, 5)), (13, (2,)), (10, (4,)), (17, (6,))])
def test_everybody_rests_once_before_anybody_rests_twice(contestants: int, sizes: tuple[int, ...]) -> None:
    counted = Counter(dict.fromkeys(range(1, contestants + 1), 0))
    for each in drawn(Draw(sizes=sizes), contestants, 8).rounds:
        counted.update(resting.contestant for resting in each.resting)
        assert max(counted.values()) - min(counted.values()) <= 1


def test_everybody_is_at_the_larger_tables_as_often_as_the_others() -> None:
    """Where that costs no repeat. Of 198 players two tables of five are 10 a round: 80 places in eight rounds."""
    plan = drawn(Draw(sizes=FOURS), 198, 8)
    at_five = Counter(
        one
        for each in plan.rounds
        for sitting in each.sittings
        if len(sitting.contestants) == 5
        for one in sitting.contestants
    )
    assert (repeats(plan), max(at_five.values()), len(at_five)) == (0, 1, 80)


@pytest.mark.parametrize("rounds", [8, 9])
def test_a_station_has_as_many_chairs_in_every_round(rounds: int) -> None:
    for seed in range(3):
        plan = drawn(Draw(sizes=FOURS), 19, rounds, seed=seed)
        chairs = {tuple(len(sitting.contestants) for sitting in each.sittings) for each in plan.rounds}
        assert chairs == {(4, 5, 5, 5)}


def test_the_absent_are_left_out() -> None:
    plan = drawn(Draw(absent=(7, 12)), 20, 4)
    everybody = {one for each in plan.rounds for one in each.contestants()}
    assert everybody == set(range(1, 21)) - {7, 12}
    assert judge(plan).sound


@pytest.mark.parametrize("contestants", [10, 23, 100, 200])
@pytest.mark.parametrize("sizes", [(2,), (3,), (4, 5), (5, 6), (4, 5, 3)])
def test_evenings_of_all_sizes_are_sound(contestants: int, sizes: tuple[int, ...]) -> None:
    rounds = 4 if contestants > 50 else 2
    plan = drawn(Draw(sizes=sizes), contestants, rounds)
    sound(plan)
    assert contestants < 50 or repeats(plan) == 0


# The rounds after


@pytest.mark.parametrize(("contestants", "sizes"), [(10, (2,)), (13, (2,)), (20, (4, 5)), (40, (4, 5))])
def test_further_rounds_remember_the_past(contestants: int, sizes: tuple[int, ...]) -> None:
    draw = Draw(sizes=sizes)
    first = drawn(draw, contestants, 2)
    further = drawn(draw, contestants, 2, earlier=EarlierRounds(first.rounds))
    both = Plan(first.rounds + further.rounds)
    assert [each.number for each in both.rounds] == [1, 2, 3, 4]
    assert set(judge(both).warnings) == set()
    sound(both)


def test_rounds_drawn_one_by_one_repeat_where_those_planned_together_do_not() -> None:
    """16 players, five rounds: what the club's text on events, B0.1, tells the organiser before the draw."""
    earlier = EarlierRounds()
    for _round in range(5):
        earlier = replace(earlier, rounds=earlier.rounds + drawn(Draw(sizes=FOURS), 16, earlier=earlier).rounds)
    assert repeats(Plan(earlier.rounds)) > 0
    assert repeats(drawn(Draw(sizes=FOURS), 16, 5)) == 0


def test_a_late_one_plays_from_the_next_round() -> None:
    first = drawn(Draw(), 10)
    second = drawn(Draw(by="swiss"), 12, earlier=played(EarlierRounds(), first, Random(1)))
    assert {11, 12} <= set(second.rounds[0].contestants())


def test_deals_go_on_where_the_past_has_come_to() -> None:
    first = drawn(Draw(), 8, per_round=6, evening=28)
    second = drawn(Draw(), 8, per_round=6, evening=28, earlier=EarlierRounds(first.rounds))
    assert {sitting.deals for sitting in second.rounds[0].sittings} == {(7, 8, 9, 10, 11, 12)}
    assert [sitting.copy for sitting in second.rounds[0].sittings] == [1, 2, 3, 4]
    assert drawn(Draw(), 8, evening=28, earlier=EarlierRounds(first.rounds)) == second


def test_a_round_by_itself_has_the_deals_of_a_quarter_of_the_evening() -> None:
    assert len(drawn(Draw(), 8, evening=28).rounds[0].sittings[0].deals) == 7
    assert len(drawn(Draw(), 8, 7, evening=28).rounds[0].sittings[0].deals) == 4


# By standing


def pairings(order: Sequence[int]) -> Iterator[list[Couple]]:
    """All ways to couple them."""
    if not order:
        yield []
        return
    for other in order[1:]:
        rest = [one for one in order[1:] if one != other]
        yield from ([(order[0], other), *others] for others in pairings(rest))


def least(contestants: Sequence[int], cost: Mapping[Couple, tuple[int, Fraction]]) -> tuple[int, Fraction]:
    """Of all ways to couple them, by trying everything: fewest repeats, then the least sum of squares."""

    @cache
    def best(left: tuple[int, ...]) -> tuple[int, Fraction]:
        if not left:
            return 0, Fraction(0)
        one, found = left[0], []
        for other in left[1:]:
            again, square = cost[one, other]
            further = best(tuple(each for each in left[1:] if each != other))
            found.append((again + further[0], square + further[1]))
        return min(found)

    return best(tuple(contestants))


def priced(
    contestants: int, earlier: EarlierRounds, points: Mapping[int, Fraction]
) -> dict[Couple, tuple[int, Fraction]]:
    met = earlier.met()
    return {
        (one, other): (met[one, other], (points.get(one, Fraction(0)) - points.get(other, Fraction(0))) ** 2)
        for one, other in combinations(range(1, contestants + 1), 2)
    }


def test_trying_everything_tries_everything() -> None:
    assert len(list(pairings(range(8)))) == 105
    cost = {(one, other): (abs(one - other) % 3, Fraction(one * other)) for one, other in combinations(range(8), 2)}
    assert least(range(8), cost) == min(
        (sum(cost[both][0] for both in way), sum((cost[both][1] for both in way), Fraction(0)))
        for way in pairings(range(8))
    )


@pytest.mark.parametrize("by", ["swiss", "standing"])
@pytest.mark.parametrize("contestants", [4, 6, 7, 8, 9, 10, 11, 12])
def test_the_round_is_the_best_of_all_there_are(contestants: int, by: Any) -> None:
    for seed in range(3):
        random, earlier = Random(f"{contestants} {seed}"), EarlierRounds()
        for number in range(1, contestants + 2):
            plan = drawn(Draw(by=by), contestants, earlier=earlier, seed=seed)
            points, byes = (earlier.wins() if by == "swiss" else earlier.totals()), earlier.byes()
            cost = priced(contestants, earlier, points)
            couples = [tuple(sorted(sitting.contestants)) for sitting in plan.rounds[0].sittings]
            got = sum(cost[both][0] for both in couples), sum((cost[both][1] for both in couples), Fraction(0))
            everybody = range(1, contestants + 1)
            if contestants % 2:
                fewest = min((byes[one], points.get(one, Fraction(0))) for one in everybody)
                level = [one for one in everybody if (byes[one], points.get(one, Fraction(0))) == fewest]
                bye = plan.rounds[0].resting[0].contestant
                assert bye in level
                best = [least([one for one in everybody if one != left], cost) for left in level]
                assert got == best[level.index(bye)]
                assert got[0] == min(best)[0]
            else:
                assert got == least(everybody, cost)
            earlier = played(earlier, plan, random)
            assert earlier.last_round() == number


@pytest.mark.parametrize("contestants", [14, 16])
def test_far_couples_that_are_not_looked_at_would_not_be_better(contestants: int) -> None:
    """Against all couples, on fields so large that most are further apart than `pair` looks."""
    random, earlier = Random(contestants), EarlierRounds()
    for _round in range(3):
        plan = drawn(Draw(by="standing"), contestants, earlier=earlier)
        cost = priced(contestants, earlier, earlier.totals())
        couples = [tuple(sorted(sitting.contestants)) for sitting in plan.rounds[0].sittings]
        got = sum(cost[both][0] for both in couples), sum((cost[both][1] for both in couples), Fraction(0))
        assert got == least(range(1, contestants + 1), cost)
        earlier = played(earlier, plan, random)


def partitions(left: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    if not left:
        yield []
        return
    for size in sorted(set(sizes)):
        fewer = list(sizes)
        fewer.remove(size)
        for others in combinations(left[1:], size - 1):
            table = (left[0], *others)
            rest = tuple(one for one in left if one not in table)
            yield from ([table, *more] for more in partitions(rest, tuple(fewer)))


@pytest.mark.parametrize("sizes", [(4, 4), (3, 3, 3), (4, 5), (5, 5), (4, 4, 4), (5, 6)])
def test_tables_by_standing_are_the_best_of_all_there_are(sizes: tuple[int, ...]) -> None:
    random, players = Random(str(sizes)), range(sum(sizes))
    for rounds in (0, 1, 3):
        met: Counter[Couple] = Counter()
        for _round in range(rounds):
            lot = random.sample(players, len(players))
            for size in sizes:
                met.update(combinations(sorted(lot[:size]), 2))
                lot = lot[size:]
        points = {one: Fraction(random.randrange(-300, 300)) for one in players}
        tables = close_tables(sorted(players, key=lambda one: -points[one]), points, met, sizes, random)
        assert sorted(map(len, tables)) == sorted(sizes)
        ways = partitions(tuple(players), sizes)
        cost = cost_by(met, points)
        assert cost(tables) == min(map(cost, ways))


def cost_by(met: Counter[Couple], points: Mapping[int, Fraction]) -> Callable[[Iterable[Sequence[int]]], Any]:
    """Repeats at some tables, then squares of differences. A table that is in many ways is added up once."""

    @cache
    def cost_of(table: tuple[int, ...]) -> tuple[int, Fraction]:
        couples = list(combinations(table, 2))
        squares = ((points[one] - points[other]) ** 2 for one, other in couples)
        return sum(met[couple] for couple in couples), sum(squares, Fraction(0))

    def cost(tables: Iterable[Sequence[int]]) -> tuple[int, Fraction]:
        repeated, squares = zip(*(cost_of(tuple(sorted(table))) for table in tables), strict=True)
        return sum(repeated), sum(squares, Fraction(0))

    return cost


def test_the_first_tables_are_those_of_the_best() -> None:
    earlier = EarlierRounds(results=(Result((1, 2, 3, 4), tuple(map(Fraction, (-40, -30, -20, 90))), 1),))
    plan = drawn(Draw(by="standing", sizes=(4,)), 8, earlier=earlier)
    assert 4 in plan.rounds[0].sittings[0].contestants


def test_a_bye_is_worth_a_win() -> None:
    """5 has rested: two points, so in the second round it meets a winner."""
    first = drawn(Draw(by="swiss"), 5)
    bye = first.rounds[0].resting[0].contestant
    results = [Result(sitting.contestants, (Fraction(10), Fraction(-10)), 1) for sitting in first.rounds[0].sittings]
    winners = {sitting.contestants[0] for sitting in first.rounds[0].sittings}
    second = drawn(Draw(by="swiss"), 5, earlier=EarlierRounds(first.rounds, tuple(results)))
    top = second.rounds[0].sittings[0].contestants
    assert set(top) <= winners | {bye}


def test_who_has_the_fewest_points_rests() -> None:
    earlier = EarlierRounds(
        results=(Result((1, 2), (Fraction(5), Fraction(-5)), 1), Result((3, 4), (Fraction(1), Fraction(-1)), 1))
    )
    assert drawn(Draw(by="standing"), 5, earlier=earlier).rounds[0].resting[0].contestant == 2


@pytest.mark.parametrize("seed", range(20))
def test_of_those_who_are_level_nobody_rests_whom_the_others_need(seed: int) -> None:
    """2 has met 3, 4 and 5, and 6 and 7 have met all but each other and 1: without 1, somebody meets again."""
    met = [(2, 3), (2, 4), (2, 5), *((one, other) for one in (6, 7) for other in (2, 3, 4, 5))]
    earlier = EarlierRounds(
        results=tuple(Result(both) for both in met),
        extras=(Extra(6, "carry", Fraction(9)), Extra(7, "carry", Fraction(9))),
    )
    plan = drawn(Draw(by="standing"), 7, earlier=earlier, seed=seed)
    assert plan.rounds[0].resting[0].contestant in {2, 3, 4, 5}
    assert not set(meetings(plan)) & set(met)


def test_what_somebody_brought_along_counts_in_the_standing() -> None:
    earlier = EarlierRounds(extras=(Extra(3, "carry", Fraction(50)), Extra(6, "carry", Fraction(50))))
    first = drawn(Draw(by="standing"), 6, earlier=earlier).rounds[0].sittings[0]
    assert set(first.contestants) == {3, 6}


def test_a_draw_by_comparison_pairs_those_who_stand_closest_in_it() -> None:
    """By victory points 1 and 4 lead, although 1 has fewer points than 2, so that 2 has won by points."""
    rounds = (Round(1, (Sitting(1, (1, 2), (1, 2, 3)), Sitting(2, (3, 4), (1, 2, 3)))),)
    by_deal = [(1, 2, -1000), (3, 4, -1100)], [(1, 2, 50), (3, 4, -50)], [(1, 2, 50), (3, 4, -50)]
    results = tuple(
        Result((one, two), (Fraction(points), Fraction(-points)), 1, deal)
        for deal, tables in enumerate(by_deal, start=1)
        for one, two, points in tables
    )
    earlier = EarlierRounds(rounds, results, comparison=Vp(IMPS, PERCENT_LIMITS, scale="matchpoints"))
    assert earlier.standings() == {1: 20, 2: 0, 3: 0, 4: 20}
    (best, _worst) = drawn(Draw(by="comparison"), 4, earlier=earlier).rounds[0].sittings
    assert set(best.contestants) == {1, 4}
    (best, _worst) = drawn(Draw(by="swiss"), 4, earlier=earlier).rounds[0].sittings
    assert set(best.contestants) == {2, 4}


# Sides and partners


def test_sides_take_turns() -> None:
    firsts: Counter[int] = Counter()
    for each in drawn(Draw(), 20, 8).rounds:
        for sitting in each.sittings:
            firsts[sitting.contestants[0]] += 1
            firsts[sitting.contestants[1]] -= 1
    assert max(map(abs, firsts.values())) <= 2


def test_partners_change_while_they_can() -> None:
    """Four players who stay together have three ways to play."""
    plan = drawn(Draw(sizes=(4,), partners=True), 4, 3)
    partners = Counter(
        both for each in plan.rounds for sitting in each.sittings for both in partnerships(sitting.contestants)
    )
    assert set(partners.values()) == {1}
    assert len(partners) == 6


# The same for a seed; in time


@pytest.mark.parametrize("sizes", [(2,), (4, 5)])
def test_a_seed_draws_the_same_again_and_another_one_otherwise(sizes: tuple[int, ...]) -> None:
    draw = Draw(sizes=sizes)
    assert drawn(draw, 22, 3, seed=5) == drawn(draw, 22, 3, seed=5)
    assert drawn(draw, 22, 3, seed=5) != drawn(draw, 22, 3, seed=6)


@cache
def six_rounds_of_200(sizes: tuple[int, ...]) -> EarlierRounds:
    return played(EarlierRounds(), drawn(Draw(sizes=sizes), 200, 6), Random(7))


@pytest.mark.parametrize("by", ["random", "standing", "swiss"])
@pytest.mark.parametrize("sizes", [(2,), (4, 5)])
def test_round_seven_of_200_players_is_drawn_in_a_second(by: Any, sizes: tuple[int, ...]) -> None:
    earlier = six_rounds_of_200(sizes)
    began = time.process_time()
    plan = drawn(Draw(by=by, sizes=sizes), 200, earlier=earlier)
    assert time.process_time() - began < BUSY
    assert repeats(Plan(earlier.rounds + plan.rounds)) == 0


REFUSED = {
    "one player": (Draw(), Task(1), "contestants"),
    "three for tables of four": (Draw(sizes=(4,)), Task(3), "contestants"),
    "all absent": (Draw(absent=(1, 2)), Task(2), "contestants"),
    "no size": (Draw(sizes=()), Task(8), "sizes"),
    "tables of one": (Draw(sizes=(1,)), Task(8), "sizes"),
    "tables of seven": (Draw(sizes=(4, 7)), Task(8), "sizes"),
    "absent, who is not there": (Draw(absent=(9,)), Task(8), "absent"),
    "no round": (Draw(), Task(8, 0), "rounds"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_drawn_is_refused_at_its_field(name: str) -> None:
    draw, task, field = REFUSED[name]
    with pytest.raises(Impossible) as refused:
        draw.complete(task)
    assert refused.value.problem.field == field
