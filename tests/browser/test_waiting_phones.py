"""A phone that has opened its link hears at once when a round starts."""

import pytest
from playwright.sync_api import Route, expect

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.links import Holder, path_of
from tests.browser.conftest import Visit
from tests.browser.hands import go_to_table, save, type_notrump
from tests.events.test_rounds import room

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 8000
"""Milliseconds, on a busy machine: sooner than a page that hears nothing asks."""


def test_a_waiting_phone_is_taken_to_its_table_when_a_round_starts(visit: Visit, ada: Membership) -> None:
    event = room(ada.club, 4)
    station, contestant = visit(), visit()
    for phone, holder in ((station, Holder.STATION), (contestant, Holder.CONTESTANT)):
        phone.open(path_of(event, holder, 1))
        expect(phone.page.get_by_text("Round 1 has not started yet")).to_be_visible()
    services.start_round(event, by=None)
    for phone in (station, contestant):
        phone.page.wait_for_url("**/tables/**", timeout=SOON)


def test_a_phone_that_was_asleep_when_the_next_round_started_goes_on_from_its_way_back(
    visit: Visit, ada: Membership
) -> None:
    event = room(ada.club, 4)
    services.start_round(event, by=None)
    phone = visit()
    page = go_to_table(phone, event, 1)
    sheet = page.url
    page.get_by_role("link", name="Where to play next").click()
    expect(page.get_by_role("button", name="Enter hands")).to_be_visible()
    page.goto("about:blank")
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    page.goto(sheet)
    page.get_by_role("link", name="Where to play next").click()
    page.wait_for_url(lambda url: "/tables/" in url and url != sheet, timeout=SOON)
    phone.expect_failed_requests()


def test_a_phone_that_still_keeps_a_hand_stays_at_its_table_when_the_round_ends(visit: Visit, ada: Membership) -> None:
    event = room(ada.club, 4)
    services.start_round(event, by=None)
    phone = visit()
    page = go_to_table(phone, event, 1)
    sheet = page.url
    page.route("**/hands/", lambda route: route.abort())
    type_notrump(page, 1)
    save(page)
    expect(page.locator("#outbox .now [role=status]")).to_contain_text("1 hand is waiting")
    services.end_round(event, by=None)
    expect(page.get_by_role("heading", name="This table is closed")).to_be_visible(timeout=SOON)
    assert page.url == sheet
    expect(page.locator("#outbox li .title").first).to_contain_text("Board")
    phone.expect_failed_requests()


@pytest.mark.parametrize("busy", [True, False])
def test_a_waiting_phone_asks_again_if_it_got_no_answer(visit: Visit, ada: Membership, *, busy: bool) -> None:
    event = room(ada.club, 4)
    phone = visit()
    phone.open(path_of(event, Holder.STATION, 1))
    expect(phone.page.get_by_text("Round 1 has not started yet")).to_be_visible()
    failed = []

    def fail_twice(route: Route) -> None:
        if len(failed) == 2:
            return route.continue_()
        failed.append(route.request.url)
        return route.fulfill(status=503) if busy else route.abort()

    phone.page.route("**/*after=*", fail_twice)
    services.start_round(event, by=None)
    phone.page.wait_for_url("**/tables/**", timeout=SOON)
    assert len(failed) == 2
    phone.expect_failed_requests()


def test_a_waiting_phone_says_so_when_its_links_are_renewed(visit: Visit, ada: Membership) -> None:
    event = room(ada.club, 4)
    phone = visit()
    phone.open(path_of(event, Holder.STATION, 1))
    expect(phone.page.get_by_text("Round 1 has not started yet")).to_be_visible()
    services.renew_links(event, by=None)
    expect(phone.page.get_by_text("Round 1 has not started yet")).not_to_be_visible(timeout=SOON)
    phone.expect_failed_requests()


def test_a_phone_that_hands_in_a_late_hand_follows_the_next_round_like_the_others(
    visit: Visit, ada: Membership
) -> None:
    """Neither the clock of the round that has ended nor a call for the director stays on its page."""
    event = room(ada.club, 4)
    services.start_round(event, by=None)
    phone = visit()
    page = go_to_table(phone, event, 1)
    sheet = page.url
    type_notrump(page, 3)
    expect(page.get_by_role("button", name="Call the director")).to_be_visible()
    services.end_round(event, by=None)
    expect(page.locator("#news")).to_contain_text("it can be handed to the director", timeout=SOON)
    expect(page.get_by_role("button", name="Call the director")).to_have_count(0)
    expect(page.locator("#around")).to_have_count(0)
    save(page)
    page.get_by_role("button", name="Hand it to the director").click()
    page.wait_for_url("**/stations/**", timeout=SOON)
    expect(page.locator("#messages")).to_have_text("This hand is with the director now.")
    services.start_round(event, by=None)
    page.wait_for_url(lambda url: "/tables/" in url and url != sheet, timeout=SOON)
    phone.expect_failed_requests()


def test_a_phone_goes_back_to_its_table_when_the_round_goes_on(visit: Visit, ada: Membership) -> None:
    event = room(ada.club, 4)
    services.start_round(event, by=None)
    phone = visit()
    page = go_to_table(phone, event, 1)
    sheet = page.url
    services.end_round(event, by=None)
    expect(page.get_by_text("Round 2 has not started yet")).to_be_visible(timeout=SOON)
    services.go_back(event, by=None)
    page.wait_for_url(sheet, timeout=SOON)
    expect(page.locator("#entry form.entry")).to_be_visible()
    phone.expect_failed_requests()
