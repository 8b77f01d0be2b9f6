"""Links, plain forms and htmx while there is no connection: the page stays, with what is typed on it, and says so."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import get_game
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import save, sheet_path, tap, type_notrump
from tests.browser.test_live import hand
from tests.factories import make_table

pytestmark = pytest.mark.django_db(transaction=True)

AWAY = "No connection right now. Nothing is lost. Try again later."
CLICK_ALL = """() => [...document.querySelectorAll("a[href]:not([href^='#'], [target]), button")]
.filter((exit) => (exit.href || exit.type === "submit") && !exit.form?.matches("[hx-post]"))
.map((exit) => { exit.click(); return new URL(exit.href || exit.form.action).pathname; })"""


def open_sheet(visit: Visit, table: Table, who: Membership) -> Visitor:
    """Open the sheet of a table with a hand that this page has saved and can undo, and type half of the next one."""
    visitor = visit(who)
    page = visitor.open(sheet_path(table))
    type_notrump(page, 3)
    save(page)
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    tap(page, level="4")
    return visitor


def stop_the_clock(page: Page) -> None:
    """Let time pass by `page.clock.run_for` only, however slow the machine is."""
    page.clock.install(time="2031-01-01T20:00:00")
    page.clock.pause_at("2031-01-01T20:00:01")


def expect_still_here(page: Page, table: Table) -> None:
    expect(page.locator("#net-words")).to_have_text(AWAY)
    assert page.url.endswith(sheet_path(table))
    expect(page.locator("#entry [name=level][value='4']")).to_be_checked()


def test_no_link_and_no_form_of_a_table_leads_away_without_a_connection(
    visit: Visit, table: Table, ada: Membership
) -> None:
    visitor = open_sheet(visit, table, ada)
    page = visitor.page
    visitor.set_offline(True)
    page.locator("#hand-1 summary").first.click()  # which fetches the links and forms of the hand, if it can
    led_to = page.evaluate(CLICK_ALL)
    assert {reverse("play:undo", args=[table.pk, 1]), reverse("play:phones", args=[table.pk])} <= {*led_to}
    expect_still_here(page, table)
    visitor.set_offline(False)
    expect(page.locator("#net-words")).to_have_text("")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#entry [name=level][value='3']")).to_be_checked()
    assert table.hands.get().voided
    visitor.expect_failed_requests()


@pytest.mark.parametrize("name", ["Undo", "Let phones join"])
def test_a_tap_that_leads_nowhere_says_so_where_it_can_be_seen(
    name: str, visit: Visit, table: Table, ada: Membership
) -> None:
    visitor = open_sheet(visit, table, ada)
    page = visitor.page
    visitor.set_offline(True)
    if name == "Undo":
        page.get_by_role("button", name=name).click()
    else:
        page.locator("#menu > summary").click()
        page.get_by_role("link", name=name).click()
    expect_still_here(page, table)
    expect(page.locator("#net-words")).to_be_in_viewport(ratio=1)
    box, save_button = page.locator("#net-words").bounding_box(), page.locator(".save > button").first.bounding_box()
    assert box
    assert save_button
    assert box["y"] + box["height"] <= save_button["y"], "it covers the save button"
    assert visitor.axe() == []
    assert visitor.overflow() <= 0
    page.keyboard.press("Escape")
    page.locator("#entry h2").click()
    expect(page.locator("#net-words")).to_have_text("")
    visitor.expect_failed_requests()


def test_a_tap_says_that_it_waits_and_that_no_answer_comes(visit: Visit, table: Table, ada: Membership) -> None:
    """The wifi has died, but the browser does not know yet."""
    visitor = visit(ada)
    services.record_hand(table, hand(1), by=None, key=None)
    page = visitor.open(sheet_path(table))
    tap(page, level="4")
    page.route("**", lambda _route: None)
    page.locator("#menu > summary").click()
    stop_the_clock(page)
    page.get_by_role("link", name="Let phones join").click()
    page.clock.run_for(1400)
    expect(page.locator("#net-words")).to_have_text("")
    page.clock.run_for(200)
    expect(page.locator("#net-words")).to_have_text("Waiting for the connection …")
    page.clock.run_for(2500)
    expect_still_here(page, table)
    page.unroute("**")
    page.get_by_role("link", name="Let phones join").click()
    page.wait_for_url("**/phones/")
    visitor.expect_failed_requests()


def test_with_a_connection_a_tap_costs_one_small_request(visit: Visit, table: Table, ada: Membership) -> None:
    visitor = open_sheet(visit, table, ada)
    page = visitor.page
    page.wait_for_load_state()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    page.get_by_role("button", name="Undo").click(click_count=2)
    expect(page.locator("#entry [name=level][value='3']")).to_be_checked()
    assert asked[:2] == ["HEAD", "POST"]
    assert asked.count("POST") <= 2  # and the points of the values that came back


def test_what_a_tap_would_have_fetched_is_said_to_be_missing_and_fetched_later(
    visit: Visit, club: Club, ada: Membership
) -> None:
    rules = get_game("bridge").rules
    table = make_table(club, "bridge", variant=rules.PRESETS["rubber"])
    entry = rules.Entry(level=3, strain="NT", declarer="N", tricks=9)
    services.record_hand(table, entry, by=None, key=None)
    visitor = visit(ada)
    page = visitor.open(sheet_path(table))
    visitor.set_offline(True)
    page.locator("#hand-1 summary").first.click()
    expect(page.locator("#net-words")).to_have_text(AWAY)
    page.locator("#entry h2").click()
    expect(page.locator("#net-words")).to_have_text("")
    page.get_by_text("On paper", exact=True).click()
    expect(page.locator("#net-words")).to_have_text(AWAY)
    visitor.set_offline(False)
    expect(page.locator("#paper .pad").first).to_be_visible()
    page.get_by_text("Hands", exact=True).click()
    for _ in range(2):  # it is open
        page.locator("#hand-1 summary").first.click()
    expect(page.locator("#hand-1 .why-slot")).to_contain_text("Correct")
    visitor.expect_failed_requests()


def test_a_correction_on_a_page_of_its_own_keeps_its_values(visit: Visit, club: Club, ada: Membership) -> None:
    table = make_table(club, "bridge")
    services.record_hand(table, hand(1), by=None, key=None)
    visitor = visit(ada)
    page = visitor.open(reverse("play:correct", args=[table.pk, 1]))
    page.locator("[name=level][value='5']").check()
    visitor.set_offline(True)
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator("#net-words")).to_have_text(AWAY)
    expect(page.locator("[name=level][value='5']")).to_be_checked()
    visitor.set_offline(False)
    with page.expect_request(lambda request: request.method == "POST"):
        page.get_by_role("button", name="Save the correction").click()
    visitor.expect_failed_requests()


def test_a_save_that_gets_no_response_says_that_it_is_being_sent(visit: Visit, table: Table, ada: Membership) -> None:
    visitor = visit(ada)
    page = visitor.open(sheet_path(table))
    type_notrump(page, 3)
    held: list[Route] = []
    page.route(re.compile("/hands/$"), lambda route: held.extend([route]))
    stop_the_clock(page)
    save(page)
    expect(page.locator(".save > button").first).to_be_disabled()
    page.clock.run_for(1400)
    expect(page.locator("#net-words")).to_have_text("")
    page.clock.run_for(200)
    expect(page.locator("#net-words")).to_have_text("Sending …")
    expect(page.locator("#net-words")).to_be_in_viewport(ratio=1)
    held[0].continue_()
    page.clock.resume()
    expect(page.locator("#rows tr")).to_have_count(1)
    expect(page.locator("#net-words")).to_have_text("")
