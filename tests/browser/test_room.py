"""An event in the room: the clock on phones and console, and calls for the director."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from scorer.club.models import Club, Membership
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event, Round, Sitting
from scorer.events.planning.proposals import proposal_of
from scorer.registry import get_game
from tests.browser.conftest import DESK, Visit
from tests.browser.hands import go_to_table
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(club: Club) -> Event:
    """Four pairs in the first of two rounds."""
    values = {"preset": "duplicate", "comparison": "matchpoints", "rounds": 2, "per_round": 1}
    event = services.create_event(club, get_game("bridge"), name="Tuesday", **values, by=None)
    for pair in range(4):
        players = [PlayerFactory(club=club, name=f"{name} {pair}") for name in ("Ada", "Boris")]
        services.sign_up(event, players, by=None)
    proposal = proposal_of(event, "mitchell", 4)
    assert proposal
    services.choose_plan(event, proposal, by=None)
    services.start_round(event, by=None)
    event.refresh_from_db()
    return event


def console(event: Event) -> str:
    return reverse("events:event", args=[event.club_id, event.pk])


def leave(event: Event, seconds: int) -> None:
    Round.objects.running().filter(event=event).update(ends_at=timezone.now() + timedelta(seconds=seconds))


def test_the_clock_counts_down_whatever_the_time_of_the_phone_is(event: Event, visit: Visit) -> None:
    leave(event, 90)
    visitor = visit()
    visitor.context.clock.install(time="2031-01-01T00:00:00")  # years ahead
    page = visitor.open(links.path_of(event, Holder.STATION, 1))
    shown, says = page.locator(".clock [role=timer]"), page.locator(".clock [role=status]")
    page.clock.run_for(1000)
    expect(shown).to_have_text(re.compile(r"^1:2\d$"))
    expect(says).to_have_text("")
    page.clock.fast_forward(100_000)
    expect(says).to_have_text("Time is up.")
    expect(shown).to_have_text(re.compile(r"^\+0:1\d$"))
    assert visitor.axe() == []


def test_a_phone_at_a_table_hears_of_more_minutes(event: Event, visit: Visit) -> None:
    page = go_to_table(visit(), event, 1)
    expect(page.locator(".clock small")).to_contain_text("until")
    services.pause_clock(event, by=None)
    expect(page.locator(".clock small")).to_have_text("paused")


def test_a_call_and_its_end_show_at_once_on_both_sides(event: Event, visit: Visit, ada: Membership) -> None:
    phone, director = visit(), visit(ada, size=DESK)
    at_table = go_to_table(phone, event, 2)
    page = director.open(console(event))
    at_table.get_by_role("button", name="Call the director").click()
    expect(at_table.get_by_text("Director called, ")).to_be_visible()
    expect(page.get_by_text("called", exact=False).first).to_be_visible()
    assert phone.axe() == []
    page.get_by_role("button", name="End the call of table 2").click()
    expect(at_table.get_by_role("button", name="Call the director")).to_be_visible()


def test_an_open_station_stays_open_when_the_console_is_fetched_again(
    event: Event, visit: Visit, ada: Membership
) -> None:
    director = visit(ada)
    page = director.open(console(event))
    page.locator("#of-station-2").click()
    expect(page.get_by_role("link", name="Give a ruling: Board").first).to_be_visible()
    services.call_director(Sitting.objects.get(round__event=event, round__number=1, station=1), by=None)
    expect(page.get_by_role("button", name="End the call of table 1")).to_be_visible()
    expect(page.get_by_role("link", name="Give a ruling: Board").first).to_be_visible()
    assert director.overflow() <= 0
    assert director.axe() == []


def test_a_phone_goes_from_round_to_round_without_being_touched(event: Event, visit: Visit) -> None:
    page = go_to_table(visit(), event, 2)
    expect(page.locator("#entry form.entry")).to_be_visible()
    first = page.url
    services.end_round(event, by=None)
    expect(page.get_by_text("Round 2 has not started yet")).to_be_visible()
    services.start_round(event, by=None)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when somebody takes up the phone
    expect(page.locator("#entry form.entry")).to_be_visible()
    assert page.url != first
    assert "/tables/" in page.url


def test_the_big_screen_fits_and_is_read_from_far(event: Event, visit: Visit, ada: Membership) -> None:
    visitor = visit(ada)
    page = visitor.open(reverse("events:screen", args=[event.club_id, event.pk]) + "?still")
    for size in (DESK, (1920, 1080)):
        visitor.take_on(size, "light")
        smallest = page.locator(".seats li").first.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
        assert smallest >= size[1] / 28
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
        expect(page.locator(".clock [role=timer]")).to_be_visible()
    assert visitor.axe() == []
