"""What a phone does by itself: it has forms for later hands, and without a connection it refuses an incomplete hand."""

import re
from collections.abc import Iterator, Mapping

import pytest
from django.http import QueryDict
from playwright.sync_api import Page, Route, expect

from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.play.table_context import TableContext
from scorer.play.views.entry import FEW
from scorer.registry import GameConfig, all_games, get_game
from tests.browser.conftest import Visit
from tests.browser.hands import save, sheet_path, tap, type_notrump
from tests.browser.test_live import hand
from tests.browser.test_outbox import HANDS, NET_IS_BACK, expect_board, expect_waiting, levels
from tests.contract.conftest import sheet_of
from tests.contract.test_table import ask
from tests.factories import make_players, make_table

AHEAD = re.compile("/ahead/")

pytestmark = pytest.mark.django_db(transaction=True)

FILL_IN = """(hands) => hands.map((values) => {
  const form = document.querySelector("#entry form.entry");
  form.reset();
  for (const field of form.elements) {
    if (!(field.name in values)) continue;
    const chosen = values[field.name];
    if (field.matches("[type=radio], [type=checkbox]")) field.checked = chosen.includes(field.value);
    else field.value = chosen[0] ?? "";
  }
  form.querySelector("input:not([type=hidden])").dispatchEvent(new Event("change", { bubbles: true }));
  const data = new FormData(form), missing = scorer.gaps(form, data).map(({ name, says }) => [name, says]);
  return { missing: Object.fromEntries(missing), posted: new URLSearchParams(data).toString() };
})"""
"""Fill in the form for each of these hands, and return what the phone misses and what a browser would send."""


def errors_of(table: Table, posted: str) -> Mapping[str, list[str]]:
    data, table_context = QueryDict(posted), TableContext(table)
    form = table_context.game.form_class(data["way"])(data, table_context=table_context)
    form.is_valid()
    return {name: list(errors) for name, errors in form.errors.items()}


def kinds_of_tables(club: Club, game: GameConfig) -> Iterator[Table]:
    for variant in game.rules.PRESETS.values():
        for size in game.seat_counts:
            yield make_table(club, game, players=make_players(club, size), variant=variant)


def values_of(table: Table, count: int) -> list[dict[str, list[str]]]:
    """Return plausible hands as what is chosen in the form."""
    entries = sheet_of(table.config, TableContext(table).variant, table.size, count)
    envelope = {"key", "number", "layout", "way"}
    return [
        {
            name: [*map(str, value)] if isinstance(value, list) else [str(value)]
            for name, value in ask(table, entry).items()
            if name not in envelope
        }
        for entry in entries
    ]


@pytest.mark.parametrize("slug", [game.slug for game in all_games()])
def test_a_phone_misses_what_the_server_would_miss(slug: str, visit: Visit, club: Club, ada: Membership) -> None:
    """And nothing else: it must never refuse a hand that the server would accept."""
    visitor = visit(ada)
    accepted = agreed = 0
    for table in kinds_of_tables(club, get_game(slug)):
        page = visitor.open(sheet_path(table))
        hands = values_of(table, 12)
        without_one_value = [hand | {name: []} for hand in hands[:4] for name in hand]
        for filled_in in page.evaluate(FILL_IN, [*hands, *without_one_value, {}]):
            errors, missing = errors_of(table, filled_in["posted"]), filled_in["missing"]
            for name, says in missing.items():
                assert says in errors.get(name, ()), (filled_in, errors)
            accepted += not errors
            agreed += bool(errors) and errors.keys() == missing.keys()
    assert accepted
    assert agreed or not get_game(slug).form_class(None).needs


def expect_missing(page: Page, *names: str) -> None:
    expect(page.locator("#entry .errors")).to_have_count(len(names))
    for name in names:
        expect(page.locator(f"#id_{name} .errors")).to_have_text("Please choose.")


def test_an_incomplete_hand_stays_in_the_form_without_a_connection(visit: Visit, table: Table, ada: Membership) -> None:
    visitor = visit(ada)
    page = visitor.page
    with page.expect_response(AHEAD):
        visitor.open(sheet_path(table))
    visitor.set_offline(True)
    tap(page, declarer="N", tricks="=")
    save(page)
    expect_missing(page, "level", "strain")
    expect_board(page, 1)
    expect(page.locator("#entry [name=level]").first).to_be_focused()
    expect(page.locator("#outbox li")).to_have_count(0)
    assert visitor.axe() == []
    assert visitor.overflow() <= 0
    tap(page, level="2")
    expect_missing(page, "strain")
    tap(page, strain="NT")
    expect_missing(page)
    save(page)
    expect_waiting(page, 1)
    expect_board(page, 2)
    page.get_by_role("button", name="Passed out").click()  # which needs no other value
    expect_waiting(page, 2)
    tap(page, level="3", declarer="N", tricks="=")
    save(page)
    expect_missing(page, "strain")
    expect_waiting(page, 2)
    visitor.set_offline(False)
    expect(page.locator("#rows tr")).to_have_count(2)
    assert levels(table) == [2, None]
    visitor.expect_failed_requests()


@pytest.mark.parametrize("fault", ["no response", 503])
def test_an_incomplete_hand_that_did_not_arrive_is_not_sent_later(
    fault: str | int, visit: Visit, table: Table, ada: Membership
) -> None:
    visitor = visit(ada)
    page = visitor.open(sheet_path(table))
    asked: list[str] = []

    def fail(route: Route) -> None:
        asked.append(route.request.url)
        if isinstance(fault, int):
            route.fulfill(status=fault)
        else:
            route.abort()

    page.route(HANDS, fail)
    tap(page, level="3", declarer="N", tricks="=")
    save(page)
    expect_missing(page, "strain")
    expect(page.locator("#outbox li")).to_have_count(0)
    expect(page.locator("#net-trouble")).to_be_hidden()
    page.unroute(HANDS)
    page.evaluate(NET_IS_BACK)
    with page.expect_response(HANDS):
        save(page)  # with a connection, the server says what is missing
    expect(page.locator("#entry form[data-typed]")).to_be_visible()
    expect_missing(page, "strain")
    tap(page, strain="S")
    save(page)
    expect(page.locator("#rows tr")).to_have_count(1)
    assert len(asked) == 1
    assert levels(table) == [3]
    visitor.expect_failed_requests()


def test_several_hands_fit_if_the_connection_is_lost_before_the_first_tap(
    visit: Visit, table: Table, ada: Membership
) -> None:
    visitor = visit(ada)
    page = visitor.page
    with page.expect_response(AHEAD) as asked:
        visitor.open(sheet_path(table))
    assert asked.value.text().count("<template data-number") == FEW
    visitor.set_offline(True)
    for number in range(1, FEW + 2):
        expect_board(page, number)
        type_notrump(page, 1)
        save(page)
    expect_waiting(page, FEW + 1)
    visitor.set_offline(False)
    expect(page.locator("#rows tr")).to_have_count(FEW + 1)
    assert levels(table) == [1] * (FEW + 1)
    visitor.expect_failed_requests()


def test_a_phone_that_only_shows_what_others_save_keeps_some_forms(visit: Visit, table: Table, ada: Membership) -> None:
    visitor = visit(ada)
    page = visitor.page
    asked: list[str] = []
    page.on("response", lambda response: asked.extend([response.url] if AHEAD.search(response.url) else []))
    with page.expect_response(AHEAD), page.expect_response(re.compile("/live/")):
        visitor.open(sheet_path(table))
    for number in range(1, 3):
        services.record_hand(table, hand(number), by=None, key=None)
        expect(page.locator("#rows tr")).to_have_count(number)
        expect_board(page, number + 1)
    with page.expect_response(AHEAD):
        services.record_hand(table, hand(3), by=None, key=None)
    assert len(asked) == 2
    visitor.set_offline(True)
    for number in range(4, 8):
        expect_board(page, number)
        type_notrump(page, 1)
        save(page)
    expect_waiting(page, 4)
    visitor.expect_failed_requests()
