"""Typing a hand of preferans on a phone takes few taps, asks only relevant questions, and fits on one screen."""

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from games.preferans.rules import Entry
from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from tests.browser.conftest import Visit, assert_fits
from tests.browser.hands import sheet_path
from tests.factories import make_players, make_table

pytestmark = pytest.mark.django_db(transaction=True)

HEIGHT_OF_TEXT = """cell => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return text.getBoundingClientRect().height;
}"""


class Taps:
    """Taps keys and counts the taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def key(self, name: str, value: str) -> None:
        self._tap(name, self.page.locator(f"input[name={name}][value='{value}']"))

    def tick(self, name: str) -> None:
        self._tap(name, self.page.locator(f"input[name={name}]"))

    def _tap(self, name: str, box: Locator) -> None:
        expect(box).to_be_visible()
        size = box.bounding_box()
        assert size["height"] >= 44, name
        assert size["width"] >= 40, name
        box.click()
        self.count += 1

    def keys(self, **values: str) -> None:
        for name, value in values.items():
            self.key(name, value)

    def more(self, field: str) -> None:
        self.page.locator(f"#id_{field} summary").click()
        self.count += 1

    def save(self) -> None:
        self.page.locator(".save > button").first.click()
        self.count += 1


def table_of(club: Club, seats: int) -> Table:
    return make_table(club, "preferans", players=make_players(club, seats))


def entries(table: Table) -> list[Entry]:
    return [detail.entry for detail in table.config.hand_model.objects.for_table(table)]


def asked(page: Page) -> set[str]:
    """Return the visible questions."""
    names = ("declarer", "level", "defence", "tricks_1", "tricks_2", "tricks_3", "tricks_4", "together", "betl")
    return {name for name in names if page.locator(f"#id_{name}").is_visible()}


def defences(page: Page) -> list[str]:
    """Return the visible keys of the defenders, without those that are folded away."""
    keys = page.locator("#id_defence > .keys input")
    return [key.get_attribute("value") or "" for key in keys.all() if key.is_visible()]


def test_a_normal_hand_takes_six_taps_and_the_sheet_says_that_its_totals_need_not_add_up_to_zero(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = table_of(club, 3)
    page = visit(boris).open(sheet_path(table))
    expect(page.locator("#explained")).to_be_empty()
    taps = Taps(page)
    taps.keys(declarer="1", level="4", defence="both", tricks_2="3", tricks_3="1")
    expect(page.locator("#why")).to_contain_text("Made with 6 tricks: 8 × 10")
    taps.save()

    for points in ("+80", "+24", "+8"):
        expect(page.locator("#hand-1")).to_contain_text(points)
    assert taps.count == 6
    assert entries(table) == [PLAYED]
    assert list(faults(table)) == []
    for _ in ("after the save", "on a page loaded anew"):
        expect(page.locator("#explained")).to_contain_text("The totals add up to 112. By the rules this need not be 0")
        expect(page.locator("#notices")).to_be_empty()
        page.reload()


def test_simple_hands_take_fewer_taps(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(table_of(club, 3)))
    simple = (
        ({"declarer": "2", "level": "3", "defence": "follow-1", "tricks_1": "2"}, 5),
        ({"declarer": "2", "level": "3", "defence": "nobody"}, 4),
        ({"declarer": "2", "level": "6", "betl": "made"}, 4),
    )
    for number, (values, most) in enumerate(simple, start=1):
        taps = Taps(page)
        taps.keys(**values)
        taps.save()
        expect(page.locator(f"#hand-{number}")).to_be_visible()
        assert taps.count == most


def test_a_counter_and_a_call_take_one_more_tap(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club, 3)
    page = visit(boris).open(sheet_path(table))
    taps = Taps(page)
    taps.keys(declarer="1", level="2")
    taps.tick("in_hand")
    taps.more("defence")
    taps.keys(defence="counter-3", together="5")
    expect(page.locator("#why")).to_contain_text("Game value (4 + 2 in hand) × 2 = 12")
    taps.save()
    expect(page.locator("#hand-1")).to_contain_text("Chloé counters, 5 together")
    assert taps.count == 7

    taps.keys(declarer="2", level="3")
    taps.more("defence")
    taps.keys(defence="call-1", together="4")
    taps.save()
    expect(page.locator("#hand-2")).to_contain_text("Ada calls, 4 together")
    assert [entry.counter for entry in entries(table)] == ["counter", "none"]


NORMAL = {
    3: {"declarer": "1", "level": "4", "defence": "both", "tricks_2": "3", "tricks_3": "1"},
    4: {"declarer": "2", "level": "4", "defence": "both", "tricks_3": "3", "tricks_4": "1"},
}
"""Hands by the number of seats. At a table of four, Ada deals and sits out."""

SECOND = {
    3: {"declarer": "2", "level": "4", "defence": "both", "tricks_1": "3", "tricks_3": "1"},
    4: {"declarer": "3", "level": "4", "defence": "both", "tricks_1": "3", "tricks_4": "1"},
}

PLAYED = Entry(4, roles=("declarer", "follow", "follow"), tricks=(6, 3, 1))


@pytest.mark.parametrize("seats", [3, 4])
def test_the_whole_entry_of_a_normal_hand_fits_a_phone(visit: Visit, club: Club, boris: Membership, seats: int) -> None:
    """This includes the notice that totals need not add up to zero, and the message that a hand was saved."""
    page = visit(boris).open(sheet_path(table_of(club, seats)))
    taps = Taps(page)
    taps.keys(**NORMAL[seats])
    expect(page.locator("#why .gains b")).to_have_count(3)
    assert_fits(page)

    taps.save()
    expect(page.locator("#entry .success")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    taps.keys(**SECOND[seats])
    expect(page.locator("#why .gains b")).to_have_count(3)
    assert_fits(page)

    page.evaluate("document.querySelector('#entry form').reset()")  # or the hand would be offered again
    page.reload()
    page.evaluate("scrollTo(0, 0)")
    taps.keys(**SECOND[seats])
    expect(page.locator("#why .gains b")).to_have_count(3)
    assert_fits(page)


def test_only_relevant_questions_are_asked(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(table_of(club, 3)))
    taps = Taps(page)
    always = {"declarer", "level", "defence"}
    assert asked(page) == always
    assert defences(page) == ["both", "nobody"]
    expect(page.locator("#id_defence summary")).to_be_hidden()

    taps.key("declarer", "2")
    assert defences(page) == ["both", "nobody", "follow-1", "follow-3"]
    for level, announced in (("6", "Counter"), ("5", "Counter or call")):  # nobody calls in betl
        taps.key("level", level)
        expect(page.locator("#id_defence summary")).to_have_text(announced, use_inner_text=True)
    taps.key("defence", "both")
    assert asked(page) == always | {"tricks_1", "tricks_3"}
    taps.key("defence", "follow-3")
    assert asked(page) == always | {"tricks_3"}
    taps.key("defence", "nobody")
    assert asked(page) == always
    taps.more("defence")
    for rare in ("call-1", "counter-3", "double_counter-1"):
        taps.key("defence", rare)
        assert asked(page) == always | {"together"}
    taps.key("level", "6")
    assert asked(page) == always | {"betl"}
    assert defences(page) == ["both"]
    expect(page.locator("input[value=call-1]")).to_be_hidden()
    page.locator("#entry .head summary").click()
    page.get_by_label("Nobody bid").check()
    assert asked(page) == set()


def test_an_answer_that_no_longer_applies_is_not_sent(visit: Visit, club: Club, boris: Membership) -> None:
    """Ada is typed as a defender with 3 tricks, but then turns out to be the declarer."""
    table = table_of(club, 3)
    page = visit(boris).open(sheet_path(table))
    taps = Taps(page)
    taps.keys(declarer="2", level="4", defence="follow-1", tricks_1="3")
    taps.key("declarer", "1")
    assert asked(page) == {"declarer", "level", "defence"}
    taps.keys(defence="follow-3", tricks_3="2")
    taps.save()
    expect(page.locator("#hand-1")).to_be_visible()
    assert entries(table) == [Entry(4, roles=("declarer", "pass", "follow"), tricks=(8, 0, 2))]


def test_another_player_than_the_dealer_can_sit_out(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club, 4)
    page = visit(boris).open(sheet_path(table))
    expect(page.locator("#entry .head")).to_contain_text("Ada deals and sits out")
    expect(page.locator("input[name=declarer][value='1']")).to_be_hidden()
    page.locator("#entry .head summary").click()
    page.get_by_label("Sits out").select_option(label="Chloé")
    taps = Taps(page)
    taps.keys(declarer="1", level="7", defence="follow-4", tricks_4="3")
    expect(page.locator("input[name=declarer][value='3']")).to_be_hidden()
    assert defences(page) == ["both", "nobody", "follow-2", "follow-4"]
    taps.save()
    expect(page.locator("#hand-1")).to_contain_text("Chloé sits out")
    assert entries(table) == [Entry(7, roles=("declarer", "pass", "follow"), tricks=(7, 0, 3), sitting_out=(3,))]
    expect(page.locator("#entry .head")).to_contain_text("Dirk deals and sits out")


def test_axe_finds_nothing_on_a_form_with_errors_or_answers(visit: Visit, club: Club, boris: Membership) -> None:
    visitor = visit(boris)
    page = visitor.open(sheet_path(table_of(club, 4)))
    taps = Taps(page)
    taps.save()
    page.locator(".errors").first.wait_for()
    assert visitor.faults() == []
    taps.keys(**NORMAL[4])
    expect(page.locator("#why .gains")).to_be_visible()
    assert visitor.faults() == []
    taps.more("defence")
    taps.keys(defence="double_counter-3", level="6", betl="failed")
    assert visitor.faults() == []


def test_every_step_works_without_javascript(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club, 4)
    page = visit(boris, scripts=False).open(sheet_path(table))
    choose = {"declarer": "2", "level": "4", "defence": "both", "tricks_3": "2", "tricks_4": "2"}
    for name, value in choose.items():
        page.locator(f"input[name={name}][value='{value}']").press("Space")
    page.get_by_role("button", name="Show points").click()
    expect(page.locator("#why")).to_contain_text("+80")
    page.get_by_role("button", name="Save hand 1").click()
    expect(page.locator("#hand-1")).to_contain_text("Ada sits out")

    page.locator("input[name=declarer][value='2']").press("Space")
    page.get_by_role("button", name="Save hand 2").click()
    expect(page.locator("#id_declarer .errors")).to_have_text("Boris sits out. Choose one of the others.")
    page.locator("input[name=declarer][value='1']").press("Space")
    page.locator("input[name=level][value='3']").press("Space")
    page.locator("#id_defence summary").click()
    page.locator("input[name=defence][value='call-3']").press("Space")
    page.locator("input[name=together][value='3']").press("Space")
    page.get_by_role("button", name="Save hand 2").click()
    expect(page.locator("#hand-2")).to_contain_text("−42")
    assert entries(table)[1] == Entry(3, roles=("declarer", "call", "called"), tricks=(7, 3, 0), sitting_out=(2,))


def test_a_correction_starts_with_the_original_answers(visit: Visit, club: Club, ada: Membership) -> None:
    table = table_of(club, 3)
    call = Entry(3, roles=("called", "declarer", "call"), tricks=(1, 7, 2))
    services.record_hand(table, call, by=ada.user, key=None)
    page = visit(ada).open(reverse("play:correct", args=[table.pk, 1]))
    assert asked(page) == {"declarer", "level", "defence", "together"}
    expect(page.locator("input[value=call-3]")).to_be_checked()
    expect(page.locator("input[name=together][value='3']")).to_be_checked()
    Taps(page).key("together", "4")
    page.get_by_role("radio", name="miscounted", exact=True).click()
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator("#hand-1")).to_contain_text("+24")
    assert entries(table) == [Entry(3, roles=("called", "declarer", "call"), tricks=(0, 6, 4))]


def test_no_formula_on_the_rules_page_is_broken(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(reverse("play:game_rules", args=[club.pk, "preferans"]))
    formulas = page.locator(".prose td.num", has_text=" V")
    assert formulas.count() > 10
    assert [cell.inner_text() for cell in formulas.all() if cell.evaluate(HEIGHT_OF_TEXT) > 30] == []
