"""Parties at the table, on a phone: typed hand by hand, drawn as on paper, ended and closed."""

from dataclasses import replace

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.belote.rules import Entry
from games.belote.rules.examples import PARTIES
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from tests.browser.conftest import LOOKS, Visit, assert_fits
from tests.browser.test_sheet import Taps
from tests.factories import make_table
from tests.games.belote.test_parties import LITIGE, OF_THREE, OURS

pytestmark = pytest.mark.django_db(transaction=True)


def sitting(club: Club, *entries: Entry, variant: object = OF_THREE) -> Table:
    table = make_table(club, "belote", variant=variant)
    services.record_hands(table, entries, by=None)
    return table


def test_a_hand_that_ends_the_belle_is_typed_as_any_other(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(reverse("play:table", args=[sitting(club, *PARTIES["house"][:5]).pk]))
    expect(page.locator("#totals .state")).to_contain_text("Belle: Ada & Chloé lead by 448 : 382")
    taps = Taps(page)
    taps.key("bidder", "1")
    taps.key("value", "100")
    taps.key("trump", "H")
    page.locator("[name=points]").fill("112")
    expect(page.locator("#why .gains")).to_contain_text("Ada & Chloé +112")
    assert_fits(page)
    taps.button("Save hand 6")
    expect(page.locator("#notices")).to_contain_text("Ada & Chloé win the belle by 560 : 432, and the match")
    page.locator("label[for=view-paper]").click()
    expect(page.locator(".pad").first.locator(".winner")).to_have_text("560")


def test_a_match_is_played_to_its_end_and_the_hand_after_it_is_asked_about(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = sitting(club, OURS)
    page = visit(boris).open(reverse("play:table", args=[table.pk]))
    notices, warnings = page.locator("#notices"), page.locator("#why .warnings")
    closes = notices.get_by_role("link", name="Close the table")

    def play(points: int, gained: str) -> Taps:
        taps = Taps(page)
        for name, value in (("bidder", "1"), ("value", "100"), ("trump", "H")):
            taps.key(name, value)
        page.locator("[name=points]").fill(str(points))
        expect(page.locator("#why .gains")).to_contain_text(gained)
        return taps

    taps = play(112, "Ada & Chloé +112")
    expect(warnings).to_have_count(0)
    taps.button("Save hand 2")
    expect(notices).to_contain_text("Ada & Chloé win game 1 by 560 : 250, and lead by one game.")
    expect(closes).to_have_count(0)
    taps = play(111, "Ada & Chloé +111")
    expect(warnings).to_have_count(0)
    taps.button("Save hand 3")
    expect(page.locator("#totals .state")).to_contain_text("Game 2: Ada & Chloé lead by 111 : 51")
    services.record_hand(table, OURS, by=None, key=None)
    page.reload()
    expect(notices).to_contain_text("Ada & Chloé win game 2 by 559 : 251, and the match by two games to none.")
    expect(closes).to_be_visible()
    play(113, "Ada & Chloé +113")
    expect(warnings).to_have_text("The match is won: this hand begins another one. Is this right?")


def test_the_parties_fit_and_are_readable(visit: Visit, club: Club, boris: Membership) -> None:
    variant = replace(LITIGE, parties="best_of_three")
    table = sitting(club, *PARTIES["ffb"], Entry(2, 160, "TA", "surcoinche", 81), variant=variant)
    visitor = visit(boris)
    page = visitor.open(reverse("play:table", args=[table.pk]))
    page.locator("label[for=view-paper]").click()
    expect(page.locator(".pad").nth(1).locator("tbody")).to_contain_text("litige 80")
    expect(page.locator(".pad").nth(1).locator("tfoot")).to_contain_text("litige: 80 lapse")
    assert visitor.faults() == []
    clipped = "cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent)"
    for look in LOOKS:
        visitor.take_on(*look)
        assert page.locator(".pad td").evaluate_all(clipped) == []
