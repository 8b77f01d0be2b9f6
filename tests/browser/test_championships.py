"""A director makes a championship on a phone, reads the rule while typing, and leaves an event out."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Club, Membership
from tests.browser.conftest import Visit
from tests.events.conftest import MakeEvent, make_event, players
from tests.events.test_sessions import play_to_the_end

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_director_makes_a_championship_and_leaves_an_event_out(
    visit: Visit, club: Club, ada: Membership, make_event: MakeEvent
) -> None:
    for name in ("September", "October"):
        play_to_the_end(make_event("bridge", 6, name=name, rounds=2, per_round=1), "round_robin")
    visitor = visit(ada)
    page = visitor.open(reverse("standings:championships", args=[club.pk]))
    page.get_by_role("link", name="New championship").click()
    page.get_by_label("Name").fill("Club cup")
    expect(page.get_by_label("From", exact=True)).to_be_hidden()
    page.get_by_label("Players and pairs").check()
    page.get_by_role("textbox", name="Points by place").fill("5 3 7")
    expect(page.locator(".rule")).to_have_count(0)
    page.get_by_role("textbox", name="Points by place").fill("5 3 1")
    expect(page.locator(".rule")).to_contain_text("An event is worth 5, 3, 1 points, by place")
    page.get_by_label("Share of opponents beaten").check()
    page.get_by_label("How many events count").fill("1")
    expect(page.locator(".rule")).to_contain_text("Only the best event counts.")
    expect(page.get_by_role("textbox", name="Points by place")).to_be_hidden()
    assert visitor.faults() == []
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Club cup")).to_be_visible()
    page.get_by_role("link", name="Pairs").click()
    expect(page.locator("tbody tr")).to_have_count(6)
    expect(page.locator("tbody tr").first.locator("s")).to_have_count(1)
    assert visitor.faults() == []
    page.locator("tbody a").first.click()
    expect(page.get_by_text("does not count")).to_have_count(1)
    assert visitor.faults() == []
    page.get_by_label("Back to the championship").click()
    page.get_by_role("link", name="Which events count").click()
    page.get_by_label("September: Leave out").check()
    assert visitor.faults() == []
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name=re.compile("^1 event$"))).to_be_visible()
    expect(page.locator("tbody s")).to_have_count(0)
