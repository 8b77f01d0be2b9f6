"""The boards of a round are keys, on a phone with and without a connection."""

import re

import pytest
from playwright.sync_api import expect

from scorer.club.models import Club, Membership
from scorer.play.models import Table
from tests.browser.conftest import DESK, Visit, assert_fits
from tests.browser.hands import save, sheet_path, type_notrump
from tests.browser.test_sheet import Taps
from tests.factories import make_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def boards_5_to_8(club: Club) -> Table:
    return make_table(club, "bridge", first_deal=5, deal_count=4)


def boards_of(table: Table) -> list[int | None]:
    return list(table.hands.order_by("number").values_list("deal", flat=True))


def test_a_result_of_a_round_takes_five_taps_and_another_board_one_more(
    boards_5_to_8: Table, visit: Visit, boris: Membership
) -> None:
    visitor = visit(boris)
    page = visitor.open(sheet_path(boards_5_to_8))
    for board, more in ((5, 0), (7, 1), (8, 0)):
        taps = Taps(page)
        if more:
            taps.key("board", str(board))
        taps.key("level", "4")
        taps.key("strain", "S")
        taps.key("declarer", "N")
        taps.key("tricks", "=")
        expect(page.locator("#why .gains")).to_be_visible()
        assert_fits(page)
        taps.button(f"Save board {board}")
        expect(page.locator(f"#entry [name=board][value='{board}']")).to_be_disabled()
        assert taps.count == 5 + more
    expect(page.locator("#entry h2")).to_have_text("Board 6")
    assert boards_of(boards_5_to_8) == [5, 7, 8]
    assert visitor.axe() == []
    assert visitor.overflow() <= 0


def test_without_a_connection_a_key_still_says_dealer_and_vulnerability_and_the_hand_waits_under_its_board(
    boards_5_to_8: Table, visit: Visit, boris: Membership
) -> None:
    visitor = visit(boris)
    page = visitor.open(sheet_path(boards_5_to_8))
    with page.expect_response(re.compile("/ahead/")):
        page.locator("#entry [name=declarer][value='N']").check()
    visitor.set_offline(True)
    page.locator("#entry [name=board][value='6']").check()
    expect(page.locator("#entry h2")).to_have_text("Board 6")
    expect(page.locator("#entry summary .quiet").first).to_have_text("dealer E · E–W vulnerable")
    type_notrump(page, 3)
    save(page)
    page.get_by_text("Which ones?").click()
    expect(page.locator("#outbox li").first).to_have_text(re.compile("Board 6 3 NT N ="))
    visitor.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#entry h2")).to_have_text("Board 7")
    expect(page.locator("#entry [name=board][value='6']")).to_be_disabled()
    assert boards_of(boards_5_to_8) == [6]
    visitor.expect_failed_requests()


def test_the_keyboard_types_the_result_and_not_the_board(boards_5_to_8: Table, visit: Visit, boris: Membership) -> None:
    page = visit(boris, size=DESK).open(sheet_path(boards_5_to_8))
    page.locator("#entry [name=level]").first.focus()
    for board in (5, 6):
        expect(page.locator("#entry h2")).to_have_text(f"Board {board}")
        expect(page.locator("#entry [name=level]").first).to_be_focused()
        page.keyboard.type("4ss=")
        expect(page.locator("#why .gains")).to_be_visible()
        page.keyboard.press("Enter")
    expect(page.locator("#entry h2")).to_have_text("Board 7")
    assert boards_of(boards_5_to_8) == [5, 6]
