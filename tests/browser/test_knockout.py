"""A knock-out of six teams: planned and decided by taps, read on a phone and at a desk."""

from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.links import Holder, path_of
from tests.browser.conftest import DESK, PHONE, Visit
from tests.events.conftest import MakeEvent, make_event, play_round, players

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.usefixtures("players")
def test_six_teams_play_a_knockout(visit: Visit, make_event: MakeEvent, ada: Membership) -> None:
    event = make_event("bridge", 6, competes="teams", per_round=1, comparison="imps", ranking_shown="at_once")
    visitor = visit(ada, size=PHONE)
    console = reverse("events:event", args=[event.club_id, event.pk])
    page = visitor.open(reverse("events:plan", args=[event.club_id, event.pk]))
    page.get_by_text("other plan").first.click()
    page.get_by_role("button", name="Choose Knock-out").click()
    expect(page.get_by_text("Knock-out, 3 rounds of 1 board")).to_be_visible()
    services.start_round(event, by=None)
    services.end_round(event, by=None)
    visitor.open(console)
    assert visitor.faults() == []
    page.get_by_role("button", name="Draw round 2").click()
    expect(page.get_by_text("Say first who goes on")).to_be_visible()
    visitor.open(console)
    for winner in ("4", "6"):
        page.get_by_role("region", name="Who goes on?").get_by_role("link", name="Say who goes on").first.click()
        page.locator(f"[name=winner][value='{winner}']").check(force=True)
        page.get_by_label("Reason").fill("Extra boards")
        assert visitor.faults() == []
        page.get_by_role("button", name="Save the ruling").click()
    expect(page.get_by_role("heading", name="Who goes on?")).to_have_count(0)
    page.get_by_role("button", name="Draw round 2").click()
    expect(page.get_by_role("listitem").filter(has_text="1 Team 1 – 4 Team 4")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Team 5")).to_have_count(0)
    play_round(event, Random(7))
    event.refresh_from_db()
    for looking in (visitor, visit(ada, size=DESK, scheme="dark")):
        for path in (
            console,
            reverse("events:movement", args=[event.club_id, event.pk]),
            *(reverse("events:screen", args=[event.club_id, event.pk]) + f"?view={view}&still" for view in range(3)),
            path_of(event, Holder.CONTESTANT, 5),
        ):
            looking.open(path)
            assert looking.faults() == [], path
            assert looking.overflow() == 0, path
