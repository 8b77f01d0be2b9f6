from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from scorer.standings import rating
from scorer.standings.rating import Ratings
from scorer.standings.result import Part, Result

START = datetime(2026, 9, 1, 20, tzinfo=UTC)
ADA, BORIS, CHLOE, DIRK = range(1, 5)


def table(number: int, *totals: int, closed: bool = True, players: tuple[int, ...] = (ADA, BORIS, CHLOE)) -> Result:
    """Make a result in which every player is a side."""
    at = START + timedelta(days=number)
    parts = tuple(
        Part(player, side, points, 10, credited=True)
        for side, (player, points) in enumerate(zip(players, totals, strict=True))
    )
    return Result(number, 1, "preferans", (), at, at if closed else None, totals, parts)


def ratings_of(results: list[Result], key: str) -> Ratings:
    """Return the ratings after these results, whatever was cached under `key` before."""
    return rating.ratings_of(lambda: results, key=key, version=object())


def figures(ratings: Ratings) -> dict[int, int | None]:
    return {player: ratings.rating_of(player) for player in (ADA, BORIS, CHLOE)}


def evenings(count: int, seed: int = 1) -> list[Result]:
    random = Random(seed)
    return [table(number, *random.sample(range(-50, 50), 3)) for number in range(1, count + 1)]


def test_a_player_who_finishes_ahead_is_rated_higher() -> None:
    found = ratings_of([table(1, 30, 0, -30)], key="one evening")
    chloe, boris, ada = sorted(figures(found).items(), key=lambda item: item[1] or 0)
    assert (ada[0], boris[0], chloe[0]) == (ADA, BORIS, CHLOE)
    assert ada[1] != boris[1] != chloe[1]


def test_the_size_of_the_margin_does_not_affect_ratings() -> None:
    near, far = ratings_of([table(1, 2, 1, 0)], key="near"), ratings_of([table(1, 900, 1, -900)], key="far")
    assert figures(near) == figures(far)


def test_tied_players_get_the_same_rating() -> None:
    found = figures(ratings_of([table(1, 5, 5, -10)], key="level"))
    assert found[ADA] == found[BORIS]
    assert found[ADA] != found[CHLOE]


def test_open_tables_and_players_without_a_table_are_not_rated() -> None:
    found = ratings_of([table(1, 5, 0, -5, closed=False)], key="open")
    assert found.rating_of(ADA) is None
    assert found.rating_of(DIRK) is None


def test_partners_rise_together() -> None:
    parts = tuple(
        Part(player, side, points, 10, credited=True)
        for player, side, points in ((ADA, 0, 9), (BORIS, 1, -9), (CHLOE, 0, 9), (DIRK, 1, -9))
    )
    pairs = replace(table(1, 0, 0, 0), totals=(9, -9), parts=parts)
    found = ratings_of([pairs], key="pairs")
    assert found.rating_of(ADA) == found.rating_of(CHLOE)
    assert found.rating_of(BORIS) == found.rating_of(DIRK)


def test_a_player_who_is_not_credited_is_not_rated() -> None:
    one = table(1, 9, 0, -9)
    guest = replace(one, parts=(one.parts[0]._replace(credited=False), *one.parts[1:]))
    found = ratings_of([guest], key="guest")
    assert found.rating_of(ADA) is None
    assert found.rating_of(BORIS) is not None


def test_ratings_are_continued_when_tables_are_added() -> None:
    everything = evenings(12)
    for count in range(1, 13):
        step_by_step = ratings_of(everything[:count], key="grows")
    assert figures(step_by_step) == figures(ratings_of(everything, key="at once"))
    assert len(step_by_step.history[ADA]) == 12


@pytest.mark.parametrize("corrected", [0, 5, 11])
def test_a_correction_of_a_past_table_changes_everything_after_it(corrected: int) -> None:
    before = evenings(12)
    kept = ratings_of(before, key="corrected")
    first = [step.rating for step in kept.history[ADA]]
    after = list(before)
    after[corrected] = table(corrected + 1, *reversed(before[corrected].totals))
    found = ratings_of(after, key="corrected")
    assert figures(found) == figures(ratings_of(after, key="afresh"))
    then = [step.rating for step in found.history[ADA]]
    assert first[:corrected] == then[:corrected]
    assert first[corrected:] != then[corrected:]


def test_tables_count_in_the_order_in_which_they_were_closed() -> None:
    shuffled = evenings(8)
    Random(3).shuffle(shuffled)
    assert figures(ratings_of(shuffled, key="shuffled")) == figures(ratings_of(evenings(8), key="in order"))


def test_a_step_says_how_many_of_the_opponents_were_rated_below() -> None:
    found = ratings_of([table(1, 30, 0, -30), table(2, -5, 10, 0), table(3, 0, 0, 0)], key="expected")
    # Nobody is known at first, so each expects to beat half of the others. Then Ada leads, and Chloé is last.
    assert [step.below for step in found.history[ADA][:2]] == [1, 2]
    assert [step.below for step in found.history[BORIS][:2]] == [1, 1]
    assert [step.below for step in found.history[CHLOE][:2]] == [1, 0]
    assert [sum(found.history[who][at].below for who in (ADA, BORIS, CHLOE)) for at in range(3)] == [3, 3, 3]
