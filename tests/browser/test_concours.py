"""A concours of belote by taps: winners against winners, a forfeit, and a final with a consolation."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from tests.browser.conftest import PHONE, Visit
from tests.browser.hands import USUAL, fill_in, go_to_table, save
from tests.browser.test_evenings import button, make_event

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = "\n".join(f"Ada {number} & Boris {number}" for number in range(1, 5))


def test_four_pairs_play_two_rounds_a_final_and_a_consolation(visit: Visit, ada: Membership) -> None:
    director, phone = visit(ada, size=PHONE), visit()
    page = director.open(reverse("events:events", args=[ada.club.pk]))
    event = make_event(page, ada.club.pk, "belote", PAIRS, rounds="2", per_round="1")
    page.get_by_role("link", name="Plan the rounds").click()
    page.locator("details.fold summary").first.click()
    button(page, "^Choose Swiss$")
    button(page, "^Start round 1$")
    for station in (1, 2):
        at_table = go_to_table(phone, event, station)
        fill_in(at_table, USUAL["belote"])
        save(at_table)
        expect(at_table.locator("#rows [id^=hand-]")).to_have_count(1)
    page.get_by_role("button", name="End round 1").click()
    button(page, "^Draw round 2$")
    button(page, "^Start round 2$")
    won = {row.standing.contestant for row in EventResults(event).ranking.places if row.standing.score == 2}
    met = {frozenset(sitting.numbers) for sitting in event.planned_rounds.get(number=2).sittings.with_contestants()}
    assert frozenset(won) in met
    page.locator("#station-1 summary").first.click()
    assert (director.faults(), director.overflow()) == ([], 0)
    page.locator("#station-1").get_by_role("link", name="Forfeit").first.click()
    expect(page.locator("[name=points]")).to_have_value("95")
    expect(page.locator("[name=amount]")).to_be_hidden()
    assert (director.faults(), director.overflow()) == ([], 0)
    button(page, "Save the ruling")
    expect(page.get_by_text("forfeits round 2: 0 to 95")).to_be_visible()
    page.locator("summary", has_text="End round 2").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Close the tables anyway").click()
    event.refresh_from_db()
    services.finish(event, by=None)
    page.goto(page.url.split("/clubs/")[0] + reverse("events:make_final", args=[event.club_id, event.pk]))
    page.get_by_label("To place").fill("2")
    page.get_by_label("All others play a consolation").check()
    assert (director.faults(), director.overflow()) == ([], 0)
    button(page, "Create the event")
    expect(page.get_by_text("The final and the consolation are there.")).to_be_visible()
    assert Event.objects.count() == 3
