"""A rubber at the table, on a phone: typed deal by deal, drawn as on paper, closed before it is finished."""

from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.bridge.rules import PRESETS, Entry
from games.bridge.rules.entry import Honours
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.scoring.settlement import Rate
from tests.browser.conftest import Visit, assert_fits
from tests.browser.test_sheet import Taps
from tests.factories import PlayerFactory, make_table
from tests.games.bridge.test_rubber import WORKED, deal

pytestmark = pytest.mark.django_db(transaction=True)


def rubber(club: Club, *entries: Entry) -> Table:
    table = make_table(club, "bridge", variant=PRESETS["rubber"])
    services.record_hands(table, entries, by=None)
    return table


def test_a_deal_of_a_rubber_takes_no_more_taps_than_a_board(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(reverse("play:table", args=[rubber(club).pk]))
    assert page.locator("[name=board], [name=vulnerable]").count() == 0
    taps = Taps(page)
    taps.key("level", "2")
    taps.key("strain", "S")
    taps.key("declarer", "N")
    taps.key("tricks", "+1")
    expect(page.locator("#why .gains")).to_contain_text("N–S +90 E–W −90")
    assert_fits(page)
    taps.button("Save deal 1")
    expect(page.locator("#entry h2")).to_contain_text("Deal 2")
    expect(page.locator("#totals .state")).to_contain_text("N–S: 60 below the line.")
    assert taps.count == 5
    page.locator("label[for=view-paper]").click()
    expect(page.locator(".pad .below")).to_contain_text("60")
    expect(page.locator("#rows")).to_be_hidden()


def test_the_honours_of_a_hand_are_two_taps_more(visit: Visit, club: Club, boris: Membership) -> None:
    page = visit(boris).open(reverse("play:table", args=[rubber(club, *WORKED[:5]).pk]))
    taps = Taps(page)
    taps.key("level", "6")
    taps.key("strain", "D")
    taps.key("declarer", "S")
    taps.key("tricks", "=")
    page.get_by_text("Honours", exact=True).click()
    taps.key("honours_seat", "S")
    taps.key("honours_points", "100")
    expect(page.locator("#why .gains")).to_contain_text("N–S +1,470 E–W −1,470")
    taps.button("Save deal 6")
    expect(page.locator("#notices")).to_contain_text("N–S win rubber 1 by 2 : 1.")


CUT = "[...document.querySelectorAll('#rows .what')].filter(line => line.scrollWidth > line.clientWidth + 1).length"


def test_a_phone_shows_the_honours_of_a_deal_on_its_line_in_every_language(
    visit: Visit, club: Club, boris: Membership
) -> None:
    longest = Entry(None, 6, "NT", "X", "W", 8, honours=(Honours("N", 150),))
    table = rubber(club, *WORKED, longest)
    visitor = visit(boris)
    for language in ("en", "de", "fr", "sr", "sr-latn"):
        visitor.choose_language(language)
        page = visitor.open(reverse("play:table", args=[table.pk]))
        assert page.locator("html").get_attribute("lang") == language
        assert page.evaluate(CUT) == 0


def test_a_payment_does_not_break_the_names_of_those_who_settle_it(visit: Visit, club: Club, boris: Membership) -> None:
    players = [PlayerFactory(club=club, name=name) for name in ("Chloé", "Hans-Joachim", "Александра", "Maximilian")]
    table = make_table(club, "bridge", variant=PRESETS["rubber"], players=players)
    services.record_hand(table, deal("7NTXX N"), by=None, key=None)
    services.set_rate(table, Rate(Decimal("0.5"), 1, Decimal("0.01"), "€"), by=None)
    visitor = visit(boris)
    page = visitor.open(reverse("play:result", args=[table.pk]))
    for name in page.locator(".payments bdi").all():
        assert name.evaluate(
            "name => name.getBoundingClientRect().height < 2 * parseFloat(getComputedStyle(name).fontSize)"
        )
    assert visitor.overflow() == 0


def test_the_choices_of_partners_fit_and_are_readable(visit: Visit, club: Club, boris: Membership) -> None:
    visitor = visit(boris)
    page = visitor.open(reverse("play:partners", args=[rubber(club, *WORKED).pk]))
    assert visitor.faults() == []
    page.get_by_role("button", name="Boris & Dirk").click()
    expect(page.locator("#totals .state")).to_contain_text("Ada & Chloé")
    page.goto(page.url + "partners/")
    page.get_by_role("button", name="Chloé & Dirk").click()
    expect(page.locator("#totals .state")).to_contain_text("Ada & Boris")


def test_the_paper_sheet_fits_and_is_readable(visit: Visit, club: Club, boris: Membership) -> None:
    table = rubber(club, *WORKED, deal("4S E"), deal("2H S"), deal("1NT W", 1))
    visitor = visit(boris)
    page = visitor.open(reverse("play:table", args=[table.pk]))
    page.locator("label[for=view-paper]").click()
    first = page.locator(".pad").last
    expect(first.locator("tfoot")).to_contain_text("1,680")
    expect(first.locator("tfoot")).to_contain_text("in hundreds: +14")
    assert visitor.faults() == []
