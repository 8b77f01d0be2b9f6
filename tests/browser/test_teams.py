"""A Swiss evening of 11 teams at bridge: made, signed up and planned by taps, then played and read on a phone."""

from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.links import Holder, path_by_key
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from tests.browser.conftest import DESK, PHONE, Visit, Visitor
from tests.events.conftest import play_round

pytestmark = pytest.mark.django_db(transaction=True)

TEAMS = ("Lions", "Tigers", "Bears", "Wolves", "Foxes", "Owls", "Hawks", "Ravens", "Otters", "Badgers", "Stoats")
NAMES = ("Ada", "Boris", "Chloé", "Dirk", "Emma")


def test_11_teams_play_a_swiss(visit: Visit, club: Club, ada: Membership) -> None:
    visitor = visit(ada, size=PHONE)
    page = visitor.open(reverse("events:create", args=[club.pk, "bridge"]))
    page.locator("[name=competes][value=teams]").check(force=True)
    expect(page.get_by_text("IMPs of the matches")).to_be_visible()
    page.locator("[name=comparison][value=vp]").check(force=True)
    page.get_by_text("Everything else").click()
    page.locator("[name=rounds]").fill("4")
    page.locator("[name=per_round]").fill("2")
    assert visitor.faults() == []
    page.get_by_role("button", name="Create the event").click()
    event = Event.objects.get()
    assert event.of_teams
    for place, name in enumerate(NAMES, start=1):
        page.locator(f"[name=player_{place}]").fill(f"{name} {TEAMS[0]}")
    page.locator("[name=team]").fill(TEAMS[0])
    assert visitor.faults() == []
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.get_by_role("button", name="and sign up").click()
    expect(page.get_by_role("heading", name="1 team")).to_be_visible()
    page.get_by_role("link", name="Sign up from a list").click()
    lines = (f"{team}: {' & '.join(f'{name} {team}' for name in NAMES[:4])}" for team in TEAMS[1:])
    page.get_by_role("textbox").fill("\n".join(lines))
    page.get_by_role("button", name="Show what the list says").click()
    expect(page.get_by_text("Tigers", exact=True)).to_be_visible()
    page.get_by_role("button", name="Sign up", exact=True).click()
    expect(page.get_by_role("heading", name="11 teams")).to_be_visible()
    page.get_by_role("link", name="Plan the rounds").click()
    assert visitor.faults() == []
    page.get_by_role("button", name="Choose Swiss").click()
    random = Random(7)
    event.refresh_from_db()
    for number in range(3):
        if number:
            services.draw_round(event, by=None)
        play_round(event, random)
    event.refresh_from_db()
    visitor.open(reverse("events:event", args=[club.pk, event.pk]))
    page.get_by_role("button", name="Draw round 4").click()
    page.get_by_role("button", name="Start round 4").click()
    resting = {extra.contestant for extra in EventResults(event).byes}
    assert len(resting) == 4
    team = next(number for number in range(1, 12) if number not in resting)
    own = path_by_key(event, Holder.CONTESTANT, event.contestants.get(number=team).link)
    phone = visit(size=PHONE)
    theirs = phone.open(own)
    assert theirs.get_by_role("button", name="Enter hands").count() == 2
    assert phone.faults() == []
    for looking in (visitor, visit(ada, size=DESK, scheme="dark")):
        read_everything(looking, event, team, own)
    theirs.get_by_role("button", name="Enter hands").first.click()
    expect(theirs.locator("#entry h2")).to_have_text("Board 7")
    phone.open(f"{own}matches/1/")
    assert phone.faults() == []


def read_everything(visitor: Visitor, event: Event, team: int, own: str) -> None:
    of_event = [event.club_id, event.pk]
    for path in (
        reverse("events:event", args=of_event),
        reverse("events:matches", args=of_event),
        reverse("events:match", args=[*of_event, team, 1]),
        reverse("events:scorecard", args=[*of_event, team]),
        reverse("events:traveller", args=[*of_event, 1]),
        reverse("events:movement", args=of_event),
        reverse("events:seats", args=of_event),
        reverse("events:screen", args=of_event) + "?still",
        own,
        f"{own}line-up/",
    ):
        visitor.open(path)
        assert visitor.faults() == [], path
        assert visitor.overflow() == 0, path
