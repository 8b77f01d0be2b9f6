"""Joining a further club by its director's link, and going from one club to the other."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Club, Membership
from tests.browser.conftest import DESK, PHONE, Visit
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


def test_somebody_joins_a_club_by_its_link_and_goes_from_one_to_the_other(
    visit: Visit, club: Club, ada: Membership, zoe: Membership
) -> None:
    director = visit(ada, size=DESK)
    page = director.open(reverse("club:logins", args=[club.pk]))
    page.get_by_text("Somebody who has a login already").click()
    with_link = page.locator("details.fold")
    with_link.get_by_role("radio", name="Director").check()
    page.get_by_role("button", name="Create a link to join").click()
    expect(page.locator("svg.qr")).to_be_visible()
    path = page.get_by_label("Link", exact=True).input_value().partition("/clubs/")[2]

    visitor = visit(size=PHONE)
    page = visitor.open(f"/clubs/{path}")
    page.get_by_label("Name").fill("zoe")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Your role there: Director")).to_be_visible()
    assert visitor.faults() == []
    page.get_by_role("button", name="Join").click()

    expect(page.get_by_text("You now belong to Kartenfreunde.")).to_be_visible()
    page.locator("details.site > summary").click()
    page.get_by_role("link", name="Go to Elsewhere").click()
    expect(page).to_have_url(re.compile(reverse("standings:home", args=[zoe.club_id])))
    page.locator("details.site > summary").click()
    expect(page.get_by_role("link", name="Go to Kartenfreunde")).to_be_visible()
    assert visitor.faults() == []
