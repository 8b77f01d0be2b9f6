"""A club's own movement is pasted, put right, looked at and chosen on a phone."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.registry import get_game
from tests.browser.conftest import PHONE, Visit
from tests.factories import make_players

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_movement_is_pasted_put_right_and_chosen(visit: Visit, club: Club, ada: Membership) -> None:
    players = make_players(club, 8)
    values = {"preset": "duplicate", "comparison": "matchpoints", "per_round": 3}
    event = services.create_event(club, get_game("bridge"), name="Tuesday", **values, by=None)
    services.sign_up_all(event, [(n, players[2 * n : 2 * n + 2]) for n in range(4)], by=None)
    visitor = visit(ada, size=PHONE)
    page = visitor.open(reverse("events:plan", args=[club.pk, event.pk]))
    page.get_by_role("link", name="Own movement").click()
    movement = page.get_by_label("Movement")
    movement.fill("1-2:1 3-4:2\n1-3:1 2-4:3")
    page.get_by_role("button", name="Check the movement").click()
    expect(page.get_by_text("Round 2: 1 meets the set of board 1 again.")).to_be_visible()
    visitor.expect_failed_requests()
    assert visitor.faults() == []
    movement.fill("cyclic 3\n2-1:3 3-4:3")
    page.get_by_role("button", name="Check the movement").click()
    expect(page.get_by_text("some tables share their cards")).to_be_visible()
    assert visitor.faults() == []
    assert visitor.overflow() == 0
    page.get_by_role("button", name="Choose Own movement").click()
    expect(page.get_by_text("Planned: Own movement, 3 rounds of 3 boards")).to_be_visible()
