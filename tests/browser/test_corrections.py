"""A director makes corrections in the admin site, on a phone and on a desktop."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.belote.rules import Entry
from scorer.club.models import Club, Membership
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Table
from tests.browser.conftest import Visit
from tests.factories import PlayerFactory, make_table
from tests.totals import totals_by_position

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(club: Club) -> Table:
    table = make_table(club, "belote")
    for points in (100, 120, 90):
        services.record_hand(table, Entry(bidder=1, value=80, trump="H", points=points), by=None, key=None)
    return table


def test_a_correction_is_previewed_changed_and_confirmed(visit: Visit, ada: Membership, table: Table) -> None:
    before = totals_by_position(table)
    visitor = visit(ada)
    page = visitor.open(reverse("admin:belote_belotehand_change", args=[table.hands.get(number=2).pk]))
    page.locator("input[name=points]").fill("60")
    page.get_by_role("radiogroup", name="Why?", exact=True).get_by_role("radio", name="other").click()
    page.locator("#id_why").fill("misread")
    page.get_by_role("button", name="Save the correction").click()

    page.get_by_text("Nothing is saved yet").wait_for()
    assert totals_by_position(table) == before
    expect(page.locator("dl.values")).to_contain_text("misread")
    page.get_by_role("button", name="Back to the form").click()
    expect(page.locator("#id_why")).to_have_value("misread")
    assert page.locator("input[name=points]").input_value() == "60"
    page.locator("input[name=points]").fill("70")
    page.get_by_role("button", name="Save the correction").click()
    page.get_by_role("button", name="Confirm").click()

    page.get_by_text("Hand 2 is corrected.").wait_for()
    assert table.hands.get(number=2).belotehand.points == 70
    assert totals_by_position(table) != before


def test_the_last_hand_is_corrected_in_five_taps_and_without_a_keyboard(
    visit: Visit, boris: Membership, table: Table
) -> None:
    page = visit(boris).open(reverse("play:table", args=[table.pk]))
    page.locator("#hand-3 summary").first.click()
    page.locator("#hand-3").get_by_role("link", name="Correct").click()
    expect(page.get_by_role("heading", name="Correct Hand 3")).to_be_in_viewport()
    page.locator("input[name=bidder][value='2']").click()
    expect(page.locator("#entry").get_by_label("In your own words")).to_be_hidden()
    page.get_by_role("radio", name="wrong player", exact=True).click()
    page.get_by_role("button", name="Save the correction").click()

    expect(page.get_by_text("Hand 3 is corrected.")).to_be_in_viewport()
    expect(page.locator("#hand-3")).to_contain_text("wrong player")
    assert table.hands.get(number=3).belotehand.bidder == 2


def test_a_hand_is_voided_in_four_taps_and_without_a_keyboard(visit: Visit, boris: Membership, table: Table) -> None:
    page = visit(boris).open(reverse("play:table", args=[table.pk]))
    row = page.locator("#hand-2")
    row.locator("summary").first.click()
    row.locator("summary", has_text="Void").click()
    expect(row.get_by_label("In your own words")).to_be_hidden()
    row.get_by_role("radio", name="misdeal").click()
    row.get_by_role("button", name="Void").click()

    expect(page.get_by_text("Hand 2 no longer counts.")).to_be_visible()
    hand = table.hands.get(number=2)
    assert hand.voided
    assert Revision.objects.get(object_id=hand.pk, action="void").why == "misdeal"


def test_axe_finds_nothing_on_the_page_that_confirms_a_change(
    visit: Visit, ada: Membership, club: Club, table: Table
) -> None:
    long_name = "W" * 80
    large = make_table(
        club, "doppelkopf", players=[PlayerFactory(club=club, name=f"{n} {long_name}"[:80]) for n in range(7)]
    )
    services.record_adjustment(large, [-1000, 0, 0, 0, 0, 2000, 0], why="a bet", by=None, key=None)
    twice = PlayerFactory(club=club, name="Boris B.")
    boris = club.players.get(name="Boris")
    asked: dict[str, dict[str, Any]] = {
        reverse("admin:belote_belotehand_void", args=[table.hands.get(number=2).pk]): {},
        reverse("admin:play_table_swap", args=[large.pk]): {"position": 1, "other": 6, "since": 1},
        reverse("admin:club_player_merge", args=[twice.pk]): {"into": str(boris.pk)},
        reverse("admin:club_player_merge", args=[boris.pk]): {"into": str(twice.pk)},
    }
    visitor = visit(ada)
    faults = []
    for address, values in asked.items():
        page = visitor.open(reverse("club:password"))  # any page of the site has a form with which to send these
        page.evaluate(SEND, [address, {**values, "key": "k", "why": "seen on the paper"}])
        page.get_by_role("button", name="Confirm").wait_for()
        faults += [f"{address}: {fault}" for fault in visitor.faults()]
    assert faults == []


# An id is too large for a number in JavaScript, so it is sent as text.
SEND = """([address, values]) => {
  const form = document.querySelector("main form");
  form.action = address;
  for (const [name, value] of Object.entries(values)) {
    const input = Object.assign(document.createElement("input"), {name, value, type: "hidden"});
    form.append(input);
  }
  HTMLFormElement.prototype.submit.call(form);
}"""
