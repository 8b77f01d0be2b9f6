"""Matches between teams, in IMPs and board by board."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bridge.rules.scales import IMPS
from scorer.contest.comparing.board_a_match import BoardAMatch
from scorer.contest.comparing.imps import Imps
from scorer.contest.results import Result
from tests.contest.comparing.naive_imps import imps
from tests.contest.playing import extra, firsts, rank, ranked, result, standing_of

TEAMS = Imps(IMPS)
BOARDS = BoardAMatch()


def both_rooms(
    deal: int, open_room: Any, closed_room: Any, teams: tuple[int, int] = (3, 12), **fields: Any
) -> list[Result]:
    """A board as both rooms had it: the first team is N-S in the open room, and E-W in the closed one."""
    rooms = (teams, open_room), (teams[::-1], closed_room)
    return [
        result(
            contestants, deal=deal, **({"round": 1} | fields), **(said if isinstance(said, dict) else {"points": said})
        )
        for contestants, said in rooms
    ]


MATCH = [*both_rooms(1, 420, -50), *both_rooms(2, 100, 140), *both_rooms(3, 620, 620), *both_rooms(4, -50, 110)]
"""470 is 10 IMPs, -40 is -1, then nothing, and -160 is -4."""


def test_a_board_is_the_difference_of_both_rooms_and_a_match_the_sum_of_its_boards() -> None:
    found = rank(TEAMS, MATCH)
    assert ranked(TEAMS, MATCH) == [(1, 3, 5), (2, 12, -5)]
    assert found.scores == ((5, -5), (-5, 5)) * 4
    assert found.by_line == ((10, -10), (-10, 10), (-1, 1), (1, -1), (0, 0), (0, 0), (-4, 4), (4, -4))
    assert standing_of(found, 3).deals == 4


def test_board_a_match_counts_boards_whatever_the_difference() -> None:
    assert ranked(BOARDS, MATCH) == [(1, 12, 5), (2, 3, 3)]
    assert ranked(BoardAMatch(win=1), MATCH) == [(1, 12, Fraction(5, 2)), (2, 3, Fraction(3, 2))]
    assert rank(BOARDS, MATCH).by_line[::2] == ((2, 0), (0, 2), (1, 1), (0, 2))
    assert ranked(BOARDS, both_rooms(1, 430, 420)) == [(1, 3, 2), (2, 12, 0)]  # ten points, which are no IMP


@pytest.mark.parametrize("comparison", [TEAMS, BOARDS], ids=["imps", "boards"])
def test_a_board_counts_when_both_rooms_have_played_it(comparison: Any) -> None:
    half = [*both_rooms(1, 420, -50), both_rooms(2, 100, 140)[0]]
    found = rank(comparison, half)
    assert found.by_line[2] == (None, None)
    assert found.scores[2] == found.scores[0]
    assert standing_of(found, 3).deals == 1
    assert rank(comparison, half[2:]).scores == ((None, None),)


def test_two_rooms_in_which_both_sat_the_same_way_do_not_make_a_board() -> None:
    assert rank(TEAMS, [result((3, 12), 420, deal=1), result((3, 12), 400, deal=1)]).scores == ((None, None),) * 2


def test_teams_of_eight_add_up_four_tables() -> None:
    assert firsts(rank(TEAMS, both_rooms(1, 420, -50) + both_rooms(1, 420, -50))) == [14, -14, 14, -14]


def test_a_match_of_two_halves_names_its_match_and_may_be_in_several_rounds() -> None:
    """Several matches going round: one half in round 1, and the other one in round 4."""
    halves = [
        result((3, 12), 420, deal=1, round=1, match="3-12"),
        result((12, 3), -50, deal=1, round=4, match="3-12"),
        result((3, 7), 420, deal=1, round=4, match="3-7"),
    ]
    assert rank(TEAMS, halves).scores == ((10, -10), (-10, 10), (None, None))
    unnamed = [half._replace(match=None) for half in halves]
    assert rank(TEAMS, unnamed).scores == ((None, None),) * 3


def test_a_round_is_a_match_of_its_own() -> None:
    again = [each._replace(round=2) for each in MATCH]
    assert ranked(TEAMS, MATCH + again) == [(1, 3, 10), (2, 12, -10)]


def test_a_line_may_give_the_imps_of_a_match() -> None:
    given_imps = [result((3, 12), imps=17, round=1), result((5, 3), imps=-4.5, round=2)]
    assert rank(TEAMS, given_imps).scores == ((17, -17), (Fraction(-9, 2), Fraction(9, 2)))
    assert ranked(TEAMS, given_imps) == [(1, 3, Fraction(43, 2)), (2, 5, Fraction(-9, 2)), (3, 12, -17)]
    assert ranked(TEAMS, [*MATCH, result((12, 3), imps=2, round=1)]) == [(1, 3, 3), (2, 12, -3)]


# What the director decides


def test_an_artificial_score_decides_its_board_whatever_the_other_room_had() -> None:
    ruled = both_rooms(1, 420, {"average": [60, 40]}) + both_rooms(2, {"average": [60, 60]}, {"not_played": True})
    assert ranked(TEAMS, ruled) == [(1, 12, 6), (2, 3, 0)]
    assert ranked(BOARDS, ruled) == [(1, 12, Fraction(12, 5)), (2, 3, 2)]


def test_the_own_average_replaces_an_artificial_score_that_it_exceeds() -> None:
    """3 has 10 IMPs on its only other board; then 4 on a third, which makes 7."""
    ruled = both_rooms(1, 420, -50) + both_rooms(2, {"average": [60, 40]}, {"not_played": True})
    assert rank(TEAMS, ruled).by_line[2] == (10, -10)
    assert rank(TEAMS, [*ruled, *both_rooms(3, 140, 0)]).by_line[2] == (7, -7)


def test_a_split_score_counts_for_each_team_as_its_own_side_got_it() -> None:
    """3 has 420 and 50, which is 470; 12 has -100 and -50."""
    split = both_rooms(1, {"split": [420, 100]}, -50)
    assert rank(TEAMS, split).by_line == ((10, -4), (-4, 10))


def test_a_weighted_score_is_weighted_in_imps() -> None:
    """470 is 10 IMPs and 0 is none: half of 10. Weighted in both rooms: each pair of parts."""
    weighted = {"weighted": [[0.5, 420], [0.5, -50]]}
    assert rank(TEAMS, both_rooms(1, weighted, -50)).by_line[0] == (5, -5)
    assert rank(TEAMS, both_rooms(1, weighted, weighted)).by_line[0] == (0, 0)
    other = {"weighted": [[0.5, 420], [0.5, 400]]}  # a quarter each of 0, 1, -10 and -10 IMPs
    assert rank(TEAMS, both_rooms(1, weighted, other)).by_line[0] == (Fraction(-19, 4), Fraction(19, 4))
    assert rank(BOARDS, both_rooms(1, weighted, -50)).by_line[0] == (Fraction(3, 2), Fraction(1, 2))


def test_removed_boards_and_boards_that_were_not_played_do_not_count() -> None:
    assert ranked(TEAMS, [*MATCH, *both_rooms(5, {"not_played": True}, {"not_played": True})]) == ranked(TEAMS, MATCH)


def test_what_comes_from_no_table_is_in_imps() -> None:
    extras = [extra(3, penalty=3, unit="imps"), extra(12, carry=2.5), extra(9, bye=True, round=1, points=6)]
    found = rank(TEAMS, MATCH, extras)
    assert {number: standing_of(found, number).score for number in (3, 12, 9)} == {3: 2, 12: Fraction(-5, 2), 9: 6}


def test_what_comes_from_no_table_is_in_boards() -> None:
    extras = [extra(3, penalty=1, unit="points"), extra(12, carry=2.5), extra(9, bye=True, round=1, points=6)]
    found = rank(BOARDS, MATCH, extras)
    assert {number: standing_of(found, number).score for number in (3, 12, 9)} == {3: 2, 12: Fraction(15, 2), 9: 6}


def test_a_split_board_may_be_won_by_both_teams() -> None:
    assert rank(BOARDS, both_rooms(1, {"split": [420, -100]}, 110)).by_line == ((2, 2), (2, 2))


def test_a_handicap_counts_in_its_own_ranking() -> None:
    found = rank(TEAMS, MATCH, [extra(12, handicap=11)])
    assert [(each.standing.contestant, each.place, each.handicapped.place) for each in found.places] == [
        (3, 1, 2),
        (12, 2, 1),
    ]


def test_a_board_has_to_name_its_deal_and_two_teams_play_a_match() -> None:
    problems = [
        TEAMS.result_problems(line)
        for line in (result((3, 12), 420), result((1, 2, 3), [1, 2, 3], deal=1), result((3, 12), imps=4))
    ]
    assert [[problem.field for problem in those] for those in problems] == [["deal"], ["contestants"], []]


SCORES = st.sampled_from([-620, -100, -50, 0, 50, 110, 420, 450, 1430])


@given(rooms=st.lists(st.tuples(SCORES, SCORES), min_size=1, max_size=9))
def test_a_match_is_zero_sum_and_what_the_plain_definition_says(rooms: list[tuple[int, int]]) -> None:
    lines = [line for deal, (first, second) in enumerate(rooms, start=1) for line in both_rooms(deal, first, second)]
    total = sum(imps(Fraction(first - second)) for first, second in rooms)
    assert rank(TEAMS, lines).scores[0] == (total, -total)
    won = sum(2 * (first > second) + (first == second) for first, second in rooms)
    assert rank(BOARDS, lines).scores[0] == (won, 2 * len(rooms) - won)
