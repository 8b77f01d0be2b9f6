"""At an ordinary table, a phone asks for the correction of a hand, and another one makes it."""

import pytest
from playwright.sync_api import expect

from games.bridge.rules import Entry
from scorer.play import services
from scorer.play.models import Table
from tests.browser.conftest import Visit
from tests.browser.hands import join, sheet_path, tap

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_request_shows_on_the_other_phone_which_corrects_the_hand(visit: Visit, table: Table) -> None:
    services.record_hand(table, Entry(board=1, level=3, strain="NT", declarer="N", tricks=9), by=None, key=None)
    asking, deciding = visit(), visit()
    ours, theirs = join(asking, table, "Chloé"), join(deciding, table, "Boris")
    ours.locator("#hand-1 summary").first.click()
    ours.get_by_role("link", name="Ask for a correction").click()
    ours.locator("summary", has_text="Fill in the hand again").click()
    tap(ours, tricks="+1")
    assert asking.faults() == []
    ours.get_by_role("button", name="Ask for a correction").click()
    ours.wait_for_url("**" + sheet_path(table))
    row = theirs.locator("#hand-1")
    expect(row).to_contain_text("correction asked for")
    row.locator("summary").first.click()
    expect(row.get_by_text("Asked by Chloé")).to_be_visible()
    theirs.evaluate(
        "Promise.all(document.getAnimations().map((animation) => animation.finished))"
    )  # the new row flashes
    assert deciding.faults() == []
    row.get_by_role("button", name="Correct it so").click()
    expect(theirs.get_by_text("The hand is corrected.")).to_be_visible()
    expect(ours.locator("#hand-1")).to_contain_text("430")
    expect(ours.locator("#hand-1")).not_to_contain_text("correction asked for")
