"""A new event by taps: one screen, house rules with every setting, and the settings changed later."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.doppelkopf.rules import PRESETS
from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.models import Event
from tests.browser.conftest import DESK, PHONE, Visit
from tests.events.conftest import choose
from tests.events.test_pages import address
from tests.factories import make_players

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_new_event_takes_three_taps_and_fits_a_phone(visit: Visit, club: Club, ada: Membership) -> None:
    visitor = visit(ada, size=PHONE)
    page = visitor.open(reverse("events:events", args=[club.pk]))
    page.get_by_role("link", name="Bridge", exact=True).click()
    create = page.get_by_role("button", name="Create the event")
    expect(create).to_be_in_viewport(ratio=1)
    expect(
        page.get_by_text("3 h 30 min; the plan decides the number and length of the rounds; ranking at the end")
    ).to_be_visible()
    expect(page.get_by_label("Rounds", exact=True)).to_be_hidden()
    assert visitor.faults() == []
    create.click()
    expect(page.get_by_role("heading", name=re.compile("pairs, "))).to_be_visible()
    assert Event.objects.get().variant == Event.objects.get().config.rules.PRESETS["duplicate"]


def test_bock_rounds_are_chosen_as_for_a_table_and_changed_until_the_first_round(
    visit: Visit, club: Club, ada: Membership
) -> None:
    visitor = visit(ada, size=DESK, scheme="dark")
    page = visitor.open(reverse("events:create", args=[club.pk, "doppelkopf"]))
    page.get_by_text("Rules in detail").click()
    page.locator("[name=bock_after_event]").check(force=True)
    with page.expect_response(re.compile("/rules/")):
        page.locator("[name=preset][value=ddv]").check(force=True)
    expect(page.locator("[name=pflichtsolo]")).to_be_checked()
    expect(page.locator("[name=bock_after_event]")).to_be_checked()
    assert visitor.faults() == []
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_role("link", name="Sign up from a list")).to_be_visible()
    event = Event.objects.get()
    assert event.variant.bock_after_event
    assert event.variant.pflichtsolo
    page.locator("#now").get_by_role("link", name="Settings").click()
    with page.expect_response(re.compile("/rules/")):
        page.locator("[name=preset][value=house]").check(force=True)
    expect(page.locator("[name=pflichtsolo]")).not_to_be_checked()
    page.get_by_label("Total minutes").fill("90")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#messages")).to_have_text("The settings are changed.")
    event.refresh_from_db()
    assert (event.variant.scoring, event.variant.bock_after_event, event.minutes) == ("house", True, 90)
    assert event.variant != PRESETS["house"]
    services.sign_up_all(event, list(enumerate([[player] for player in make_players(club, 8)], 1)), by=None)
    choose(event, "draw")
    services.start_round(event, by=None)
    page = visitor.open(address(event, "settings"))
    expect(page.get_by_label("Rounds", exact=True)).to_be_disabled()
    expect(page.get_by_text("Too late: The event has started.").first).to_be_visible()
    assert visitor.faults() == []
    page.get_by_label("Name").fill("Final")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name=re.compile("Final"))).to_be_visible()
