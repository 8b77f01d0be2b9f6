"""Cross-IMPs: what is published of them, and what holds for every field."""

from fractions import Fraction
from math import isqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bridge.rules.scales import IMPS
from scorer.contest.comparing.cross_imps import CrossImps
from scorer.contest.comparing.imp_scale import imps_of
from scorer.contest.results import Result
from tests.contest.comparing.naive_imps import ROWS, naive_cross
from tests.contest.comparing.test_matchpoints import DECIDED, PLAYED, events
from tests.contest.playing import board, extra, firsts, places_of, rank, result, seconds, standing_of, table

CROSS = CrossImps(IMPS)
SUMS = CrossImps(IMPS, "none")
ROOT_OF_6 = Fraction(isqrt(6 * 10**40), 10**20)
"""What XIMPQ divides by at four tables."""


@pytest.mark.parametrize("row", ROWS)
def test_the_scale_is_that_of_the_laws(row: tuple[int, ...]) -> None:
    least, most, worth = row
    assert [imps_of(points, IMPS) for points in (least, most, -least, -most)] == [worth, worth, -worth, -worth]


def test_between_the_printed_differences_the_lower_imps_hold() -> None:
    assert [imps_of(Fraction(points), IMPS) for points in (15, 19, "39/2", 45, 3999)] == [0, 0, 0, 1, 23]


# The digest of bridge has this board: 620, 620, 650 and -100.


@pytest.mark.parametrize(
    ("divide", "parts"), [("none", 1), ("comparisons", 3), ("results", 4)], ids=["none", "comparisons", "results"]
)
def test_the_sum_over_the_other_tables_is_divided(divide: Any, parts: int) -> None:
    found = rank(CrossImps(IMPS, divide), board([620, 620, 650, -100]))
    assert firsts(found) == [Fraction(sum_, parts) for sum_ in (11, 11, 15, -37)]
    assert seconds(found) == [-score for score in firsts(found)]


def test_the_root_of_the_white_book_makes_two_tables_a_match() -> None:
    """With two results and one comparison it divides by 1; with four results and three by the root of 6."""
    assert firsts(rank(CrossImps(IMPS, "sqrt"), board([620, 600]))) == [1, -1]
    found = rank(CrossImps(IMPS, "sqrt"), board([620, 620, 650, -100]))
    assert firsts(found) == [sum_ / ROOT_OF_6 for sum_ in (11, 11, 15, -37)]
    assert firsts(found)[0] == firsts(found)[1]


def test_a_cap_holds_for_each_comparison() -> None:
    """2000 is 19 IMPs; Poland counts no more than 17."""
    points = [1000, -1000, 1000]
    assert firsts(rank(SUMS, board(points))) == [19, -38, 19]
    assert firsts(rank(CrossImps(IMPS, "none", cap=17), board(points))) == [17, -34, 17]


@pytest.mark.parametrize(("divide", "parts"), [("none", 1), ("comparisons", 3), ("results", 4), ("sqrt", ROOT_OF_6)])
def test_where_results_are_missing_each_counts_for_more(divide: Any, parts: int) -> None:
    """Three of four: each counts 4/3 times."""
    found = rank(CrossImps(IMPS, divide), board([620, 650, -100, {"not_played": True}]))
    assert firsts(found) == [Fraction(sum_ * 4, 3) / parts for sum_ in (11, 14, -25)] + [None]


# What the director decides


def test_groups_of_a_fouled_deal_are_compared_within_themselves() -> None:
    boards = [
        *board([420, 400], deal=1, expected=4),
        result((3, 103), 1000, deal=1, group="turned"),
        result((4, 104), 980, deal=1, group="turned"),
    ]
    assert firsts(rank(SUMS, boards)) == [2, -2, 2, -2]


def test_each_part_of_a_weighted_score_is_turned_into_imps_before_it_is_weighted() -> None:
    """620 against 0 is 12 IMPs and -100 against 0 is -3: a third of the one and two thirds of the other."""
    weighted = {"weighted": [["1/3", 620], ["2/3", -100]]}
    assert rank(SUMS, board([weighted, 0])).scores == ((2, -2), (-2, 2))


def test_a_split_score_counts_for_each_side_among_what_its_own_side_got() -> None:
    """N-S have 420, against 400 and 450; E-W are as if N-S had 50."""
    found = rank(SUMS, board([{"split": [420, 50]}, 400, 450]))
    assert firsts(found) == [1 - 1, -1 - 2, 1 + 2]
    assert seconds(found) == [8 + 9, -8 + 2, -9 - 2]


@pytest.mark.parametrize(
    ("divide", "unit"),
    [("comparisons", Fraction(1)), ("none", Fraction(3)), ("results", Fraction(3, 4)), ("sqrt", 3 / ROOT_OF_6)],
)
def test_an_artificial_score_is_three_imps_a_comparison(divide: Any, unit: Fraction) -> None:
    boards = board([420, 420, 420, {"average": [60, 40]}]) + board([0, 0, 0, {"average": [50, 55]}], deal=2)
    found = rank(CrossImps(IMPS, divide), boards)
    assert found.scores[3] == (3 * unit, -3 * unit)
    assert found.scores[7] == (0, Fraction(3, 2) * unit)
    assert standing_of(found, 4).deals == 2


def test_the_own_average_replaces_an_artificial_score_that_it_exceeds() -> None:
    """1 has 9 and 5 IMPs a comparison on two boards, 101 the opposite."""
    boards = [*board([400, 0]), *board([200, 0], deal=2), *board([{"average": [60, 40]}, 0], deal=3)]
    boards += board([{"average": [40, 60]}, 0], deal=4)
    found = rank(CROSS, boards)
    assert found.scores[4] == (7, -7)
    assert found.scores[6] == (-3, 3)
    assert rank(CrossImps(IMPS, own_average=False), boards).scores[4] == (3, -3)


def test_what_was_not_played_has_no_score_and_who_has_played_nothing_is_last() -> None:
    found = rank(CROSS, board([420, 400, {"not_played": True}]), [extra(9, carry=3)])
    assert found.scores[2] == (None, None)
    assert [(ranked.place, ranked.standing.contestant) for ranked in found.places[-3:]] == [(5, 9), (6, 3), (6, 103)]


def test_before_the_first_deal_places_go_by_what_was_carried_over() -> None:
    carried = [extra(1, carry=3.5), extra(2, carry=-1), extra(3, carry=3.5), extra(3, handicap=1)]
    found = rank(CROSS, [], carried)
    assert table(found) == [(1, 1, Fraction("3.5")), (1, 3, Fraction("3.5")), (3, 2, -1)]
    assert [ranked.handicapped.value for ranked in found.places] == [None] * 3


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ({"penalty": 2, "unit": "imps"}, -2),
        ({"penalty": 2, "unit": "points"}, -2),
        ({"penalty": -1.5, "unit": "imps"}, Fraction(3, 2)),
        ({"carry": 4}, 4),
        ({"bye": True, "points": 3}, 3),
        ({"handicap": 2}, 0),
    ],
)
def test_what_comes_from_no_table_is_in_imps(said: Any, more: Any) -> None:
    found = rank(CROSS, board([420, 400]), [extra(1, **said)])
    assert standing_of(found, 1).score == 1 + more
    assert found.extras == (more,)


def test_two_winners_are_ranked_one_field_after_the_other() -> None:
    found = rank(CrossImps(IMPS, winners=2), board([420, 400, -50]))
    fields = [(ranked.standing.field, ranked.place, ranked.standing.contestant) for ranked in found.places]
    assert fields == [(1, 1, 1), (1, 2, 2), (1, 3, 3), (2, 1, 103), (2, 2, 102), (2, 3, 101)]


@pytest.mark.parametrize(
    ("comparison", "field"),
    [
        (CrossImps((20, 20)), "imp_scale"),
        (CrossImps(()), "imp_scale"),
        (CrossImps(IMPS, cap=0), "cap"),
        (CrossImps(IMPS, winners=3), "winners"),
    ],
)
def test_settings_that_make_no_sense_are_refused(comparison: CrossImps, field: str) -> None:
    assert [problem.field for problem in comparison.settings_problems()] == [field]


# Every field

DIVIDES = st.sampled_from(["comparisons", "results", "none"])
CAPS = st.sampled_from([None, 3, 17])


def in_one_group(results: list[Result]) -> list[Result]:
    return [result._replace(group=None) for result in results if not result.average]


@given(results=events(PLAYED | DECIDED).map(in_one_group).filter(bool), divide=DIVIDES, cap=CAPS)
def test_scores_are_those_of_the_plain_definition(results: list[Result], divide: Any, cap: int | None) -> None:
    assert list(rank(CrossImps(IMPS, divide, cap), results).scores) == list(naive_cross(results, divide, cap))


@given(results=events(), divide=DIVIDES | st.just("sqrt"), cap=CAPS)
def test_every_deal_adds_up_to_nothing_and_so_do_both_sides_of_a_result(
    results: list[Result], divide: Any, cap: int | None
) -> None:
    scores = rank(CrossImps(IMPS, divide, cap), results).scores
    assert all(first + second == 0 for first, second in scores)
    for deal in {each.deal for each in results}:
        assert sum(first for each, (first, _second) in zip(results, scores, strict=True) if each.deal == deal) == 0


@given(results=events())
def test_a_better_result_of_a_deal_is_never_worth_less(results: list[Result]) -> None:
    found = list(zip(results, firsts(rank(CROSS, results)), strict=True))
    for one, score in found:
        for other, other_score in found:
            if (one.deal, one.group) == (other.deal, other.group) and one.by_contestant[0] >= other.by_contestant[0]:  # type: ignore[operator]  # both were played
                assert score >= other_score


@given(results=events())
def test_nobody_has_more_than_the_scale_or_the_cap_allows(results: list[Result]) -> None:
    assert all(abs(score) <= 24 for score in firsts(rank(CROSS, results)))
    assert all(abs(score) <= 3 for score in firsts(rank(CrossImps(IMPS, cap=3), results)))


@given(results=events(PLAYED | DECIDED), data=st.data())
def test_the_order_of_the_lines_does_not_matter(results: list[Result], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(results))))
    straight, shuffled = rank(CROSS, results), rank(CROSS, [results[number] for number in order])
    assert places_of(shuffled) == places_of(straight)
    assert list(shuffled.scores) == [straight.scores[number] for number in order]
