"""The ranking of squads: sums of the best members, shared places, and squads with too few members."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.comparing.total import Total
from scorer.contest.ranking import Standing
from scorer.contest.squads import SquadStanding, add_up_squads, rank_squads, ties_of

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


def test_ties_are_broken_by_what_those_who_count_have_together() -> None:
    scores = {1: Fraction(10), 3: Fraction(5), 5: Fraction(-9), 2: Fraction(15), 4: Fraction(0), 6: Fraction(15)}
    ties = {"solos": {1: Fraction(1), 3: Fraction(1), 5: Fraction(9), 2: Fraction(1), 4: Fraction(0), 6: Fraction(1)}}
    first, *others = rank_squads({**SQUADS, 7: "Bears"}, scores | {7: Fraction(0)}, 2, None, ties)
    assert (first.squad, first.place, first.tied_by, first.ties) == ("Lions", 1, "solos", (("solos", 2),))
    assert [(squad.squad, squad.place, squad.tied_by) for squad in others] == [
        ("Bears", 2, "solos"),
        ("Tigers", 2, "solos"),
    ]


def test_of_the_best_round_the_best_of_a_member_counts_and_not_the_sum() -> None:
    scores = {1: Fraction(10), 3: Fraction(10), 2: Fraction(20), 4: Fraction(0)}
    ties = {"best_round": {1: Fraction(9), 3: Fraction(9), 2: Fraction(12), 4: Fraction(0)}}
    assert [squad.squad for squad in rank_squads(SQUADS, scores, ties=ties)] == ["Tigers", "Lions"]


def test_what_breaks_ties_between_contestants_does_so_between_squads_except_for_the_lot() -> None:
    standings = [Standing(1, Fraction(3), 2, (Fraction(3), Fraction(2), Fraction(-1), Fraction(77)))]
    ties = ties_of(Total(ties="games", offers=("games",), lot=5), standings)
    assert ties == {"won": {1: 2}, "lost": {1: -1}}


def day(**squads: tuple[int, int | None]) -> list[SquadStanding]:
    """A session with the score and the match points of each squad."""
    return [
        SquadStanding(None, name, Fraction(score), (), (), None if won is None else Fraction(won), (("solos", ONE),))
        for name, (score, won) in squads.items()
    ]


ONE = Fraction(1)


def test_match_points_of_all_sessions_count_before_the_scores() -> None:
    sessions = [day(Lions=(100, 3), tigers=(-50, 4), Bears=(0, 1)), day(Tigers=(-40, 3), LIONS=(10, 3))]
    totals = add_up_squads(sessions, in_league=True)
    assert [(total.place, total.squad, total.match_points, total.score) for total in totals] == [
        (1, "Tigers", 7, -90),
        (2, "LIONS", 6, 110),
        (3, "Bears", 1, 0),
    ]
    assert totals[2].sessions[1] is None
    assert [total.squad for total in add_up_squads(sessions)] == ["LIONS", "Bears", "Tigers"]


def test_level_totals_are_separated_as_the_last_session_says_or_share_the_place() -> None:
    sessions = [day(Lions=(10, 2), Tigers=(5, 2), Bears=(4, 2)), day(Tigers=(5, 2), Bears=(6, 2))]
    totals = add_up_squads(sessions)
    assert [(total.place, total.squad, total.tied_by, dict(total.ties)) for total in totals] == [
        (1, "Bears", "solos", {"solos": 2}),
        (1, "Tigers", "solos", {"solos": 2}),
        (3, "Lions", "solos", {"solos": 1}),
    ]


@given(
    st.lists(
        st.dictionaries(st.sampled_from("ABCDE"), st.tuples(st.integers(-9, 9), st.integers(1, 4))),
        min_size=1,
        max_size=4,
    )
)
def test_totals_are_the_sums_of_the_sessions_and_nobody_below_has_more(
    sessions: list[dict[str, tuple[int, int]]],
) -> None:
    totals = add_up_squads([day(**session) for session in sessions], in_league=True)
    assert {total.squad for total in totals} == {name for session in sessions for name in session}
    for total in totals:
        own = [session[total.squad] for session in sessions if total.squad in session]
        assert (total.score, total.match_points) == tuple(map(sum, zip(*own, strict=True)))
        assert [standing is not None for standing in total.sessions] == [total.squad in one for one in sessions]
    values = [(total.match_points or 0, total.score, total.ties) for total in totals]
    assert values == sorted(values, reverse=True)
    assert [total.place for total in totals] == [1 + sum(other > own for other in values) for own in values]
