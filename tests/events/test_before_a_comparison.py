"""As long as nothing has been compared, nobody has a place: a ranking shows dashes, and the event is no result."""

import csv
from io import StringIO
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Membership
from scorer.events import links, services
from scorer.events.contestants import contestants_by_number
from scorer.events.links import Holder
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.events.results.lines import scored_lines
from scorer.events.results.ranking import fields_of
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_pages import LogIn, address


@pytest.fixture
def nothing_compared(make_event: MakeEvent) -> Event:
    """Six pairs at bridge after the first of three rounds, in which each deal was played at one table."""
    event = make_event("bridge", 6, rounds=3, per_round=1)
    choose(event, "mitchell")
    play_round(event, Random(7))
    event.refresh_from_db()
    return event


def test_before_a_comparison_nobody_has_a_place(nothing_compared: Event, ada: Membership, client_of: LogIn) -> None:
    client, event = client_of(ada), nothing_compared
    fields = fields_of(EventResults(event), contestants_by_number(event))
    assert {(one.place, one.score, one.percent) for field in fields for one in field.standings} == {(None, None, None)}
    console = client.get(address(event, "event")).content.decode()
    assert console.count('<td class="rank">–</td>') == 6
    card = client.get(address(event, "scorecard", 1)).content.decode()
    assert " of 3" not in card
    assert [line.scores for line in scored_lines(EventResults(event), contestants_by_number(event))] == [[None] * 2] * 3
    text = client.get(address(event, "download", "ranking", "csv")).content.decode("utf-8-sig")
    assert {(row["Place"], row["Score"], row["%"]) for row in csv.DictReader(StringIO(text))} == {("–", "–", "")}


def test_an_event_that_ends_before_a_comparison_has_no_places_anywhere(
    nothing_compared: Event, ada: Membership, client_of: LogIn
) -> None:
    client, event = client_of(ada), nothing_compared
    services.finish(event, by=None)
    screen = client.get(address(event, "screen")).content.decode()
    assert screen.count('<td class="rank">–</td>') == 3
    own = Client().get(f"{links.path_of(event, Holder.CONTESTANT, 1)}results/").content.decode()
    assert " of 3" not in own
    player = event.contestants.get(number=1).players_in(1)[0]
    page = client.get(reverse("standings:player", args=[event.club_id, player.pk]))
    assert page.status_code == 200
    assert event.name not in page.content.decode()
