"""Places, ties and what broke them, and the other ranking with handicaps."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest import ranking
from scorer.contest.comparing.matchpoints import Matchpoints
from scorer.contest.comparing.places import Places
from scorer.contest.comparing.total import Total
from scorer.contest.comparing.wins import Wins
from scorer.contest.ranking import Comparison, rank_by_section
from scorer.contest.results import Extra, Result
from tests.contest.playing import board, extra, places_of, rank, ranked, result, tied_by


def test_the_level_share_a_place_and_the_next_one_stays_empty() -> None:
    lines = [result((1, 2, 3, 4, 5), [7, 9, 7, 1, 9])]
    assert ranked(Total(), lines) == [(1, 2, 9), (1, 5, 9), (3, 1, 7), (3, 3, 7), (5, 4, 1)]


def test_a_tie_break_is_named_where_it_separated_and_nowhere_else() -> None:
    """1, 2 and 3 have two wins: 1 has the best difference, the others stay level. 4 and 5 are level in everything."""
    lines = [
        result((1, 6), [50, 0], round=1),
        result((2, 4), [30, 0], round=1),
        result((3, 5), [30, 0], round=1),
    ]
    ranking = rank(Wins(), lines)
    assert places_of(ranking) == {1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 6}
    assert tied_by(ranking) == dict.fromkeys(range(1, 7), "difference")
    level = rank(Wins(), lines[1:])
    assert places_of(level) == {2: 1, 3: 1, 4: 3, 5: 3}
    assert tied_by(level) == {}


@given(
    comparison=st.sampled_from([Total(), Wins(), Places(scale=(2, 1)), Matchpoints()]),
    points=st.lists(st.integers(-5, 5), min_size=4, max_size=4),
    extras=st.lists(
        st.builds(
            Extra,
            st.integers(1, 4),
            st.sampled_from(["penalty", "carry", "bye"]),
            st.integers(-5, 5).map(Fraction),
            st.just("points"),
            st.integers(1, 2),
            st.integers(1, 2),
        )
    ),
    ranked_by=st.sampled_from([rank, rank_by_section]),
)
def test_results_and_extras_add_up_to_the_score(
    comparison: Comparison, points: list[int], extras: list[Extra], ranked_by: Any
) -> None:
    """Here, each result is a meeting of its own."""
    pairs = (((1, 2), 1), ((3, 4), 2), ((1, 2), 1), ((3, 4), 2))
    lines = [
        result(pair, each, round=number, deal=(number + 1) // 2, section=section)
        for number, ((pair, section), each) in enumerate(zip(pairs, points, strict=True), start=1)
    ]
    found = ranked_by(comparison, lines, extras)
    for each in found.places:
        one = each.standing.contestant
        scores = (dict(zip(line.contestants, of, strict=True)) for line, of in zip(lines, found.scores, strict=True))
        besides = (worth for extra, worth in zip(extras, found.extras, strict=True) if extra.contestant == one)
        assert sum(of.get(one) or 0 for of in scores) + sum(besides) == each.standing.score


@pytest.mark.parametrize(("unit", "worth"), [("points", -10), ("top", Fraction(-2, 5)), ("percent", Fraction(-4, 5))])
def test_a_penalty_at_matchpoints_is_worth_its_share_of_the_tops(unit: str, worth: Fraction) -> None:
    lines = [line for deal in (1, 2) for line in board([50, 60, 70], deal=deal)]
    assert rank(Matchpoints(), lines, [extra(1, penalty=10, unit=unit)]).extras == (worth,)


def test_nothing_was_tied_where_the_score_differs() -> None:
    assert tied_by(rank(Wins(), [result((1, 2), 10)])) == {}
    assert tied_by(rank(Total(), [result((1, 2), [5, 5])])) == {}


def test_a_handicap_stands_in_another_ranking_and_never_in_the_plain_one() -> None:
    ranking = rank(Total(), [result((1, 2, 3), [10, 8, 5])], [extra(2, handicap=4), extra(2, handicap=1)])
    assert places_of(ranking) == {1: 1, 2: 2, 3: 3}
    assert [(each.handicapped.place, each.handicapped.value) for each in ranking.places] == [(2, 10), (1, 13), (3, 5)]


def test_a_handicap_at_matchpoints_is_in_percent() -> None:
    ranking = rank(Matchpoints(), board([30, 20, 10]), [extra(2, handicap=2)])
    handicapped = {each.standing.contestant: each.handicapped for each in ranking.places}
    assert handicapped[2].value == 52
    assert handicapped[2].place == 3


def test_a_tie_break_decides_among_the_handicapped_too() -> None:
    lines = [result((1, 2), [50, 0], round=1), result((3, 4), [90, 0], round=1)]
    ranking = rank(Wins(), lines, [extra(2, handicap=2)])
    assert [(each.standing.contestant, each.handicapped.place) for each in ranking.places] == [
        (3, 1),
        (1, 2),
        (2, 3),
        (4, 4),
    ]


def test_without_handicaps_there_is_no_other_ranking() -> None:
    assert {each.handicapped for each in rank(Total(), [result((1, 2), 5)]).places} == {None}


def test_nobody_is_ranked_where_nothing_was_played() -> None:
    for comparison in (Total(), Wins(), Places(), Matchpoints()):
        assert rank(comparison, []).places == ()


@st.composite
def evenings(draw: st.DrawFn) -> list[Result]:
    """Rounds of tables of four, some of them not played."""
    results = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(range(1, 13)))
        for first in range(0, 12, 4):
            said = draw(
                st.lists(st.integers(-20, 20), min_size=4, max_size=4).map(lambda points: {"points": points})
                | st.just({"not_played": True})
            )
            results.append(result(order[first : first + 4], round=number, **said))
    return results


COMPARISONS = st.sampled_from([Total(), Wins(), Wins(by="points"), Places()])


@given(results=evenings(), comparison=COMPARISONS, data=st.data())
def test_the_order_of_the_lines_does_not_matter(
    results: list[Result], comparison: Comparison, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(results))))
    straight, shuffled = rank(comparison, results), rank(comparison, [results[number] for number in order])
    assert shuffled.places == straight.places
    assert list(shuffled.scores) == [straight.scores[number] for number in order]


@given(results=evenings(), comparison=COMPARISONS, data=st.data())
def test_other_numbers_for_the_contestants_change_nothing_else(
    results: list[Result], comparison: Comparison, data: st.DataObject
) -> None:
    names = dict(zip(range(1, 13), data.draw(st.permutations(range(1, 13))), strict=True))
    renamed = [Result(tuple(names[one] for one in each.contestants), each.points, each.round) for each in results]
    straight, other = rank(comparison, results), rank(comparison, renamed)
    assert other.scores == straight.scores
    assert places_of(other) == {names[one]: place for one, place in places_of(straight).items()}


@given(results=evenings(), comparison=COMPARISONS)
def test_a_contestants_score_is_the_sum_of_what_its_results_are_worth(
    results: list[Result], comparison: Comparison
) -> None:
    ranking = rank(comparison, results)
    sums = dict.fromkeys(range(1, 13), Fraction(0))
    for each, scores in zip(results, ranking.scores, strict=True):
        for one, score in zip(each.contestants, scores, strict=True):
            sums[one] += score or 0
    assert {each.standing.contestant: each.standing.score for each in ranking.places} == sums


@given(results=evenings())
def test_the_places_of_a_table_share_its_scale(results: list[Result]) -> None:
    for scores in rank(Places(), results).scores:
        assert scores == (None,) * 4 or sum(scores) == 10


def test_who_plays_without_standing_has_no_place_but_counts_for_the_others() -> None:
    lines = [result((1, 2), 420, deal=1), result((3, 4), 170, deal=1), result((5, 6), -50, deal=1)]
    everybody = places_of(rank(Matchpoints(), lines))
    assert everybody == {1: 1, 6: 1, 3: 3, 4: 3, 2: 5, 5: 5}
    without = rank(Matchpoints(), lines, [extra(contestant=1, without_standing=True)])
    assert places_of(without) == {6: 1, 3: 2, 4: 2, 2: 4, 5: 4}
    assert without.scores == rank(Matchpoints(), lines).scores


# A minimum for a place


def three_boards() -> list[Result]:
    """1 and 101 play one board of three, and win it."""
    return [*board([100, 50, 0]), *board([100, 50, 0], deal=2)[1:], *board([100, 50, 0], deal=3)[1:]]


def test_whoever_has_played_too_little_comes_last_without_a_place() -> None:
    found = ranking.rank(Matchpoints(), three_boards(), minimum=Fraction(1, 2))
    assert [(each.place, each.standing.contestant) for each in found.places][-2:] == [(None, 1), (None, 101)]
    assert [each.place for each in found.places[:4]] == [1, 2, 3, 4]
    assert all(each.place for each in rank(Matchpoints(), three_boards()).places)


@pytest.mark.parametrize(("minimum", "without"), [("1/3", 0), ("0.34", 2), ("2/3", 2), ("1", 2), ("0", 0)])
def test_exactly_the_minimum_is_enough(minimum: str, without: int) -> None:
    found = ranking.rank(Matchpoints(), three_boards(), minimum=Fraction(minimum))
    assert [each.place for each in found.places].count(None) == without


def test_each_field_has_a_minimum_of_its_own() -> None:
    """E-W have all played one board of the three that N-S have played."""
    boards = [result((1, 100 + 10 * deal), 50 * deal, deal=deal) for deal in (1, 2, 3)]
    found = ranking.rank(Matchpoints(winners=2), boards, minimum=Fraction(1, 2))
    assert None not in [each.place for each in found.places]


def test_there_is_no_place_with_a_handicap_either() -> None:
    found = ranking.rank(Matchpoints(), three_boards(), [extra(1, handicap=2)], Fraction(1, 2))
    assert [each.handicapped.place for each in found.places if each.handicapped][-2:] == [None, None]
