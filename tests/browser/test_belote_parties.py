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
from tests.browser.conftest import Visit, assert_fits, both_sizes
from tests.browser.test_sheet import Taps
from tests.factories import make_table
from tests.games.belote.test_parties import LITIGE, OF_THREE

pytestmark = pytest.mark.django_db(transaction=True)


def sitting(club: Club, *entries: Entry, variant: object = OF_THREE) -> Table:
    table = make_table(club, "belote", variant=variant)
    for entry in entries:
        services.record_hand(table, entry, by=None, key=None)
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
    expect(page.locator("#notices")).to_contain_text("Ada & Chloé win by 2 games to 1.")
    page.locator("label[for=view-paper]").click()
    expect(page.locator(".pad").first.locator(".winner")).to_have_text("560")


@both_sizes
def test_the_parties_fit_and_are_readable(
    visit: Visit, club: Club, boris: Membership, size: tuple[int, int], scheme: str
) -> None:
    variant = replace(LITIGE, parties="best_of_three")
    table = sitting(club, *PARTIES["ffb"], Entry(2, 160, "TA", "surcoinche", 81), variant=variant)
    visitor = visit(boris, size=size, scheme=scheme)
    page = visitor.open(reverse("play:table", args=[table.pk]))
    page.locator("label[for=view-paper]").click()
    expect(page.locator(".pad").nth(1).locator("tbody")).to_contain_text("litige 80")
    assert visitor.overflow() == 0
    assert visitor.axe() == []
    clipped = "cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent)"
    assert page.locator(".pad td").evaluate_all(clipped) == []
