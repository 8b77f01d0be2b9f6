"""When the director finishes an event, every phone in the room gets to the ranking, without a login."""

from random import Random

import pytest
from playwright.sync_api import expect

from scorer.events import links, services
from scorer.events.links import Holder
from tests.browser.conftest import PHONE, Visit
from tests.browser.hands import go_to_table
from tests.events.conftest import MakeEvent, choose, make_event, play_all, play_round, players

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.usefixtures("players")
def test_open_phones_are_led_to_the_ranking_at_the_finish(visit: Visit, make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, rounds=2, per_round=1)
    choose(event, "mitchell")
    play_round(event, Random(1))
    started = services.start_round(event, by=None)
    at_table, with_card = visit(), visit()
    sheet = go_to_table(at_table, event, 1)
    card = with_card.open(links.path_of(event, Holder.CONTESTANT, 1))
    for sitting in started.sittings.select_related("table"):
        assert sitting.table
        play_all(sitting.table, Random(2))
    services.end_round(event, by=None)
    expect(sheet.get_by_role("heading", level=1)).to_contain_text("Table 1", timeout=40_000)
    services.finish(event, by=None)
    for visitor, page, own in ((at_table, sheet, 2), (with_card, card, 1)):
        rows = page.locator("tr.own")
        expect(rows).to_have_count(own, timeout=40_000)
        expect(page.locator(".places tbody tr")).to_have_count(6)
        box = rows.first.bounding_box()
        assert box
        assert box["y"] + box["height"] < PHONE[1]
        assert visitor.faults() == []
    expect(card.locator(".final")).to_contain_text("of 3 ·")
    card.reload()
    expect(card.locator("tr.own")).to_have_count(1)
    at_table.expect_failed_requests()
