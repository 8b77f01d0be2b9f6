"""Belote entered card by card on a slow connection, and the field for its points."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.belote.rules import PRESETS
from scorer.club.models import Club, Membership
from tests.browser.conftest import Visit
from tests.browser.hands import fill_in, sheet_path
from tests.factories import make_table

pytestmark = pytest.mark.django_db(transaction=True)

CARDS = ("7C", "8C", "9C", "10C", "JD", "QD")


def test_no_tap_is_lost_on_a_slow_connection(visit: Visit, club: Club, boris: Membership) -> None:
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
        # The cards are disabled until the response arrives, so that no tap is lost.
        expect(page.locator("#entry .deck button:enabled")).to_have_count(0, timeout=250)
        expect(page.locator("#entry .deck button:enabled").first).to_be_visible()

    assert page.locator("input[name=tricks]").input_value().split() == list(CARDS)
    for name, value in (("bidder", "2"), ("value", "80"), ("trump", "H")):
        assert page.locator(f"input[name={name}][value='{value}']").is_checked(), name


def test_a_capot_is_made_or_failed_with_one_tap_instead_of_points(visit: Visit, club: Club, boris: Membership) -> None:
    table = make_table(club, "belote", variant=PRESETS["ffb"])
    page = visit(boris).open(sheet_path(table))
    points, result = page.locator("[name=points]"), page.get_by_role("radiogroup", name="Result")
    expect(points).to_be_visible()
    expect(result).to_be_hidden()
    fill_in(page, {"bidder": "2", "value": "capot", "trump": "S"})
    expect(points).to_be_hidden()
    fill_in(page, {"slam": "made"})
    expect(page.locator("#why .gains")).to_have_text("Boris & Dirk +500 Ada & Chloé 0")
    fill_in(page, {"slam": "failed"})
    expect(page.locator("#why .gains")).to_have_text("Ada & Chloé +500 Boris & Dirk 0")
    expect(points).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#hand-1 .played")).to_contain_text("Capot")
    expect(page.locator("#hand-1 .played")).to_contain_text("failed")
    fill_in(page, {"bidder": "2", "value": "90", "points": "162"})
    expect(result).to_be_hidden()
    expect(page.get_by_role("radiogroup", name="All eight tricks?", exact=True)).to_be_visible()


def test_250_and_252_are_all_eight_tricks(visit: Visit, club: Club, boris: Membership) -> None:
    visitor = visit(boris)
    for preset, due in (("house", "Boris & Dirk +162 Ada & Chloé 0"), ("ffb", "Boris & Dirk +340 Ada & Chloé 0")):
        page = visitor.open(sheet_path(make_table(club, "belote", variant=PRESETS[preset])))
        fill_in(page, {"bidder": "2", "value": "90", "trump": "S"})
        for points in ("250", "252"):
            with page.expect_response(re.compile("/preview/")):
                page.locator("input[name=points]").fill(points)
            expect(page.locator("#why .gains")).to_have_text(due)


def test_the_label_of_the_points_says_whose_they_are_and_what_they_include(
    visit: Visit, club: Club, boris: Membership
) -> None:
    visitor = visit(boris)
    for preset in PRESETS:
        page = visitor.open(sheet_path(make_table(club, "belote", variant=PRESETS[preset])))
        label = page.locator("label[for=id_points]")
        expect(label).to_have_text("Points of the bidder's side with the 10 for the last trick", use_inner_text=True)
        fill_in(page, {"bidder": "2"})
        expect(label).to_have_text("Points of Boris & Dirk with the 10 for the last trick", use_inner_text=True)
        fill_in(page, {"bidder": "1"})
        expect(label).to_have_text("Points of Ada & Chloé with the 10 for the last trick", use_inner_text=True)
