"""What a table sees of its own results as soon as all of them are in, if the event says so."""

from random import Random
from typing import Any

import pytest
from django.db import connection
from django.template.defaultfilters import floatformat
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults, Viewer
from scorer.events.results.lines import scored_lines
from scorer.events.selectors.so_far import deals_so_far
from scorer.events.services.copies import random_entries
from scorer.play import services as play
from scorer.play.models import Table
from tests.contract.test_table import HTMX, all_warnings, ask
from tests.events.conftest import MakeEvent, choose, play_all, play_round
from tests.events.test_pages import LogIn

HEADING = '<h2 id="so-far">So far</h2>'
"""How many more a save may take: that of the last deal of a table, if the event shows what its deals are worth."""


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs in the second of three rounds. The deals of station 1 have been played at one other table."""
    event = make_event("bridge", 6, rounds=3, per_round=2, score_shown=True)
    choose(event, "mitchell")
    play_round(event, Random(7))
    services.start_round(event, by=None)
    event.refresh_from_db()
    return event


def at_station_1(event: Event) -> tuple[Sitting, Table]:
    sitting = Sitting.objects.select_related("round__event", "table").get(
        round__event=event, round__number=2, station=1
    )
    assert sitting.table
    return sitting, sitting.table


def save(client: Client, table: Table, entry: Any) -> tuple[str, int]:
    """Return the response to a save, and how many queries it took."""
    data = ask(table, entry) | {"seen": all_warnings(table, entry)}
    with CaptureQueriesContext(connection) as asked:
        answer = client.post(reverse("play:record", args=[table.pk]), data, **HTMX)
    assert answer.status_code == 200
    return answer.content.decode(), len(asked)


def saves(event: Event, client: Client) -> list[tuple[str, int]]:
    """Save both deals of station 1."""
    _sitting, table = at_station_1(event)
    found = []
    for entry in list(random_entries(table, Random(3))):
        found.append(save(client, table, entry))
        table.refresh_from_db()
    return found


def test_the_percent_so_far_are_shown_with_the_last_deal_and_not_before(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    first, last = [html for html, _queries in saves(event, client_of(ada))]
    assert HEADING not in first
    assert HEADING in last
    sitting, _table = at_station_1(event)
    results = EventResults(event, Viewer(contestant=sitting.numbers[0]))
    people = {person.number: person for person in results.event.contestants.all()}
    own = [line for line in scored_lines(results, people) if line.line.sitting.pk == sitting.pk]
    assert [deal.deal for deal in deals_so_far(sitting)] == [*sitting.deals]
    for line, deal in zip(own, deals_so_far(sitting), strict=True):
        assert deal.results == 2
        for percent, (side, worth) in zip(line.percents, deal.worths, strict=True):
            assert worth == f"{floatformat(percent)}\N{NO-BREAK SPACE}%"
            assert f"{side} <b>{worth}</b>" in last
    assert last.count("2 results") == 2


def test_it_is_off_unless_the_event_says_so(event: Event, ada: Membership, client_of: LogIn) -> None:
    assert Event().score_shown is False
    Event.objects.update(score_shown=False)
    assert HEADING not in saves(event, client_of(ada))[-1][0]


def test_it_shows_nothing_that_your_results_do_not_show(event: Event, ada: Membership, client_of: LogIn) -> None:
    Event.objects.update(played_shown=False)
    sitting, _table = at_station_1(event)
    event.refresh_from_db()
    assert HEADING not in saves(event, client_of(ada))[-1][0]
    for number in sitting.numbers:
        results = EventResults(event, Viewer(contestant=number))
        assert not any(results.shows(deal) for deal in sitting.deals)


def test_no_deal_is_open_before_the_last_one_is_in(event: Event) -> None:
    sitting, table = at_station_1(event)
    seen = []
    for entry in list(random_entries(table, Random(3))):
        play.record_hand(table, entry, by=None, key=None)
        seen.append([deal.deal for deal in deals_so_far(sitting)])
    assert seen == [[], [*sitting.deals]]  # as EventResults.shows says


def test_a_deal_that_nobody_else_has_played_has_no_percent_yet(make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=2, score_shown=True)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    sitting = Sitting.objects.select_related("round__event", "table").filter(round__event=event, station=1).first()
    assert sitting
    assert sitting.table
    play_all(sitting.table, Random(3))
    assert [(deal.worths, deal.results) for deal in deals_so_far(sitting)] == [([], 1)] * 2


def test_imps_are_said_as_imps(make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=2, score_shown=True, comparison="cross_imps")
    choose(event, "mitchell")
    play_round(event, Random(7))
    services.start_round(event, by=None)
    sitting, table = at_station_1(event)
    play_all(table, Random(3))
    assert all("IMP" in worth for deal in deals_so_far(sitting) for _side, worth in deal.worths)


@pytest.mark.postgres
def test_a_save_takes_no_query_more_unless_it_is_the_last_of_a_table_that_shows_it(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    counts = {}
    for shown in (False, True):
        event = make_event("bridge", 6, rounds=3, per_round=2, name=str(shown), score_shown=shown)
        choose(event, "mitchell")
        play_round(event, Random(7))
        services.start_round(event, by=None)
        counts[shown] = [queries for _html, queries in saves(event, client_of(ada))]
    assert counts[True][0] == counts[False][0]
