"""The chart of the running totals, on the page and after a save."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.play import services
from tests.browser.conftest import DESK, PHONE, Visit
from tests.factories import make_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_phone_and_a_desktop_each_show_one_chart_with_its_description(
    visit: Visit, club: Club, boris: Membership
) -> None:
    table = make_table(club, "bridge")
    entry = Entry(board=1, level=1, strain="NT", declarer="N", tricks=7)
    services.record_hand(table, entry, by=None, key=None)
    visitor = visit(boris)
    page = visitor.open(reverse("play:table", args=[table.pk]))
    page.get_by_text("Chart", exact=True).click()
    chart = page.get_by_role("img", name="N–S ends at 90 ")
    for size, shown, hidden in ((PHONE, ".slim", ".broad"), (DESK, ".broad", ".slim")):
        visitor.take_on(size, "light")
        expect(chart).to_have_count(1)
        expect(page.locator(f".chart {shown}")).to_be_visible()
        expect(page.locator(f".chart {hidden}")).to_be_hidden()


def test_the_chart_follows_a_save_when_it_comes_into_view(visit: Visit, club: Club, boris: Membership) -> None:
    table = make_table(club, "bridge")
    page = visit(boris).open(reverse("play:table", args=[table.pk]))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/progress/" in request.url else None)
    for board, total in ((1, 110), (2, 220)):
        expect(page.get_by_role("heading", name=f"Board {board}")).to_be_visible()
        page.evaluate("scrollTo(0, 0)")
        for name, value in (("level", "2"), ("strain", "S"), ("declarer", "N"), ("tricks", "=")):
            page.locator(f"input[name={name}][value='{value}']").click()
        page.get_by_role("button", name=f"Save board {board}").click()
        expect(page.locator("#totals .lead")).to_contain_text(str(total))
        expect(page.locator(f"#hand-{board}")).to_be_attached()
        page.get_by_text("Chart", exact=True).click()
        expect(page.get_by_role("img", name=f"N–S ends at {total} ")).to_be_visible()
        assert len(asked) == board
        page.get_by_text("Hands", exact=True).click()
