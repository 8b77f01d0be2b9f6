"""Two phones that have typed one hand differently: both results side by side, and one tap for each answer."""

import pytest
from playwright.sync_api import Page, expect

from scorer.play.models import Table
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import join, save, tap

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two_results(visit: Visit, table: Table) -> Visitor:
    """Chloé's phone, with ten tricks where Boris has saved nine."""
    first, second = visit(), visit()
    ours, theirs = join(first, table, "Boris"), join(second, table, "Chloé")
    for page, tricks in ((theirs, "+1"), (ours, "=")):
        tap(page, level="3", declarer="N", strain="NT", tricks=tricks)
    save(ours)
    expect(theirs.locator("#rows tr")).to_have_count(1)
    save(theirs)
    expect(theirs.locator("#entry .conflict")).to_contain_text("Two results of Board 1")
    return second


def results(page: Page) -> list[str]:
    return [" ".join(text.split()) for text in page.locator(".both > div").all_inner_texts()]


def test_the_phone_whose_result_is_right_corrects_the_sheet_by_taps(two_results: Visitor) -> None:
    page = two_results.page
    assert results(page) == [
        "On the sheet, by Boris 3NT N = board 1 · nobody vulnerable N–S +400 E–W −400",
        "Typed here 3NT N +1 board 1 · nobody vulnerable N–S +430 E–W −430 This one is right",
    ]
    assert two_results.faults() == []
    page.get_by_role("button", name="This one is right").click()
    expect(page.get_by_role("button", name="Save the correction")).to_be_visible()
    expect(page.locator("#entry [name=tricks][value='+1']")).to_be_checked()
    assert two_results.faults() == []
    tap(page, reason="typing")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator("#hand-1")).to_contain_text("430")
    expect(page.locator("#rows tr")).to_have_count(1)


def test_the_phone_that_was_wrong_takes_what_is_on_the_sheet(two_results: Visitor) -> None:
    page = two_results.page
    page.get_by_role("button", name="The sheet is right").click()
    expect(page.locator("#entry h2")).to_have_text("Board 2")
    expect(page.locator("#hand-1")).to_contain_text("400")
