"""How much of a sheet is visible at once, and whether it is readable."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import GameConfig, all_games
from tests.browser.conftest import DESK, PHONE, Visit, Visitor
from tests.browser.hands import open_every_fold
from tests.contract.conftest import sheet_of
from tests.factories import PlayerFactory, make_table
from tests.languages import pseudo

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Mehmet Yılmaz", "Greta Lindqvist", "Věra Nováková", "Hugo Sanchez", "Christine Weber", "Alexander von der Au")
MORE = "Christine Wagner"
A_FAMILY = ("Alexander Weber", "Alexandra Weber", "Maximiliane Weber", "Hans-Joachim Weber", "Alexandrine Weber")
SIZES = [
    (game.slug, seats)
    for game in all_games()
    for seats in sorted(game.seat_counts)
    if seats in {3, 4, max(game.seat_counts)}  # of five players and more, the most have the least room
]
SMALL, HANDS = (320, 640), 40

WHOLE = """element => {
  const band = document.querySelector('.band').getBoundingClientRect().bottom;
  return [...element.children].filter(row => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= band - 1 && bottom <= innerHeight;
  }).length;
}"""

CUT_OFF = """() => [...document.querySelectorAll('.totals > li > :not(.visually-hidden), #rows > tr > :is(.no, .num)')]
  .filter(element => element.scrollWidth > element.clientWidth + 1)
  .map(element => element.textContent)"""

ASKEW = """() => {
  const right = element => element.getBoundingClientRect().right;
  const tiles = [...document.querySelectorAll('.totals > li')].map(right);
  const cells = document.querySelectorAll('#rows > :first-child .num');
  return [...cells].map((cell, at) => Math.abs(right(cell) - tiles[at]));
}"""

BROKEN = """() => [...document.querySelectorAll('#entry .key')].filter(key => key.checkVisibility()).flatMap(key => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = key, spoken = key.querySelector('.visually-hidden');
  if (!spoken && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)) return [key.textContent];
  const walker = document.createTreeWalker(key, NodeFilter.SHOW_TEXT), range = document.createRange(), broken = [];
  while (walker.nextNode()) for (const { 0: word, index } of walker.currentNode.data.matchAll(/[\\p{L}\\p{M}.’]+/gu)) {
    range.setStart(walker.currentNode, index);
    range.setEnd(walker.currentNode, index + word.length);
    if (range.getClientRects().length > 1) broken.push(word);
  }
  return broken;
})"""

TOO_CLOSE = """() => [...document.querySelectorAll('#rows > tr')].filter(row => {
  const range = document.createRange();
  range.selectNodeContents(row.querySelector('.no'));
  return range.getBoundingClientRect().right + 2 > row.querySelector('.what').getBoundingClientRect().left
    && row.querySelector('.no').textContent;
}).map(row => row.id)"""

SHORTENED = """() => [...document.querySelectorAll('#rows .what')]
  .filter(({ scrollWidth, clientWidth, children }) => scrollWidth > clientWidth + 1 || children[0].clientHeight < 15)
  .map(line => line.textContent.trim())"""


GAPS = """() => [...document.querySelectorAll('#rows > tr')].flatMap(row => {
  const places = [...row.querySelectorAll('.num')].map(cell => {
    const range = document.createRange();
    range.selectNodeContents([...cell.children].find(child => child.checkVisibility()) || cell);
    return range.getBoundingClientRect();
  });
  const pairs = places.slice(1).map((place, at) => [places[at], place]);
  return pairs.filter(([one, next]) => one.top === next.top).map(([one, next]) => next.left - one.right);
})"""


def evening(club: Club, game: GameConfig, seats: int, hands: int = HANDS) -> Table:
    """A long evening of people with long names. One hand is corrected, and one voided."""
    names = (*NAMES, MORE)[:seats]
    players = [club.players.filter(name=name).first() or PlayerFactory(club=club, name=name) for name in names]
    table = make_table(club, game, players=players)
    services.record_hands(table, sheet_of(game, game.rules.PRESETS[game.default_variant], seats, hands), by=None)
    thousands = [1234 if seat in game.rules.sides(seats)[0] else -1234 for seat in range(1, seats + 1)]
    services.record_adjustment(table, thousands, why="of last week", by=None, key=None)
    services.void_hand(table.hands.get(number=hands - 3), by=None)
    return table


def of_a_family(club: Club, game: GameConfig, seats: int) -> Table:
    """A table of people whose names differ only at their end, where they are long."""
    names = (*A_FAMILY, "Christoph Weber", "Christophe Weber")[:seats]
    players = [club.players.filter(name=name).first() or PlayerFactory(club=club, name=name) for name in names]
    return make_table(club, game, players=players)


def open_at_the_hands(visitor: Visitor, table: Table) -> Page:
    page = visitor.open(reverse("play:table", args=[table.pk]))
    scroll_to_the_hands(page)
    return page


def scroll_to_the_hands(page: Page) -> None:
    page.locator("section.hands").evaluate("hands => hands.scrollIntoView()")


CUT_PLAYED = """() => [...document.querySelectorAll('#rows .what')].filter(line => {
  const words = [...line.querySelectorAll('b, [data-brief]')].filter(word => !word.closest('small'));
  const right = line.getBoundingClientRect().right + 1;
  return words.some(word => word.scrollWidth > word.clientWidth + 1 && getComputedStyle(word).overflowX === 'hidden'
    || word.getBoundingClientRect().right > right);
}).map(line => line.textContent)"""


def assert_two_announcements_in_letters(page: Page) -> None:
    shortened = [line for line in page.evaluate(SHORTENED) if line.count(" · ") < 2]
    assert [line for line in shortened if "of last week" not in line] == []


@pytest.mark.parametrize(("slug", "seats"), SIZES)
def test_a_phone_shows_12_hands_and_a_desk_24_with_whole_names_points_and_contracts(
    slug: str, seats: int, in_the_widest_words: None, visit: Visit, club: Club, boris: Membership
) -> None:
    game = next(game for game in all_games() if game.slug == slug)
    table = evening(club, game, seats)
    visitor = visit(boris)
    page = open_at_the_hands(visitor, table)
    assert_two_announcements_in_letters(page)
    if seats == 4:  # with three or fewer, a line has more room; with five or more, it has the room above the points
        assert [line for line in page.evaluate(CUT_PLAYED) if "Adjustment" not in line] == []
        visitor.choose_language(pseudo.CODE)
        assert_two_announcements_in_letters(open_at_the_hands(visitor, table))
        visitor.choose_language("en")
        open_at_the_hands(visitor, table)
    for size, least in ((SMALL, 0), (PHONE, 12), (DESK, 24)):
        visitor.take_on(size, "light")
        for view in ("Totals", "Hands"):
            page.get_by_text(view, exact=True).click()
            assert page.evaluate(CUT_OFF) == [], (size, view)
        scroll_to_the_hands(page)
        assert page.locator("#rows").evaluate(WHOLE) >= least, size
        assert page.evaluate("Math.min(...[...document.querySelectorAll('#rows > *')].map(r => r.offsetHeight))") >= 24
        assert page.evaluate(TOO_CLOSE) == [], size
        assert min(page.evaluate(GAPS)) >= 3, size
        assert size == SMALL or page.evaluate(BROKEN) == [], size
        assert max(page.evaluate(ASKEW)) <= 8, size
        assert visitor.overflow() <= 0, size
    visitor.take_on(PHONE, "light")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for view in ("Chart", "Totals", "Hands"):
        page.get_by_text(view, exact=True).click()
        assert page.evaluate(CUT_OFF) == [], view
        assert visitor.overflow() <= 0, view


NAMED = """() => [...document.querySelectorAll('.totals bdi, #entry .words .key, #entry .by-player bdi')]
  .filter(name => name.checkVisibility() && !name.querySelector('.visually-hidden'))
  .filter(name => /Ale|Max|Han|Chr/.test(name.textContent))"""
LONGER_THAN_ITS_PLACE = f"""() => ({NAMED})().filter(name => {{
  let cuts = name;
  while (getComputedStyle(cuts).overflowX === 'visible') cuts = cuts.parentElement;
  const range = document.createRange();
  range.selectNodeContents(name);
  return range.getBoundingClientRect().right > cuts.getBoundingClientRect().right + 1;
}}).map(name => name.textContent)"""


@pytest.mark.parametrize(("slug", "seats"), [size for size in SIZES if size[0] != "bridge"])
def test_names_that_differ_only_at_their_end_are_told_apart_everywhere(
    slug: str, seats: int, visit: Visit, club: Club, boris: Membership
) -> None:
    game = next(game for game in all_games() if game.slug == slug)
    page = visit(boris).open(reverse("play:table", args=[of_a_family(club, game, seats).pk]))
    open_every_fold(page)
    names = [
        *" ".join(A_FAMILY).split(),
        "Christoph",
        "Christophe",
    ]  # long names may break if only their ends tell them apart
    assert set(page.evaluate(BROKEN)) <= {"loser", *names}  # Fleisch-loser has a soft hyphen
    assert page.evaluate(LONGER_THAN_ITS_PLACE) == []
    tiles = page.locator(".totals bdi:visible").all_inner_texts()
    assert len(set(tiles)) == len(tiles)


def test_a_tap_on_a_line_shows_all_of_it(visit: Visit, club: Club, boris: Membership) -> None:
    game = next(game for game in all_games() if game.slug == "doppelkopf")
    page = open_at_the_hands(visit(boris), evening(club, game, 4, 4))
    row = page.locator("#hand-2")
    height = row.bounding_box()["height"]
    points = row.locator(".num").last.bounding_box()
    page.mouse.click(points["x"] + 10, points["y"] + 10)
    expect(row.get_by_role("link", name="Correct")).to_be_visible()
    expect(row.locator(".why")).to_be_visible()
    assert row.locator(".why").bounding_box()["width"] > 300
    row.locator("summary").first.click()
    expect(row.get_by_role("link", name="Correct")).to_be_hidden()
    assert row.bounding_box()["height"] == height


def test_an_opened_line_of_many_players_keeps_its_points_at_the_top(
    visit: Visit, club: Club, boris: Membership
) -> None:
    game = next(game for game in all_games() if game.slug == "doppelkopf")
    page = open_at_the_hands(visit(boris), evening(club, game, 6, 4))
    row = page.locator("#hand-2")
    closed = [cell.bounding_box() for cell in row.locator(".num").all()]
    row.locator("summary").first.click()
    expect(row.locator(".why")).to_be_visible()
    assert [cell.bounding_box() for cell in row.locator(".num").all()] == closed
    assert row.locator(".why").bounding_box()["y"] > closed[0]["y"] + closed[0]["height"]


def test_the_chart_is_a_tap_away_at_the_end_of_a_long_sheet(visit: Visit, club: Club, boris: Membership) -> None:
    game = next(game for game in all_games() if game.slug == "tarot")
    page = open_at_the_hands(visit(boris), evening(club, game, 4))
    page.get_by_text("Chart", exact=True).click()
    expect(page.locator(".progress .slim")).to_be_in_viewport()
    expect(page.locator("#rows")).to_be_hidden()
    page.get_by_text("Hands", exact=True).click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#hand-1 .num small").first).to_be_visible()


def test_axe_finds_nothing_in_any_view_of_a_sheet(visit: Visit, club: Club, boris: Membership) -> None:
    game = next(game for game in all_games() if game.slug == "doppelkopf")
    visitor = visit(boris)
    page = open_at_the_hands(visitor, evening(club, game, 5, 6))
    for view in ("Totals", "Chart"):
        page.get_by_text(view, exact=True).click()
        assert visitor.faults() == [], view
    page.get_by_text("Hands", exact=True).click()
    page.locator("#hand-3 summary").first.click()
    expect(page.locator("#hand-3").get_by_role("link", name="Correct")).to_be_visible()
    assert visitor.faults() == []


def test_the_smallest_words_of_the_big_screen_are_read_from_far(visit: Visit, club: Club, boris: Membership) -> None:
    evening(club, next(game for game in all_games() if game.slug == "belote"), 4, 4)
    page = visit(boris, size=DESK).open(reverse("standings:big_screen", args=[club.pk]) + "?still")
    small = page.locator(".tables .what small").first
    assert small.evaluate("element => parseFloat(getComputedStyle(element).fontSize)") >= 18
