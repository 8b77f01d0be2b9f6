"""The ranking of squads: sums of the best members, shared places, and squads with too few members."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.squads import rank_squads

SQUADS = {1: "Lions", 2: "Tigers", 3: "Lions", 4: "Tigers", 5: "Lions", 6: "Bears", 7: ""}


def ranked(scores: dict[int, int], best: int | None = None) -> list[tuple[int | None, str, int, tuple[int, ...]]]:
    exact = {number: Fraction(score) for number, score in scores.items()}
    return [(squad.place, squad.squad, int(squad.score), squad.counting) for squad in rank_squads(SQUADS, exact, best)]


def test_all_members_are_added_up() -> None:
    scores = {1: 10, 2: 40, 3: -5, 4: -30, 5: 20, 6: 7, 7: 1000}
    assert ranked(scores) == [(1, "Lions", 25, (5, 1, 3)), (2, "Tigers", 10, (2, 4)), (3, "Bears", 7, (6,))]


def test_only_the_best_members_count() -> None:
    scores = {1: 10, 2: 40, 3: -5, 4: -30, 5: 20}
    assert ranked(scores, 2) == [(1, "Lions", 30, (5, 1)), (2, "Tigers", 10, (2, 4))]


def test_level_squads_share_the_place_and_the_next_one_stays_empty() -> None:
    scores = {1: 5, 3: 5, 2: 10, 6: 3}
    assert [(place, squad) for place, squad, _score, _members in ranked(scores)] == [
        (1, "Lions"),
        (1, "Tigers"),
        (3, "Bears"),
    ]


def test_a_squad_with_fewer_members_than_count_has_no_place() -> None:
    scores = {1: -50, 3: -40, 6: 100}
    assert ranked(scores, 2) == [(1, "Lions", -90, (3, 1)), (None, "Bears", 100, (6,))]


def test_in_a_league_a_squad_with_too_few_members_takes_no_match_points_from_its_group() -> None:
    squads = {number: "ABCDEFGH"[(number - 1) // 2] for number in range(1, 17)}
    scores = {number: Fraction(100 - number) for number in range(1, 17) if number != 3}
    tables = [(1, 3, 5, 7), (2, 4, 6, 8), (9, 11, 13, 15), (10, 12, 14, 16)]
    ranking = rank_squads(squads, scores, 2, tables)
    assert {squad.squad: squad.match_points for squad in ranking} == (
        {"A": 4, "B": None, "C": 3, "D": 2} | {"E": 4, "F": 3, "G": 2, "H": 1}
    )


@given(
    st.dictionaries(st.integers(1, 40), st.integers(-200, 200).map(Fraction)),
    st.dictionaries(st.integers(1, 40), st.sampled_from(["", "A", "B", "C", "D"])),
    st.none() | st.integers(1, 5),
)
def test_every_member_with_a_score_is_in_one_squad_and_no_other_choice_of_members_scores_more(
    scores: dict[int, Fraction], squads: dict[int, str], best: int | None
) -> None:
    ranking = rank_squads(squads, scores, best)
    listed = [number for squad in ranking for number in (*squad.counting, *squad.others)]
    assert sorted(listed) == sorted(number for number in scores if squads.get(number))
    for squad in ranking:
        assert squad.score == sum(scores[number] for number in squad.counting)
        worst = min(scores[number] for number in squad.counting)
        assert all(scores[number] <= worst for number in squad.others)
    placed = [squad for squad in ranking if squad.place is not None]
    for squad in placed:
        assert squad.place == 1 + sum(other.score > squad.score for other in placed)
