"""Importing a file in a browser: it is chosen, previewed, imported and undone."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Membership
from scorer.play.models import Table
from tests.browser.conftest import DESK, PHONE, Visit
from tests.factories import PlayerFactory
from tests.transfer.test_evenings import HEADER, ONE
from tests.transfer.test_finished_events import LINES, evening
from tests.transfer.test_tables import file_of, line, seat

pytestmark = pytest.mark.django_db(transaction=True)


def test_old_evenings_are_previewed_imported_and_undone(visit: Visit, ada: Membership) -> None:
    PlayerFactory(club=ada.club, name="ADA")
    visitor = visit(ada, size=DESK)
    page = visitor.open(reverse("transfer:data", args=[ada.club_id]))
    content = (HEADER + ONE.replace("Boris", "W" * 80)).encode()
    page.locator("#evenings_file").set_input_files({"name": "old.csv", "mimeType": "text/csv", "buffer": content})
    page.get_by_role("button", name="Check the file").nth(1).click()
    page.get_by_role("button", name="Import 1 table").wait_for()
    assert visitor.faults() == []
    assert not Table.objects.exists()

    page.get_by_role("button", name="Import 1 table").click()
    page.get_by_text("1 table was imported.").wait_for()
    assert Table.objects.count() == 1

    visitor.open(reverse("transfer:data", args=[ada.club_id]))
    assert visitor.faults() == []
    page.get_by_role("link", name="Undo the import").click()
    page.get_by_role("button", name="Remove 1 table").wait_for()
    assert visitor.faults() == []
    page.get_by_role("button", name="Remove 1 table").click()
    page.get_by_text("1 table was removed again.").wait_for()
    assert not Table.objects.exists()


def test_a_finished_event_is_compared_with_its_file_and_imported(visit: Visit, ada: Membership) -> None:
    PlayerFactory(club=ada.club, name="Chloe")
    visitor = visit(ada, size=PHONE)
    page = visitor.open(reverse("transfer:data", args=[ada.club_id]))
    assert visitor.faults() == []
    content = evening(lines=LINES | {1: [("1", "3", "4S", "S", "10", "450", "1", "1"), *LINES[1][1:]]})
    file = {"name": "tuesday.xml", "mimeType": "text/xml", "buffer": content}
    page.locator("#results_file").set_input_files(file)
    page.get_by_role("button", name="Check the file").last.click()
    page.get_by_text("420 points here, 450 in the file.").wait_for()
    assert visitor.faults() == []
    page.get_by_role("button", name="Import").click()
    page.get_by_text("1 event was imported.").wait_for()
    assert ada.club.events.get().state == "finished"


def test_errors_are_listed_with_their_lines(visit: Visit, ada: Membership) -> None:
    visitor = visit(ada)
    page = visitor.open(reverse("transfer:data", args=[ada.club_id]))
    content = file_of(line(0, entry={"board": 0, "passed_out": True}), seat(1, name="x" * 81))
    page.locator("#tables_file").set_input_files({"name": "a.jsonl", "mimeType": "text/plain", "buffer": content})
    page.get_by_role("button", name="Check the file").first.click()
    page.get_by_text("There are 2 errors in this file").wait_for()
    page.get_by_text("Line 1, hand 1").wait_for()
    assert visitor.faults() == []


def test_a_file_that_is_too_large_is_not_sent_and_without_the_script_a_page_leads_back(
    visit: Visit, ada: Membership
) -> None:
    visitor = visit(ada)
    page = visitor.open(reverse("transfer:data", args=[ada.club_id]))
    field, check = page.locator("#tables_file"), page.get_by_role("button", name="Check the file").first
    file = {"name": "a.jsonl", "mimeType": "text/plain", "buffer": b"x" * 2_000_000}
    field.set_input_files(file)
    expect(page.get_by_role("alert")).to_have_text("This file is too large: a page accepts up to 900 kB.")
    check.click()
    expect(field).to_be_focused()
    expect(check).to_be_enabled()
    assert visitor.faults() == []
    field.set_input_files({**file, "buffer": b"x"})
    expect(page.get_by_role("alert")).to_have_count(0)

    visitor.choose_language("de")
    page.reload()
    visitor.expect_failed_requests()
    page.locator("#tables_file").evaluate("field => delete field.dataset.most")
    page.locator("#tables_file").set_input_files(file)
    page.locator("form[action$='/tables/'] button").click()
    expect(page.locator("html[lang=de] main")).to_contain_text("manage.py import")
    assert visitor.faults() == []
    page.locator("main a.button").click()
    page.wait_for_url("**" + reverse("transfer:data", args=[ada.club_id]))
