"""The results of tables."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorer.club.models import Club, Player
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import get_game
from scorer.standings.result import Part, Result
from scorer.standings.results import results_of, season_versions
from tests.factories import PlayerFactory, make_players
from tests.standings.conftest import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def only(club: Club) -> Result:
    (result,) = results_of(season_versions(club.seasons.all()))
    return result


def part(result: Result, player: Player) -> Part:
    (found,) = (part for part in result.parts if part.player == player.pk)
    return found


def test_players_without_partners_are_ranked_one_by_one(club: Club, evening: Evening) -> None:
    table = evening(30, -40, 10)
    result = only(club)
    assert (result.table, result.game, result.totals) == (table.pk, "preferans", (30, -40, 10))
    assert result.places == (1, 3, 2)
    assert [(one.points, one.hands, one.credited) for one in result.parts] == [
        (30, 1, True),
        (-40, 1, True),
        (10, 1, True),
    ]


def test_a_pairs_points_count_for_both_partners(club: Club, evening: Evening) -> None:
    evening(120, -120, game="bridge")
    ada, boris, chloe, _dirk = make_players(club, 4)
    result = only(club)
    assert result.totals == (120, -120)
    assert [part(result, one).points for one in (ada, boris, chloe)] == [120, -120, 120]
    assert [part(result, one).side for one in (ada, boris, chloe)] == [0, 1, 0]


def test_a_table_without_a_hand_has_no_result(club: Club, evening: Evening) -> None:
    evening(0, 0, 0, hands=0)
    assert results_of(season_versions(club.seasons.all())) == []


def test_cancelled_tables_and_tables_of_uninstalled_games_have_no_result(club: Club, evening: Evening) -> None:
    evening(1, -1, 0)
    Table.objects.update(game="whist")
    assert results_of(season_versions(club.seasons.all())) == []


def test_the_player_of_most_hands_is_credited(club: Club, evening: Evening) -> None:
    ada, boris, chloe = make_players(club, 3)
    elise = PlayerFactory(club=club, name="Élise")
    table = evening(0, 0, 0, hands=2, close=False)
    services.substitute(table, 1, elise, by=None)
    for _ in range(3):
        services.record_hand(table, get_game("preferans").rules.Entry(passed_out=True), by=None, key=None)
    result = only(club)
    assert {one.player: (one.hands, one.credited) for one in result.parts} == {
        ada.pk: (2, False),
        elise.pk: (3, True),
        boris.pk: (5, True),
        chloe.pk: (5, True),
    }


def test_half_of_the_hands_are_not_enough_to_be_credited(club: Club, evening: Evening) -> None:
    make_players(club, 3)
    elise = PlayerFactory(club=club, name="Élise")
    table = evening(0, 0, 0, hands=2, close=False)
    services.substitute(table, 1, elise, by=None)
    for _ in range(2):
        services.record_hand(table, get_game("preferans").rules.Entry(passed_out=True), by=None, key=None)
    assert [one.credited for one in only(club).parts if one.side == 0] == [False, False]


def play_on(table: Table, *changes: tuple[int, Player | None]) -> None:
    """Play the given number of hands, then let the given player sit down at position 1, and so on."""
    for hands, following in changes:
        for _ in range(hands):
            services.record_hand(table, get_game("preferans").rules.Entry(passed_out=True), by=None, key=None)
        if following:
            services.substitute(table, 1, following, by=None)


def credited_at_the_first_position(club: Club) -> dict[str, bool]:
    names = dict(Player.objects.values_list("pk", "name"))
    return {names[one.player]: one.credited for one in only(club).parts if one.side == 0}


def test_a_player_who_comes_back_is_credited_for_all_hands_together(club: Club, evening: Evening) -> None:
    ada, _boris, _chloe = make_players(club, 3)
    elise = PlayerFactory(club=club, name="Élise")
    play_on(evening(0, 0, 0, hands=2, close=False), (0, elise), (3, ada), (2, None))
    assert credited_at_the_first_position(club) == {"Ada": True, "Élise": False}


def test_a_substitution_that_is_undone_at_once_changes_no_credit(club: Club, evening: Evening) -> None:
    ada, _boris, _chloe = make_players(club, 3)
    elise = PlayerFactory(club=club, name="Élise")
    play_on(evening(0, 0, 0, hands=2, close=False), (0, elise), (0, ada), (2, None))
    assert credited_at_the_first_position(club) == {"Ada": True}


def test_two_merged_substitutes_are_credited_together(club: Club, evening: Evening) -> None:
    make_players(club, 3)
    elise, elise_again = PlayerFactory(club=club, name="Élise"), PlayerFactory(club=club, name="Elise")
    play_on(evening(0, 0, 0, hands=2, close=False), (0, elise), (2, elise_again), (1, None))
    assert credited_at_the_first_position(club) == {"Ada": False, "Élise": False, "Elise": False}
    services.merge_players(elise_again, elise, by=None, why="The same person")
    assert credited_at_the_first_position(club) == {"Ada": False, "Élise": True}


@pytest.mark.parametrize(
    ("totals", "won"),
    [((5, 1, 0), [True, False, False]), ((5, 5, 0), [True, True, False]), ((5, 5, 5), [False, False, False])],
)
def test_a_table_is_won_by_whoever_is_first_and_ahead_of_somebody(
    totals: tuple[int, ...], won: list[bool], club: Club, evening: Evening
) -> None:
    evening(*totals)
    result = only(club)
    assert [result.won(side) for side in range(3)] == won


def test_results_come_in_the_order_of_opening(club: Club, evening: Evening) -> None:
    late, early = evening(1, 0, -1), evening(2, 0, -2, days=3)
    assert [result.table for result in results_of(season_versions(club.seasons.all()))] == [early.pk, late.pk]


def changes(table: Table, club: Club) -> dict[str, Any]:
    hand = table.hands.get(number=1)
    elise = PlayerFactory(club=club, name="Élise")
    return {
        "a hand": lambda: services.record_hand(
            table, get_game("preferans").rules.Entry(passed_out=True), by=None, key=None
        ),
        "an adjustment": lambda: services.record_adjustment(table, [9, 0, 0], why="revoke", by=None, key=None),
        "a void hand": lambda: services.void_hand(hand, by=None),
        "a substitute": lambda: services.substitute(table, 1, elise, by=None),
        "the close": lambda: services.close_table(table, by=None),
    }


@pytest.mark.parametrize("change", ["a hand", "an adjustment", "a void hand", "a substitute", "the close"])
def test_cached_results_are_read_again_after(change: str, club: Club, evening: Evening) -> None:
    table = evening(3, -3, 0, close=False)
    make, seasons = changes(table, club)[change], list(club.seasons.all())
    results_of(season_versions(seasons))
    with CaptureQueriesContext(connection) as remembered:
        results_of(season_versions(seasons))
    make()
    with CaptureQueriesContext(connection) as read:
        results_of(season_versions(seasons))
    assert len(remembered) == 1
    assert len(read) > 1


def test_results_take_as_many_queries_for_many_tables_as_for_few(club: Club, evening: Evening) -> None:
    counts, seasons = [], list(club.seasons.all())
    for more in (1, 5):
        for _ in range(more):
            evening(4, -4, 0)
        with CaptureQueriesContext(connection) as asked:
            results_of(season_versions(seasons))
        counts.append(len(asked))
    assert counts == [6, 6]


def test_after_a_hand_only_its_table_is_read_again(club: Club, evening: Evening) -> None:
    still, running = evening(4, -4, 0), evening(6, -6, 0, close=False)
    seasons = list(club.seasons.all())
    before = {result.table: result for result in results_of(season_versions(seasons))}
    services.record_adjustment(running, [1, 0, -1], why="revoke", by=None, key=None)
    after = {result.table: result for result in results_of(season_versions(seasons))}
    assert after[still.pk] is before[still.pk]
    assert (before[running.pk].totals, after[running.pk].totals) == ((6, -6, 0), (7, -6, -1))


def test_added_and_removed_tables_are_noticed(club: Club, evening: Evening) -> None:
    seasons = list(club.seasons.all())

    def there() -> list[int]:
        return [result.table for result in results_of(season_versions(seasons))]

    first, second = evening(4, -4, 0, days=2), evening(0, 0, 0, days=1, close=False, hands=0)
    assert there() == [first.pk]
    services.record_adjustment(second, [1, 0, -1], why="as it stood", by=None, key=None)
    third = evening(6, -6, 0)
    assert there() == [first.pk, second.pk, third.pk]
    services.void_hand(second.hands.get(), by=None)
    assert there() == [first.pk, third.pk]
