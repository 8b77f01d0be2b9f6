"""Doppelkopf at the table, on a phone."""

from dataclasses import replace

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.doppelkopf.rules import PRESETS
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from tests.browser.conftest import PHONE, Visit, assert_fits
from tests.browser.hands import sheet_path
from tests.browser.test_sheet import Taps
from tests.factories import make_players, make_table
from tests.games.doppelkopf.hands import hand, of_range

pytestmark = pytest.mark.django_db(transaction=True)

HOUSE, DDV = PRESETS["house"], PRESETS["ddv"]


def table_of(club: Club, seats: int = 4, variant: object = HOUSE) -> Table:
    return make_table(club, "doppelkopf", variant=variant, players=make_players(club, seats))


def stored(table: Table) -> object:
    return table.config.hand_model.objects.for_table(table).last().entry


def test_a_normal_hand_takes_four_taps_and_fits_a_phone(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club)
    page = visit(boris).open(sheet_path(table))
    taps = Taps(page)
    taps.key("re", "1")
    taps.key("re", "3")
    taps.key("augen", "180")
    expect(page.locator("#why .gains")).to_contain_text("+2")
    assert_fits(page)
    taps.button("Save hand 1")

    expect(page.locator("#hand-1")).to_contain_text("151–180 Ada & Chloé")
    expect(page.locator("#totals .lead").first).to_contain_text("2")
    assert taps.count == 4


@pytest.mark.parametrize("party", ["Re", "Kontra"])
def test_a_hand_with_an_absage_and_exact_augen_takes_seven_taps_and_the_digits(
    party: str, visit: Visit, club: Club, boris: Membership
) -> None:
    table = table_of(club)
    page = visit(boris).open(sheet_path(table))
    taps = Taps(page)
    taps.key("re", "2")
    taps.key("re", "3")
    taps.key("augen", "exact")
    taps.digits(f"Augen of {party}", {"Re": "155", "Kontra": "85"}[party])
    page.get_by_text("Re, Kontra, Absagen").click()
    taps.count += 1
    taps.key("re_said", "k90")
    expect(page.locator("#why")).to_contain_text("“Re” was announced")
    taps.button("Save hand 1")

    expect(page.locator("#hand-1")).to_contain_text("Re, keine 90")
    assert stored(table) == hand(155, "k90", re=(2, 3))
    assert taps.count == 7


@pytest.mark.parametrize("variant", [HOUSE, DDV], ids=["house", "ddv"])
def test_the_whole_entry_of_the_fourth_hand_fits_a_phone(
    variant: object, visit: Visit, club: Club, boris: Membership
) -> None:
    """This includes the notices of a sheet with hands, which the first hand does not have."""
    table = table_of(club, variant=variant)
    for _ in range(3):
        services.record_hand(table, hand(130), by=boris.user, key=None)
    page = visit(boris).open(sheet_path(table))
    taps = Taps(page)
    for name, value in (("re", "1"), ("re", "3"), ("augen", "180")):
        taps.key(name, value)
    expect(page.locator("#why .gains")).to_contain_text("−2")
    assert_fits(page)


def test_only_relevant_questions_are_asked(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(table_of(club, variant=DDV)))
    legend = page.locator("#id_augen > legend")
    expect(legend).to_have_text("Augen of Re", use_inner_text=True)
    for name in ("soloist", "duty", "schwarz", "re_augen"):
        expect(page.locator(f"input[name={name}]").first).to_be_disabled()
    page.locator("summary", has_text="Solo").click()
    page.locator("input[name=kind][value=damen]").click()
    expect(legend).to_have_text("Augen of the soloist", use_inner_text=True)
    for name in ("soloist", "duty"):
        expect(page.locator(f"input[name={name}]").first).to_be_enabled()
    for name in ("re", "re_fuchs"):
        expect(page.locator(f"input[name={name}]").first).to_be_disabled()
    schwarz = page.get_by_role("radiogroup", name="The party with 0 Augen took")
    page.locator("input[name=augen][value='240']").click()
    expect(schwarz).to_be_visible()
    page.locator("input[name=augen][value='exact']").click()
    expect(schwarz).to_be_hidden()
    page.get_by_label("Augen of Kontra", exact=True).fill("0")
    expect(schwarz).to_be_visible()


def test_a_player_who_has_played_the_pflichtsolo_no_longer_owes_it(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club, variant=DDV)
    page = visit(boris).open(sheet_path(table))
    page.locator("summary", has_text="Solo").click()
    for name, value in (("kind", "damen"), ("soloist", "2"), ("augen", "180")):
        page.locator(f"input[name={name}][value='{value}']").click()
    expect(page.locator("#why .warnings")).to_contain_text("Boris still owes a Pflichtsolo")
    page.get_by_role("button", name="Save hand 1").click()
    expect(page.locator("#id_duty_error")).to_contain_text("Boris still owes a Pflichtsolo")
    expect(page.locator("input[name=duty]:checked")).to_have_count(0)
    page.locator("input[name=duty][value=pflicht]").click()
    expect(page.locator("#why .warnings")).to_have_count(0)
    page.get_by_role("button", name="Save hand 1").click()
    expect(page.locator("#totals .state")).to_contain_text("Pflichtsolo still owed: Ada, Chloé, Dirk")
    expect(page.locator("#entry .head")).to_contain_text("dealer Ada")


def test_another_player_than_usual_sits_out(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club, 5)
    page = visit(boris).open(sheet_path(table))
    expect(page.locator("#entry .head")).to_contain_text("Ada deals and sits out")
    expect(page.locator("input[name=re]")).to_have_count(4)
    page.locator("#entry .head summary").click()
    page.get_by_label("Sitting out").select_option(label="Dirk")
    expect(page.locator("#entry .head")).to_contain_text("Dirk sits out")
    expect(page.locator("input[name=re][value='4']")).to_have_count(0)
    for name, value in (("re", "1"), ("re", "5"), ("augen", "150")):
        page.locator(f"input[name={name}][value='{value}']").click()
    page.get_by_role("button", name="Save hand 1").click()
    expect(page.locator("#hand-1")).to_contain_text("out: Dirk")
    assert stored(table) == of_range(150, re=(1, 5), sitting_out=(4,))


def fill_in(page: Page, values: dict[str, str]) -> None:
    for name, value in values.items():
        page.locator(f"input[name={name}][value='{value}']").press("Space")


def test_every_step_works_without_javascript(visit: Visit, club: Club, ada: Membership) -> None:
    table = table_of(club, 5)
    page = visit(ada, scripts=False).open(sheet_path(table))
    page.locator("#entry .head summary").click()
    page.get_by_label("Sitting out").select_option(label="Boris")
    page.get_by_role("button", name="Show points").click()
    expect(page.locator("#entry .head")).to_contain_text("Boris sits out")
    page.locator("summary", has_text="Solo").click()
    fill_in(page, {"kind": "damen", "soloist": "1", "augen": "exact"})
    page.get_by_label("Augen of Re", exact=True).fill("130")
    page.get_by_role("button", name="Show points").click()
    expect(page.locator("#why")).to_contain_text("+3")
    page.get_by_role("button", name="Save hand 1").click()
    expect(page.locator("#hand-1")).to_contain_text("Damen-Solo Ada")
    assert stored(table) == hand(130, kind="damen", sitting_out=(2,))


def test_axe_finds_nothing_on_a_form_that_is_unfolded_and_has_errors(
    visit: Visit, club: Club, boris: Membership
) -> None:
    rounds = replace(HOUSE, bock_after_120=True, bock_after_event=True)
    table = table_of(club, 7, rounds)
    services.record_hand(table, hand(120, re=(2, 3), sitting_out=(1, 4, 5)), by=boris.user, key=None)
    visitor = visit(boris)
    page = visitor.open(sheet_path(table))
    expect(page.locator("#totals .state")).to_contain_text("Bock × 2, 7 hands to come")
    page.locator("input[name=augen][value='exact']").click()
    page.locator(".save button").first.click()
    page.locator(".errors").first.wait_for()
    page.evaluate("document.querySelectorAll('#entry details').forEach(d => d.open = true)")
    assert visitor.faults() == []


def type_damensolo_of_boris_who_owes_a_pflichtsolo(page: Page) -> None:
    page.locator("#entry summary", has_text="Solo").click()
    for name, value in (("kind", "damen"), ("soloist", "2"), ("augen", "150"), ("duty", "lust")):
        page.locator(f"input[name={name}][value='{value}']").click()
    expect(page.locator("#why .warnings")).to_contain_text("Boris still owes a Pflichtsolo")


def tap_without_scrolling(page: Page, button: str) -> None:
    """Tap without scrolling. Playwright's click scrolls first, even if the button is visible."""
    box = page.get_by_role("button", name=button).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def assert_question_can_be_read(page: Page) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    question, save = page.locator("#why .warnings li").bounding_box(), page.locator(".save > button").first
    assert question["y"] > 0
    assert question["y"] + question["height"] <= save.bounding_box()["y"]
    expect(save).to_be_in_viewport(ratio=1)


def test_a_question_and_the_save_button_are_visible_whatever_is_unfolded(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = table_of(club, variant=DDV)
    page = visit(boris).open(sheet_path(table))
    type_damensolo_of_boris_who_owes_a_pflichtsolo(page)
    page.evaluate("document.querySelectorAll('#entry details').forEach(d => d.open = true)")
    page.evaluate("scrollTo(0, 0)")
    assert_question_can_be_read(page)
    tap_without_scrolling(page, "Save hand 1")
    expect(page.locator("#hand-1")).to_be_visible()


def tap_on_a_screen_too_low_for_the_question(page: Page, button: str) -> None:
    page.set_viewport_size({"width": 740, "height": 120})
    page.evaluate("scrollBy(0, document.querySelector('.warnings').getBoundingClientRect().bottom - 4)")
    expect(page.locator("#why .warnings li")).not_to_be_in_viewport(ratio=1)
    tap_without_scrolling(page, button)


def test_a_question_off_the_screen_is_asked_before_the_hand_is_saved(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = table_of(club, variant=DDV)
    page = visit(boris).open(sheet_path(table))
    type_damensolo_of_boris_who_owes_a_pflichtsolo(page)
    tap_on_a_screen_too_low_for_the_question(page, "Save hand 1")
    expect(page.get_by_role("button", name="Yes, save it")).to_be_visible()
    assert not table.hands.exists()
    assert_question_can_be_read(page)
    page.get_by_role("button", name="Yes, save it").click()
    expect(page.locator("#hand-1")).to_be_visible()


def test_a_question_off_the_screen_is_asked_in_a_correction(visit: Visit, club: Club, ada: Membership) -> None:
    table = table_of(club, variant=DDV)
    services.record_hand(table, hand(130), by=None, key=None)
    page = visit(ada).open(reverse("play:correct", args=[table.pk, 1]))
    type_damensolo_of_boris_who_owes_a_pflichtsolo(page)
    page.get_by_role("radio", name="other", exact=True).click()
    page.get_by_label("In your own words").fill("it was a solo")
    tap_on_a_screen_too_low_for_the_question(page, "Save the correction")
    expect(page.get_by_role("button", name="Yes, save it")).to_be_visible()
    assert_question_can_be_read(page)
    assert stored(table) == hand(130)
    page.get_by_role("button", name="Yes, save it").click()
    expect(page.locator("#hand-1")).to_contain_text("corrected")


def test_without_javascript_the_question_is_asked_after_saving(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club, variant=DDV)
    page = visit(boris, scripts=False).open(sheet_path(table))
    page.locator("#entry summary", has_text="Solo").click()
    fill_in(page, {"kind": "damen", "soloist": "2", "augen": "150", "duty": "lust"})
    page.get_by_role("button", name="Show points").click()
    expect(page.locator("#why .warnings")).to_contain_text("Boris still owes a Pflichtsolo")
    page.get_by_role("button", name="Save hand 1").click()
    expect(page.get_by_role("button", name="Yes, save it")).to_be_visible()
    assert not table.hands.exists()
    assert_question_can_be_read(page)
    page.get_by_role("button", name="Yes, save it").click()
    expect(page.locator("#hand-1")).to_be_visible()
