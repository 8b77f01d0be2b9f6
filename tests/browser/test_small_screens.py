"""Narrow phones and large text: every word of a form or of the rules is visible without scrolling sideways."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.belote.rules import PRESETS as BELOTE
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import all_games
from tests.browser.conftest import DESK, PHONE, Visit, Visitor
from tests.browser.hands import SEATS, fill_in, sheet_path, table_of
from tests.factories import make_players, make_table

pytestmark = pytest.mark.django_db(transaction=True)

NARROW = (320, 640)
USUAL_LETTERS, LARGEST_LETTERS = 16, 32
"""Text sizes of browsers in pixels: the default, and 200 %, which is also Android's maximum."""

SCREENS = [(NARROW, USUAL_LETTERS), (PHONE, LARGEST_LETTERS), (NARROW, LARGEST_LETTERS), (DESK, LARGEST_LETTERS)]

LOST = """form => {
  const lost = [], texts = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, own = text.parentElement, words = text.data.trim();
    if (!words || !own.checkVisibility() || own.closest(".visually-hidden, select, .why")) continue;
    let cuts = own;
    while (cuts !== form && getComputedStyle(cuts).overflowX === "visible") cuts = cuts.parentElement;
    const range = document.createRange(), place = cuts.getBoundingClientRect();
    range.selectNodeContents(text);
    const cut = ({ left, right, top, bottom }) => left < place.left - 1 || right > place.right + 1
      || (cuts !== form && (top < place.top - 3 || bottom > place.bottom + 3));  // a line is taller than its letters
    if ([...range.getClientRects()].some(cut)) lost.push(words);
  }
  return lost;
}"""
"""Return the words of a form that are cut off, or overflow it."""


def set_letters(visitor: Visitor, letters: int) -> None:
    sizes = {"fontSizes": {"standard": letters, "fixed": letters}}
    visitor.context.new_cdp_session(visitor.page).send("Page.setFontSizes", sizes)


def assert_all_there(visitor: Visitor, form: str) -> None:
    """Look at a form on each of the SCREENS."""
    visitor.page.evaluate("document.querySelectorAll('main details').forEach(fold => fold.open = true)")
    for size, letters in SCREENS:
        visitor.take_on(size, "light")
        set_letters(visitor, letters)
        assert visitor.page.locator("main").evaluate("main => getComputedStyle(main).fontSize") == f"{letters}px"
        assert visitor.overflow() <= 0, (size, letters)
        assert visitor.page.locator(form).evaluate(LOST) == [], (size, letters)


NARROW_ERRORS = """form => {
  const { paddingLeft } = getComputedStyle(form), full = form.clientWidth - 2 * parseFloat(paddingLeft);
  return [...form.querySelectorAll(".errors")]
    .filter(error => error.checkVisibility() && error.getBoundingClientRect().width < 0.85 * full)
    .map(error => error.innerText);
}"""
"""Return the errors that do not have the width of the form."""


def tables_of_each_kind(club: Club) -> list[Table]:
    ffb = make_table(club, "belote", variant=BELOTE["ffb"], players=make_players(club, 4))
    return [*(table_of(club, game) for game in SEATS), ffb]


def test_a_form_with_errors_is_all_visible_and_its_errors_have_the_width_of_the_form(
    visit: Visit, club: Club, boris: Membership
) -> None:
    visitor = visit(boris)
    for table in tables_of_each_kind(club):
        page = visitor.open(sheet_path(table))
        page.locator(".save > button").first.click()
        page.locator("#entry .errors").first.wait_for()
        assert_all_there(visitor, "#entry form")
        set_letters(visitor, USUAL_LETTERS)
        for size in (NARROW, PHONE, DESK):
            visitor.take_on(size, "light")
            assert page.locator("#entry form").evaluate(NARROW_ERRORS) == [], (table.game, size)


def test_the_opening_form_is_all_visible(visit: Visit, club: Club, boris: Membership) -> None:
    visitor = visit(boris)
    for game in SEATS:
        page = visitor.open(reverse("play:open", args=[club.pk, game]))
        page.locator("main form button").first.click()
        page.locator(".errors").first.wait_for()
        assert_all_there(visitor, "main form")


def test_a_correction_is_all_visible(visit: Visit, club: Club, boris: Membership) -> None:
    visitor = visit(boris)
    table = make_table(club, "belote", players=make_players(club, 4))
    entry = table.config.rules.Entry(bidder=2, value=90, trump="H", points=95)
    services.record_hand(table, entry, by=boris.user, key=None)
    page = visitor.open(reverse("play:correct", args=[table.pk, 1]))
    fill_in(page, {"points": "161"})
    page.get_by_role("button", name="Save the correction").click()
    page.locator(".errors").first.wait_for()
    assert_all_there(visitor, "#entry")


def test_the_games_of_a_leaderboard_and_all_rules_are_visible(visit: Visit, club: Club, boris: Membership) -> None:
    table_of(club, "bridge")
    visitor = visit(boris)
    visitor.open(reverse("standings:all_games", args=[club.pk]))
    assert_all_there(visitor, ".choice")
    for game in all_games():
        for preset in game.rules.PRESETS:
            visitor.open(reverse("play:game_rules", args=[club.pk, game.slug]) + f"?preset={preset}")
            assert_all_there(visitor, "main")


def test_an_error_marks_its_field_which_keeps_its_place_when_corrected(
    visit: Visit, club: Club, boris: Membership
) -> None:
    page = visit(boris).open(sheet_path(table_of(club, "belote")))
    fill_in(page, {"bidder": "2", "value": "90", "trump": "H"})
    page.locator(".save > button").first.click()
    points = page.locator("[name=points]")
    expect(page.locator("#id_points_error")).to_have_text(re.compile("fill"))
    expect(points).to_have_css("border-top-width", "2px")
    before = points.bounding_box()
    points.press_sequentially("95")
    expect(page.locator("#id_points_error")).to_be_empty()
    now = points.bounding_box()
    assert (now["x"], now["width"]) == (before["x"], before["width"])
