"""Matchpoints: what is published of them, and what holds for every field."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.comparing.matchpoints import Matchpoints, neuberg
from scorer.contest.comparing.of_deals import awarded_average
from scorer.contest.results import Extra, Result
from tests.contest.comparing.naive import naive_scores
from tests.contest.playing import board, extra, firsts, places_of, rank, ranked, result, seconds, standing_of

NEUBERG = Matchpoints(small_groups="neuberg")
NO_OWN = Matchpoints(own_average=False)


def tenths(values: Sequence[Fraction | None]) -> list[float]:
    return [round(float(value), 1) for value in values if value is not None]


# Without gaps


def test_two_for_a_beaten_result_and_one_for_an_equal_one() -> None:
    ranking = rank(Matchpoints(), board([620, 620, 170, -100]))
    assert firsts(ranking) == [5, 5, 2, 0]
    assert seconds(ranking) == [1, 1, 4, 6]


def test_who_rested_once_is_ranked_by_the_percentage_of_what_it_played() -> None:
    """1 has the top of the only deal that it played, 2 has as many points, of two."""
    rested = result((4, 101), 70, deal=2)
    ranking = rank(Matchpoints(), [*board([100, 50, 0]), rested, *board([70, 50, 0], deal=2)[1:]])
    assert [places_of(ranking)[one] for one in (1, 4, 2)] == [1, 1, 4]
    assert [standing_of(ranking, one).score for one in (1, 4, 2)] == [4, 4, 4]
    assert [standing_of(ranking, one).percent for one in (1, 4, 2)] == [100, 100, 50]
    assert [standing_of(ranking, one).deals for one in (1, 4, 2)] == [1, 1, 2]


def test_equal_percentages_share_a_place_exactly() -> None:
    """A third of one top and two sixths of two."""
    boards = [*board([30, 20, 10, 0]), *board([30, 20, 10, 0], deal=2)]
    assert [place for place, _one, _score in ranked(Matchpoints(), boards)] == [1, 1, 3, 3, 5, 5, 7, 7]


# Neuberg


def test_ten_results_of_eleven() -> None:
    """The EBU's table."""
    found = firsts(rank(Matchpoints(), board(range(100, 0, -10), expected=11)))
    assert tenths(found) == [19.9, 17.7, 15.5, 13.3, 11.1, 8.9, 6.7, 4.5, 2.3, 0.1]


@pytest.mark.parametrize(("matchpoints", "factored"), [(4, "4.8333"), (9, "10.6667")])
def test_six_results_of_seven(matchpoints: int, factored: str) -> None:
    """Wikipedia's example."""
    assert f"{float(neuberg(Fraction(matchpoints), 6, 7)):.4f}" == factored


def test_both_ways_to_write_the_formula_are_one() -> None:
    for actual in range(1, 12):
        for expected in range(actual, 14):
            for points in range(2 * actual - 1):
                found = neuberg(Fraction(points), actual, expected)
                assert found == Fraction(points * expected + expected - actual, actual)
                half = Fraction(points, 2)  # on the scale of 1 and 1/2
                assert found / 2 == (half + Fraction(1, 2)) * expected / actual - Fraction(1, 2)


def test_a_deal_should_have_as_many_results_as_the_deal_with_the_most() -> None:
    boards = [*board([30, 20, 10, 0, -10]), *board([30, 20, 10, 0], deal=2)]
    assert firsts(rank(NEUBERG, boards))[5:] == [neuberg(Fraction(each), 4, 5) for each in (6, 4, 2, 0)]


def test_a_deal_says_on_any_of_its_lines_how_many_it_should_have() -> None:
    boards = board([30, 20, 10, {"points": 0, "expected": 6}])
    assert firsts(rank(Matchpoints(), boards)) == [neuberg(Fraction(each), 4, 6) for each in (6, 4, 2, 0)]


def test_a_deal_never_should_have_fewer_than_it_has() -> None:
    assert firsts(rank(Matchpoints(), board([30, 20, 10], expected=2))) == [4, 2, 0]


# Small groups


@pytest.mark.parametrize(("actual", "expected"), [(1, 3), (2, 6), (3, 9), (3, 12)])
def test_a_small_group_gets_what_the_white_book_says(actual: int, expected: int) -> None:
    percentages = {1: [60], 2: [65, 55], 3: [70, 60, 50]}[actual]
    ranking = rank(Matchpoints(), board([-10 * each for each in range(actual)], expected=expected))
    top = 2 * (expected - 1)
    assert firsts(ranking) == [Fraction(each * top, 100) for each in percentages]
    assert seconds(ranking) == firsts(ranking)[::-1]
    assert {first + second for first, second in ranking.scores} == {Fraction(120 * top, 100)}


@pytest.mark.parametrize(("actual", "expected"), [(1, 2), (2, 5), (3, 8), (4, 12), (4, 40)])
def test_a_group_that_is_not_so_small_is_factored(actual: int, expected: int) -> None:
    points = [-10 * each for each in range(actual)]
    whitebook, formula = (rank(each, board(points, expected=expected)) for each in (Matchpoints(), NEUBERG))
    assert whitebook.scores == formula.scores
    assert firsts(formula)[0] == neuberg(Fraction(2 * (actual - 1)), actual, expected)


def test_level_in_a_small_group_is_sixty_percent_for_all() -> None:
    ranking = rank(Matchpoints(), board([50, 50, 50], expected=10))
    assert set(firsts(ranking) + seconds(ranking)) == {Fraction(60 * 18, 100)}


def test_a_small_group_may_be_factored_as_any_other() -> None:
    assert firsts(rank(NEUBERG, board([50, 40], expected=8))) == [11, 3]


# A fouled deal


def fouled() -> list[Result]:
    seven = [(table, points, "as dealt") for table, points in zip(range(1, 8), range(70, 0, -10), strict=True)]
    three = [(8, 900, "turned"), (9, 800, "turned"), (10, 700, "turned")]
    return [
        result((table, 100 + table), points, deal=1, group=group, expected=10) for table, points, group in seven + three
    ]


def test_groups_of_a_fouled_deal_are_compared_within_themselves() -> None:
    found = firsts(rank(Matchpoints(), fouled()))
    assert tenths(found[:7]) == [17.6, 14.7, 11.9, 9.0, 6.1, 3.3, 0.4]
    assert found[7:] == [Fraction(18 * each, 100) for each in (70, 60, 50)]


def test_a_small_group_of_a_fouled_deal_may_be_factored() -> None:
    assert firsts(rank(NEUBERG, fouled()))[7:] == [neuberg(Fraction(each), 3, 10) for each in (4, 2, 0)]


# What the director decides


def test_a_weighted_score_is_worth_what_its_parts_are_worth() -> None:
    """The White Book's example: 30 % of 650 and 70 % of -100 among five other results."""
    weighted = {"weighted": [[0.3, 650], [0.7, -100]]}
    ranking = rank(Matchpoints(), board([weighted, 650, -100, -100, -620, -650]))
    assert ranking.scores[0] == (Fraction("6.9"), Fraction("3.1"))


def test_others_are_compared_with_each_part_of_a_weighted_score_by_its_weight() -> None:
    weighted = {"weighted": [["1/3", 650], ["2/3", -100]]}
    found = firsts(rank(Matchpoints(), board([weighted, 650, 600, -100, -200])))
    assert found[1:] == [6 + Fraction(5, 3), 4 + Fraction(4, 3), 2 + Fraction(2, 3), 0]
    assert found[0] == Fraction(1, 3) * 7 + Fraction(2, 3) * 3


def test_a_split_score_counts_for_each_side_among_what_its_own_side_got() -> None:
    ranking = rank(Matchpoints(), board([{"split": [420, 50]}, 170, -50]))
    assert firsts(ranking) == [4, 2, 0]
    assert seconds(ranking) == [2, 0, 4]


def test_an_artificial_score_is_a_percentage_of_the_top_and_no_result_for_the_others() -> None:
    ranking = rank(NO_OWN, board([300, 200, 100, {"average": [60, 40]}, {"average": [50, 50]}]))
    assert ranking.scores[3:] == ((Fraction("4.8"), Fraction("3.2")), (4, 4))
    assert firsts(ranking)[:3] == [neuberg(Fraction(each), 3, 5) for each in (4, 2, 0)]


def test_what_was_not_played_has_no_score_and_no_top_and_the_others_are_factored() -> None:
    ranking = rank(Matchpoints(), [*board([300, 200, 100, {"not_played": True}]), *board([1, 2, 3, 4], deal=2)])
    assert ranking.scores[3] == (None, None)
    assert firsts(ranking)[:3] == [neuberg(Fraction(each), 3, 4) for each in (4, 2, 0)]
    standing = standing_of(ranking, 4)
    assert (standing.score, standing.percent, standing.deals) == (6, 100, 1)


def test_who_has_played_nothing_is_last_and_has_no_percentage() -> None:
    ranking = rank(Matchpoints(), board([100, 50, {"not_played": True}]), [extra(9, carry=3)])
    assert [(each.place, each.standing.contestant) for each in ranking.places[-3:]] == [(5, 9), (6, 3), (6, 103)]
    assert {each.standing.percent for each in ranking.places[-3:]} == {None}


@pytest.mark.parametrize(
    ("percent", "own", "awarded"),
    [(60, 70, 70), (60, 55, 60), (60, None, 60), (40, 30, 30), (40, 45, 40), (50, 70, 50), (50, 30, 50)],
)
def test_more_and_less_than_average_follow_the_own_percentage(percent: int, own: int | None, awarded: int) -> None:
    own_average = None if own is None else Fraction(own)
    assert awarded_average(Fraction(percent), Fraction(percent), own_average) == awarded


def test_the_own_percentage_is_that_of_the_other_deals_that_are_not_artificial() -> None:
    """1 has 100 % and 75 % on two deals with a top of 4, and 60 % of 4 on a third, which becomes 87.5 %."""
    boards = [*board([30, 20, 10]), *board([20, 20, 10], deal=2), *board([{"average": [60, 60]}, 20, 10], deal=3)]
    boards += board([{"average": [60, 40]}, 20, 10], deal=4)
    ranking = rank(Matchpoints(), boards, [extra(1, penalty=50, unit="percent")])
    assert ranking.scores[6][0] == ranking.scores[9][0] == Fraction("3.5")
    assert ranking.scores[9][1] == Fraction(4) / 8
    assert rank(NO_OWN, boards).scores[9] == (Fraction("2.4"), Fraction("1.6"))


PENALTIES = {
    "of a top": ({"penalty": 10, "unit": "top"}, Fraction("0.4"), Fraction(5)),
    "of the whole": ({"penalty": 10, "unit": "percent"}, Fraction("0.8"), Fraction(10)),
    "in matchpoints": ({"penalty": 2, "unit": "points"}, Fraction(2), Fraction(25)),
    "a bonus": ({"penalty": -10, "unit": "top"}, Fraction("-0.4"), Fraction(-5)),
    "brought along": ({"carry": 1.5}, Fraction("-1.5"), Fraction("-18.75")),
    "a bye": ({"bye": True, "points": 2}, Fraction(-2), Fraction(-25)),
}


@pytest.mark.parametrize("name", PENALTIES)
def test_what_comes_from_no_table_changes_score_and_percentage(name: str) -> None:
    """On two deals with a top of 4."""
    said, points, percent = PENALTIES[name]
    boards = [*board([30, 20, 10]), *board([30, 20, 10], deal=2)]
    standing = standing_of(rank(Matchpoints(), boards, [extra(1, **said)]), 1)
    assert (8 - standing.score, 100 - standing.percent) == (points, percent)


# Two fields


def test_two_winners_are_ranked_one_field_after_the_other() -> None:
    ranking = rank(Matchpoints(winners=2), board([30, 20, 10]), [extra(9, carry=1)])
    assert [(each.place, each.standing.contestant, each.standing.field) for each in ranking.places] == [
        (1, 1, 1),
        (2, 2, 1),
        (3, 3, 1),
        (1, 103, 2),
        (2, 102, 2),
        (3, 101, 2),
        (1, 9, None),
    ]


def test_a_contestant_belongs_to_the_side_of_its_first_result() -> None:
    turned = [result((101, 1), 10, deal=2), result((102, 2), 20, deal=2)]
    fields = {
        each.standing.contestant: each.standing.field
        for each in rank(Matchpoints(winners=2), [*board([30, 20]), *turned]).places
    }
    assert fields == {1: 1, 2: 1, 101: 2, 102: 2}


@pytest.mark.parametrize("winners", [0, 3])
def test_there_are_one_or_two_winners(winners: int) -> None:
    assert [(each.field, each.code) for each in Matchpoints(winners=winners).settings_problems()] == [
        ("winners", "number_range")
    ]
    assert Matchpoints(winners=2).settings_problems() == []


@pytest.mark.parametrize("points", [[1, 2, 3], [1, 2, 3, 4], [0, 0, 0, 0, 0]])
def test_others_at_a_table_are_no_two_sides(points: list[int]) -> None:
    these = result(tuple(range(1, len(points) + 1)), points, deal=1)
    assert [(each.field, each.code) for each in Matchpoints().result_problems(these)] == [
        ("contestants", "not_two_sides")
    ]


def test_each_of_four_players_has_the_score_of_their_side() -> None:
    points = {(1, 2, 3, 4): 420, (5, 6, 7, 8): 50, (9, 10, 11, 12): 420}
    four = [result(players, [made, -made, made, -made], deal=1) for players, made in points.items()]
    split = result((13, 14, 15, 16), split=[50, 420], deal=1)
    compared = Matchpoints().compare([*four, split], [])
    assert [scores[:2] for scores in compared.scores] == [(5, 2), (1, 6), (5, 2), (1, 2)]
    assert all(scores[:2] == scores[2:] for scores in compared.scores)
    by_player = {standing.contestant: standing.score for standing in compared.standings}
    assert [by_player[number] for number in (1, 2, 3, 4, 8, 16)] == [5, 2, 5, 2, 6, 2]


def test_each_of_four_players_has_an_artificial_score_of_their_own() -> None:
    average = result((1, 2, 3, 4), average=[60, 40, 60, 40], deal=1, expected=3)
    unplayed = result((5, 6, 7, 8), not_played=True, deal=1)
    scores = Matchpoints().compare([average, unplayed], []).scores
    assert scores == ((Fraction(12, 5), Fraction(8, 5), Fraction(12, 5), Fraction(8, 5)), (None,) * 4)


# Every field

POINTS = st.sampled_from([-620, -100, -50, 50, 110, 140, 420, 450])
PLAYED = POINTS.map(lambda points: {"points": points})
DECIDED = st.one_of(
    st.tuples(POINTS, POINTS).map(lambda both: {"split": list(both)}),
    st.tuples(st.sampled_from([("1/3", "2/3"), (0.5, 0.5), (0.25, 0.75)]), POINTS, POINTS).map(
        lambda drawn: {"weighted": [[drawn[0][0], drawn[1]], [drawn[0][1], drawn[2]]]}
    ),
    st.sampled_from([{"average": [60, 40]}, {"average": [50, 50]}, {"average": [60, 60]}, {"not_played": True}]),
)


@st.composite
def events(draw: st.DrawFn, outcomes: st.SearchStrategy[Any] = PLAYED, *, sides: bool = False) -> list[Result]:
    """Deals between random couples; or always the same numbers on each side."""
    tables = draw(st.integers(1, 6))
    everybody = list(range(1, 2 * tables + 1))
    results = []
    for deal in range(1, draw(st.integers(1, 4)) + 1):
        if sides:
            order = [*draw(st.permutations(everybody[:tables])), *draw(st.permutations(everybody[tables:]))]
        else:
            order = draw(st.permutations(everybody))
        for table in range(draw(st.integers(1, tables))):
            group = draw(st.sampled_from([{}, {}, {"group": "turned"}]))
            couple = order[table], order[table + tables]
            results.append(result(couple, deal=deal, **draw(outcomes), **group))
    return results


COMPARISONS = st.builds(Matchpoints, st.booleans(), st.sampled_from(["whitebook", "neuberg"]))


@given(results=events(PLAYED | DECIDED), comparison=COMPARISONS)
def test_scores_are_those_of_the_plain_definition(results: list[Result], comparison: Matchpoints) -> None:
    assert list(rank(comparison, results).scores) == naive_scores(
        results, own_average=comparison.own_average, whitebook=comparison.small_groups == "whitebook"
    )


@given(results=events(PLAYED | DECIDED), comparison=COMPARISONS, data=st.data())
def test_the_order_of_the_lines_does_not_matter(
    results: list[Result], comparison: Matchpoints, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(results))))
    straight, shuffled = rank(comparison, results), rank(comparison, [results[number] for number in order])
    assert shuffled.places == straight.places
    assert list(shuffled.scores) == [straight.scores[number] for number in order]


@given(results=events())
def test_both_sides_share_the_top_of_every_deal(results: list[Result]) -> None:
    """Factored or not; and nobody has less than nothing, or more than the top."""
    tops = {deal: 2 * (expected_results(results) - 1) for deal in {each.deal for each in results}}
    for each, (first, second) in zip(results, rank(NEUBERG, results).scores, strict=True):
        assert first + second == tops[each.deal]
        assert 0 <= first <= tops[each.deal]


def expected_results(results: Sequence[Result]) -> int:
    deals = [each.deal for each in results]
    return max(map(deals.count, deals))


@given(results=events())
def test_the_mean_of_all_is_half_of_the_tops(results: list[Result]) -> None:
    everybody = [each.standing for each in rank(NEUBERG, results).places]
    tops = sum(2 * (expected_results(results) - 1) * each.deals for each in everybody)
    assert sum(each.score for each in everybody) * 2 == tops


@given(results=events(PLAYED | DECIDED), comparison=COMPARISONS, data=st.data())
def test_other_numbers_for_the_contestants_change_nothing_else(
    results: list[Result], comparison: Matchpoints, data: st.DataObject
) -> None:
    numbers = sorted({one for each in results for one in each.contestants})
    names = dict(zip(numbers, data.draw(st.permutations(numbers)), strict=True))
    renamed = [each._replace(contestants=tuple(names[one] for one in each.contestants)) for each in results]
    straight, other = rank(comparison, results), rank(comparison, renamed)
    assert other.scores == straight.scores
    assert places_of(other) == {names[one]: place for one, place in places_of(straight).items()}


@given(results=events(), data=st.data())
def test_a_result_changes_the_scores_of_its_own_deal_only(results: list[Result], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(results) - 1))
    changed = results.copy()
    old = results[number]
    points = Fraction(data.draw(POINTS))
    changed[number] = old._replace(points=(points, -points))
    before, after = rank(Matchpoints(), results).scores, rank(Matchpoints(), changed).scores
    for each, one, other in zip(results, before, after, strict=True):
        assert one == other or (each.deal, each.group) == (old.deal, old.group)


@given(results=events(PLAYED | DECIDED, sides=True), comparison=COMPARISONS)
def test_each_of_two_fields_stands_as_it_stands_in_one(results: list[Result], comparison: Matchpoints) -> None:
    together = rank(comparison, results)
    apart = rank(Matchpoints(comparison.own_average, comparison.small_groups, winners=2), results)
    assert apart.scores == together.scores
    for field in (1, 2):
        there = [each for each in apart.places if each.standing.field == field]
        members = {each.standing.contestant for each in there}
        order = [each.standing for each in together.places if each.standing.contestant in members]
        assert [each.standing.score for each in there] == [each.score for each in order]
        places = [1 + sum(other.ranks_by > each.ranks_by for other in order) for each in order]
        assert [each.place for each in there] == places


@given(results=events(), data=st.data())
def test_one_result_said_in_other_ways_is_the_same(results: list[Result], data: st.DataObject) -> None:
    """As a split of two equal results, as a weighted one of equal parts, as what each side has."""
    told = []
    for each in results:
        points = float(each.points[0])
        ways = (
            {"split": [points, points]},
            {"weighted": [["1/3", points], ["2/3", points]]},
            {"points": [points, -points]},
        )
        said = result(each.contestants, deal=each.deal, **data.draw(st.sampled_from(ways)))
        told.append(said._replace(group=each.group))
    assert rank(Matchpoints(), told) == rank(Matchpoints(), results)


@given(
    results=events(PLAYED | DECIDED),
    rulings=st.lists(
        st.builds(
            Extra,
            st.integers(1, 12),
            st.sampled_from(["penalty", "carry", "bye", "handicap"]),
            st.integers(-20, 20).map(Fraction),
        )
    ),
)
def test_rulings_add_up_in_any_order(results: list[Result], rulings: list[Extra]) -> None:
    one, other = (rank(Matchpoints(), results, each) for each in (rulings, rulings[::-1]))
    assert (one.scores, one.places, one.extras) == (other.scores, other.places, other.extras[::-1])
