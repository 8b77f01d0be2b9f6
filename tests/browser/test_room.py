"""An event in the room: the clock on phones and console, and calls for the director."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from scorer.club.models import Club
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event, Round
from scorer.events.planning import proposal_of
from scorer.registry import get_game
from tests.browser.conftest import Visit
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(club: Club) -> Event:
    """Four pairs in the first of two rounds."""
    values = {"preset": "duplicate", "comparison": "matchpoints", "rounds": 2, "per_round": 1}
    event = services.make_event(club, get_game("bridge"), name="Tuesday", **values, by=None)
    for pair in range(4):
        players = [PlayerFactory(club=club, name=f"{name} {pair}") for name in ("Ada", "Boris")]
        services.sign_up(event, players, by=None)
    proposal = proposal_of(event, "mitchell", 4)
    assert proposal
    services.choose_plan(event, proposal, by=None)
    services.start_round(event, by=None)
    event.refresh_from_db()
    return event


def leave(event: Event, seconds: int) -> None:
    Round.objects.running().filter(event=event).update(ends_at=timezone.now() + timedelta(seconds=seconds))


def test_the_clock_counts_down_whatever_the_time_of_the_phone_is(event: Event, visit: Visit) -> None:
    leave(event, 90)
    visitor = visit()
    visitor.page.clock.install(time="2031-01-01T00:00:00")  # years ahead
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
    page = visit().open(links.path_of(event, Holder.STATION, 1))
    page.get_by_role("button", name="Enter hands").click()
    expect(page.locator(".clock small")).to_contain_text("until")
    services.pause_clock(event, by=None)
    expect(page.locator(".clock small")).to_have_text("paused")
