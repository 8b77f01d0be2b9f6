"""A table is closed while somebody types on a phone. Nothing is lost, and the hand reaches the director."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Request, Route, expect

from scorer.audit.check import faults
from scorer.club.models import Club, Membership, Player
from scorer.play import selectors, services
from scorer.play.models import Table
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import join, save, sheet_path, type_notrump

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = re.compile("/hands/$")
CLOSED = (
    "The table has just been closed. What you have typed stays here: save it, and it can be handed to the director."
)


def hand_in(page: Page) -> None:
    page.get_by_role("button", name="Hand it to the director").click()


def is_sent_by_script(request: Request) -> bool:
    """Whether a hand is sent without leaving the page."""
    return bool(HANDS.search(request.url)) and not request.is_navigation_request()


def type_before_closing(guest: Visitor, table: Table) -> Page:
    """Type a hand without a connection, close the table, and return the phone, which keeps the hand."""
    phone = join(guest, table)
    with phone.expect_response(re.compile("/ahead/")):
        type_notrump(phone, 1)
    guest.set_offline(True)
    save(phone)
    services.close_table(table, by=None)
    guest.set_offline(False)
    expect(phone.get_by_role("heading", name="This table is closed")).to_be_visible()
    expect(phone.locator("#outbox .held li")).to_have_count(1)
    return phone


def assert_accessible(visitor: Visitor) -> None:
    assert visitor.axe() == []
    assert visitor.overflow() <= 0


def test_a_hand_half_typed_when_the_table_is_closed_is_handed_in_and_entered_by_the_director(
    visit: Visit, table: Table, ada: Membership
) -> None:
    guest, director = visit(), visit(ada, scheme="dark")
    phone, desk = join(guest, table), director.open(sheet_path(table))
    with phone.expect_response(re.compile("/ahead/")):
        type_notrump(phone, 3)
    services.close_table(table, by=None)
    expect(phone.locator("#news")).to_have_text(CLOSED)
    expect(phone.locator("#entry [name=level][value='3']")).to_be_checked()
    assert_accessible(guest)
    save(phone)
    expect(phone.locator("#entry .conflict")).to_contain_text("It is not on the sheet.")
    expect(phone.locator("#entry")).to_contain_text("3NT")
    expect(phone.locator("#net-trouble")).to_be_hidden()
    expect(phone.get_by_text("no longer logged in")).to_be_hidden()
    assert_accessible(guest)
    hand_in(phone)
    expect(phone.locator("#entry [role=status]")).to_have_text("This hand is with the director now.")
    expect(phone.locator("#outbox .held li")).to_have_count(0)

    expect(desk.locator("#late")).to_contain_text("From Chloé")  # the page was open
    assert_accessible(director)
    desk.get_by_role("button", name="Open the table again and enter it").click()
    expect(desk.locator("#entry")).to_contain_text("Handed in by Chloé")
    expect(desk.locator("#entry [name=level][value='3']")).to_be_checked()
    assert_accessible(director)
    save(desk)
    expect(desk.locator("#messages")).to_have_text("Board 1 is saved.")
    expect(desk.locator("#rows tr")).to_have_count(1)
    expect(desk.locator("#late")).to_have_count(0)
    expect(desk.locator("#entry [name=level]:checked")).to_have_count(0)
    assert table.hands.get().entered_by == ada.user
    assert not table.late_hands.waiting()
    assert list(faults(table)) == []
    guest.expect_failed_requests()


def test_hands_that_waited_for_a_connection_are_handed_in_one_by_one(visit: Visit, table: Table) -> None:
    guest = visit()
    phone = join(guest, table)
    with phone.expect_response(re.compile("/ahead/")):
        type_notrump(phone, 1)
    guest.set_offline(True)
    save(phone)
    type_notrump(phone, 2)
    save(phone)
    expect(phone.locator("#outbox .now [role=status]")).to_have_text(
        "Not sent yet: 2 hands are waiting for the connection."
    )
    services.close_table(table, by=None)
    guest.set_offline(False)
    held = phone.locator("#outbox .held li")
    expect(phone.get_by_role("heading", name="This table is closed")).to_be_visible()
    expect(held).to_have_count(2)
    expect(held.first).to_contain_text(re.compile("Board 1.*the table was closed before it arrived", re.DOTALL))
    expect(phone.get_by_text("no longer logged in")).to_be_hidden()
    assert_accessible(guest)
    held.first.get_by_role("button", name="Look at it").click()
    hand_in(phone)
    expect(phone.locator("#outbox .now [role=status]")).to_have_text("This hand is with the director now.")
    expect(phone.locator("#entry")).to_contain_text("2NT")  # in place of the first
    phone.goto(guest.site + sheet_path(table))  # as on the next day
    expect(held).to_have_count(1)
    held.get_by_role("button", name="Look at it").click()
    expect(phone.get_by_role("button", name="Hand it to the director")).to_be_visible()
    guest.set_offline(True)
    hand_in(phone)
    expect(phone.locator("#outbox .now [role=status]")).to_have_text(
        "Not sent yet: 1 hand is waiting for the connection."
    )
    guest.set_offline(False)
    expect(phone.locator("#outbox .now [role=status]")).to_have_text("This hand is with the director now.")
    levels = [late.typed for late in table.late_hands.waiting()]
    assert [re.search("level=(.)", typed)[1] for typed in levels] == ["1", "2"]
    assert not table.hands.exists()
    guest.expect_failed_requests()


def test_a_hand_is_handed_in_although_the_response_to_an_earlier_attempt_comes_after_the_tap(
    visit: Visit, table: Table
) -> None:
    guest = visit()
    phone = type_before_closing(guest, table)

    def wait_or_fail(route: Route) -> None:
        if not is_sent_by_script(route.request):
            route.continue_()
        elif "hand_in" in (route.request.post_data or ""):
            route.abort()

    held = phone.locator("#outbox .held li")
    phone.route(HANDS, wait_or_fail)
    with phone.expect_request(is_sent_by_script):
        held.get_by_role("button", name="Look at it").click()
    with phone.expect_event("requestfailed"):
        hand_in(phone)
    phone.unroute(HANDS)  # the earlier one goes on
    expect(phone.locator("#outbox .now [role=status]")).to_have_text("This hand is with the director now.")
    assert table.late_hands.waiting().count() == 1
    guest.expect_failed_requests()


def test_a_waiting_hand_is_saved_if_the_table_is_reopened_and_its_writer_joins_again(
    visit: Visit, table: Table
) -> None:
    guest = visit()
    phone = type_before_closing(guest, table)
    services.reopen_table(table, by=None)
    table.refresh_from_db()
    phone.goto(guest.site + sheet_path(table))
    expect(phone.locator("#main")).to_contain_text("The table has a new code. Scan it at the table once more.")
    expect(phone.locator("#outbox .held")).to_contain_text("It waits until Chloé logs in or joins here again.")
    join(guest, table)
    expect(phone.locator("#entry .conflict")).to_contain_text(
        "The seats or rules of this table have since been changed."
    )
    save(phone)
    expect(phone.locator("#rows tr")).to_have_count(1)
    assert selectors.author_of(table.hands.get(), first=True).player == "Chloé"
    guest.expect_failed_requests()


def test_on_another_page_the_phone_says_from_where_its_hand_can_be_sent(visit: Visit, table: Table) -> None:
    guest = visit()
    phone = join(guest, table)
    phone.route(HANDS, lambda route: route.abort())
    type_notrump(phone, 1)
    save(phone)
    expect(phone.locator("#outbox .now [role=status]")).to_contain_text("Not sent yet")
    phone.goto(guest.site + reverse("club:login"))
    services.close_table(table, by=None)
    phone.unroute(HANDS)
    held = phone.locator("#outbox .held li")
    expect(held).to_contain_text("was typed by Chloé at a table that was joined by its code.")
    expect(held.get_by_text("Throw it away")).to_have_count(0)
    assert_accessible(guest)
    held.get_by_role("button", name="Look at it").click()
    expect(phone.get_by_role("heading", name="This table is closed")).to_be_visible()
    expect(held).to_contain_text("It can be handed to the director.")
    held.get_by_role("button", name="Look at it").click()
    hand_in(phone)
    expect(phone.locator("#entry [role=status]")).to_have_text("This hand is with the director now.")
    expect(held).to_have_count(0)
    assert table.late_hands.waiting().count() == 1
    guest.expect_failed_requests()


def test_nothing_is_lost_without_javascript(visit: Visit, table: Table) -> None:
    guest = visit(scripts=False)
    phone = join(guest, table)
    type_notrump(phone, 3)
    services.close_table(table, by=None)
    save(phone)
    expect(phone.locator("#entry .conflict")).to_contain_text("This table was closed before this hand was saved.")
    hand_in(phone)
    expect(phone.locator("#entry [role=status]")).to_have_text("This hand is with the director now.")
    late = table.late_hands.get()
    assert late.player_id == Player.objects.get(name="Chloé").pk
    guest.expect_failed_requests()


def test_a_phone_that_may_still_read_the_table_can_hand_in_its_hand(
    visit: Visit, table: Table, club: Club, ada: Membership
) -> None:
    club.public = True
    club.save()
    guest = visit()
    phone = join(guest, table)
    with phone.expect_response(re.compile("/ahead/")):
        type_notrump(phone, 3)
    services.close_table(table, by=None)  # everybody may read the tables of this club, even closed ones
    expect(phone.locator("#news")).to_have_text(CLOSED)
    save(phone)
    hand_in(phone)
    expect(phone.locator("#entry [role=status]")).to_have_text("This hand is with the director now.")
    assert table.late_hands.waiting().count() == 1
    guest.expect_failed_requests()
