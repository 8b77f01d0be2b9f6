"""What a cheap phone has to do and to load. `python -m tests.bench.phones` measures how long that takes."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import get_game
from tests.bench.tapping import FEEL, Received, elements_restyled, largest_shift, traced
from tests.browser.conftest import Visit
from tests.browser.hands import EVERYBODY_PLAYS, OF_EVERYBODY, USUAL, fill_in, save, sheet_path, table_of, tap
from tests.browser.test_live import hand, open_and_listen
from tests.contract.conftest import sheet_of
from tests.factories import make_players, make_table

pytestmark = pytest.mark.django_db(transaction=True)

LONG = 60
"""Hands on a sheet, with more than a thousand elements."""
HAND = USUAL["bridge"]


def long_sheet(club: Club, slug: str, hands: int = LONG) -> Table:
    game = get_game(slug)
    table = make_table(club, game, players=make_players(club, EVERYBODY_PLAYS[slug]))
    services.record_hands(table, sheet_of(game, game.rules.PRESETS[game.default_variant], table.size, hands), by=None)
    return table


@contextmanager
def requests_of(page: Page) -> Iterator[list[str]]:
    """What the page asks for at its table: "preview?typing" is a preview that only tells the others."""
    asked: list[str] = []

    def note(request: Request) -> None:
        path = re.search(r"/tables/[^/]+/(\w+)/(\?typing)?", request.url)
        if path:
            asked.append("".join(path.groups(default="")))

    page.on("request", note)
    yield asked
    page.remove_listener("request", note)


@pytest.mark.parametrize("slug", ["bridge", "doppelkopf"])
def test_neither_a_tap_nor_a_save_has_the_browser_work_out_the_whole_sheet_again(
    slug: str, chromium: Browser, visit: Visit, club: Club, boris: Membership
) -> None:
    page = visit(boris).open(sheet_path(long_sheet(club, slug)))
    *others, (name, values) = USUAL[slug].items()
    fill_in(page, dict(others))
    with traced(chromium, page) as tapped, page.expect_response(re.compile("/preview/$")):
        fill_in(page, {name: values})
    assert 0 < elements_restyled(tapped) <= 100
    expect(page.locator("#why .gains")).to_be_visible()
    with traced(chromium, page) as saved:
        save(page)
        expect(page.locator(f"#hand-{LONG + 1}")).to_be_visible()
    assert 0 < elements_restyled(saved) <= 800
    (name, values), *_others = USUAL[slug].items()
    expect(page.locator("#why .success")).to_be_visible()
    with traced(chromium, page) as begun:
        fill_in(page, {name: values.split()[0]})
        expect(page.locator("#why .missing")).to_be_visible()
    assert 0 < elements_restyled(begun) <= 100


SLOW = {"offline": False, "latency": 600, "downloadThroughput": -1, "uploadThroughput": -1}
"""Milliseconds until a response begins: what moves sooner than 500 after a tap does not count as moving by itself."""


@pytest.mark.parametrize("slug", ["doppelkopf", "preferans"])
def test_hardly_anything_moves_by_itself_while_a_hand_is_typed_and_saved(
    slug: str, visit: Visit, club: Club, boris: Membership
) -> None:
    visitor, table = visit(boris), long_sheet(club, slug, 3)
    visitor.context.new_cdp_session(visitor.page).send("Network.emulateNetworkConditions", SLOW)
    visitor.page.add_init_script(FEEL)
    page = visitor.open(sheet_path(table))
    fill_in(page, OF_EVERYBODY[slug])
    expect(page.locator("#why .gains")).to_be_visible()
    save(page)
    expect(page.locator("#hand-4")).to_be_visible()
    expect(page.locator("#why .success")).to_be_visible()
    assert 0 < largest_shift(page.evaluate("felt.shifts")) <= 0.05


def test_fields_that_do_not_apply_are_never_shown_while_the_page_loads(
    visit: Visit, club: Club, boris: Membership
) -> None:
    visitor = visit(boris)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route("**/htmx.min.js", hold)
    visitor.page.goto(visitor.site + sheet_path(table_of(club, "doppelkopf")), wait_until="commit")
    expect(visitor.page.locator("#id_re")).to_be_visible()
    expect(visitor.page.locator("#id_soloist")).to_be_hidden()
    for route in held:
        route.continue_()
    visitor.page.wait_for_load_state()


def test_a_hand_takes_three_small_requests(visit: Visit, club: Club, boris: Membership) -> None:
    visitor, table = visit(boris), table_of(club, "bridge")
    page = open_and_listen(visitor.page, visitor.site + sheet_path(table))
    fill_in(page, HAND)
    expect(page.locator("#why .gains")).to_be_visible()
    save(page)
    expect(page.locator("#hand-1")).to_be_visible()
    received = Received(page)
    with requests_of(page) as asked:
        for field, value in HAND.items():
            tap(page, **{field: value})
            page.wait_for_timeout(300)  # the points are asked for after 250
        expect(page.locator("#why .gains")).to_be_visible()
        save(page)
        expect(page.locator("#hand-2")).to_be_visible()
        services.record_hand(table, hand(3), by=None, key=None)  # which it asks for, after the news of its own hand
        expect(page.locator("#hand-3")).to_be_visible()
    assert [part for part in asked if part != "ahead"] == ["preview?typing", "preview", "hands", "changes"]
    assert received.bytes <= 9_000


def test_what_is_missing_is_said_without_the_server(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(table_of(club, "bridge")))
    page.route("**/preview/**", lambda route: route.abort() if "typing" not in route.request.url else route.continue_())
    tap(page, level="4")
    expect(page.locator("#why")).to_have_text("Still missing: Suit or no trump, Declarer, Result")
    tap(page, declarer="S")
    expect(page.locator("#why")).to_have_text("Still missing: Suit or no trump, Result")


def test_a_form_without_the_parts_that_the_page_has_had_is_as_complete_as_the_first(
    visit: Visit, club: Club, boris: Membership
) -> None:
    page = visit(boris).open(sheet_path(table_of(club, "bridge")))
    fields = "[...document.querySelectorAll('#entry :is(input, select)[id]')].map(field => [field.id, field.checked])"
    first = page.evaluate(fields)
    for number in (1, 2, 3):
        fill_in(page, HAND)
        with page.expect_response(re.compile("/hands/$")) as response:
            save(page)
        expect(page.get_by_role("heading", name=f"Board {number + 1}")).to_be_visible()
        assert page.evaluate(fields) == first
    assert "id_level" not in response.value.text()


def test_a_phone_that_wakes_up_asks_once_for_what_it_has_missed(visit: Visit, table: Table, ada: Membership) -> None:
    visitor = visit(ada)
    page = open_and_listen(visitor.page, visitor.site + sheet_path(table))
    turn = """hidden => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(turn, True)
    services.record_hand(table, hand(1), by=None, key=None)
    with requests_of(page) as asked, page.expect_response(re.compile("/live/")):
        page.evaluate(turn, False)
        expect(page.locator("#hand-1")).to_be_visible()
        services.record_hand(table, hand(2), by=None, key=None)
        expect(page.locator("#hand-2")).to_be_visible()
    assert asked.count("changes") == 2
