"""The sheets on paper with a column for each player, in a browser: they fit a phone, and follow the hands."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.doppelkopf.rules import Variant as Doppelkopf
from games.tarot.rules import PRESETS as TAROT
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import get_game
from scorer.scoring.settlement import Rate
from tests.browser.conftest import DESK, PHONE, Visit
from tests.contract.conftest import sheet_of
from tests.factories import PlayerFactory, make_players, make_table
from tests.languages import pseudo

pytestmark = pytest.mark.django_db(transaction=True)

VARIANTS: dict[str, Any] = {
    "doppelkopf": Doppelkopf(pflichtsolo=True, bock_after_120=True, bock_after_event=True, bock_overlap="restart"),
    "tarot": TAROT["house"],
}
TABLES = [
    ("doppelkopf", 4),
    ("doppelkopf", 7),
    ("tarot", 3),
    ("tarot", 5),
    ("tarot", 6),
]
WIDEST = [("doppelkopf", 7), ("tarot", 6)]
tables = pytest.mark.parametrize(("slug", "seats"), TABLES)
OVERFLOWING = """() => [...document.querySelectorAll('#paper :is(th, td)')]
  .filter(cell => cell.scrollWidth > cell.clientWidth + 3).map(cell => cell.textContent.trim())"""


LONG = ("Chloé", "Hans-Joachim", "Александра", "Wolfgang", "Mirjana", "Charlotte", "Maximilian")
CUT = """() => [...document.querySelectorAll('#paper th bdi')].filter(name => {
  const head = name.closest('th'), {paddingLeft, paddingRight} = getComputedStyle(head);
  return name.offsetWidth > Math.ceil(head.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
}).map(name => name.textContent)"""
"""Names that are wider than the head of their column."""


def played(
    club: Club, slug: str, seats: int, hands: int = 14, names: Sequence[str] = ()
) -> tuple[Table, Sequence[Any]]:
    """Return a table after these hands, which settles in money, and the entry of one more."""
    players = [PlayerFactory(club=club, name=name) for name in names[:seats]] or make_players(club, seats)
    table = make_table(club, slug, variant=VARIANTS[slug], players=players)
    *entries, following = sheet_of(get_game(slug), VARIANTS[slug], seats, hands + 1)
    services.record_hands(table, entries, by=None)
    services.set_rate(table, Rate(Decimal("0.05"), 1, Decimal("0.01"), "€"), by=None)
    return table, following


def look_at_the_paper(page: Page) -> None:
    page.locator("label[for=view-paper]").click()
    expect(page.locator("#paper table")).to_be_visible()
    expect(page.locator("#rows")).to_be_hidden()


@tables
def test_the_paper_fits_and_is_readable_and_no_name_at_the_head_of_a_column_is_cut(
    visit: Visit, club: Club, boris: Membership, slug: str, seats: int
) -> None:
    table, _following = played(club, slug, seats, names=LONG)
    services.record_adjustment(table, [-10] + [0] * (seats - 1), why="Came late", by=None, key=None)  # has a mark
    visitor = visit(boris)
    page = visitor.open(reverse("play:table", args=[table.pk]))
    look_at_the_paper(page)
    if (slug, seats) in WIDEST:
        assert visitor.faults() == []
    for size in (PHONE, (640, 800), DESK):
        visitor.take_on(size, "light")
        assert page.evaluate(OVERFLOWING) == [], size
        assert page.evaluate(CUT) == [], size
        assert visitor.overflow() <= 0, size
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("slug", VARIANTS)
def test_the_words_on_the_paper_fit_in_every_language(
    in_the_widest_words: None, visit: Visit, club: Club, boris: Membership, slug: str
) -> None:
    table, _following = played(club, slug, 4)
    visitor = visit(boris)
    visitor.choose_language(pseudo.CODE)
    page = visitor.open(reverse("play:table", args=[table.pk]))
    look_at_the_paper(page)
    assert page.evaluate(OVERFLOWING) == []


def test_the_paper_in_view_follows_a_hand_saved_elsewhere(visit: Visit, club: Club, boris: Membership) -> None:
    table, following = played(club, "doppelkopf", 4)
    page = visit(boris).open(reverse("play:table", args=[table.pk]))
    look_at_the_paper(page)
    page.locator("#paper tfoot").scroll_into_view_if_needed()
    services.record_hand(Table.objects.get(pk=table.pk), following, by=None, key=None)
    expect(page.locator("#paper tbody th", has_text="15")).to_be_visible()


def test_the_paper_is_printed_if_it_is_chosen(visit: Visit, club: Club, boris: Membership) -> None:
    table, _following = played(club, "tarot", 4)
    page = visit(boris, size=DESK).open(reverse("play:table", args=[table.pk]))
    page.emulate_media(media="print")
    expect(page.locator("#rows")).to_be_visible()
    expect(page.locator("#paper")).to_be_hidden()
    page.emulate_media(media="screen")
    look_at_the_paper(page)
    page.emulate_media(media="print")
    expect(page.locator("#paper")).to_be_visible()
    expect(page.locator("#rows")).to_be_hidden()


@pytest.mark.parametrize(("slug", "preset"), [("bridge", "rubber"), ("preferans", "bule"), ("tarot", "house")])
def test_without_scripts_the_paper_is_a_page_that_says_whose_it_is(
    visit: Visit, club: Club, boris: Membership, slug: str, preset: str
) -> None:
    config = get_game(slug)
    variant, seats = config.rules.PRESETS[preset], config.seat_counts[0]
    table = make_table(
        club, slug, variant=variant, players=[PlayerFactory(club=club, name=name) for name in LONG[:seats]]
    )
    services.record_hands(table, sheet_of(config, variant, seats, 6), by=None)
    page = visit(boris, scripts=False).open(reverse("play:table", args=[table.pk]))
    page.locator("label[for=view-paper]").click()
    page.locator("#paper a").click()
    expect(page.locator(".paper table").first).to_be_visible()
    paper = page.locator(".paper table").first.bounding_box()
    assert paper
    assert paper["x"] + paper["width"] <= PHONE[0]
    expect(page.locator("#totals")).to_contain_text("Chloé")
    page.emulate_media(media="print")
    for name in LONG[:seats]:
        expect(page.locator("#print-head")).to_contain_text(name)
    expect(page.locator(".paper table").first).to_be_visible()
