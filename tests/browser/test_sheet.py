"""An evening at the table, on a phone."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.belote.rules import PRESETS as BELOTE
from games.bridge.rules import Entry
from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import all_games
from tests.browser.conftest import Visit, assert_fits
from tests.factories import make_table

pytestmark = pytest.mark.django_db(transaction=True)


class Taps:
    """Taps keys and counts the taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def key(self, name: str, value: str) -> None:
        key = self.page.locator(f"input[name={name}][value='{value}']")
        box = key.bounding_box()
        assert box["height"] >= 44
        assert box["width"] >= 40
        key.click()
        self.count += 1

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name).click()
        self.count += 1

    def digits(self, label: str | re.Pattern[str], text: str) -> None:
        """Type digits. One tap opens the keyboard, and the digits are not counted."""
        field = self.page.get_by_label(label, exact=True)
        field.click()
        field.press_sequentially(text)
        self.count += 1


def record_hands(table: Table, count: int) -> None:
    for board in range(1, count + 1):
        entry = Entry(board=board, level=1, strain="NT", declarer="N", tricks=7)
        services.record_hand(table, entry, by=None, key=None)


def address(name: str, table: Table, *args: int) -> str:
    return reverse(f"play:{name}", args=[table.pk, *args])


def test_a_normal_bridge_hand_takes_six_taps_and_fits_a_phone(visit: Visit, club: Club, boris: Membership) -> None:
    table = make_table(club, "bridge")
    visitor = visit(boris)
    page = visitor.open(address("table", table))
    taps = Taps(page)
    taps.key("level", "4")
    taps.key("strain", "S")
    taps.key("declarer", "S")
    taps.key("tricks", "+1")
    expect(page.locator("#why .gains")).to_contain_text("N–S +450 E–W −450")
    assert_fits(page)
    taps.button("Save board 1")

    expect(page.locator("#hand-1")).to_contain_text("+450")
    expect(page.locator("#totals .lead")).to_contain_text("450")
    expect(page.get_by_role("heading", name="Board 2")).to_be_visible()
    assert taps.count <= 6
    assert table.hands.count() == 1


def test_bridge_offers_the_results_that_the_level_allows(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(address("table", make_table(club, "bridge")))
    results = page.get_by_role("radiogroup", name="Result")
    page.locator("#entry .more summary").click()
    for level, most, least in (("", "+6", "−13"), ("1", "+6", "−7"), ("4", "+3", "−10"), ("7", "=", "−13")):
        if level:
            page.locator(f"input[name=level][value='{level}']").click()
        offered = [text.strip() for text in results.locator("label:visible").all_inner_texts()]
        over = [text for text in offered if "−" not in text]
        down = [text for text in offered if "−" in text]
        assert (over[-1], down[-1]) == (most, least), level
        assert (len(over), len(down)) == (int(most.replace("=", "0")) + 1, -int(least.replace("−", "-")))
    page.locator("input[name=level][value='3']").click()
    page.locator("input[name=tricks][value='+4']").click()
    page.locator("input[name=level][value='5']").click()
    expect(page.locator("#why")).to_contain_text("Still missing: Suit or no trump, Declarer, Result")


def test_a_normal_belote_hand_takes_six_taps_and_the_digits_and_fits_a_phone(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = make_table(club, "belote")
    visitor = visit(boris)
    page = visitor.open(address("table", table))
    taps = Taps(page)
    taps.key("bidder", "2")
    taps.key("value", "90")
    taps.key("trump", "H")
    taps.digits(re.compile("^Points of the bidder's side"), "95")
    expect(page.locator("#why .gains")).to_contain_text("+95")
    assert_fits(page)
    taps.button("Save hand 1")

    expect(page.locator("#hand-1")).to_contain_text("+95")
    expect(page.locator("#hand-1")).to_contain_text("+67")
    assert taps.count <= 6


def test_errors_are_beside_their_fields_until_these_are_filled_in_and_the_rest_is_kept(
    visit: Visit, club: Club, boris: Membership
) -> None:
    page = visit(boris).open(address("table", make_table(club, "bridge")))
    Taps(page).key("level", "4")
    page.get_by_role("button", name="Save board 1").click()
    for name in ("strain", "declarer", "tricks"):
        expect(page.locator(f"fieldset#id_{name} .errors")).to_be_visible()
        expect(page.locator(f"fieldset#id_{name} .errors")).to_have_text("Please choose.")
    expect(page.locator("fieldset#id_level .errors")).to_have_count(0)
    expect(page.locator("input[name=level][value='4']")).to_be_checked()
    Taps(page).key("strain", "S")
    expect(page.locator("fieldset#id_strain .errors")).to_have_text("")
    expect(page.locator("fieldset#id_strain")).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("fieldset#id_declarer .errors")).to_have_text("Please choose.")


def test_undo_voids_the_hand_just_saved_and_its_values_stay_in_the_form_until_they_are_saved_again(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = make_table(club, "bridge")
    page = visit(boris).open(address("table", table))
    taps = Taps(page)
    for name, value in (("level", "3"), ("strain", "NT"), ("declarer", "E"), ("tricks", "=")):
        taps.key(name, value)
    taps.button("Save board 1")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#hand-1")).to_contain_text("does not count")
    expect(page.locator("#totals .lead")).to_have_count(0)
    assert table.hands.get().voided
    expect(page.locator("input[name=level][value='3']")).to_be_checked()
    page.reload()
    expect(page.locator("input[name=level][value='3']")).to_be_checked()
    taps.key("tricks", "+1")
    taps.button("Save board 1")
    expect(page.get_by_role("heading", name="Board 2")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/tables/\w+/$"))

    page.reload()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("fieldset#id_level .errors")).to_be_visible()
    assert table.hands.not_voided().count() == 1


def test_two_phones_save_hand_1_and_the_second_gets_a_message(
    visit: Visit, club: Club, ada: Membership, boris: Membership
) -> None:
    table = make_table(club, "bridge")
    phones = [visit(who).open(address("table", table)) for who in (ada, boris)]
    for page, level in zip(phones, ("2", "4"), strict=True):
        taps = Taps(page)
        for name, value in (("level", level), ("strain", "H"), ("declarer", "S"), ("tricks", "=")):
            taps.key(name, value)
    phones[0].get_by_role("button", name="Save board 1").click()
    expect(phones[0].locator("#hand-1")).to_be_visible()
    phones[1].get_by_role("button", name="Save board 1").click()

    expect(phones[1].get_by_role("alert").first).to_contain_text("On the sheet, by ada")
    expect(phones[1].locator("#hand-1")).to_contain_text("+110")
    expect(phones[1].locator("input[type=radio][name=level][value='4']")).to_be_checked()
    assert table.hands.count() == 1


def test_belote_says_when_a_side_has_reached_the_target_and_offers_to_close(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = make_table(club, "belote", variant=BELOTE["house"].__class__(target=150))
    page = visit(boris).open(address("table", table))
    taps = Taps(page)
    for name, value in (("bidder", "1"), ("value", "100"), ("trump", "S"), ("coinche", "coinche")):
        taps.key(name, value)
    page.locator("input[name=points]").fill("110")
    expect(page.locator("#why")).to_contain_text("+220")
    taps.button("Save hand 1")
    expect(page.locator("#notices")).to_contain_text("150")
    page.locator("#notices").get_by_role("link", name="Close the table").click()
    page.get_by_role("button", name="Close the table").click()
    expect(page.locator("main")).to_contain_text("The table is closed.")
    page.get_by_role("link", name="Sheet", exact=True).click()
    expect(page.locator("#entry")).to_have_count(0)


def test_the_buttons_below_an_entry_have_room_without_javascript(visit: Visit, club: Club, boris: Membership) -> None:
    visitor = visit(boris, scripts=False)
    for game in all_games():
        page = visitor.open(address("table", make_table(club, game)))
        for button in page.locator(".save button").all():
            assert button.bounding_box()["height"] < 60, f"{game.slug}: {button.inner_text()}"
        assert visitor.overflow() <= 0


def test_the_reason_of_a_correction_is_shown_in_full(visit: Visit, club: Club, ada: Membership) -> None:
    table = make_table(club, "bridge")
    entry = Entry(board=1, level=1, strain="NT", declarer="N", tricks=7)
    hand = services.record_hand(table, entry, by=ada.user, key=None).hand
    longest = "Chloé says that it was one down, and Dirk agrees with her. " * 4
    services.correct_hand(hand, replace(entry, tricks=6), by=ada.user, why=longest[:200].strip())
    visitor = visit(ada)
    page = visitor.open(address("table", table))
    row = page.locator("#hand-1 summary").first
    row.click()
    box, reason = row.bounding_box(), row.locator("small bdi").last.bounding_box()
    assert reason["height"] > 60
    assert reason["y"] + reason["height"] <= box["y"] + box["height"]
    assert visitor.overflow() <= 0


def test_every_step_works_without_javascript(visit: Visit, club: Club, ada: Membership) -> None:
    make_table(club, "bridge", players=None)
    page = visit(ada, scripts=False).open(reverse("play:open", args=[club.pk, "bridge"]))
    for position, name in enumerate(("Ada", "Boris", "Chloé", "Zoran"), start=1):
        page.locator(f"input[name=name_{position}]").fill(name)
    page.get_by_role("button", name="Open table 2").click()
    expect(page.locator("#totals")).to_contain_text("Zoran")
    for name, value in (("level", "4"), ("strain", "S"), ("declarer", "W")):
        page.locator(f"input[name={name}][value='{value}']").check(force=True)
    page.locator("input[name=tricks][value='=']").check(force=True)
    page.get_by_role("button", name="Show points").click()
    expect(page.locator("#why")).to_contain_text("+420")
    page.get_by_role("button", name="Save board 1").click()
    expect(page.locator("#hand-1")).to_contain_text("+420")
    page.locator("#hand-1 summary").first.click()
    page.locator("#hand-1").get_by_role("link").click()
    page.get_by_label("In your own words").fill("wrong board")
    page.get_by_role("button", name="Void").click()
    expect(page.locator("#hand-1")).to_contain_text("does not count")
    page.locator("details.menu > summary").first.click()
    page.get_by_role("link", name="Close the table").click()
    page.get_by_role("button", name="Close the table").click()
    expect(page.locator("main")).to_contain_text("The table is closed.")


def test_a_conflict_is_visible_however_far_the_page_was_scrolled(
    visit: Visit, club: Club, ada: Membership, boris: Membership
) -> None:
    table = make_table(club, "belote")
    page = visit(boris).open(address("table", table))
    taps = Taps(page)
    for name, value in (("bidder", "1"), ("value", "100"), ("trump", "S")):
        taps.key(name, value)
    page.locator("input[name=points]").fill("110")
    services.record_hand(table, table.config.rules.EXAMPLES[0].entry, by=ada.user, key=None)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.get_by_role("button", name="Save hand 1").click()
    expect(page.locator(".conflict")).to_be_in_viewport(ratio=1)
    expect(page.locator(".conflict")).to_be_focused()


def test_a_hand_opens_to_explain_its_points_and_its_correction_takes_the_place_of_the_next_hand(
    visit: Visit, club: Club, ada: Membership
) -> None:
    table = make_table(club, "bridge")
    record_hands(table, 4)
    page = visit(ada).open(address("table", table))
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    page.locator("#hand-3 summary").first.click()
    expect(page.locator("#hand-3 .why")).to_contain_text("Part-score")
    page.locator("#hand-3").get_by_role("link", name="Correct").click()
    expect(page.get_by_role("heading", name="Correct Board 3")).to_be_in_viewport()
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("button", name="Save board 5")).to_be_visible()

    page.locator("#hand-3").get_by_role("link", name="Correct").click()
    page.locator("input[name=tricks][value='-1']").click()
    expect(page.locator("#why")).to_contain_text("trick down")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator("#id_reason_error")).to_be_visible()
    page.locator("#entry").get_by_role("radio", name="other", exact=True).click()
    page.locator("#entry").get_by_label("In your own words").fill("one down, says Chloé")
    page.get_by_role("button", name="Save the correction").click()

    expect(page.locator("#messages")).to_contain_text("Board 3 is corrected.")
    row = page.locator("#hand-3")
    for said in ("corrected", "ada", "one down, says Chloé"):
        expect(row).to_contain_text(said)
    expect(page.locator("#rows > tr")).to_have_count(4)
    assert page.locator("#hand-2 .num > span.minus").count() == 1
    expect(page.locator("#totals .lead")).to_contain_text("220")
    page.get_by_role("button", name="Save board 5").wait_for()
    row.locator("summary").first.click()
    expect(row.locator("del")).to_contain_text("=")
    expect(row.locator("ins")).to_contain_text("−1")
    assert loads == []
    assert list(faults(table)) == []


def test_a_correction_has_its_own_page_while_a_hand_is_half_typed(visit: Visit, club: Club, ada: Membership) -> None:
    table = make_table(club, "bridge")
    record_hands(table, 1)
    page = visit(ada).open(address("table", table))
    page.locator("input[name=level][value='3']").click()
    page.locator("#hand-1 summary").first.click()
    page.locator("#hand-1").get_by_role("link", name="Correct").click()
    page.wait_for_url("**/correct/")
