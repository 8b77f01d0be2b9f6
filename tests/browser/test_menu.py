"""The menu of a club: six items and one for the account beside the heading of a desk, one list on a phone."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Club, Membership
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.hands import save, sheet_path
from tests.factories import make_table
from tests.languages import pseudo

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = ("en", "de", "fr", "sr-latn", "sr")
WINDOWS = (DESK, (1024, 768), (960, 700))
ITEMS = ".menu.site > nav > ul > li > a"


def test_the_menu_of_a_desk_is_one_line_beside_the_heading(visit: Visit, club: Club, ada: Membership) -> None:
    visitor = visit(ada, size=DESK)
    for language in LANGUAGES:
        visitor.choose_language(language)
        page = visitor.open(reverse("standings:home", args=[club.pk]))
        expect(page.locator(ITEMS)).to_have_count(6)
        bar = page.locator("header.bar").bounding_box()
        assert bar
        assert bar["height"] <= 64, language
        lines = {round(item.bounding_box()["y"]) for item in page.locator(ITEMS).all()}
        assert len(lines) == 1, language


def test_a_heading_has_room_beside_the_menu_or_above_it(
    in_the_widest_words: None, visit: Visit, club: Club, ada: Membership
) -> None:
    visitor = visit(ada)
    visitor.choose_language(pseudo.CODE)
    for window in WINDOWS:
        visitor.take_on(window, "light")
        page = visitor.open(reverse("play:open_several", args=[club.pk, "doppelkopf"]))
        assert page.locator(".titles").bounding_box()["width"] >= 384, window
        assert visitor.overflow() <= 0, window


def test_the_menu_of_the_account_opens_by_keyboard_and_closes_by_escape(
    visit: Visit, club: Club, ada: Membership
) -> None:
    visitor = visit(ada, size=DESK)
    page = visitor.open(reverse("standings:home", args=[club.pk]))
    out, account = page.get_by_role("button", name="Log out"), page.locator(".account > summary")
    expect(account).to_have_text("Account ada")
    expect(out).to_be_hidden()
    account.focus()
    page.keyboard.press("Enter")
    expect(out).to_be_visible()
    box = page.locator(".account > ul").bounding_box()
    assert box
    assert box["x"] + box["width"] <= DESK[0]
    assert visitor.faults() == []
    page.keyboard.press("Escape")
    expect(out).to_be_hidden()
    account.click()
    page.get_by_role("link", name="Settings").click()
    expect(page.locator(".account > summary")).to_have_css("box-shadow", "rgb(217, 169, 58) 0px -3px 0px 0px inset")


def test_the_menu_of_a_phone_has_everything_in_one_list(visit: Visit, club: Club, ada: Membership) -> None:
    visitor = visit(ada)
    page = visitor.open(reverse("standings:home", args=[club.pk]))
    page.locator(".site > summary").click()
    for name in ("Home", "Seasons", "Logins", "Settings", "Administration", "Password"):
        expect(page.get_by_role("navigation", name="Main").get_by_role("link", name=name)).to_be_visible()
    out = page.get_by_role("button", name="Log out")
    box = out.bounding_box()
    assert box
    assert box["y"] + box["height"] < PHONE[1]
    expect(page.locator(".account > summary")).to_be_hidden()
    assert visitor.faults() == []
    out.click()
    page.wait_for_url("**/login/**")


def test_a_refused_hand_is_said_in_the_title_until_it_is_corrected(visit: Visit, club: Club, ada: Membership) -> None:
    page = visit(ada).open(sheet_path(make_table(club, "belote")))
    expect(page).to_have_title("Table 1 · Belote · Kartenfreunde")
    save(page)
    expect(page).to_have_title("Error: Table 1 · Belote · Kartenfreunde")
    page.locator("[name=bidder]").first.check()
    expect(page).to_have_title("Table 1 · Belote · Kartenfreunde")
