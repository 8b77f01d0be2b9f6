"""Rounds that are played to a number of points, at belote."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.belote.rules.entry import Entry
from scorer.club.models import Membership
from scorer.events import services
from scorer.events.models import Event
from scorer.events.planning.words import planned_in_words
from scorer.events.results.event_results import EventResults
from scorer.events.selectors.following import readiness_of
from scorer.play import services as play
from scorer.play.models import Table
from scorer.play.table_context import TableContext
from scorer.registry import get_game
from tests.events.conftest import MakeEvent, begin, choose
from tests.events.test_pages import address

LogIn = Callable[[Membership], Client]
Commit = DjangoCaptureOnCommitCallbacks


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Four pairs in a round to 300 points."""
    variant = replace(get_game("belote").rules.PRESETS["house"], target=300)
    return begin(make_event("belote", 4, rounds=2, variant=variant), "swiss")


def tables_of(event: Event) -> list[Table]:
    return list(
        Table.objects.filter(pk__in=event.planned_rounds.running().values("sittings__table")).order_by("number")
    )


def win(table: Table) -> None:
    """Record a hand in which the first side makes 160 points, and the others 2."""
    table.refresh_from_db()
    play.record_hand(table, Entry(bidder=1, value=160, trump="H", points=160), by=None, key=None)


def test_a_table_is_complete_when_a_side_has_the_points(event: Event, ada: Membership, client_of: LogIn) -> None:
    first, second = tables_of(event)
    running = event.planned_rounds.running().get()
    win(first)
    assert not TableContext(first).all_played
    win(first)
    results = EventResults(event)
    assert [results.played.is_complete(sitting) for sitting in results.sittings] == [True, False]
    assert [results.played.is_unfinished(sitting) for sitting in results.sittings] == [False, True]
    page = client_of(ada).get(address(event, "event")).content.decode()
    assert "Table 2 has not reached 300 points: what is there counts as it stands." in page
    assert not readiness_of(running).is_complete
    sheets = [client_of(ada).get(reverse("play:table", args=[table.pk])).content.decode() for table in (first, second)]
    assert ["data-outbox" in sheet for sheet in sheets] == [False, True]
    assert "have reached 300 points and win" in sheets[0]


def test_the_plan_says_to_how_many_points_a_round_is_played(event: Event) -> None:
    assert planned_in_words(event, list(event.planned_rounds.all())) == "Planned: Swiss, 2 rounds to 300 points"


def test_the_rounds_follow_when_all_tables_have_the_points(
    event: Event, django_capture_on_commit_callbacks: Commit
) -> None:
    services.set_following(event, rounds_follow=True, grace_minutes=0, by=None)
    first, second = tables_of(event)
    with django_capture_on_commit_callbacks(execute=True):
        for table in (first, second, first):
            win(table)
    assert event.planned_rounds.running().exists()
    with django_capture_on_commit_callbacks(execute=True):
        win(second)
    assert [planned.ended_at is None for planned in event.planned_rounds.all()] == [False, True]


def test_at_the_bell_what_is_there_counts_as_it_stands(event: Event) -> None:
    first, second = tables_of(event)
    win(first)
    win(second)
    assert not readiness_of(event.planned_rounds.running().get()).stops
    services.end_round(event, by=None)
    assert sorted(row.standing.score for row in EventResults(event).ranking.places) == [0, 0, 2, 2]


def test_a_round_with_a_number_of_deals_has_no_target(make_event: MakeEvent) -> None:
    event = make_event("belote", 4, rounds=1, per_round=3)
    choose(event, "draw")
    services.start_round(event, by=None)
    for table in tables_of(event):
        assert TableContext(table).variant.target is None
        for _hand in range(2):
            win(table)
        assert not TableContext(table).all_played


def test_a_round_that_is_not_done_reads_no_more_sheets_for_more_tables(make_event: MakeEvent) -> None:
    variant = replace(get_game("belote").rules.PRESETS["house"], target=300)
    counts = []
    for pairs in (4, 12):
        event = make_event("belote", pairs, rounds=1, variant=variant)
        choose(event, "draw")
        running = services.start_round(event, by=None)
        with CaptureQueriesContext(connection) as queries:
            assert not readiness_of(running).is_complete
        counts.append(len(queries))
    assert counts[0] == counts[1]
