"""Belote from its cards, on a slow link; and what its points ask."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.belote.rules import PRESETS
from scorer.club.models import Club, Membership
from tests.browser.conftest import Visit
from tests.factories import make_table

pytestmark = pytest.mark.django_db(transaction=True)

CARDS = ("7C", "8C", "9C", "10C", "JD", "QD")


def test_on_a_slow_link_no_tap_is_lost_unseen(visit: Visit, club: Club, boris: Membership) -> None:
    table = make_table(club, "belote")
    visitor = visit(boris)
    page = visitor.open(reverse("play:table", args=[table.pk]) + "?way=cards")
    slow = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
    visitor.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    for name, value in (("bidder", "2"), ("value", "80"), ("trump", "H")):
        page.locator(f"input[name={name}][value='{value}']").click(no_wait_after=True)
    for card in CARDS:
        key = page.locator(f"#card-{card}")
        key.click()
        # Until the answer is here the cards rest, and look it: a tap on one of them is not taken for a card.
        expect(page.locator("#entry .deck button:enabled")).to_have_count(0, timeout=250)
        expect(page.locator("#entry .deck button:enabled").first).to_be_visible()

    assert page.locator("input[name=tricks]").input_value().split() == list(CARDS)
    for name, value in (("bidder", "2"), ("value", "80"), ("trump", "H")):
        assert page.locator(f"input[name={name}][value='{value}']").is_checked(), name


def test_a_capot_is_answered_in_place_of_its_points(visit: Visit, club: Club, boris: Membership) -> None:
    table = make_table(club, "belote", variant=PRESETS["ffb"])
    page = visit(boris).open(reverse("play:table", args=[table.pk]))
    points, capot = page.get_by_label("Points", exact=True), page.get_by_role("radiogroup", name="All eight tricks?")
    expect(points).to_be_visible()
    expect(capot).to_be_hidden()
    for name, value in (("bidder", "2"), ("value", "capot"), ("trump", "S")):
        page.locator(f"input[name={name}][value='{value}']").click()
    expect(points).to_be_hidden()
    page.locator("input[name=capot][value=no]").click()
    expect(points).to_be_visible()
    page.locator("input[name=capot][value=contracting]").click()
    expect(page.locator("#why")).to_contain_text("Capot made")
    page.locator("input[name=value][value='90']").click()
    expect(capot).to_be_hidden()
    points.fill("162")
    expect(capot).to_be_visible()
