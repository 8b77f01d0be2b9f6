"""Skat at the table, on a phone: few taps, only the questions that matter, and all of it on one screen."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.skat.rules import PRESETS, Entry
from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from tests.browser.conftest import Visit, assert_fits
from tests.browser.hands import sheet_path
from tests.browser.test_sheet import Taps
from tests.factories import make_players, make_table

pytestmark = pytest.mark.django_db(transaction=True)

ISKO, PUB = PRESETS["isko"], PRESETS["pub"]
ALWAYS = {"kind", "declarer", "matadors", "result"}
QUESTIONS = (*ALWAYS, "announced", "loser", "augen")


def table_of(club: Club, seats: int = 3, variant: object = ISKO) -> Table:
    return make_table(club, "skat", variant=variant, players=make_players(club, seats))


def stored(table: Table) -> object:
    return table.config.hand_model.objects.for_table(table).last().entry


def asked(page: Page) -> set[str]:
    return {name for name in QUESTIONS if page.locator(f"#entry [name={name}]:enabled").first.is_visible()}


def keys(page: Page, name: str) -> list[str]:
    boxes = page.locator(f"#entry input[name={name}]").all()
    return [box.get_attribute("value") or "" for box in boxes if box.is_visible() and box.is_enabled()]


def choose(taps: Taps, **values: str) -> None:
    """Tap keys; "on" ticks a box."""
    for name, value in values.items():
        if value == "on":
            taps.page.locator(f"#entry input[name={name}]").click()
            taps.count += 1
        else:
            taps.key(name, value)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_grand_hand_with_2_takes_six_taps_and_fits_a_phone(
    visit: Visit, club: Club, boris: Membership, seats: int
) -> None:
    table = table_of(club, seats)
    page = visit(boris).open(sheet_path(table))
    taps = Taps(page)
    choose(taps, kind="grand", declarer="2", matadors="2", in_hand="on", result="won")
    expect(page.locator("#why .gains")).to_contain_text("+146")
    assert_fits(page)
    taps.button("Save hand 1")

    expect(page.locator("#hand-1")).to_contain_text("+146")
    assert taps.count == 6
    resting = (1,) if seats == 4 else ()
    assert stored(table) == Entry("grand", 2, 2, in_hand=True, result="won", sitting_out=resting)
    assert list(faults(table)) == []


def test_a_null_ouvert_takes_five_taps_and_a_hand_that_nobody_bid_one(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = table_of(club)
    page = visit(boris).open(sheet_path(table))
    taps = Taps(page)
    choose(taps, kind="null", declarer="1", announced="ouvert", result="lost")
    expect(page.locator("#why .gains")).to_contain_text("−142")
    taps.button("Save hand 1")
    expect(page.locator("#hand-1")).to_be_visible()
    assert taps.count == 5

    taps = Taps(page)
    taps.button("Nobody bid")
    expect(page.locator("#hand-2")).to_be_visible()
    assert taps.count == 1
    assert stored(table) == Entry(passed_out=True)


def test_only_relevant_questions_are_asked(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(table_of(club, variant=PUB)))
    taps = Taps(page)
    assert asked(page) == ALWAYS
    choose(taps, in_hand="on")
    assert asked(page) == ALWAYS | {"announced"}
    assert keys(page, "announced") == ["", "schneider", "schwarz", "ouvert"]
    assert keys(page, "result") == ["won", "schneider", "schwarz", "lost", "lost_schneider", "lost_schwarz"]
    taps.key("kind", "null")
    assert asked(page) == {"kind", "declarer", "announced", "result"}
    assert keys(page, "announced") == ["", "ouvert"]
    assert keys(page, "result") == ["won", "lost"]
    taps.key("kind", "ramsch")
    assert asked(page) == {"kind", "loser", "result", "augen"}
    assert keys(page, "result") == ["lost", "jungfrau", "durchmarsch"]
    taps.key("result", "durchmarsch")
    assert asked(page) == {"kind", "loser", "result"}
    taps.key("kind", "C")
    assert asked(page) == ALWAYS | {"announced"}


def test_a_table_that_plays_by_the_order_offers_no_house_rule(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(sheet_path(table_of(club)))
    assert "ramsch" not in keys(page, "kind")
    page.locator("#entry .fold > summary").click()
    expect(page.get_by_label("Bid", exact=True)).to_be_visible()
    expect(page.locator("[name=kontra], [name=bock_event]")).to_have_count(0)


def test_an_overbid_game_asks_once_and_then_counts_as_lost(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club)
    page = visit(boris).open(sheet_path(table))
    taps = Taps(page)
    choose(taps, kind="D", declarer="1", matadors="1", result="won")
    page.locator("#entry .fold > summary").click()
    page.get_by_label("Bid", exact=True).fill("33")
    expect(page.locator("#why .warnings")).to_contain_text("worth less than the bid of 33")
    expect(page.locator("#why .gains")).to_contain_text("−122")
    page.get_by_role("button", name="Save hand 1").click()
    expect(page.locator("#hand-1")).to_contain_text("overbid: 33")

    choose(taps, kind="D", declarer="1", matadors="1", result="won")
    page.locator("#entry .fold > summary").click()
    page.get_by_label("Bid", exact=True).fill("40")
    page.get_by_role("button", name="Save hand 2").click()
    expect(page.locator("#id_bid_error")).to_contain_text("worth 36 at the most")


def test_a_bock_round_doubles_the_next_hands(visit: Visit, club: Club, boris: Membership) -> None:
    table = table_of(club, variant=PUB)
    services.record_hand(table, Entry("C", 1, 1, result="won", bock_event=True), by=None, key=None)
    page = visit(boris).open(sheet_path(table))
    expect(page.locator("#entry .head > summary")).to_contain_text("Bock × 2")
    expect(page.locator("#totals")).to_contain_text("Bock × 2, 3 hands to come")
    taps = Taps(page)
    choose(taps, kind="ramsch", loser="3", result="lost")
    page.get_by_label("Augen", exact=True).fill("50")
    expect(page.locator("#why .gains")).to_contain_text("−100")


def test_the_settings_say_what_each_house_rule_does(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(reverse("play:open", args=[club.pk, "skat"]))
    page.locator(".variant .fold > summary").click()
    for rule, sentence in (
        ("ramsch", "Whoever has most Augen loses that many"),
        ("kontra", "Kontra of an opponent doubles the value"),
        ("bock", "A hand that is ticked starts a Bock round"),
    ):
        box = page.locator(f"#id_{rule}")
        expect(box).not_to_be_checked()
        expect(page.locator(f"#{box.get_attribute('aria-describedby')}")).to_contain_text(sentence)
