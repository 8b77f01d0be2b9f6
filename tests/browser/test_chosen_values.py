"""Chosen values are visible even if they are folded away."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from games.doppelkopf.rules import PRESETS
from scorer.club.models import Club, Membership
from scorer.play import services
from tests.browser.conftest import Visit
from tests.browser.hands import USUAL, fill_in, sheet_path, table_of
from tests.factories import make_table

pytestmark = pytest.mark.django_db(transaction=True)


def fold(page: Page, what: Locator) -> None:
    what.click()
    expect(what.locator("xpath=..")).not_to_have_attribute("open", re.compile(".*"))


@pytest.mark.parametrize(
    ("game", "group", "before", "rare", "shown", "usual"),
    [
        ("bridge", "tricks", {"level": "4"}, {"tricks": "-4"}, "−4", {"tricks": "="}),
        ("doppelkopf", "kind", {}, {"kind": "fleischlos"}, "Fleisch\xadloser", {"kind": "normal"}),
        (
            "preferans",
            "tricks_3",
            {"declarer": "2", "level": "4", "defence": "both"},
            {"tricks_3": "8"},
            "8",
            {"tricks_3": "5"},
        ),
        (
            "preferans",
            "defence",
            {"declarer": "2", "level": "4"},
            {"defence": "counter-4"},
            "Counter: Dirk",
            {"defence": "both"},
        ),
    ],
)
def test_the_key_that_opens_rare_values_shows_the_chosen_one(
    game: str,
    group: str,
    before: dict[str, str],
    rare: dict[str, str],
    shown: str,
    usual: dict[str, str],
    visit: Visit,
    club: Club,
    boris: Membership,
) -> None:
    page = visit(boris).open(sheet_path(table_of(club, game)))
    fill_in(page, before)
    key = page.locator(f"#id_{group} .more > summary")
    words = key.inner_text()
    key.click()
    fill_in(page, rare)
    fold(page, key)
    expect(key).to_have_text(shown)
    expect(key).to_be_visible()
    fill_in(page, usual)
    expect(key).to_have_text(words, use_inner_text=True)


def test_a_folded_line_shows_what_is_chosen_in_it(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(table_of(club, "doppelkopf")))
    line = page.locator(".fold > summary", has_text="Re, Kontra")
    line.click()
    fill_in(page, {"re_said": "k90", "kontra_said": "said"})
    expect(line.locator(".chosen")).to_be_hidden()
    fold(page, line)
    expect(line).to_contain_text("Re said: keine 90 · Kontra said: Kontra")
    expect(line.locator(".chosen")).to_be_visible()
    line.click()
    expect(line.locator(".chosen")).to_be_hidden()


def test_a_correction_shows_a_rare_value_without_javascript(visit: Visit, club: Club, boris: Membership) -> None:
    table = make_table(club, "bridge")
    entry = table.config.rules.Entry(board=1, level=4, strain="S", declarer="W", tricks=6)
    services.record_hand(table, entry, by=boris.user, key=None)
    page = visit(boris, scripts=False).open(reverse("play:correct", args=[table.pk, 1]))
    expect(page.locator("#id_tricks").get_by_text("−4", exact=True)).to_be_visible()


def test_heading_and_button_follow_the_fields_in_the_header(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club, "bridge")
    page = visit(boris).open(sheet_path(table))
    head = page.locator("#head")
    expect(head).to_have_text("Board 1dealer N · nobody vulnerable")
    head.click()
    page.get_by_label("Board", exact=True).fill("15")
    expect(head).to_have_text("Board 15dealer S · N–S vulnerable")
    fold(page, head)
    fill_in(page, USUAL["bridge"])
    page.get_by_role("button", name="Save board 15").click()
    expect(page.locator("#entry .success")).to_contain_text("Board 15 is saved.")


def test_a_rare_value_is_still_shown_after_an_error(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(make_table(club, "doppelkopf", variant=PRESETS["ddv"])))
    page.locator("#id_kind .more > summary").click()
    fill_in(page, {"kind": "damen", "soloist": "2"})
    fold(page, page.locator("#id_kind .more > summary"))
    page.get_by_role("button", name="Save hand 1").click()
    expect(page.locator("#id_augen .errors")).to_be_visible()
    expect(page.locator("#id_kind .more > summary")).to_have_text("Damen-Solo")
