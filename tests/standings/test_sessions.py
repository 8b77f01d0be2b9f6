"""An event over several sessions counts once, by its total so far, and not session by session."""

import csv
from collections.abc import Callable
from io import StringIO
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorer.club.models import Club, Membership, Player
from scorer.corrections.boards import BoardsReader
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.events.results.sessions import read_sessions, sessions_of
from scorer.standings import event_results
from scorer.standings.event_results import EventResult
from scorer.standings.records import PlayerPage
from tests.events.conftest import MakeEvent, choose, make_event, play_round, players
from tests.events.test_sessions import make_final, next_session, play_to_the_end
from tests.standings.test_events import period_results, players_of, results, tallies

__all__ = ["make_event", "players"]

LogIn = Callable[[Membership], Client]


@pytest.fixture
def first(make_event: MakeEvent) -> Event:
    """Six pairs after the finish of the first session, at matchpoints."""
    return play_to_the_end(make_event("bridge", 6, rounds=2, per_round=2), "round_robin")


@pytest.fixture
def second(first: Event) -> Event:
    return play_to_the_end(next_session(first, added_up="mean"), "round_robin", seed=5)


def only_result(club: Club) -> EventResult:
    (found,) = (result for result in results(club) if result.is_event)
    assert isinstance(found, EventResult)
    return found


def page_of(client: Client, player: int, event: Event) -> PlayerPage:
    page = client.get(reverse("standings:player", args=[event.club_id, player])).context["found"]
    assert isinstance(page, PlayerPage)
    return page


@pytest.mark.postgres
def test_the_total_of_all_sessions_is_one_result(second: Event, club: Club) -> None:
    found = only_result(club)
    totals = read_sessions(sessions_of(second), EventResults).totals
    assert (found.event, found.sessions) == (second, 2)
    assert list(found.places) == [total.place for total in totals]
    assert list(found.percents) == [float(total.value) for total in totals]
    assert {(tally.finished, tally.opponents, tally.hands) for tally in tallies(club).values()} == {(1, 5, 4)}
    assert {len(ratings) for ratings in period_results(club).ratings().history.values()} == {1}


def test_until_the_next_session_is_finished_the_total_is_that_of_those_before(first: Event, club: Club) -> None:
    before = only_result(club)
    second = next_session(first)
    assert only_result(club).totals == before.totals
    choose(second, "round_robin")
    play_round(second, Random(5))
    assert (only_result(club).totals, only_result(club).sessions) == (before.totals, 1)
    services.finish(second, by=None)
    assert only_result(club).sessions == 2


def test_a_final_is_an_event_of_its_own(first: Event, club: Club) -> None:
    play_to_the_end(make_final(first, 1, 4, 50), "round_robin")
    assert sorted(len(result.totals) for result in results(club)) == [4, 6]


def test_a_players_page_has_one_event_with_its_total_and_leads_to_all_sessions(
    second: Event, ada: Membership, client_of: LogIn
) -> None:
    (player, _partner) = players_of(second, 1)
    client = client_of(ada)
    found = page_of(client, player, second)
    (record,) = found.events
    assert (record.event, record.sessions, record.field) == (second, 2, 6)
    assert found.records[0].events == 1
    path = reverse("standings:player", args=[second.club_id, player])
    page = client.get(path).content.decode()
    assert reverse("events:sessions", args=[second.club_id, second.pk]) in page
    assert "2 sessions" in page
    rows = list(csv.reader(StringIO(client.get(path, {"file": "csv"}).content.decode("utf-8-sig"))))
    assert sum(bool(row[17]) for row in rows) == 2  # with the header


def test_sessions_that_are_added_up_table_by_table_are_one_event_on_a_players_page(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = play_to_the_end(make_event("doppelkopf", 8, rounds=1, per_round=3), "draw")
    second = play_to_the_end(next_session(event), "draw", seed=3)
    (player,) = players_of(second, 1)
    (record,) = page_of(client_of(ada), player, second).records
    assert (record.tables, record.events, record.tally.tables, record.tally.finished) == (0, 1, 2, 1)


def test_a_correction_of_an_earlier_session_counts_at_once(second: Event, first: Event, club: Club) -> None:
    found = only_result(club)
    best = second.contestants.get(number=found.contestants[0])
    origin = first.contestants.get(entry=best.entry)
    services.rule_contestant(first, origin, {"penalty": 900, "unit": "top"}, why="Late", by=None)
    assert only_result(club).contestants[0] != found.contestants[0]


def test_only_the_sessions_of_the_event_that_changed_are_read_again(
    second: Event, first: Event, make_event: MakeEvent, club: Club, events_read: list[Event]
) -> None:
    play_to_the_end(make_event("bridge", 4, rounds=1, per_round=1), "mitchell")
    tallies(club)
    events_read.clear()
    tallies(club)
    assert events_read == []
    services.rule_contestant(first, first.contestants.get(number=1), {"carry": 3}, why="Last week", by=None)
    tallies(club)
    assert events_read == [first, second]


def test_many_sessions_take_as_many_queries_as_few(second: Event, make_event: MakeEvent, club: Club) -> None:
    counts = []
    for count in (0, 2):
        for _event in range(count):
            event = play_to_the_end(make_event("bridge", 4, rounds=1, per_round=1), "mitchell")
            play_to_the_end(next_session(event), "mitchell")
        event_results._cache.clear()
        with CaptureQueriesContext(connection) as asked:
            tallies(club)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_correction_shows_its_effect_through_all_sessions(second: Event, first: Event) -> None:
    table = Sitting.objects.filter(round__event=first, round__number=1).select_related("table")[0].table
    assert table
    state = BoardsReader([table])()
    assert second.pk in state.ids
    (found,) = state.results.values()
    (total,) = (result for result in found if isinstance(result, EventResult))
    assert total.sessions == 2


def test_sessions_of_two_seasons_count_once_in_each(second: Event, club: Club) -> None:
    other = club.seasons.create(name="Next", starts=second.day, ends=second.day)
    Event.objects.filter(pk=second.pk).update(season=other)
    assert [(result.table, len(result.totals)) for result in results(club) if result.is_event] == [
        (sessions_of(second)[0].pk, 6),
        (second.pk, 6),
    ]


def test_whoever_has_changed_partners_is_beaten_once(first: Event, players: list[Player], club: Club) -> None:
    second = next_session(first)
    ada, boris = (Player.objects.get(pk=player) for player in players_of(second, 1))
    services.sign_off(second, second.contestants.get(number=1).own_entry, by=None)
    services.sign_up(second, [ada, players[20]], by=None)
    play_to_the_end(second, "round_robin", seed=5)
    found = tallies(club)
    assert [found[player.pk].finished for player in (ada, boris, players[20])] == [1, 1, 1]
    assert {found[player.pk].opponents for player in (ada, boris, players[20])} == {6}
