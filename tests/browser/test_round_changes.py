"""What happens to the rounds and stations of an evening, played in a browser: by the director, and on the phones."""

import re
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.registry import get_game
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import go_to_table, save, type_notrump
from tests.events.conftest import choose, play_round
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)


def look(visitor: Visitor) -> None:
    assert visitor.axe() == []
    assert visitor.overflow() <= 0


@pytest.fixture
def event(club: Club) -> Event:
    """Six pairs after the first of three rounds of two boards."""
    values = {"preset": "duplicate", "comparison": "matchpoints", "rounds": 3, "per_round": 2}
    event = services.create_event(club, get_game("bridge"), name="Tuesday", **values, by=None)
    for pair in range(6):
        services.sign_up(event, [PlayerFactory(club=club, name=f"Greta {2 * pair + one}") for one in (1, 2)], by=None)
    choose(event, "mitchell")
    play_round(event, Random(7))
    return event


def path_of(event: Event, name: str = "event", *more: int) -> str:
    return reverse(f"events:{name}", args=[event.club_id, event.pk, *more])


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_the_last_round_is_left_out_and_brought_back(visit: Visit, event: Event, ada: Membership) -> None:
    desk = visit(ada)
    page = desk.open(path_of(event, "people"))
    page.get_by_text("Leave out round 3").click()
    look(desk)
    press(page, "Leave it out")
    expect(page.get_by_text("After round 1 of 2")).to_be_visible()
    page = desk.open(path_of(event, "people"))
    expect(page.get_by_text("Round 3 was left out.")).to_be_visible()
    look(desk)
    press(page, "Bring it back")
    page = desk.open(path_of(event, "people"))
    expect(page.get_by_text("2 rounds have not started")).to_be_visible()
    expect(desk.open(path_of(event)).get_by_text("After round 1 of 3")).to_be_visible()


def test_a_round_is_taken_back_and_started_again_while_a_phone_is_at_its_table(
    visit: Visit, event: Event, ada: Membership
) -> None:
    desk, guest = visit(ada), visit()
    page = desk.open(path_of(event))
    press(page, "Start round 2")
    phone = go_to_table(guest, event, 1)
    expect(phone.locator("#entry form")).to_be_visible()
    page.get_by_text("Take back round 2").click()
    look(desk)
    press(page, "Take the round back")
    expect(page.get_by_role("button", name="Start round 2", exact=True)).to_be_visible()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Table 1")
    look(guest)
    press(page, "Start round 2")
    expect(phone.locator("#entry form")).to_be_visible(timeout=40_000)
    type_notrump(phone, 3)
    save(phone)
    expect(phone.locator("#rows tr")).to_have_count(1)
    guest.expect_failed_requests()


def test_a_tablet_that_dies_is_replaced_by_any_phone(visit: Visit, event: Event, ada: Membership) -> None:
    started = services.start_round(event, by=None)
    tablet, other, desk = visit(), visit(), visit(ada)
    page = go_to_table(tablet, event, 1)
    type_notrump(page, 3)
    save(page)
    expect(page.locator("#rows tr")).to_have_count(1)
    tablet.context.close()
    phone = go_to_table(other, event, 1)
    expect(phone.locator("#rows tr")).to_have_count(1)
    type_notrump(phone, 2)
    save(phone)
    expect(phone.locator("#rows tr")).to_have_count(2)
    look(other)
    sitting = started.sittings.select_related("table").get(station=1)
    assert sitting.table
    assert sitting.table.hands.count() == 2
    console = desk.open(path_of(event))
    expect(console.locator("#station-1")).to_contain_text("complete")


def test_a_director_spoils_a_deal_on_the_console_and_says_where_the_cards_were_changed(
    visit: Visit, event: Event, ada: Membership
) -> None:
    play_round(event, Random(8))
    services.start_round(event, by=None)
    desk = visit(ada)
    page = desk.open(path_of(event))
    page.locator("#of-station-1").click()
    page.locator("#spoil-1 summary").click()
    page.locator("#spoil-1 select").select_option("seen")
    look(desk)
    page.locator("#spoil-1").get_by_role("button").first.click()
    expect(page.locator("#now")).to_contain_text("Cards were seen too early")
    deal = Sitting.objects.get(round__event=event, round__number=1, station=1).deals[0]
    page = desk.open(path_of(event, "traveller", deal))
    page.get_by_text("Mark as spoiled").click()
    page.get_by_role("link", name="The cards were changed").click()
    page.get_by_role("checkbox", name=re.compile("Round 2, table")).check()
    page.get_by_label("Reason").fill("Two hands were exchanged")
    press(page, "Show what would change")
    look(desk)
    press(page, "Confirm")
    expect(page.get_by_text("With other cards, compared by themselves")).to_be_visible()
    look(desk)


def test_a_rehearsal_is_deleted_after_one_question(visit: Visit, event: Event, ada: Membership) -> None:
    copy = services.rehearse(event, by=None)
    choose(copy, "howell")
    desk = visit(ada)
    page = desk.open(path_of(copy))
    page.get_by_text("Delete the rehearsal", exact=True).click()
    look(desk)
    services.start_round(copy, by=None)
    expect(page.get_by_role("button", name="Fill in made-up results")).to_be_visible()  # fetched again
    press(page, "Yes, delete it")
    expect(page.locator("#messages")).to_have_text("The rehearsal is deleted.")
    desk.open(reverse("events:create", args=[event.club_id, "bridge"]))
    look(desk)
