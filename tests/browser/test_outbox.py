"""Bad wifi: hands can still be typed, wait on the device, and are sent later."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from games.bridge.rules import Entry
from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.play import phones, services
from scorer.play.models import Hand, Table
from tests.browser.conftest import DESK, Visit, Visitor
from tests.browser.hands import join, save, sheet_path, tap, type_notrump
from tests.factories import make_players, make_table

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = re.compile("/hands/$")
CHANGES = re.compile("/changes/")
NET_IS_BACK = "dispatchEvent(new Event('online'))"
HURRY = "htmx.config.timeout = 1e3"
KEEP_STREAM = "EventSource = class extends EventSource { constructor(url) { super(url); window.stream = this; } };"
STREAM_OPENS = "stream.dispatchEvent(new Event('open'))"
NO_STORE = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });"


Phone = Callable[..., Visitor]


@pytest.fixture
def phone(visit: Visit, table: Table) -> Iterator[Phone]:
    """Opens the table's page and starts typing, which fetches the next forms. Later requests are meant to fail."""
    opened: list[Visitor] = []

    def open_table(who: Membership, script: str = "", **dress: Any) -> Visitor:
        visitor = visit(who, **dress)
        if script:
            visitor.context.add_init_script(script)
        page = visitor.open(sheet_path(table))
        with page.expect_response(re.compile("/ahead/")):
            tap(page, declarer="N")
        opened.append(visitor)
        return visitor

    yield open_table
    for visitor in opened:
        visitor.expect_failed_requests()


def enter(page: Page, level: int = 3, **click: Any) -> None:
    type_notrump(page, level)
    save(page, **click)


def expect_message(page: Page, text: str) -> None:
    expect(page.locator("#outbox .now [role=status]")).to_have_text(text)


def expect_waiting(page: Page, count: int) -> None:
    expect_message(page, f"Not sent yet: {count} hand{' is' if count == 1 else 's are'} waiting for the connection.")


def expect_board(page: Page, number: int) -> None:
    expect(page.locator("#entry h2")).to_have_text(f"Board {number}")


def levels(table: Table) -> list[int]:
    assert list(faults(table)) == []
    numbers = list(table.hands.values_list("number", flat=True).order_by("number"))
    assert numbers == list(range(1, len(numbers) + 1))
    details = table.config.hand_model.objects.for_table(table)
    return [detail.entry.level for detail in details]


def test_hands_typed_without_a_connection_are_sent_in_order(phone: Phone, table: Table, ada: Membership) -> None:
    visitor = phone(ada, scheme="dark")
    page = visitor.page
    visitor.set_offline(True)
    tap(page, level="2")
    expect_message(page, "No connection right now. Keep typing: what you save is kept on this device and sent later.")
    for level in (2, 3, 4):
        expect_board(page, level - 1)
        enter(page, level)
    expect_waiting(page, 3)
    expect_board(page, 4)
    expect(page.locator("#net-trouble")).to_be_hidden()
    page.get_by_text("Which ones?").click()
    expect(page.locator("#outbox li").nth(1)).to_have_text(re.compile("Board 2 3 NT N ="))
    assert visitor.axe() == []
    assert visitor.overflow() <= 0
    assert not Hand.objects.exists()

    tap(page, level="5")
    visitor.set_offline(False)
    expect_message(page, "Board 1 is saved. Board 2 is saved. Board 3 is saved.")
    expect(page.locator("#rows tr")).to_have_count(3)
    expect(page.locator("#entry [name=level][value='5']")).to_be_checked()
    assert levels(table) == [2, 3, 4]
    assert set(table.hands.values_list("entered_by", flat=True)) == {ada.user.pk}
    enter(page, 5)
    expect(page.locator("#rows tr")).to_have_count(4)


def handle(handlers: Iterator[Callable[[Route], None]], asked: list[str], route: Route) -> None:
    asked.append(str(route.request.post_data))
    next(handlers, Route.continue_)(route)


def test_a_save_whose_response_is_lost_or_late_is_one_hand(phone: Phone, table: Table, ada: Membership) -> None:
    page = phone(ada).page
    page.evaluate(HURRY)
    asked: list[str] = []
    held: list[Route] = []

    def lost_after_the_save(route: Route) -> None:
        route.fetch()
        route.abort()

    def too_late(route: Route) -> None:
        route.fetch()
        held.append(route)

    def unavailable(route: Route) -> None:
        route.fulfill(status=503)

    def too_many(route: Route) -> None:
        route.fulfill(status=429)

    evenings = [(lost_after_the_save,), (too_late,), (unavailable,), (too_many, lost_after_the_save)]
    for number, handlers in enumerate(evenings, start=1):
        page.route(HANDS, partial(handle, iter(handlers), asked))
        expect_board(page, number)
        enter(page, number)
        expect_waiting(page, 1)
        page.evaluate(NET_IS_BACK)
        expect(page.locator("#rows tr")).to_have_count(number)
        saved = lost_after_the_save in handlers or too_late in handlers
        expect_message(page, f"Board {number} was already saved." if saved else f"Board {number} is saved.")
        page.unroute(HANDS)
    assert levels(table) == [1, 2, 3, 4]
    assert len(asked) == len(evenings) + sum(map(len, evenings))
    assert len({re.search("key=([^&]+)", body)[1] for body in asked}) == len(evenings)


def test_a_hand_that_waits_is_sent_as_soon_as_the_stream_is_back(phone: Phone, table: Table, ada: Membership) -> None:
    """It does not wait for the end of its pause, which is endless here, but until the pages are back as well."""
    page = phone(ada, script=KEEP_STREAM).page
    page.evaluate("Math.random = () => 1e6")
    asked: list[str] = []
    refuse_and_note = partial(handle, cycle([lambda route: route.fulfill(status=503)]), asked)
    page.route(HANDS, refuse_and_note)
    enter(page, 2)
    expect_waiting(page, 1)
    page.evaluate("Math.random = () => 0")
    page.route(CHANGES, lambda route: route.fulfill(status=503))
    with page.expect_response(CHANGES) as refused:
        page.evaluate(STREAM_OPENS)
    refused.value.finished()
    expect_waiting(page, 1)
    page.unroute(CHANGES)
    page.unroute(HANDS)
    page.evaluate(STREAM_OPENS)
    expect_message(page, "Board 1 is saved.")
    expect(page.locator("#rows tr")).to_have_count(1)
    assert levels(table) == [2]
    assert len(asked) == 1


def test_a_preview_ends_when_its_hand_waits(phone: Phone, ada: Membership) -> None:
    """If it came later, it would give the next form the heading of this one."""
    page = phone(ada).page
    page.evaluate("htmx.config.timeout = 6e4")  # it would end by itself
    page.route(HANDS, lambda route: route.abort())
    page.route(re.compile("/preview/$"), lambda _route: None)  # never answered
    with page.expect_request(lambda request: "/preview/" in request.url and "&tricks=%" in str(request.post_data)):
        type_notrump(page, 3)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/preview/")):
        save(page)
    expect_board(page, 2)


def test_a_waiting_hand_is_described_as_it_was_shown(phone: Phone, ada: Membership) -> None:
    visitor = phone(ada)
    page = visitor.page
    visitor.set_offline(True)
    page.locator("#head").click()
    page.get_by_label("Board", exact=True).fill("15")
    tap(page, level="4", strain="S", declarer="W", tricks="+1")
    save(page)
    expect_waiting(page, 1)
    expect(page.locator("#outbox .now li")).to_have_text(
        re.compile("^Board 1 Board 15 4 ♠\N{VARIATION SELECTOR-15} W \\+1")
    )


def test_three_quick_taps_are_one_hand(phone: Phone, table: Table, ada: Membership) -> None:
    visitor = phone(ada)
    page = visitor.page
    enter(page, 1, click_count=3)
    expect(page.locator("#rows tr")).to_have_count(1)
    visitor.set_offline(True)
    enter(page, 2, click_count=3)
    expect_board(page, 3)
    expect_waiting(page, 1)
    page.get_by_role("button", name="Passed out").click(click_count=3)
    expect_waiting(page, 2)
    expect(page.locator("#outbox .now li").last).to_have_text("Board 3 Passed out", use_inner_text=False)
    visitor.set_offline(False)
    expect(page.locator("#rows tr")).to_have_count(3)
    assert levels(table) == [1, 2, None]


def test_a_waiting_hand_is_sent_from_any_other_page(phone: Phone, table: Table, ada: Membership) -> None:
    visitor = phone(ada)
    visitor.set_offline(True)
    enter(visitor.page)
    expect_waiting(visitor.page, 1)
    visitor.page.close()
    visitor.set_offline(False)
    home = visitor.context.new_page()
    with home.expect_response(HANDS):
        home.goto(visitor.site + reverse("standings:home", args=[ada.club.pk]))
    expect(home.locator("#outbox .now [role=status]")).to_contain_text("Board 1")
    assert levels(table) == [3]


def test_a_page_loaded_while_a_hand_waits_shows_the_form_of_the_next_one(
    phone: Phone, table: Table, ada: Membership
) -> None:
    visitor = phone(ada)
    page = visitor.page
    visitor.context.route(HANDS, lambda route: route.fulfill(status=502))
    enter(page)
    expect_waiting(page, 1)
    page.reload()
    expect_board(page, 2)
    expect_waiting(page, 1)
    other = visitor.context.new_page()
    other.goto(visitor.site + sheet_path(table))
    expect_waiting(other, 1)
    visitor.context.unroute(HANDS)
    for window in (page, other):
        window.evaluate(NET_IS_BACK)
    for window in (page, other):
        expect(window.locator("#rows tr")).to_have_count(1)
    assert levels(table) == [3]


def test_an_undone_hand_that_waits_is_not_in_the_form_of_a_page_loaded_meanwhile(
    phone: Phone, table: Table, ada: Membership
) -> None:
    visitor = phone(ada)
    page = visitor.page
    enter(page, 3)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#entry [name=level][value='3']")).to_be_checked()
    page.route(HANDS, lambda route: route.fulfill(status=502))
    with page.expect_response(re.compile("/ahead/")):
        enter(page, 4)
    expect_waiting(page, 1)
    page.reload()
    expect_board(page, 2)
    expect(page.locator("#entry [name=level]:checked")).to_have_count(0)
    page.unroute(HANDS)
    page.evaluate(NET_IS_BACK)
    expect(page.locator("#rows tr")).to_have_count(2)
    assert levels(table) == [3, 4]
    assert list(table.hands.not_voided().values_list("number", flat=True)) == [2]


def test_without_spare_forms_a_hand_is_kept_and_the_next_form_fetched_later(
    phone: Phone, table: Table, ada: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FEW", "AHEAD"):
        monkeypatch.setattr(f"scorer.play.views.entry.{name}", 1)
    visitor = phone(ada)
    page = visitor.page
    visitor.set_offline(True)
    enter(page)
    expect_board(page, 2)
    enter(page)
    expect(page.locator("#entry")).to_contain_text("when the connection is back")
    expect_waiting(page, 2)
    visitor.set_offline(False)
    expect_board(page, 3)
    assert levels(table) == [3, 3]


def test_a_hand_with_an_error_comes_back_and_those_after_it_wait(phone: Phone, table: Table, ada: Membership) -> None:
    visitor = phone(ada)
    page = visitor.page
    visitor.set_offline(True)
    page.locator("#head").click()
    page.get_by_label("Board", exact=True).fill("0")
    enter(page, 1)
    enter(page, 2)
    expect_waiting(page, 2)
    visitor.set_offline(False)
    expect(page.locator("#id_board_error")).to_be_visible()
    expect(page.locator("#entry [name=tricks][value='=']")).to_be_checked()
    expect(page.locator("#entry [name=number]")).to_have_value("1")
    expect(page.locator("#outbox .held")).to_contain_text("is not saved yet. It is in the form again")
    expect_waiting(page, 1)
    assert visitor.axe() == []
    assert not Hand.objects.exists()
    page.get_by_label("Board", exact=True).fill("1")
    save(page)
    expect(page.locator("#rows tr")).to_have_count(2)
    expect_board(page, 3)
    expect(page.locator("#outbox .held li")).to_have_count(0)
    assert levels(table) == [1, 2]


def test_a_hand_that_somebody_else_entered_comes_back_to_be_compared(
    phone: Phone, table: Table, ada: Membership
) -> None:
    visitor = phone(ada)
    page = visitor.page
    visitor.set_offline(True)
    enter(page, 3)
    enter(page, 4)
    expect_board(page, 3)
    tap(page, level="5")
    services.record_hand(table, Entry(board=1, level=3, strain="NT", declarer="N", tricks=9), by=None, key=None)
    visitor.set_offline(False)
    # The values being typed stay: a message says where the hand that came back is.
    held = page.locator("#outbox .held")
    expect(held).to_contain_text("Board 1 3 NT N =")
    held.get_by_role("button", name="Look at it").click()
    expect(page.locator("#entry .conflict")).to_contain_text("Board 1 has already been entered")
    expect(held).to_contain_text("is only half typed and not saved yet.")
    held.locator("li").first.locator("summary").click()
    page.get_by_role("button", name="Yes, throw it away").click()
    expect(page.locator("#rows tr")).to_have_count(2)
    assert levels(table) == [3, 4]
    held.get_by_role("button", name="Look at it").click()
    expect(page.locator("#entry [name=level][value='5']")).to_be_checked()
    expect(held.locator("li")).to_have_count(0)
    enter(page, 5)
    expect(page.locator("#rows tr")).to_have_count(3)
    assert levels(table) == [3, 4, 5]


def test_a_hand_that_somebody_else_entered_too_is_gone_after_one_tap(
    phone: Phone, table: Table, ada: Membership
) -> None:
    visitor = phone(ada)
    page = visitor.page
    visitor.set_offline(True)
    enter(page, 3)
    services.record_hand(table, Entry(board=1, level=3, strain="NT", declarer="N", tricks=9), by=None, key=None)
    visitor.set_offline(False)
    expect(page.locator("#entry .conflict")).to_contain_text("You have typed the same.")
    page.get_by_role("button", name="It was the same hand").click()
    expect_board(page, 2)
    expect(page.locator("#entry [name=level]:checked")).to_have_count(0)
    expect(page.locator("#outbox .held li")).to_have_count(0)
    expect(page.locator("#rows tr")).to_have_count(1)
    assert visitor.axe() == []
    assert levels(table) == [3]


def test_the_values_come_back_if_the_table_was_closed_meanwhile(phone: Phone, table: Table, ada: Membership) -> None:
    visitor = phone(ada)
    page = visitor.page
    page.route(HANDS, lambda route: route.abort())
    enter(page)
    expect_waiting(page, 1)
    services.close_table(table, by=None)
    expect(page.get_by_text("This table is closed.")).to_be_visible()  # the page has reloaded itself
    page.unroute(HANDS)
    page.evaluate(NET_IS_BACK)
    page.locator("#outbox .held").get_by_role("button", name="Look at it").click()
    expect(page.get_by_text("This table has since been closed. Nothing was saved.")).to_be_visible()
    expect(page.get_by_role("heading", name="What you had typed")).to_be_visible()
    assert visitor.axe() == []
    services.reopen_table(table, by=None)
    expect(page.locator("#entry .conflict")).to_contain_text(
        "The seats or rules of this table have since been changed."
    )
    page.get_by_role("button", name="Save board 1").click()
    expect(page.locator("#rows tr")).to_have_count(1)
    assert levels(table) == [3]


def log_in(visitor: Visitor, who: Membership) -> None:
    client = Client()
    client.force_login(who.user)
    session = client.cookies["sessionid"].value
    visitor.context.add_cookies([{"name": "sessionid", "value": session, "url": visitor.site}])
    visitor.context.clear_cookies(name="csrftoken")  # logging in gives another one


def test_hands_typed_after_the_login_has_ended_are_sent_after_logging_in_again(
    phone: Phone, table: Table, boris: Membership
) -> None:
    visitor = phone(boris, size=DESK)
    page = visitor.page
    visitor.context.clear_cookies(name="sessionid")
    enter(page)
    expect_waiting(page, 1)
    expect_board(page, 2)
    expect(page.locator("#outbox .ended")).to_contain_text("You are no longer logged in")
    expect(page.locator("#net-trouble")).to_be_hidden()
    other = visitor.context.new_page()
    other.goto(visitor.site + reverse("club:login"))
    expect(other.locator("#outbox .held")).to_contain_text("was typed by boris and is not sent under another name.")
    log_in(visitor, boris)
    other.goto(visitor.site + reverse("club:password"))
    page.evaluate(NET_IS_BACK)
    expect(page.locator("#rows tr")).to_have_count(1)
    expect(page.locator("#outbox .ended")).to_be_hidden()
    assert table.hands.get().entered_by == boris.user


def test_no_hand_is_sent_under_another_name_without_asking(
    phone: Phone, table: Table, ada: Membership, boris: Membership
) -> None:
    visitor = phone(boris)
    page = visitor.page
    visitor.context.route(HANDS, lambda route: route.abort())
    enter(page)
    expect_waiting(page, 1)
    log_in(visitor, ada)
    other = visitor.context.new_page()
    other.goto(visitor.site + reverse("club:password"))
    other.close()
    visitor.context.unroute(HANDS)
    page.evaluate(NET_IS_BACK)  # the page is still Boris's, but the login is Ada's
    expect(page.locator("#entry .conflict")).to_contain_text("typed on this device by somebody else")
    assert not Hand.objects.exists()

    page.goto(visitor.site + sheet_path(table))
    held = page.locator("#outbox .held")
    expect(held).to_contain_text("It waits until boris logs in or joins here again.")
    enter(page, 1)  # Ada's own hand does not wait for it
    expect(page.locator("#rows tr")).to_have_count(1)
    held.get_by_role("button", name="Look at it").click()
    expect(page.locator("#entry .conflict")).to_contain_text("typed on this device by somebody else")
    page.get_by_role("button", name="Save board").click()
    page.get_by_role("button", name="Yes, save it").click()  # board 1 for the second time
    expect(page.locator("#rows tr")).to_have_count(2)
    expect(held.locator("li")).to_have_count(0)
    assert [hand.entered_by for hand in table.hands.order_by("number")] == [ada.user, ada.user]


def test_a_phone_whose_link_has_ended_sends_its_hands_after_joining_again(visit: Visit, table: Table) -> None:
    visitor = visit()
    page = join(visitor, table)
    tap(page, declarer="N")
    visitor.set_offline(True)
    enter(page)
    expect_waiting(page, 1)
    services.renew_link(table, phones.Link.ENTRY, by=None)
    table.refresh_from_db()
    visitor.set_offline(False)
    expect(page.get_by_role("heading", name="This link has ended")).to_be_visible()
    expect(page.locator("#outbox .held")).to_contain_text("It waits until Chloé logs in or joins here again.")
    assert not Hand.objects.exists()
    expect(join(visitor, table).locator("#rows tr")).to_have_count(1)
    assert str(table.hands.get().entered_as) == "Chloé"
    visitor.trouble.clear()  # the browser reports the lost connection and the forbidden page


def test_without_storage_the_form_keeps_the_hand(phone: Phone, table: Table, ada: Membership) -> None:
    visitor = phone(ada, NO_STORE)
    page = visitor.page
    visitor.set_offline(True)
    enter(page)
    expect(page.locator("#net-trouble")).to_contain_text("Your entry is still here; try again.")
    expect(page.locator("#entry [name=level][value='3']")).to_be_checked()
    visitor.set_offline(False)
    page.get_by_role("button", name="Save board 1").click()
    expect(page.locator("#rows tr")).to_have_count(1)
    assert levels(table) == [3]


def test_a_half_typed_hand_is_offered_again_after_a_reload(visit: Visit, club: Club, ada: Membership) -> None:
    """Also by the highest form: the offer is on the screen of a phone."""
    table = make_table(club, "doppelkopf", players=make_players(club, 5))
    visitor = visit(ada)
    page = visitor.open(sheet_path(table))
    tap(page, re="2", augen="180")
    page.reload()
    expect(page.locator("#entry [name=augen]:checked")).to_have_count(0)
    held = page.locator("#outbox .held")
    expect(held).to_contain_text("Hand 1 Normal game Boris 151–180")
    expect(held).to_contain_text("is only half typed and not saved yet.")
    expect(held.get_by_role("button", name="Look at it")).to_be_in_viewport(ratio=1)
    assert visitor.faults() == []
    held.get_by_role("button", name="Look at it").click()
    expect(page.locator("#entry [name=augen][value='180']")).to_be_checked()
    expect(held.locator("li")).to_have_count(0)
    page.locator("#entry [name=re][value='4']").check()
    save(page)
    expect(page.locator("#rows tr")).to_have_count(1)
    page.reload()
    expect(page.locator("#rows tr")).to_have_count(1)
    expect(held.locator("li")).to_have_count(0)
    assert [detail.entry.re for detail in table.config.hand_model.objects.for_table(table)] == [(2, 4)]


def hide(page: Page, *, hidden: bool) -> None:
    page.evaluate(
        "(hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def test_a_hand_on_a_hidden_page_is_offered_elsewhere_until_that_page_is_seen_again(
    visit: Visit, table: Table, ada: Membership
) -> None:
    """A phone may discard a hidden page without telling it."""
    visitor = visit(ada)
    page = visitor.open(sheet_path(table))
    tap(page, level="4")
    hide(page, hidden=True)
    page.evaluate("document.dispatchEvent(new Event('live:shown'))")  # news that come while it is hidden
    home = visitor.context.new_page()
    home.goto(visitor.site + reverse("standings:home", args=[ada.club.pk]))
    expect(home.locator("#outbox .held")).to_contain_text("Board 1 4")
    tap(page, level="5")  # put aside again with other values
    hide(page, hidden=True)
    home.reload()
    expect(home.locator("#outbox .held")).to_contain_text("Board 1 5")
    hide(page, hidden=False)
    home.reload()
    expect(home.locator("#outbox .held li")).to_have_count(0)
    expect(page.locator("#entry [name=level][value='5']")).to_be_checked()


def test_a_hand_that_is_saved_after_it_was_put_aside_is_not_offered(
    visit: Visit, table: Table, ada: Membership
) -> None:
    visitor = visit(ada)
    page = visitor.open(sheet_path(table))
    tap(page, level="4")
    hide(page, hidden=True)  # and the browser does not say that it is seen again
    save(page)
    expect(page.locator("#id_strain .errors")).to_be_visible()
    expect(page.locator("#outbox .held li")).to_have_count(0)
    tap(page, strain="S", declarer="N", tricks="=")
    hide(page, hidden=True)
    save(page)
    expect(page.locator("#rows tr")).to_have_count(1)
    page.reload()
    expect(page.locator("#outbox .held li")).to_have_count(0)
    assert levels(table) == [4]
