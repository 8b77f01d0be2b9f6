"""A director who plays: rounds follow by themselves, and nobody touches the console after the first start."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.models import Event, Round, Sitting
from scorer.events.planning.proposals import proposal_of
from scorer.play.models import Table
from scorer.registry import get_game
from tests.browser.conftest import DESK, Visit
from tests.browser.hands import USUAL, fill_in, go_to_table, save
from tests.events.conftest import play_all
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS, STATIONS, ROUNDS = 13, 6, 2
OWN = 2
"""The station at which the director plays."""


@pytest.fixture
def event(club: Club) -> Event:
    """Thirteen pairs, two rounds of a board each."""
    values = {"preset": "duplicate", "comparison": "matchpoints", "rounds": ROUNDS, "per_round": 1}
    event = services.create_event(club, get_game("bridge"), name="Tuesday", rounds_follow=True, **values, by=None)
    for pair in range(PAIRS):
        services.sign_up(event, [PlayerFactory(club=club, name=f"{name} {pair}") for name in ("Ada", "Boris")], by=None)
    proposal = proposal_of(event, "howell", PAIRS)
    assert proposal
    services.choose_plan(event, proposal, by=None)
    event.refresh_from_db()
    return event


def running(event: Event) -> Round:
    return event.planned_rounds.running().get()


def tables(event: Event) -> dict[int, Table]:
    """By station."""
    sittings = running(event).sittings.select_related("table__club")
    return {sitting.station: sitting.table for sitting in sittings if sitting.table}


def play_elsewhere(event: Event, *own: int) -> None:
    for station, table in tables(event).items():
        if station not in own:
            play_all(table, Random(station))


def enter_board(page: Page) -> None:
    fill_in(page, USUAL["bridge"])
    save(page)


def test_an_evening_goes_from_its_first_round_to_its_last_without_the_console(
    event: Event, visit: Visit, ada: Membership
) -> None:
    director = visit(ada)
    page = director.open(reverse("events:event", args=[event.club_id, event.pk]))
    page.get_by_role("button", name="Start round 1", exact=True).click()
    page = go_to_table(director, event, OWN)
    for number in range(1, ROUNDS + 1):
        assert running(event).number == number
        expect(page.get_by_text(f"Round {number}", exact=False).first).to_be_visible()
        play_elsewhere(event, OWN)
        before = page.url
        enter_board(page)
        if number < ROUNDS:
            page.wait_for_url(re.compile(r"/tables/(?!" + before.split("/tables/")[1].strip("/") + ")"))
            expect(page.get_by_text(f"Round {number + 1} has started by itself.")).to_be_visible()
            expect(page.get_by_label(f"Who played here in round {number}")).to_be_visible()
            assert director.axe() == []
    page.wait_for_url("**/stations/**")
    expect(page.get_by_role("status").get_by_text("All rounds have been played.")).to_be_visible()
    page.get_by_role("link", name="To the event").click()
    page.get_by_role("button", name="Finish the event").click()
    expect(page.get_by_role("heading", name=re.compile("^Ranking")).first).to_be_visible()
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


def test_a_room_that_waits_tells_the_phone_with_which_the_director_plays(
    event: Event, visit: Visit, ada: Membership
) -> None:
    services.start_round(event, by=None)
    director, other = visit(ada), visit()
    page, elsewhere = go_to_table(director, event, OWN), go_to_table(other, event, 4)
    elsewhere.get_by_role("button", name="Call the director").click()
    expect(page.get_by_text("Table 4 calls you.")).to_be_visible()
    assert director.axe() == []
    play_elsewhere(event)
    expect(page.get_by_text("Round 1 is waiting for you")).to_be_visible()
    elsewhere.get_by_role("button", name="No longer needed").click()
    expect(page.get_by_text("Round 2 has started by itself.")).to_be_visible()
    page.get_by_role("link", name="Take it back").click()
    page.locator("#take-back summary").click()
    page.get_by_role("button", name="Take the round back").click()
    expect(page.get_by_role("button", name="Start round 2", exact=True)).to_be_visible()
    assert not event.planned_rounds.running().exists()


def test_the_clock_of_the_server_tells_what_is_missing_and_goes_on_when_it_comes(
    event: Event, visit: Visit, ada: Membership
) -> None:
    services.start_round(event, by=None)
    page = visit(ada, size=DESK).open(reverse("events:event", args=[event.club_id, event.pk]))
    play_elsewhere(event, OWN)
    Round.objects.filter(event=event).running().update(ends_at=timezone.now() - timedelta(minutes=6))
    expect(page.get_by_role("heading", name="Round 1 is waiting for you")).to_be_visible()
    expect(page.get_by_text(re.compile(rf"Table {OWN} is not done\. Missing: \d+"))).to_be_visible()
    play_all(tables(event)[OWN], Random(1))
    expect(page.get_by_role("heading", name="Round 2 of 2")).to_be_visible()


def test_somebody_who_is_done_early_sees_where_to_go_and_follows_the_room(event: Event, visit: Visit) -> None:
    services.start_round(event, by=None)
    page = go_to_table(visit(), event, OWN)
    enter_board(page)
    expect(page.get_by_role("heading", name="After the round")).to_be_visible()
    first = Sitting.objects.get(round__event=event, round__number=1, station=OWN)
    play_elsewhere(event, OWN)
    expect(page.get_by_text("Round 2", exact=False).first).to_be_visible()
    assert reverse("play:table", args=[first.table_id]) not in page.url
