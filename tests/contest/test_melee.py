"""Players without a partner of their own, where deals are only counted."""

from collections import Counter
from fractions import Fraction

import pytest

from scorer.contest.comparing.points import Points
from scorer.contest.comparing.wins import Wins
from scorer.contest.draws import Draw, partnerships
from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.families import Task
from scorer.contest.individual import Individual
from scorer.contest.plan import Round, sittings_of
from scorer.contest.ranking import Comparison, rank
from scorer.contest.results import Extra, Result

NUMBERS = [*range(6, 32), 39, 61, 98, 120]


def partners_of(rounds: tuple[Round, ...]) -> Counter[tuple[int, int]]:
    return Counter(both for _round, sitting in sittings_of(rounds) for both in partnerships(sitting.contestants))


def rests_of(rounds: tuple[Round, ...], players: int) -> list[int]:
    rests = Counter(resting.contestant for planned in rounds for resting in planned.resting)
    return [rests[player] for player in range(1, players + 1)]


@pytest.mark.parametrize("rounds", [4, 6])
@pytest.mark.parametrize("players", NUMBERS)
def test_by_lot_nobody_has_a_partner_twice_or_rests_again_before_all_others(players: int, rounds: int) -> None:
    family, task = Individual().complete(Task(players, rounds=rounds, seed=players))
    drawn = family.plan(task).rounds
    assert len(drawn) == rounds
    assert max(partners_of(drawn).values()) == 1
    rests = rests_of(drawn, players)
    assert max(rests) - min(rests) <= 1
    assert all(len(planned.resting) == players % 4 for planned in drawn)


@pytest.mark.parametrize("players", [8, 11, 14, 37, 120])
def test_by_standing_the_same_holds_for_four_rounds(players: int) -> None:
    drawn: tuple[Round, ...] = ()
    results: list[Result] = []
    for number in range(1, 5):
        earlier = EarlierRounds(drawn, tuple(results), comparison=Wins())
        draw, task = Draw(by="comparison", sizes=(4,), partners=True).complete(
            Task(players, rounds=1, seed=players, earlier=earlier)
        )
        (following,) = draw.plan(task).rounds
        drawn += (following,)
        for sitting in following.sittings:
            points = Fraction(sum(sitting.contestants) * number % 7 * 100 - 310)
            results.append(Result(sitting.contestants, (points, -points) * 2, number))
    assert max(partners_of(drawn).values()) == 1
    rests = rests_of(drawn, players)
    assert max(rests) - min(rests) <= 1


def meeting(number: int, first: int, points: int, other: int, others: int) -> Result:
    return Result((first, other), (Fraction(points), Fraction(others)), number)


EVENING = [meeting(1, 1, 1900, 2, 300), meeting(2, 1, 900, 3, 1000), meeting(2, 2, 1200, 4, 700)]
BYES = [Extra(3, "bye", round=1), Extra(4, "bye", Fraction(650), round=1)]


@pytest.mark.parametrize(
    ("comparison", "standings"),
    [
        (Wins(by="points"), {1: (2, 2800), 2: (2, 1500), 3: (4, 2000), 4: (2, 1350)}),
        (Wins(by="points", most=1000), {1: (2, 1900), 2: (2, 1300), 3: (4, 2000), 4: (2, 1350)}),
        (Wins(by="points", bye_points=800), {1: (2, 2800), 2: (2, 1500), 3: (4, 1800), 4: (2, 1350)}),
        (Wins(), {1: (2, 1500), 2: (2, -1100), 3: (4, 200), 4: (2, 150)}),
        (Wins(most=1000), {1: (2, 900), 2: (2, -500), 3: (4, 200), 4: (2, 150)}),
        (Points(), {1: (2800,), 2: (1500,), 3: (2000,), 4: (1350,)}),
        (Points(most=1000), {1: (1900,), 2: (1300,), 3: (2000,), 4: (1350,)}),
        (Points(bye_points=0), {1: (2800,), 2: (1500,), 3: (1000,), 4: (1350,)}),
    ],
)
def test_a_round_counts_up_to_a_limit_and_a_bye_as_the_settings_say(
    comparison: Comparison, standings: dict[int, tuple[int, ...]]
) -> None:
    ranking = rank(comparison, EVENING, BYES)
    assert {ranked.standing.contestant: ranked.standing.ranks_by for ranked in ranking.places} == standings


def test_the_points_of_a_round_are_those_of_all_its_deals_together() -> None:
    """The limit is for the sum, not for each deal."""
    deals = [meeting(1, 1, 700, 2, 100), meeting(1, 1, 700, 2, 200)]
    ranking = rank(Points(most=1000), deals)
    assert [(ranked.standing.contestant, ranked.standing.score) for ranked in ranking.places] == [(1, 1000), (2, 300)]
    assert ranking.scores == ((1000, 300), (1000, 300))


def test_a_penalty_or_what_was_carried_counts_among_the_points_and_equal_sums_share_the_place() -> None:
    lines = [meeting(1, 1, 1000, 2, 900), meeting(1, 3, 850, 4, 100)]
    extras = [Extra(1, "penalty", Fraction(100)), Extra(3, "carry", Fraction(50))]
    ranking = rank(Points(), lines, extras)
    assert [(ranked.place, ranked.standing.contestant) for ranked in ranking.places] == [(1, 1), (1, 2), (1, 3), (4, 4)]


def test_a_partner_is_no_opponent() -> None:
    table = Result((5, 7, 6, 8), (Fraction(900), Fraction(500)) * 2, 1)
    assert [ranked.standing.ranks_by for ranked in rank(Wins(partners=True), [table]).places] == [
        (2, 400),
        (2, 400),
        (0, -400),
        (0, -400),
    ]
