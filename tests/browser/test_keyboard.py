"""Typing a hand without a mouse."""

import pytest
from playwright.sync_api import Page, expect

from games.belote.rules import Entry as BeloteEntry
from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.play.models import Table
from tests.browser.conftest import DESK, PHONE, Visit, Visitor
from tests.browser.hands import sheet_path, table_of

pytestmark = pytest.mark.django_db(transaction=True)


def to_the_form(visitor: Visitor, table: Table) -> Page:
    """Skip the links at the top and the header of the form."""
    page = visitor.open(sheet_path(table))
    for key in ("Tab", "Enter", "Tab", "Tab"):
        page.keyboard.press(key)
    return page


def boards() -> list[Entry]:
    """Every level, strain, declarer, double and kind of result occurs."""
    return [
        Entry(
            board=level,
            level=level,
            strain=("C", "D", "H", "S", "NT")[level % 5],
            doubled=("", "X", "XX")[level % 3],
            declarer="NESW"[level % 4],
            tricks=(level + 6, level + 7, level + 5, 0)[level % 4],
        )
        for level in range(1, 8)
    ]


def keys_of(entry: Entry) -> str:
    assert entry.tricks is not None
    assert entry.level
    assert entry.strain
    over = entry.tricks - entry.level - 6
    result = "=" if over == 0 else f"{over:+d}"
    return f"{entry.level}{entry.strain[0]}{entry.declarer}{entry.doubled}{result}".lower()


def test_a_sheet_is_typed_with_the_keyboard_alone(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club, "bridge")
    page = to_the_form(visit(boris, size=DESK), table)
    entries = boards()
    for entry in entries:
        expect(page.locator("#entry h2")).to_have_text(f"Board {entry.board}")
        expect(page.locator("[name=level]").first).to_be_focused()
        page.keyboard.type(keys_of(entry))
        expect(page.locator("#why .gains")).to_be_visible()
        page.keyboard.press("Enter")
    expect(page.locator("#entry h2")).to_have_text(f"Board {len(entries) + 1}")
    saved = [detail.entry for detail in table.config.hand_model.objects.for_table(table)]
    assert [(one.board, keys_of(one)) for one in saved] == [(one.board, keys_of(one)) for one in entries]


def test_a_hand_of_belote_is_chosen_by_names_digits_and_letters(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club, "belote")
    page = to_the_form(visit(boris, size=DESK), table)
    page.keyboard.type("b110hx495")
    expect(page.locator("[name=points]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("o")
    expect(page.locator("#why .gains")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#entry .success")).to_be_visible()
    assert [detail.entry for detail in table.config.hand_model.objects.for_table(table)] == [
        BeloteEntry(2, 110, "H", "surcoinche", points=95, belote="opponent")
    ]
    expect(page.locator("[name=bidder]").first).to_be_focused()
    page.keyboard.type("3")
    expect(page.locator("[name=bidder][value='3']")).to_be_checked()


def test_letters_choose_keys_only_while_one_has_the_focus(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris, size=DESK).open(sheet_path(table_of(club, "bridge")))
    page.keyboard.type("4ss=")
    expect(page.locator("#entry :checked:not([value=''], option)")).to_have_count(0)


def test_a_letter_does_not_skip_an_empty_group(visit: Visit, club: Club, boris: Membership) -> None:
    page = to_the_form(visit(boris, size=DESK), table_of(club, "bridge"))
    page.keyboard.type("s")
    expect(page.locator("[name=strain]:checked")).to_have_count(0)
    page.keyboard.type("p")
    expect(page.get_by_role("button", name="Passed out")).to_be_focused()


def test_the_help_for_keyboards_is_shown_on_a_desktop_and_not_on_a_phone(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = table_of(club, "bridge")
    visitor = visit(boris, size=DESK)
    help_for_keyboards = visitor.open(sheet_path(table)).get_by_text("Keyboard:")
    expect(help_for_keyboards).to_be_visible()
    visitor.take_on(PHONE, "light")
    expect(help_for_keyboards).to_be_hidden()


def test_two_players_of_a_party_are_chosen_one_by_one(visit: Visit, club: Club, boris: Membership) -> None:
    page = to_the_form(visit(boris, size=DESK), table_of(club, "doppelkopf"))
    page.keyboard.type("nbd")
    expect(page.locator("[name=re]:checked")).to_have_count(2)
    assert [key.get_attribute("value") for key in page.locator("[name=re]:checked").all()] == ["2", "4"]
