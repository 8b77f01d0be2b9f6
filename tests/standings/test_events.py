"""A finished event counts once: who was beaten in its field, and the points of its tables only where these add up."""

import csv
from collections.abc import Callable
from io import StringIO
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership, Player
from scorer.corrections.boards import BoardsReader
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.play import services as play
from scorer.play.models import Table
from scorer.standings import event_results
from scorer.standings.boards import Tally
from scorer.standings.event_results import EventResult
from scorer.standings.periods import Period
from scorer.standings.result import Result
from scorer.standings.results import results_of, season_versions
from scorer.standings.selectors import PeriodResults, all_games_board, game_board
from tests.events.conftest import MakeEvent, choose, make_event, play_all, play_round, players
from tests.standings.conftest import Evening

__all__ = ["make_event", "players"]

LogIn = Callable[[Membership], Client]


@pytest.fixture
def pairs(make_event: MakeEvent) -> Event:
    """Six pairs in two fields after the finish, at matchpoints."""
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "mitchell")
    for number in range(3):
        play_round(event, Random(number))
    return services.finish(event, by=None)


@pytest.fixture
def individuals(make_event: MakeEvent) -> Event:
    """Eight players of Doppelkopf after the finish, by total."""
    event = make_event("doppelkopf", 8, rounds=2, per_round=3)
    choose(event, "draw")
    for number in range(2):
        play_round(event, Random(number))
    return services.finish(event, by=None)


def period_results(club: Club) -> PeriodResults:
    return PeriodResults.for_period(Period.for_season(club.seasons.get()))


def tallies(club: Club, game: str = "") -> dict[int, Tally]:
    return dict(period_results(club).tallies(game).by_player)


def results(club: Club) -> list[Result]:
    return results_of(season_versions(club.seasons.all()))


def players_of(event: Event, number: int) -> list[int]:
    return [one.player_id for one in event.contestants.get(number=number).players.all()]


def test_each_field_of_an_event_is_one_result(pairs: Event, club: Club) -> None:
    found = results(club)
    assert [len(result.totals) for result in found] == [3, 3]
    ranked = {one.standing.contestant: one for one in EventResults(pairs).ranking.places}
    for result in found:
        assert isinstance(result, EventResult)
        assert [ranked[number].place for number in result.contestants] == list(result.places)
        assert [float(ranked[number].standing.percent or 0) for number in result.contestants] == list(result.percents)


def test_whoever_is_ranked_below_in_the_same_field_is_beaten(pairs: Event, club: Club) -> None:
    found = tallies(club)
    assert len(found) == 12
    for ranked in EventResults(pairs).ranking.places:
        for player in players_of(pairs, ranked.standing.contestant):
            tally = found[player]
            assert (tally.finished, tally.opponents) == (1, 2)
            assert ranked.place
            assert tally.beaten <= 3 - ranked.place
            assert tally.won == (ranked.place == 1 and tally.beaten > 1)


def test_points_that_are_compared_deal_by_deal_are_never_added_up(pairs: Event, club: Club) -> None:
    assert {(tally.points, tally.tables, tally.hands, tally.average) for tally in tallies(club).values()} == {
        (0, 0, 6, None)
    }
    board = game_board(club, pairs.config, period_results(club))
    assert {row.rank for row in board.rows} == {None}


@pytest.mark.postgres
def test_points_of_a_total_count_table_by_table_and_who_was_beaten_once(individuals: Event, club: Club) -> None:
    found = tallies(club, "doppelkopf")
    ranked = {one.standing.contestant: one for one in EventResults(individuals).ranking.places}
    for number, one in ranked.items():
        (player,) = players_of(individuals, number)
        tally = found[player]
        assert (tally.points, tally.tables, tally.hands) == (int(one.standing.score), 2, 6)
        assert (tally.finished, tally.opponents) == (1, 7)
    assert {row.rank for row in game_board(club, individuals.config, period_results(club)).rows} != {None}


def test_before_the_finish_nobody_was_beaten(make_event: MakeEvent, club: Club) -> None:
    event = make_event("doppelkopf", 8, rounds=2, per_round=3)
    choose(event, "draw")
    play_round(event, Random(1))
    assert {(tally.tables, tally.finished) for tally in tallies(club).values()} == {(1, 0)}
    assert period_results(club).ratings().history == {}


def test_an_event_is_one_match_of_the_rating(pairs: Event, club: Club) -> None:
    history = period_results(club).ratings().history
    assert {len(ratings) for ratings in history.values()} == {1}
    first = next(one for one in EventResults(pairs).ranking.places if one.place == 1).standing.contestant
    last = max(EventResults(pairs).ranking.places, key=lambda one: one.place).standing.contestant
    assert history[players_of(pairs, first)[0]][-1].rating > history[players_of(pairs, last)[0]][-1].rating


def test_an_event_and_a_table_add_up(pairs: Event, club: Club, evening: Evening) -> None:
    six = list(Player.objects.filter(pk__in=players_of(pairs, 1) + players_of(pairs, 2)))
    evening(30, -30, game="bridge", players=six)
    tally = tallies(club)[six[0].pk]
    assert (tally.finished, tally.opponents, tally.tables, tally.hands) == (2, 3, 1, 7)


def test_what_is_ruled_after_the_finish_counts_at_once(pairs: Event, club: Club) -> None:
    first = next(one for one in EventResults(pairs).ranking.places if one.place == 1).standing.contestant
    player = players_of(pairs, first)[0]
    before = tallies(club)[player].beaten
    contestant = pairs.contestants.get(number=first)
    ruling = services.rule_contestant(pairs, contestant, {"penalty": 900, "unit": "top"}, why="Late", by=None)
    assert tallies(club)[player].beaten == 0
    services.withdraw_ruling(pairs, ruling.pk, by=None)
    assert tallies(club)[player].beaten == before


@pytest.mark.postgres
def test_a_hand_that_is_corrected_after_the_finish_counts_at_once(individuals: Event, club: Club) -> None:
    last = EventResults(individuals).ranking.places[-1].standing.contestant
    (player,) = players_of(individuals, last)
    seat = Table.objects.filter(seats__player=player).values_list("pk", "seats__position").first()
    assert seat
    table = play.reopen_table(Table.objects.get(pk=seat[0]), by=None)
    points = [0] * table.size
    points[seat[1] - 1] = 900
    play.record_adjustment(table, points, why="as it stood", by=None, key=None)
    play.close_table(table, by=None)
    assert tallies(club)[player].beaten == 7


def test_whoever_played_most_rounds_is_credited(make_event: MakeEvent, club: Club, players: list[Player]) -> None:
    event = make_event("bridge", 4, rounds=2, per_round=2)
    choose(event, "howell")
    play_round(event, Random(1))
    services.start_round(event, by=None)
    services.end_round(event, by=None)
    contestant = event.contestants.get(number=1)
    contestant.players.create(place=1, player=players[20], since=2)
    services.finish(event, by=None)
    found = tallies(club)
    partner = contestant.players.get(place=2).player_id
    assert (found[partner].finished, found[players[20].pk].finished, found[players[0].pk].finished) == (1, 0, 0)
    assert found[players[20].pk].hands <= found[partner].hands


def test_only_events_that_changed_are_read_again(
    pairs: Event, individuals: Event, club: Club, events_read: list[Event]
) -> None:
    tallies(club)
    events_read.clear()
    tallies(club)
    assert events_read == []
    services.rule_contestant(pairs, pairs.contestants.get(number=1), {"carry": 3}, why="Last week", by=None)
    tallies(club)
    assert events_read == [pairs]


def test_many_events_take_as_many_queries_as_few(make_event: MakeEvent, club: Club) -> None:
    counts = []
    for count in (1, 4):
        for _event in range(count):
            event = make_event("bridge", 4, rounds=1, per_round=1)
            choose(event, "mitchell")
            play_round(event, Random(1))
            services.finish(event, by=None)
        event_results._cache.clear()
        with CaptureQueriesContext(connection) as asked:
            tallies(club)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_board_of_a_club_with_events_takes_one_query_for_their_versions(
    pairs: Event, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    all_games_board(club, period_results(club))
    with django_assert_max_num_queries(3):
        all_games_board(club, period_results(club))


def test_a_players_page_has_places_and_percentages_of_events(
    pairs: Event, club: Club, ada: Membership, client_of: LogIn
) -> None:
    ranked = EventResults(pairs).ranking.places[0]
    number = ranked.standing.contestant
    page = reverse("standings:player", args=[club.pk, players_of(pairs, number)[0]])
    shown = client_of(ada).get(page).content.decode()
    assert reverse("events:scorecard", args=[club.pk, pairs.pk, number]) in shown
    assert f"{ranked.place} of 3" in shown
    assert f"{float(ranked.standing.percent or 0):.2f}" in shown
    rows = list(csv.reader(StringIO(client_of(ada).get(page, {"file": "csv"}).content.decode("utf-8-sig"))))
    assert [row[17:21] for row in rows if row[17]][1] == ["Tuesday", f"{pairs.day}", str(ranked.place), "3"]


def test_a_correction_shows_its_effect_on_the_boards_through_the_event(individuals: Event, club: Club) -> None:
    table = Sitting.objects.filter(round__event=individuals).select_related("table")[0].table
    assert table
    reader = BoardsReader([table])
    state = reader()
    assert individuals.pk in state.ids
    (found,) = state.results.values()
    assert sum(isinstance(result, EventResult) for result in found) == 1
    assert len(found) == 5


def test_an_open_deal_of_a_running_event_counts_on_no_board(make_event: MakeEvent, club: Club) -> None:
    event = make_event("bridge", 4, rounds=1, per_round=1)
    choose(event, "mitchell")
    started = services.start_round(event, by=None)
    for sitting in started.sittings.select_related("table"):
        assert sitting.table
        play_all(sitting.table, Random(1))
    services.end_round(event, by=None)
    assert not Table.objects.filter(sealed=True).exists()
    assert tallies(club) == {}


def test_a_field_of_one_beats_nobody_and_every_page_shows_it(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    """Four pairs in a Mitchell with two winners: one has no standing, so another has a side to itself."""
    event = make_event("bridge", 4, rounds=2, per_round=1)
    choose(event, "mitchell")
    services.set_standing(event, 4, without=True, by=None)
    for number in range(2):
        play_round(event, Random(number))
    services.finish(event, by=None)
    one, two = sorted(results(event.club), key=lambda result: len(result.totals))
    assert isinstance(one, EventResult)
    assert (len(one.totals), len(two.totals)) == (1, 2)
    alone = players_of(event, one.contestants[0])
    found = tallies(event.club)
    assert {(found[player].finished, found[player].opponents, found[player].share) for player in alone} == {
        (0, 0, None)
    }
    browser = client_of(ada)
    pages = [("home", []), ("all_games", []), ("board", ["bridge"]), ("big_screen", []), ("player", [alone[0]])]
    for page, more in pages:
        path = reverse(f"standings:{page}", args=[event.club_id, *more])
        assert browser.get(path).status_code == 200, path
