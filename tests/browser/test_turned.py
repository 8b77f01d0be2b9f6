"""“Was it the other side?”, on a phone at a table whose result looks turned, with and without a connection."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.play import services as play
from scorer.registry import get_game
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.hands import go_to_table, save, tap
from tests.events.conftest import choose
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)

QUESTION = "Was it the other side?"
STATIONS = 5
BOARDS = (1, 2)
OTHERS = {1: "450", 2: "650"}
"""Their points on each board, which only the director sees."""


@pytest.fixture
def event(club: Club) -> Event:
    """Five tables play the same two boards. All but the last have made 4♠ by North with an overtrick on both."""
    values = {"preset": "duplicate", "comparison": "matchpoints", "rounds": 1, "per_round": len(BOARDS)}
    event = services.create_event(club, get_game("bridge"), name="Tuesday", **values, by=None)
    for pair in range(2 * STATIONS):
        services.sign_up(event, [PlayerFactory(club=club, name=f"Greta {2 * pair + one}") for one in (1, 2)], by=None)
    choose(event, "draw")
    services.start_round(event, by=None)
    for sitting in Sitting.objects.filter(round__event=event, station__lt=STATIONS).select_related("table"):
        assert sitting.table
        for board in BOARDS:
            play.record_hand(sitting.table, Entry(board, 4, "S", "", "N", 11), by=None, key=None)
    return event


def enter(page: Page, declarer: str) -> None:
    tap(page, level="4", strain="S", declarer=declarer, tricks="=")
    save(page)


def expect_said(page: Page, text: str) -> None:
    expect(page.locator("#outbox .now [role=status]")).to_have_text(text)


def expect_comparison(page: Page, path: str, *boards: int) -> None:
    page.goto(path)
    doubts = page.get_by_role("region", name="Perhaps entered for the other side").get_by_role("listitem")
    expect(doubts).to_have_count(len(boards))
    for board in boards:
        expect(doubts.filter(has_text=f"Board {board}")).to_contain_text(f"+{OTHERS[board]}")


def test_a_table_is_asked_at_once_and_once(visit: Visit, event: Event, ada: Membership) -> None:
    phone, another = visit(size=PHONE), visit(size=DESK, scheme="dark")
    page = go_to_table(phone, event, STATIONS)
    enter(page, "E")
    expect(page.get_by_role("alert")).to_contain_text(QUESTION)
    for points in OTHERS.values():
        expect(page.locator("body")).not_to_contain_text(points)
    assert phone.faults() == []
    page.get_by_role("link", name="No, it is right").click()
    expect(page.locator("#entry h2")).to_have_text("Board 2")
    for seen in (page, go_to_table(another, event, STATIONS)):
        expect(seen.get_by_text(QUESTION)).to_have_count(0)
    enter(page, "W")
    page.get_by_role("link", name="Yes, correct it").click()
    declarer = page.locator("[name=declarer][value=W]")
    expect(declarer).to_be_checked()
    expect(declarer).to_be_in_viewport()
    desk = visit(ada, size=DESK).open(reverse("events:event", args=[event.club_id, event.pk]))
    expect_comparison(desk, desk.url, 1, 2)


def test_hands_that_waited_for_the_connection_are_asked_about_when_they_are_sent(
    visit: Visit, event: Event, ada: Membership
) -> None:
    phone = visit(size=PHONE)
    page = go_to_table(phone, event, STATIONS)
    with page.expect_response(re.compile("/ahead/")):
        tap(page, level="4")
    phone.set_offline(True)
    enter(page, "E")
    expect(page.locator("#entry h2")).to_have_text("Board 2")
    enter(page, "N")
    expect_said(page, "Not sent yet: 2 hands are waiting for the connection.")
    phone.set_offline(False)
    expect_said(page, f"Board 1 is saved. {QUESTION} Board 2 is saved.")
    for points in OTHERS.values():
        expect(page.locator("body")).not_to_contain_text(points)
    phone.expect_failed_requests()
    desk = visit(ada, size=DESK).open(reverse("events:event", args=[event.club_id, event.pk]))
    expect_comparison(desk, desk.url, 1)


def test_a_table_whose_response_was_lost_is_asked_when_the_phone_sends_the_hand_again(
    visit: Visit, event: Event
) -> None:
    phone = visit(size=PHONE)
    page = go_to_table(phone, event, STATIONS)

    def lost_after_the_save(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(re.compile("/hands/$"), lost_after_the_save, times=1)
    enter(page, "E")
    expect_said(page, f"Board 1 was already saved. {QUESTION}")
    phone.expect_failed_requests()
