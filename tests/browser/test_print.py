"""Printed pages: A4, black on white, without anything that is only for the screen."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.registry import all_games, get_game
from tests.browser.conftest import DESK, PHONE, Visit
from tests.contract.test_table import table_with

pytestmark = pytest.mark.django_db(transaction=True)

A4 = (595, 842)


def sheets_of_paper(page: Page) -> list[tuple[int, int]]:
    """Return the width and height of each printed page, in points."""
    pdf = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/Type\s*/Page\b.*?/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf, re.DOTALL)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def test_twenty_hands_of_any_game_fit_one_page_of_a4(visit: Visit, club: Club, ada: Membership) -> None:
    visitor = visit(ada, size=DESK)
    for game in all_games():
        table = table_with(club, game, 20)
        services.close_table(table, by=ada.user)
        page = visitor.open(reverse("play:table", args=[table.pk]))
        assert sheets_of_paper(page) == [A4], game.slug


def test_a_long_sheet_repeats_its_headings_and_splits_no_row(visit: Visit, club: Club, ada: Membership) -> None:
    table = table_with(club, all_games()[0], 40)
    page = visit(ada).open(reverse("play:table", args=[table.pk]))
    assert sheets_of_paper(page) == [A4, A4]
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('.sheet thead')).display") == "table-header-group"
    assert page.evaluate("getComputedStyle(document.querySelector('.sheet tbody tr')).breakInside") == "avoid"


def test_the_help_for_the_keyboard_is_not_printed(visit: Visit, club: Club, ada: Membership) -> None:
    page = visit(ada, size=DESK).open(reverse("play:table", args=[table_with(club, all_games()[0], 3).pk]))
    expect(page.locator(".by-keyboard")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".by-keyboard")).to_be_hidden()


def test_a_printed_sheet_says_whose_it_is_and_has_no_controls(visit: Visit, club: Club, ada: Membership) -> None:
    table = table_with(club, all_games()[0], 3)
    page = visit(ada, size=PHONE, scheme="dark").open(reverse("play:table", args=[table.pk]))
    expect(page.get_by_role("button", name="Save")).to_be_visible()
    expect(page.locator(".dealer").first).to_be_hidden()
    page.emulate_media(media="print")
    for said in ("Kartenfreunde", f"{table.opened_at:%b %Y}", "Ada", "Dirk", "Rules:", f"Table {table.number}"):
        expect(page.get_by_text(said).filter(visible=True).first).to_be_visible()
    for part in ("thead .dealer", "#hand-1 .dealer", "#hand-1 .num", "#totals li", ".progress svg.broad"):
        expect(page.locator(part).first).to_be_visible()
    for part in ("form", "button", ".button", "nav", "summary:not(.played summary)", ".notice", ".back"):
        for element in page.locator(part).all():
            expect(element).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


ARROWS = """() => [...document.querySelectorAll('body *')]
  .filter(element => element.checkVisibility())
  .filter(element => ['::before', '::after'].some(part => /[▸▾▴›]/.test(getComputedStyle(element, part).content)))
  .map(element => element.className)"""


def test_a_printed_record_on_paper_and_a_list_have_no_arrows(visit: Visit, club: Club, ada: Membership) -> None:
    table = table_with(club, get_game("doppelkopf"), 4)
    page = visit(ada, size=DESK).open(reverse("play:table", args=[table.pk]))
    page.locator("label[for=view-paper]").click()
    for address in (None, reverse("play:choose", args=[club.pk])):
        if address:
            page.goto(page.url.split("/tables/")[0] + address)
        page.emulate_media(media="print")
        assert page.evaluate(ARROWS) == [], address


def test_on_paper_the_first_hand_comes_first(visit: Visit, club: Club, ada: Membership) -> None:
    table = table_with(club, all_games()[0], 3)
    page = visit(ada).open(reverse("play:table", args=[table.pk]))
    order = "[...document.querySelectorAll('#rows tr')].map(row => row.id)"
    assert page.evaluate(order) == ["hand-3", "hand-2", "hand-1"]
    page.evaluate("addEventListener('beforeprint', () => { window.printed = " + order + "; })")
    sheets_of_paper(page)
    assert page.evaluate("window.printed") == ["hand-1", "hand-2", "hand-3"]
    assert page.evaluate(order) == ["hand-3", "hand-2", "hand-1"]


def test_a_board_is_printed_on_one_page_with_all_columns_and_its_rule(
    visit: Visit, club: Club, ada: Membership
) -> None:
    game = all_games()[0]
    services.close_table(table_with(club, game, 5), by=ada.user)
    page = visit(ada, size=PHONE, scheme="dark").open(reverse("standings:board", args=[club.pk, game.slug]))
    expect(page.get_by_role("columnheader", name="Best table")).to_be_hidden()
    page.emulate_media(media="print")
    for said in ("Kartenfreunde", str(game.title), "Autumn", "Best table", "Ranked by", "Dirk"):
        expect(page.get_by_text(said).filter(visible=True).first).to_be_visible()
    for part in ("form", "nav", ".no-print"):
        for element in page.locator(part).all():
            expect(element).to_be_hidden()
    page.set_viewport_size({"width": 680, "height": 960})  # the area between the margins of A4
    assert page.evaluate("document.documentElement.scrollWidth") <= 680
    assert sheets_of_paper(page) == [A4]
