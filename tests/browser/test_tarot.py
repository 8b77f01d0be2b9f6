"""Tarot at the table, on a phone."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from games.tarot.rules import PRESETS, Entry
from games.tarot.rules.entry import Characters, Handful
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from tests.browser.conftest import Visit, assert_fits
from tests.browser.hands import sheet_path
from tests.browser.test_sheet import Taps
from tests.factories import make_players, make_table
from tests.games.tarot.entries import FIVE, GOOD, MORT, PLAIN, THROWN_IN, deal, level, player

pytestmark = pytest.mark.django_db(transaction=True)

HOUSE = PRESETS["house"]
POINTS = "Taker's points"
MADE = (("contract", "garde"), ("taker", "2"), ("oudlers", "2"))
OWNERS = (("owner_21", "1"), ("owner_excuse", "1"), ("owner_petit", "1"))


def table_of(club: Club, seats: int = 4, variant: object = HOUSE) -> Table:
    return make_table(club, "tarot", variant=variant, players=make_players(club, seats))


def stored(table: Table) -> Entry:
    entry: Entry = table.config.hand_model.objects.for_table(table).last().entry
    return entry


def choose(page: Page, *choices: tuple[str, str]) -> None:
    for name, value in choices:
        page.locator(f"input[name={name}][value='{value}']").click()


def type_points(page: Page, **points: str) -> None:
    """Type points by the name of their field: points_1="52"."""
    for name, text in points.items():
        page.locator(f"input[name={name}]").fill(text)


def test_a_deal_with_a_taker_takes_five_taps_and_the_digits_and_fits_a_phone(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = table_of(club)
    page = visit(boris).open(sheet_path(table))
    taps = Taps(page)
    for name, value in MADE:
        taps.key(name, value)
    taps.digits(POINTS, "49")
    expect(page.locator("#why .gains")).to_contain_text("+198")
    assert_fits(page)
    taps.button("Save deal 1")

    expect(page.locator("#hand-1")).to_contain_text("+8 Garde Boris")
    expect(page.locator("#totals .lead")).to_contain_text("198")
    assert stored(table) == replace(GOOD, taker=2)
    assert taps.count == 5


def test_calling_a_partner_at_a_table_of_five_takes_one_more_tap(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club, 5)
    page = visit(boris).open(sheet_path(table))
    taps = Taps(page)
    for name, value in (*MADE, ("partner", "4")):
        taps.key(name, value)
    taps.digits("Points of the taker's side", "49,5")
    taps.button("Save deal 1")

    expect(page.locator("#hand-1")).to_contain_text("+9 Garde Boris & Dirk")
    assert stored(table) == replace(FIVE, taker=2, partner=4, points=49.5)
    assert taps.count == 6


def test_a_deal_with_a_handful_and_petit_au_bout_takes_three_more_taps(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = table_of(club)
    page = visit(boris).open(sheet_path(table))
    taps = Taps(page)
    for name, value in MADE:
        taps.key(name, value)
    taps.digits(POINTS, "49")
    page.get_by_text("Petit au bout, handfuls, slam").click()
    taps.count += 1
    taps.key("petit_au_bout", "attack")
    taps.key("handful_3", "single")
    taps.button("Save deal 1")

    expect(page.locator("#hand-1")).to_contain_text("Petit au bout: Taker's side · Handful: Chloé")
    assert stored(table) == replace(GOOD, taker=2, petit_au_bout="attack", handfuls=(Handful(3, "single"),))
    assert taps.count == 8


def test_a_deal_that_everybody_passed_is_played_one_for_one(visit: Visit, club: Club, boris: Membership) -> None:
    """A handful that was shown before stays, and the points of the dog are filled in."""
    table = table_of(club)
    page = visit(boris).open(sheet_path(table))
    taps = Taps(page)
    page.get_by_text("Petit au bout, handfuls, slam").click()
    choose(page, ("handful_2", "single"))
    taps.key("contract", "passed")
    for one, points in zip(("Ada", "Boris", "Chloé", "Dirk"), ("45", "22", "14", "6"), strict=True):
        taps.digits(f"Points of {one}", points)
    for name, value in (("owner_21", "1"), ("owner_excuse", "1"), ("owner_petit", "2")):
        taps.key(name, value)
    expect(page.locator("#why")).to_contain_text("dog 4")
    expect(page.locator("#why")).to_contain_text("+372")
    expect(page.locator("#asked *")).to_have_count(0)
    taps.button("Save deal 1")

    expect(page.locator("#hand-1")).to_contain_text("One for one")
    expect(page.locator("input[name=taker]").first).to_be_enabled()
    assert stored(table) == deal(PLAIN[0], replace(PLAIN[1], handfuls=("single",)), *PLAIN[2:])
    assert taps.count == 9


def test_a_tie_asks_for_more_while_it_is_typed(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club)
    page = visit(boris).open(sheet_path(table))
    choose(page, ("contract", "passed"), *OWNERS)
    type_points(page, points_1="51", points_2="17", points_4="2")
    expect(page.locator("#asked *")).to_have_count(0)
    page.locator("input[name=points_3]").press_sequentially("17")
    expect(page.get_by_role("group", name="Court cards of Boris")).to_be_visible()
    expect(page.locator("input[name=points_3]")).to_be_focused()
    for name in ("K_2", "K_3"):
        page.locator(f"select[name={name}]").select_option("1")
    expect(page.get_by_role("group", name="First trick that Chloé won")).to_be_visible()
    page.locator("select[name=Q_2]").select_option("1")
    expect(page.get_by_role("group", name="First trick that Chloé won")).to_have_count(0)
    expect(page.locator("#why")).to_contain_text("Level with Chloé, but more court cards")
    page.get_by_role("button", name="Save deal 1").click()
    expect(page.locator("#hand-1")).to_contain_text("Boris 17 (Kings 1, Queens 1)")
    two, three = (player(17, characters=Characters(K=1, Q=queens)) for queens in (1, 0))
    assert stored(table) == level(two, three)


@pytest.mark.parametrize(("seats", "variant"), [(3, HOUSE), (4, HOUSE), (5, MORT)], ids=["three", "four", "mort"])
def test_the_whole_entry_of_the_fourth_deal_fits_a_phone(
    seats: int, variant: object, visit: Visit, club: Club, boris: Membership
) -> None:
    """This includes the totals of a sheet with hands, which the first deal does not have."""
    table = table_of(club, seats, variant)
    for dealer in (1, 2, 3):
        out = {"sitting_out": (dealer,), "taker": 4} if variant is MORT else {}
        services.record_hand(table, replace(GOOD, **out), by=boris.user, key=None)
    page = visit(boris).open(sheet_path(table))
    choose(page, ("contract", "garde"), ("taker", "1"), ("oudlers", "2"))
    page.get_by_label(POINTS, exact=True).fill("49")
    expect(page.locator("#why .gains")).to_be_visible()
    assert_fits(page)


def test_only_relevant_questions_are_asked(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(table_of(club, 5)))
    for name in ("partner", "points_1", "owner_21", "dog_cards", "petit_last"):
        expect(page.locator(f"input[name={name}]").first).to_be_disabled()
    choose(page, ("taker", "2"))
    expect(page.locator("input[name=partner][value='2']")).to_be_disabled()
    expect(page.locator("input[name=partner][value='alone']")).to_be_enabled()
    choose(page, ("contract", "passed"))
    for name in ("taker", "partner", "oudlers", "points", "petit_au_bout", "slam"):
        expect(page.locator(f"input[name={name}]").first).to_be_disabled()
    for name in ("points_1", "owner_21", "dog_cards", "petit_last", "handful_1"):
        expect(page.locator(f"input[name={name}]").first).to_be_enabled()


def test_another_player_than_usual_sits_out(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club, 5, MORT)
    page = visit(boris).open(sheet_path(table))
    expect(page.locator("#entry .head")).to_contain_text("Ada deals and sits out")
    expect(page.locator("input[name=taker]")).to_have_count(4)
    page.locator("#entry .head summary").click()
    page.get_by_label("Sits out").select_option(label="Dirk")
    expect(page.locator("#entry .head")).to_contain_text("Dirk sits out")
    expect(page.locator("input[name=taker][value='4']")).to_have_count(0)
    choose(page, ("contract", "garde"), ("taker", "1"), ("oudlers", "2"))
    page.get_by_label(POINTS, exact=True).fill("49")
    page.get_by_role("button", name="Save deal 1").click()
    expect(page.locator("#hand-1")).to_contain_text("out: Dirk")
    expect(page.locator("#entry .head")).to_contain_text("Boris deals and sits out")
    assert stored(table) == replace(GOOD, sitting_out=(4,))


def test_every_step_works_without_javascript(visit: Visit, club: Club, ada: Membership) -> None:
    table = table_of(club)
    page = visit(ada, scripts=False).open(sheet_path(table))
    for name, value in (("contract", "passed"), *OWNERS):
        page.locator(f"input[name={name}][value='{value}']").check(force=True)
    type_points(page, points_1="52", points_2="17", points_3="17", points_4="2")
    page.get_by_role("button", name="Show points").click()
    expect(page.locator("#why")).to_contain_text("This decides a tie")
    for name in ("K_2", "Q_3"):
        page.locator(f"select[name={name}]").select_option("1")
    page.get_by_role("button", name="Save deal 1").click()
    expect(page.locator("#hand-1")).to_contain_text("Chloé 17 (Queens 1)")
    page.get_by_role("button", name="Thrown in").click()
    expect(page.locator("#hand-2")).to_contain_text("Thrown in")
    assert stored(table) == THROWN_IN


def test_axe_finds_nothing_on_a_form_that_is_unfolded_and_has_errors(
    visit: Visit, club: Club, boris: Membership
) -> None:
    visitor = visit(boris)
    page = visitor.open(sheet_path(table_of(club, 5)))
    choose(page, ("taker", "1"))
    page.evaluate("document.querySelectorAll('#entry details').forEach(d => d.open = true)")
    assert visitor.faults() == []
    page = visitor.open(sheet_path(table_of(club, 6)))
    type_points(page, points_1="52", points_2="17", points_3="17", points_4="1", points_5="1")
    type_points(page, dog="3")
    choose(page, *OWNERS)
    expect(page.locator("#asked select").first).to_be_visible()
    page.locator(".save button").first.click()
    page.locator(".errors").first.wait_for()
    page.evaluate("document.querySelectorAll('#entry details').forEach(d => d.open = true)")
    expect(page.locator("#asked select").first).to_be_visible()
    assert visitor.faults() == []
