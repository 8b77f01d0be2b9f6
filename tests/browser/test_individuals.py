"""An individual of 12 at bridge: made and planned by taps, played, and read on a phone."""

from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Club, Membership
from scorer.events.links import Holder, path_by_key
from scorer.events.models import Event
from tests.browser.conftest import DESK, PHONE, Visit
from tests.events.conftest import play_round
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = ("Ada", "Boris", "Chloé", "Dirk", "Emma", "Farid", "Greta", "Hugo", "Inès", "Jovan", "Katja", "Luc")


def test_12_players_change_partners(visit: Visit, club: Club, ada: Membership) -> None:
    for name in PLAYERS:
        PlayerFactory(club=club, name=name)
    visitor = visit(ada, size=PHONE)
    page = visitor.open(reverse("events:create", args=[club.pk, "bridge"]))
    page.locator("[name=competes][value=players]").check(force=True)
    expect(page.get_by_role("button", name="Create the event")).to_be_in_viewport(ratio=1)
    assert visitor.faults() == []
    page.get_by_role("button", name="Create the event").click()
    event = Event.objects.get()
    assert event.individual
    assert "individual" in event.name
    page.get_by_role("link", name="Sign up from a list").click()
    page.get_by_role("textbox").fill("\n".join(PLAYERS))
    page.get_by_role("button", name="Show what the list says").click()
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.get_by_role("link", name="Plan the rounds").click()
    expect(page.get_by_text("everybody has a new partner in each round")).to_be_visible()
    assert visitor.faults() == []
    page.get_by_role("button", name="Choose Individual").click()
    assert event.planned_rounds.count() == 11
    random = Random(7)
    for _round in range(4):
        play_round(event, random)
    event.refresh_from_db()
    sitting = event.planned_rounds.get(number=1).sittings.all()[0]
    for path in (
        reverse("events:seats", args=[club.pk, event.pk]),
        reverse("events:movement", args=[club.pk, event.pk]),
        reverse("events:traveller", args=[club.pk, event.pk, sitting.deals[0]]),
        reverse("events:scorecard", args=[club.pk, event.pk, 1]),
        reverse("events:rule_result", args=[club.pk, event.pk, sitting.pk, sitting.deals[0]]),
        path_by_key(event, Holder.CONTESTANT, event.contestants.get(number=1).link),
        reverse("events:event", args=[club.pk, event.pk]),
    ):
        visitor.open(path)
        assert visitor.faults() == [], path
        assert visitor.overflow() == 0
    desk = visit(ada, size=DESK, scheme="dark")
    for name in ("cards", "traveller"):
        args = [club.pk, event.pk, *([sitting.deals[0]] if name == "traveller" else [])]
        desk.open(reverse(f"events:{name}", args=args))
        assert desk.faults() == []
