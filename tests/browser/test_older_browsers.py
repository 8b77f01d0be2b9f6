"""Browsers from the end of 2021 on, simulated by removing newer features from this one; and scripts that fail."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import all_games
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import save, sheet_path, type_notrump
from tests.contract.test_table import table_with
from tests.factories import make_players, make_table

pytestmark = pytest.mark.django_db(transaction=True)

NEWER = """
for (const [of, names] of [
  [AbortSignal, "any timeout"], [AbortSignal.prototype, "throwIfAborted"],
  [Array, "fromAsync"], [Array.prototype, "at findLast findLastIndex toReversed toSorted toSpliced with"],
  [String.prototype, "at isWellFormed toWellFormed"],
  [Object, "groupBy hasOwn"], [Map, "groupBy"], [Promise, "try withResolvers"],
  [Set.prototype, "difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union"],
  [URL, "canParse parse"], [URLSearchParams.prototype, "size"], [Crypto.prototype, "randomUUID"],
  [Document.prototype, "startViewTransition"],
  [HTMLFormElement.prototype, "requestSubmit"], [SubmitEvent.prototype, "submitter"],
  [Element.prototype, "checkVisibility moveBefore setHTMLUnsafe"],
  [HTMLElement.prototype, "hidePopover inert popover showPopover togglePopover"],
  [window, "BroadcastChannel HTMLDialogElement Iterator navigation"],
  [window, "reportError requestIdleCallback scheduler structuredClone"],
  [Navigator.prototype, "connection locks userActivation vibrate"],
]) for (const name of names.split(" ")) delete of[name];
"""
"""Features that Safari 15.0, Chrome 92 (the engine of Samsung Internet 16) or Firefox 95 lack."""

NEWER_CSS = {
    "@layer": "@unknown",
    "@container": "@unknown",
    "cqi": "unknown",
    ":has(": ":unknown(",
    ":focus-visible": ":unknown",
    ":dir(": ":unknown(",
    "overflow-wrap: anywhere": "unknown: anywhere",
    "light-dark(": "unknown(",
    '/ ""': '/ "" unknown',
    "::details-content": "::unknown",
}


def make_older(visitor: Visitor) -> Visitor:
    """Turn the window into an older browser."""
    style = (Path(settings.BASE_DIR) / "static/css/scorer.css").read_text()
    for known, unknown in NEWER_CSS.items():
        style = style.replace(known, unknown)
    visitor.context.add_init_script(NEWER)
    visitor.context.route("**/scorer.css", lambda route: route.fulfill(body=style, content_type="text/css"))
    return visitor


def expect_script_trouble(page: Page) -> None:
    expect(page.locator("#script-trouble")).to_contain_text("A script on this page has failed.")


def test_hands_wait_and_are_sent_and_updates_arrive(
    visit: Visit, table: Table, ada: Membership, boris: Membership
) -> None:
    path = sheet_path(table)
    visitor, other = make_older(visit(boris)), make_older(visit(ada)).open(path)
    page = visitor.open(path)
    with page.expect_response(re.compile("/ahead/")):
        type_notrump(page, 1)
    visitor.set_offline(True)
    save(page)
    expect(page.locator("#entry h2")).to_have_text("Board 2")
    page.get_by_role("button", name="Passed out").click()
    expect(page.locator("#outbox .now [role=status]")).to_have_text(
        "Not sent yet: 2 hands are waiting for the connection."
    )
    expect(page.locator("#outbox .now li").last).to_have_text("Board 2 Passed out", use_inner_text=False)
    visitor.set_offline(False)
    expect(page.locator("#rows tr")).to_have_count(2)
    expect(other.locator("#rows tr")).to_have_count(2)
    expect(other.get_by_text("No hand has been entered yet.")).to_be_hidden()
    expect(other.locator("#entry h2")).to_have_text("Board 3")
    expect(page.locator("#script-trouble")).to_be_hidden()
    visitor.expect_failed_requests()


def test_the_sheet_of_each_game_is_styled_and_no_wider_than_the_phone(
    visit: Visit, club: Club, ada: Membership
) -> None:
    visitor = make_older(visit(ada))
    for game in all_games():
        visitor.open(sheet_path(table_with(club, game, 6)))
        assert visitor.overflow() <= 0, game.slug
        assert_styled(visitor.page)


def assert_styled(page: Page) -> None:
    expect(page.locator("#entry .key").first).to_have_css("border-radius", "8px")
    box = page.locator("#entry .key").first.bounding_box()
    assert box
    assert box["height"] >= 44
    expect(page.locator("#rows tr")).to_have_count(6)
    marker = page.locator("#menu summary").evaluate("element => getComputedStyle(element, '::after').content")
    assert marker == '"▾"'
    for view, shown in (("Hands", True), ("Chart", False)):
        page.get_by_text(view, exact=True).click()
        expect(page.locator("#rows")).to_be_visible(visible=shown)
        expect(page.locator("#progress .slim")).to_be_visible(visible=not shown)


def test_the_widest_sheet_fits_its_card(visit: Visit, club: Club, ada: Membership) -> None:
    table = make_table(club, "doppelkopf", players=make_players(club, 7))
    services.record_adjustment(table, [-10, 0, 0, 0, 0, 0, 0], why="late", by=None, key=None)
    visitor = make_older(visit(ada))
    page = visitor.open(sheet_path(table))
    assert visitor.overflow() <= 0
    assert page.locator(".hands").evaluate("element => element.scrollWidth <= element.clientWidth")


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("scorer", None),
        ("scorer", "throw new Error('broken')"),
        ("htmx.min", "const const"),
        ("outbox", "const const"),
        ("live", "throw new Error('broken')"),
        ("live", None),
    ],
)
def test_a_page_whose_script_fails_says_so_and_sends_a_plain_form(
    visit: Visit, table: Table, ada: Membership, script: str, fault: str | None
) -> None:
    visitor = visit(ada)
    answer = {"body": fault, "content_type": "text/javascript"} if fault else {"status": 404}
    visitor.page.route(f"**/{script}.js", lambda route: route.fulfill(**answer))
    page = visitor.open(sheet_path(table))
    expect_script_trouble(page)
    if (script, fault) == ("outbox", "const const"):
        assert visitor.axe() == []
        assert visitor.overflow() <= 0
    type_notrump(page, 3)
    with page.expect_navigation():
        save(page)
    expect(page.locator("#rows tr")).to_have_count(1)
    assert table.hands.count() == 1
    expect(page.locator("#outbox .held li")).to_have_count(0)
    visitor.trouble.clear()


def test_a_script_that_fails_later_is_reported(visit: Visit, table: Table, ada: Membership) -> None:
    visitor = visit(ada)
    visitor.context.add_init_script("delete window.AbortController")
    page = visitor.open(sheet_path(table))
    type_notrump(page, 3)  # which requests the forms of the next hands
    expect_script_trouble(page)
    with page.expect_navigation():
        save(page)
    expect(page.locator("#rows tr")).to_have_count(1)
    visitor.trouble.clear()


def test_an_error_in_another_script_is_not_reported(visit: Visit, table: Table, ada: Membership) -> None:
    visitor = visit(ada)
    page = visitor.open(sheet_path(table))
    page.evaluate("setTimeout(() => { throw new Error('of an extension'); })")
    page.wait_for_function("new Promise(done => setTimeout(done, 50, true))")
    expect(page.locator("#script-trouble")).to_be_hidden()
    visitor.trouble.clear()
