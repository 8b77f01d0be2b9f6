"""Championships: the best of somebody's events, in points by place, by the size of the field, or in percent."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.contest.championships import Finish, Place, Rule, rank_championship, read_points

ADA, BORIS, CHLOE, DIRK = "Ada", "Boris", "Chloé", "Dirk"
FORMULA_ONE = (25, 18, 15)


def field(event: int, *ranking: Sequence[str] | str) -> list[Finish[str]]:
    """An event: who is first, second ... Several who share a place stand together."""
    groups = [[group] if isinstance(group, str) else list(group) for group in ranking]
    size = sum(map(len, groups))
    finishes, place = [], 1
    for group in groups:
        finishes += [Finish(who, event, place, len(group), size) for who in group]
        place += len(group)
    return finishes


def values(places: Sequence[Place[str]]) -> dict[str, tuple[int | None, Fraction]]:
    return {place.who: (place.place, place.value) for place in places}


@pytest.mark.parametrize("text", ["25 18 15", "25, 18, 15", "25;18;15"])
def test_points_are_written_with_whatever_between_them(text: str) -> None:
    assert read_points(text) == FORMULA_ONE


@pytest.mark.parametrize("text", ["18 25", "five", "3 2.5", "-1", "10001", "1 " * 101])
def test_points_are_whole_numbers_the_highest_first(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # whatever it says, the form says its own
        read_points(text)


def test_places_are_worth_the_points_of_a_table_and_those_below_it_what_everybody_gets() -> None:
    rule = Rule("points", FORMULA_ONE, others=1)
    found = values(rank_championship(rule, [*field(1, ADA, BORIS, CHLOE, DIRK), *field(2, BORIS, ADA, DIRK, CHLOE)]))
    assert found == {ADA: (1, 43), BORIS: (1, 43), CHLOE: (3, 16), DIRK: (3, 16)}


@pytest.mark.parametrize(("shared", "points"), [(True, Fraction(33, 2)), (False, Fraction(18))])
def test_a_shared_place_shares_the_points_or_has_those_of_the_better_place(shared: bool, points: Fraction) -> None:
    found = values(rank_championship(Rule("points", FORMULA_ONE, shared=shared), field(1, ADA, [BORIS, CHLOE], DIRK)))
    assert found == {ADA: (1, 25), BORIS: (2, points), CHLOE: (2, points), DIRK: (4, 0)}


def test_only_the_best_count_and_of_equal_ones_the_earlier() -> None:
    evenings = [field(1, ADA, BORIS), field(2, BORIS, ADA), field(3, ADA, BORIS), field(4, ADA, BORIS)]
    ada, boris = rank_championship(Rule("size", best=2), chain(*evenings))
    assert [(result.finish.event, result.worth, result.counts) for result in ada.events] == [
        (1, 2, True),
        (2, 1, False),
        (3, 2, True),
        (4, 2, False),
    ]
    assert (ada.value, boris.value) == (4, 3)


def test_the_share_beaten_and_the_percentage_are_averaged_and_need_opponents_and_a_percentage() -> None:
    finishes = [*field(1, ADA, [BORIS, CHLOE], DIRK), *field(2, ADA)]
    found = values(rank_championship(Rule("beaten"), finishes))
    assert found == {ADA: (1, 100), BORIS: (2, 50), CHLOE: (2, 50), DIRK: (4, 0)}
    percents = [Finish(ADA, 1, 1, 1, 4, Fraction(60)), Finish(ADA, 2, 1, 1, 4, Fraction(55)), Finish(BORIS, 2, 2, 1, 4)]
    assert values(rank_championship(Rule("percent"), percents)) == {ADA: (1, Fraction(115, 2))}


def test_who_has_played_too_few_events_has_no_place_and_comes_last() -> None:
    found = rank_championship(Rule("size", fewest=2), [*field(1, ADA, BORIS), *field(2, BORIS, CHLOE)])
    assert [(place.who, place.place) for place in found] == [(BORIS, 1), (ADA, None), (CHLOE, None)]


RULES = st.builds(
    Rule,
    st.sampled_from(["points", "size", "beaten"]),
    st.lists(st.integers(0, 30), max_size=5).map(lambda points: tuple(sorted(points, reverse=True))),
    best=st.none() | st.integers(1, 3),
    fewest=st.integers(1, 3),
    shared=st.just(True),
)
EVENINGS = st.lists(st.permutations([ADA, BORIS, CHLOE, DIRK]), min_size=1, max_size=6)


@given(RULES, EVENINGS)
def test_the_events_that_count_make_the_value_and_a_better_value_never_has_a_worse_place(
    rule: Rule, evenings: list[list[str]]
) -> None:
    ranked = rank_championship(rule, [finish for event, who in enumerate(evenings) for finish in field(event, *who)])
    for place in ranked:
        counting = [result.worth for result in place.events if result.counts]
        assert len(counting) == min(len(evenings), rule.best or len(evenings))
        assert place.value * (len(counting) if rule.averages else 1) == sum(counting)
        assert all(result.worth <= min(counting) for result in place.events if not result.counts)
    with_place = [(place.place, -place.value) for place in ranked if place.place]
    assert with_place == sorted(with_place)
    assert bool(with_place) == (len(evenings) >= rule.fewest)


@given(st.permutations([ADA, BORIS, CHLOE, DIRK]), st.integers(0, 3))
def test_sharing_places_shares_out_all_points(ranking: list[str], sharing: int) -> None:
    tied: list[Sequence[str] | str] = [ranking[:sharing], *ranking[sharing:]] if sharing else [*ranking]
    found = rank_championship(Rule("points", FORMULA_ONE), field(1, *tied))
    assert sum(place.value for place in found) == sum(FORMULA_ONE)
