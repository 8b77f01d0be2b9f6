"""After a save, the form of the next hand and the notices of the sheet are visible without scrolling."""

from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from games.belote.rules import PRESETS as BELOTE
from games.doppelkopf.rules import PRESETS as DOPPELKOPF
from scorer.club.models import Club, Membership, Player
from scorer.play import services
from scorer.play.phones import Link, Phone
from tests.browser.conftest import Visit
from tests.browser.hands import SEATS, USUAL, fill_in, open_every_fold, sheet_path, table_of
from tests.factories import make_table
from tests.games.doppelkopf.hands import of_range

pytestmark = pytest.mark.django_db(transaction=True)


def save(page: Page) -> None:
    heading = page.locator("#entry h2")
    before = heading.inner_text()
    page.locator(".save > button").first.click()
    expect(heading).not_to_have_text(before)


def type_from_far_down(page: Page, values: dict[str, str]) -> None:
    """Type a hand with everything unfolded, and scroll to its end."""
    open_every_fold(page)
    fill_in(page, values)
    expect(page.locator("#why .gains")).to_be_visible()
    page.evaluate("scrollTo(0, document.querySelector('.save').offsetTop)")
    assert page.evaluate("scrollY") > 0


def assert_seen(*parts: Locator) -> None:
    for part in parts:
        expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", SEATS)
def test_the_next_form_is_at_the_top_below_the_totals(game: str, visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(table_of(club, game)))
    type_from_far_down(page, USUAL[game])
    save(page)
    heading = page.locator("#entry h2")
    expect(heading).to_contain_text("2")
    assert_seen(
        page.locator("#totals"), heading, page.locator("#why .success"), page.get_by_role("button", name="Undo")
    )
    top, totals = heading.bounding_box()["y"], page.locator("#totals").bounding_box()
    assert 0 < top - totals["y"] - totals["height"] < 150


def test_the_message_that_a_game_is_won_is_visible(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(make_table(club, "belote", variant=replace(BELOTE["ffb"], target=150))))
    type_from_far_down(page, USUAL["belote"])
    save(page)
    assert_seen(
        page.get_by_text("have reached 150 points and win"), page.locator("#notices").get_by_text("Close the table")
    )


def test_a_bock_round_is_visible_in_the_notices_and_the_heading_of_each_hand(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = make_table(club, "doppelkopf", variant=replace(DOPPELKOPF["house"], bock_after_120=True))
    page = visit(boris).open(sheet_path(table))
    mark = page.locator("#entry .head").get_by_text("Bock × 2")
    expect(mark).to_have_count(0)
    type_from_far_down(page, {"re": "1 3", "augen": "120"})
    save(page)
    assert_seen(mark, page.get_by_text("Bock × 2, 4 hands to come"))
    usual = {"re": "1 3", "augen": "180"}
    type_from_far_down(page, usual)
    save(page)
    expect(mark).to_have_count(1)
    for _ in range(2):
        services.record_hand(table, of_range(180, re=(1, 3)), by=None, key=None)
    page.reload()
    expect(mark).to_have_count(1)
    type_from_far_down(page, usual)
    save(page)
    expect(mark).to_have_count(0)


def test_points_carried_over_after_a_litige_are_visible(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(make_table(club, "belote", variant=BELOTE["ffb"])))
    type_from_far_down(page, {"bidder": "1", "value": "80", "trump": "H", "points": "81"})
    save(page)
    assert_seen(page.get_by_text("Litige: 80 points wait"), page.locator("#entry .head").get_by_text("litige + 80"))


def test_an_objection_is_visible(visit: Visit, club: Club, boris: Membership) -> None:
    table = make_table(club, "bridge", confirms=True)
    entry = table.config.rules.Entry(board=1, level=3, strain="NT", declarer="N", tricks=9)
    ada, dirk = (Phone(Link.ENTRY, Player.objects.get(name=name)) for name in ("Ada", "Dirk"))
    line = services.record_hand(table, entry, by=ada, key=None).hand
    page = visit(boris).open(sheet_path(table))
    said = page.get_by_text("Dirk objects to Board 1: “one down”")
    expect(said).to_have_count(0)
    services.reply_to_hand(line, accepted=False, note="one down", by=dirk, basis=line.version)
    expect(said).to_be_visible()
    type_from_far_down(page, {"level": "4", "strain": "S", "declarer": "S", "tricks": "+1"})
    save(page)
    assert_seen(said)
    page.get_by_role("link", name="Show it").click()
    assert_seen(page.locator("#hand-1"))


def test_the_hand_before_can_be_undone_even_if_the_next_one_was_begun_and_messages_about_it_go(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = table_of(club, "bridge")
    page = visit(boris).open(sheet_path(table))
    fill_in(page, USUAL["bridge"])
    save(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Its values are in the form again.")).to_be_visible()
    page.get_by_role("button", name="Save board 1").click()
    expect(page.locator("#entry .success")).to_be_visible()
    expect(page.get_by_text("Its values are in the form again.")).to_have_count(0)
    fill_in(page, {"level": "3"})
    expect(page.locator("#why")).to_contain_text("Still missing")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Its values are in the form again.")).to_be_visible()
    assert not table.hands.not_voided().exists()


@pytest.mark.parametrize("button", ["Save board 1", "Passed out"])
def test_a_double_tap_does_not_save_the_empty_next_form(
    button: str, visit: Visit, club: Club, boris: Membership
) -> None:
    table = table_of(club, "bridge")
    page = visit(boris).open(sheet_path(table))
    if button != "Passed out":
        fill_in(page, USUAL["bridge"])
        expect(page.locator("#why .gains")).to_be_visible()
    box = page.get_by_role("button", name=button).bounding_box()
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*spot)
    expect(page.locator("#entry .success")).to_be_visible()
    page.mouse.click(*spot)
    expect(page.locator("#entry .success")).to_be_visible()
    expect(page.locator(".errors")).to_have_count(0)
    assert table.hands.count() == 1
