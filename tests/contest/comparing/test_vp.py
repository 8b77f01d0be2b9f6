"""Victory points: the printed scales, and what becomes of matches by them."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bridge.rules.scales import IMPS, PERCENT_LIMITS
from scorer.contest.comparing.matchpoints import Matchpoints
from scorer.contest.comparing.vp import Vp
from scorer.contest.comparing.vp_scales import continuous, limits_for, of_share, printed, whole, whole_limits
from scorer.contest.results import Result
from tests.contest.comparing.naive_imps import imps, naive_victory_points
from tests.contest.comparing.test_imps import MATCH, SCORES, both_rooms
from tests.contest.comparing.test_matchpoints import DECIDED, PLAYED, events
from tests.contest.playing import extra, rank, ranked, result, standing_of


def of_percentage(percent: Fraction, limits: tuple[int, ...]) -> Fraction:
    return of_share(percent.numerator, 100 * percent.denominator, limits)


WBF = Vp(IMPS, PERCENT_LIMITS)
WHOLE = Vp(IMPS, PERCENT_LIMITS, scale="whole")
OF_PERCENT = Vp(IMPS, PERCENT_LIMITS, scale="matchpoints")

PRINTED_WHOLE = """
5: 0 2 4 6 9 12 15 19 24 30; 15: 1 4 8 12 16 21 27 34 42 52; 6: 0 2 4 7 10 13 17 21 26 32;
16: 1 4 8 12 17 22 28 35 43 53; 7: 0 2 5 8 11 14 18 23 28 35; 20: 1 5 9 14 19 25 31 39 48 60;
8: 0 3 6 9 12 16 20 25 30 38; 24: 1 5 10 15 21 27 34 43 53 65; 9: 0 3 6 9 12 16 21 26 32 40;
28: 1 6 11 17 23 29 37 46 57 71; 10: 0 3 6 9 13 17 22 27 34 42; 32: 2 7 12 18 24 32 40 50 61 76;
11: 1 4 7 10 14 18 23 29 36 44; 40: 2 7 13 20 27 35 45 55 68 85; 12: 1 4 7 11 15 19 24 30 37 46;
48: 2 8 15 22 30 39 49 61 75 93; 13: 1 4 7 11 15 20 25 31 39 48; 56: 2 9 16 24 32 42 53 66 81 100;
14: 1 4 8 12 16 21 26 33 40 50; 64: 3 10 17 25 35 45 57 70 87 107
"""
COLUMNS = dict(column.strip().split(": ") for column in PRINTED_WHOLE.split(";"))


@pytest.mark.parametrize(("boards", "limits"), COLUMNS.items())
def test_the_whole_scale_is_the_printed_one_for_every_number_of_boards(boards: str, limits: str) -> None:
    """The highest margin that gives 10, 11 ... 19; one more gives the next award, and beyond the last one 20."""
    assert whole_limits(int(boards), 20) == tuple(map(int, limits.split()))
    for award, limit in enumerate(map(int, limits.split()), start=10):
        assert whole(Fraction(limit), int(boards), 20) == award
        assert whole(Fraction(limit + 1), int(boards), 20) > award
        assert whole(Fraction(-limit), int(boards), 20) == 20 - award


PRINTED_CONTINUOUS = """
6 10.50 10.99 11.46 12.33 14.25 15.83 17.12 19.06 20; 7 10.47 10.92 11.35 12.18 13.99 15.50 16.77 18.69 20;
8 10.44 10.86 11.27 12.05 13.78 15.23 16.46 18.37 19.74; 10 10.39 10.77 11.14 11.85 13.43 14.80 15.97 17.84 19.22;
12 10.36 10.71 11.05 11.70 13.18 14.46 15.58 17.40 18.78; 14 10.33 10.66 10.97 11.58 12.97 14.19 15.26 17.04 18.41;
16 10.31 10.61 10.91 11.48 12.80 13.97 15.00 16.73 18.09; 20 10.28 10.55 10.82 11.34 12.53 13.61 14.58 16.23 17.56;
24 10.25 10.50 10.75 11.23 12.33 13.34 14.26 15.83 17.13; 28 10.24 10.47 10.70 11.14 12.18 13.13 13.99 15.51 16.77;
32 10.22 10.44 10.65 11.07 12.05 12.95 13.78 15.24 16.46
"""


@pytest.mark.parametrize("row", PRINTED_CONTINUOUS.split(";"))
def test_the_continuous_scale_is_the_printed_one(row: str) -> None:
    """The digest of bridge has them for 1, 2, 3, 5, 10, 15, 20, 30 and 40 IMPs; the formula is less in five places."""
    boards, *points = row.split()
    for margin, expected in zip((1, 2, 3, 5, 10, 15, 20, 30, 40), points, strict=True):
        assert printed(Fraction(margin), int(boards), 20) == Fraction(expected)
        assert 0 <= Fraction(expected) - continuous(Fraction(margin), int(boards), 20) <= Fraction("0.01")


@pytest.mark.parametrize(
    ("boards", "margin", "points"),
    [(14, 2, "10.66"), (14, 7, "12.16"), (14, 10, "12.97"), (14, 20, "15.26"), (20, 1, "10.28"), (20, 2, "10.55")],
)
def test_what_articles_say_of_the_continuous_scale(boards: int, margin: int, points: str) -> None:
    assert continuous(Fraction(margin), boards, 20) == Fraction(points)


@pytest.mark.parametrize("boards", [*range(1, 70), 100, 200])
def test_the_scales_rise_and_both_sides_share_the_pool(boards: int) -> None:
    for pool in (10, 20):
        for scale in (continuous, printed, whole):
            points = [scale(Fraction(margin, 2), boards, pool) for margin in range(-500, 501)]
            assert points == sorted(points)
            assert all(one + other == pool for one, other in zip(points, points[::-1], strict=True))
            assert (points[0], points[500], points[-1]) == (0, Fraction(pool, 2), pool)


def test_a_margin_of_fifteen_times_the_root_of_the_boards_wins_everything() -> None:
    assert [float(continuous(Fraction(margin), 16, 20)) for margin in (60, 59, 61)] == [20, 19.92, 20]


@given(
    rooms=st.lists(st.tuples(SCORES, SCORES), min_size=1, max_size=40),
    deals=st.none() | st.integers(1, 64),
    pool=st.sampled_from([10, 20]),
)
def test_victory_points_are_those_of_the_plain_formula(
    rooms: list[tuple[int, int]], deals: int | None, pool: int
) -> None:
    lines = [line for deal, points in enumerate(rooms, start=1) for line in both_rooms(deal, *points)]
    first, second = rank(Vp(IMPS, PERCENT_LIMITS, deals=deals, pool=pool), lines).scores[0]
    margin = sum(imps(Fraction(one - other)) for one, other in rooms)
    assert abs(first - Fraction(naive_victory_points(margin, deals or len(rooms), pool))) < Fraction("0.005000001")
    assert (100 * first).denominator == 1
    assert first + second == pool


@pytest.mark.parametrize("boards", range(1, 101))
def test_no_band_of_the_whole_scale_is_narrower_than_the_one_before(boards: int) -> None:
    for pool in (10, 20):
        limits = whole_limits(boards, pool)
        widths = [2 * limits[0] + 1, *(high - low for low, high in pairwise(limits))]
        assert widths == sorted(widths)


# Of a percentage


PRINTED_PERCENT = """
20: 1-4 50.92 52.80 54.71 56.70 58.80 61.08 63.63 66.61 70.36 75.95
20: 5-6 50.78 52.39 54.02 55.72 57.51 59.45 61.62 64.17 67.37 72.13
20: 7-9 50.65 51.98 53.33 54.74 56.23 57.83 59.64 61.75 64.40 68.35
20: 10-13 50.54 51.65 52.78 53.95 55.19 56.53 58.04 59.80 62.01 65.30
20: 14-19 50.45 51.38 52.32 53.30 54.34 55.45 56.71 58.18 60.03 62.78
20: 20-27 50.38 51.16 51.94 52.77 53.63 54.57 55.62 56.85 58.40 60.71
10: 1-2 51.86 55.70 59.94 65.12 73.15
10: 3-3 51.59 54.87 58.48 62.89 69.75
10: 4-4 51.32 54.03 57.03 60.70 66.38
10: 5-6 51.09 53.36 55.86 58.92 63.66
10: 7-9 50.92 52.81 54.93 57.45 61.41
10: 10-13 50.77 52.36 54.10 56.24 59.56
"""
"""The English Bridge Union's: of how many points, for how many boards, and the limits of the awards."""


@pytest.mark.parametrize("row", PRINTED_PERCENT.strip().splitlines())
def test_a_percentage_on_the_limit_belongs_to_the_lower_award(row: str) -> None:
    of, numbers, *limits = row.split()
    pool = int(of.rstrip(":"))
    for boards in map(int, numbers.split("-")):
        scale = limits_for(PERCENT_LIMITS, boards, pool)
        assert [of_percentage(Fraction(percent), scale) for percent in (0, 50, 100)] == [0, pool // 2, pool]
        for award, limit in enumerate(map(Fraction, limits), start=pool // 2):
            assert of_percentage(limit, scale) == award
            assert of_percentage(limit + Fraction(1, 10**6), scale) == award + 1
            assert of_percentage(100 - limit, scale) == pool - award


def test_every_printed_limit_is_fifty_and_a_constant_over_the_root_of_the_boards() -> None:
    """A check against typing errors, which holds for all columns of 20 points."""
    constants = (1.84, 5.60, 9.42, 13.40, 17.60, 22.16, 27.26, 33.22, 40.72, 51.90)
    columns = [column[1:] for column in PERCENT_LIMITS if len(column) == 11]
    for middle, limits in zip((4, 5.5, 8, 11.5, 16.5, 23.5), columns, strict=True):
        for constant, limit in zip(constants, limits, strict=True):
            assert abs(50 + constant / sqrt(middle) - limit / 100) < 0.0151
    for boards in (28, 40, 64):
        for constant, limit in zip(constants, limits_for(PERCENT_LIMITS, boards, 20), strict=True):
            assert abs(50 + constant / sqrt(boards) - limit / 100) < 0.05


@pytest.mark.parametrize("pool", [10, 20])
def test_more_boards_need_less(pool: int) -> None:
    for limits in (limits_for(PERCENT_LIMITS, boards, pool) for boards in range(1, 120)):
        assert list(limits) == sorted(set(limits))
    for few, many in zip(range(1, 119), range(2, 120), strict=True):
        pairs = zip(limits_for(PERCENT_LIMITS, few, pool), limits_for(PERCENT_LIMITS, many, pool), strict=True)
        assert all(one >= other for one, other in pairs)


# Matches


def test_a_match_of_four_boards_and_five_imps() -> None:
    assert ranked(WBF, MATCH) == [(1, 3, Fraction("12.80")), (2, 12, Fraction("7.20"))]
    assert ranked(replace(WBF, deals=24), MATCH) == [(1, 3, Fraction("11.22")), (2, 12, Fraction("8.78"))]
    assert ranked(replace(WBF, scale="printed", deals=24), MATCH) == [
        (1, 3, Fraction("11.23")),
        (2, 12, Fraction("8.77")),
    ]
    assert ranked(WHOLE, MATCH) == [(1, 3, 13), (2, 12, 7)]
    assert ranked(Vp(IMPS, PERCENT_LIMITS, "whole", pool=10), MATCH) == [(1, 3, 6), (2, 12, 4)]
    assert ranked(Vp(IMPS, PERCENT_LIMITS, "whole", deals=8), MATCH) == [(1, 3, 12), (2, 12, 8)]
    assert rank(WBF, MATCH).by_line[0] == (10, -10)


def test_four_boards_of_eight_removed_by_the_opponents_fault() -> None:
    """The EBU's example: 12 IMPs are 14-6."""
    played = [line for deal in range(1, 5) for line in both_rooms(deal, 420, 420)]
    removed = [result((3, 12), deal=deal, round=1, average=[60, 40]) for deal in range(5, 9)]
    assert ranked(WHOLE, played + removed) == [(1, 3, 14), (2, 12, 6)]


def test_a_match_half_played_stands_on_what_was_played() -> None:
    half = [
        *both_rooms(1, 420, -50),
        *both_rooms(2, 0, 0),
        both_rooms(3, 100, 0)[0],
        *both_rooms(4, {"not_played": True}, {"not_played": True}),
    ]
    assert ranked(WHOLE, half) == [(1, 3, 16), (2, 12, 4)]  # 10 IMPs in two boards
    assert standing_of(rank(WHOLE, half), 3).deals == 2
    assert rank(WHOLE, half[4:]).scores == ((None, None),) * 3


def test_two_sides_need_not_share_the_pool_where_a_score_is_artificial() -> None:
    both_innocent = [result((3, 12), deal=1, round=1, average=[60, 60]), *both_rooms(2, 420, 420)]
    assert rank(WHOLE, both_innocent).scores[0] == (13, 13)  # 3 IMPs in two boards


def test_split_and_weighted_scores_are_turned_into_imps_and_these_into_victory_points() -> None:
    """One board each: 470 and -140 are 10 and -4 IMPs; half of 470 and half of nothing are 5."""
    split = both_rooms(1, {"split": [420, 90]}, -50)
    assert rank(WBF, split).scores[0] == (continuous(Fraction(10), 1, 20), continuous(Fraction(-4), 1, 20))
    weighted = both_rooms(1, {"weighted": [[0.5, 420], [0.5, -50]]}, -50)
    assert rank(WBF, weighted).scores[0] == (continuous(Fraction(5), 1, 20), continuous(Fraction(-5), 1, 20))


def test_lines_with_the_imps_of_a_match_need_the_number_of_its_boards() -> None:
    line = result((3, 12), imps=17, round=2)
    assert [(problem.field, problem.code) for problem in WBF.result_problems(line)] == [("imps", "no_deals")]
    eight = Vp(IMPS, PERCENT_LIMITS, deals=8)
    assert eight.result_problems(line) == []
    assert rank(eight, [line]).scores == ((Fraction("15.75"), Fraction("4.25")),)
    assert [problem.code for problem in OF_PERCENT.result_problems(line)] == ["no_imps"]


def test_a_match_whose_imps_a_line_says_has_as_many_boards_as_any_other() -> None:
    """Otherwise a minimum of half of the boards would leave both of them without a place."""
    eight = Vp(IMPS, PERCENT_LIMITS, deals=8)
    played = [line for deal in range(1, 9) for line in both_rooms(deal, 420, 420, teams=(1, 2))]
    found = rank(eight, [result((3, 12), imps=17, round=1), *played])
    assert [each.standing.deals for each in found.places] == [8] * 4


@pytest.mark.parametrize(("pool", "points"), [(20, 12), (10, 6)])
def test_a_bye_is_twelve_of_twenty_unless_its_line_says_otherwise(pool: int, points: int) -> None:
    comparison = Vp(IMPS, PERCENT_LIMITS, pool=pool)
    assert ranked(comparison, [], extra(9, bye=True, round=3)) == [(1, 9, points)]
    assert ranked(comparison, [], extra(9, bye=True, round=3, points=10.5)) == [(1, 9, Fraction("10.5"))]


def test_what_comes_from_no_table_is_in_victory_points() -> None:
    extras = [
        extra(3, penalty=1.5, unit="vp"),
        extra(12, carry=2),
        extra(3, handicap=3),
        extra(12, penalty=-1, unit="points"),
    ]
    found = rank(WHOLE, MATCH, extras)
    assert [(each.place, each.standing.contestant, each.standing.score) for each in found.places] == [
        (1, 3, Fraction("11.5")),
        (2, 12, 10),
    ]
    assert found.places[0].handicapped.value == Fraction("14.5")


@pytest.mark.parametrize(
    ("comparison", "field"),
    [
        (Vp(IMPS, PERCENT_LIMITS, pool=15), "pool"),
        (Vp(IMPS, PERCENT_LIMITS, deals=0), "deals"),
        (Vp((), PERCENT_LIMITS), "imp_scale"),
    ],
)
def test_settings_that_make_no_sense_are_refused(comparison: Vp, field: str) -> None:
    assert [problem.field for problem in comparison.settings_problems()] == [field]


def pairs(number: int, *points: int) -> list[Result]:
    """A round of two matches of pairs, 1 against 2 and 3 against 4: each has half of the points."""
    half = len(points) // 2
    return [
        result(couple, each, deal=10 * number + deal, round=number)
        for couple, those in (((1, 2), points[:half]), ((3, 4), points[half:]))
        for deal, each in enumerate(those)
    ]


def test_swiss_pairs_have_the_victory_points_of_their_own_percentage() -> None:
    """1 has both tops of the first round, 2 none; on the second board of round 2 all are level: 75 % and 25 %."""
    lines = [*pairs(1, 420, 110, 400, 100), *pairs(2, 420, 0, 400, 0)]
    found = rank(OF_PERCENT, lines)
    assert found.scores[:4] == ((20, 0), (20, 0), (0, 20), (0, 20))
    assert found.scores[4:] == ((19, 1), (19, 1), (1, 19), (1, 19))
    assert rank(replace(OF_PERCENT, deals=20), lines).scores[4] == (20, 0)
    assert found.by_line[4:6] == ((2, 0), (1, 1))
    assert found.tops == (2,) * 8
    assert standing_of(found, 1).score == 39
    assert standing_of(found, 1).deals == 4


def test_an_average_counts_in_the_percentage_of_its_match_and_what_was_not_played_does_not() -> None:
    lines = [
        result((1, 2), deal=1, round=1, average=[60, 60]),
        result((3, 4), deal=1, round=1, points=420),
        result((1, 2), deal=2, round=1, not_played=True),
        result((3, 4), deal=2, round=1, points=420),
    ]
    found = rank(OF_PERCENT, lines)
    assert found.scores[0] == (15, 15)  # 60 % of one board
    assert found.scores[2] == (15, 15)
    assert found.by_line[2] == (None, None)
    assert standing_of(found, 1).deals == 1


@given(results=events(PLAYED | DECIDED))
def test_victory_points_of_percentages_follow_from_matchpoints(results: list[Result]) -> None:
    """Every deal is a round of its own here, so that each match has one board."""
    rounds = [each._replace(round=each.deal) for each in results]
    found = rank(OF_PERCENT, rounds)
    matchpoints = rank(Matchpoints(), rounds)
    for scores, points, top in zip(found.scores, matchpoints.scores, matchpoints.tops, strict=True):
        if top and points[0] is not None:
            limits = limits_for(PERCENT_LIMITS, 1, 20)
            assert scores == tuple(of_percentage(100 * share / top, limits) for share in points)
            assert all(0 <= score <= 20 for score in scores)


@given(margin=st.integers(0, 200), more=st.integers(1, 40), boards=st.integers(1, 64))
def test_more_imps_are_never_worth_less(margin: int, more: int, boards: int) -> None:
    for scale in (continuous, printed, whole):
        assert scale(Fraction(margin), boards, 20) <= scale(Fraction(margin + more), boards, 20) <= 20
