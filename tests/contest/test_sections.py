"""Sections: several plans side by side, and each section ranked by itself."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.comparing.matchpoints import Matchpoints
from scorer.contest.comparing.total import Total
from scorer.contest.families import Task
from scorer.contest.lines import PlanReader, plan_lines
from scorer.contest.movements.mitchell import Mitchell, best_switch
from scorer.contest.plan import Plan, judge
from scorer.contest.ranking import rank, rank_by_section
from scorer.contest.result_lines import read_result
from scorer.contest.sections import joined, split
from tests.contest.playing import board, extra, result


def mitchell(pairs: int, rounds: int) -> Plan:
    family, task = Mitchell().complete(Task(pairs, rounds=rounds, per_round=3, evening=27))
    return family.plan(task)


@given(st.integers(2, 400), st.integers(1, 20))
def test_sections_have_whole_tables_as_even_as_they_can_be(contestants: int, sections: int) -> None:
    sizes = split(contestants, sections)
    assert (sum(sizes), len(sizes)) == (contestants, sections)
    tables = [(size + 1) // 2 for size in sizes]
    assert max(tables) - min(tables) <= 1
    assert [size % 2 for size in sizes[:-1]] == [0] * (sections - 1)


def test_40_tables_play_the_same_deals_in_four_sections_of_ten() -> None:
    plan = joined([mitchell(20, 9)] * 4)
    verdict = judge(plan)
    assert (verdict.defects, verdict.warnings) == ((), ())
    first = plan.rounds[0].sittings
    assert [sitting.station for sitting in first] == list(range(1, 41))
    assert [(s.section, s.copy, s.contestants[0]) for s in first[::10]] == [
        (1, 1, 1),
        (2, 2, 21),
        (3, 3, 41),
        (4, 4, 61),
    ]
    assert {sitting.deals for sitting in first[:10]} == {sitting.deals for sitting in first[30:]}
    assert len(plan.rounds) == 9


def test_a_section_with_a_missing_pair_leaves_no_gap_in_the_numbers() -> None:
    """Six tables in six rounds share, so that the last N-S pair is the one that is missing."""
    plan = joined([mitchell(11, 6), mitchell(12, 6)])
    assert {number for each in plan.rounds for number in each.contestants()} == set(range(1, 24))
    verdict = judge(plan)
    assert verdict.sound
    waiting = [one.half_table for each in plan.rounds for one in each.resting]
    assert {(one.station, one.section, one.contestants[0]) for one in waiting if one} == {(6, 1, 0)}
    assert [sitting.station for sitting in plan.rounds[0].sittings if sitting.section == 2] == [7, 8, 9, 10, 11, 12]


def test_sections_that_need_several_copies_have_their_own() -> None:
    family, task = Mitchell("web").complete(Task(20, rounds=7, per_round=3, evening=27))
    plan = joined([family.plan(task)] * 2)
    assert judge(plan).warnings == ()
    assert {(s.section, s.copy) for s in plan.rounds[0].sittings} == {(1, 1), (1, 2), (2, 3), (2, 4)}


def test_lines_of_a_plan_carry_sections_and_copies() -> None:
    plan, reader = joined([mitchell(6, 3), mitchell(6, 3)]), PlanReader()
    lines = list(plan_lines(plan))
    assert "section" not in lines[0]
    assert lines[3]["section"] == lines[3]["copy"] == 2
    assert [reader.take(line) for line in lines] == [[]] * len(lines)
    assert reader.plan() == plan


def test_a_section_ranked_by_itself_is_ranked_as_if_there_were_no_other() -> None:
    ours = board([30, 20, 10], deal=1) + board([10, 20, 20], deal=2)
    theirs = [result((table + 10, 110 + table), each, deal=1, section=2) for table, each in ((1, 90), (2, -40))]
    penalty = extra(11, penalty=10, unit="top", section=2)
    ranking = rank_by_section(Matchpoints(), [*theirs, *ours], [penalty])
    alone, others = rank(Matchpoints(), ours), rank(Matchpoints(), theirs, [penalty])
    assert [one.standing for one in ranking.places] == [one.standing for one in (*alone.places, *others.places)]
    assert [one.section for one in ranking.places] == [1] * 6 + [2] * 4
    assert ranking.scores == (*others.scores, *alone.scores)


def test_who_played_in_another_section_scores_there_and_is_ranked_in_its_own() -> None:
    """11 and 21 sat in each other's places at deal 2."""
    ours = [*board([30, 20, 10], deal=1), result((21, 101), 10, deal=2, sections=[2, 1]), result((2, 102), 20, deal=2)]
    theirs = [
        *(result((20 + table, 110 + table), each, deal=1, section=2) for table, each in ((1, 90), (2, -40))),
        result((1, 111), 50, deal=2, section=2, sections=[1, 2]),
        result((22, 112), 60, deal=2, section=2),
    ]
    ranking = rank_by_section(Matchpoints(), [*ours, *theirs], [])
    standings = {one.standing.contestant: (one.section, one.standing) for one in ranking.places}
    assert len(standings) == len(ranking.places) == 10
    assert (standings[1][0], standings[21][0]) == (1, 2)
    assert (standings[1][1].score, standings[1][1].deals) == (4 + 0, 2)
    assert standings[21][1].deals == 2
    alone = rank(Matchpoints(), ours)  # what a result is worth does not depend on whose it is
    assert ranking.scores[: len(ours)] == alone.scores


@pytest.mark.parametrize(
    ("sections", "code"), [([1], "as_many"), ([1, None], "text_or_number"), ("A", "list"), ([1, [2]], "text_or_number")]
)
def test_a_line_names_a_section_for_each_contestant_or_for_none(sections: object, code: str) -> None:
    _result, problems = read_result({"contestants": [1, 2], "points": 10, "sections": sections})
    assert [(problem.field, problem.code) for problem in problems] == [("sections", code)]


def test_who_has_no_result_belongs_to_the_section_of_a_ruling() -> None:
    lines, carried = [result((1, 2), 10), result((3, 4), 5, section="B")], extra(9, carry=2, section="B")
    ranking = rank_by_section(Total(), lines, [carried])
    assert [(one.section, one.standing.contestant) for one in ranking.places] == [
        (1, 1),
        (1, 2),
        ("B", 3),
        ("B", 9),
        ("B", 4),
    ]
    assert ranking.places[3].standing.score == Fraction(2)


# docs: the club's text on events, A1.1: tables, rounds, and the number of switched rounds with the least deviation
BEST = {
    (5, 5): 1,
    (6, 5): 1,
    (7, 7): 1,
    (8, 7): 1,
    (9, 9): 1,
    (10, 9): 1,
    (11, 11): 1,
    (12, 11): 1,
    (13, 13): 2,
    (14, 13): 2,
}


@pytest.mark.parametrize(("tables", "rounds"), BEST)
def test_so_many_rounds_are_switched_as_the_published_table_says(tables: int, rounds: int) -> None:
    assert best_switch(2 * tables, rounds) == BEST[tables, rounds]
