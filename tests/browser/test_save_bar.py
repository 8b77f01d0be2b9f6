"""The bar at the bottom of the form, with the points of the hand and the save button."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.belote.rules import PRESETS as BELOTE
from scorer.club.models import Club, Membership
from scorer.play.models import Table
from tests.browser.conftest import PHONE, Visit, Visitor
from tests.browser.hands import GAINS, USUAL, fill_in, open_every_fold, sheet_path, table_of
from tests.factories import make_table

pytestmark = pytest.mark.django_db(transaction=True)

KEYBOARD = """
const view = Object.assign(new EventTarget(), {height: innerHeight, offsetTop: 0, scale: 1});
Object.defineProperty(window, "visualViewport", {get: () => view});
window.keyboard = (height) => {
  view.height = innerHeight - height;
  view.dispatchEvent(new Event("resize"));
};
"""
"""Simulates what an on-screen keyboard does to a page, since Chromium has none on a desktop."""


def top_of_bar(page: Page) -> float:
    return float(page.locator(".save").bounding_box()["y"])


def test_the_points_are_visible_above_save_whatever_is_unfolded(visit: Visit, club: Club, boris: Membership) -> None:
    visitor = visit(boris)
    for game in USUAL:
        page = visitor.open(sheet_path(table_of(club, game)))
        open_every_fold(page)
        fill_in(page, USUAL[game])
        gains = page.locator("#why .gains")
        expect(gains).to_have_text(GAINS[game])
        for place in ("0", "document.body.scrollHeight / 3"):
            page.evaluate(f"scrollTo(0, {place})")
            expect(gains).to_be_in_viewport(ratio=1)
            expect(page.get_by_role("button", name="Save")).to_be_in_viewport(ratio=1)


def test_a_press_counts_although_a_preview_arrives_meanwhile_and_when_undone_the_points_are_back_at_once(
    visit: Visit, club: Club, boris: Membership
) -> None:
    page = visit(boris).open(sheet_path(table_of(club, "bridge")))
    fill_in(page, USUAL["bridge"])
    expect(page.locator("#why .gains")).to_have_text(GAINS["bridge"])
    page.locator("#save-words").hover(force=True)
    page.mouse.down()
    page.evaluate("words = document.getElementById('save-words'); words.replaceWith(words.cloneNode(true))")
    page.mouse.up()
    expect(page.locator("#hand-1")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#why .gains")).to_have_text(GAINS["bridge"])


def test_a_preview_ends_when_its_hand_is_saved(visit: Visit, club: Club, boris: Membership) -> None:
    """It would say in the next form which board the one before was."""
    page = visit(boris).open(sheet_path(table_of(club, "bridge")))
    page.route(re.compile("/preview/$"), lambda _route: None)  # never answered
    with page.expect_request(re.compile("/preview/$")):
        fill_in(page, USUAL["bridge"])
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/preview/")):
        page.get_by_role("button", name="Save board 1").click()
    expect(page.get_by_role("heading", name="Board 2")).to_be_visible()
    expect(page.get_by_role("button", name="Save board 2")).to_be_visible()


def test_a_tap_opens_the_reasons_and_they_stay_open_after_changes(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(table_of(club, "bridge")))
    fill_in(page, USUAL["bridge"])
    reasons = page.locator("#why .reasons").first
    expect(page.locator("#why .gains")).to_be_visible()
    expect(reasons).to_be_hidden()
    page.locator("#why summary").click()
    expect(reasons).to_contain_text("1 overtrick × 30")
    page.locator("input[name=tricks][value='+2']").click()
    expect(reasons).to_contain_text("2 overtricks × 30")
    expect(reasons).to_be_visible()
    page.locator("#why summary").click()
    page.locator("input[name=tricks][value='+1']").click()
    expect(page.locator("#why .gains")).to_contain_text("450")
    expect(reasons).to_be_hidden()


def test_a_growing_bar_does_not_cover_the_focused_field(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(make_table(club, "belote", variant=BELOTE["ffb"])))
    fill_in(page, {"bidder": "2", "value": "160", "trump": "H", "coinche": "surcoinche"})
    points = page.locator("[name=points]")
    box = points.bounding_box()
    page.evaluate("y => scrollBy(0, y)", box["y"] + box["height"] - top_of_bar(page) + 2)
    before = top_of_bar(page)
    points.press_sequentially("161")
    expect(page.locator("#why .warnings")).to_be_visible()
    assert top_of_bar(page) < before
    box = points.bounding_box()
    assert box["y"] + box["height"] <= top_of_bar(page)


def over_a_keyboard(visitor: Visitor, table: Table) -> Page:
    visitor.context.add_init_script(KEYBOARD)
    return visitor.open(sheet_path(table))


def test_field_result_and_save_are_visible_above_a_keyboard(visit: Visit, club: Club, boris: Membership) -> None:
    page = over_a_keyboard(visit(boris), table_of(club, "belote"))
    fill_in(page, {"bidder": "2", "value": "90", "trump": "H"})
    points = page.locator("[name=points]")
    points.click()
    page.evaluate("keyboard(300)")
    points.press_sequentially("95")
    expect(page.locator("#why .gains")).to_contain_text("+95")
    bar, field = page.locator(".save").bounding_box(), points.bounding_box()
    assert bar["y"] + bar["height"] <= PHONE[1] - 300
    assert field["y"] >= page.locator(".band").bounding_box()["height"]
    assert field["y"] + field["height"] <= bar["y"]
    page.evaluate("keyboard(0)")
    page.evaluate("scrollTo(0, 0)")
    assert top_of_bar(page) > PHONE[1] - 300


def test_on_a_low_screen_with_a_keyboard_the_field_gets_the_room(visit: Visit, club: Club, boris: Membership) -> None:
    page = over_a_keyboard(visit(boris, size=(740, 420)), table_of(club, "belote"))
    fill_in(page, {"bidder": "2", "value": "90", "trump": "H"})
    points = page.locator("[name=points]")
    points.click()
    page.evaluate("keyboard(220)")
    points.press_sequentially("95")
    expect(page.locator("#why .gains")).to_be_attached()
    assert top_of_bar(page) > 200


def test_axe_finds_nothing_in_an_open_bar(visit: Visit, club: Club, boris: Membership) -> None:
    visitor = visit(boris)
    page = visitor.open(sheet_path(table_of(club, "bridge")))
    fill_in(page, {"level": "7", "strain": "NT", "declarer": "N", "doubled": "XX", "tricks": "="})
    expect(page.locator("#why .warnings")).to_be_visible()
    expect(page.locator("#why .warnings")).to_contain_text("rare")
    page.locator("#why summary").click()
    expect(page.locator("#why .reasons").first).to_be_visible()
    assert visitor.faults() == []
