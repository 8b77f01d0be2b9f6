"""Matches of teams that go round: sound for every number, each match whole in two halves."""

from collections import Counter

import pytest

from scorer.contest.families import Impossible, Task
from scorer.contest.movements.teams import Teams
from scorer.contest.plan import Plan, Round, Sitting, judge, sittings_of
from tests.contest.judging import made, rests, sound, warned

NUMBERS = range(3, 61)


def halves(plan: Plan) -> Counter[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Who sat N-S and E-W, and with which deals."""
    return Counter((sitting.contestants, sitting.deals) for _round, sitting in sittings_of(plan.rounds))


@pytest.mark.parametrize("teams", NUMBERS)
def test_every_match_has_both_halves_and_no_tables_share(teams: int) -> None:
    rounds = teams - 1 if teams % 2 else teams - 2
    plan = made(Teams(), teams, rounds)
    assert warned(sound(plan)) == {}
    played = halves(plan)
    assert all(played[couple[::-1], deals] == 1 for couple, deals in played)
    met = Counter(contestant for couple, _deals in played for contestant in couple)
    assert set(met.values()) == {2 * rounds}
    assert rests(plan) == {}


@pytest.mark.parametrize("teams", NUMBERS)
def test_without_a_number_of_rounds_no_match_is_left_with_one_half(teams: int) -> None:
    assert warned(sound(made(Teams(), teams))) == {}


@pytest.mark.parametrize("teams", range(3, 40, 2))
def test_odd_numbers_play_the_american_whist(teams: int) -> None:
    """The source: E-W of team t + 2 (r + 1) at table t, with set t + r."""
    for r, round_ in enumerate(made(Teams(), teams, teams - 1).rounds):
        for t, sitting in enumerate(round_.sittings):
            assert sitting.contestants == (t + 1, (t + 2 * (r + 1)) % teams + 1)
            assert sitting.deals == ((t + r) % teams + 1,)


@pytest.mark.parametrize("teams", range(4, 40, 2))
def test_even_numbers_play_all_but_the_team_opposite(teams: int) -> None:
    met = {couple for couple, _deals in halves(made(Teams(), teams, teams - 2))}
    assert {(one, other) for one in range(1, teams + 1) for other in range(1, teams + 1) if one != other} - met == {
        (one, (one - 1 + teams // 2) % teams + 1) for one in range(1, teams + 1)
    }


@pytest.mark.parametrize("teams", NUMBERS)
def test_in_a_relay_a_match_is_whole_in_its_round(teams: int) -> None:
    plan = made(Teams(relay=True), teams, teams - 1 + teams % 2)
    assert set(warned(sound(plan))) == {"shared"}
    for round_ in plan.rounds:
        couples = {sitting.contestants: (sitting.deals, sitting.copy) for sitting in round_.sittings}
        assert all(couples[couple[::-1]] == couples[couple] for couple in couples)
        assert sorted(sitting.station for sitting in round_.sittings) == sorted(ns for ns, _ew in couples)
    assert len(halves(plan)) == teams * (teams - 1)
    assert set(rests(plan).values()) == ({1} if teams % 2 else set())


def test_what_stops_early_has_half_matches() -> None:
    verdict = judge(made(Teams(), 7, 5))
    assert verdict.sound
    assert warned(verdict) == {"half_match": 7}
    assert {len(finding.contestants) for finding in verdict.warnings} == {2}


def a_round(number: int, *couples: tuple[int, int], deal: int = 1) -> Round:
    return Round(number, tuple(Sitting(station, both, (deal,)) for station, both in enumerate(couples, start=1)))


def test_the_judge_takes_a_team_for_two_pairs() -> None:
    assert judge(Plan((a_round(1, (1, 2), (2, 3), (3, 1)),))).sound
    again = judge(Plan((a_round(1, (1, 2), (2, 3), (3, 1)), a_round(2, (1, 3), (2, 1), (3, 2)))))
    assert {finding.code for finding in again.defects} == {"deal_again"}
    assert len(again.defects) == 6
    met = judge(Plan((a_round(1, (1, 2), (2, 3), (3, 1)), a_round(2, (1, 2), (2, 3), (3, 1), deal=2))))
    assert warned(met)["met_again"] == 3


def test_a_pair_at_two_places_is_no_team() -> None:
    """Of teams, everybody is there twice."""
    verdict = judge(Plan((Round(1, (Sitting(1, (1, 2), (1,)), Sitting(2, (2, 3), (2,)))),)))
    assert [(finding.code, finding.contestants) for finding in verdict.defects] == [("two_places", (2,))]


@pytest.mark.parametrize(("teams", "rounds"), [(2, None), (401, None), (7, 7), (8, 7), (8, 0)])
def test_other_numbers_are_refused(teams: int, rounds: int | None) -> None:
    with pytest.raises(Impossible):
        Teams().complete(Task(teams, rounds))


def test_what_is_left_open_suits_the_number() -> None:
    def chosen(teams: int) -> tuple[int | None, int | None]:
        task = Teams().complete(Task(teams, evening=28))[1]
        return task.rounds, task.per_round

    assert [chosen(teams) for teams in (3, 5, 7, 8, 20)] == [(2, 14), (4, 7), (6, 4), (6, 4), (18, 1)]
