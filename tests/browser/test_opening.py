"""Opening a table: the chairs, and the names that they offer."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorer.club.models import Club, Membership
from tests.browser.conftest import Visit
from tests.factories import make_players

pytestmark = pytest.mark.django_db(transaction=True)


def form(club: Club, game: str) -> str:
    return reverse("play:open", args=[club.pk, game])


def offered(page: Page) -> list[str]:
    return page.locator("#offered:visible [role=option]").all_inner_texts()


def test_four_players_of_the_roster_are_seated_with_four_taps(visit: Visit, club: Club, boris: Membership) -> None:
    make_players(club, 4)
    page = visit(boris).open(form(club, "belote"))
    page.get_by_label("Player 1").click()
    for name in ("Ada", "Boris", "Chloé", "Dirk"):
        option = page.get_by_role("option", name=name)
        assert option.bounding_box()["height"] >= 44
        option.click()
    expect(page.locator("#offered")).to_be_hidden()
    page.get_by_role("button", name="Open table 1").click()
    expect(page.locator("#totals")).to_contain_text("Ada & Chloé")


def test_a_table_with_a_new_player_is_opened_with_the_keyboard(visit: Visit, club: Club, boris: Membership) -> None:
    make_players(club, 8)
    visitor = visit(boris)
    page = visitor.open(form(club, "bridge"))
    page.get_by_label("Player N").focus()
    assert offered(page) == ["Ada", "Boris", "Chloé", "Dirk", "Élise", "Farid", "Greta", "Hugo"]
    page.keyboard.type("el")
    assert offered(page) == ["Élise"]
    assert visitor.axe() == []
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", name="Élise")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Player E")).to_be_focused()
    assert "Élise" not in offered(page)
    page.keyboard.type("Zoran")
    assert offered(page) == []
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert offered(page) == []
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    names = [page.get_by_label(f"Player {seat}").input_value() for seat in "NESW"]
    assert names == ["Élise", "Zoran", "Hugo", "Ada"]
    page.get_by_role("button", name="Open table 1").click()
    expect(page.locator("#totals")).to_contain_text("Zoran & Ada")


def test_there_are_as_many_chairs_as_players_were_chosen(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(form(club, "doppelkopf"))
    chairs = page.get_by_role("combobox")
    expect(chairs).to_have_count(4)
    page.get_by_role("radio", name="6", exact=True).check(force=True)
    expect(chairs).to_have_count(6)
    for place in range(6):
        chairs.nth(place).fill(f"Player {'ABCDEF'[place]}")
    page.get_by_role("radio", name="5", exact=True).check(force=True)
    page.get_by_role("radio", name="5 deals").check(force=True)
    page.get_by_role("button", name="Open table 1").click()
    expect(page.locator("#totals .totals > li")).to_have_count(5)
    table = club.tables.get()
    assert (table.size, table.first_dealer) == (5, 5)


def test_a_similar_name_is_questioned_beside_its_chair(visit: Visit, club: Club, boris: Membership) -> None:
    make_players(club, 4)
    visitor = visit(boris)
    page = visitor.open(form(club, "belote"))
    for place, name in enumerate(("Ada", "Borsi", "Chloé", "Dirk")):
        page.get_by_role("combobox").nth(place).fill(name)
    page.get_by_role("button", name="Open table 1").click()
    expect(page.get_by_text("Nobody here is called “Borsi”.")).to_be_visible()
    assert visitor.axe() == []
    page.get_by_text("Boris", exact=True).click()
    page.get_by_role("button", name="Open table 1").click()
    expect(page.locator("#totals")).to_contain_text("Boris & Dirk")


def test_changed_rules_stay_when_another_preset_is_chosen(visit: Visit, club: Club, boris: Membership) -> None:
    make_players(club, 4)
    page = visit(boris).open(form(club, "belote"))
    page.get_by_text("Rules in detail").click()
    target = page.get_by_label("Play to")
    target.fill("1500")
    page.locator("input[name=preset][value=ffb]").check(force=True)
    expect(page.locator("input[name=shown]")).to_have_value("ffb")
    expect(target).to_have_value("1500")
    expect(target).to_be_visible()
    for place, name in enumerate(("Ada", "Boris", "Chloé", "Dirk")):
        page.get_by_role("combobox").nth(place).fill(name)
    page.get_by_role("button", name="Open table 1").click()
    expect(page.locator("#totals")).to_be_visible()
    table = club.tables.get()
    variant = table.config.table_model.objects.get(table=table).variant
    assert (variant.scoring, variant.target) == ("ffb", 1500)


def test_the_roster_is_typed_name_by_name(visit: Visit, club: Club, boris: Membership) -> None:
    visitor = visit(boris)
    page = visitor.open(reverse("club:players", args=[club.pk]))
    names = page.get_by_label("Add players")
    for typed in ("Ada", "Boris\nChloé"):
        names.fill(typed)
        page.get_by_role("button", name="Add", exact=True).click()
        if "\n" in typed:
            expect(names).to_have_value(typed)
            assert visitor.axe() == []
            page.get_by_role("button", name="Add 2 players").click()
        expect(page.locator("#roster")).to_contain_text(typed.splitlines()[-1])
        expect(names).to_be_focused()
        expect(names).to_have_value("")
    assert visitor.axe() == []


def test_a_rule_changed_before_or_while_another_preset_is_fetched_stays(
    visit: Visit, club: Club, boris: Membership
) -> None:
    page = visit(boris).open(form(club, "belote"))
    page.locator(".variant .fold > summary").click()
    target, held = page.get_by_label("Play to"), []
    target.fill("1500")
    page.locator("[name=preset][value=ffb]").click()
    expect(page.locator("[name=scoring][value=ffb]")).to_be_checked()
    expect(target).to_have_value("1500")

    page.route("**/rules/?*", lambda route: held.append(route), times=1)  # noqa: PLW0108  # counts arguments
    with page.expect_request("**/rules/?*"):
        page.locator("[name=preset][value=house]").click()
    target.fill("1234")
    page.locator("[name=litige][value=fails]").click()
    held[0].continue_()
    expect(page.locator("[name=scoring][value=house]")).to_be_checked()
    expect(target).to_have_value("1234")
    expect(page.locator("[name=litige][value=fails]")).to_be_checked()
