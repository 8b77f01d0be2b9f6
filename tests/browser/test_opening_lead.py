"""The opening lead at a table of an event that asks for it: two taps beside the contract."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from games.bridge.models import BridgeHand
from games.bridge.rules import PRESETS
from scorer.club.models import Club, Membership
from scorer.play.models import Table
from tests.browser.conftest import LOOKS, PHONE, Visit
from tests.browser.hands import save, sheet_path, tap
from tests.factories import make_players, make_table

pytestmark = pytest.mark.django_db(transaction=True)

TYPED = {"level": 4, "strain": "S", "declarer": "S"}


def table_that_asks(club: Club, lead: str) -> Table:
    variant = replace(PRESETS["duplicate"], opening_lead=lead)
    return make_table(club, "bridge", variant=variant, players=make_players(club, 4))


def test_a_lead_is_two_taps_and_whoever_leads_is_named(visit: Visit, club: Club, ada: Membership) -> None:
    table = table_that_asks(club, "required")
    for size, scheme in LOOKS:
        visitor = visit(ada, size=size, scheme=scheme)
        page = visitor.open(sheet_path(table))
        leads = page.get_by_role("radiogroup", name="Opening lead")
        expect(leads.locator("bdi:visible")).to_have_count(0)
        tap(page, **TYPED)
        west = table.seats.get(position=4).player.shown
        expect(leads.locator("bdi:visible")).to_have_text(f"W · {west}")
        ranks = page.get_by_role("radiogroup", name="Rank of the card that was led")
        expect(ranks).to_be_hidden()
        tap(page, lead_suit="H")
        expect(ranks).to_be_visible()
        tap(page, lead_rank="K")
        tap(page, tricks="=")
        assert visitor.faults() == []
    save(page)
    expect(page.locator("#rows")).to_contain_text("lead")
    assert BridgeHand.objects.get().lead == "KH"
    assert visitor.faults() == []


def test_without_a_connection_the_phone_asks_for_a_lead_that_is_required_and_keeps_it(
    visit: Visit, club: Club, ada: Membership
) -> None:
    table = table_that_asks(club, "required")
    visitor = visit(ada, size=PHONE)
    page = visitor.open(sheet_path(table))
    with page.expect_response(re.compile("/ahead/")):
        tap(page, **TYPED, tricks="=")
    visitor.set_offline(True)
    save(page)
    expect(page.get_by_role("radiogroup", name="Opening lead")).to_have_attribute("aria-invalid", "true")
    tap(page, lead_suit="C")
    tap(page, lead_rank="10")
    save(page)
    expect(page.locator("[name=lead_suit]:checked")).to_have_count(0)
    visitor.set_offline(False)
    expect(page.locator("#rows")).to_contain_text("♣")
    assert BridgeHand.objects.get().lead == "10C"
    visitor.expect_failed_requests()
